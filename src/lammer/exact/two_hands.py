"""Two hands per box: the value of every start, and the best swap of second cards.

Each hand is valued with the other hand's two cards removed from the shoe. This is exact for a player who plays a hand
by its own cards, the four cards of the deal and the up card: the cards that the first hand draws are a sample of the
unseen ones, so the second hand's expectation is the same as if it were played first, and the expectation of a sum is
the sum of the expectations. Only the joint distribution of the two hands, and so the deviation, would need more.

Arrays are indexed by values less 1: up card, first and second card of a hand, the two cards of the other hand.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from lammer.exact.compositions import TWO_CARDS
from lammer.exact.hands import Bools, Floats
from lammer.exact.pays import pays_of
from lammer.exact.play import ByChart, Optimal, Play
from lammer.exact.refusals import NotAnalysed
from lammer.exact.round import refuse_special
from lammer.exact.stakes import NUMBERS, OWN
from lammer.exact.two_hand_values import Played, TwoCardValues, natural_after_check, two_card_values
from lammer.exact.up_card import Against
from lammer.exact.values import Game, Worth
from lammer.rule_tables import ends
from lammer.rule_tables.tables import RuleTables
from lammer.strategy.swaps import swap_table

UPS = tuple(range(1, 11))
TIE = 1e-12
"""A swap must gain more than this; below it is rounding, and the cards stay as they are dealt."""


class Starts(NamedTuple):
    """By up card and the cards of both hands (first and second card of the first hand, then of the other): the chance,
    the chance that the dealer's check finds a natural, and the values of both hands together after the check without
    and with a swap."""

    chance: Floats
    found: Floats
    keep: Floats
    swap: Floats
    lost: Floats

    @property
    def swaps(self) -> Bools:
        """Whether the swap is better."""
        better: Bools = self.swap > self.keep + TIE
        return better

    def worth(self, swaps: Bools | None = None) -> float:
        """Expected net of a round, for one wager in all: half of it lies on each hand."""
        chosen = np.where(self.swaps if swaps is None else swaps, self.swap, self.keep)
        played = self.chance * ((1 - self.found) * chosen + self.found * self.lost)
        # Up card by up card, so that the sum is the same if several are computed elsewhere.
        return sum(float(against.sum()) for against in played) / 2


def starts(tables: RuleTables, shoe: Floats, play: Play, on_progress: Callable[[], None] = lambda: None) -> Starts:
    """Every two-hand start from a shoe; ``on_progress`` is called after each of ``UPS``."""
    refuse(tables)
    return _starts(tables, shoe, UPS, all_two_card_values(tables, shoe, play, on_progress))


def all_two_card_values(tables: RuleTables, shoe: Floats, play: Play, on_progress: Callable[[], None]) -> TwoCardValues:
    """By up card, and the cards of ``two_hand_values.py``."""
    found = []
    for up in UPS:
        found += two_card_values(up, shoe, [Played(tables, play)])
        on_progress()
    return TwoCardValues(*(np.stack(arrays) for arrays in zip(*found, strict=True)))


def _starts(tables: RuleTables, shoe: Floats, ups: Sequence[int], values: TwoCardValues) -> Starts:
    chance, found = (of_all[np.array(ups) - 1] for of_all in start_chances(tables, shoe))
    other = (0, 3, 4, 1, 2)
    keep = values.dealt + values.dealt.transpose(other)
    lost = values.lost + values.lost.transpose(other)
    # After the swap the hands are (first, other's second) and (other's first, second).
    mixed = values.plain.transpose(0, 1, 4, 3, 2)
    swap = np.where(_may_swap(tables), mixed + mixed.transpose(other), -np.inf)
    return Starts(chance, found, keep, swap, lost)


def start_values(
    tables: RuleTables, shoe: Floats, first: tuple[int, ...], other: tuple[int, ...], up: int
) -> tuple[float, float]:
    """The values of both hands together against an up card, after the dealer's check, without and with a swap."""
    (a, b), (c, d) = first, other

    def value(one: tuple[int, int], away: tuple[int, int], *, dealt: bool) -> float:
        left = shoe.copy()
        for card in away:
            left[card - 1] -= 1
        worth = Worth(Against(tables, up, left), Optimal())
        natural = dealt and tables.dealing.is_natural(*one)
        return natural_after_check(worth.against, *one)[0] if natural else worth.of(*one)

    keep = value((a, b), (c, d), dealt=True) + value((c, d), (a, b), dealt=True)
    return keep, value((a, d), (c, b), dealt=False) + value((c, b), (a, d), dealt=False)


