"""Options of the simulation commands."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lammer.api.arguments import need_numba
from lammer.api.simulation import Wagers, cards_before_cut, kernel_table
from lammer.compiled import compiled_before
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.analysis.options import NOT_PARTIAL, named_chart
from lammer.surfaces.cli.options import BadOption, must_offer_against, whole_number
from lammer.surfaces.cli.shared import RoundsOption, ShoeOption

if TYPE_CHECKING:
    from lammer.exact.play import Play
    from lammer.simulate.run import Plan
    from lammer.simulate.table import KernelTable

ThreadsOption = Annotated[int, Parameter(help="The number of threads; 0: one per core.")]
CutDecksOption = Annotated[
    float | None, Parameter(help="Decks behind the cut card; else the middle of the sheet's range.")
]


@Parameter(name="*")
@dataclass(frozen=True)
class Dealing:
    """Options for dealing the rounds of one run or many."""

    rounds: RoundsOption = "1e8"
    shoe: ShoeOption = "fresh"
    cut_decks: CutDecksOption = None
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
    """Checks that Numba is installed, and prints a note if the kernel has to be compiled first."""
    must_simulate()
    if not compiled_before(kernel):
        print("lammer: compiling what this command needs of the simulator, once ...", file=sys.stderr, flush=True)


def must_simulate() -> None:
    """Raises MissingExtra, which names the package to install, if Numba is not installed."""
    need_numba("simulation")


def table_for(
    sheet: Sheet, play: "Play", sides: Mapping[str, int], seats: int, wager: int = 100, parlay: str = "never"
) -> "KernelTable":
    return kernel_table(sheet, play, Wagers(wager, sides, seats, parlay=parlay))


def play_for(strategy: str, sheet: Sheet, partial: bool = False, *, against: bool = False) -> "Play":
    """A chart, the best play of every composition from a full shoe, or the forced play of a hand that is bet
    against."""
    from lammer.exact.play import ByChart, Forced, Optimal

    if against and (partial or strategy != "house"):
        raise BadOption("--against: that hand is played by the dealer's rules; leave out --strategy and --partial")
    if against:
        must_offer_against(sheet)
        return Forced()
    if strategy == "composition" and not partial:
        return Optimal()
    if strategy == "composition":
        raise BadOption(NOT_PARTIAL)
    return ByChart(named_chart(strategy, sheet, partial=partial))


def cut_for(sheet: Sheet, shoe: str, cut_decks: float | None) -> int:
    """Cards dealt before the cut card; 0 for a full shoe in every round."""
    if shoe != "cut" and cut_decks is not None:
        raise BadOption("--cut-decks sets the position of the cut card: add --shoe cut")
    return cards_before_cut(sheet, shoe, cut_decks)


def rounds_option(text: str) -> int:
    return whole_number(text, "--rounds")
