"""``lammer compare``."""

from itertools import product
from typing import Any

from cyclopts import App

from lammer.surfaces.cli.analysis.options import (
    ShoeOptions,
    VaryOption,
    axis_option,
    play_of,
    prepare_analysis,
    varied_sheet,
)
from lammer.surfaces.cli.options import JsonOption, SetOption, csv_file, write_csv
from lammer.surfaces.cli.output import percent, print_json, print_table
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import CsvOption, GameArgument, PartialOption, StrategyOption

compare_app = App(
    name="compare",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer compare sd-blackjack --vary dealer.soft_17=hit,stand
  lammer compare sd-blackjack --vary shoe.decks=6,8 --csv edges.csv""",
)


@compare_app.default
def compare(
    game: GameArgument,
    *,
    vary: VaryOption,
    set_: SetOption = (),
    strategy: StrategyOption = "composition",
    partial: PartialOption = False,
    json: JsonOption = False,
    csv: CsvOption = None,
) -> None:
    """A table of exact edges over every combination of values."""
    csv_file(csv, json=json)
    prepare_analysis()
    from lammer.exact.finding import edge

    axes = [axis_option(text) for text in vary]
    choices = list(product(*axes))
    found: list[tuple[tuple[str, ...], Any]] = []
    with Progress("sheets", len(choices), prints=False) as progress:
        for choice in choices:
            sheet = varied_sheet(game, set_, choice)
            found.append((choice, edge(sheet, play_of(strategy, sheet, ShoeOptions(), partial))))
            progress.step()
    if json:
        print_json([finding.as_json() for _, finding in found])
        return
    keys = tuple(axis[0].partition("=")[0] for axis in axes)
    values = [tuple(one.partition("=")[2] for one in choice) for choice in choices]
    edges = [finding.house_edge for _, finding in found]
    if csv is not None:
        write_csv(csv, [(*keys, "house_edge"), *((*one, edge) for one, edge in zip(values, edges, strict=True))])
        return
    rows = [(*one, percent(edge)) for one, edge in zip(values, edges, strict=True)]
    posted = f"{game}[{','.join(set_)}]" if set_ else game
    print_table(f"{posted}, {strategy} play", (*keys, "house edge"), rows)
