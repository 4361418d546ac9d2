"""Rounds as the books remember them."""

import json
from collections.abc import Mapping
from typing import Any

from lammer.floor.accounts import chips
from lammer.floor.house import Floor
from lammer.floor.refusals import FloorRefused
from lammer.floor.state import FloorTable
from lammer.floor.view_types import BeforeAndAfter, PastRound, Recall, RecalledStep
from lammer.table.actions import DEAL
from lammer.table.betting import open_round
from lammer.table.notation import read_round
from lammer.table.phrases import interrupted_text
from lammer.table.round import apply
from lammer.table.view import seat_view
from lammer.table.view_types import SeatView

SHOWN = 50


def rounds_of(floor: Floor, table: str, before: int = 0) -> list[PastRound]:
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


def recall_round(floor: Floor, table: str, number: int, *, whole: bool = False) -> Recall:
    """Every step of a finished round with who took it, and its hash; ``whole`` adds what moved, what everybody had
    before and after, and what every seat saw at each step."""
    state = floor.table(table)
    events = [event for event in floor.round_events(table, number) if event["kind"] != "close"]
    if not events or _under_way(state, number):
        raise FloorRefused("no-such-round", f"table {table} has no finished round {number}")
    notation = _notation(floor, table, number)
    steps = [_step(event, whole) for event in events]
    told: Recall = {"table": table, "round": number, "notation": notation, "steps": steps}
    voided = [step["answer"]["void"] for step in steps if "void" in step["answer"]]
    if voided:
        told["void"], told["void_text"] = voided[0], interrupted_text(voided[0])
    if whole:
        told["balances"] = _balances(floor, steps)
        for step in steps:
            step["saw"] = _saw(notation, step["answer"].get("inputs", 0))
    return told


def _step(event: Mapping[str, Any], whole: bool) -> RecalledStep:
    step: RecalledStep = {
        "number": event["number"],
        "at": event["at"],
        "kind": event["kind"],
        "actor": event["actor"],
        "hash": event["hash"],
        "said": json.loads(event["body"]),
        "answer": json.loads(event["answer"]),
    }
    if whole:
        step["entries"] = event["entries"]
    return step


def _balances(floor: Floor, steps: list[RecalledStep]) -> dict[str, BeforeAndAfter]:
    """Everybody's chips before the deal, when their bets lay on the table already, and after the last step."""
    players = {player for step in steps for _, _, player in step["answer"].get("seats", [])}
    first, last, balance = steps[0]["number"] - 1, steps[-1]["number"], floor.journal.balance_after
    return {
        name: {"before": balance(chips(name), first), "after": balance(chips(name), last)} for name in sorted(players)
    }


def _saw(notation: str, inputs: int) -> dict[str, SeatView]:
    """What lay before every seat, and before spectators, after so many of the round's inputs."""
    if not notation or not inputs:
        return {}
    played = read_round(notation)
    round_ = open_round(played.round.sheet, played.meters)
    for action in [*played.bets, DEAL, *played.log][:inputs]:
        round_ = apply(round_, action)[0]
    boxes = [box.number for box in round_.boxes]
    return {"spectator": seat_view(round_), **{f"box {box}": seat_view(round_, box) for box in boxes}}


def _under_way(state: FloorTable, number: int) -> bool:
    return number > state.round or (bool(state.inputs) and number == state.round)
