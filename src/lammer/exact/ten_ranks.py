"""Ten-values by rank and suit, where the rules tell them apart: pairs of one rank, and naturals of suited faces.

Hands are valued by card values. Which ten-values they hold matters only to the chance that two of them are a pair of
one rank, to how many of that rank are left, and to the chance that a natural of two of them pays other odds. If the
shoe is known only by value, its ten-values are taken to be spread over the ranks and suits as in whole decks.
"""

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from lammer.cards.card import SUITS, TEN, VALUES
from lammer.rules.conditions.cards import Detail
from lammer.rules.shoe_cards import ShoeCards

TEN_RANKS = range(9, 13)
TEN_CODES = tuple(code for code, value in enumerate(VALUES) if value == TEN)


class PairKind(NamedTuple):
    """A case of a pair of ten-values of one rank: its chance among those pairs, and the cards of that rank in the shoe
    behind the up card, the pair included."""

    chance: float
    cards: float


class TenRanks(NamedTuple):
    """The ten-values of a shoe before the up card: by rank, and by code if suits are known."""

    by_rank: tuple[float, ...]
    by_code: tuple[float, ...] | None

    @property
    def same_rank(self) -> float:
        """The chance that two ten-values are of one rank."""
        total = sum(self.by_rank)
        return sum(number * (number - 1) for number in self.by_rank) / (total * (total - 1)) if total > 1 else 0.0

    def pairs(self, up: int) -> list[PairKind]:
        """The cases of a pair of one rank. A ten-value up card may be of the same rank."""
        found: dict[float, float] = {}
        for cards, ways in self._cases(up):
            found[cards] = found.get(cards, 0.0) + ways
        total = sum(found.values())
        return [PairKind(ways / total, cards) for cards, ways in found.items() if ways > 0]

    def likely_codes(self, decks: int) -> tuple[float, ...]:
        """The ten-values by code. Where suits are not known, those of a rank are spread evenly over them. Where ranks
        are not known either, any two ten-values of some decks are equally likely: of as many whole decks as the
        ten-values make, else of the game's ``decks``, or of more if those have too few."""
        if self.by_code is not None:
            return self.by_code
        if len(set(self.by_rank)) > 1:
            return tuple(number / len(SUITS) for number in self.by_rank for _ in SUITS)
        whole = sum(self.by_rank) / len(TEN_CODES)
        return (whole if whole.is_integer() else float(max(decks, ceil(whole))),) * len(TEN_CODES)

    def _cases(self, up: int) -> Iterator[tuple[float, float]]:
        for number in self.by_rank:
            pairs = number * (number - 1)
            if up != TEN:
                yield number, pairs
            else:
                yield number - 1, pairs * (number - 2)
                yield number, pairs * (sum(self.by_rank) - number)


def ten_ranks(tens: float, cards: ShoeCards | None) -> TenRanks:
    """The ten-values of a shoe that has so many, known by card as far as ``cards`` is."""
    if cards is None or cards.detail is Detail.VALUES:
        return TenRanks((tens / len(TEN_RANKS),) * len(TEN_RANKS), None)
    by_rank = tuple(float(sum(cards.counts[4 * rank : 4 * rank + 4])) for rank in TEN_RANKS)
    by_code = tuple(map(float, cards.counts[TEN_CODES[0] :])) if cards.detail is Detail.SUITS else None
    return TenRanks(by_rank, by_code)
