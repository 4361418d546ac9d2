"""Measures the time of the exact analysis, warm and in a new process, compared with a yardstick in the same run.

    python benchmarks/exact.py [--short]      prints a table and writes benchmarks/results/exact.md

The yardstick is a matrix product of fixed size, so that the ratio is comparable between machines.
"""

import platform
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import SHORT, record
from benchmarks.timing import best
from lammer.exact.analysed import analysed_tables
from lammer.exact.costs import cell_costs
from lammer.exact.finding import edge, edge_of
from lammer.exact.play import ByChart, Optimal
from lammer.exact.results import round_results
from lammer.exact.shoe import full_shoe
from lammer.exact.sidebets import side_bets
from lammer.exact.values import Game
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import house_chart

TRIES = 1 if SHORT else 5


def yardstick() -> None:
    matrix = np.arange(250_000, dtype=np.float64).reshape(500, 500) / 250_000
    for _ in range(20):
        matrix = matrix @ matrix.T
        matrix /= matrix.max()


def whole_free_bet() -> None:
    sheet = load_sheet("sd-free-bet")
    game = Game(analysed_tables(sheet), full_shoe(6), Optimal())
    edge_of(sheet, game, "6 decks")
    side_bets(sheet, game)


def spread(game: str) -> None:
    sheet = load_sheet(game)
    round_results(Game(analysed_tables(sheet), full_shoe(6), Optimal()))


def costs() -> None:
    sheet = load_sheet("sd-free-bet")
    cell_costs(Game(analysed_tables(sheet), full_shoe(6), ByChart(house_chart(sheet))))


def fresh() -> None:
    """A new process with compiled kernels: start, imports, analysis."""
    code = "from benchmarks.exact import whole_free_bet; whole_free_bet()"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parent.parent)


FRESH = "the same in a fresh process"
TASKS: dict[str, Callable[[], object]] = {
    "sd-blackjack, optimal": lambda: edge(load_sheet("sd-blackjack")),
    "sd-free-bet, optimal, both stakes": lambda: edge(load_sheet("sd-free-bet")),
    "sd-free-bet, optimal, both stakes, all side bets": whole_free_bet,
    FRESH: fresh,
    "european-free-bet, optimal": lambda: edge(load_sheet("european-free-bet")),
    "triple-win-20, optimal": lambda: edge(load_sheet("triple-win-20")),
    "sd-blackjack, spread and net results as well": lambda: spread("sd-blackjack"),
    "sd-free-bet, spread and net results as well": lambda: spread("sd-free-bet"),
    "sd-free-bet, the cost of every cell of the house chart": costs,
}


def main() -> None:
    unit = best(yardstick, TRIES)
    lines = [
        "# Exact analysis: seconds",
        "",
        f"`python benchmarks/exact.py`, Python {platform.python_version()}, best of {TRIES}; yardstick {unit:.3f} s.",
        "",
        "| what | seconds | yardsticks |",
        "| --- | --- | --- |",
    ]
    for name in ("sd-blackjack, optimal", FRESH) if SHORT else TASKS:
        task = TASKS[name]
        if not SHORT:
            task()
        seconds = best(task, TRIES)
        lines.append(f"| {name} | {seconds:.2f} | {seconds / unit:.1f} |")
        print(lines[-1], flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lines += ["", f"Largest memory of the process, all of the above in one: {memory:.0f} MB."]
    record("exact", "\n".join(lines))
    print(lines[-1])


if __name__ == "__main__":
    main()
