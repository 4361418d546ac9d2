"""What every analysis command is asked: a game, its rules and shoe, and how it is played."""

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lammer.cards.card import NAMES, VALUE_LETTERS, NotACard, parse_card
from lammer.compiled import compiled_before
from lammer.rules.loader import load_sheet
from lammer.rules.overrides import split_overrides
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.rules.wording import did_you_mean
from lammer.strategy.chart import Chart, house_chart, load_chart, shipped_chart, shipped_charts, with_lammers
from lammer.strategy.complete import cells_text, filled, missing_cells, must_be_complete
from lammer.surfaces.cli.options import BadOption, JsonOption, SetOption
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import shared

if TYPE_CHECKING:
    from lammer.exact.hands import Floats
    from lammer.exact.play import Play
    from lammer.exact.worth import Game

VaryOption = Annotated[
    tuple[str, ...],
    Parameter(negative="", consume_multiple=False, show_default=False, help="KEY=VALUE,VALUE,… Repeat for more."),
]
INFINITE = "infinite"
MOST_DECKS = 8
"""No sheet may have more."""


def axis_option(text: str) -> list[str]:
    """The values of one ``--vary``, each as an override."""
    key, _, values = text.partition("=")
    if not split_overrides(values):
        raise BadOption(f"--vary {text}: write KEY=VALUE,VALUE, like shoe.decks=6,8")
    return [f"{key}={value}" for value in split_overrides(values)]


def varied_sheet(game: str, overrides: tuple[str, ...], choice: tuple[str, ...]) -> Sheet:
    """A sheet with one value of every ``--vary``; a value it does not take is blamed on that option."""
    try:
        return load_sheet(game, (*overrides, *choice))
    except SheetFaults as refused:
        varied = {text.partition("=")[0].strip() for text in choice}
        faults = (fault._replace(file="--vary") if fault.key in varied else fault for fault in refused.faults)
        raise SheetFaults(tuple(faults)) from None


@Parameter(name="*")
@dataclass(frozen=True)
class Asked:
    """Options that choose rules and shoe, and how to print."""

    set_: SetOption = ()
    decks: Annotated[str, shared("--decks", "As shoe.decks, or infinite.", show_default=False)] = ""
    shoe: Annotated[
        str,
        Parameter(
            name="--cards",
            show_default=False,
            help="What is in the shoe, by value, ace first, ten-values last: 24,24,24,24,24,24,24,24,24,96.",
        ),
    ] = ""
    remove: Annotated[str, Parameter(help='Cards that are gone from the shoe: "5c 5d".')] = ""
    json: JsonOption = False

    def sheet(self, game: str) -> Sheet:
        """The sheet with its decks set; infinitely many are no value of a sheet."""
        set_decks = (f"shoe.decks={self.decks}",) if self.decks and self.decks != INFINITE else ()
        return load_sheet(game, (*self.set_, *set_decks))

    def cards(self, sheet: Sheet) -> "tuple[Floats, str]":
        """The shoe as counts by value, and in words."""
        from lammer.exact.finding import shoe_of
        from lammer.exact.shoe import enough, without

        gone = cards_option("--remove", self.remove)
        if self.decks and self.shoe:
            raise BadOption("--decks and --cards both say what is in the shoe: leave one out")
        if self.decks == INFINITE and self.remove:
            raise BadOption("--remove changes nothing in infinitely many decks: leave one out")
        shoe, told = _counts(self.shoe) if self.shoe else shoe_of(sheet, self.decks)
        self.must_hold("--remove", sheet, gone)
        try:
            shoe = without(shoe, gone)
        except ValueError as error:
            raise BadOption(f"--remove: {error}") from None
        if not enough(shoe, sheet.rules.split.most_hands):
            where = "--cards" if self.shoe else "--remove" if self.remove else "--decks"
            raise BadOption(f"{where}: a round may need more cards than the {int(shoe.sum())} of this shoe")
        return shoe, f"{told} without {self.remove}" if self.remove else told

    def must_hold(self, where: str, sheet: Sheet, cards: Iterable[int]) -> None:
        """Refuses more copies of a card than there are decks. Shoes of other counts are left of up to eight decks."""
        decks = MOST_DECKS if self.shoe else sheet.rules.shoe.decks
        if self.decks == INFINITE:
            return
        for card, copies in Counter(cards).items():
            if copies > decks:
                held = f"{decks} deck{'s' * (decks != 1)} hold{'s' * (decks == 1)} {decks}"
                raise BadOption(f"{where}: {copies} × {NAMES[card]}, but {held}; leave some out")

    def game(self, sheet: Sheet, play: "Play") -> "tuple[Game, str]":
        """The rules, the shoe and a strategy; and the shoe in words."""
        from lammer.exact.analysed import analysed_tables
        from lammer.exact.worth import Game

        shoe, told = self.cards(sheet)
        return Game(analysed_tables(sheet), shoe, play), told


