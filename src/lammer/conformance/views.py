"""Part "views": rounds that differ only in hidden cards look the same to every seat, byte for byte."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from lammer.cards.card import NAMES
from lammer.conformance.play import Moment, RandomPlayer, moments
from lammer.rules.sheet import Sheet
from lammer.table.actions import Refused, card
from lammer.table.betting import open_round
from lammer.table.drive import LiveRound, Played, close_bets
from lammer.table.events import EventKind
from lammer.table.state import Stage
from lammer.table.view import SPECTATOR, seat_view, visible_event

View = Callable[[Any, int], Mapping[str, Any]]


def view_faults(sheet: Sheet, seed: str, view: View = seat_view) -> Iterator[str]:
    """Looks at every moment of a round as every seat, and at the same round with another card for each hidden one.
    ``view``: the view to test, for a control in which it leaks."""
    player = RandomPlayer(f"{seed} twins")
    for moment in moments(sheet, seed):
        yield from hole_card_faults(moment.played)
        hidden: dict[int, list[int]] = {}
        for seat in (SPECTATOR, *(box.number for box in moment.round.boxes)):
            for at in hidden_cards(moment.played, seat):
                hidden.setdefault(at, []).append(seat)
        for at, seats in hidden.items():
            twin = with_card(moment, at, player.below(52))
            for seat in seats:
                if twin is not None and _seen(moment.played, seat, view) != _seen(twin, seat, view):
                    yield f"seat {seat} sees which card input {at + 1} was, while the round is {moment.round.stage}"


def hole_card_faults(played: Played) -> Iterator[str]:
    """The event by which the dealer takes a hole card never tells it; another one does when it is turned."""
    for event in played.events:
        if event.role == "hole" and visible_event(played.round, event).card >= 0:
            yield f"the hole card is told when it is dealt, {NAMES[event.card]}"


def hidden_cards(played: Played, seat: int) -> list[int]:
    """Places in the log of the cards that this seat does not see now."""
    round_ = played.round
    if round_.stage is Stage.DONE:
        return []
    dealt = [at for at, action in enumerate(played.log) if action.kind == EventKind.CARD]
    events = [event for event in played.events if event.kind is EventKind.CARD]
    hidden = []
    for at, event in zip(dealt, events, strict=True):
        shown = event.box == 0 and round_.hole_shown
        if not shown and visible_event(round_, event, seat).card < 0 and not _turned_up(played, event.box):
            hidden.append(at)
    return hidden


def _turned_up(played: Played, number: int) -> bool:
    """Whether a hand dealt face down was turned up since: split, doubled or decided, as its own view tells."""
    boxes = [box for box in seat_view(played.round, SPECTATOR)["boxes"] if box["box"] == number]
    return any("total" in hand for box in boxes for hand in box["hands"])


def with_card(moment: Moment, at: int, code: int) -> Played | None:
    """The same inputs with another card in one place; None if they are no longer legal or something public changed, as
    with a natural that the dealer shows."""
    played = moment.played
    opened = open_round(played.round.sheet, played.meters)
    live = LiveRound(close_bets(opened, played.bets))
    try:
        for place, action in enumerate(played.log):
            live.do(card(code) if place == at else action)
    except Refused:
        return None
    twin, round_ = live.round, moment.round
    public = ("stage", "waits", "hole_shown", "peeked", "at_box", "at_hand")
    same = all(getattr(twin, name) == getattr(round_, name) for name in public)
    same = same and _dealt_to(live.played()) == _dealt_to(played)  # a hand that ends earlier leaves its cards to others
    decided = [[hand.status for hand in box.hands] for box in twin.boxes]
    return live.played() if same and decided == [[h.status for h in box.hands] for box in round_.boxes] else None


def _dealt_to(played: Played) -> list[tuple[int, int]]:
    return [(event.box, event.hand) for event in played.events if event.kind is EventKind.CARD]


def _seen(played: Played, seat: int, view: View) -> str:
    """What a seat was shown so far: the view, and the events as they were sent."""
    events = [visible_event(played.round, event, seat) for event in played.events]
    return json.dumps([view(played.round, seat), events])
