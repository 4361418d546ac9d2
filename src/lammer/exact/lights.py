"""Lights for marked cards: a Markov chain over the exact chances of one round.

The state is the number k of lights a player has, 0 … N − 1; the N-th light wins the prize P and leaves none, and lights
beyond it count for the next prize. A round with net x and l lights brings x + P·⌊(k + l)/N⌋ and leads to the state
(k + l) mod N. For the long-run average g of what a round brings, and the value h(k) of having k lights,

    g + h(k) = max E[x + P·⌊(k + l)/N⌋ + h((k + l) mod N)],   and h(k) = k·P/N solves it,

because P·⌊(k + l)/N⌋ + h((k + l) mod N) = (k + l)·P/N. So a light is worth P/N however many there are, the best play
and the best trades do not depend on k, and g is the largest E[x + l·P/N]. That holds for a player who plays on with the
same wager and keeps the lights.
"""

from math import comb
from typing import Any, NamedTuple

import numpy as np

from lammer.cards.card import NAMES, VALUE_LETTERS
from lammer.exact.hands import Floats
from lammer.exact.light_hands import COUNTED_CARDS, LIGHTS, NET, NONE
from lammer.exact.light_round import BEST, MAIN, LitRound, MarkedShoe
from lammer.exact.play import Optimal
from lammer.exact.refusals import NotAnalysed
from lammer.exact.round import round_worth
from lammer.exact.shoe import A_DECK
from lammer.exact.values import Game
from lammer.rules.sidebets import DIGITS

CHANCES_METHOD = (
    "exact; the chances of numbers of lights are exact for hands that are not split, and those of split hands are "
    "combined as if their lights were independent"
)
PLAYS_ON = "the player plays on with the same wager, and keeps the lights until the prize"


class Rounds(NamedTuple):
    """Rounds from no light to the prize."""

    mean: float
    median: int
    nine_in_ten: int
    """Nine of ten players have the prize after so many."""


class LightsPlay(NamedTuple):
    """One way to play: the net of the main game and the lights of a round, on average."""

    name: str
    net: float
    lights: float
    chances: tuple[float, ...]
    """Of 0, 1, 2 … lights and of more in one round."""
    worth: float
    """Of the lights of a round, in wagers."""
    rounds: Rounds | None

    @property
    def house_edge(self) -> float:
        return -self.net - self.worth

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"name": self.name, "house_edge": round(self.house_edge, DIGITS)}
        found |= {"main_house_edge": round(-self.net, DIGITS), "lights_per_round": round(self.lights, DIGITS)}
        found |= {"worth": round(self.worth, DIGITS), "chances": [round(one, DIGITS) for one in self.chances]}
        if self.rounds is not None:
            found["rounds_to_the_prize"] = self.rounds._asdict() | {"mean": round(self.rounds.mean, 6)}
        return found


class TradeCell(NamedTuple):
    """The marked card and another one against an up card: what keeping and trading bring to the main game, the lights
    they bring, and what a trade gains in all."""

    other: int
    up: int
    keep: float
    trade: float
    gain: float

    def as_json(self) -> dict[str, Any]:
        values = {name: round(float(getattr(self, name)), DIGITS) for name in ("keep", "trade", "gain")}
        return {"with": VALUE_LETTERS[self.other], "up": VALUE_LETTERS[self.up], **values}


class LightsFinding(NamedTuple):
    """``light`` is what a light is worth, in wagers of ``stake``; prize and stake are in minor units."""

    name: str
    marked: str
    trades: bool
    needed: int
    prize: int
    stake: int
    plays: tuple[LightsPlay, ...]
    """The best one first."""
    cells: tuple[TradeCell, ...]

    @property
    def light(self) -> float:
        return self.prize / self.needed / self.stake

    @property
    def best(self) -> LightsPlay:
        return self.plays[0]

    def as_json(self) -> dict[str, Any]:
        found = {"id": "lights", "name": self.name, "marked": self.marked, "trade": self.trades, "needed": self.needed}
        found |= {"prize": self.prize, "stake": self.stake, "light": round(self.light, DIGITS)}
        found |= {"house_edge": round(self.best.house_edge, DIGITS), "plays": [one.as_json() for one in self.plays]}
        found |= {"assumes": PLAYS_ON, "method": CHANCES_METHOD}
        return found | ({"trades": [cell.as_json() for cell in self.cells]} if self.cells else {})


