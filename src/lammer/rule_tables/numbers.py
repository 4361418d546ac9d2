"""Constants of the payoff and dealing tables. Kernels import them, so this module imports little."""

from lammer.rule_tables.ends import DEALER_NATURAL

PUSH = 0
"""The row of pays in which no money moves."""
NATURAL_STATE = 2 * DEALER_NATURAL
"""The state of a dealer natural."""
HOLE, SECOND, WHOLE = 1, 2, 4
"""Flags for the dealer's cards that a hand needs: a hole card in the opening deal; without a hole card, a second card
if it could make a natural; all cards up to the dealer's final total."""
