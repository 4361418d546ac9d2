"""Nothing that was answered is lost in a power cut. benchmarks/powercut.py does the same at length."""

from contextlib import closing
from pathlib import Path

import pytest

from lammer.ledger.journal import create_journal
from lammer.table.shuffle import DrawStream
from tests.ledger.house import side_of
from tests.ledger.powercut.cycles import Floor, Tally, run, send_again
from tests.ledger.powercut.disk import SECTOR, Change, Disk, PowerCut


def test_nothing_answered_is_lost_or_done_twice(tmp_path: Path) -> None:
    tally = run(60, "FULL", tmp_path / "books", "test")
    assert (tally.lost, tally.doubled, tally.faults) == (0, 0, [])
    assert tally.answered > 1000
    assert 0 < tally.in_flight_survived < tally.in_flight
    assert {"write jackpot.db-wal", "sync jackpot.db-wal", "write jackpot.db"} <= set(tally.interrupted)


def test_control_without_a_sync_for_each_commit_answers_are_lost(tmp_path: Path) -> None:
    tally = run(20, "NORMAL", tmp_path / "books", "test")
    assert tally.lost > 0
    assert (tally.doubled, tally.faults) == (0, [])


def test_control_without_any_sync_books_are_ruined(tmp_path: Path) -> None:
    assert run(20, "OFF", tmp_path / "books", "test").faults != []


def test_control_a_command_sent_again_with_another_key_is_done_twice(tmp_path: Path) -> None:
    where, tally, floor = tmp_path / "jackpot.db", Tally(), Floor(DrawStream(b""))
    with closing(create_journal(where, tmp_path / "key", side_of)) as journal:
        floor.send(journal, Disk(tmp_path, cut_at=10))
        send_again(where, journal, floor, tally)
        assert (tally.doubled, tally.faults) == (0, [])
        command, posting = floor.commands["key-1"]
        journal.post(command._replace(key="another"), lambda _: posting)
        send_again(where, journal, floor, tally)
    assert tally.doubled == 1
    assert "another was never sent" in tally.faults


# The disk itself


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    """A file that was synced as ``aaaa`` and then written to, one that was made and one that was deleted since."""
    folder = tmp_path / "before"
    folder.mkdir()
    (folder / "old").write_bytes(b"old")
    disk = Disk(folder, cut_at=8)
    disk.create("file")
    disk.write("file", 0, b"aaaa")
    disk.sync("file", folder=True)
    disk.write("file", 2, b"bbbb")
    disk.write("file", 5, None)
    disk.create("new")
    disk.delete("old", folder=False)
    with pytest.raises(PowerCut):
        disk.write("file", 7, b"c")
    return disk


def left(disk: Disk, kind: str, seed: str = "") -> dict[str, bytes]:
    folder = disk.folder.parent / f"after {kind} {seed}"
    disk.leave(folder, kind, DrawStream(seed.encode()))
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_was_synced_survives(disk: Disk) -> None:
    assert left(disk, "none") == {"file": b"aaaa", "old": b"old"}


def test_what_was_not_synced_may_survive(disk: Disk) -> None:
    assert left(disk, "all") == {"file": b"aabbb\0\0c", "new": b""}


def test_any_of_what_was_not_synced_may_survive(disk: Disk) -> None:
    found = [left(disk, "some", str(seed)) for seed in range(60)]
    contents = {b"aaaa", b"aabbbb", b"aaaa\0", b"aabbb", b"aaaa\0\0\0c", b"aabbbb\0c", b"aabbb\0\0c"}
    assert {files["file"] for files in found} == contents
    assert {frozenset(files) - {"file"} for files in found} == {
        frozenset(names) for names in ([], ["old"], ["new"], ["old", "new"])
    }


def test_the_first_of_what_was_not_synced_may_survive(disk: Disk) -> None:
    found = {left(disk, "first", str(seed))["file"] for seed in range(60)}
    assert found == {b"aaaa", b"aabbbb", b"aabbb", b"aabbb\0\0c"}


def test_a_write_is_torn_between_sectors_only() -> None:
    pieces = list(Change(1, SECTOR - 2, b"x" * (SECTOR + 4)).sectors())
    assert [(piece.at, len(piece.data or b"")) for piece in pieces] == [(510, 2), (512, 512), (1024, 2)]
    assert list(Change(1, 0, b"x" * SECTOR).sectors()) == [Change(1, 0, b"x" * SECTOR)]


def test_nothing_is_synced_after_the_cut(disk: Disk) -> None:
    with pytest.raises(PowerCut):
        disk.sync("file", folder=True)
    assert left(disk, "none")["file"] == b"aaaa"
