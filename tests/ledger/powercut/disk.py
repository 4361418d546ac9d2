"""A disk that keeps, through a power cut, only what was synced, and whatever it likes of the rest.

SQLite's files lie in a real folder and are read from it. Beside them the disk remembers the content of each as of its
last sync, and every write and truncation since; likewise the folder as of its last sync. A cut makes of that the files
of another folder: what was synced, and none, all, the first, some, or torn pieces of what was not.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from lammer.table.shuffle import DrawStream

SECTOR = 512
KINDS = ("none", "all", "first", "some", "torn")
"""What a cut lets through of the changes that were not synced."""


class Change(NamedTuple):
    """A write of ``data`` at ``at``; without data, a truncation there."""

    order: int
    at: int
    data: bytes | None

    def sectors(self) -> Iterator["Change"]:
        """The pieces that a disk writes as one each."""
        if self.data is None:
            yield self
            return
        end = self.at + len(self.data)
        bounds = [self.at, *range(self.at - self.at % SECTOR + SECTOR, end, SECTOR), end]
        for start, stop in pairwise(bounds):
            yield Change(self.order, start, self.data[start - self.at : stop - self.at])


@dataclass
class File:
    synced: bytearray = field(default_factory=bytearray)
    pending: list[Change] = field(default_factory=list)

    def sync(self) -> None:
        apply(self.synced, self.pending)
        self.pending = []


class PowerCut(Exception):
    """The disk is gone; whoever waits for it waits in vain."""


class Disk:
    """One folder of files until the power is cut, at the change or sync number ``cut_at``. A change that is cut into
    was under way and may get through; a sync that is cut into is none."""

    def __init__(self, folder: Path, cut_at: int) -> None:
        self.folder, self.cut_at = folder, cut_at
        self.steps, self.interrupted = 0, ""
        self.files = {path.name: File(bytearray(path.read_bytes())) for path in folder.iterdir()}
        self.listed = dict(self.files)
        """The folder as of its last sync."""

    @property
    def is_cut(self) -> bool:
        return self.steps >= self.cut_at

    def create(self, name: str) -> None:
        if not self.is_cut:
            self.files[name] = File()
        self._step("create", name)

    def write(self, name: str, at: int, data: bytes | None) -> None:
        if not self.is_cut:
            self.files[name].pending.append(Change(self.steps, at, data))
        self._step("truncate" if data is None else "write", name)

    def sync(self, name: str, *, folder: bool) -> None:
        self._step("sync", name)
        self.files[name].sync()
        if folder:
            self.listed = dict(self.files)

    def delete(self, name: str, *, folder: bool) -> None:
        if not self.is_cut:
            del self.files[name]
        self._step("delete", name)
        if folder:
            self.listed = dict(self.files)

    def _step(self, what: str, name: str) -> None:
        self.steps += 1
        if self.is_cut:
            self.interrupted = self.interrupted or f"{what} {name}"
            raise PowerCut

    def leave(self, folder: Path, kind: str, draws: DrawStream) -> None:
        """Writes what survived the cut into another folder."""
        folder.mkdir()
        first = draws.below(self.steps + 1)
        for name in sorted(self.files.keys() | self.listed.keys()):
            file = self._survivor(name, kind, draws)
            if file is not None:
                content = bytearray(file.synced)
                apply(content, survivors(file.pending, kind, first, draws))
                (folder / name).write_bytes(content)

    def _survivor(self, name: str, kind: str, draws: DrawStream) -> File | None:
        before, now = self.listed.get(name), self.files.get(name)
        if kind in ("none", "all"):
            return now if kind == "all" else before
        return now if draws.below(2) else before


def survivors(pending: list[Change], kind: str, first: int, draws: DrawStream) -> list[Change]:
    if kind == "all":
        return pending
    if kind == "first":
        return [change for change in pending if change.order < first]
    if kind == "some":
        return [change for change in pending if draws.below(2)]
    if kind == "torn":
        return [piece for change in pending for piece in change.sectors() if draws.below(4)]
    return []


def apply(content: bytearray, changes: list[Change]) -> None:
    for _, at, data in changes:
        if data is None:
            del content[at:]
        content.extend(bytes(max(0, at - len(content))))
        if data is not None:
            content[at : at + len(data)] = data
