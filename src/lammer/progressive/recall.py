"""Recalls a hand from the books: cards, wagers, meters before and after, payments and approvals."""

import json
from typing import Any

from lammer.cards.card import NAMES
from lammer.ledger.journal import Journal
from lammer.progressive.desk import hand_name
from lammer.progressive.refusals import StepRefused
from lammer.progressive.terms import HOUSE


def recall(journal: Journal, link: str, table: str, hand: int) -> dict[str, Any]:
    """Raises StepRefused if there was no such hand."""
    on_floor = [event for event in journal.events_about(f"floor/{table}/{hand}") if _is_of(event, link)]
    steps = [
        step for event in (*journal.events_about(hand_name(link, table, hand)), *on_floor) for step in _steps(event)
    ]
    if not steps:
        raise StepRefused("no-such-hand", f"table {table} of link {link} has no hand {hand}", HOUSE)
    last = {step["kind"]: step for step in steps}
    dealt: dict[str, Any] = last["deal"]["said"] if "deal" in last else {"cards": {}, "up": -1}
    return {
        "link": link,
        "table": table,
        "hand": hand,
        "dealer": steps[0]["actor"],
        "ended": "end" in last,
        "wagers": last["take"]["answer"]["taken"] if "take" in last else {},
        "cards": {spot: [NAMES[code] for code in two] for spot, two in dealt["cards"].items()},
        "up": NAMES[dealt["up"]] if dealt.get("up", -1) >= 0 else None,
        "spins": last["deal"]["answer"].get("spins", []) if "deal" in last else [],
        "awards": _awards(steps),
        "meters": {"before": steps[0]["answer"]["meters"]["before"], "after": steps[-1]["answer"]["meters"]["after"]},
        "steps": steps,
    }


def _is_of(event: Any, link: str) -> bool:
    return bool(json.loads(event["answer"]).get("link") == link)


def _steps(event: Any) -> list[dict[str, Any]]:
    """The steps of an event: one, or on the floor all that were taken together."""
    step = _step(event)
    together = step["answer"].get("progressive")
    if not together:
        return [step]
    # The entries are listed once, with the last step.
    return [step | {"entries": []} | one for one in together[:-1]] + [step | together[-1]]


def _step(event: Any) -> dict[str, Any]:
    said = {name: value for name, value in json.loads(event["body"]).items() if name not in ("link", "table")}
    entries = [[one["debit"], one["credit"], one["amount"], one["reason"]] for one in event["entries"]]
    about = {name: event[name] for name in ("number", "at", "kind", "actor", "hash")}
    return about | {"said": said, "answer": json.loads(event["answer"]), "entries": entries}


def _awards(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every selected win that was not undone or voided. Those that the dealer paid at the end of the hand are marked
    as paid."""
    selected: dict[str, dict[str, Any]] = {}
    for step in steps:
        answer = step["answer"]
        for claim in [answer["claim"]] if "claim" in answer else answer.get("claims", []):
            selected[str(claim["spot"])] = claim
        for spot in [answer["undone"]] if "undone" in answer else answer.get("voided", []):
            selected.pop(str(spot), None)
    paid = steps[-1]["answer"].get("paid", {}) if steps[-1]["kind"] == "end" else {}
    return [
        claim | {"stage": "paid"} if spot in paid else claim
        for spot, claim in sorted(selected.items(), key=lambda entry: -int(entry[0]))
    ]
