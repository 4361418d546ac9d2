"""Books of a small floor in a file, with their key beside them, as a server keeps them."""

from pathlib import Path

from tests.attacks.dishonest_operator import sound


def floor_books(folder: Path, name: str = "floor.db") -> Path:
    books, key = folder / name, folder / f"{name}.key"
    books.write_bytes(sound().books)
    books.chmod(0o600)
    key.write_bytes(sound().key)
    key.chmod(0o600)
    return books
