"""What the books of a jackpot can print: its last awards, readings and petitions, newest first."""

import json
from typing import Any, NamedTuple

from lammer.ledger.journal import Journal
from lammer.papers.forms.books import FREEZING, JackpotBooks

SHOWN = 30
LOOKED_AT = 400
"""Events among which awards are looked for."""


class Printable(NamedTuple):
    awards: list[Any]
    readings: list[Any]
    petitions: list[Any]


def printable(journal: Journal, link: str) -> Printable:
    books = JackpotBooks(journal, link)
    readings = [
        {"event": one.number, "at": one.at, "by": one.actor, "alarm": bool(one.answer["alarm"])}
        for one in books.events("reconcile")[-SHOWN:]
    ]
    used = {_reference(one.said) for one in books.events("move", "transfer", "receive")}
    petitions = [
        {"reference": (name := one.said["reference"]), "permits": one.said["permits"], "done": name in used}
        for one in books.events("petition")[-SHOWN:]
    ]
    return Printable(_awards(journal, link), readings[::-1], petitions[::-1])


def _reference(said: Any) -> str:
    return str(said["sent"]["reference"] if "sent" in said else said["reference"])


def _awards(journal: Journal, link: str) -> list[dict[str, Any]]:
    """Awards that a supervisor has confirmed and nobody has voided."""
    found: dict[tuple[str, int, int], dict[str, Any]] = {}
    for row in reversed(journal.newest_of(FREEZING, journal.last_number(), LOOKED_AT)):
        answer = json.loads(row["answer"])
        if (json.loads(row["body"]).get("link") or answer.get("link")) != link:
            continue
        step = answer["progressive"][-1]["answer"] if "progressive" in answer else answer
        _, table, hand = row["about"].rsplit("/", 2)
        for claim in [step["claim"]] if "claim" in step else step.get("claims", []):
            place = (table, int(hand), int(claim["spot"]))
            # Once it is paid, an award goes to the end of the list again.
            found.pop(place, None)
            found[place] = {
                "table": table,
                "hand": int(hand),
                "spot": claim["spot"],
                "outcome": claim["outcome"],
                "amount": claim["amount"],
                "stage": claim["stage"],
                "at": row["at"],
            }
        for spot in step.get("voided", []):
            found.pop((table, int(hand), int(spot)), None)
    return list(found.values())[::-1][:SHOWN]
