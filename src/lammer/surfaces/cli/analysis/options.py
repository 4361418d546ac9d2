"""Options of every analysis command: a game, its rules and shoe, and the strategy."""

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lammer.api.analysis import ANALYSIS, exact_game
from lammer.api.arguments import need_numba
from lammer.api.kept_findings import NOT_KEPT, KeptFindings, kept_findings
from lammer.api.shoes import COUNTS_EXPECTED, INFINITE, ShoeChoice
from lammer.api.strategies import as_played, built_in_chart, chart_from_file
from lammer.compiled import compiled_before
from lammer.rules.loader import load_sheet
from lammer.rules.overrides import split_overrides
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.strategy.chart import Chart, shipped_charts
from lammer.strategy.complete import cells_text, filled, missing_cells, must_be_complete
from lammer.surfaces.cli.options import AttachOption, BadOption, JsonOption, SetOption, attached
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import shared

if TYPE_CHECKING:
    from lammer.exact.hands import Floats
    from lammer.exact.play import Play
    from lammer.exact.values import Game

FreshOption = Annotated[
    bool,
    Parameter(
        name="--fresh", negative="", show_default=False, help="Compute anew what an earlier run has kept on disk."
    ),
]
VaryOption = Annotated[
    tuple[str, ...],
    Parameter(negative="", consume_multiple=False, show_default=False, help="KEY=VALUE,VALUE,… Repeat for more."),
]


def axis_option(text: str) -> list[str]:
    """The values of one ``--vary``, each as an override."""
    key, _, values = text.partition("=")
    if not split_overrides(values):
        raise BadOption(f"--vary {text}: write KEY=VALUE,VALUE, like shoe.decks=6,8")
    return [f"{key}={value}" for value in split_overrides(values)]


def varied_sheet(game: str, overrides: tuple[str, ...], choice: tuple[str, ...]) -> Sheet:
    """A sheet with one value of every ``--vary``. A fault of such a value names that option."""
    try:
        return load_sheet(game, (*overrides, *choice))
    except SheetFaults as refused:
        varied = {text.partition("=")[0].strip() for text in choice}
        faults = (fault._replace(file="--vary") if fault.key in varied else fault for fault in refused.faults)
        raise SheetFaults(tuple(faults)) from None


@Parameter(name="*")
@dataclass(frozen=True)
class ShoeOptions:
    """Options for the rules, the shoe and the output format."""

    attach: AttachOption = ()
    set_: SetOption = ()
    decks: Annotated[str | None, shared("--decks", "As shoe.decks, or infinite.", show_default=False)] = None
    shoe: Annotated[
        str | None,
        Parameter(
            name="--cards",
            show_default=False,
            help="Cards in the shoe: ten counts by value, ace first, ten-values last (24,24,24,24,24,24,24,24,24,96), "
            "13 by rank, or 52 by card (Ac Ad Ah As 2c … Ks).",
        ),
    ] = None
    remove: Annotated[str, Parameter(help='Cards to remove from the shoe: "5c 5d".')] = ""
    json: JsonOption = False

    def sheet(self, game: str) -> Sheet:
        """The sheet with the overrides and ``--decks``, except "infinite", which is not a value of a sheet."""
        if self.decks == "":
            raise BadOption("--decks: write a number of decks, or infinite")
        if self.shoe == "":
            raise BadOption(f"--cards: {COUNTS_EXPECTED}")
        set_decks = (f"shoe.decks={self.decks}",) if self.decks is not None and not self.infinite else ()
        return load_sheet(attached(game, self.attach), (*self.set_, *set_decks))

    @property
    def infinite(self) -> bool:
        return self.decks is not None and self.decks.lower() == INFINITE

    def choice(self) -> ShoeChoice:
        """The cards of the shoe."""
        if self.decks and self.shoe:
            raise BadOption("--decks and --cards both set the cards of the shoe: leave one out")
        return ShoeChoice(INFINITE if self.infinite else self.shoe or "", self.remove)

    def cards(self, sheet: Sheet) -> "tuple[Floats, str]":
        """The shoe as counts by value, and in words."""
        return self.choice().counts(sheet)

    def game(self, sheet: Sheet, play: "Play") -> "tuple[Game, str]":
        """The game for the exact analysis, and the shoe in words."""
        shoe, shoe_text = self.cards(sheet)
        return exact_game(sheet, shoe, play, self.choice().cards_left(sheet)), shoe_text


