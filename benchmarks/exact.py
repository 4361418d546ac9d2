"""Measures the time of the exact analysis, warm and in a new process, compared with a yardstick in the same run.

    python benchmarks/exact.py [--short] [--json]      prints a table and writes benchmarks/results/exact.md

``--json`` prints a list of {what, seconds, yardsticks} instead of the table. The yardstick is a matrix product of fixed
size, so that the ratio is comparable between machines. Everything runs on one core. A toggle is the edge and all side
bets of a sheet with one rule changed to a new value, after another sheet with the same dealer was analysed: the pay of
a win, so that every hand has another value.
"""

import json
import platform
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path

import numba
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import SHORT, record
from benchmarks.timing import best
from lammer.api.counting import known_shoe
from lammer.api.shoes import ShoeChoice
from lammer.counting.finding import effects_of_removal
from lammer.exact import unseen
from lammer.exact.analysed import analysed_tables
from lammer.exact.best_chart import best_chart
from lammer.exact.costs import cell_costs
from lammer.exact.finding import edge, edge_of
from lammer.exact.play import ByChart, Optimal
from lammer.exact.quick_spread import quick_spread
from lammer.exact.results import round_results
from lammer.exact.round import round_worth
from lammer.exact.shoe import full_shoe
from lammer.exact.sidebets import side_bets
from lammer.exact.values import Game
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import house_chart

JSON = "--json" in sys.argv[1:]
TRIES = 1 if SHORT else 5
FREE_BET, BLACKJACK = "sd-free-bet", "sd-blackjack"
SIDE_BETS = (
    "21-plus-3", "blazing-7s", "bonus-spin", "bust-bonus", "buster", "dead-mans-hand", "dealer-bust-21", "lucky-ladies",
    "lucky-lucky", "perfect-pairs", "progressive-blackjack", "push-22", "royal-match", "trilux", "war",
)  # fmt: skip
COMMAND = ["edge", FREE_BET, "--no-spread"]


def yardstick() -> None:
    matrix = np.arange(250_000, dtype=np.float64).reshape(500, 500) / 250_000
    for _ in range(20):
        matrix = matrix @ matrix.T
        matrix /= matrix.max()


def new_pays() -> Iterator[str]:
    """Values of one rule, each used once. No hand is worth the same after it."""
    for part in range(1, 10_000):
        odds = 1 + Fraction(part, 100_000)
        yield f"pay.win={odds.numerator}:{odds.denominator}"


PAYS = new_pays()


def game_of(sheet: Sheet, decks: int = 6) -> Game:
    return Game(analysed_tables(sheet), full_shoe(decks), Optimal())


def toggle(name: str) -> None:
    sheet = load_sheet(name, (next(PAYS),))
    game = game_of(sheet)
    edge_of(sheet, game, "6 decks")
    side_bets(sheet, game)


def quick(name: str) -> None:
    quick_spread(game_of(load_sheet(name, (next(PAYS),))))


def spread(name: str) -> None:
    round_results(game_of(load_sheet(name, (next(PAYS),))))


def chart() -> None:
    best_chart(game_of(load_sheet(FREE_BET, (next(PAYS),))))


def costs() -> None:
    sheet = load_sheet(FREE_BET)
    cell_costs(Game(analysed_tables(sheet), full_shoe(6), ByChart(house_chart(sheet))))


def edge_by_size(decks: int, *overrides: str) -> None:
    round_worth(game_of(load_sheet(FREE_BET, (next(PAYS), *overrides)), decks))


def removal(name: str) -> None:
    """Main game by two plays, insurance and all side bets; nothing is known of the shoes before."""
    sheet = load_sheet(name, (next(PAYS),))
    unseen._unseen_cards.cache_clear()
    unseen._draws.cache_clear()
    effects_of_removal(sheet, known_shoe(sheet, ShoeChoice()))


def new_process(*options: str, command: list[str] = COMMAND) -> None:
    """The command in a new process, kernels compiled before: start, imports, and the analysis unless it was kept."""
    program = "from lammer.surfaces.cli import main; main()"
    subprocess.run(
        [sys.executable, "-c", program, *command, *options],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


TASKS: dict[str, Callable[[], object]] = {
    "sd-blackjack, toggle": partial(toggle, BLACKJACK),
    "sd-free-bet, toggle": partial(toggle, FREE_BET),
    "sd-free-bet, spread": partial(quick, FREE_BET),
    "sd-blackjack, spread": partial(quick, BLACKJACK),
    "sd-free-bet, spread, exact": partial(spread, FREE_BET),
    "sd-blackjack, spread, exact": partial(spread, BLACKJACK),
    "sd-free-bet, best chart": chart,
    "sd-free-bet, cost of every cell of the house chart": costs,
    "european-free-bet, edge": lambda: edge(load_sheet("european-free-bet", (next(PAYS),))),
    "triple-win-20, edge": lambda: edge(load_sheet("triple-win-20")),
    "lammer edge sd-free-bet --no-spread, new process": new_process,
    "lammer edge sd-free-bet --no-spread --fresh, new process": partial(new_process, "--fresh"),
    "sd-free-bet, effects of removal": partial(removal, FREE_BET),
    "sd-blackjack, effects of removal": partial(removal, BLACKJACK),
    "sd-blackjack with 15 side bets, effects of removal": partial(removal, f"{BLACKJACK}+{'+'.join(SIDE_BETS)}"),
    "lammer eor sd-free-bet, new process": partial(new_process, "--fresh", command=["eor", FREE_BET]),
    **{f"sd-free-bet, edge, {decks} decks": partial(edge_by_size, decks) for decks in range(1, 9)},
    **{
        f"sd-free-bet, edge, {hands} hands": partial(edge_by_size, 6, f"split.maximum_hands={hands}")
        for hands in (1, 2, 3, 4)
    },
}
QUICKEST = ("sd-blackjack, toggle", "sd-free-bet, toggle", "sd-free-bet, spread")


def measured(unit: float) -> Iterator[tuple[str, float, float]]:
    for what in QUICKEST if SHORT else TASKS:
        TASKS[what]()
        seconds = best(TASKS[what], TRIES)
        yield what, seconds, seconds / unit


def main() -> None:
    numba.set_num_threads(1)
    unit = best(yardstick, TRIES)
    lines = [
        "# Exact analysis: seconds",
        "",
        f"`python benchmarks/exact.py`, Python {platform.python_version()}, one core, best of {TRIES}; "
        f"yardstick {unit:.3f} s.",
        "",
        "A toggle is the edge and all side bets after one rule has changed. `spread` is the standard deviation within",
        "1e-5 (`exact/quick_spread.py`) together with the edge, `spread, exact` the exact one with all net results.",
        "",
        "| what | seconds | yardsticks |",
        "| --- | --- | --- |",
    ]
    rows = []
    for what, seconds, yardsticks in measured(unit):
        rows.append({"what": what, "seconds": round(seconds, 4), "yardsticks": round(yardsticks, 2)})
        lines.append(f"| {what} | {seconds:.3f} | {yardsticks:.1f} |")
        if not JSON:
            print(lines[-1], flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lines += ["", f"Largest memory of the process, all of the above in one: {memory:.0f} MB."]
    record("exact", "\n".join(lines))
    print(json.dumps(rows) if JSON else lines[-1])


if __name__ == "__main__":
    main()
