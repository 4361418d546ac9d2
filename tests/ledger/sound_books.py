"""Books of a small floor in a file, with their keys beside them, as earlier versions kept the signing key."""

from pathlib import Path

from tests.attacks.dishonest_operator import sound


def floor_books(folder: Path, name: str = "floor.db") -> Path:
    whole = sound()
    files = {name: whole.books, f"{name}.key": whole.key, f"{whole.head['journal']}.seeds": whole.seeds}
    for file, content in files.items():
        (folder / file).write_bytes(content)
        (folder / file).chmod(0o600)
    return folder / name
