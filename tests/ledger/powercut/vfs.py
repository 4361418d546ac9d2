"""SQLite's file layer on such a disk. ``apsw`` lets Python write one; ``sqlite3`` does not."""

from itertools import count
from pathlib import Path
from typing import Any

import apsw

from tests.ledger.powercut.disk import Disk

NEW_FOLDER_ENTRY = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL
"""SQLite syncs the folder with the first sync of a file of these kinds that it made, and with no other."""
_names = count(1)


class DiskFiles(apsw.VFS):
    """SQLite's own file layer, which tells the disk of every file it makes and deletes."""

    def __init__(self, disk: Disk) -> None:
        self.name, self.disk = f"disk{next(_names)}", disk
        super().__init__(self.name, base="")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return DiskFile(self.disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        if Path(filename).name in self.disk.files:
            self.disk.delete(Path(filename).name, folder=syncdir)
        super().xDelete(filename, syncdir)


class DiskFile(apsw.VFSFile):
    def __init__(self, disk: Disk, filename: Any, flags: list[int]) -> None:
        self._disk = disk
        path = filename.filename() if isinstance(filename, apsw.URIFilename) else filename
        self._name = Path(path).name if path else None
        made = self._name is not None and self._name not in disk.files
        super().__init__("", filename, flags)
        if made and self._name:
            disk.create(self._name)
        self._lists = made and bool(flags[0] & NEW_FOLDER_ENTRY)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        if self._name:
            self._disk.write(self._name, offset, bytes(data))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        if self._name:
            self._disk.write(self._name, newsize, None)
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        """The real file need not be synced: the disk is what survives."""
        if self._name:
            self._disk.sync(self._name, folder=self._lists)
            self._lists = False
