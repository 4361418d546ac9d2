"""Measures the speed of the simulator, and its time and memory by number of rounds.

    python benchmarks/simulate.py [largest] [--short]   prints tables and writes benchmarks/results/simulate.md

Speeds are those of ``lammer bench``, compared with a loop in the same process that only shuffles and draws.
"""

import json
import platform
import resource
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import SHORT, record, size
from lammer.rules.loader import load_sheet
from lammer.simulate.plays import plays_of
from lammer.simulate.run import Plan, run
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart

LAMMER = [sys.executable, "-c", "from lammer.surfaces.cli import main; main()"]
BENCH = ["bench", "--json", *(["--rounds", "1e4"] if SHORT else [])]


def speeds() -> list[str]:
    result = json.loads(subprocess.run([*LAMMER, *BENCH], capture_output=True, text=True, check=True).stdout)
    limit = result["limit_draws_per_second"] / 1e6
    lines = [
        f"`lammer bench --json`; shuffling and drawing alone: {limit:.0f} M cards a second.",
        "",
        "| game | kernel | rounds/s, one core | cards/s | of the limit |",
        "| --- | --- | --- | --- | --- |",
    ]
    for row in result["games"]:
        rates = f"{row['rounds_per_second'] / 1e6:.1f} M | {row['draws_per_second'] / 1e6:.0f} M"
        lines.append(f"| {row['game']} | {row['kernel']} | {rates} | {row['limit_ratio']:.2f} |")
    return [*lines, "", f"Two threads deal {result['two_threads']:.2f} times as fast as one."]


def growth(largest: int) -> list[str]:
    sheet = load_sheet("sd-free-bet")
    table = KernelTable(sheet, plays_of(sheet, house_chart(sheet)))
    lines = ["", "| rounds of sd-free-bet | seconds | largest memory |", "| --- | --- | --- |"]
    rounds = min(10**8, largest)
    while rounds <= largest:
        begun = time.perf_counter()
        run(table, Plan(1, rounds, 0))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        lines.append(f"| {rounds:,} | {time.perf_counter() - begun:.1f} | {memory:.0f} MB |")
        print(lines[-1], flush=True)
        rounds *= 10
    return lines


def main() -> None:
    largest = size(10**10, short=10**6)
    about = f"`python benchmarks/simulate.py {largest:.0e}`, Python {platform.python_version()}."
    text = "\n".join(["# The simulator: speed", "", about, "", *speeds(), *growth(largest)]) + "\n"
    record("simulate", text)
    print(text)


if __name__ == "__main__":
    main()
