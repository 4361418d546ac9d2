"""Dead Man's Hand: the published count of all six cards with two and four decks, row by row."""

from math import perm

import pytest

from lammer.rules.loader import load_sheet
from lammer.rules.outcome_chances import outcome_chances
from lammer.rules.sidebets import fixed_side_bets

TWO_DECKS = {
    "ace and eight in both split hands": 59_684_352,
    "ace and eight in one split hand": 1_598_650_368,
    "pair of aces or eights": 9_267_780_480,
    "pair of aces or eights with dealer blackjack": 496_742_400,
    "ace and eight": 13_054_694_400,
    "ace or eight": 287_203_276_800,
}
"""Published permutations of six cards: the player's two, the dealer's two, and the next card on each split hand."""
FOUR_DECKS = {"ace and eight in both split hands": 4_564_224_000, "ace and eight in one split hand": 115_482_501_120}


@pytest.mark.parametrize(("decks", "published"), [(2, TWO_DECKS), (4, FOUR_DECKS)])
def test_every_published_count_is_exact(decks: int, published: dict[str, int]) -> None:
    sheet = load_sheet("sd-blackjack+dead-mans-hand", (f"shoe.decks={decks}",))
    found = outcome_chances(sheet.side_bets["dead-mans-hand"], sheet.rules).of_best()
    assert {name: found[name] * perm(52 * decks, 6) for name in published} == published


def test_the_published_edge() -> None:
    """4.98% with two decks, if a pair of aces or eights is always split and re-splits do not count."""
    sheet = load_sheet("sd-blackjack+dead-mans-hand", ("shoe.decks=2",))
    found = next(fixed_side_bets(sheet))
    assert round(100 * found.house_edge, 2) == 4.98
    assert found.assumes == "every pair is split, unless the dealer shows a natural first"


def test_control_a_pair_that_is_never_split() -> None:
    """The bet then pays 4 for every pair without a dealer blackjack, and the edge is far from the published one."""
    sheet = load_sheet("sd-blackjack+dead-mans-hand", ("shoe.decks=2",))
    pays = {one.name: one.probability for one in next(fixed_side_bets(sheet)).outcomes}
    kept = 96 * pays["ace and eight in both split hands"] + 16 * pays["ace and eight in one split hand"]
    assert round(100 * (next(fixed_side_bets(sheet)).house_edge + kept), 2) == 7.84
