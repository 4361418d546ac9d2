"""A table with its shoe and one or several seats, dealt up to the next decision with a choice."""

from collections.abc import Sequence

import numpy as np

from lammer.api.game import Game
from lammer.api.tables import Round
from lammer.cards.card import RANKS
from lammer.errors import BadArgument
from lammer.surfaces.gym.seeing import mask_of, numbers_of, seen_in
from lammer.surfaces.gym.spaces import ACTIONS, BETS, Array, Observation
from lammer.surfaces.gym.wagers import Wagers
from lammer.table.actions import PASS, Action, ActionKind, Option, bet
from lammer.table.drive import LiveRound
from lammer.table.offers import split_by_time
from lammer.table.records import seat_records
from lammer.table.round import actor, legal, refusal
from lammer.table.session import Session, seeds_from
from lammer.table.shoe import Shoe
from lammer.table.state import Question, Waits

SHOES = ("fresh", "cut")


def is_fresh(shoe: str) -> bool:
    """Whether every round has a new shoe. Raises BadArgument."""
    if shoe not in SHOES:
        raise BadArgument("shoe", f"{shoe!r} is not one of {', '.join(SHOES)}")
    return shoe == "fresh"


class DealtTable:
    """``insurance``: whether insurance and even money are offered; else they are passed. Side bets that are placed
    after the up card are offered if they are among the wagers."""

    def __init__(self, game: Game, wagers: Wagers, *, fresh: bool, insurance: bool, seed: str) -> None:
        self._wagers, self._fresh, self._insurance = wagers, fresh, insurance
        self._now, self._later = split_by_time(game.sheet, wagers.sides)
        self._session = Session(game.sheet, seeds_from(seed), fresh=fresh)
        self._shoe: Shoe | None = None
        self._first = 0
        self._seen: Array = np.zeros(len(RANKS), dtype=np.int64)
        self._live: LiveRound | None = None
        self.nets: dict[int, int] = {}
        """The nets of the boxes in minor units, when the round is over."""

    @property
    def round(self) -> Round | None:
        return None if self._live is None else Round(self._live)

    @property
    def over(self) -> bool:
        return self._live is not None and self._live.over

    @property
    def box(self) -> int:
        """The box to act; 0 when none is."""
        who = None if self._live is None else actor(self._live.round)
        return who[0] if who is not None else 0

    def open_bets(self, seats: int) -> None:
        """Waits for the wagers of the next round; a round that was left unfinished is not played on."""
        self._live, self.nets = None, {}
        shoe = self._session.shoe_for(seats)
        if shoe is not self._shoe or self._fresh:
            self._shoe, self._seen = shoe, np.zeros(len(RANKS), dtype=np.int64)

    def deal(self, sizes: Sequence[int]) -> None:
        """Deals a round with a wager on each box, given by the number of its size."""
        bets = [
            one
            for box, size in enumerate(sizes, start=1)
            for one in (bet(box, self._wagers.sizes[size]), *(bet(box, amount, to) for to, amount in self._now.items()))
        ]
        assert self._shoe is not None  # open_bets has set it
        self._first, self._live = self._shoe.position, self._session.begin(tuple(bets))
        self._go_on(self._live, self._shoe)

    def refusal(self, action: int) -> str:
        """Why an action is illegal, with its clause; nothing if it is legal."""
        if not 0 <= action < BETS + len(self._wagers.sizes):
            return f"{action} is not the number of an action"
        if self._live is None:
            return "" if action >= BETS else "the round waits for its wager"
        if self._live.over:
            return "the round is over"
        if action >= BETS:
            return "the round has its wager"
        refused = refusal(self._live.round, self._action(self._live, action))
        return "" if refused is None else str(refused)

    def play(self, action: int) -> None:
        assert self._live is not None  # refused otherwise
        assert self._shoe is not None
        self._live.do(self._action(self._live, action))
        self._go_on(self._live, self._shoe)

    def _action(self, live: LiveRound, action: int) -> Action:
        kind = ACTIONS[action]
        offered = live.round.asks[0].bet if live.round.asks else ""
        return Action(kind, amount=self._later.get(offered, 0) if kind == ActionKind.PLACE else 0)

    def _go_on(self, live: LiveRound, shoe: Shoe) -> None:
        while not live.over:
            if live.round.waits in (Waits.CARD, Waits.SPIN):
                live.step(shoe.draw, lambda _round: PASS)
            elif len(options := self._options(live)) == 1:
                live.do(Action(options[0].kind))
            else:
                return
        self._session.count(live, shoe, self._first)
        assert live.round.settlement is not None  # the round is over
        for seat in seat_records(live.round, live.round.settlement):
            self.nets[seat["seat"]] = self.nets.get(seat["seat"], 0) + seat["net"]
        self._seen = self._seen + seen_in(live.played())

    def _options(self, live: LiveRound) -> tuple[Option, ...]:
        options = legal(live.round)
        if live.round.waits is not Waits.ANSWER:
            return options
        ask = live.round.asks[0]
        offered = self._insurance if ask.about in (Question.INSURANCE, Question.TOP_UP) else True
        if ask.about is Question.SIDE_BET:
            offered = ask.bet in self._later
        return options if offered else (Option(ActionKind.PASS),)

    def observe(self, *, acting: bool = True) -> Observation:
        """What is seen now; an agent that is not ``acting`` has no legal action."""
        live, seen, options = self._live, self._seen, tuple[Option, ...]()
        if live is not None and not live.over:
            seen, options = self._seen + seen_in(live.played()), self._options(live) if acting else ()
        mask = mask_of(options, len(self._wagers.sizes), betting=live is None and acting)
        return {"observation": numbers_of(None if live is None else live.round, seen), "action_mask": mask}
