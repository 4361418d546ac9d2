"""Numbers for how hands end and whose money is on them: the axes of the payoff table.

A hand that stood ended with its total, a busted one with the total after the limit. The dealer ended with the total.
"""

from typing import Literal

NATURAL, SPECIAL_NATURAL, INSTANT_WIN, INSTANT_LOSS, SURRENDERED, OPEN = range(26, 32)
"""Ends of a hand that its total does not tell. A special natural pays other odds than the usual one. An open hand is
one that the dealer's natural ends before it is played."""
HAND_ENDS = 32
DEALER_NATURAL = 31
DEALER_ENDS = 32

FIRST_HAND, PAID_SPLIT, FREE_SPLIT = range(3)
"""How a hand came onto the box."""
SPLIT_NAMES: tuple[Literal["free", "paid"] | None, ...] = (None, "paid", "free")
OWN, FREE = 4, 1
"""What one wager of own money, or one lammer, adds to the number of a stake."""
STAKES = 64
"""Numbers of stakes: 16 · how the hand came + 4 · own money + lammers, both in wagers."""
FIRST_STAKE = OWN
"""The stake of a hand that nothing was done with yet."""


def stake_number(how: int, own: int, free: int) -> int:
    return 16 * how + OWN * own + FREE * free
