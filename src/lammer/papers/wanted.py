"""What a document shall contain, and the parts that are left out with their reasons."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from lammer.errors import LammerError, MissingExtra

Found = TypeVar("Found")
ROUNDS = 10_000_000
SEED = 1


class Wanted(NamedTuple):
    """The parts of a PAR sheet that take longest, and its simulation. ``rounds`` 0 leaves the simulation out."""

    rounds: int = ROUNDS
    seed: int = SEED
    spread: bool = True
    effects: bool = True
    removal: bool = True
    chart: bool = True
    """Whether the best chart is computed; else the shipped chart is shown."""


class LeftOut(NamedTuple):
    """A part that is not in the document, with the reason, which is printed in its place."""

    why: str


def attempt(work: Callable[[], Found]) -> Found | LeftOut:
    """The result of some work, or the sentence with which the analysis refuses it."""
    try:
        return work()
    except MissingExtra:
        raise
    except LammerError as refused:
        return LeftOut(str(refused))
