"""Rounds of any legal play, the same for the same seed: what the parts of the kit look at."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from lammer.cards.card import fresh_decks
from lammer.errors import LammerError
from lammer.rules.sheet import Sheet
from lammer.table.actions import AGAINST, MAIN, TIP, VOID, Action, absent, bet
from lammer.table.betting import open_round
from lammer.table.drive import LiveRound, Played, close_bets
from lammer.table.round import apply, legal, refusal
from lammer.table.shuffle import DrawStream, shuffled
from lammer.table.state import Round, Waits

MAX_STEPS = 2000
"""More than any round takes; a round that goes on is reported and given up."""
MAX_BOXES = 7


class RandomPlayer:
    """Picks among the legal options, and any amount an option leaves open."""

    def __init__(self, seed: str) -> None:
        self.below = DrawStream(seed.encode()).below

    def __call__(self, round_: Round) -> Action:
        options = legal(round_)
        option = options[self.below(len(options))]
        steps = (option.maximum - option.minimum) // option.step
        amount = option.minimum + option.step * self.below(min(steps, 60_000) + 1)
        return option.action(amount)

    def spin(self, _nth: int, weights: tuple[int, ...]) -> int:
        """Any stop of a wheel, rare ones as often as others."""
        return 1 + self.below(len(weights))


class Moment(NamedTuple):
    """A round at one moment: its history so far and the cards that are left in the shoe."""

    played: Played
    left: tuple[int, ...]

    @property
    def round(self) -> Round:
        return self.played.round


class Endless(LammerError):
    """A round that does not end."""


def random_bets(sheet: Sheet, below: Callable[[int], int], interrupted: bool) -> tuple[Action, ...]:
    """Odd amounts on purpose; every side bet that may be placed, bets on the dealer, further bettors and tips now and
    then. What is refused is left out."""
    limits, round_ = sheet.rules.limits, open_round(sheet)
    wanted = list[Action]()
    for box in range(1, 1 + below(min(limits.boxes, MAX_BOXES)) + 1):
        for bettor in range(1, 1 + below(limits.bettors) + 1):
            spot = (MAIN, AGAINST)[below(4) == 0]
            wanted += [bet(box, limits.minimum + below(1500), one, bettor) for one in dict.fromkeys((spot, MAIN))]
            wanted += [bet(box, side.minimum, bet_id, bettor) for bet_id, side in sheet.side_bets.items() if below(3)]
        wanted += [bet(box, 1 + below(500), TIP)] if interrupted and below(4) == 0 else []
    bets = []
    for wager in wanted:
        if refusal(round_, wager) is None:  # a bet that is offered later, or that does not go with another
            round_ = apply(round_, wager)[0]
            bets.append(wager)
    return tuple(bets)


def moments(sheet: Sheet, seed: str, *, interrupted: bool = True) -> Iterator[Moment]:
    """Every state of one round of random legal play. ``interrupted``: now and then somebody leaves or the round is
    void. Raises Endless."""
    player = RandomPlayer(seed)
    shoe = shuffled(fresh_decks(sheet.rules.shoe.decks), player.below)
    live = LiveRound(close_bets(open_round(sheet), random_bets(sheet, player.below, interrupted)), player.spin)
    yield Moment(live.played(), tuple(shoe))
    for _ in range(MAX_STEPS):
        if live.over:
            return
        call = _floor_call(live.round, player.below) if interrupted else None
        if call is not None:
            live.do(call)
        else:
            live.step(shoe.pop, player)
        yield Moment(live.played(), tuple(shoe))
    raise Endless(f"a round goes on after {MAX_STEPS} cards and decisions")


def finished(sheet: Sheet, seed: str, *, interrupted: bool = True) -> Moment:
    *_, last = moments(sheet, seed, interrupted=interrupted)
    return last


def _floor_call(round_: Round, below: Callable[[int], int]) -> Action | None:
    """Now and then somebody leaves the table, or the supervisor interrupts the game."""
    what = below(120)
    if what > 2 or round_.waits is Waits.CARD:
        return None
    if what == 0:
        return VOID
    box = round_.boxes[below(len(round_.boxes))]
    here = [bettor.number for bettor in box.bettors if not (bettor.tip or bettor.absent)]
    return absent(box.number, here[below(len(here))]) if here else None
