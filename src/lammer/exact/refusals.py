"""What the exact analysis refuses, apart from its heavy parts so that surfaces can name it without loading them."""

from lammer.errors import LammerError


class NotAnalysed(LammerError, ValueError):
    """The sheet says something the exact analysis does not cover."""
