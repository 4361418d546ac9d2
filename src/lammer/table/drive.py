"""A round in play: its state, and every action and event in order."""

from collections.abc import Callable
from typing import NamedTuple

from lammer.table.actions import Action, absent, card, spin, void
from lammer.table.events import Event
from lammer.table.round import apply, begin
from lammer.table.shoe import SHOE_EMPTY, ShoeEmpty
from lammer.table.state import Meter, Round, Waits
from lammer.table.wheel import weights_of

Draw = Callable[[], int]
Choose = Callable[[Round], Action]
SpinWheel = Callable[[int, tuple[int, ...]], int]
"""The stop of the nth spin of the round, given the weights of the stops."""


def _no_wheel(_nth: int, _weights: tuple[int, ...]) -> int:
    raise AssertionError("a round with a wheel needs a shoe that spins it")


class Played(NamedTuple):
    """A round with its inputs and events: its complete history."""

    round: Round
    bets: tuple[Action, ...]
    log: tuple[Action, ...]
    events: tuple[Event, ...]
    meters: tuple[Meter, ...]
    """The progressive levels before the deal."""


class Dealt(NamedTuple):
    """A round whose bets are closed. It can be reused for any number of rounds with the same bets."""

    opened: Round
    bets: tuple[Action, ...]
    round: Round
    events: tuple[Event, ...]


def close_bets(opened: Round, bets: tuple[Action, ...]) -> Dealt:
    """Raises Refused at the first wager that is not legal."""
    return Dealt(opened, bets, *begin(opened, bets))


class LiveRound:
    """A round in progress. If the shoe runs out, the round is void, as after an interruption."""

    def __init__(self, dealt: Dealt, spin: SpinWheel = _no_wheel) -> None:
        self.round = dealt.round
        self._spin, self._spun = spin, 0
        self._dealt = dealt
        self._log: list[Action] = []
        self._events: list[Event] = list(dealt.events)

    @property
    def over(self) -> bool:
        return self.round.waits is Waits.NOTHING

    def do(self, action: Action) -> tuple[Event, ...]:
        """Applies an action and logs it. Raises Refused and changes nothing if it is illegal."""
        self.round, events = apply(self.round, action)
        self._log.append(action)
        self._events += events
        return events

    def step(self, draw: Draw, choose: Choose) -> tuple[Event, ...]:
        """Applies the next card, the next spin or the next decision, whichever the round waits for."""
        if self.round.waits is Waits.SPIN:
            self._spun += 1
            return self.do(spin(self._spin(self._spun, weights_of(self.round))))
        if self.round.waits is not Waits.CARD:
            return self.do(choose(self.round))
        try:
            return self.do(card(draw()))
        except ShoeEmpty:
            return self.do(void(SHOE_EMPTY))

    def leave(self, draw: Draw) -> list[Event]:
        """Marks every bettor as absent and finishes the round by the sheet's rule for absent players."""
        events: list[Event] = []
        for box in self.round.boxes:
            for bettor in box.bettors:
                if not (self.over or bettor.tip or bettor.absent):
                    events += self.do(absent(box.number, bettor.number))
        while not self.over:
            events += self.step(draw, _no_decision)
        return events

    def played(self) -> Played:
        dealt = self._dealt
        return Played(self.round, dealt.bets, tuple(self._log), tuple(self._events), dealt.opened.meters)


def _no_decision(round_: Round) -> Action:
    raise AssertionError("absent bettors make no decisions")
