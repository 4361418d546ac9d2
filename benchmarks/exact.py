"""How long the exact analysis takes, warm, beside a yardstick in the same run.

    python benchmarks/exact.py                prints a table and writes benchmarks/results/exact.md

The yardstick is a matrix product of fixed size on one thread's worth of work, so that the ratio says something on any
machine.
"""

import platform
import resource
from pathlib import Path

import numpy as np
from timing import best

from lammer.exact.finding import edge, edge_of
from lammer.exact.play import Optimal
from lammer.exact.shoe import full_shoe
from lammer.exact.sidebets import side_bets
from lammer.exact.terms import terms_of
from lammer.exact.worth import Game
from lammer.rules.loader import load_sheet

RESULTS = Path(__file__).parent / "results" / "exact.md"
TRIES = 5


def yardstick() -> None:
    matrix = np.arange(250_000, dtype=np.float64).reshape(500, 500) / 250_000
    for _ in range(20):
        matrix = matrix @ matrix.T
        matrix /= matrix.max()


def whole_free_bet() -> None:
    sheet = load_sheet("sd-free-bet")
    game = Game(terms_of(sheet), full_shoe(6), Optimal())
    edge_of(sheet, game, "6 decks")
    side_bets(sheet, game)


def main() -> None:
    unit = best(yardstick, TRIES)
    tasks = {
        "sd-blackjack, optimal": lambda: edge(load_sheet("sd-blackjack")),
        "sd-free-bet, optimal, both stakes": lambda: edge(load_sheet("sd-free-bet")),
        "sd-free-bet, optimal and all side bets": whole_free_bet,
        "european-free-bet, optimal": lambda: edge(load_sheet("european-free-bet")),
        "triple-win-20, optimal": lambda: edge(load_sheet("triple-win-20")),
    }
    lines = [
        "# Exact analysis: seconds, warm",
        "",
        f"`python benchmarks/exact.py`, Python {platform.python_version()}, best of {TRIES}; yardstick {unit:.3f} s.",
        "",
        "| what | seconds | yardsticks |",
        "| --- | --- | --- |",
    ]
    for name, task in tasks.items():
        task()
        seconds = best(task, TRIES)
        lines.append(f"| {name} | {seconds:.2f} | {seconds / unit:.1f} |")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    text = "\n".join([*lines, "", f"Largest memory of the process: {memory:.0f} MB."]) + "\n"
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
