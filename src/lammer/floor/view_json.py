"""Views as JSON texts: the part that all viewers share is encoded once, and the part that does not change is cached.

Each text, read as JSON, equals ``views.table_view`` for its viewer.
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
"""Shared, since ``json.dumps`` would create an encoder for every view."""


def written(value: Any) -> str:
    return _ENCODER.encode(value)


_OTHERS_TURN = written(NOT_MY_TURN)


def joined(*objects: str) -> str:
    """One JSON object with the members of several objects, none of which may be empty."""
    return "{" + ",".join(text[1:-1] for text in objects) + "}"


def view_texts(table: FloorTable, chips: Mapping[str, int], jackpot: JackpotView | None) -> dict[str, str]:
    """The text for each viewer in ``chips``; an empty name is a spectator."""
    alike = joined(
        _fixed(table.game, table.overrides, sign_of(jackpot)), written(changing_view(table, jackpot)), _result(table)
    )
    seats = [(seat.player, written(seat_entry(table, seat))) for seat in table.seats]
    plays = _plays(table, set(chips))
    texts = {}
    for viewer, have in chips.items():
        listed = ",".join(f'{text[:-1]},"mine":{"true" if player == viewer else "false"}}}' for player, text in seats)
        own = f'{{"seats":[{listed}],"chips":{have if viewer else "null"},"play":{plays[viewer]}}}'
        texts[viewer] = joined(alike, own)
    return texts


def _plays(table: FloorTable, viewers: set[str]) -> dict[str, str]:
    """The round in progress by viewer; encoded once for all who see the same cards."""
    if not table.inputs:
        return dict.fromkeys(viewers, "null")
    round_, seen, texts = round_of(table), dict[tuple[int, ...], str](), {}
    acting = whose_turn(table, round_)
    for viewer in viewers:
        boxes = sees_alike(table, viewer)
        if boxes not in seen:
            seen[boxes] = written(play_view(round_, boxes))
        turn = written(turn_view(table, round_, viewer)) if viewer == acting else _OTHERS_TURN
        texts[viewer] = joined(seen[boxes], turn)
    return texts


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
    """Cached, since the result is shown again after every bet for the next round."""
    table = FloorTable(table="", game=game, overrides=overrides, round=number, last=last, seated=seated)
    return written({"result": result_view(table)})
