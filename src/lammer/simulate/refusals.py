"""What the simulator refuses, apart from its heavy parts so that surfaces can name it without loading them."""


class SavedFault(ValueError):
    """A file of sums cannot be used: says why."""


class ClusterFault(ValueError):
    """A cluster cannot do the run: says why."""


class NotPaired(ValueError):
    """Two games cannot be dealt the same cards: says why."""


class NotSimulated(ValueError):
    """A side bet looks at more than the simulator follows: says at what."""
