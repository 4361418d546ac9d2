"""Numbers for the ends of hands and for stakes: the axes of the payoff table.

The end of a hand that stood is its total, the end of a bust is limit + 1, and the dealer's end is the dealer's total.
"""

from typing import Literal

NATURAL, SPECIAL_NATURAL, INSTANT_WIN, INSTANT_LOSS, SURRENDERED, OPEN = range(26, 32)
"""Ends of a hand that are not a total. A special natural pays other odds than the usual one. An open hand is one that
the dealer's natural ends before it is played."""
BOXED = 25
"""The end of a bust that is boxed under the dealer's up card."""
HAND_ENDS = 32
DEALER_NATURAL = 31
DEALER_ENDS = 32

FIRST_HAND, PAID_SPLIT, FREE_SPLIT = range(3)
"""The origin of a hand."""
SPLIT_NAMES: tuple[Literal["free", "paid"] | None, ...] = (None, "paid", "free")
OWN, FREE = 4, 1
"""The amounts that one wager of own money and one lammer add to the number of a stake."""
STAKES = 64
"""The number of stake numbers: 16 · origin of the hand + 4 · own money + lammers, both in wagers."""
FIRST_STAKE = OWN
"""The stake of a hand before any action."""


def stake_number(how: int, own: int, free: int) -> int:
    return 16 * how + OWN * own + FREE * free
