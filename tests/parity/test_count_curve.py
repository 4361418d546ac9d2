"""The curve of an expectation by count against a bet that is known exactly, and against the analyzer."""

from functools import cache

import numpy as np
import pytest

from lammer.counting.count_curve import TILTS, CountCurve, Curves, count_curves, mean_shoe
from lammer.counting.count_distribution import count_distribution
from lammer.counting.deciding_cards import NO_CARDS, DecidingCards
from lammer.counting.effects import MAIN
from lammer.counting.held_play import Held
from lammer.counting.tags import parse_tags
from lammer.exact.finding import played_game
from lammer.exact.hands import Floats
from lammer.exact.play import Optimal
from lammer.exact.round import round_worth
from lammer.rules.loader import load_sheet

GAME = "sd-free-bet[split.maximum_hands=1]"
TAGS = parse_tags("A=1,2=-1,3=-1,4=-1,6=-1,7=-1,T=1")
SIX_DECKS = np.array([24.0] * 9 + [96.0])
NUMBERS = {1: 120, 0: 72, -1: 120}
DEALT = 234
LIKELY = 1e-4
"""Counts that are less likely than this do not matter."""


def three_low_cards(shoe: Floats) -> float:
    """The expectation of a bet that pays 20 to 1 if the first three cards are from 2 to 4."""
    low, cards = shoe[1:4].sum(), shoe.sum()
    return float(21 * low * (low - 1) * (low - 2) / (cards * (cards - 1) * (cards - 2)) - 1)


def exactly() -> DecidingCards:
    """The same bet; the tags tell the three values apart from no other low card, so one of them may stand for all."""
    return DecidingCards({NO_CARDS: 1.0}, {(0, 3, *NO_CARDS[2:]): three_low_cards(SIX_DECKS) + 1})


def by_curve() -> CountCurve:
    ev = three_low_cards(SIX_DECKS)
    return CountCurve(ev, tuple(three_low_cards(mean_shoe(SIX_DECKS, TAGS, tilt)) - ev for tilt in TILTS))


def straight(curve: CountCurve) -> CountCurve:
    slope = (curve.moved[3] - curve.moved[1]) / (TILTS[3] - TILTS[1])
    return curve._replace(moved=tuple(slope * tilt for tilt in TILTS))


def expectations(model: DecidingCards | CountCurve) -> Floats:
    chances, values = (one[DEALT] for one in model.by_count(count_distribution(NUMBERS), TAGS))
    found: Floats = values[chances > LIKELY] / chances[chances > LIKELY]
    return found


def test_a_curve_is_close_to_a_bet_that_is_known_exactly() -> None:
    """The control: a straight line is ten times as far from it."""
    exact = expectations(exactly())
    assert np.ptp(exact) > 0.5
    curve, line = (abs(expectations(one) - exact).max() for one in (by_curve(), straight(by_curve())))
    assert curve < 0.01
    assert line > 10 * curve


def test_over_all_counts_the_expectation_is_that_of_the_full_shoe() -> None:
    chances, values = by_curve().by_count(count_distribution(NUMBERS), TAGS)
    assert values.sum(axis=1) == pytest.approx(np.full(len(chances), by_curve().ev), abs=1e-12)


@cache
def curves() -> Curves:
    return count_curves(load_sheet(GAME), SIX_DECKS, TAGS)


def test_the_curve_of_the_main_game_begins_with_the_change_of_a_slightly_changed_shoe() -> None:
    sheet = load_sheet(GAME)
    held = Held(played_game(sheet, SIX_DECKS, Optimal()))
    low, high = (round_worth(played_game(sheet, mean_shoe(SIX_DECKS, TAGS, tilt), held)) for tilt in (-0.01, 0.01))
    slope = np.polyder(np.polyfit(TILTS, curves()[MAIN], len(TILTS) - 1))[-1]
    assert slope == pytest.approx((high - low) / 0.02, rel=0.01)
    assert slope < 0, "the count is high when tens and aces were dealt"


def test_bets_on_lammers_have_a_curve() -> None:
    assert {name.partition(" ")[0] for name in curves()} == {"main", "pot-of-gold"}
    low, *_, high = curves()["pot-of-gold 01"]
    assert low < 0 < high
