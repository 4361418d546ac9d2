"""Lights of players on the floor: they are at the seat, and with the player who leaves it."""

from collections.abc import Iterable

from lammer.floor.situation import with_
from lammer.floor.state import FloorTable, Seat, sheet_of
from lammer.table.actions import LIGHTS


def keep_lights(table: FloorTable, gone: Iterable[Seat]) -> FloorTable:
    """The table after players left these seats: it keeps their lights for them, if the sheet says so."""
    rules = sheet_of(table.game, table.overrides).rules.lights
    if rules is None or rules.left != "kept":
        return table
    kept = dict(table.kept_lights)
    for seat in gone:
        if LIGHTS in seat.carried:
            kept[seat.player] = (*kept.get(seat.player, ()), seat.carried[LIGHTS][1])
    return with_(table, kept_lights=kept)


def with_own_lights(table: FloorTable, seat: Seat) -> tuple[FloorTable, Seat]:
    """A player who takes a box resumes with the lights that were kept, those of one box."""
    kept = table.kept_lights.get(seat.player, ())
    if seat.bettor != 1 or not kept:
        return table, seat
    others = {player: cards for player, cards in table.kept_lights.items() if player != seat.player}
    rest = {seat.player: kept[1:]} if kept[1:] else {}
    resumed = seat.model_copy(update={"carried": {**seat.carried, LIGHTS: (0, kept[0])}})
    return with_(table, kept_lights=others | rest), resumed
