"""``lammer compare``."""

from itertools import product
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from lammer.rules.loader import load_sheet
from lammer.surfaces.cli.analysis.figures import Figures, Wanted, say_kept
from lammer.surfaces.cli.analysis.heat_map import HeatMap, print_map, svg_text
from lammer.surfaces.cli.analysis.options import FreshOption, ShoeOptions, VaryOption, axis_option, varied_sheet
from lammer.surfaces.cli.completing import games as known_games
from lammer.surfaces.cli.options import (
    AttachOption,
    BadOption,
    JsonOption,
    SetOption,
    attached,
    csv_file,
    must_be_writable,
    write_csv,
)
from lammer.surfaces.cli.output import percent, print_json, print_table
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import CsvOption, PartialOption, StrategyOption, shared
from lammer.surfaces.cli.stopping import exit_code

compare_app = App(
    name="compare",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer compare sd-blackjack --vary dealer.soft_17=hit,stand
  lammer compare sd-blackjack --vary shoe.decks=6,8 --csv edges.csv
  lammer compare sd-blackjack triple-win-20
  lammer compare sd-blackjack --vary dealer.soft_17=hit,stand \\
    --vary shoe.decks=6,8 --map --svg map.svg

lammer compare sd-blackjack --effects lists what every single change is worth.""",
)
ONE_GAME = "compares the values of one game: name one game only"


@compare_app.default
def compare(
    *games: Annotated[
        str,
        Parameter(
            help="Games of `lammer games`, paths to sheets, or game+sidebet. Several are compared with the first.",
            completer=known_games,
        ),
    ],
    vary: VaryOption = (),
    effects: Annotated[
        bool, Parameter(negative="", show_default=False, help="What every single change of every rule is worth.")
    ] = False,
    map_: Annotated[
        bool, Parameter(name="--map", negative="", show_default=False, help="Two --vary as a map with colours.")
    ] = False,
    svg: Annotated[Path | None, Parameter(show_default=False, help="Write the map to this file as SVG.")] = None,
    spread: Annotated[bool, shared("--spread", negative="", show_default=False)] = False,
    attach: AttachOption = (),
    set_: SetOption = (),
    strategy: StrategyOption = "composition",
    partial: PartialOption = False,
    fresh: FreshOption = False,
    json: JsonOption = False,
    csv: CsvOption = None,
) -> int:
    """Exact edges of several games, of rule variations, or of every single change of a rule."""
    csv_file(csv, json=json)
    wanted = Wanted(strategy, partial, spread, fresh)
    if not games:
        raise BadOption("name a game, like lammer compare sd-free-bet european-free-bet")
    games = tuple(attached(game, attach) for game in games)
    if len(games) > 1:
        _refuse(ONE_GAME, {"--vary": vary, "--effects": effects, "--map": map_, "--svg": svg})
        from lammer.surfaces.cli.analysis.sheets import compare_sheets

        return compare_sheets([load_sheet(game, set_) for game in games], wanted, json=json, csv=csv)
    if effects:
        only = "does not go with --effects, which are those of optimal play: leave it out"
        _refuse(
            only,
            {"--vary": vary, "--map": map_, "--svg": svg, "--spread": spread, "--partial": partial}
            | {"--strategy": strategy != "composition"},
        )
        from lammer.surfaces.cli.analysis.effects import compare_effects

        return compare_effects(games[0], set_, json=json, csv=csv, fresh=fresh)
    if not vary:
        raise BadOption("nothing to compare: name a second game, or add --vary KEY=VALUE,VALUE or --effects")
    if (map_ or svg is not None) and len(vary) != 2:
        raise BadOption(f"--{'map' if map_ else 'svg'}: a map has two axes; write --vary twice")
    if svg is not None:
        must_be_writable("--svg", svg)
    return _compare_values(games[0], set_, vary, wanted, _Output(json, csv, map_, svg))


def _refuse(why: str, given: dict[str, object]) -> None:
    for option, value in given.items():
        if value:
            raise BadOption(f"{option} {why}")


class _Output:
    """Where the figures go."""

    def __init__(self, json: bool, csv: Path | None, is_map: bool, svg: Path | None) -> None:
        self.json, self.csv, self.is_map, self.svg = json, csv, is_map, svg


def _compare_values(game: str, set_: tuple[str, ...], vary: tuple[str, ...], wanted: Wanted, output: _Output) -> int:
    """Every combination of values. Ctrl-C prints those that are done."""
    axes = [axis_option(text) for text in vary]
    choices = list(product(*axes))
    sheets = [varied_sheet(game, set_, choice) for choice in choices]  # refused at once, before anything is computed
    found: list[dict[str, Any]] = []
    code = 0
    try:
        with Progress("sheets", len(choices), prints=False) as progress:
            for sheet in sheets:
                found.append(_report(Figures(sheet, wanted, ShoeOptions()), wanted))
                progress.step()
    except KeyboardInterrupt as stop:
        code = exit_code(stop)
    if kept := sum(one["kept"] for one in found):
        say_kept(f"{kept} of {len(found)} rows")
    posted = f"{game}[{','.join(set_)}]" if set_ else game
    title = f"{posted}, {wanted.strategy} play" + (f" (stopped after {len(found)} of {len(choices)})" if code else "")
    if (output.is_map or output.svg is not None) and not code:
        _draw(f"{posted}, {wanted.strategy} play: house edge", axes, found, output)
    if output.json:
        print_json(found)
    elif output.csv is not None or not (output.is_map or output.svg) or code:
        _list(title, axes, choices[: len(found)], found, wanted, output)
    return code


def _report(figures: Figures, wanted: Wanted) -> dict[str, Any]:
    report, kept = figures.edge()
    if not wanted.spread:
        return report | {"kept": kept}
    more, spread_kept = figures.spread(progress=False)
    return report | more | {"kept": kept and spread_kept}


def _draw(title: str, axes: list[list[str]], found: list[dict[str, Any]], output: _Output) -> None:
    (row_key, rows), (column_key, columns) = (
        (axis[0].partition("=")[0], tuple(one.partition("=")[2] for one in axis)) for axis in axes
    )
    edges = [one["house_edge"] for one in found]
    lines = tuple(tuple(edges[at : at + len(columns)]) for at in range(0, len(edges), len(columns)))
    heat_map = HeatMap(title, row_key, column_key, rows, columns, lines)
    if output.svg is not None:
        output.svg.write_text(svg_text(heat_map), encoding="utf-8")
    if output.is_map and not output.json and output.csv is None:
        print_map(heat_map)


def _list(
    title: str,
    axes: list[list[str]],
    choices: list[tuple[str, ...]],
    found: list[dict[str, Any]],
    wanted: Wanted,
    output: _Output,
) -> None:
    keys = tuple(axis[0].partition("=")[0] for axis in axes)
    values = [tuple(one.partition("=")[2] for one in choice) for choice in choices]
    names = ("house_edge", "sd") if wanted.spread else ("house_edge",)
    if output.csv is not None:
        rows = [(*one, *(report[name] for name in names)) for one, report in zip(values, found, strict=True)]
        write_csv(output.csv, [(*keys, *names), *rows])
        return
    lines = [
        (*one, percent(report["house_edge"]), *((f"{report['sd']:.6f}",) if wanted.spread else ()))
        for one, report in zip(values, found, strict=True)
    ]
    print_table(title, (*keys, "house edge", *(("sd",) if wanted.spread else ())), lines)
