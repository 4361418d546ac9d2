"""Compares the sign with the books: the amounts that players see must be the amounts owed to them."""

from collections.abc import Mapping

from lammer.progressive.freezes import frozen_on
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import Situation, Step, require
from lammer.progressive.terms import HOUSE


def reconcile(now: Situation, readings: Mapping[str, int]) -> Step:
    """A supervisor reads the sign. Levels that differ by at least the terms' ``sign_alarm`` are reported; nothing
    changes."""
    require(now.link, now.actor, "supervisor", HOUSE)
    levels = now.link.terms.levels
    for level in set(readings) ^ set(levels):
        why = "has no reading" if level in levels else f"is not a level; the levels are {', '.join(levels)}"
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
