"""The cost of a choice against the best one, and its grade."""

from enum import StrEnum
from typing import NamedTuple

from lammer.training.situation import Decision
from lammer.training.values import Valued, worth_of

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


def judge(valued: Valued, decision: Decision, action: str, amount: int = 0) -> Verdict | None:
    """None if the choice has no exact value, or if there was only one choice."""
    chosen, best = worth_of(valued, decision, action, amount), valued.best
    if chosen is None or best is None or len(valued.choices) + len(valued.unvalued) < 2:
        return None
    cost = max(best.worth, best.minimum_worth) - chosen
    cost = cost if cost > NOTHING else 0.0
    return Verdict(action, best.action if cost else action, cost, grade_of(cost))