def prepare_analysis(kernel: str = "best_plays") -> None:
    """Says so when the analyzer has to be compiled first, and what to install when it is not there.

    ``kernel`` is one of those that the command cannot do without."""
    try:
        import numba  # noqa: F401
    except ImportError as error:
        raise BadOption(f"the exact analysis needs {error.name}: pip install 'lammer[exact]'") from None
    if not compiled_before("walk_tree") or not compiled_before(kernel):
        print("lammer: compiling the analyzer, once; later runs start at once ...", file=sys.stderr, flush=True)


def play_of(strategy: str, sheet: Sheet, asked: Asked, partial: bool = False) -> "Play":
    from lammer.exact.play import ByChart, Optimal

    if strategy in ("composition", "total") and partial:
        raise BadOption(NOT_PARTIAL)
    if strategy == "composition":
        return Optimal()
    if strategy == "total":
        return ByChart(best_chart_of(sheet, asked))
    return ByChart(named_chart(strategy, sheet, asked, partial=partial))


NOT_PARTIAL = "--partial fills a chart file: add --strategy FILE"


def named_chart(strategy: str, sheet: Sheet, asked: Asked | None = None, *, partial: bool = False) -> Chart:
    """A built-in chart, the best one, or a file, as it is used at this sheet's table."""
    if partial and strategy in ("house", "total", *shipped_charts()):
        raise BadOption(NOT_PARTIAL)
    if strategy == "total":
        prepare_analysis("reach_weights")
        return best_chart_of(sheet, asked or Asked())
    free = sheet.rules.free
    lammers = bool(free.double_totals or free.split_values)
    if strategy == "house" or strategy in shipped_charts():
        chart = house_chart(sheet) if strategy == "house" else shipped_chart(strategy)
        return with_lammers(chart) if lammers else chart
    chart = _chart_file(strategy)
    return whole_chart(with_lammers(chart) if lammers else chart, sheet, asked, partial=partial)


def _chart_file(strategy: str) -> Chart:
    if not strategy:
        raise BadOption("--strategy: write the name of a chart or a file")
    if not Path(strategy).suffix and not Path(strategy).exists():
        names = ["house", "total", "composition", *shipped_charts()]
        near = did_you_mean(strategy, names)
        raise BadOption(f"--strategy: {strategy!r} is no chart and no file.{near} Charts are {', '.join(names)}")
    return load_chart(Path(strategy))


def whole_chart(chart: Chart, sheet: Sheet, asked: Asked | None = None, *, partial: bool) -> Chart:
    """A chart of the user's, which has every cell that the game needs; with ``partial`` the best play is put into those
    it lacks, and they are named."""
    if not partial:
        must_be_complete(chart, sheet)
        return chart
    if not missing_cells(chart, sheet):
        return chart
    prepare_analysis("reach_weights")
    whole, taken = filled(chart, best_chart_of(sheet, asked or Asked()), sheet)
    print(f"lammer: {chart.name}: filled with the best play: {cells_text(taken, sheet)}", file=sys.stderr)
    return whole


def best_chart_of(sheet: Sheet, asked: Asked) -> Chart:
    from lammer.exact.best_chart import best_chart
    from lammer.exact.play import Optimal

    game, _ = asked.game(sheet, Optimal())
    with Progress("up cards", len(game.worths), prints=False) as progress:
        return best_chart(game, progress.step)


def cards_option(where: str, text: str) -> list[int]:
    """Cards as they are written one after another."""
    try:
        return [parse_card(card) for card in text.split()]
    except NotACard as error:
        raise BadOption(f"{where}: {error}") from None


def _counts(text: str) -> "tuple[Floats, str]":
    import numpy as np

    from lammer.exact.shoe import full_shoe

    parts = text.replace(",", " ").split()
    if len(parts) != 10 or not all(part.isascii() and part.isdecimal() and len(part) <= 6 for part in parts):
        raise BadOption(f"--cards {text}: write ten counts, aces first, ten-values last, like 4,4,4,4,4,4,4,4,4,16")
    shoe = np.array([float(part) for part in parts])
    if (shoe > full_shoe(MOST_DECKS)).any():
        most = f"4 × {MOST_DECKS} = {4 * MOST_DECKS} of each value and {16 * MOST_DECKS} ten-values"
        raise BadOption(f"--cards {text}: more than {MOST_DECKS} decks hold; write at most {most}")
    told = ", ".join(f"{part} {VALUE_LETTERS[value]}" for value, part in enumerate(parts, start=1))
    return shoe, f"a shoe of {told}"
