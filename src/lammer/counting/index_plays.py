"""Index plays: from which true count another play is better than the best one of the full shoe.

The cards of a hand, its up card and, after a split, the other card of the pair are seen. Let m be what one play is
ahead of another then. With the true count T the lead is m + s·(T − T₀) on average (``count_slopes.py``), when hands
are played on as from the full shoe. It is 0 at the index T₀ − m/s. If s < 0 the other play is better above it, else
below. Hands that look alike to a player are taken together: the lead of a group is the average of its hands by how
often they come up. It is normal with the standard deviation |b|·√(Σ τ_c²) per unit of ``variance_per_square``; so its
gain is the unit normal loss, averaged over the depths down to the cut card.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np

from lammer.cards.card import DECK_SIZE, VALUE_LETTERS
from lammer.counting.count_slopes import slopes
from lammer.counting.hand_plays import (
    Origin,
    best_split,
    cards_seen,
    family_of,
    origins,
    times_reached,
    worths_of_plays,
)
from lammer.counting.held_play import Held
from lammer.counting.linear_model import average_gain
from lammer.exact.hands import Floats
from lammer.exact.stakes import FREE
from lammer.exact.values import Game, Worth
from lammer.rule_tables.plays import Play

OWN_HANDS, LAMMER_HANDS = "own", "lammer"
SMALLEST = 1e-6
"""Wagers per 100 rounds: decisions that gain less are not worth varying."""


class IndexPlay(NamedTuple):
    """``other`` is better than ``play`` with a true count at or above the index, or below it."""

    stake: str
    """OWN_HANDS or LAMMER_HANDS."""
    hand: str
    up: str
    play: str
    other: str
    true_count: float
    """The index."""
    above: bool
    frequency: float
    """How often the decision comes up in a round."""
    gain: float
    """Wagers that varying this play gains in 100 rounds with the count."""


class Cell(NamedTuple):
    """Hands that look alike to a player; ``legal``: which plays they have."""

    stake: str
    hand: str
    up: int
    legal: tuple[bool, ...]
    split: str
    """What a split of it is called; empty if it cannot be split."""


class Sums(NamedTuple):
    """Sums over the hands of a cell, by play: how often they come up, worth, s, s·T₀, and b·√(Σ τ²)."""

    frequency: float
    worth: Floats
    slope: Floats
    offset: Floats
    spread: Floats

    def plus(self, other: "Sums") -> "Sums":
        by_play = (one + more for one, more in zip(self[1:], other[1:], strict=True))
        return Sums(self.frequency + other.frequency, *by_play)

    def ahead(self, play: int, other: int) -> "Lead":
        found = (float(one[play] - one[other]) for one in self[1:])
        return Lead(self.frequency, *found)


class Lead(NamedTuple):
    """The same for the lead of one play over another."""

    frequency: float
    worth: float
    slope: float
    offset: float
    spread: float

    def plus(self, other: "Lead") -> "Lead":
        return Lead(*(one + more for one, more in zip(self, other, strict=True)))

    @property
    def turned(self) -> "Lead":
        """The lead of the other play."""
        return self.times(-1)

    def times(self, number: float) -> "Lead":
        return Lead(self.frequency, *(number * one for one in self[1:]))

    @property
    def true_count(self) -> float:
        """The index: where the lead is 0."""
        return (self.offset - self.worth) / self.slope

    def gain(self, cards: int, penetration: float) -> float:
        """Wagers in 100 rounds."""
        hurdle, squares = self.worth / self.frequency, (self.spread / self.frequency) ** 2
        average = average_gain(np.array([hurdle]), np.array([squares]), cards, penetration)[0]
        return 100 * self.frequency * float(average)

    def index_play(self, about: tuple[str, ...], cards: int, penetration: float) -> IndexPlay:
        """``about``: stake, hand, up card, play and other play."""
        if self.worth < 0:
            *hand, play, other = about
            return self.turned.index_play((*hand, other, play), cards, penetration)
        stake, hand_name, up, play, other = about
        gain = self.gain(cards, penetration)
        return IndexPlay(stake, hand_name, up, play, other, self.true_count, self.slope < 0, self.frequency, gain)


class _Hands:
    """The hands of one origin against one up card that come up."""

    def __init__(self, game: Game, worth: Worth, origin: Origin, tags: Sequence[float]) -> None:
        self._worth, self._origin = worth, origin
        reached = times_reached(game, worth, origin)
        self._rows = np.flatnonzero(reached > 0)
        self._full = worths_of_plays(worth, worth, origin)[self._rows]
        seen = cards_seen(worth, origin)[self._rows]
        self._slopes, self._frequency = slopes(game.shoe, seen.astype(np.float64), tags), reached[self._rows]
        self._slope = np.zeros_like(self._full)

    def add(self, value: int, less: Worth) -> None:
        """Adds the effect of a value's removal."""
        with np.errstate(invalid="ignore"):  # plays that are not legal
            moved = worths_of_plays(self._worth, less, self._origin)[self._rows] - self._full
        self._slope += self._slopes.weights[value - 1][:, None] * np.where(np.isfinite(moved), moved, 0.0)

    def cells(self) -> Iterator[tuple[Cell, Sums]]:
        about, legal = self._slopes, np.isfinite(self._full)
        slope = self._slope * (about.unseen[:, None] - 1) / DECK_SIZE
        worth = np.where(legal, self._full, 0.0)
        by_hand = (worth, slope, slope * about.start[:, None], self._slope * about.spread[:, None])
        family, plays = family_of(self._worth, self._origin), 1 << np.arange(legal.shape[1])
        looks = np.column_stack([family.soft[self._rows], family.total[self._rows], legal @ plays])
        pairs = legal[:, -1] * (self._rows + 1)  # every pair that can be split is a cell of its own
        _, first, place = np.unique(np.column_stack([looks, pairs]), axis=0, return_index=True, return_inverse=True)
        for number, at in enumerate(first.tolist()):
            alike = place.ravel() == number
            cell, share = self._cell(int(self._rows[at]), tuple(legal[at].tolist()))
            often = self._frequency[alike] * share
            yield cell, Sums(float(often.sum()), *(often @ one[alike] for one in by_hand))

    def _cell(self, row: int, legal: tuple[bool, ...]) -> tuple[Cell, float]:
        """The cell of a hand, and how many of such hands are meant: pairs of ten-values may have to be of one rank."""
        family, against = family_of(self._worth, self._origin), self._worth.against
        hand = f"{'soft' if family.soft[row] else 'hard'} {family.total[row]}"
        stake, split, share = LAMMER_HANDS if self._origin.kind == FREE else OWN_HANDS, "", 1.0
        if legal[-1]:
            value = int(against.grid.hands.cards[family.hands[row]].argmax()) + 1
            hand, rule = f"{VALUE_LETTERS[value]},{VALUE_LETTERS[value]}", best_split(self._worth, value)
            split = rule.name if rule else ""
            share = against.tens.same_rank if against.pairs_by_rank(value - 1) else 1.0
        return Cell(stake, hand, against.up, legal, split), share


