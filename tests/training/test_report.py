"""A report adds up: money by bet, expectation less the cost of choices, luck with its band, classes of hands."""

from math import sqrt
from pathlib import Path

import pytest

from lammer.cards.card import LETTER_VALUES
from lammer.decisions.grades import Grade
from lammer.decisions.review import review
from lammer.rules.loader import load_sheet
from lammer.rules.sidebets import fixed_side_bets
from lammer.table.notation import read_round
from lammer.training.expectation import expectation_of
from lammer.training.report import Expectation, RoundPlayed, report
from tests.new_side_bets import BUST_BONUS, HEAD, sheet_from

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
    assert expectation_of(load_sheet("sd-blackjack", ("draw.must_through=21", "draw.may_on_limit=true"))) is None


@pytest.mark.parametrize(
    ("game", "bet", "expected"),
    [
        # A dealer 22 has the chance 0.0725907 in European Free Bet: 2 × chance − 1 at 1 to 1.
        ("european-free-bet", "push-22", -0.8548185647),
        ("free-money", "dealer-22", -0.0585394279),
        ("free-money", "gold-rush", -0.0823903377),
    ],
)
def test_side_bets_on_the_final_hand_have_their_exact_expectation(game: str, bet: str, expected: float) -> None:
    found = expectation_of(load_sheet(game))
    assert found is not None
    assert found.sides[bet] == pytest.approx(expected, abs=1e-9)
    assert found.of_side(bet, 6) == found.sides[bet]  # placed before the up card is seen


def test_a_bet_placed_after_the_up_card_is_expected_by_that_card(tmp_path: Path) -> None:
    """Whoever bets on a bust only under a six gives away less than whoever always does."""
    sheet = sheet_from(tmp_path, HEAD + BUST_BONUS)
    found = expectation_of(sheet)
    assert found is not None
    (exact,) = (one for one in fixed_side_bets(sheet) if one.id == "bust-bonus")
    offered = sum(one.offered for one in exact.up_cards)
    always = sum(one.offered * found.by_up_card["bust-bonus"][LETTER_VALUES[one.up]] for one in exact.up_cards)
    assert always / offered == pytest.approx(found.sides["bust-bonus"], abs=1e-12)
    under = {up: found.of_side("bust-bonus", up) for up in (6, 10)}
    assert under[6] != pytest.approx(under[10], abs=0.001)
    one = RoundPlayed("t", 1, "", 1000, -1000, {"bust-bonus": (500, 500)}, (), found, up=6)
    assert one.expected == pytest.approx(1000 * found.main + 500 * (under[6] or 0.0))
    assert one.beyond == pytest.approx(-500 - (one.expected or 0.0))


def test_a_side_bet_without_an_exact_figure_leaves_the_others_alone() -> None:
    """A Dealer 22 bet that comes back when the dealer need not draw depends on every hand. The report leaves it out."""
    sheet = load_sheet("free-money", ("side_bets.dealer-22.unfinished=returned",))
    found = expectation_of(sheet)
    assert found is not None
    assert set(found.sides) == {"gold-rush"}
    sides = {"dealer-22": (100, -100), "gold-rush": (100, -100)}
    result = report([RoundPlayed("t", 1, "", 1000, 500, sides, (), found, up=6)])
    assert result.left_out == ("dealer-22",)
    assert result.expected == pytest.approx(1000 * found.main + 100 * found.sides["gold-rush"])
    assert result.luck == pytest.approx(500 - 100 - result.expected)
