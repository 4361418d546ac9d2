"""Measures the time of ``import lammer``, and of the first game and the first round after it, in new processes.

    python benchmarks/importing.py [--short]     some seconds; prints a table and writes benchmarks/results/importing.md

The start of the interpreter is not included.
"""

import platform
import subprocess
import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import record, size

STEPS = {
    "import lammer": "import lammer",
    "and load a game": "import lammer; lammer.load('sd-free-bet', decks=8)",
    "and deal a round": "import lammer; lammer.load('sd-free-bet', decks=8).table(seed=1).deal(bet=10).play()",
}


def seconds(step: str) -> float:
    """The seconds of a step, measured inside a new process, so that nothing is imported before."""
    program = f"import time; begun = time.perf_counter(); {step}; print(time.perf_counter() - begun)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    processes = size(21, 1)
    lines = [
        "# import lammer: milliseconds until it can be used",
        "",
        f"`python benchmarks/importing.py`, Python {platform.python_version()}, {processes} new processes for a row.",
        "",
        "| step | best | median |",
        "| --- | --- | --- |",
    ]
    for name, step in STEPS.items():
        times = [1000 * seconds(step) for _ in range(processes)]
        lines.append(f"| {name} | {min(times):.1f} ms | {median(times):.1f} ms |")
    text = "\n".join(lines) + "\n"
    record("importing", text)
    print(text)


if __name__ == "__main__":
    main()
