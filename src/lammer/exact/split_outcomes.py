"""The final hands of a policy: compositions of a split hand, with the number of drawing orders of each.

As for the dealer, the chance of a final composition is its number of orders times a product of falling factorials, and
that holds for several hands and the dealer together: what is drawn is the sum of their compositions.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from lammer.exact.hands import VALUES, Floats, Ints
from lammer.exact.pair_kernels import orders_of
from lammer.exact.up_card import options_for
from lammer.exact.values import SplitHands
from lammer.rule_tables.plays import DOUBLE, FREE_DOUBLE, STAND


class End(NamedTuple):
    """How a hand ended: its total (as far as it matters), what was doubled, and whether it counts as a natural."""

    total: int
    doubled: str = ""
    natural: bool = False


BROKE = End(0)
"""Over the limit without a double. Such hands are many and never listed: they are what is left."""


@dataclass(frozen=True, eq=False)
class Finals:
    """Final hands of a policy whose second card is the pair's value, or whose is not; BROKE aside, one row for each."""

    drawn: Ints
    """rows × 10: the cards drawn to the pair's card."""
    ends: tuple[End, ...]
    """Every kind of ending, BROKE first; the same for both kinds of second card."""
    end: Ints
    """Row → place in ``ends``, ascending."""
    orders: Floats


def finals_of(hands: SplitHands, kind: str) -> dict[bool, Finals]:
    """How hands of a kind end under their policy, by whether the second card is the pair's value."""
    family, policy = hands.against.grid.families[hands.pair], hands.policy(kind)
    cards = hands.against.grid.hands.cards[family.hands]
    orders = orders_of(family.after, family.begun, hands.pair, policy)
    rows = _rows(hands, policy)
    ends = (BROKE, *sorted({end for end, _, _ in rows}))
    drawn = np.concatenate([cards[places] + _extra(card, hands.pair) for _, places, card in rows])
    end = np.concatenate([np.full(len(places), ends.index(one)) for one, places, _ in rows])
    ways = np.concatenate([orders[places] for _, places, _ in rows])
    found = {}
    for paired in (False, True):
        live = np.flatnonzero(ways[:, int(paired)] > 0)
        live = live[np.argsort(end[live], kind="stable")]
        found[paired] = Finals(drawn[live], ends, end[live], ways[live, int(paired)])
    return found


def _rows(hands: SplitHands, policy: Ints) -> list[tuple[End, Ints, int]]:
    """(end, places of a family, card drawn last or −1): hands that stand, and hands that take one card on a double."""
    tables, family = hands.against.tables, hands.against.grid.families[hands.pair]
    # Totals below every standing total of the dealer are worth the same.
    counted = np.maximum(family.total, tables.dealing.drawing.lowest_final - 1)
    natural = options_for(tables, family).natural
    found = []
    stands = np.flatnonzero(policy == STAND)
    for total, special in {(int(counted[place]), bool(natural[place])) for place in stands}:
        these = stands[(counted[stands] == total) & (natural[stands] == special)]
        found.append((End(total, "", special), these, -1))
    for play, doubled in ((DOUBLE, "paid"), (FREE_DOUBLE, "free")):
        for place in np.flatnonzero(policy == play):
            for card in VALUES:
                there = family.after[place, card]
                total = int(counted[there]) if there >= 0 else BROKE.total
                found.append((End(total, doubled), np.array([place]), card))
    return found


def _extra(card: int, pair: int) -> Ints:
    """A card drawn last, less the pair's card, which was there before anything was drawn."""
    extra = np.zeros(10, dtype=np.int64)
    extra[pair] -= 1
    if card >= 0:
        extra[card] += 1
    return extra
