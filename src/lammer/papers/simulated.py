"""A second method: the same play dealt by the simulator, compared with the exact figures."""

from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from lammer.api.analysis import exact_game
from lammer.api.shoes import ShoeChoice
from lammer.api.simulation import Wagers, kernel_table
from lammer.counting.cards_per_round import CardsPerRound, cards_per_round
from lammer.exact.play import Forced
from lammer.exact.round import round_worth
from lammer.papers.wanted import LeftOut, Wanted, attempt
from lammer.report.check import Compared, compared, compared_sides, limit, side_name, wager_for
from lammer.report.plays import composition_plays
from lammer.rules.sheet import Sheet
from lammer.simulate.estimates import Estimate, estimate
from lammer.simulate.plays import Plays, plays_of
from lammer.simulate.refusals import NotSimulated
from lammer.simulate.run import Plan, run
from lammer.simulate.table import KernelTable
from lammer.strategy.swaps import NO_SWAPS, SwapValues

if TYPE_CHECKING:
    from lammer.exact.finding import Finding, WholeFinding
    from lammer.exact.results import Results
    from lammer.exact.values import Game
    from lammer.strategy.chart import Chart

    House = Callable[[], tuple[Chart, Finding | LeftOut]]

LENGTH_ROUNDS = 1 << 17
"""Rounds from each shoe for the cards of a round: few, since the figures depend little on them."""
MAIN, WITH_SIDES, AGAINST = "main game", "with side bets", "bet against"


class Simulated(NamedTuple):
    """``rows`` are figures of both methods, by run; ``main`` is the run of the main game alone. ``sides`` is why side
    bets were not compared, if they were not."""

    played: str
    main: Estimate
    rounds: int
    seed: int
    rows: tuple[tuple[str, Compared], ...]
    sides: str
    length: CardsPerRound
    """The cards of a round."""

    @property
    def limit(self) -> float:
        return limit(len(self.rows))

    def compares_edge(self, bet_id: str, paytable: str) -> bool:
        """Whether the edge of a side bet is among the rows, and not only the chances of its outcomes."""
        return any(run == WITH_SIDES and one.what == side_name(bet_id, paytable) for run, one in self.rows)

    @property
    def worst(self) -> float:
        return max((abs(one.z) for _, one in self.rows), default=0.0)


class Dealt(NamedTuple):
    """What is dealt and compared: how it is played, and the exact house edge of that play."""

    name: str
    plays: Plays
    swaps: SwapValues
    house_edge: float


def simulated(
    sheet: Sheet,
    table: "Game | LeftOut",
    results: "Results | LeftOut",
    against: "WholeFinding | LeftOut | None",
    wanted: Wanted,
    house: "House",
) -> Simulated:
    """The result does not depend on the number of threads. ``against`` are the exact figures of the bet against one's
    own hand. ``house`` gives the shipped chart with its exact edge. Raises NotSimulated for rules that the kernels do
    not have, and KeyboardInterrupt if it is stopped."""
    what = dealt_play(sheet, table, house)
    assert not isinstance(table, LeftOut)
    sides = {bet_id: bet.minimum for bet_id, bet in sheet.side_bets.items()}

    def table_with(wagers: dict[str, int]) -> KernelTable:
        return KernelTable(sheet, what.plays, wager=wager_for(sheet), sides=wagers, swaps=what.swaps)

    def rows_of(found: Estimate, name: str) -> list[tuple[str, Compared]]:
        if not isinstance(results, LeftOut):
            return [(name, one) for one in compared(sheet, table, results, found)]
        error = found.main.sd / sqrt(found.rounds)
        z = (found.house_edge - what.house_edge) / error
        sides = compared_sides(sheet, table, found)
        return [(name, one) for one in (Compared("house edge", what.house_edge, found.house_edge, z), *sides)]

    main = table_with({})
    alone = _dealt(main, wanted)
    rows = rows_of(alone, MAIN)
    why = ""
    if sides:
        more = attempt(lambda: rows_of(_dealt(table_with(sides), wanted), WITH_SIDES))
        why = more.why if isinstance(more, LeftOut) else ""
        known = {one.what for _, one in rows}
        rows += [] if isinstance(more, LeftOut) else [row for row in more if row[1].what not in known]
    if not isinstance(against, LeftOut | None):
        rows += _against(sheet, against, wanted)
    length = cards_per_round(main, LENGTH_ROUNDS) if wanted.removal else CardsPerRound(0.0)
    return Simulated(what.name, alone, wanted.rounds, wanted.seed, tuple(rows), why, length)


def _dealt(kernel: KernelTable, wanted: Wanted) -> Estimate:
    ran = run(kernel, Plan(wanted.seed, wanted.rounds, 0))
    if ran.stopped:
        raise KeyboardInterrupt
    return estimate(kernel, ran.tally)


def _against(sheet: Sheet, exact: "WholeFinding", wanted: Wanted) -> list[tuple[str, Compared]]:
    game = exact_game(sheet, ShoeChoice().counts(sheet)[0], Forced())
    found = _dealt(kernel_table(sheet, Forced(), Wagers(wager_for(sheet), {})), wanted)
    return [(AGAINST, one) for one in compared(sheet, game, exact.results, found)]


def dealt_play(sheet: Sheet, table: "Game | LeftOut", house: "House") -> Dealt:
    """The best play. Of two hands per box the shipped chart: the kernels swap cards by the values of a chart."""
    if isinstance(table, LeftOut):
        raise NotSimulated(f"the simulation plays the exact analysis' best play, and there is none: {table.why}")
    if sheet.rules.hands.per_box == 1:
        return Dealt("The same play", composition_plays(table), NO_SWAPS, -round_worth(table))
    chart, found = house()
    if isinstance(found, LeftOut):
        raise NotSimulated(f"the simulation plays the shipped chart, whose edge is not known: {found.why}")
    return Dealt("The shipped chart, with its swaps,", plays_of(sheet, chart), chart.swaps, found.house_edge)
