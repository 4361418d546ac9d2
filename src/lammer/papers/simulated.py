"""A second method: the same play dealt by the simulator, compared with the exact figures."""

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from lammer.counting.cards_per_round import CardsPerRound, cards_per_round
from lammer.papers.wanted import LeftOut, Wanted, attempt
from lammer.report.check import Compared, compared, limit, wager_for
from lammer.report.plays import composition_plays
from lammer.rules.sheet import Sheet
from lammer.simulate.estimates import Estimate, estimate
from lammer.simulate.run import Plan, run
from lammer.simulate.table import KernelTable

if TYPE_CHECKING:
    from lammer.exact.results import Results
    from lammer.exact.values import Game

LENGTH_ROUNDS = 1 << 17
"""Rounds from each shoe for the cards of a round: few, since the figures depend little on them."""
MAIN, WITH_SIDES = "main game", "with side bets"


class Simulated(NamedTuple):
    """``rows`` are figures of both methods, by run. ``sides`` is why side bets were not compared, if they were not."""

    rounds: int
    seed: int
    rows: tuple[tuple[str, Compared], ...]
    sides: str
    length: CardsPerRound
    """The cards of a round."""

    @property
    def limit(self) -> float:
        return limit(len(self.rows))

    @property
    def compared_sides(self) -> bool:
        return any(run == WITH_SIDES for run, _ in self.rows)

    @property
    def worst(self) -> float:
        return max((abs(one.z) for _, one in self.rows), default=0.0)


def simulated(sheet: Sheet, table: "Game | LeftOut", results: "Results | LeftOut", wanted: Wanted) -> Simulated:
    """The result does not depend on the number of threads. Raises NotSimulated for rules that the kernels do not have,
    and KeyboardInterrupt if it is stopped."""
    if isinstance(table, LeftOut):
        from lammer.simulate.refusals import NotSimulated

        raise NotSimulated(f"the simulation plays the exact analysis' best play, and there is none: {table.why}")
    plays = composition_plays(table)
    sides = {bet_id: bet.minimum for bet_id, bet in sheet.side_bets.items()}

    def table_with(wagers: dict[str, int]) -> KernelTable:
        return KernelTable(sheet, plays, wager=wager_for(sheet), sides=wagers)

    def dealt(kernel: KernelTable, rounds: int) -> Estimate:
        ran = run(kernel, Plan(wanted.seed, rounds, 0))
        if ran.stopped:
            raise KeyboardInterrupt
        return estimate(kernel, ran.tally)

    main = table_with({})
    rows = _compared(sheet, table, results, dealt(main, wanted.rounds), MAIN)
    why = ""
    if sides:
        more = attempt(lambda: _compared(sheet, table, results, dealt(table_with(sides), wanted.rounds), WITH_SIDES))
        why = more.why if isinstance(more, LeftOut) else ""
        known = {one.what for _, one in rows}
        rows += [] if isinstance(more, LeftOut) else [row for row in more if row[1].what not in known]
    length = cards_per_round(main, LENGTH_ROUNDS) if wanted.removal else CardsPerRound(0.0)
    return Simulated(wanted.rounds, wanted.seed, tuple(rows), why, length)


def _compared(
    sheet: Sheet, table: "Game", results: "Results | LeftOut", found: Estimate, name: str
) -> list[tuple[str, Compared]]:
    if not isinstance(results, LeftOut):
        return [(name, one) for one in compared(sheet, table, results, found)]
    from lammer.exact.round import round_worth

    exact = -round_worth(table)
    error = found.main.sd / sqrt(found.rounds)
    return [(name, Compared("house edge", exact, found.house_edge, (found.house_edge - exact) / error))]
