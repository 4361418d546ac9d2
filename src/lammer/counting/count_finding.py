"""Counts for a game: the best tags, published systems, and how one count serves the main game and a side bet."""

from collections.abc import Callable, Iterator
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from lammer.cards.card import LETTER_VALUES, VALUES
from lammer.counting.best_tags import NoCount, best_tags, correlation
from lammer.counting.effects import CHART_HELD, INSURANCE, MAIN, OPTIMAL, Effects
from lammer.counting.finding import ShoeKnown, WantedBets, each_effect
from lammer.counting.linear_model import average_gain
from lammer.counting.main_game import main_game_effects
from lammer.counting.playing import Decisions, PlaysByShoe
from lammer.counting.systems import System
from lammer.counting.tags import A_DECK, Tags, tags_of
from lammer.errors import LammerError
from lammer.exact.values import Game
from lammer.rules.sheet import Sheet

LEVELS = (1, 2, 3)
PENETRATION = 0.75
DIGITS = 6
METHOD = (
    "effects of removal from exact analyses; correlations over the cards of the shoe; gains and playing efficiency in "
    "the linear normal model; best tags by an exact search of all tags"
)


class CountRow(NamedTuple):
    """One count. ``betting`` is its correlation with the main game, ``insurance`` that with insurance, ``playing`` its
    playing efficiency; None where the game has no such figure."""

    name: str
    tags: Tags
    betting: float | None
    playing: float | None
    insurance: float | None

    def as_json(self) -> dict[str, Any]:
        figures = {"betting": self.betting, "playing": self.playing, "insurance": self.insurance}
        about = {"name": self.name, "tags": self.tags.by_letter, "level": self.tags.level}
        about |= {"per_deck": float(self.tags.per_deck)}
        return about | {key: None if one is None else round(one, DIGITS) for key, one in figures.items()}


class BetCount(NamedTuple):
    """A side bet and the counts for it. Correlations are over the cards of the shoe."""

    name: str
    ev: float
    deviation: float
    """The standard deviation of its effects of removal."""
    win: float
    """Wagers won in 100 rounds by a player who knows every card and bets only with an advantage (linear model)."""
    own: tuple[tuple[int, bool, Tags, float], ...]
    """Level, whether it is balanced, the best tags by value and their correlation with the bet."""
    by_card: tuple[int, dict[str, int], float] | None
    """The best tags where cards of one value differ: level, tags by card, correlation."""
    with_main: "Shared | None"
    why: str = ""
    """Why there is no count for it."""

    def as_json(self) -> dict[str, Any]:
        own = [
            {"level": level, "balanced": balanced, "tags": tags.by_letter, "correlation": round(one, DIGITS)}
            for level, balanced, tags, one in self.own
        ]
        found: dict[str, Any] = {"bet": self.name, "ev": round(self.ev, 12), "deviation": round(self.deviation, 12)}
        found |= {"win_per_100_rounds": round(self.win, DIGITS), "best": own}
        if self.by_card is not None:
            level, tags, one = self.by_card
            found |= {"by_card": {"level": level, "tags": tags, "correlation": round(one, DIGITS)}}
        if self.with_main is not None:
            found |= {"with_main_game": self.with_main.as_json()}
        return found | ({"why": self.why} if self.why else {})


class Shared(NamedTuple):
    """How one count of a level serves the main game and a side bet. A negative correlation serves as well: the bet is
    then good when the count is low. ``both`` has the largest sum of the two correlations without their signs among all
    balanced tags of the level."""

    level: int
    main_on_bet: float
    """The correlation of the main game's best count with the bet."""
    own_on_main: float
    """The correlation of the bet's best count with the main game."""
    both: Tags
    both_on_main: float
    both_on_bet: float
    win_both: float
    """Wagers won on the bet in 100 rounds with the count for both."""

    def as_json(self) -> dict[str, Any]:
        numbers = {key: round(one, DIGITS) for key, one in self._asdict().items() if isinstance(one, float)}
        return {"level": self.level, **numbers, "both": self.both.by_letter}