class IndexTables:
    """What the plays of all hands are worth, from the full shoe and from each shoe with one card less. The games are
    given one after another, so that only one of them need be in memory."""

    def __init__(self, full: Game, tags: Sequence[float]) -> None:
        self._full, self._held = full, Held(full)
        self._hands = {
            worth.against.up: [(origin, _Hands(full, worth, origin, tags)) for origin in origins(worth)]
            for worth in full.worths
        }

    def add(self, value: int, game: Game) -> None:
        """The game from the shoe without a card of this value."""
        for worth in game.worths:
            held = Worth(worth.against, self._held)
            for _, hands in self._hands[worth.against.up]:
                hands.add(value, held)

    def index_plays(self, penetration: float) -> list[IndexPlay]:
        """Those worth varying, the largest gain first. ``penetration`` is the part of the shoe in front of the cut
        card."""
        cells: dict[Cell, Sums] = {}
        for hands in self._hands.values():
            for _, one in hands:
                for cell, sums in one.cells():
                    cells[cell] = cells[cell].plus(sums) if cell in cells else sums
        cards, merged = int(self._full.shoe.sum()), defaultdict[tuple[str, ...], list[Lead]](list)
        for cell, sums in cells.items():
            for play, other, lead in _worth_varying(cell, sums, cards, penetration):
                about = cell.stake, cell.hand, VALUE_LETTERS[cell.up]
                # Hands of one total may differ in which of two plays is the better: they are learned as one.
                turned = play > other
                plays = (other, play) if turned else (play, other)
                merged[*about, *plays].append(lead.turned if turned else lead)
        found = [reduce(Lead.plus, leads).index_play(about, cards, penetration) for about, leads in merged.items()]
        return sorted((one for one in found if one.gain > SMALLEST), key=lambda one: -one.gain)


def _worth_varying(cell: Cell, sums: Sums, cards: int, penetration: float) -> Iterator[tuple[str, str, Lead]]:
    """The best play, the other play and the lead. Of several other plays the one that gains most above its index and
    the one that gains most below; these gains can be added."""
    legal = np.flatnonzero(cell.legal).tolist()
    best = max(legal, key=lambda play: sums.worth[play])
    leads = {play: sums.ahead(best, play) for play in legal if play != best}
    for above in (True, False):
        there = {play: lead for play, lead in leads.items() if lead.slope and (lead.slope < 0) == above}
        if there:
            other = max(there, key=lambda play: there[play].gain(cards, penetration))
            yield _name(cell, best), _name(cell, other), there[other]


def _name(cell: Cell, play: int) -> str:
    return cell.split if play == len(cell.legal) - 1 else Play(play).kind
