"""Conflicts of interest: a person who sits at a table, or has a wager on its jackpot, may not take a step of a dealer,
supervisor or executive there. This does not apply on a training floor, where one person takes every role."""

from collections.abc import Callable, Iterable

from lammer.floor.refusals import FloorRefused
from lammer.floor.state import FloorTable
from lammer.rules.sheet import HOUSE

Holders = Callable[[str], set[str]]
"""Returns the users who have a role."""

AT_THE_TABLE = {
    "lights": ("dealer", "light the sensors"),
    "take": ("dealer", "take the wagers"),
    "deal": ("dealer", "call the deal"),
    "duty": ("dealer", "come on duty"),
    "absent": ("dealer", "call a player absent"),
    "close": ("dealer", "close the table"),
    "reopen": ("dealer", "open the table"),
    "answer-call": ("supervisor", "answer a call"),
    "void": ("supervisor", "interrupt a round"),
    "approve-table": ("executive", "approve the table"),
}
OF_THE_JACKPOT = {
    "select": ("dealer", "select a win"),
    "end": ("dealer", "end the hand"),
    "confirm": ("supervisor", "confirm a win"),
    "relieve": ("supervisor", "relieve the dealer"),
    "swipe": ("executive", "complete a win"),
    "void": ("executive", "void a win"),
}
ON_THE_METER = ("confirm", "swipe", "void")
"""Steps that decide about a meter, which concerns the players at every table of the jackpot."""


def players_of(table: FloorTable, *, hand_under_way: bool = False) -> set[str]:
    """Everybody with a stake at a table. Wagers on the sensors count until the jackpot's hand is over."""
    wagers = {wager.player for wager in table.sensed.values()} if hand_under_way else set()
    return {seat.player for seat in table.seats} | wagers


def no_own_case(step: tuple[str, str], actor: str, table: FloorTable, stakes: Iterable[str], holders: Holders) -> None:
    """Refuses a step to a person who has a stake, and names those who may take it."""
    if actor not in stakes:
        return
    role, what = step
    others = sorted(holders(role) - set(stakes))
    who = " or ".join(others) if others else f"a {role} who is not playing here"
    text = f"{actor} plays at table {table.table} and may not {what} there: {who} may"
    raise FloorRefused("own-case", text, HOUSE)


def no_own_meter(step: tuple[str, str], actor: str, tables: Iterable[FloorTable], holders: Holders) -> None:
    """The same for every other table of the jackpot, whose players play for the same meters."""
    for table in tables:
        no_own_case(step, actor, table, players_of(table), holders)
