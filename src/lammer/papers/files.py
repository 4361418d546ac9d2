"""Writes a finished document or nothing: an interrupted command leaves no half file."""

import os
import tempfile
from pathlib import Path

from lammer.errors import BadArgument


def file_kind(path: Path, kinds: tuple[str, ...]) -> str:
    """The kind of the file by its ending, before any work. Refuses other kinds and places that cannot be written."""
    kind = path.suffix.lower().removeprefix(".")
    if kind not in kinds:
        endings = " or ".join(f".{one}" for one in kinds)
        raise BadArgument("output", f"{path}: the name of the file must end in {endings}")
    if path.is_dir():
        raise BadArgument("output", f"{path}: this is a folder; name a file")
    if not path.parent.is_dir():
        raise BadArgument("output", f"{path}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise BadArgument("output", f"{path}: the folder cannot be written")
    return kind


def write_whole(path: Path, content: bytes) -> None:
    """Beside the file first, then in its place."""
    number, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
        os.chmod(beside, 0o644)
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
