"""The refusal of the exact analysis, in a module of its own, so that surfaces can import it without numpy and Numba."""

from lammer.errors import LammerError

TWO_HANDS = (
    "hands.per_box=2: what two hands of a box bring together is not analysed; lammer simulate estimates its "
    "standard deviation"
)


class NotAnalysed(LammerError, ValueError):
    """The sheet has a rule that the exact analysis does not cover."""
