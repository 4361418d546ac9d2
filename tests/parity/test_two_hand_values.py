"""Hands of two-hand games that are valued together: the same as each of them alone, from each shoe alone."""

from collections.abc import Sequence

import numpy as np
import pytest

from lammer.exact import removal_values
from lammer.exact.compositions import TWO_CARDS
from lammer.exact.hands import Floats
from lammer.exact.play import ByChart, Optimal
from lammer.exact.shoe import full_shoe
from lammer.exact.two_hand_values import Played, TwoCardValues, natural_after_check, two_card_values
from lammer.exact.two_hands import UPS, two_hands_worth, worths_against
from lammer.exact.up_card import Against
from lammer.exact.values import Game, Worth
from lammer.rule_tables.tables import rule_tables
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import house_chart

GAME = "blackjack-switch"
CHANGES = (
    "natural.pays=3:2",
    "natural.both=dealer wins",
    "natural.after_split=true",
    "dealer.soft_17=stand",
    "dealer.peek_under=[T]",
    "dealer.pushes_on_22=false",
    "double.after_split=false",
    "split.pairs=rank",
    "split.maximum_hands=1",
    "split.maximum_hands=3",
    "split.one_card_on_aces=false",
    "split.resplit_aces=true",
    "surrender.late=true",
)
"""One of every kind: naturals, the dealer, payments, legality and splits."""
FEW = np.array([3.0, 2, 0, 1, 1, 4, 0, 3, 1, 6])
"""Pairs that can be split again once, or not at all, and cards that are missing."""
REMOVED = [(1, 10), (6, 6), (8, 10), (10, 10)]
CLOSE = 1e-13


def games(*changes: str) -> list[Played]:
    tables = [rule_tables(load_sheet(GAME, (change,) if change else ())) for change in ("", *changes)]
    return [*(Played(one, Optimal()) for one in tables), Played(tables[0], ByChart(house_chart(load_sheet(GAME))))]


def alone(played: Played, up: int, shoe: Floats, two: tuple[int, int]) -> dict[tuple[int, int], tuple[float, float]]:
    """The slow way, one shoe at a time: the value of every two cards, and if they are a natural of the deal."""
    left = shoe - np.bincount(two, minlength=11)[1:]
    if left.min() < 0 or left[up - 1] < 1:
        return {}
    worth, found = Worth(Against(played.tables, up, left), played.play), {}
    unseen = left - np.bincount([up], minlength=11)[1:]
    for first, second in TWO_CARDS:
        if unseen[first - 1] >= 1 and unseen[second - 1] >= 1 + (first == second):
            plain = worth.of(first, second)
            natural = played.tables.dealing.is_natural(first, second)
            found[first, second] = plain, natural_after_check(worth.against, first, second)[0] if natural else plain
    return found


def largest_difference(found: TwoCardValues, played: Played, up: int, shoe: Floats, two: tuple[int, int]) -> float:
    one, other = two[0] - 1, two[1] - 1
    expected, differences = alone(played, up, shoe, two), [0.0]
    for (first, second), values in expected.items():
        for place in {(first - 1, second - 1, one, other), (second - 1, first - 1, other, one)}:
            differences += [abs(found.plain[place] - values[0]), abs(found.dealt[place] - values[1])]
    held = np.zeros((10, 10), dtype=np.bool_)
    for first, second in expected:
        held[first - 1, second - 1] = held[second - 1, first - 1] = True
    assert not found.plain[:, :, one, other][~held].any(), "hands that the shoe does not hold are worth 0"
    return max(differences)


def worst(together: Sequence[Played], up: int, shoe: Floats, removed: Sequence[tuple[int, int]]) -> float:
    return worst_of(two_card_values(up, shoe, together), together, up, shoe, removed)


def worst_of(
    found: Sequence[TwoCardValues],
    together: Sequence[Played],
    up: int,
    shoe: Floats,
    removed: Sequence[tuple[int, int]],
) -> float:
    return max(
        largest_difference(values, one, up, shoe, two)
        for one, values in zip(together, found, strict=True)
        for two in removed
    )


@pytest.mark.parametrize("up", [1, 6, 10])
def test_games_together_are_each_game_alone(up: int) -> None:
    assert worst(games(*CHANGES), up, full_shoe(6), REMOVED) < CLOSE


@pytest.mark.parametrize("up", [1, 6, 8, 10])
def test_also_from_few_cards(up: int) -> None:
    """Shoes in which a second card may be certain, and pairs that cannot be split again."""
    assert worst(games(*CHANGES), up, FEW, TWO_CARDS) < CLOSE


@pytest.mark.parametrize(
    "change", ["dealer.pushes_on_22=false", "double.after_split=false", "natural.after_split=true"]
)
def test_rules_that_differ_are_not_taken_for_alike(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: if payments and legal plays did not tell games apart, the comparison would say so."""
    together = games(change)
    with monkeypatch.context() as patched:
        patched.setattr(Against, "content", lambda *_: b"")
        found = two_card_values(6, full_shoe(6), together)
    assert worst_of(found, together, 6, full_shoe(6), REMOVED[:1]) > 1e-6


@pytest.mark.parametrize("change", ["double.after_split=false", "dealer.pushes_on_22=false"])
def test_other_plays_and_nets_are_not_taken_for_alike(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: hands of a split pair are valued once for the same play and the same nets."""
    together = games(change)
    with monkeypatch.context() as patched:
        patched.setattr(removal_values, "_content", lambda hands, *_: hands.pair)
        found = two_card_values(6, full_shoe(6), together)
    assert worst_of(found, together, 6, full_shoe(6), REMOVED[:1]) > 1e-6


def test_worths_against_all_up_cards_add_up_to_the_round() -> None:
    """Games from different shoes, with and without swaps of a chart."""
    more: Floats = FEW + (np.arange(1, 11) == 8)
    every = [Game(played.tables, shoe, played.play) for played, shoe in zip(games(), (FEW, more), strict=True)]
    by_up_card = [worths_against(up, every) for up in UPS]
    worths = [sum(worths) for worths in zip(*by_up_card, strict=True)]
    assert worths == pytest.approx([two_hands_worth(game) for game in every], abs=CLOSE)
    assert len({round(worth, 9) for worth in worths}) == len(every), "all games differ"
