"""Two tables win at the same moment, from processes of their own: one order, exact sums, each award paid once.
`python benchmarks/races.py` runs a thousand races; this is the short run, with the controls that must be caught."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.ledger.faults.pipes import Program
from tests.ledger.faults.plan import FULL, SHARE
from tests.ledger.faults.races import Outcome, Races, Run, judged, racing
from tests.ledger.faults.server import new_database, postgresql

SEED = 50_000
COUNT = count()
Raced = Callable[..., Outcome]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgresql() as address:
        yield address


@pytest.fixture
def books(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "jackpot.db")
    return new_database(request.getfixturevalue("server"), f"races_{next(COUNT)}")


@pytest.fixture(scope="module")
def racers() -> Iterator[list[Program]]:
    with racing() as them:
        yield them


@pytest.fixture
def raced(racers: list[Program], books: str, tmp_path: Path) -> Raced:
    def run(races: int, twins: int, fault: str = "") -> Outcome:
        found = Races(racers, books, tmp_path / "ledger.key", fault)
        return found.run(races, twins, to_first_fault=bool(fault), at_most=0 if fault else 10 * races)

    return run


@pytest.mark.parametrize("books", ["sqlite", "postgresql"], indirect=True)
def test_two_tables_at_once_have_one_order_and_exact_sums(raced: Raced) -> None:
    outcome = raced(20, 1)
    assert outcome.faults == []
    assert outcome.paid == 2 * outcome.races >= 40
    assert outcome.overlapped > 0, "the tables never met"
    assert outcome.waited > 0, "no claim had to wait for an earlier one"
    assert outcome.twin_races > 0, "no command was sent twice at the same time"


@pytest.mark.parametrize("books", ["sqlite", "postgresql"], indirect=True)
def test_control_writers_that_do_not_wait_are_caught(raced: Raced) -> None:
    assert raced(50, 0, "no lock").faults


@pytest.mark.parametrize("books", ["sqlite"], indirect=True)
def test_control_one_command_under_two_keys_is_caught(raced: Raced) -> None:
    assert "doubled" in {word for word, _ in raced(0, 3, "new key").faults}


def run(table: str, outcome: str, selected: int, confirmed: int, amount: int) -> Run:
    return Run(table, outcome, selected, confirmed, amount, amount, (0.0, 1.0))


@pytest.mark.parametrize(
    ("first", "second", "amounts"),
    [
        pytest.param(FULL, FULL, (60_009, SEED + 300), id="all, then what is left"),
        pytest.param(FULL, SHARE, (60_009, 5_030), id="all, then a tenth of what is left"),
        pytest.param(SHARE, FULL, (6_000, 54_009), id="a tenth, then all the rest"),
    ],
)
def test_control_the_judge_knows_right_from_wrong(first: str, second: str, amounts: tuple[int, int]) -> None:
    right = [run("a", first, 5, 7, amounts[0]), run("b", second, 6, 8, amounts[1])]
    assert judged(right, 60_009, 300, SEED, undisturbed=True) == []
    for wrong, word in (
        ([right[0]._replace(confirmed=9), right[1]], "order"),
        ([right[0]._replace(amount=amounts[0] - 1, paid=amounts[0] - 1), right[1]], "amount"),
        ([right[0], right[1]._replace(amount=amounts[1] + 1, paid=amounts[1] + 1)], "amount"),
        ([right[0], right[1]._replace(paid=2 * amounts[1])], "amount"),
    ):
        assert {found for found, _ in judged(wrong, 60_009, 300, SEED, undisturbed=True)} == {word}
