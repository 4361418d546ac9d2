"""What every analysis command is asked: a game, its rules and shoe, and how it is played."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lammer.cards.card import VALUE_LETTERS, parse_card
from lammer.compiled import compiled_before
from lammer.rules.loader import load_sheet
from lammer.rules.overrides import split_overrides
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.rules.wording import did_you_mean
from lammer.strategy.chart import Chart, house_chart, load_chart, shipped_chart, shipped_charts, with_lammers
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

        if self.decks and self.shoe:
            raise BadOption("--decks and --cards both say what is in the shoe: leave one out")
        if self.decks == INFINITE and self.remove:
            raise BadOption("--remove changes nothing in infinitely many decks: leave one out")
        shoe, told = _counts(self.shoe) if self.shoe else shoe_of(sheet, self.decks)
        try:
            shoe = without(shoe, [parse_card(card) for card in self.remove.split()])
        except ValueError as error:
            raise BadOption(f"--remove: {error}") from None
        if not enough(shoe, sheet.rules.split.most_hands):
            raise BadOption(f"a round may need more cards than the {int(shoe.sum())} of this shoe")
        return shoe, f"{told} without {self.remove}" if self.remove else told

    def game(self, sheet: Sheet, play: "Play") -> "tuple[Game, str]":
        """The rules, the shoe and a strategy; and the shoe in words."""
        from lammer.exact.terms import terms_of
        from lammer.exact.worth import Game

        shoe, told = self.cards(sheet)
        return Game(terms_of(sheet), shoe, play), told


def prepare_analysis(kernel: str = "best_plays") -> None:
    """Says so when the analyzer has to be compiled first, and what to install when it is not there.

    ``kernel`` is one of those that the command cannot do without."""
    try:
        import numba  # noqa: F401
    except ImportError as error:
        raise BadOption(f"the exact analysis needs {error.name}: pip install 'lammer[exact]'") from None
    if not compiled_before("walk_tree") or not compiled_before(kernel):
        print("lammer: compiling the analyzer, once; later runs start at once ...", file=sys.stderr, flush=True)


def play_of(strategy: str, sheet: Sheet, asked: Asked) -> "Play":
    from lammer.exact.play import ByChart, Optimal

    if strategy == "composition":
        return Optimal()
    if strategy == "total":
        return ByChart(best_chart_of(sheet, asked))
    return ByChart(named_chart(strategy, sheet))


def named_chart(strategy: str, sheet: Sheet) -> Chart:
    """A built-in chart, the best one, or a file, as it is used at this sheet's table."""
    if strategy == "total":
        prepare_analysis("reach_weights")
        return best_chart_of(sheet, Asked())
    if strategy == "house":
        chart = house_chart(sheet)
    elif strategy in shipped_charts():
        chart = shipped_chart(strategy)
    elif not Path(strategy).suffix and not Path(strategy).exists():
        names = ["house", "total", "composition", *shipped_charts()]
        near = did_you_mean(strategy, names)
        raise BadOption(f"--strategy: {strategy!r} is no chart and no file.{near} Charts are {', '.join(names)}")
    else:
        chart = load_chart(Path(strategy))
    free = sheet.rules.free
    return with_lammers(chart) if free.double_totals or free.split_values else chart


def best_chart_of(sheet: Sheet, asked: Asked) -> Chart:
    from lammer.exact.best_chart import best_chart
    from lammer.exact.play import Optimal

    game, _ = asked.game(sheet, Optimal())
    with Progress("up cards", len(game.worths), prints=False) as progress:
        return best_chart(game, progress.step)


def _counts(text: str) -> "tuple[Floats, str]":
    import numpy as np

    parts = text.replace(",", " ").split()
    if len(parts) != 10 or not all(part.isascii() and part.isdecimal() and len(part) <= 6 for part in parts):
        raise BadOption(f"--cards {text}: write ten counts, aces first, ten-values last, like 4,4,4,4,4,4,4,4,4,16")
    shoe = np.array([float(part) for part in parts])
    told = ", ".join(f"{part} {VALUE_LETTERS[value]}" for value, part in enumerate(parts, start=1))
    return shoe, f"a shoe of {told}"
