"""Compares the simulator's kernel with the table on many shoes: every wager, to the cent.

    python benchmarks/parity.py [shoes] [--short]     prints a table and writes benchmarks/results/parity.md

The test command compares a few hundred shoes for every paytable; this compares 200,000 for every sheet, with side bets.
"""

import platform
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import record, size
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import house_chart

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "parity"))
GAMES = {
    "sd-blackjack": 1,
    "sd-blackjack+blazing-7s": 1,
    "sd-free-bet": 1,
    "free-money": 2,
    "european-free-bet": 2,
    "triple-win-20": 2,
}
"""Sheets with their number of seats."""


def main() -> None:
    from lammer.conformance.kernels import Parity

    shoes = size(200_000, short=50)
    lines = [
        "# Kernel and table, the same shoes",
        "",
        f"`python benchmarks/parity.py {shoes}`, Python {platform.python_version()}.",
        "",
        "| sheet | seats | side bets | shoes | wagers compared | differences | seconds |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for game, seats in GAMES.items():
        sheet = load_sheet(game)
        sides = {bet_id: bet.minimum for bet_id, bet in sheet.side_bets.items()}
        begun = time.perf_counter()
        differences = list(Parity(sheet, house_chart(sheet), seats, sides).differences(shoes, 11))
        seconds = time.perf_counter() - begun
        wagers = shoes * seats * (1 + len(sides))
        row = f"| {game} | {seats} | {', '.join(sides) or 'none'} | {shoes:,} | {wagers:,} | {len(differences)} |"
        lines.append(f"{row} {seconds:.0f} |")
        print(lines[-1], flush=True)
    record("parity", "\n".join(lines))


if __name__ == "__main__":
    main()
