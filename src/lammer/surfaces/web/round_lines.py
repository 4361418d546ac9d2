"""Rounds in notation that anybody may send."""

import re

from lammer.floor.refusals import FloorRefused
from lammer.floor.state import sheet_of
from lammer.rules.sheet import Sheet
from lammer.table.drive import Played
from lammer.table.notation import NotationError, read_round

NAMED = re.compile(r"[a-z0-9][a-z0-9@+-]{0,79}")


def read_line(notation: str, *, unfinished: bool = False) -> Played:
    """The round of a line. Sheets are found by name alone, never as a file. Raises FloorRefused."""
    try:
        return read_round(notation, load=_named, unfinished=unfinished)
    except NotationError as wrong:
        raise FloorRefused("bad-notation", f"column {wrong.column}: {wrong.message}") from None


def _named(game: str, overrides: tuple[str, ...]) -> Sheet:
    if not NAMED.fullmatch(game):
        raise FloorRefused("bad-notation", f"{game!r} is not the name of a game")
    return sheet_of(game, overrides)
