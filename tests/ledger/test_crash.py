"""SIGKILL to the writing process: nothing that was answered is lost, nothing is done twice, nothing is done by halves.
`python benchmarks/crash.py` kills thousands of times; this is the short run, with the controls that must be caught."""

from pathlib import Path

import pytest

from lammer.progressive.desk import open_desk
from tests.ledger.faults.books import Checker, view
from tests.ledger.faults.crash import ALONE, SIDE_BY_SIDE, Crashes, Outcome
from tests.ledger.faults.plan import found, hand_orders, send
from tests.ledger.faults.worker import COMMITTED, INSIDE

ANSWERS = 26
"""A run goes on until there are so many."""


def crashed(
    folder: Path, cycles: int, fault: str = "", writers: tuple[tuple[str, ...], ...] = ALONE, answers: int = 0
) -> Outcome:
    crashes = Crashes(str(folder / "jackpot.db"), folder / "jackpot.db.key", fault, writers)
    return crashes.run(cycles, to_first_fault=bool(fault), answers=answers)


def test_nothing_is_lost_or_doubled_when_the_writer_is_killed(tmp_path: Path) -> None:
    outcome = crashed(tmp_path, 25, answers=ANSWERS)
    assert outcome.faults == []
    assert outcome.answered > 25
    assert outcome.repeated > 0, "no command was in the books when it was sent again"
    assert outcome.killed(INSIDE) > 0, "no kill fell into a transaction"
    assert outcome.killed(COMMITTED) > 0, "no kill fell between a commit and its answer"


def test_nothing_is_lost_or_doubled_when_one_of_two_writers_is_killed(tmp_path: Path) -> None:
    outcome = crashed(tmp_path, 5, writers=SIDE_BY_SIDE, answers=ANSWERS)
    assert outcome.faults == []
    assert outcome.answered > 25


@pytest.mark.parametrize(
    ("fault", "word"),
    [
        pytest.param("early", "lost", id="answers before the commit"),
        pytest.param("new key", "doubled", id="sends again under a new key"),
        pytest.param("torn", "torn", id="writes without a transaction"),
    ],
)
def test_control_a_worker_that_does_it_wrong_is_caught(tmp_path: Path, fault: str, word: str) -> None:
    assert crashed(tmp_path, 200, fault).count(word) > 0


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Books with a few hands, and nobody killed."""
    folder = tmp_path_factory.mktemp("played")
    found(folder / "jackpot.db", folder / "jackpot.db.key")
    desk = open_desk(folder / "jackpot.db")
    for hand in range(1, 7):
        for order in hand_orders("one", "a", hand):
            send(desk, order)
    desk.journal.close()
    return str(folder / "jackpot.db")


def checked(where: str, **off: int) -> set[str]:
    """What is said of books by a checker whose model of the meter is off by so much."""
    checker = Checker()
    for name, by in off.items():
        level = checker.links["one"].levels["meter"]
        setattr(level, name, getattr(level, name) + by)
    with view(where) as ask:
        checker.catch_up(ask)
    return {word for word, _ in checker.faults}


def test_the_model_agrees_to_the_cent(played: str) -> None:
    assert checked(played) == set()


@pytest.mark.parametrize("name", ["seed", "increment", "reserve_rate", "limit"])
def test_control_a_model_that_is_off_disagrees(played: str, name: str) -> None:
    assert checked(played, **{name: 1 if name == "seed" else 100}) == {"wrong"}


def test_control_an_answer_that_is_not_in_the_books_is_lost(played: str) -> None:
    checker = Checker()
    with view(played) as ask:
        checker.catch_up(ask)
    key = hand_orders("one", "a", 1)[0].key
    number, answer = checker.answers[key]
    checker.acknowledged(key, number, answer)
    assert checker.faults == []
    checker.acknowledged(key, number + 1, answer)
    checker.acknowledged(key, number, answer | {"hand": 2})
    checker.acknowledged("one/a/9/0", number, answer)
    assert [word for word, _ in checker.faults] == ["lost"] * 3
