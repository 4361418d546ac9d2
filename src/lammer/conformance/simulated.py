"""Part "exact against simulated": every figure of the exact analysis beside the same figure of dealt rounds."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from lammer.exact.analysed import analysed_tables
from lammer.exact.finding import shoe_of
from lammer.exact.play import ByChart, Play
from lammer.exact.refusals import NotAnalysed
from lammer.exact.round import round_worth
from lammer.exact.values import Game
from lammer.report.check import Compared, compared, compared_sides, exact_side, limit, wager_for
from lammer.rules.outcome_chances import NotCounted
from lammer.rules.sheet import Sheet
from lammer.simulate.estimates import Estimate, estimate
from lammer.simulate.plays import plays_of
from lammer.simulate.refusals import NotSimulated
from lammer.simulate.run import Plan, run
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart

SEED = 1
ALONE, WITH_BETS = "main game alone", "with every side bet"
NOT_SUPPORTED = (NotAnalysed, NotCounted, NotSimulated)
"""What the exact analysis and the simulator raise for a rule that they do not cover."""


class Comparison(NamedTuple):
    """Figures with the run they come from; none if a rule is not covered (``refused``) or the run was stopped."""

    figures: tuple[tuple[str, Compared], ...] = ()
    refused: str = ""
    stopped: bool = False

    @property
    def worst(self) -> Compared:
        return max((one for _, one in self.figures), key=lambda one: abs(one.z))

    @property
    def limit(self) -> float:
        return limit(len(self.figures))

    @property
    def agree(self) -> bool:
        return abs(self.worst.z) <= self.limit


def compare_case(
    sheet: Sheet,
    rounds: int,
    threads: int = 1,
    stop: Callable[[], bool] = lambda: False,
    *,
    spread: bool = True,
    played: Sheet | None = None,
) -> Comparison:
    """Analyses the sheet with its own chart and deals as many rounds, alone and with every side bet; a game with side
    bets attached only with them. Without ``spread`` only the edges of the game and of its side bets are compared, which
    takes a tenth of the time. ``played``: the sheet that the simulator is given, for a control with another one."""
    chart, dealt = house_chart(sheet), played or sheet
    figures: list[tuple[str, Compared]] = []
    try:
        figures_of = _all_figures(sheet, ByChart(chart)) if spread else _edges(sheet, ByChart(chart))
        sides = {bet_id: bet.minimum for bet_id, bet in dealt.side_bets.items()}
        runs: dict[str, dict[str, int]] = {WITH_BETS: sides} if sides else {}
        for name, wagers in (runs if sheet.origins[1:] and runs else {ALONE: {}} | runs).items():
            plays = plays_of(dealt, chart)
            table = KernelTable(dealt, plays, wager=wager_for(sheet), sides=wagers, swaps=chart.swaps)
            ran = run(table, Plan(SEED, rounds, 0), threads, lambda _tally, _chunks: _interrupt(stop))
            if ran.stopped:
                return Comparison(stopped=True)
            figures += [(name, one) for one in figures_of(estimate(table, ran.tally))]
    except NOT_SUPPORTED as refused:
        return Comparison(refused=str(refused))
    return Comparison(tuple(figures))


Figures = Callable[[Estimate], Iterator[Compared]]


def _all_figures(sheet: Sheet, play: Play) -> Figures:
    game, results = exact_side(sheet, play)
    return lambda found: compared(sheet, game, results, found)


def _edges(sheet: Sheet, play: Play) -> Figures:
    game = Game(analysed_tables(sheet), shoe_of(sheet)[0], play)
    if game.tables.hands_per_box > 1:
        raise NotAnalysed("hands.per_box=2: the edge takes seconds; lammer check compares it")
    worth = round_worth(game)

    def figures(found: Estimate) -> Iterator[Compared]:
        yield Compared("house edge", -worth, found.house_edge, (found.house_edge + worth) / found.main.error)
        yield from compared_sides(sheet, game, found)

    return figures


def _interrupt(stop: Callable[[], bool]) -> None:
    if stop():
        raise KeyboardInterrupt  # the run keeps what is done and ends