class CountFinding(NamedTuple):
    sheet: str
    shoe: str
    play: str
    """The play of the main game's effects."""
    penetration: float
    counts: tuple[CountRow, ...]
    bets: tuple[BetCount, ...]
    refused: dict[str, str]
    stopped: bool = False
    """Whether Ctrl-C ended the analysis, so that bets are missing."""

    def as_json(self) -> dict[str, Any]:
        return {
            "sheet": self.sheet,
            "shoe": self.shoe,
            "play": self.play,
            "penetration": self.penetration,
            "method": METHOD,
            "counts": [one.as_json() for one in self.counts],
            "side_bets": [one.as_json() for one in self.bets],
            "refused": self.refused,
            "stopped": self.stopped,
        }


class Asked(NamedTuple):
    """What a count is asked for: the systems beside the best tags, the level of counts for two bets, one side bet or
    all, and the part of the shoe in front of the cut card."""

    systems: tuple[System, ...] = ()
    level: int = 2
    side: str = ""
    penetration: float = PENETRATION


def counts_of(
    sheet: Sheet,
    shoe: ShoeKnown,
    asked: Asked,
    on_progress: Callable[[], None] = lambda: None,
    on_stop: Callable[[KeyboardInterrupt], None] | None = None,
) -> CountFinding:
    """The counts of a game. ``on_progress`` is called as for ``effects_of_removal`` of all bets. With ``on_stop``,
    Ctrl-C leaves the counts of the bets whose effects are known; those that depend on the cards alone come first,
    because they take less time."""
    refused: dict[str, str] = {}
    plays: list[PlaysByShoe] = []
    fixed: list[Effects] = []
    played: list[Effects] = []
    stopped = False
    try:
        for one in each_effect(sheet, shoe, WantedBets(main_too=False), refused, on_progress):
            fixed.append(one)
        played = _played(sheet, shoe, plays, refused, on_progress)
    except KeyboardInterrupt as stop:
        if on_stop is None:
            raise
        on_stop(stop)
        stopped = True
    main = next((one for play in (CHART_HELD, OPTIMAL) for one in played if (one.bet, one.play) == (MAIN, play)), None)
    if main is None and MAIN not in refused:
        refused[MAIN] = "not analysed: stopped" if stopped else "not analysed"
    insurance = next((one for one in fixed if one.bet == INSURANCE), None)
    decisions = plays[0].decisions(asked.penetration) if plays and main is not None else None
    bets = [one for one in (*played, *fixed) if one.bet not in (MAIN, INSURANCE) and one.play in ("", OPTIMAL)]
    bets = [one for one in bets if WantedBets(asked.side).has(sheet, one)]
    named = [
        *(_best_of_levels(main, refused) if main else ()),
        *((system.name, system.tags) for system in asked.systems),
    ]
    rows = tuple(_row(name, tags, main, insurance, decisions) for name, tags in named)
    found = tuple(_bet_count(one, main, asked) for one in bets)
    play = main.play if main else ""
    return CountFinding(sheet.ref, shoe.text, play, asked.penetration, rows, found, refused, stopped)


def _played(
    sheet: Sheet,
    shoe: ShoeKnown,
    plays: list[PlaysByShoe],
    refused: dict[str, str],
    on_progress: Callable[[], None],
) -> list[Effects]:
    """The effects of the main game and of bets on its play; the values of its plays are put into ``plays``."""

    def on_game(value: int, game: Game) -> None:
        if game.tables.hands_per_box > 1:
            return
        if value == 0:
            plays.append(PlaysByShoe(game))
        else:
            plays[0].add(value, game)

    try:
        return list(main_game_effects(sheet, shoe.cards, shoe.by_value, on_progress, on_game))
    except LammerError as error:
        refused[MAIN] = str(error)
        return []


def _best_of_levels(main: Effects, refused: dict[str, str]) -> Iterator[tuple[str, Tags]]:
    """The best tags for the main game of every level, by name."""
    for level, balanced in product(LEVELS, (True, False)):
        name = f"best of level {level}, {'balanced' if balanced else 'any sum'}"
        try:
            yield name, best_by_value(main, level, balanced=balanced)
        except NoCount as why:
            refused[name] = str(why)


