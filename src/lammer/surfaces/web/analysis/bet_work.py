"""Work of the child process about side bets: paytables, the search for paytables, play for a bet and the main game
together."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from lammer.exact.refusals import NotAnalysed
from lammer.rules.sheet import Sheet

OnProgress = Callable[[], None]


def _paytables(sheet: Sheet, _asked: Mapping[str, Any], _on_progress: OnProgress) -> Any:
    from lammer.workbench.side_bet_tables import side_bet_tables

    return side_bet_tables(sheet)


def _search(sheet: Sheet, asked: Mapping[str, Any], on_progress: OnProgress) -> Any:
    from lammer.workbench.paytables import Wanted
    from lammer.workbench.side_bet_tables import search

    wanted = Wanted(
        Fraction(asked["edge_from"]),
        Fraction(asked["edge_to"]),
        Fraction(asked["hit_from"]),
        pays=tuple(asked["pays"]),
        leave_out=asked["leave_out"],
    )
    try:
        return search(sheet, asked["bet"], asked["paytable"], wanted, on_progress)
    except NotAnalysed as why:
        return {"refused": str(why)}


def _joint_play(sheet: Sheet, asked: Mapping[str, Any], _on_progress: OnProgress) -> Any:
    from lammer.workbench.side_bet_tables import joint_play

    try:
        return joint_play(sheet, asked["bet"], asked["ratio"])
    except NotAnalysed as why:
        return {"refused": str(why)}


WORKS = {"paytables": (_paytables, 0), "paytable-search": (_search, 1), "joint-play": (_joint_play, 1)}
"""Each with its urgency: the lowest number goes first."""
