"""Invariants after every event, whatever happens in whatever order."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from psycopg.conninfo import conninfo_to_dict

from lammer.progressive import meters
from lammer.progressive.state import Carried
from tests.jackpot import Jackpot, new_jackpot, reopened
from tests.ledger.databases import Server, fresh_database
from tests.ledger.machine import machine_on

TERMS = {
    "one meter": ("blazing-7s", "levels.meter.increment=123457", "levels.meter.reserve=7919"),
    "shared": (
        "blazing-7s",
        "jackpot.paytable=PT1-envy",
        "jackpot.simultaneous=equal shares",
        "levels.meter.limit=1001000",
        "levels.meter.per_wager=17",
    ),
    "three meters": ("blazing-7s-three-meters", "levels.minor.increment=33333", "approvals.executive_from=60000"),
}
EXPLORE = settings(max_examples=6, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck))
ON_A_SERVER = settings(EXPLORE, max_examples=3)
"""Fewer, since a step costs five times as much there. The steps are the same code; what differs are the ledger's
statements, and every step executes nearly all of them."""


def sqlite_copies(folder: Path, terms: tuple[str, ...]) -> Callable[[], AbstractContextManager[Jackpot]]:
    """A jackpot made once, and copies of its books."""
    new_jackpot(folder, *terms).desk.journal.close()

    @contextmanager
    def fresh() -> Iterator[Jackpot]:
        with tempfile.TemporaryDirectory() as copy:
            books = shutil.copy(folder / "jackpot.db", copy)
            jackpot = reopened(books, folder / "jackpot.key")
            yield jackpot
            jackpot.desk.journal.close()

    return fresh


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_invariants_hold_on_sqlite(terms: tuple[str, ...], tmp_path: Path) -> None:
    run_state_machine_as_test(machine_on(sqlite_copies(tmp_path, terms)), settings=EXPLORE)


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_invariants_hold_on_postgresql(terms: tuple[str, ...], tmp_path: Path, postgres_server: Server) -> None:
    with fresh_database(postgres_server) as founded:
        new_jackpot(tmp_path, *terms, where=founded).desk.journal.close()

        @contextmanager
        def fresh() -> Iterator[Jackpot]:
            with fresh_database(postgres_server, str(conninfo_to_dict(founded)["dbname"])) as copy:
                jackpot = reopened(copy, tmp_path / "jackpot.key")
                yield jackpot
                jackpot.desk.journal.close()

        run_state_machine_as_test(machine_on(fresh), settings=ON_A_SERVER)


def test_a_lost_cent_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Negative control: remainders that are dropped instead of carried."""
    honest = meters.advance

    def forgetful(*arguments: object) -> meters.Advance:
        return honest(*arguments)._replace(carried=Carried())  # type: ignore[arg-type]

    monkeypatch.setattr("lammer.progressive.hand.advance", forgetful)
    once = settings(EXPLORE, phases=[Phase.generate])
    with pytest.raises(AssertionError):
        run_state_machine_as_test(machine_on(sqlite_copies(tmp_path, TERMS["one meter"])), settings=once)
