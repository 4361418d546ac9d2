"""Views as the texts that are sent: what all viewers see alike is written once, and what does not change is kept.

Each text, read as JSON, is `views.table_view` for its viewer.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from lammer.floor.state import FloorTable, Input, round_of, sheet_of
from lammer.floor.view_types import JackpotView
from lammer.floor.views import (
    NOT_MY_TURN,
    Sign,
    changing_view,
    fixed_view,
    play_view,
    result_view,
    seat_entry,
    sees_alike,
    sign_of,
    turn_view,
    whose_turn,
)

_ENCODER = json.JSONEncoder(separators=(",", ":"))
"""``json.dumps`` would make one for every view."""


def written(value: Any) -> str:
    return _ENCODER.encode(value)


_OTHERS_TURN = written(NOT_MY_TURN)


def joined(*objects: str) -> str:
    """One JSON object with the members of several, none of them empty."""
    return "{" + ",".join(text[1:-1] for text in objects) + "}"


def view_texts(table: FloorTable, chips: Mapping[str, int], jackpot: JackpotView | None) -> dict[str, str]:
    """By viewer, each with their chips; an empty name is a spectator."""
    alike = joined(
        _fixed(table.game, table.overrides, sign_of(jackpot)), written(changing_view(table, jackpot)), _result(table)
    )
    seats = [(seat.player, written(seat_entry(table, seat))) for seat in table.seats]
    plays = _plays(table, set(chips))
    found = {}
    for viewer, have in chips.items():
        listed = ",".join(f'{text[:-1]},"mine":{"true" if player == viewer else "false"}}}' for player, text in seats)
        own = f'{{"seats":[{listed}],"chips":{have if viewer else "null"},"play":{plays[viewer]}}}'
        found[viewer] = joined(alike, own)
    return found


def _plays(table: FloorTable, viewers: set[str]) -> dict[str, str]:
    """The round under way by viewer; written once for all who see it alike."""
    if not table.inputs:
        return dict.fromkeys(viewers, "null")
    round_, seen, found = round_of(table), dict[tuple[int, ...], str](), {}
    acting = whose_turn(table, round_)
    for viewer in viewers:
        boxes = sees_alike(table, viewer)
        if boxes not in seen:
            seen[boxes] = written(play_view(round_, boxes))
        turn = written(turn_view(table, round_, viewer)) if viewer == acting else _OTHERS_TURN
        found[viewer] = joined(seen[boxes], turn)
    return found


@lru_cache(maxsize=64)
def _fixed(game: str, overrides: tuple[str, ...], sign: Sign | None) -> str:
    return written(fixed_view(sheet_of(game, overrides), sign))


def _result(table: FloorTable) -> str:
    if table.inputs or not table.last:
        return '{"result":null}'
    return _result_of(table.game, table.overrides, table.last, table.round, table.seated)


@lru_cache(maxsize=512)
def _result_of(
    game: str,
    overrides: tuple[str, ...],
    last: tuple[Input, ...],
    number: int,
    seated: tuple[tuple[int, int, str], ...],
) -> str:
    """On show while bets are placed, one by one."""
    table = FloorTable(table="", game=game, overrides=overrides, round=number, last=last, seated=seated)
    return written({"result": result_view(table)})
