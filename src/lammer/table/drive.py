"""Plays a round to its end: cards from chance, decisions from whoever is asked, everything logged in order."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from lammer.table.actions import VOID, Action, Event, card
from lammer.table.round import apply, begin
from lammer.table.shoe import ShoeEmpty
from lammer.table.state import Meter, Round, Waits

Draw = Callable[[], int]
Choose = Callable[[Round], Action]


class Dealt(NamedTuple):
    """A round whose bets are closed: the same start serves any number of rounds with the same bets."""

    opened: Round
    bets: tuple[Action, ...]
    round: Round
    events: tuple[Event, ...]


class Played(NamedTuple):
    """A finished round with the actions that made it: its whole history, ready to be written down or replayed."""

    round: Round
    bets: tuple[Action, ...]
    log: tuple[Action, ...]
    events: tuple[Event, ...]
    meters: tuple[Meter, ...]
    """What the progressive levels showed before the deal."""


def play_round(opened: Round, bets: Iterable[Action], draw: Draw, choose: Choose) -> Played:
    """From bets to settlement. A shoe that runs out voids the round, as an interruption does."""
    bets = tuple(bets)
    return play_on(Dealt(opened, bets, *begin(opened, bets)), draw, choose)


def play_on(dealt: Dealt, draw: Draw, choose: Choose) -> Played:
    """From closed bets to settlement."""
    round_ = dealt.round
    events: list[Event] = list(dealt.events)
    log: list[Action] = []
    while round_.waits is not Waits.NOTHING:
        action = draw_or_void(draw) if round_.waits is Waits.CARD else choose(round_)
        round_, more = apply(round_, action)
        log.append(action)
        events += more
    return Played(round_, dealt.bets, tuple(log), tuple(events), dealt.opened.meters)


def draw_or_void(draw: Draw) -> Action:
    """The next card, or the end of a round that cannot go on."""
    try:
        return card(draw())
    except ShoeEmpty:
        return VOID
