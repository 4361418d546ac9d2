"""Measures how long a whole PAR sheet takes in a new process, with the kernels compiled before.

    python benchmarks/papers.py [tries] [--short]     six minutes; prints and writes benchmarks/results/papers.md

The command is `lammer report GAME -o par.pdf` with all parts and ten million simulated rounds, as a person runs it, of
every game in the folder of sheets, and of a game of each kind with every side bet that fits it. The yardstick is the
matrix product of benchmarks/exact.py, on one core. Processor seconds are those of both processes.
"""

import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.exact import yardstick
from benchmarks.running import SHORT, record, size
from benchmarks.timing import best
from lammer.conformance.listing import attached_together, plain_games

OPTIONS = ("--short", "--rounds", "1e5") if SHORT else ()
PROGRAM = "from lammer.surfaces.cli import main; main()"


def processor_seconds() -> float:
    """Of all processes that this one has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def made(game: str, folder: str) -> tuple[float, float]:
    """Seconds of the clock and of the processor."""
    begun, used = time.perf_counter(), processor_seconds()
    path = str(Path(folder) / "par.pdf")
    command = [sys.executable, "-c", PROGRAM, "report", game, "-o", path, *OPTIONS]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begun, processor_seconds() - used


def main() -> None:
    games = ["sd-blackjack"] if SHORT else [case.game for case in plain_games() + attached_together()]
    tries = size(2, 1)
    unit = best(yardstick, 1 if SHORT else 5)
    lines = [
        "# A PAR sheet: seconds",
        "",
        f"`python benchmarks/papers.py`, Python {platform.python_version()}, {os.cpu_count()} cores, best of {tries}; "
        f"yardstick {unit:.3f} s. Load of the machine before the run: {os.getloadavg()[0]:.1f}.",
        "",
        "| `lammer report GAME -o par.pdf` | seconds | of the processor | yardsticks |",
        "| --- | --- | --- | --- |",
    ]
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            seconds, used = min(made(game, folder) for _ in range(tries))
            lines.append(f"| {game} | {seconds:.1f} | {used:.1f} | {seconds / unit:.0f} |")
            print(lines[-1], flush=True)
    record("papers", "\n".join(lines))


if __name__ == "__main__":
    main()