def lights_finding(game: Game, stake: int) -> LightsFinding:
    """The lights of a game whose shoe is made of whole decks, for a wager in minor units."""
    rules = game.tables.lights
    if rules is None:
        raise NotAnalysed("no card is marked in this game")
    shoe = MarkedShoe(rules, _decks(game.shoe), float(game.shoe[rules.value - 1]), stake)
    best, main = LitRound(game.played_by(Optimal()), shoe, BEST), LitRound(game, shoe, MAIN)
    plays = [_play("best play with lights", best, shoe)]
    if rules.trades:
        plays.append(_play("main game's play, every marked card traded", main, shoe))
        plays.append(_never(game))
    else:
        plays.append(_play("main game's play", main, shoe))
    about = rules.name, NAMES[rules.marked], rules.trades, rules.needed, rules.prize, stake
    return LightsFinding(*about, tuple(plays), _cells(best) if rules.trades else ())


def _decks(shoe: Floats) -> float:
    """The number of marked cards: one of each deck."""
    decks = float(shoe[0] / A_DECK[0])
    if decks != int(decks) or (shoe != A_DECK * decks).any():
        raise NotAnalysed("lights: a shoe of whole decks is needed, so that it is known how many cards are marked")
    return decks


def _play(name: str, played: LitRound, shoe: MarkedShoe) -> LightsPlay:
    found = played.values()
    net, lights = float(found[NET]), float(found[LIGHTS]) * (1.0 if shoe.lights.trades else shoe.share)
    chances = found[NONE:] if shoe.lights.trades else marked_among(found[NONE:], shoe)
    worth = lights * shoe.lights.light / shoe.stake
    return LightsPlay(name, net, lights, tuple(chances.tolist()), worth, rounds_to_prize(chances, shoe.lights.needed))


def _never(game: Game) -> LightsPlay:
    return LightsPlay("main game's play, every marked card kept", round_worth(game), 0.0, (1.0,), 0.0, None)


def marked_among(cards: Floats, shoe: MarkedShoe) -> Floats:
    """The chances of 0, 1, 2 … marked cards, from those of so many cards of their value: every choice of cards of the
    value is equally likely to be the marked ones, since play does not look at marks."""
    marked, value = int(min(shoe.marked, 10**6)), int(min(shoe.of_value, 10**7))
    found = np.zeros(COUNTED_CARDS)
    for number, chance in enumerate(cards.tolist()):
        for among in range(min(number, marked) + 1):
            found[among] += chance * comb(marked, among) * comb(value - marked, number - among) / comb(value, number)
    return found


def rounds_to_prize(chances: Floats, needed: int) -> Rounds:
    """From no light, if every round brings 0, 1, 2 … lights with these chances; the last chance is of so many or
    more."""
    steps = chances[:needed]
    means = np.zeros(needed + len(chances))
    for lights in reversed(range(needed)):
        later = sum(chance * means[lights + more] for more, chance in enumerate(steps) if more)
        means[lights] = (1 + later) / (1 - chances[0])
    state, rounds, after = np.zeros(needed), 0, dict[float, int]()
    state[0] = 1.0
    for part in (0.5, 0.9):
        while 1 - state.sum() < part:
            state = np.convolve(state, steps)[:needed]
            rounds += 1
        after[part] = rounds
    return Rounds(float(means[0]), after[0.5], after[0.9])


def _cells(best: LitRound) -> tuple[TradeCell, ...]:
    """The marked card of the deal with every other card, against every up card that is not marked itself."""
    cells = []
    for one, _ in best.up_cards:
        if not one.up_marked:
            for other in range(1, 11):
                keep, trade = one.trade(other)
                gain = float(one.marks.score(trade) - one.marks.score(keep))
                cells.append(TradeCell(other, one.against.up, float(keep[NET]), float(trade[NET]), gain))
    return tuple(cells)
