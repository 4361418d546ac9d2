"""Appends the record of each finished round to a file, one JSON object per line."""

import json
from pathlib import Path
from typing import Any, TextIO


class RecordLog:
    """Flushes every record at once. Without a path nothing is written."""

    def __init__(self, path: Path | None) -> None:
        self._file: TextIO | None = path.open("a", encoding="utf-8") if path is not None else None

    def write(self, entry: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(entry) + "\n")
            self._file.flush()

    def __enter__(self) -> "RecordLog":
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
