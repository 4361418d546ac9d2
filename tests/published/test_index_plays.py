"""Published index numbers of Hi-Lo for standard blackjack."""

from functools import cache

import pytest

import lammer
from lammer.api.counting import known_shoe
from lammer.api.indices import asked_indices
from lammer.api.shoes import ShoeChoice
from lammer.counting.index_finding import IndexFinding, insurance_only

ILLUSTRIOUS = {
    ("hard 16", "T"): ("stand", 0),
    ("hard 15", "T"): ("stand", 4),
    ("T,T", "5"): ("split", 5),
    ("T,T", "6"): ("split", 4),
    ("hard 10", "T"): ("double", 4),
    ("hard 12", "3"): ("stand", 2),
    ("hard 12", "2"): ("stand", 3),
    ("hard 11", "A"): ("double", 1),
    ("hard 9", "2"): ("double", 1),
    ("hard 10", "A"): ("double", 4),
    ("hard 9", "7"): ("double", 3),
    ("hard 16", "9"): ("stand", 5),
    ("hard 13", "2"): ("stand", -1),
    ("hard 12", "4"): ("stand", 0),
    ("hard 12", "5"): ("stand", -2),
    ("hard 12", "6"): ("stand", -1),
    ("hard 13", "3"): ("stand", -2),
}
"""Don Schlesinger, Blackjack Attack, "The Illustrious 18": many decks, the dealer stands on soft 17, doubles after
splits. The play is made at the number or above."""
INSURANCE = {1: 1.4, 2: 2.4, 6: 3.0}
"""Stanford Wong, Professional Blackjack: the true count from which insurance is taken, by decks."""


@cache
def game(decks: int = 6) -> lammer.Game:
    return lammer.load("sd-blackjack", {"shoe.decks": decks, "dealer.soft_17": "stand"})


@pytest.mark.parametrize(("hand", "up"), ILLUSTRIOUS)
def test_the_illustrious_18_are_met_within_one(hand: str, up: str) -> None:
    high, published = ILLUSTRIOUS[hand, up]
    found = [one for one in game().indices().of(hand, up) if high in (one.play, one.other)]
    assert min(abs(one.true_count - published) for one in found) <= 1
    nearest = min(found, key=lambda one: abs(one.true_count - published))
    assert nearest.above == (nearest.other == high)


def test_the_illustrious_18_gain_most() -> None:
    """In a shoe with a flat bet they are most of what varying the play gains; 16 v T is the first of them."""
    plays = list(game().indices())
    chosen = [one for one in plays if (one.hand, one.up) in ILLUSTRIOUS]
    assert (plays[0].hand, plays[0].up) == ("hard 16", "T")
    assert sum(one.gain for one in chosen) > 0.6 * sum(one.gain for one in plays)


def insurance(decks: int, count: str) -> IndexFinding:
    sheet = game(decks).sheet
    return insurance_only(sheet, known_shoe(sheet, ShoeChoice()), asked_indices(count, "floor", None))


def test_a_count_without_tens_tells_nothing_about_insurance() -> None:
    found = insurance(6, "2=1,3=-1")
    assert (found.insurance, found.offers_insurance) == ((), True)


@pytest.mark.parametrize("decks", INSURANCE)
def test_the_insurance_index_as_printed(decks: int) -> None:
    (found,) = insurance(decks, "hi-lo").insurance
    assert round(found.true_count, 1) == INSURANCE[decks]
    assert (found.play, found.other, found.above) == ("decline", "take", True)


def test_other_tags_do_not_meet_them() -> None:
    """Tags with the opposite sign turn every index round."""
    turned = game().indices("1 -1 -1 -1 -1 -1 0 0 0 1")
    (one,) = (one for one in turned.of("hard 15", "T") if "stand" in (one.play, one.other))
    assert one.true_count < -3
    assert not one.above
