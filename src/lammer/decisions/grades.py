"""The cost of a choice against the best one, and its grade."""

from enum import StrEnum
from typing import NamedTuple

from lammer.decisions.situation import Decision
from lammer.decisions.values import Valued, worth_of

NOTHING = 1e-9
"""Differences below this are rounding errors."""


class Grade(StrEnum):
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS = ((Grade.BLUNDER, 0.10), (Grade.MISTAKE, 0.03), (Grade.INACCURACY, 0.005))
"""The minimum cost of each grade in original wagers; a choice that costs less is good."""


class Verdict(NamedTuple):
    """``cost`` in original wagers; 0 for the best choice."""

    action: str
    best: str
    cost: float
    grade: Grade


def grade_of(cost: float) -> Grade:
    return next((grade for grade, least in THRESHOLDS if cost >= least), Grade.GOOD)


def cost_of(valued: Valued, decision: Decision, action: str, amount: int = 0) -> float | None:
    """The best choice's value less that of the choice made, in original wagers; None where that has no exact value."""
    chosen, best = worth_of(valued, decision, action, amount), valued.best
    if chosen is None or best is None:
        return None
    cost = max(best.worth, best.minimum_worth) - chosen
    return cost if cost > NOTHING else 0.0


def judge(valued: Valued, decision: Decision, action: str, amount: int = 0) -> Verdict | None:
    """None where the choice has no exact value, or there was nothing to choose."""
    cost, best = cost_of(valued, decision, action, amount), valued.best
    if cost is None or best is None or len(valued.choices) + len(valued.unvalued) < 2:
        return None
    return Verdict(action, best.action if cost else action, cost, grade_of(cost))
