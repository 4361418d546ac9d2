"""One round at the terminal: every action and event kept as it happens, so that it can always be written down."""

from collections.abc import Iterator
from typing import Any

from lammer.table.actions import VOID, Action, Event
from lammer.table.betting import open_round
from lammer.table.drive import Choose, Played, draw_or_void
from lammer.table.records import record, shoe_evidence
from lammer.table.round import apply, begin
from lammer.table.session import Session
from lammer.table.shoe import Shoe
from lammer.table.state import Round, Waits
from lammer.table.view import seat_view


class Deal:
    """A round under way at a session's table."""

    def __init__(self, session: Session, shoe: Shoe, bets: tuple[Action, ...]) -> None:
        self._session, self._shoe, self._bets = session, shoe, bets
        self._first = shoe.position
        opened = open_round(session.sheet, session.meters)
        self._meters = opened.meters
        self.round, events = begin(opened, bets)
        self._log: list[Action] = []
        self._events: list[Event] = list(events)

    def play(self, choose: Choose) -> Iterator[tuple[Event, ...]]:
        """The events of each step until the round is over."""
        while self.round.waits is not Waits.NOTHING:
            card_wanted = self.round.waits is Waits.CARD
            action = draw_or_void(self._shoe.draw) if card_wanted else choose(self.round)
            round_, events = apply(self.round, action)
            self._keep(action, round_, events)
            yield events

    def interrupt(self) -> tuple[Event, ...]:
        """Declares the round interrupted, unless it is over already."""
        if self.round.waits is Waits.NOTHING:
            return ()
        round_, events = apply(self.round, VOID)
        self._keep(VOID, round_, events)
        return events

    def _keep(self, action: Action, round_: Round, events: tuple[Event, ...]) -> None:
        self.round = round_
        self._log.append(action)
        self._events += events

    def close(self) -> dict[str, Any]:
        """The record of the finished round; the session counts it and keeps what it left on the meters."""
        played = Played(self.round, self._bets, tuple(self._log), tuple(self._events), self._meters)
        self._session.rounds += 1
        self._session.meters = self.round.meters
        entry = record(played, self._session.rounds)
        entry["shoe"] = shoe_evidence(self._shoe, self._first, self._session.shoes)
        return entry


def table_view(round_: Round) -> dict[str, Any]:
    """What a person who plays every box may see: each box as its own seat sees it, with the choices of the turn."""
    numbers = [box.number for box in round_.boxes]
    views = {number: seat_view(round_, number) for number in numbers}
    to_act = views[numbers[0]]["to_act"]
    view = dict(views[to_act["box"] if to_act else numbers[0]])
    view["boxes"] = [views[number]["boxes"][at] for at, number in enumerate(numbers)]
    return view


def turn_of(view: dict[str, Any]) -> tuple[int, int] | None:
    """The hand to be played, as places in the view: the first open one of the box to act."""
    if view["to_act"] is None:
        return None
    for box_at, box in enumerate(view["boxes"]):
        if box["box"] == view["to_act"]["box"]:
            open_hands = [at for at, hand in enumerate(box["hands"]) if hand.get("status") == "open"]
            return box_at, open_hands[0] if open_hands else 0
    return None
