"""Hand arithmetic on plain integers: the only place where totals are computed.

``limit`` is the highest total that is not a bust (21; 20 in Triple Win 20). An ace counts 11 when
that does not exceed the limit; at most one ace can.
"""

from collections.abc import Iterable

from lammer.cards.card import ACE, TEN, VALUES

SOFT_BONUS = 10
"""The difference between an ace that counts 11 and one that counts 1."""


def add_card(total: int, soft: bool, value: int, limit: int) -> tuple[int, bool]:
    """The total and softness after adding a card of this value."""
    total += value
    if value == ACE and not soft and total + SOFT_BONUS <= limit:
        return total + SOFT_BONUS, True
    if soft and total > limit:
        return total - SOFT_BONUS, False
    return total, soft


def hand_total(codes: Iterable[int], limit: int) -> tuple[int, bool]:
    """Total and softness of a whole hand, independent of the order of its cards."""
    total, aces = 0, False
    for code in codes:
        total += VALUES[code]
        aces = aces or VALUES[code] == ACE
    if aces and total + SOFT_BONUS <= limit:
        return total + SOFT_BONUS, True
    return total, False


def natural_partner(value: int, limit: int) -> int | None:
    """The card value that makes a natural with this one: a two-card total equal to the limit, where an ace counts
    11."""
    partner = limit - (ACE + SOFT_BONUS if value == ACE else value)
    if partner == ACE + SOFT_BONUS:
        return ACE
    return partner if ACE <= partner <= TEN else None


def dealer_draws(total: int, soft: bool, stand_on_hard: int, stand_on_soft: int) -> bool:
    """Whether the dealer takes another card on this total."""
    return total < (stand_on_soft if soft else stand_on_hard)
