"""What the simulator refuses, apart from its heavy parts so that surfaces can name it without loading them."""

from lammer.errors import LammerError


class SavedFault(LammerError, ValueError):
    """A file of sums cannot be used: says why."""


class ClusterFault(LammerError, ValueError):
    """A cluster cannot do the run: says why."""


class NotPaired(LammerError, ValueError):
    """Two games cannot be dealt the same cards: says why."""


class NotSimulated(LammerError, ValueError):
    """A side bet looks at more than the simulator follows: says at what."""
