"""Recalls rounds from the books, for players and auditors."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from lammer.floor.accounts import chips, held
from lammer.floor.house import Floor
from lammer.floor.past_rounds import past_round, past_round_view
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
    """The last rounds of a table, newest first; ``before`` is a round number, for paging."""
    state = floor.table(table)
    last = state.round - (1 if state.inputs else 0)
    newest = min(last, before - 1) if before else last
    return [past_round_view(past_round(floor, table, number)) for number in range(newest, max(newest - SHOWN, 0), -1)]


def _notation(floor: Floor, table: str, number: int) -> str:
    answers = [json.loads(event["answer"]) for event in floor.round_events(table, number)]
    return next((answer["notation"] for answer in reversed(answers) if "notation" in answer), "")


def recall_round(floor: Floor, table: str, number: int, *, whole: bool = False) -> Recall:
    """Every step of a finished round with its actor and hash. ``whole`` adds the entries, everybody's chips before and
    after, and the view of every seat at each step."""
    state = floor.table(table)
    events = [event for event in floor.round_events(table, number) if event["kind"] != "close"]
    if not events or _under_way(state, number):
        raise FloorRefused("no-such-round", f"table {table} has no finished round {number}")
    notation = _notation(floor, table, number)
    steps = [_step(event, whole) for event in events]
    recall: Recall = {"table": table, "round": number, "notation": notation, "steps": steps}
    voided = [step["answer"]["void"] for step in steps if "void" in step["answer"]]
    if voided:
        recall["void"], recall["void_text"] = voided[0], interrupted_text(voided[0])
    if whole:
        recall["balances"] = _balances(floor, table, number, steps)
        for step in steps:
            step["saw"] = _saw(notation, step["answer"].get("inputs", 0))
    return recall


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


def _balances(floor: Floor, table: str, number: int, steps: list[RecalledStep]) -> dict[str, BeforeAndAfter]:
    """Everybody's chips before their bets on the round and after its last step."""
    players = {player for step in steps for _, _, player in step["answer"].get("seats", [])}
    first, last = steps[0]["number"], steps[-1]["number"]
    earlier = _last_event(floor, table, number - 1)
    balances = dict[str, BeforeAndAfter]()
    for name in sorted(players):
        between = partial(floor.journal.moved_between, after=earlier, before=first)
        # Bets are held from the moment they are placed, so the balance before the deal does not include them.
        staked = between(chips(name), held(table)) - between(held(table), chips(name))
        before = floor.journal.balance_after(chips(name), first - 1) + staked
        after = floor.journal.balance_after(chips(name), last)
        net = _moved(steps, chips(name)) - staked
        balances[name] = {"before": before, "net": net, "elsewhere": after - before - net, "after": after}
    return balances


def _last_event(floor: Floor, table: str, number: int) -> int:
    """The last event of a round, without the closing of the table; 0 for a round that was not dealt."""
    events = floor.round_events(table, number)
    return max((event["number"] for event in events if event["kind"] != "close"), default=0)


def _moved(steps: list[RecalledStep], account: str) -> int:
    lines = [line for step in steps for line in step["entries"]]
    return sum(line["amount"] * ((line["credit"] == account) - (line["debit"] == account)) for line in lines)


def _saw(notation: str, inputs: int) -> dict[str, SeatView]:
    """The views of every seat and of spectators after this number of the round's inputs."""
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
