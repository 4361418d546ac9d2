"""A bounded folder of JSON documents, each in a file of its own that begins with a hash of the rest.

A file that is damaged, truncated or cannot be read counts as absent. A document that cannot be written is not kept.
Neither is ever an error: whatever is here can be computed again.
"""

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

MAXIMUM_FILES = 4000
MAXIMUM_BYTES = 64_000_000
ENDING = ".json"


class Documents:
    """Documents by key, any text. Without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def read(self, key: str) -> Any:
        """The document of a key, or None."""
        path = self._path(key)
        try:
            if path is None:
                return None
            digest, _, content = path.read_bytes().partition(b"\n")
            if digest.decode() != _digest(content):
                return None
            document = json.loads(content)
        except (OSError, ValueError):
            return None
        with suppress(OSError):
            os.utime(path)  # the oldest go first
        return document

    def write(self, key: str, document: Any) -> None:
        """Replaces the document of a key: a reader finds the old one or the new one, never a part of it."""
        path = self._path(key)
        if path is None:
            return
        content = json.dumps(document, ensure_ascii=False).encode()
        with suppress(OSError):
            handle, name = tempfile.mkstemp(dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_digest(content).encode() + b"\n" + content)
                os.replace(name, path)
            except BaseException:
                with suppress(OSError):
                    os.unlink(name)
                raise
            self._remove_oldest(path.parent)

    def _path(self, key: str) -> Path | None:
        return None if self.folder is None else self.folder / f"{hashlib.sha256(key.encode()).hexdigest()}{ENDING}"

    def _remove_oldest(self, folder: Path) -> None:
        """Removes documents until both limits are kept. Another process may be doing the same."""
        found = []
        with os.scandir(folder) as entries:
            for entry in entries:
                with suppress(OSError):
                    status = entry.stat()
                    found.append((status.st_mtime, status.st_size, entry.path))
        count, total = len(found), sum(size for _, size, _ in found)
        for _, size, path in sorted(found):
            if count <= MAXIMUM_FILES and total <= MAXIMUM_BYTES:
                return
            with suppress(OSError):
                os.unlink(path)
            count, total = count - 1, total - size


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