def prepare_analysis(kernel: str = "policy_values") -> None:
    """Checks that Numba is installed, and prints a note if the analyzer has to be compiled first.

    ``kernel`` is a kernel that the command needs."""
    need_numba(ANALYSIS)
    if not compiled_before("walk_tree") or not compiled_before(kernel):
        print("lammer: compiling what this command needs of the analyzer, once ...", file=sys.stderr, flush=True)


def kernel_for(sheet: Sheet, *, spread: bool) -> str:
    """The last kernel that the edge needs, or its spread, which is not analysed for two hands per box."""
    return "added_up" if spread and sheet.rules.hands.per_box == 1 else "policy_values"


def play_of(strategy: str, sheet: Sheet, options: ShoeOptions, partial: bool = False) -> "Play":
    from lammer.exact.play import ByChart, Optimal

    if strategy in ("composition", "total") and partial:
        raise BadOption(NOT_PARTIAL)
    if strategy == "composition":
        return Optimal()
    if strategy == "total":
        return ByChart(best_chart_of(sheet, options))
    return ByChart(named_chart(strategy, sheet, options, partial=partial))


def kept_for(strategy: str, sheet: Sheet, asked: ShoeOptions, *, partial: bool, fresh: bool) -> KeptFindings:
    """Where the figures of a sheet, strategy and shoe are kept. A chart whose missing cells are filled is not known
    before the analysis, so its figures are not kept."""
    if strategy in ("composition", "total"):
        if partial:
            raise BadOption(NOT_PARTIAL)
        return kept_findings(sheet, strategy, asked.choice(), fresh=fresh)
    if partial and strategy not in ("house", *shipped_charts()):
        return NOT_KEPT
    return kept_findings(sheet, named_chart(strategy, sheet, partial=partial), asked.choice(), fresh=fresh)


NOT_PARTIAL = "--partial fills a chart file: add --strategy FILE"


def named_chart(strategy: str, sheet: Sheet, options: ShoeOptions | None = None, *, partial: bool = False) -> Chart:
    """A built-in chart, the best chart or a file, adapted to the sheet."""
    if partial and strategy in ("house", "total", *shipped_charts()):
        raise BadOption(NOT_PARTIAL)
    if strategy == "total":
        prepare_analysis("reach_weights")
        return best_chart_of(sheet, options or ShoeOptions())
    built_in = built_in_chart(strategy, sheet)
    if built_in is not None:
        return built_in
    return whole_chart(as_played(chart_from_file(strategy), sheet), sheet, options, partial=partial)


def whole_chart(chart: Chart, sheet: Sheet, options: ShoeOptions | None = None, *, partial: bool) -> Chart:
    """The user's chart. With ``partial``, missing cells are filled with the best play and reported; else they are
    refused."""
    if not partial:
        must_be_complete(chart, sheet)
        return chart
    if not missing_cells(chart, sheet):
        return chart
    prepare_analysis("reach_weights")
    whole, taken = filled(chart, best_chart_of(sheet, options or ShoeOptions()), sheet)
    print(f"lammer: {chart.name}: filled with the best play: {cells_text(taken, sheet)}", file=sys.stderr)
    return whole


def best_chart_of(sheet: Sheet, options: ShoeOptions) -> Chart:
    from lammer.exact.best_chart import best_chart
    from lammer.exact.play import Optimal

    game, _ = options.game(sheet, Optimal())
    with Progress("up cards", len(game.worths), prints=False) as progress:
        return best_chart(game, progress.step)
