"""The refusal of the exact analysis, in a module of its own, so that surfaces can import it without numpy and Numba."""

from lammer.errors import LammerError


class NotAnalysed(LammerError, ValueError):
    """The sheet has a rule that the exact analysis does not cover."""
