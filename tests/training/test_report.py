"""A report adds up: money by bet, expectation less the cost of choices, luck with its band, classes of hands."""

from math import sqrt

import pytest

from lammer.rules.loader import load_sheet
from lammer.table.notation import read_round
from lammer.training.expectation import expectation_of
from lammer.training.grades import Grade
from lammer.training.report import Expectation, RoundPlayed, report
from lammer.training.review import review

EXPECTED = Expectation(-0.01, {"push-22": -0.05})
GOOD = "sd-free-bet 1:10 | Th 6c 6d Tc | S | 6h"
BAD = "sd-free-bet 1:10 | 8h 6c 8d Tc | S | 6h"


def played(number: int, line: str, main: int, sides: dict[str, tuple[int, int]] | None = None) -> RoundPlayed:
    decisions = tuple(review(read_round(line)))
    return RoundPlayed("t", number, f"2026-01-01T00:00:0{number}", 1000, main, sides or {}, decisions, EXPECTED)


def test_figures_add_up() -> None:
    found = report([played(1, GOOD, 0), played(2, BAD, -1000, {"push-22": (500, 5500), "blazing-7s": (100, -100)})])
    cost = 0.949
    assert (found.rounds, found.decisions, found.unvalued) == (2, 2, 0)
    assert (found.net, found.main, found.sides) == (4400, -1000, {"push-22": 5500, "blazing-7s": -100})
    assert found.lost_bets == pytest.approx(cost, abs=5e-4)
    assert found.lost == pytest.approx(1000 * found.lost_bets)
    assert found.expected == pytest.approx(-20 - 25 - found.lost)
    assert found.luck == pytest.approx(4500 - found.expected)  # a jackpot's wager is no part of it
    first, second = 10.0, 4500 + 10 + 25 + found.lost
    assert found.band == pytest.approx(1.96 * sqrt(first**2 + second**2))
    assert found.grades == {Grade.GOOD: 1, Grade.INACCURACY: 0, Grade.MISTAKE: 0, Grade.BLUNDER: 1}
    assert [(one.hand_class, one.decisions, one.good) for one in found.classes] == [("pair", 1, 0), ("hard", 1, 1)]
    (worst,) = found.costliest
    assert (worst.number, worst.reviewed.chosen.kind) == (2, "stand")
    assert [(one.round, one.net) for one in found.curve] == [(0, 0), (1, 0), (2, 4400)]


def test_no_rounds_give_an_empty_report() -> None:
    found = report([])
    assert (found.rounds, found.net, found.luck, found.band, found.costliest) == (0, 0, 0, 0, ())


def test_expectations_are_the_exact_edges() -> None:
    found = expectation_of(load_sheet("sd-free-bet"))
    assert found is not None
    assert found.main == pytest.approx(-0.010143414, abs=1e-9)
    assert {bet: edge < 0 for bet, edge in found.sides.items()} == {"pot-of-gold": True}


def test_a_sheet_that_cannot_be_analysed_has_none() -> None:
    assert expectation_of(load_sheet("sd-blackjack", ("split.pairs=rank",))) is None
