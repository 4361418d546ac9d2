"""Books of a real desk for the tests of forms: awards, readings, a correction, petitions and a transfer."""

from pathlib import Path
from typing import NamedTuple

from lammer.ledger.journal import Journal
from lammer.papers.forms.catalogue import Wanted
from tests.jackpot import EXECUTIVE, LINK, OTHER, SECOND, SUPERVISOR, Jackpot, new_jackpot

REFERENCE = "P7"
HEIR = "heir"


class Kept(NamedTuple):
    """Books whose jackpot is over, and every form that they can print."""

    jackpot: Jackpot
    wanted: dict[str, Wanted]

    @property
    def journal(self) -> Journal:
        return self.jackpot.desk.journal


def jackpot_with_forms(folder: Path, terms: str = "blazing-7s-three-meters", where: str = "") -> Kept:
    """Two days of a jackpot, ended by a move to another one. Spot 3 of hand 1 on T1 wins the top award."""
    jackpot = new_jackpot(folder, terms, where=where)
    jackpot.link(HEIR, terms)
    levels = list(jackpot.desk.link(LINK).terms.levels)
    _read(jackpot, levels, over=0)
    jackpot.dealt({3: "7d 7d", 2: "7c 9h"}, "7d", {3: 500, 2: 100})
    jackpot.select(3, next(iter(jackpot.desk.link(LINK).terms.shares)))
    jackpot.select(2, "one 7")
    jackpot.approve(3)
    jackpot.do("end", "dana", "T1")
    jackpot.do("adjust", EXECUTIVE, level=levels[-1], amount=1250, reason="sensor fault", note="T2", approved_by=OTHER)
    _read(jackpot, levels, over=7)
    jackpot.dealt({1: "7d 7d", 4: "9c 8d"}, "7d", table="T2")
    jackpot.select(1, next(iter(jackpot.desk.link(LINK).terms.shares)), "T2")
    jackpot.do("confirm", SUPERVISOR, "T2", spot=1)
    frozen = jackpot.desk.journal.last_number()
    jackpot.swipe(OTHER, 1, "T2")
    jackpot.do("end", "dana", "T2")
    jackpot.do("close-link", SECOND)
    note = {"permits": "move to another jackpot", "reference": REFERENCE, "decided_by": "kim", "note": "hearing"}
    jackpot.do("petition", EXECUTIVE, **note)
    jackpot.desk.move(jackpot.key(), EXECUTIVE, LINK, REFERENCE, HEIR, {level: level for level in levels})
    hand = {"table": "T1", "hand": 1, "spot": 3}
    return Kept(
        jackpot,
        {
            "slip": Wanted("slip", LINK, hand),
            "slip of the tray": Wanted("slip", LINK, hand | {"spot": 2}),
            "approval": Wanted("approval", LINK, {"table": "T2", "hand": 1, "spot": 1}),
            "terms": Wanted("terms", LINK, {}),
            "reading": Wanted("reading", LINK, {}),
            "reconciliation": Wanted("reconciliation", LINK, {}),
            "liability": Wanted("liability", LINK, {"event": frozen}),
            "petition": Wanted("petition", LINK, {"reference": REFERENCE}),
            "transfer": Wanted("transfer", LINK, {"reference": REFERENCE}),
        },
    )


def _read(jackpot: Jackpot, levels: list[str], over: int) -> None:
    """A supervisor reads the sign, which shows a few cents more on the last level."""
    meters = jackpot.desk.meters(LINK)
    readings = {level: meters[level] + (over if level == levels[-1] else 0) for level in levels}
    jackpot.do("reconcile", SUPERVISOR, readings=readings)
