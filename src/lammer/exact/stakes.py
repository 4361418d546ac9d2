"""The stake of a hand: the original wager, a wager added by a paid split, or a lammer."""

from lammer.rule_tables import ends

OWN, ADDED, FREE = "own", "added", "free"

NUMBERS = {
    OWN: ends.stake_number(ends.FIRST_HAND, 1, 0),
    ADDED: ends.stake_number(ends.PAID_SPLIT, 1, 0),
    FREE: ends.stake_number(ends.FREE_SPLIT, 0, 1),
}
"""Stakes of hands that were not doubled, as the payoff table numbers them."""
PAID_DOUBLE, FREE_DOUBLE = ends.OWN, ends.FREE
"""What a double adds to the number of a stake."""
DOUBLED = {"": 0, "paid": PAID_DOUBLE, "free": FREE_DOUBLE}
