"""How true counts are rounded, and the rounded count from which a play is made."""

from math import floor

from lammer.errors import BadArgument

ROUNDINGS = ("floor", "round", "truncate")
"""Down; to the nearest, halves up; towards 0."""


def checked_rounding(text: str) -> str:
    """Raises BadArgument for a rounding that there is not."""
    if text not in ROUNDINGS:
        raise BadArgument("true_count", f"{text!r} is not one of {', '.join(ROUNDINGS)}")
    return text


def learned_index(index: float, rounding: str) -> int:
    """The rounded count from which a play is made: its lowest true count is the nearest to the index; of two equally
    near ones the higher.

    >>> [learned_index(3.2, rounding) for rounding in ROUNDINGS]
    [3, 4, 3]
    >>> [learned_index(-0.6, rounding) for rounding in ROUNDINGS]
    [-1, 0, 0]
    """
    around = range(floor(index) - 1, floor(index) + 4)
    return min(around, key=lambda count: (abs(_lowest(count, rounding) - index), -count))


def _lowest(count: int, rounding: str) -> float:
    """The lowest true count that is rounded to this one or a higher one."""
    if rounding == "truncate":
        return count if count > 0 else count - 1
    return count - 0.5 if rounding == "round" else count
