"""An award in the books: the steps of its hand, from the dealer's selection to its payment."""

import json
from typing import Any, NamedTuple

from lammer.ledger.journal import Journal
from lammer.papers.document import Deal, HandOfCards
from lammer.papers.forms.refusals import FormRefused
from lammer.progressive.recall import recall
from lammer.progressive.refusals import StepRefused

STAGES = ("selected", "frozen", "paid")
EARLIER_ROUNDS = 500
"""Rounds before the hand in which the beginning of its shoe is looked for."""


class Stage(NamedTuple):
    """The event that brought a claim to a stage, and the claim as it was then."""

    number: int
    at: str
    actor: str
    claim: dict[str, Any]


class Award(NamedTuple):
    """``stages`` are those that the claim has reached. ``player`` and ``commitment`` (of the shoe) are known on the
    floor."""

    table: str
    hand: int
    spot: int
    cards: tuple[str, ...]
    up: str
    stop: int
    stages: dict[str, Stage]
    player: str
    commitment: str

    def reached(self, stage: str) -> Stage:
        """Refuses a form for a stage that the award has not reached."""
        if stage in self.stages:
            return self.stages[stage]
        where = f"table {self.table}, hand {self.hand}, spot {self.spot}"
        if not self.stages:
            raise FormRefused("no-such-award", f"{where}: there is no award in the books")
        now = next(one for one in reversed(STAGES) if one in self.stages)
        if stage == "frozen" and now == "paid":
            raise FormRefused("no-approval", f"{where}: the dealer paid this without approval")
        wait = {"paid": "it is not paid yet", "frozen": "no supervisor has confirmed it"}[stage]
        raise FormRefused("not-yet", f"{where}: the award is {now}; {wait}")

    @property
    def place(self) -> str:
        return f"table {self.table}, hand {self.hand}, spot {self.spot}"

    def picture(self, outcome: str) -> Deal:
        hands = [HandOfCards(f"Spot {self.spot}", self.cards, outcome)]
        hands += [HandOfCards("Dealer", (self.up,), "up card")] if self.up else []
        lines = (f"The wheel stopped at {self.stop}.",) if self.stop else ()
        return Deal("The cards", tuple(hands), lines, "")


def award_of(journal: Journal, link: str, table: str, hand: int, spot: int) -> Award:
    try:
        found = recall(journal, link, table, hand)
    except StepRefused as refused:
        raise FormRefused(refused.code, refused.text) from None
    floor = _on_floor(journal, table, hand)
    return Award(
        table,
        hand,
        spot,
        tuple(found["cards"].get(str(spot), ())),
        found["up"] or "",
        next((one["stop"] for one in found["spins"] if one["spot"] == spot), 0),
        _stages(found["steps"], spot),
        next((player for box, _bettor, player in floor.get("seats", []) if box == spot), ""),
        _commitment(journal, table, hand) if floor else "",
    )


def _stages(steps: list[dict[str, Any]], spot: int) -> dict[str, Stage]:
    found: dict[str, Stage] = {}
    for step in steps:
        answer = step["answer"]
        for claim in [answer["claim"]] if "claim" in answer else answer.get("claims", []):
            if claim["spot"] == spot:
                found[claim["stage"]] = Stage(step["number"], step["at"], step["actor"], claim)
        if spot in ([answer["undone"]] if "undone" in answer else answer.get("voided", [])):
            found.clear()
        if step["kind"] == "end" and str(spot) in answer.get("paid", {}) and "paid" not in found:
            claim = found["selected"].claim | {"stage": "paid"}
            found["paid"] = Stage(step["number"], step["at"], step["actor"], claim)
    return found


def _on_floor(journal: Journal, table: str, hand: int) -> dict[str, Any]:
    """The answer to the deal of a round on the floor; empty for a hand at a desk."""
    answers = [json.loads(event["answer"]) for event in journal.events_about(f"floor/{table}/{hand}")]
    return next((answer for answer in answers if "seats" in answer), {})


def _commitment(journal: Journal, table: str, hand: int) -> str:
    """The commitment of the shoe that dealt a hand: it stands in the round with which the shoe began."""
    for number in range(hand, max(hand - EARLIER_ROUNDS, 0), -1):
        begun = _on_floor(journal, table, number).get("shoe", {}).get("new", {})
        if begun:
            return str(begun.get("commitment", ""))
    return ""
