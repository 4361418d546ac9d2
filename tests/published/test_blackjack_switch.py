"""Blackjack Switch: 0.58% is published for 6 decks. That is the figure of 8 decks, valued from the whole shoe."""

import numpy as np
import pytest

from lammer.exact.finding import edge, shoe_of
from lammer.exact.play import Optimal
from lammer.exact.two_hand_values import natural_after_check
from lammer.exact.two_hands import Starts, start_chances
from lammer.exact.values import Game
from lammer.rule_tables.tables import rule_tables
from lammer.rules.loader import load_sheet
from lammer.rules.sidebets import fixed_side_bets

SWITCH = "blackjack-switch"
PUBLISHED, PRINTED = 0.58, 0.005
"""In percent, with half of the last digit printed."""
VALUES = range(1, 11)


def whole_shoe_edge(*overrides: str) -> float:
    """The edge in percent if each hand is valued as if the other hand's cards were still in the shoe."""
    sheet = load_sheet(SWITCH, overrides)
    tables, (shoe, _) = rule_tables(sheet), shoe_of(sheet)
    plain, dealt, lost = (np.zeros((10, 10, 10)) for _ in range(3))
    for worth in Game(tables, shoe, Optimal()).worths:
        for first in VALUES:
            for second in VALUES:
                place = worth.against.up - 1, first - 1, second - 1
                plain[place] = dealt[place] = worth.of(first, second)
                lost[place] = worth.against.pays.lost_to_natural()
                if tables.dealing.is_natural(first, second):
                    dealt[place], lost[place] = natural_after_check(worth.against, first, second)
    keep, lose = (one[:, :, :, None, None] + one[:, None, None, :, :] for one in (dealt, lost))
    swap = plain[:, :, None, None, :] + plain.transpose(0, 2, 1)[:, None, :, :, None]
    return -100 * Starts(*start_chances(tables, shoe), keep, swap, lose).worth()


def test_the_exact_edge_is_not_what_is_printed() -> None:
    """Half a minute: every pair of cards in the other hand is removed from the shoe in turn."""
    found = 100 * edge(load_sheet(SWITCH)).house_edge
    assert found == pytest.approx(0.540826, abs=5e-7)
    assert abs(found - PUBLISHED) > PRINTED


def test_the_printed_figure_is_that_of_eight_decks_from_the_whole_shoe() -> None:
    assert whole_shoe_edge("shoe.decks=8") == pytest.approx(PUBLISHED, abs=PRINTED)
    assert abs(whole_shoe_edge() - PUBLISHED) > PRINTED
    assert whole_shoe_edge() == pytest.approx(0.540826, abs=5e-4)  # the other hand's two cards matter little


@pytest.mark.parametrize(("decks", "paytable", "percent"), [(6, "6d", 2.548501), (8, "8d", 3.018437)])
def test_super_match(decks: int, paytable: str, percent: float) -> None:
    sets = (f"shoe.decks={decks}", f"side_bets.super-match.paytable={paytable}")
    sheet = load_sheet(f"{SWITCH}+super-match", sets)
    [found] = [one for one in fixed_side_bets(sheet) if (one.id, one.paytable) == ("super-match", paytable)]
    assert 100 * found.house_edge == pytest.approx(percent, abs=5e-6)
