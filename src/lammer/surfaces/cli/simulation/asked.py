"""What the simulation commands are asked."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lammer.compiled import compiled_before
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.analysis.asked import NOT_PARTIAL, named_chart
from lammer.surfaces.cli.options import BadOption, whole_number
from lammer.surfaces.cli.shared import RoundsOption, ShoeOption

if TYPE_CHECKING:
    from lammer.exact.play import Play
    from lammer.simulate.arrays import Counts
    from lammer.simulate.run import Plan
    from lammer.simulate.table import KernelTable

ThreadsOption = Annotated[int, Parameter(help="Threads to deal with; 0: one for each core.")]
HI_LO = "hi-lo"
HI_LO_TAGS = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)
MOST_SEATS = 7


@Parameter(name="*")
@dataclass(frozen=True)
class Dealing:
    """How rounds are dealt, one run or many."""

    rounds: RoundsOption = "1e8"
    shoe: ShoeOption = "fresh"
    cut_decks: Annotated[
        float | None, Parameter(help="Decks behind the cut card; else the middle of the sheet's range.")
    ] = None
    threads: ThreadsOption = 0
    cluster: Annotated[
        str, Parameter(help="Deal on a Dask cluster: the scheduler's address, or local to start one here.")
    ] = ""

    def plan(self, sheet: Sheet, seed: int) -> "Plan":
        from lammer.simulate.run import Plan

        return Plan(seed, rounds_option(self.rounds), cut_for(sheet, self.shoe, self.cut_decks))

    def engine(self) -> str:
        from lammer.simulate.run import default_threads

        return self.cluster or f"{self.threads or default_threads()} threads"


def prepare_simulation(kernel: str = "deal_rounds") -> None:
    """Says so when a kernel has to be compiled first, and what to install when it cannot be."""
    must_simulate()
    if not compiled_before(kernel):
        print("lammer: compiling the simulator, once; later runs start at once ...", file=sys.stderr, flush=True)


def must_simulate() -> None:
    """Says what to install when the simulator's parts are not there."""
    try:
        import numba  # noqa: F401
    except ImportError as error:
        raise BadOption(f"simulation needs {error.name}: pip install 'lammer[exact]'") from None


def table_for(sheet: Sheet, play: "Play", sides: Mapping[str, int], seats: int, wager: int = 100) -> "KernelTable":
    from lammer.exact.analysed import analysed_tables
    from lammer.exact.finding import shoe_of
    from lammer.exact.play import ByChart
    from lammer.exact.worth import Game
    from lammer.report.plays import composition_plays
    from lammer.simulate.plays import plays_of
    from lammer.simulate.table import KernelTable

    if not 1 <= seats <= MOST_SEATS:
        raise BadOption(f"--seats {seats}: a table has 1 to {MOST_SEATS}")
    if isinstance(play, ByChart):
        plays = plays_of(sheet, play.chart)
    else:
        plays = composition_plays(Game(analysed_tables(sheet), shoe_of(sheet)[0], play))
    return KernelTable(sheet, plays, wager=wager, sides=sides, seats=seats)


def play_for(strategy: str, sheet: Sheet, partial: bool = False) -> "Play":
    """A chart, or the best play of every composition from a full shoe."""
    from lammer.exact.play import ByChart, Optimal

    if strategy == "composition" and not partial:
        return Optimal()
    if strategy == "composition":
        raise BadOption(NOT_PARTIAL)
    return ByChart(named_chart(strategy, sheet, partial=partial))


def cut_for(sheet: Sheet, shoe: str, cut_decks: float | None) -> int:
    """Cards dealt before a shoe is over. A continuous shuffler takes every card back: every round has a full shoe."""
    cards = 52 * sheet.rules.shoe.decks
    if shoe != "cut":
        if cut_decks is not None:
            raise BadOption("--cut-decks says where the cut card lies: add --shoe cut")
        return 0
    rules = sheet.rules.cut
    decks = (rules.card_least_decks + rules.card_most_decks) / 2 if cut_decks is None else cut_decks
    behind = round(52 * decks) if isfinite(decks) else 0
    if not 0 < behind < cards:
        raise BadOption(f"--cut-decks {decks:g}: the cut card lies before 1 to {cards - 1} cards of this shoe")
    return cards - behind


def tags_for(count: str) -> "Counts | None":
    """Tags by card code: Hi-Lo, or ten numbers by value, ace first."""
    import numpy as np

    from lammer.cards.card import VALUES

    if not count:
        return None
    try:
        tags = HI_LO_TAGS if count == HI_LO else tuple(int(part) for part in count.replace(",", " ").split())
    except ValueError:
        tags = ()
    if len(tags) != 10 or any(abs(tag) > 100 for tag in tags):
        raise BadOption(f"--count {count}: write {HI_LO} or ten whole numbers, aces first, ten-values last")
    return np.array([tags[value - 1] for value in VALUES], dtype=np.int64)


def rounds_option(text: str) -> int:
    return whole_number(text, "--rounds")
