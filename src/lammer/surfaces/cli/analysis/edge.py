"""``lammer edge``."""

import sys
from typing import Annotated, Any

from cyclopts import App, Parameter

from lammer.exact.refusals import TWO_HANDS
from lammer.surfaces.cli.analysis.figures import Figures, Wanted, say_kept
from lammer.surfaces.cli.analysis.options import FreshOption, ShoeOptions
from lammer.surfaces.cli.options import BadOption, must_offer_against
from lammer.surfaces.cli.output import percent, print_json, print_table
from lammer.surfaces.cli.shared import AgainstOption, GameArgument, PartialOption, StrategyOption, shared

edge_app = App(
    name="edge",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer edge sd-free-bet --no-spread
  lammer edge sd-blackjack --decks 8 --results
  lammer edge sd-blackjack --set dealer.soft_17=stand --no-spread --json
  lammer edge winners-option --against --decks 1 --results
  lammer edge sd-free-bet --strategy standard --cells 20 --no-spread
  lammer strategy sd-blackjack --csv my-chart.csv
  lammer edge sd-blackjack --strategy my-chart.csv --remove "Ah Ad" --no-spread

Figures are kept on disk by the content of the sheet, the chart, the shoe and
the version of lammer. --fresh computes them again.""",
)


@edge_app.default
def edge(
    game: GameArgument,
    *,
    strategy: StrategyOption = "composition",
    against: AgainstOption = False,
    partial: PartialOption = False,
    results: Annotated[
        bool, Parameter(negative="", show_default=False, help="Also print the probability of each net result.")
    ] = False,
    spread: Annotated[bool, shared("--spread", negative="--no-spread", show_default=False)] = True,
    cells: Annotated[int, Parameter(help="With a chart: the number of its costliest cells to print.")] = 5,
    fresh: FreshOption = False,
    options: ShoeOptions = ShoeOptions(),  # noqa: B008 (frozen, and how cyclopts takes shared options)
) -> None:
    """The exact house edge of a game, its standard deviation, and the cost of a chart against optimal play."""
    if results and not spread:
        raise BadOption("--results needs the spread: leave out --no-spread")
    if cells < 0:
        raise BadOption(f"--cells {cells}: write the number of cells to print, 0 or more")
    sheet = options.sheet(game)
    if against and (partial or strategy != "composition"):
        raise BadOption("--against: that hand is played by the dealer's rules; leave out --strategy and --partial")
    if against:
        must_offer_against(sheet)
    figures = Figures(sheet, Wanted(strategy, partial, spread, fresh, against), options)
    if results and not figures.one_hand:
        raise BadOption(f"--results: {TWO_HANDS}")
    report, is_kept = figures.edge()
    kept = {"house edge": is_kept}
    if not options.json:
        _print_edge(report)
    one_hand = figures.one_hand
    if not one_hand and not options.json:
        print(TWO_HANDS)
    if spread and one_hand:
        more, kept["standard deviation"] = figures.spread()
        report = report | more
        if not options.json:
            _print_spread(report, results)
    if sheet.rules.against.offered and not against and not options.json:
        print("a bet against your own hand has another edge: see --against")
    if strategy != "composition" and one_hand:
        more, kept["costs of cells"] = figures.costs()
        report = report | more
        if not options.json:
            _print_costs(report, cells)
    if options.json:
        print_json(report | {"kept": all(kept.values())})
    say_kept(*(name for name, is_kept in kept.items() if is_kept))


def _print_edge(report: dict[str, Any]) -> None:
    print(f"{report['sheet']}, {report['shoe']}, {report['strategy_class']} play")
    print(f"house edge {percent(report['house_edge'])} of the original wager ({report['method']})")
    for assumption in report["assumptions"]:
        print(f"  - {assumption}")
    sys.stdout.flush()  # the rest may take long


def _print_spread(report: dict[str, Any], results: bool) -> None:
    print(f"{percent(report['house_edge_at_risk'])} of the own money put at risk")
    print(f"standard deviation {report['sd']:.6f} original wagers ({report['spread_method']})")
    if results:
        rows = [(f"{one['net']:+g}", f"{one['probability']:.9f}") for one in report["results"]]
        print_table(f"net results of a round, in original wagers ({report['results_method']})", ("net", "chance"), rows)


def _print_costs(report: dict[str, Any], maximum: int) -> None:
    cells = report["cells"]
    if not cells:
        return
    title = f"costs {report['cost']:.6%} against optimal play, in {len(cells)} cells; the costliest:"
    rows = [
        (
            one["stake"],
            one["section"],
            one["hand"],
            one["up"],
            f"{one['reach']:.4%}",
            f"{one['cost']:.6%}",
            one["better"],
        )
        for one in cells[:maximum]
    ]
    print_table(title, ("stake", "section", "hand", "up", "comes up", "costs", "better"), rows)
