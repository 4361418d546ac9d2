"""``lammer edge``, ``evs``, ``sidebets`` and ``compare``: the exact analysis for people and programs."""

import sys
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Parameter

from lammer.cards.card import LETTER_VALUES, VALUES, parse_card
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import Chart, chart_tree, house_chart, load_chart, write_chart
from lammer.surfaces.cli.options import BadOption, JsonOption, SetOption
from lammer.surfaces.cli.output import print_json, print_table
from lammer.surfaces.cli.progress import Progress

if TYPE_CHECKING:
    from lammer.exact.play import Play

DecksOption = Annotated[str, Parameter(help="How many decks, as shoe.decks, or infinite.")]
StrategyOption = Annotated[
    str,
    Parameter(
        help="composition: the best play there is; total: the best chart; house: the built-in chart; or a file (CSV)."
    ),
]
INFINITE = "infinite"

edge_app = App(
    name="edge",
    help="The exact house edge of a game.",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer edge sd-free-bet
  lammer edge sd-free-bet --decks 8 --strategy house
  lammer edge sd-blackjack --set dealer.soft_17=stand --json
  lammer edge sd-free-bet --strategy my-chart.csv""",
)
evs_app = App(
    name="evs",
    help="What every action with a hand is worth, exactly.",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer evs sd-free-bet "8h 8d" --up 6
  lammer evs sd-free-bet "Th 7d" --up 7 --free
  lammer evs sd-free-bet "Th 2d" --up 4 --remove "5c 5d" --json""",
)
sidebets_app = App(
    name="sidebets",
    help="Every side bet of a game: chances, pays, edge.",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer sidebets sd-free-bet
  lammer sidebets sd-blackjack+blazing-7s --decks 8 --json""",
)
strategy_app = App(
    name="strategy",
    help="The best chart for a game.",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer strategy sd-free-bet --stake free
  lammer strategy triple-win-20 --format csv > my-chart.csv

H hit, S stand, D double, FD free double, P split, FP free split; the first that
is legal is played, so D/S doubles two cards and stands on more.""",
)
compare_app = App(
    name="compare",
    help="A table of exact edges over rule variations.",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer compare sd-free-bet --vary dealer.soft_17=hit,stand --vary shoe.decks=6,8""",
)


def prepare_analysis() -> None:
    """Says so when the analyzer has to be compiled first, and what to install when it is not there."""
    try:
        from lammer.exact.kernels import compiled_before
    except ImportError as error:
        raise BadOption(f"the exact analysis needs {error.name}: pip install 'lammer[exact]'") from None
    if not compiled_before():
        print("lammer: compiling the analyzer, once; later runs start at once ...", file=sys.stderr, flush=True)


def _sheet(game: str, overrides: tuple[str, ...], decks: str) -> Sheet:
    """The sheet of a game with its decks set; infinitely many are no value of a sheet."""
    return load_sheet(game, (*overrides, f"shoe.decks={decks}") if decks and decks != INFINITE else overrides)


def _play(strategy: str, sheet: Sheet, decks: str = "") -> "Play":
    from lammer.exact.play import ByChart, Optimal

    if strategy == "composition":
        return Optimal()
    if strategy == "total":
        return ByChart(_best_chart(sheet, decks))
    return ByChart(house_chart(sheet) if strategy == "house" else load_chart(Path(strategy)))


def _best_chart(sheet: Sheet, decks: str) -> Chart:
    from lammer.exact.best_chart import best_chart
    from lammer.exact.finding import shoe_of
    from lammer.exact.play import Optimal
    from lammer.exact.terms import terms_of
    from lammer.exact.worth import Game

    game = Game(terms_of(sheet), shoe_of(sheet, decks)[0], Optimal())
    with Progress("up cards", len(game.worths), prints=False, every=1) as progress:
        return best_chart(game, progress.step)


@edge_app.default
def edge_(
    game: str,
    *,
    set_: SetOption = (),
    strategy: StrategyOption = "composition",
    decks: DecksOption = "",
    json: JsonOption = False,
) -> None:
    """The exact house edge of a game.

    Parameters
    ----------
    game
        A game of `lammer games`, a path to a sheet, or game+sidebet.
    """
    prepare_analysis()
    from lammer.exact.finding import edge

    sheet = _sheet(game, set_, decks)
    finding = edge(sheet, _play(strategy, sheet, decks), decks)
    if json:
        print_json(finding.as_json())
        return
    print(f"{finding.sheet}, {finding.shoe}, {finding.strategy_class} play")
    print(f"house edge {finding.house_edge:.6%} of the original wager ({finding.method})")
    for assumption in finding.assumptions:
        print(f"  - {assumption}")


@strategy_app.default
def strategy(
    game: str,
    *,
    stake: Annotated[Literal["own", "free", "both"], Parameter(help="Whose money plays the hand.")] = "both",
    format_: Annotated[Literal["text", "csv", "json"], Parameter(name="--format", help="How to print it.")] = "text",
    set_: SetOption = (),
    decks: DecksOption = "",
    json: JsonOption = False,
) -> None:
    """The best chart for a game: one action for each total or pair, up card and stake.

    Parameters
    ----------
    game
        A game of `lammer games`, a path to a sheet, or game+sidebet.
    """
    prepare_analysis()
    sheet = _sheet(game, set_, decks)
    chart = _best_chart(sheet, decks)
    kept = {cell: wishes for cell, wishes in chart.cells.items() if stake in ("both", cell[0])}
    chart = Chart(chart.name, kept)
    if json or format_ == "json":
        print_json({"sheet": sheet.ref, "strategy_class": "total", "cells": chart_tree(chart)})
    elif format_ == "csv":
        print(write_chart(chart), end="")
    else:
        lines = [line.split(",") for line in write_chart(chart).splitlines()]
        print_table(f"{sheet.ref}: the best chart", tuple(lines[0]), [tuple(line) for line in lines[1:]])


@evs_app.default
def evs(
    game: str,
    hand: str,
    *,
    up: Annotated[str, Parameter(help="The dealer's up card: A, 2 … 9, T, or a card like 6c.")],
    free: Annotated[bool, Parameter(negative="", show_default=False, help="The hand lives on a lammer.")] = False,
    remove: Annotated[str, Parameter(help="Further cards that are gone from the shoe.")] = "",
    set_: SetOption = (),
    decks: DecksOption = "",
    json: JsonOption = False,
) -> None:
    """What every action with a hand is worth, exactly, in original wagers.

    Parameters
    ----------
    game
        A game of `lammer games`, a path to a sheet, or game+sidebet.
    hand
        Two or more cards, like "8h 8d".
    """
    prepare_analysis()
    from lammer.exact.evs import action_values
    from lammer.exact.finding import shoe_of
    from lammer.exact.shoe import without
    from lammer.exact.terms import terms_of

    sheet = _sheet(game, set_, decks)
    shoe, told = shoe_of(sheet, decks)
    cards = tuple(VALUES[parse_card(card)] for card in hand.split())
    limit = sheet.rules.points.limit
    if len(cards) < 2 or sum(cards) > limit:
        raise BadOption(f"{hand!r} is no hand to be played: write two or more cards that do not pass {limit}")
    gone = [parse_card(card) for card in remove.split()]
    try:
        shoe = without(shoe, gone)
        without(shoe, [parse_card(card) for card in hand.split()])
    except ValueError as error:
        raise BadOption(str(error)) from None
    values = action_values(terms_of(sheet), shoe, cards, _up(up), free=free)
    if json:
        told_values = {action: round(value, 12) for action, value in values.items()}
        print_json({"sheet": sheet.ref, "shoe": told, "hand": hand, "up": up, "free": free, "values": told_values})
        return
    best = next(iter(values.values()))
    rows = [
        (action, f"{value:+.6f}", f"{value - best:+.6f}" if value != best else "best")
        for action, value in values.items()
    ]
    print_table(
        f"{sheet.ref}, {told}: {hand} against {up}{', on a lammer' if free else ''}", ("action", "worth", ""), rows
    )


def _up(text: str) -> int:
    letter = text.upper().replace("10", "T")
    return LETTER_VALUES[letter] if letter in LETTER_VALUES else VALUES[parse_card(text)]


@sidebets_app.default
def sidebets(
    game: str,
    *,
    set_: SetOption = (),
    strategy: StrategyOption = "composition",
    decks: DecksOption = "",
    json: JsonOption = False,
) -> None:
    """Every side bet of a game: the chance of each outcome, what it pays, and the house edge.

    Parameters
    ----------
    game
        A game of `lammer games`, a path to a sheet, or game+sidebet.
    """
    prepare_analysis()
    from lammer.exact.finding import shoe_of
    from lammer.exact.sidebets import side_bets
    from lammer.exact.terms import terms_of
    from lammer.exact.worth import Game

    sheet = _sheet(game, set_, decks)
    if decks == INFINITE:
        raise BadOption("--decks infinite: side bets are counted from whole decks")
    found = side_bets(sheet, Game(terms_of(sheet), shoe_of(sheet)[0], _play(strategy, sheet)))
    if json:
        print_json([finding.as_json() for finding in found])
        return
    for finding in found:
        rows = [
            (one.name, f"{one.probability:.9f}", f"{one.pays:+,.2f}".rstrip("0").rstrip("."))
            for one in finding.outcomes
        ]
        print_table(
            f"{finding.id} {finding.paytable}: house edge {finding.house_edge:.6%}", ("outcome", "chance", "net"), rows
        )
        print()


@compare_app.default
def compare(
    game: str,
    *,
    vary: Annotated[
        tuple[str, ...],
        Parameter(negative="", consume_multiple=False, show_default=False, help="KEY=VALUE,VALUE,… Repeat for more."),
    ],
    set_: SetOption = (),
    strategy: StrategyOption = "composition",
    json: JsonOption = False,
) -> None:
    """A table of exact edges over every combination of values.

    Parameters
    ----------
    game
        A game of `lammer games`, a path to a sheet, or game+sidebet.
    """
    prepare_analysis()
    from lammer.exact.finding import edge

    axes = [_axis(text) for text in vary]
    found: list[tuple[tuple[str, ...], Any]] = []
    for choice in product(*axes):
        sheet = load_sheet(game, (*set_, *choice))
        found.append((choice, edge(sheet, _play(strategy, sheet))))
    if json:
        print_json([finding.as_json() for _, finding in found])
        return
    keys = tuple(axis[0].partition("=")[0] for axis in axes)
    rows = [(*(one.partition("=")[2] for one in choice), f"{finding.house_edge:.6%}") for choice, finding in found]
    print_table(f"{game}, {strategy} play", (*keys, "house edge"), rows)


def _axis(text: str) -> list[str]:
    key, equals, values = text.partition("=")
    if not equals:
        raise BadOption(f"--vary {text}: write KEY=VALUE,VALUE, like shoe.decks=6,8")
    return [f"{key}={value}" for value in values.split(",")]
