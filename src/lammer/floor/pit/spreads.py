"""The exact edge and standard deviation of a game's wagers, under optimal play from a fresh shoe.

Those of shipped games are stored in ``spreads.json`` (`python tools/pit_spreads.py` writes it), since computing the
spread with all re-splits takes minutes. Others are computed when needed, once in a process.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lammer.exact.refusals import NotAnalysed
from lammer.rules.outcome_chances import NotCounted
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import SideBetFinding, fixed_side_bets

if TYPE_CHECKING:
    from lammer.exact.values import Game

STORED = Path(__file__).with_name("spreads.json")
CORRELATION = 0.5
"""The assumed correlation of any two wagers of one round, which share the dealer's hand. It is higher than the true
one, so it causes no false alarms. Two bettors on one box have the same hand, so their wagers count as one."""


class Spread(NamedTuple):
    """A wager's expected win for the house and its standard deviation, in wagers."""

    edge: float
    sd: float


class SheetSpreads(NamedTuple):
    main: Spread
    sides: dict[str, Spread]
    """By side bet, with the posted paytable; without bets on a jackpot's meter and bets without exact chances."""

    def as_json(self) -> dict[str, Any]:
        return {"main": self.main._asdict(), "sides": {name: one._asdict() for name, one in self.sides.items()}}


_cache: dict[str, SheetSpreads] = {}


def spreads_of(sheet: Sheet) -> SheetSpreads:
    spreads = _cache.get(sheet.ref)
    if spreads is None:
        spreads = _stored().get(sheet.ref) or _of_the_game(sheet) or compute_spreads(sheet)
        _cache[sheet.ref] = spreads
    return spreads


def _of_the_game(sheet: Sheet) -> SheetSpreads | None:
    """A stored game with side bets attached, which do not change its main wager."""
    game = _stored().get(f"{sheet.id.partition('+')[0]}@{sheet.version}") if not sheet.overrides else None
    if game is None or any(bet.streak is not None for bet in sheet.side_bets.values()):
        return None
    sides = game.sides | dict(_posted(sheet, fixed_side_bets(sheet)))
    if any(bet.lammers is not None and name not in sides for name, bet in sheet.side_bets.items()):
        sides |= dict(_posted(sheet, _lammer_bets(sheet)))
    return SheetSpreads(game.main, sides)


def _lammer_bets(sheet: Sheet) -> Iterator[SideBetFinding]:
    """They depend on the play of the main game, but not on its spread."""
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.finding import shoe_of
    from lammer.exact.play import Optimal
    from lammer.exact.sidebets import lammer_bets
    from lammer.exact.values import Game

    yield from lammer_bets(sheet, Game(analysed_tables(sheet), shoe_of(sheet)[0], Optimal()))


@cache
def _stored() -> dict[str, SheetSpreads]:
    return {
        ref: SheetSpreads(Spread(**one["main"]), {name: Spread(**side) for name, side in one["sides"].items()})
        for ref, one in json.loads(STORED.read_text("utf-8")).items()
    }


def compute_spreads(sheet: Sheet) -> SheetSpreads:
    """Raises NotAnalysed for rules that the exact analysis does not support."""
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.finding import shoe_of
    from lammer.exact.play import Optimal
    from lammer.exact.sidebets import bets_on_play
    from lammer.exact.values import Game

    game, sides = Game(analysed_tables(sheet), shoe_of(sheet)[0], Optimal()), dict[str, Spread]()
    main = _of_two_hands(sheet, game) if game.tables.hands_per_box > 1 else _of_one_hand(game)
    analyses: list[Callable[[], Iterable[SideBetFinding]]] = [
        partial(bets_on_play, sheet, game),
        partial(fixed_side_bets, sheet),
    ]
    for bets in analyses:
        with suppress(NotAnalysed, NotCounted):
            sides |= dict(_posted(sheet, bets()))
    return SheetSpreads(main, sides)


def _of_one_hand(game: "Game") -> Spread:
    from lammer.exact.results import round_results

    results = round_results(game)
    return Spread(-results.mean, results.sd)


def _of_two_hands(sheet: Sheet, game: "Game") -> Spread:
    """The exact edge. The deviation is that of one hand as it is dealt, for two hands with the assumed correlation."""
    from lammer.exact.finding import edge_of
    from lammer.exact.values import Game
    from lammer.rule_tables.tables import one_hand, rule_tables

    alone = _of_one_hand(Game(rule_tables(one_hand(sheet)), game.shoe, game.play))
    return Spread(edge_of(sheet, game, "").house_edge, alone.sd * sqrt((1 + CORRELATION) / 2))


@cache
def spread_against(sheet: Sheet) -> Spread:
    """Of a wager against one's own hand. It takes seconds, so it is not stored."""
    from lammer.exact.bet_against import chances_against, mean_and_sd
    from lammer.exact.finding import shoe_of
    from lammer.rule_tables.tables import rule_tables

    mean, sd = mean_and_sd(chances_against(rule_tables(sheet, against=True), shoe_of(sheet)[0]))
    return Spread(-mean, sd)


def _posted(sheet: Sheet, findings: Iterable[SideBetFinding]) -> Iterator[tuple[str, Spread]]:
    for finding in findings:
        bet = sheet.rules.side_bets.get(finding.id)
        if bet is not None and bet.jackpot is None and finding.paytable == bet.paytable:
            squares = sum(one.probability * one.pays**2 for one in finding.outcomes)
            yield finding.id, Spread(finding.house_edge, sqrt(squares - finding.house_edge**2))
