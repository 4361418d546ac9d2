"""Two tables hit the same jackpot at the same moment. Checks for one order, exact sums, and each award paid once.

    python benchmarks/races.py [races] [--short]     prints a table and writes benchmarks/results/races.md

Three processes with their own connections start at the same moment. After every race the books are compared with a
model in plain integers. Controls without a lock, or with another key, must be caught. The test command does a short
run.
"""

import platform
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import record, size


def main() -> None:
    from tests.ledger.faults.races import Races, racing  # the tests' own harness
    from tests.ledger.faults.server import new_database, postgresql

    races = size(1000, short=2)
    twins = max(races // 20, 2)
    runs, controls = {}, {}
    with tempfile.TemporaryDirectory() as folder, racing() as racers:
        books = Path(folder)
        with postgresql() as address:
            runs["PostgreSQL"] = Races(racers, address, books / "key").run(races, twins)
            control = Races(racers, new_database(address, "control"), books / "key", "no lock")
            controls["PostgreSQL, no lock"] = control.run(50, 0, to_first_fault=True)
        runs["SQLite"] = Races(racers, str(books / "a.db"), books / "key").run(max(races // 5, 5), twins)
        for fault in ("no lock", "new key"):
            control = Races(racers, str(books / f"{fault}.db"), books / "key", fault)
            controls[f"SQLite, {fault}"] = control.run(50 if fault == "no lock" else 0, 3, to_first_fault=True)
    lines = [
        "# Two tables at once",
        "",
        f"`python benchmarks/races.py {races}`, Python {platform.python_version()}. Three processes, each with its own "
        "connections, on one machine.",
        "",
        *table(runs),
        "",
        *twice(runs),
        "",
        *caught(controls),
    ]
    record("races", "\n".join(lines))
    print("\n".join(lines))
    if any(run.faults for run in runs.values()):
        sys.exit("\n".join(f"{word}: {text}" for run in runs.values() for word, text in run.faults[:20]))
    if not all(run.faults for run in controls.values()):
        sys.exit("a control was not caught")


def table(runs: dict) -> list[str]:
    lines = ["| | " + " | ".join(runs) + " |", "| --- |" + " --- |" * len(runs)]
    kinds = sorted({kind for run in runs.values() for kind in run.mixes})
    rows = {
        "races": lambda run: f"{run.races:,}",
        **{f"… {kind}": lambda run, kind=kind: f"{run.mixes[kind]:,}" for kind in kinds},
        "both claims under way at the same time": lambda run: f"{run.overlapped:,}",
        "first by table": lambda run: ", ".join(f"{table} {times}" for table, times in sorted(run.first.items())),
        "confirmations that had to wait for an earlier claim": lambda run: f"{run.waited:,}",
        "awards paid": lambda run: f"{run.paid:,}",
        "events, numbered without a gap": lambda run: f"{run.events:,}",
        "faults": lambda run: len(run.faults),
        "longest race, seconds": lambda run: f"{run.longest:.2f}",
        "seconds": lambda run: f"{run.seconds:.0f}",
    }
    return lines + [
        f"| {name} | " + " | ".join(str(row(run)) for run in runs.values()) + " |" for name, row in rows.items()
    ]


def twice(runs: dict) -> list[str]:
    lines = [
        "Every command of a hand sent by two processes at once under one key: one effect, the same answer to both.",
        "",
        "| books | commands sent twice | under way at the same time | carried out twice |",
        "| --- | --- | --- | --- |",
    ]
    for name, run in runs.items():
        doubled = sum(word == "doubled" for word, _ in run.faults)
        lines.append(f"| {name} | {run.twins:,} | {run.twin_races:,} | {doubled} |")
    return lines


def caught(controls: dict) -> list[str]:
    lines = [
        "Controls that must be caught: writers that do not wait for one another, and the same command under two keys.",
        "",
        "| control | races until caught | caught as |",
        "| --- | --- | --- |",
    ]
    for name, run in controls.items():
        word, text = run.faults[0] if run.faults else ("not caught", "")
        start = ": ".join(text.split(": ")[:2])  # the rest may name a folder
        lines.append(f"| {name} | {run.races or run.twins} | {word}: {start} |")
    return lines


if __name__ == "__main__":
    main()
