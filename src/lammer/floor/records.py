"""A table's rounds as records that anybody can check, against the rules and against the commitment of the shoe.

A shoe appears with its commitment before its first card. A separate line opens it when it is over, or when the table
closes. In books of earlier versions the next deal opens it.
"""

import json
from collections.abc import Iterator
from typing import Any

from lammer.floor.house import Floor
from lammer.table.notation import read_round
from lammer.table.records import JACKPOT_SPINS, record

AT_ONCE = 100


def records_of(floor: Floor, table: str, after: int = 0) -> Iterator[dict[str, Any]]:
    """Up to ``AT_ONCE`` rounds after round ``after``, each with the evidence of its shoe."""
    state = floor.table(table)
    last = state.round - (1 if state.inputs else 0)
    if after >= last:
        return
    shoe = _shoe_before(floor, table, after)
    for number in range(after + 1, min(last, after + AT_ONCE) + 1):
        answers = [json.loads(event["answer"]) for event in floor.round_events(table, number)]
        dealt = next(answer for answer in answers if "first" in answer)
        for key in ("shoe", "late_shoe"):
            if "over" in dealt.get(key, {}):
                yield {"shoe": dealt[key]["over"]}
        shoe = dealt.get("shoe", {}).get("new", shoe)
        notation = next(answer["notation"] for answer in answers if "notation" in answer)
        spins = [{"weights": one["weights"], "stop": one["stop"]} for one in jackpot_spins(dealt)]
        entry = record(read_round(notation), number) | ({JACKPOT_SPINS: spins} if spins else {})
        yield entry | {"shoe": {**shoe, "first": dealt["first"]}}
        yield from (
            {"shoe": answer["next_shoe"]["over"]} for answer in answers if "over" in answer.get("next_shoe", {})
        )


def jackpot_spins(dealt: dict[str, Any]) -> list[dict[str, Any]]:
    """The spins of the jackpot's wheel in the answer of a deal, in order."""
    steps: list[dict[str, Any]] = dealt.get("progressive", [])
    return [spin for step in steps for spin in step.get("answer", {}).get("spins", [])]


def _shoe_before(floor: Floor, table: str, number: int) -> dict[str, Any]:
    """The shoe that round ``number`` was dealt from."""
    for earlier in range(number, 0, -1):
        for event in floor.round_events(table, earlier):
            shoe: dict[str, Any] | None = json.loads(event["answer"]).get("shoe", {}).get("new")
            if shoe is not None:
                return shoe
    return {}