def _row(
    name: str, tags: Tags, main: Effects | None, insurance: Effects | None, decisions: Decisions | None
) -> CountRow:
    return CountRow(
        name,
        tags,
        None if main is None else correlation_with(main, tags),
        None if decisions is None else decisions.efficiency([float(tag) for tag in tags.by_value]),
        None if insurance is None else correlation_with(insurance, tags),
    )


def correlation_with(effects: Effects, tags: Tags) -> float:
    """The correlation of tags with effects of removal, over the cards of the shoe."""
    codes = list(effects.by_card)
    numbers = [float(tags.by_value[VALUES[code] - 1]) for code in codes]
    return correlation([effects.counts[code] for code in codes], [effects.by_card[code] for code in codes], numbers)


def best_by_value(effects: Effects, level: int, *, balanced: bool) -> Tags:
    """The best tags by value. A balanced count ends at 0 with a whole deck, whatever the shoe. Raises NoCount."""
    by_value = effects.by_value()
    weights = [effects.of_value(value) for value in by_value]
    deck = [A_DECK[value - 1] for value in by_value] if balanced else None
    found = best_tags(weights, list(by_value.values()), level, deck)
    tags = dict(zip(by_value, found.tags, strict=True))
    return tags_of([tags.get(value, 0) for value in range(1, 11)])


def win_per_100(effects: Effects, seen: float, penetration: float) -> float:
    """Wagers won in 100 rounds by a player who bets only with an advantage and sees this correlation with it."""
    squares = np.array([effects.squares * seen * seen])
    return 100 * float(average_gain(np.array([-effects.ev]), squares, effects.cards, penetration)[0])


def _bet_count(effects: Effects, main: Effects | None, asked: Asked) -> BetCount:
    about = effects.name, effects.ev, effects.deviation, win_per_100(effects, 1.0, asked.penetration)
    try:
        if not effects.countable:
            raise NoCount("all cards have the same effect: a count with tags does not help")
        own = []
        for level, balanced in product(LEVELS, (True, False)):
            tags = best_by_value(effects, level, balanced=balanced)
            own.append((level, balanced, tags, correlation_with(effects, tags)))
        shared = None if main is None else _shared(effects, main, asked)
        return BetCount(*about, tuple(own), _by_card(effects, asked.level), shared)
    except NoCount as refused:
        return BetCount(*about, (), None, None, str(refused))


def _by_card(effects: Effects, level: int) -> tuple[int, dict[str, int], float] | None:
    """The best tags by card, where cards of one value differ."""
    classes = effects.classes()
    if all(name in LETTER_VALUES for name in classes):
        return None
    weights = [sum(effects.counts[code] for code in codes) for codes in classes.values()]
    try:
        found = best_tags(weights, list(effects.groups().values()), level)
    except NoCount:
        return None
    return level, {name: tag for name, tag in zip(classes, found.tags, strict=True) if tag}, found.correlation


def _shared(effects: Effects, main: Effects, asked: Asked) -> Shared:
    of_main, own = (best_by_value(one, asked.level, balanced=True) for one in (main, effects))
    both = max(
        (_for_both(effects, main, asked.level, sign) for sign in (1, -1)),
        key=lambda tags: correlation_with(main, tags) + abs(correlation_with(effects, tags)),
    )
    on_bet = correlation_with(effects, both)
    return Shared(
        asked.level,
        correlation_with(effects, of_main),
        correlation_with(main, own),
        both,
        correlation_with(main, both),
        on_bet,
        win_per_100(effects, on_bet, asked.penetration),
    )


def _for_both(effects: Effects, main: Effects, level: int, sign: int) -> Tags:
    """The count with the largest sum of its correlation with the main game and, with this sign, that with the bet: it
    is the correlation with the sum of both effects in units of their deviations."""
    total = {
        code: main.by_card[code] / sqrt(main.squares) + sign * effects.by_card[code] / sqrt(effects.squares)
        for code in main.by_card
    }
    return best_by_value(main._replace(by_card=total), level, balanced=True)
