"""Numbers with a meaning in the tables of pays and of the dealer. Kernels import them: this module imports little."""

from lammer.rule_tables.ends import DEALER_NATURAL

PUSH = 0
"""The row of pays in which no money moves."""
NATURAL_STATE = 2 * DEALER_NATURAL
"""The state of a dealer natural."""
HOLE, SECOND, WHOLE = 1, 2, 4
"""What a hand that ended so asks of the dealer, added up: a hole card with the opening deal; without one, a second card
if it could make a natural; drawing to the end."""
