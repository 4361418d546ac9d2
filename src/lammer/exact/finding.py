"""Findings: figures with their rules, assumptions and method."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from lammer.exact.analysed import analysed_tables
from lammer.exact.hands import Floats
from lammer.exact.play import Forced, Optimal, Play
from lammer.exact.results import Results, round_results
from lammer.exact.round import round_worth
from lammer.exact.shoe import ENDLESS, full_shoe
from lammer.exact.two_hands import UPS, two_hands_worth
from lammer.exact.values import Game
from lammer.rule_tables.tables import rule_tables
from lammer.rules.sheet import Sheet
from lammer.rules.shoe_cards import ShoeCards
from lammer.rules.sidebets import DIGITS

Found = TypeVar("Found")
METHOD = "exact enumeration from the given shoe, in double precision"
SPREAD_METHOD = "exact joint distribution of each pair of split hands with the dealer"
RESULTS_METHOD = (
    "exact for rounds of one or two hands; for three and four hands combined from the exact pairs, "
    "as if the hands were otherwise independent given the dealer"
)
ASSUMPTIONS = (
    "one box, dealt from the shoe as stated",
    "a hand is played by its own cards, the up card and its stake (own money or lammer), without memory of other hands",
    "the hands of a split pair share one policy, chosen with one further card of the pair removed, for any number of "
    "hands",
    "no insurance, no even money, no side bet in the main figure",
)
TWO_HANDS_ASSUMPTIONS = (
    "an original wager is what lies on both hands of the box, half of it on each",
    "each hand is valued with the other hand's two cards of the deal removed from the shoe; it does not look at the "
    "cards that the other hand draws",
    "the second cards are swapped where that is better, or as the chart's values say",
)

LIGHTS_ASSUMPTION = (
    "marked cards are kept and not traded; the prize of the lights is not in the figure (see lammer sidebets)"
)


ASSUMPTIONS_AGAINST = (
    "one box, dealt from the shoe as stated",
    "the wager is against the player's own hand, which is played by the dealer's rules without decisions",
    "no side bet in the main figure",
)
AGAINST_METHOD = "exact sum over every pair of final hands"


class Finding(NamedTuple):
    """``ev`` is the expected net of one original wager; the house edge is its negative."""

    sheet: str
    strategy_class: str
    shoe: str
    ev: float
    assumptions: tuple[str, ...]
    method: str
    seconds: float

    @property
    def house_edge(self) -> float:
        return -self.ev

    def as_json(self) -> dict[str, Any]:
        return {
            "sheet": self.sheet,
            "strategy_class": self.strategy_class,
            "shoe": self.shoe,
            "house_edge": round(self.house_edge, DIGITS),
            "ev": round(self.ev, DIGITS),
            "assumptions": list(self.assumptions),
            "method": self.method,
            "seconds": round(self.seconds, 3),
        }


class WholeFinding(NamedTuple):
    """The edge together with everything else about a round's net."""

    edge: Finding
    results: Results
    spread_seconds: float

    @property
    def against(self) -> bool:
        """Whether this is the bet against one's own hand."""
        return self.edge.assumptions == ASSUMPTIONS_AGAINST

    def as_json(self) -> dict[str, Any]:
        results = [{"net": net, "probability": round(chance, DIGITS)} for net, chance in self.results.chances.items()]
        return self.edge.as_json() | {
            "sd": round(self.results.sd, DIGITS),
            "at_risk": round(self.results.at_risk, DIGITS),
            "house_edge_at_risk": round(self.edge.house_edge / self.results.at_risk, DIGITS),
            "results": results,
            "spread_method": AGAINST_METHOD if self.against else SPREAD_METHOD,
            "results_method": AGAINST_METHOD if self.against else RESULTS_METHOD,
            "spread_seconds": round(self.spread_seconds, 3),
        }


def shoe_of(sheet: Sheet, decks: str = "") -> tuple[Floats, str]:
    """A fresh shoe of the sheet's decks, or of infinitely many."""
    if decks == "infinite":
        return full_shoe(ENDLESS), "infinite decks"
    number = rule_tables(sheet).decks
    return full_shoe(number), f"{number} deck{'s' * (number != 1)}"


def edge(sheet: Sheet, play: Play | None = None, decks: str = "") -> Finding:
    """The whole round, exactly."""
    play = play or Optimal()
    shoe, shoe_text = shoe_of(sheet, decks)
    return edge_of(sheet, played_game(sheet, shoe, play), shoe_text)


def played_game(sheet: Sheet, shoe: Floats, play: Play, known: ShoeCards | None = None) -> Game:
    """The game that is analysed: forced play is that of the bet against one's own hand. ``known`` is the shoe by card,
    if that is known."""
    return Game(analysed_tables(sheet, against=isinstance(play, Forced)), shoe, play, known)


def edge_of(sheet: Sheet, game: Game, shoe: str, on_progress: Callable[[], None] = lambda: None) -> Finding:
    """The finding of a game whose values may be partly computed. Two hands per box take long: ``on_progress`` is then
    called ``steps_of_edge`` times."""
    two = game.tables.hands_per_box == 2
    worth, seconds = timed(lambda: two_hands_worth(game, on_progress) if two else round_worth(game))
    return finding_of(sheet, game, shoe, worth, seconds)


def finding_of(sheet: Sheet, game: Game, shoe: str, worth: float, seconds: float) -> Finding:
    """The finding of a game that is worth so much."""
    two = game.tables.hands_per_box == 2
    assumptions = ASSUMPTIONS_AGAINST if game.tables.against else ASSUMPTIONS
    assumptions = (*assumptions, *TWO_HANDS_ASSUMPTIONS) if two else assumptions
    if game.tables.lights is not None and not game.tables.against:
        assumptions = (*assumptions, LIGHTS_ASSUMPTION)
    return Finding(sheet.ref, game.play.name, shoe, worth, assumptions, METHOD, seconds)


def steps_of_edge(sheet: Sheet) -> int:
    """The number of steps of the edge; 0 if it takes no time worth mentioning."""
    return len(UPS) if rule_tables(sheet).hands_per_box == 2 else 0


def whole_finding(sheet: Sheet, game: Game, shoe: str, on_progress: Callable[[], None] = lambda: None) -> WholeFinding:
    """The edge, the spread and the chance of each net result; ``on_progress`` is called after each up card."""
    found = edge_of(sheet, game, shoe)
    results, seconds = timed(lambda: round_results(game, on_progress))
    return WholeFinding(found, results, seconds)


def timed(work: Callable[[], Found]) -> tuple[Found, float]:
    begun = time.perf_counter()
    return work(), time.perf_counter() - begun
