"""Stores keys apart from the database, so that a copy or a backup of the database contains none of them.

A journal's key files are named after its random id, so keys of different books cannot collide.
"""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "LAMMER_KEYS"


def keys_folder() -> Path:
    """The folder in the environment variable, or the user's folder of keys."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen)
    data = os.environ.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()
    return Path(data) / "lammer" / "keys"


@dataclass(frozen=True)
class KeyPlace:
    """The folder for a journal's keys, and files where earlier versions put the signing key."""

    folder: Path
    older: tuple[Path, ...] = ()
    exact: Path | None = None
    """The signing key's file, if the user has named one."""

    @classmethod
    def at(cls, signing_key: Path) -> "KeyPlace":
        """The named file, with the other keys in its folder."""
        return cls(signing_key.parent, exact=signing_key)

    @classmethod
    def usual(cls, where: str | Path, *older: Path, folder: Path | None = None) -> "KeyPlace":
        """The user's folder of keys. A signing key that an earlier version put beside an SQLite file is still used."""
        beside = () if "://" in str(where) else (Path(f"{where}.key"),)
        return cls(folder or keys_folder(), (*beside, *older))

    def signing(self, journal: str) -> Path:
        if self.exact is not None:
            return self.exact
        return next((path for path in self.older if path.exists()), self.folder / f"{journal}.key")

    def seeds(self, journal: str) -> Path:
        """The key that encrypts live seeds."""
        return self.folder / f"{journal}.seeds"


def write_key(path: Path, content: bytes) -> None:
    """Writes a key atomically; only its owner can read it."""
    _write_beside(path, content).replace(path)
    sync_folder(path.parent)


def make_key(path: Path, text: str) -> str:
    """Writes a new key unless the file exists; if several processes do so at once, one wins. Returns the file's
    text."""
    if not path.exists():
        beside = _write_beside(path, f"{text}\n".encode())
        with contextlib.suppress(FileExistsError):
            os.link(beside, path)
        beside.unlink()
        sync_folder(path.parent)
    return path.read_text(encoding="ascii").strip()


def _write_beside(path: Path, content: bytes) -> Path:
    make_private_folder(path.parent)
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return beside


def make_private_folder(folder: Path) -> None:
    """Creates a folder with mode 0700; an existing folder is not changed."""
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def sync_folder(folder: Path) -> None:
    """Syncs a folder: a new file survives a power cut only once its folder is on the disk too."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(descriptor)
        os.close(descriptor)
