"""What earlier versions left behind: records still replay, books still verify, and play in them goes on."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lammer.floor.accounts import side_of
from lammer.floor.house import Floor
from lammer.floor.recall import recall_round
from lammer.floor.records import records_of
from lammer.floor.state import round_of
from lammer.ledger.journal import open_journal
from lammer.ledger.verify import verify
from lammer.table.replay import Mismatch, RecordChecker
from lammer.table.round import actor, legal

VERSIONS = sorted(path for path in Path(__file__).parent.glob("version_*") if path.is_dir())
each_version = pytest.mark.parametrize("version", VERSIONS, ids=lambda path: str(path.name))
RIGGED = ("won", "paid", "confirmed", "selected", "two", "none")
"""Tables whose cards were chosen: their records do not fit the seeds of their shoes."""


def kept_records(version: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in gzip.decompress((version / "records.jsonl.gz").read_bytes()).splitlines()]


def mismatches(records: list[dict[str, object]]) -> list[tuple[int, Mismatch]]:
    checker = RecordChecker(whole=False)
    return [fault for line, entry in enumerate(records, 1) for fault in checker.check(line, entry)]


@each_version
def test_records_still_replay(version: Path) -> None:
    assert mismatches(kept_records(version)) == []


@each_version
def test_a_changed_record_is_noticed(version: Path) -> None:
    """Negative control: the digest of the rules is compared, too."""
    first, *_ = kept_records(version)
    faults = mismatches([{**first, "rules": "0" * 16}])
    assert [fault.path for _, fault in faults] == ["rules"]


@pytest.fixture
def books(version: Path, tmp_path: Path) -> Path:
    for name in ("floor.db", "floor.key"):
        (tmp_path / name).write_bytes(gzip.decompress((version / f"{name}.gz").read_bytes()))
    return tmp_path


@pytest.fixture
def floor(books: Path) -> Iterator[Floor]:
    floor = Floor(open_journal(books / "floor.db", books / "floor.key", side_of))
    yield floor
    floor.journal.close()
    assert verify(str(books / "floor.db"), side_of=side_of).faults == ()


@each_version
def test_every_finished_round_is_recalled_and_recorded(floor: Floor) -> None:
    for table in floor.tables():
        floor.view(table.table, "p1")
        for number in range(1, table.round + (not table.inputs)):
            assert recall_round(floor, table.table, number, whole=True)["notation"]
        faults = mismatches(list(records_of(floor, table.table)))
        assert table.table in RIGGED or faults == []


@each_version
def test_rounds_under_way_go_on_under_the_rules_they_were_dealt_by(floor: Floor) -> None:
    begun = [table for table in floor.tables() if table.inputs and table.table not in RIGGED]
    assert len(begun) >= 5
    for table in begun:
        version = round_of(table).sheet.version
        finish(floor, table.table)
        after = floor.table(table.table)
        assert (after.inputs, after.round, round_of(after).sheet.version) == ((), table.round, version)


def finish(floor: Floor, name: str) -> None:
    step = 0
    while (table := floor.table(name)).inputs:
        round_, owners = round_of(table), {(seat.box, seat.bettor): seat.player for seat in table.seats}
        option = legal(round_)[-1]
        step, who = step + 1, actor(round_)
        assert who is not None
        floor.do("act", f"{name} goes on {step}", owners[who], name, action=option.kind, amount=option.minimum)


@each_version
def test_a_jackpots_hands_go_on_from_every_stage(floor: Floor) -> None:
    steps = {
        "won": "select confirm swipe end",
        "selected": "confirm swipe end",
        "confirmed": "swipe end",
        "paid": "end",
    }
    by = {"select": "dana", "confirm": "sam", "swipe": "erin", "end": "dana"}
    before = floor.chips("winner-0")
    # A meter pays in the order of the claims: the table that only selected comes after the one that confirmed.
    for name in ("paid", "confirmed", "selected", "won"):
        for kind in steps[name].split():
            body = {} if kind == "end" else {"spot": 4, **({"outcome": "777 suited"} if kind == "select" else {})}
            floor.jackpot(kind, f"{name} {kind}", by[kind], name, **body)
    assert floor.chips("winner-0") > before
