"""The edge and the standard deviation of a game's wagers, exact, under optimal play from a fresh shoe.

Those of shipped games are kept in ``spreads.json`` (`python tools/pit_spreads.py` writes it), since the spread with
all re-splits takes minutes of a processor. Others are worked out when they are asked for, once in a process.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from lammer.exact.refusals import NotAnalysed
from lammer.rules.outcome_chances import NotCounted
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import SideBetFinding, fixed_side_bets

KEPT = Path(__file__).with_name("spreads.json")


class Spread(NamedTuple):
    """A wager's expected win for the house and its standard deviation, in wagers."""

    edge: float
    sd: float


class SheetSpreads(NamedTuple):
    main: Spread
    sides: dict[str, Spread]
    """By side bet, with the paytable that is posted; bets on a jackpot's meter and those without exact chances are not
    there."""

    def as_json(self) -> dict[str, Any]:
        return {"main": self.main._asdict(), "sides": {name: one._asdict() for name, one in self.sides.items()}}


_found: dict[str, SheetSpreads] = {}


def spreads_of(sheet: Sheet) -> SheetSpreads:
    found = _found.get(sheet.ref)
    if found is None:
        found = _found[sheet.ref] = _kept().get(sheet.ref) or worked_out(sheet)
    return found


@cache
def _kept() -> dict[str, SheetSpreads]:
    return {
        ref: SheetSpreads(Spread(**told["main"]), {name: Spread(**one) for name, one in told["sides"].items()})
        for ref, told in json.loads(KEPT.read_text("utf-8")).items()
    }


def worked_out(sheet: Sheet) -> SheetSpreads:
    """Raises NotAnalysed for rules that the exact analysis does not know."""
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.finding import shoe_of
    from lammer.exact.play import Optimal
    from lammer.exact.results import round_results
    from lammer.exact.sidebets import lammer_bets
    from lammer.exact.values import Game

    game = Game(analysed_tables(sheet), shoe_of(sheet)[0], Optimal())
    results, sides = round_results(game), dict[str, Spread]()
    found: list[Callable[[], Iterable[SideBetFinding]]] = [
        partial(lammer_bets, sheet, game),
        partial(fixed_side_bets, sheet),
    ]
    for bets in found:
        with suppress(NotAnalysed, NotCounted):
            sides |= dict(_posted(sheet, bets()))
    return SheetSpreads(Spread(-results.mean, results.sd), sides)


def _posted(sheet: Sheet, findings: Iterable[SideBetFinding]) -> Iterator[tuple[str, Spread]]:
    for found in findings:
        bet = sheet.rules.side_bets.get(found.id)
        if bet is not None and bet.jackpot is None and found.paytable == bet.paytable:
            squares = sum(one.probability * one.pays**2 for one in found.outcomes)
            yield found.id, Spread(found.house_edge, sqrt(squares - found.house_edge**2))
