"""Errors of the simulator, in a separate module so that surfaces can import them without numpy and Numba."""

from lammer.errors import LammerError


class SavedFault(LammerError, ValueError):
    """A file of sums cannot be used. The message says why."""


class ClusterFault(LammerError, ValueError):
    """A cluster cannot run the simulation. The message says why."""


class NotPaired(LammerError, ValueError):
    """Two games cannot be dealt the same cards. The message says why."""


class NotSimulated(LammerError, ValueError):
    """The simulator does not support a side bet. The message says why."""
