"""Numbers for how hands end and whose money is on them: the axes of the payoff table.

A hand that stood ended with its total, a busted one with the total after the limit. The dealer ended with the total.
"""

from lammer.table.state import Stake

NATURAL, SPECIAL_NATURAL, INSTANT_WIN, INSTANT_LOSS, SURRENDERED, OPEN = range(26, 32)
"""Ends of a hand that its total does not tell. A special natural pays other odds than the usual one. An open hand is
one that the dealer's natural ends before it is played."""
HAND_ENDS = 32
DEALER_NATURAL = 31
DEALER_ENDS = 32

FIRST_HAND, PAID_SPLIT, FREE_SPLIT = range(3)
"""How a hand came onto the box."""
SPLIT_NAMES = (None, "paid", "free")
OWN, FREE = 4, 1
"""What one wager of own money, or one lammer, adds to the number of a stake."""
STAKES = 64
"""Numbers of stakes: 16 · how the hand came + 4 · own money + lammers, both in wagers."""
FIRST_STAKE = OWN
"""The stake of a hand that nothing was done with yet."""


def stake_number(how: int, own: int, free: int) -> int:
    return 16 * how + OWN * own + FREE * free


def stake_of(number: int, wager: int) -> Stake | None:
    """The stake with this number when the original wager is so much; None where the number means nothing."""
    how, own, free = number >> 4, number // OWN & 3, number & 3
    return Stake(own * wager, free * wager, split=SPLIT_NAMES[how]) if how < len(SPLIT_NAMES) else None
