"""Classes of the dealer's final hand, and ways in which a standing hand meets them."""

BUST_CLASS, NATURAL, CLASSES = 23, 24, 25
"""Final totals 0 … 22 have their own number, 23 stands for every higher bust."""
PLAIN_CLASS = 17
"""A class that changes nothing special: neither a natural nor a bust."""
NO_COLUMN = -1
"""The way of a push: no money moves, so its chance is not kept."""
