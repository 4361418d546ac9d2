"""Compare the sign with the books: what players see must be what is owed to them."""

from collections.abc import Mapping

from lammer.progressive.freezes import frozen_on
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import Situation, Step, require
from lammer.progressive.terms import HOUSE


def reconcile(now: Situation, readings: Mapping[str, int]) -> Step:
    """A supervisor reads the sign. Levels that differ by the terms' alarm or more are told; nothing is changed."""
    require(now.link, now.actor, "supervisor", HOUSE)
    levels = now.link.terms.levels
    for level in set(readings) ^ set(levels):
        why = "was not read" if level in levels else f"is no level; they are {', '.join(levels)}"
        raise StepRefused("readings-missing", f"{level!r} {why}", HOUSE)
    rows = {
        level: {
            "sign": readings[level],
            "books": now.meter(level),
            "frozen": frozen_on(now.link, level),
            "difference": readings[level] - now.meter(level),
            "alarm": abs(readings[level] - now.meter(level)) >= now.link.terms.sign_alarm,
        }
        for level in levels
    }
    alarm = any(row["alarm"] for row in rows.values())
    return Step(now.link, now.table, answer={"levels": rows, "alarm": alarm})
