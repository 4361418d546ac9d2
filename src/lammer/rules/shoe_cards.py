"""The cards from which chances are counted, and the effect of the game's rules on a deal."""

from collections.abc import Iterable
from typing import NamedTuple

from lammer.cards.card import ACE, DECK_SIZE, TEN, VALUES
from lammer.rules.conditions.cards import Detail
from lammer.rules.offers import ends_before_offer, offered_under
from lammer.rules.schema import Rules


class ShoeCards(NamedTuple):
    """How many cards of each code there are. ``detail`` says how closely they are known: cards that are known by value
    or rank only are all counted under the first code of it."""

    counts: tuple[int, ...]
    detail: Detail = Detail.SUITS

    def known_to(self, detail: Detail) -> "ShoeCards":
        """The same shoe, seen less closely."""
        found = [0] * DECK_SIZE
        for code, count in enumerate(self.counts):
            found[first_code(code, detail)] += count
        return ShoeCards(tuple(found), detail)

    def of_value(self, value: int) -> int:
        """How many cards have this value."""
        return sum(count for code, count in enumerate(self.counts) if VALUES[code] == value)


def first_code(code: int, detail: Detail) -> int:
    """The code that stands for all cards like this one."""
    if detail is Detail.SUITS:
        return code
    return code // 4 * 4 if detail is Detail.RANKS else 4 * (VALUES[code] - 1)


def whole_decks(decks: int) -> ShoeCards:
    return ShoeCards((decks,) * DECK_SIZE)


def shoe_by_value(counts: Iterable[int]) -> ShoeCards:
    """A shoe of which only the values are known, aces first, ten-values last."""
    found = [0] * DECK_SIZE
    for value, count in enumerate(counts):
        found[4 * value] = count
    return ShoeCards(tuple(found), Detail.VALUES)


class Deal(NamedTuple):
    """What the game does to a deal that a bet is counted for."""

    limit: int
    stand_on_hard: int
    stand_on_soft: int
    player_ace_wins: bool
    dealer_ace_wins: bool
    not_offered: frozenset[tuple[int, bool]] = frozenset()
    """Values of the up card, with and without a dealer natural, under which a bet that is placed after the up card is
    not offered."""
    ends_early: frozenset[tuple[int, int]] = frozenset()
    """Values of a player's first two cards that end the hand before such a bet is offered."""


def deal_of(rules: Rules) -> Deal:
    ace, dealer = rules.first_ace, rules.dealer
    stands = dealer.stand_on_hard, dealer.stand_on_soft
    under = ((up, natural) for up in range(ACE, TEN + 1) for natural in (False, True))
    return Deal(
        rules.points.limit,
        *stands,
        ace.player == "wins",
        ace.dealer == "wins",
        not_offered=frozenset(one for one in under if not offered_under(rules, one[0], natural=one[1])),
        ends_early=ends_before_offer(rules),
    )


Counted = tuple[tuple[str, ...], bool, int]
"""Outcomes that hold, whether all cards are there, and how many cards were drawn."""
