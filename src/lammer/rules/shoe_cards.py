"""The shoe from which chances are computed, and the rules that affect a deal."""

from collections.abc import Iterable
from typing import NamedTuple

from lammer.cards.card import ACE, DECK_SIZE, TEN, VALUES
from lammer.rules.conditions.cards import Detail
from lammer.rules.offers import ends_before_offer, offered_under, peeks_under
from lammer.rules.schema import Rules


class ShoeCards(NamedTuple):
    """The number of cards of each code. ``detail`` is the known detail: cards known only by value or rank are all
    counted under the first code of that value or rank."""

    counts: tuple[int, ...]
    detail: Detail = Detail.SUITS

    def known_to(self, detail: Detail) -> "ShoeCards":
        """The same shoe in less detail."""
        found = [0] * DECK_SIZE
        for code, count in enumerate(self.counts):
            found[first_code(code, detail)] += count
        return ShoeCards(tuple(found), detail)

    def of_value(self, value: int) -> int:
        """The number of cards with this value."""
        return sum(count for code, count in enumerate(self.counts) if VALUES[code] == value)


def first_code(code: int, detail: Detail) -> int:
    """The code under which all cards like this one are counted."""
    if detail is Detail.SUITS:
        return code
    return code // 4 * 4 if detail is Detail.RANKS else 4 * (VALUES[code] - 1)


def whole_decks(decks: int) -> ShoeCards:
    return ShoeCards((decks,) * DECK_SIZE)


def shoe_by_value(counts: Iterable[int]) -> ShoeCards:
    """A shoe of which only the counts by value are known, aces first, ten-values last."""
    found = [0] * DECK_SIZE
    for value, count in enumerate(counts):
        found[4 * value] = count
    return ShoeCards(tuple(found), Detail.VALUES)


class Deal(NamedTuple):
    """The rules of a game that affect the deal for a side bet."""

    limit: int
    stand_on_hard: int
    stand_on_soft: int
    player_ace_wins: bool
    dealer_ace_wins: bool
    not_offered: frozenset[tuple[int, bool]] = frozenset()
    """Pairs of up-card value and whether the dealer has a natural, for which a bet placed after the up card is not
    offered."""
    ends_early: frozenset[tuple[int, int]] = frozenset()
    """Values of a player's first two cards that end the hand before such a bet is offered."""
    peeks_under: frozenset[int] = frozenset()
    """Values of up cards with which a dealer natural is found before hands are played."""
    pairs_by_rank: bool = False


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
        peeks_under=frozenset(up for up in range(ACE, TEN + 1) if peeks_under(rules, up)),
        pairs_by_rank=rules.split.pairs == "rank",
    )


Counted = tuple[tuple[str, ...], bool, int]
"""The outcomes that hold, whether all cards were dealt, and the number of cards drawn."""