def refuse(tables: RuleTables) -> None:
    """Raises NotAnalysed for rules that end a hand with its first card, and for naturals with odds of their own."""
    if tables.dealing.first_values or tables.dealing.up_values:
        raise NotAnalysed("hands.per_box=2: hands that a first-card ace ends are not analysed together")
    for first, second in TWO_CARDS:
        refuse_special(tables, first, second)


def start_chances(tables: RuleTables, shoe: Floats) -> tuple[Floats, Floats]:
    """The chance of each start, and then of a dealer natural that the check finds."""
    partners = tuple(tables.dealing.drawing.partner(up) if tables.dealing.peeks[up] else None for up in UPS)
    return _start_chances(tuple(shoe.tolist()), partners)


@lru_cache(maxsize=4)
def _start_chances(counts: tuple[float, ...], partners: tuple[int | None, ...]) -> tuple[Floats, Floats]:
    """``partners``: for each up card the value that completes a natural, if the dealer looks for it."""
    values, shoe = np.indices((10,) * 5), np.array(counts)
    cards = float(shoe.sum())
    chance, found = np.ones((10,) * 5), np.zeros((10,) * 5)
    for at, value in enumerate(values):
        before = (values[:at] == value).sum(axis=0)
        chance *= np.maximum(shoe[value] - before, 0.0) / (cards - at)
    for up, partner in enumerate(partners):
        if partner is not None:
            seen = (values[:, up] == partner - 1).sum(axis=0)
            found[up] = np.maximum(shoe[partner - 1] - seen, 0.0) / (cards - 5)
    return chance, found


def _naturals(tables: RuleTables) -> Bools:
    """10 × 10: two cards of the deal that are a natural."""
    pairs = [[tables.dealing.is_natural(first, second) for second in range(1, 11)] for first in range(1, 11)]
    return np.array(pairs)


def _may_swap(tables: RuleTables) -> Bools:
    """Whether the second cards of two hands may be swapped: not if one of them is a natural that has been paid. The
    first axis is that of the up card, which does not matter."""
    every = np.ones((1, *(10,) * 4), dtype=np.bool_)
    if not tables.swaps:
        return ~every
    if not pays_of(tables).natural(ends.NATURAL, NUMBERS[OWN]).settled:
        return every
    naturals = _naturals(tables)
    return every & ~naturals[None, :, :, None, None] & ~naturals[None, None, None, :, :]


def swaps_by(tables: RuleTables, play: Play, found: Starts, ups: Sequence[int] = UPS) -> Bools:
    """The swaps of a strategy against these up cards: a chart's own, or the best ones. Without values a chart never
    swaps."""
    if not isinstance(play, ByChart):
        return found.swaps
    table = swap_table(play.chart.swaps, _naturals(tables).tolist())
    wished: Bools = np.array(table, dtype=np.bool_).reshape((10,) * 5)[np.array(ups) - 1]
    return wished & np.isfinite(found.swap)


def two_hands_worth(game: Game, on_progress: Callable[[], None] = lambda: None) -> float:
    """Expected net of one round for one original wager, half of it on each hand."""
    found = starts(game.tables, game.shoe, game.play, on_progress)
    return found.worth(swaps_by(game.tables, game.play, found))


def worths_against(up: int, games: Sequence[Game]) -> list[float]:
    """For each game what an up card adds to ``two_hands_worth``; faster than one game after the other."""
    for game in games:
        refuse(game.tables)
    worths = [0.0] * len(games)
    by_shoe: dict[bytes, list[int]] = defaultdict(list)
    for number, game in enumerate(games):
        by_shoe[game.shoe.tobytes()].append(number)
    for alike in by_shoe.values():
        played = [Played(games[number].tables, games[number].play) for number in alike]
        found = two_card_values(up, games[alike[0]].shoe, played)
        for number, values in zip(alike, found, strict=True):
            worths[number] = _worth_against(up, games[number], values)
    return worths


def _worth_against(up: int, game: Game, values: TwoCardValues) -> float:
    found = _starts(game.tables, game.shoe, (up,), TwoCardValues(*(array[None] for array in values)))
    return found.worth(swaps_by(game.tables, game.play, found, (up,)))
