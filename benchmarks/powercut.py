"""Simulates power cuts and checks whether an answered command can be lost or carried out twice.

    python benchmarks/powercut.py [cycles] [--short]    prints a table and writes benchmarks/results/powercut.md

The journal runs on a simulated disk that keeps only synced data, and random parts of the rest (tests/ledger/powercut).
The power is cut at a random write or sync, the books are opened again as after any restart, and every command is
repeated. Books use `synchronous=FULL`. The other settings are controls: NORMAL must lose answers and OFF must corrupt
books, else the simulated disk would prove nothing.
"""

import platform
import sys
import tempfile
from pathlib import Path

import apsw

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import record, size

COLUMNS = "synchronous | cuts | answers | lost | doubled | in flight | of these whole | of these absent | faults"


def main() -> None:
    from tests.ledger.powercut.cycles import run  # the tests' own disk

    cycles = size(2000, short=10)
    rows, kinds = [], []
    for synchronous in ("FULL", "NORMAL", "OFF"):
        with tempfile.TemporaryDirectory() as folder:
            tally = run(cycles, synchronous, Path(folder) / "books", "benchmark")
        whole, absent = tally.in_flight_survived, tally.in_flight - tally.in_flight_survived
        counts = (cycles, tally.answered, tally.lost, tally.doubled, tally.in_flight, whole, absent, len(tally.faults))
        rows.append(f"| {synchronous} | {' | '.join(f'{count:,}' for count in counts)} |")
        print(rows[-1], *tally.faults[:3], sep="\n", flush=True)
        kinds.append(f"- {synchronous}: let through {listed(tally.kinds)}; interrupted {listed(tally.interrupted)}")
    text = report(cycles, rows, kinds)
    record("powercut", text)
    print(text)


def listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items(), key=lambda item: -item[1]))


def report(cycles: int, rows: list[str], kinds: list[str]) -> str:
    lines = [
        "# Power cuts",
        "",
        f"`python benchmarks/powercut.py {cycles}`, Python {platform.python_version()}, SQLite "
        f"{apsw.sqlite_lib_version()} on a disk that keeps only what was synced and parts of the rest.",
        "",
        f"| {COLUMNS} |",
        "|" + " --- |" * len(COLUMNS.split("|")),
        *rows,
        "",
        "Answers are counted once for each cut they had to survive. FULL is how books are kept; NORMAL and OFF are the",
        "controls. What a cut let through of the changes that were not synced, and what it interrupted:",
        "",
        *kinds,
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
