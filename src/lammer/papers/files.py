"""Writes a finished document or nothing: an interrupted command leaves no half file."""

import os
import tempfile
from pathlib import Path
from typing import TypeVar

from lammer.errors import BadArgument

Kind = TypeVar("Kind", bound=str)


def file_kind(path: Path, kinds: tuple[Kind, ...]) -> Kind:
    """The kind of the file by its ending, before any work. Refuses other kinds and places that cannot be written."""
    ending = path.suffix.lower().removeprefix(".")
    kind = next((one for one in kinds if one == ending), None)
    if kind is None:
        endings = " or ".join(f".{one}" for one in kinds)
        raise BadArgument("output", f"{path}: the name of the file must end in {endings}")
    if path.is_dir():
        raise BadArgument("output", f"{path}: this is a folder; name a file")
    if not path.parent.is_dir():
        raise BadArgument("output", f"{path}: there is no folder {path.parent}")
    try:
        # Some folders, like /proc, are writable by their permissions alone.
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise BadArgument("output", f"{path}: the folder cannot be written: {error.strerror}") from None
    return kind


def write_whole(path: Path, content: bytes) -> None:
    """Beside the file first, then in its place. An error names the file, not the one beside it."""
    try:
        _write_beside(path, content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _write_beside(path: Path, content: bytes) -> None:
    number, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
        os.chmod(beside, 0o644)
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
