"""Rounds as the books remember them."""

import json
from typing import Any

from lammer.floor.house import Floor
from lammer.floor.refusals import FloorRefused
from lammer.floor.state import FloorTable

SHOWN = 50


def rounds_of(floor: Floor, table: str, before: int = 0) -> list[dict[str, Any]]:
    """The last rounds of a table, newest first; ``before`` pages on."""
    state = floor.table(table)
    last = state.round - (1 if state.inputs else 0)
    newest = min(last, before - 1) if before else last
    return [
        {"round": number, "notation": _notation(floor, table, number)}
        for number in range(newest, max(newest - SHOWN, 0), -1)
    ]


def _notation(floor: Floor, table: str, number: int) -> str:
    answers = [json.loads(event["answer"]) for event in floor.round_events(table, number)]
    return next((answer["notation"] for answer in reversed(answers) if "notation" in answer), "")


def recall_round(floor: Floor, table: str, number: int, *, whole: bool = False) -> dict[str, Any]:
    """Every step of a finished round with who took it; ``whole`` adds what moved and the hashes."""
    state = floor.table(table)
    events = floor.round_events(table, number)
    if not events or _under_way(state, number):
        raise FloorRefused("no-such-round", f"table {table} has no finished round {number}")
    steps = []
    for event in events:
        step = {name: event[name] for name in ("number", "at", "kind", "actor")}
        step |= {"said": json.loads(event["body"]), "answer": json.loads(event["answer"])}
        if whole:
            step |= {"hash": event["hash"], "entries": event["entries"]}
        steps.append(step)
    return {"table": table, "round": number, "notation": _notation(floor, table, number), "steps": steps}


def _under_way(state: FloorTable, number: int) -> bool:
    return bool(state.inputs) and number >= state.round
