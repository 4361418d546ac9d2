"""Kills the writing process during wagers and wins, many times, and checks that nothing is lost or doubled.

    python benchmarks/crash.py [cycles] [--short]     prints a table and writes benchmarks/results/crash.md

After each kill a new writer repeats the command that was in flight, with the same key, and continues from the state of
the books. The books are compared with every answer given and with a model in plain integers, after every kill and at
the end. Three faulty controls must be caught. The test command does a short run.
"""

import platform
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import SHORT, record, size

CONTROLS = {
    "early": "answers before the commit",
    "new key": "sends the command in flight again under a new key",
    "torn": "writes without a transaction",
}
CAUGHT_AS = {"early": "lost", "new key": "doubled", "torn": "torn"}
CONTROL_CYCLES = 200
TRIED = ("torn",) if SHORT else tuple(CONTROLS)
"""A trial shows that controls are run and caught at all; tests/ledger/test_crash.py runs each of them."""


def main() -> None:
    from tests.ledger.faults import crash  # the tests' own harness
    from tests.ledger.faults.server import postgresql

    cycles = size(2000, short=3)
    few = max(cycles * 3 // 20, 2 if SHORT else 5)
    with tempfile.TemporaryDirectory() as folder, postgresql() as address:
        books = Path(folder)
        runs = {
            "SQLite": crash.Crashes(str(books / "a.db"), books / "key").run(cycles),
            "SQLite, two writers at once": crash.Crashes(
                str(books / "b.db"), books / "key", writers=crash.SIDE_BY_SIDE
            ).run(few),
            "PostgreSQL": crash.Crashes(address, books / "key").run(few),
        }
        controls = {
            fault: crash.Crashes(str(books / f"{fault}.db"), books / "key", fault).run(
                CONTROL_CYCLES, to_first_fault=SHORT or fault != "early"
            )
            for fault in TRIED
        }
    lines = [
        "# Killed while writing",
        "",
        f"`python benchmarks/crash.py {cycles}`, Python {platform.python_version()}. SIGKILL to the client process "
        "that writes; the books lie on a disk of the same machine. One life in five is held inside a transaction "
        "or between its commit and the answer until it is killed there; the others die wherever a random moment finds "
        "them.",
        "",
        *table(runs),
        "",
        *places(runs),
        "",
        *caught(controls),
    ]
    record("crash", "\n".join(lines))
    print("\n".join(lines))
    if any(run.faults for run in runs.values()):
        sys.exit("\n".join(f"{word}: {text}" for run in runs.values() for word, text in run.faults[:20]))
    if any(not run.count(CAUGHT_AS[fault]) for fault, run in controls.items()):
        sys.exit("a control was not caught")


def table(runs: dict) -> list[str]:
    lines = [
        "| books | kills | events | awards of 100% | of 10% | fixed pays | answers given | repeated "
        "| lost | doubled | torn | wrong | signed heads | seconds |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, run in runs.items():
        faults = " | ".join(str(run.count(word)) for word in ("lost", "doubled", "torn", "wrong"))
        paid = " | ".join(f"{run.paid[percent]:,}" for percent in (100, 10, 0))
        lines.append(
            f"| {name} | {sum(run.kills.values()):,} | {run.events:,} | {paid} | {run.answered:,} | {run.repeated:,} "
            f"| {faults} | {run.heads} | {run.seconds:.0f} |"
        )
    return lines


def places(runs: dict) -> list[str]:
    """The places of the kills, and whether the command in flight was in the books afterwards."""
    from tests.ledger.faults.worker import PLACES

    lines = [
        "Where the kills fell, and what the books held of the command in flight:",
        "",
        "| books | place | kills | there | not there | sent again | none in flight |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, run in runs.items():
        for place in PLACES:
            fates = [run.kills[place, fate] for fate in ("there", "not there", "sent again", "nothing in flight")]
            lines.append(f"| {name} | {place} | {sum(fates)} | {' | '.join(map(str, fates))} |")
    return lines


def caught(controls: dict) -> list[str]:
    lines = [
        "Controls, on SQLite, that must be caught:",
        "",
        "| a worker that | kills | lost | doubled | torn |",
        "| --- | --- | --- | --- | --- |",
    ]
    for fault, run in controls.items():
        words = " | ".join(str(run.count(word)) for word in ("lost", "doubled", "torn"))
        lines.append(f"| {CONTROLS[fault]} | {sum(run.kills.values())} | {words} |")
    return lines


if __name__ == "__main__":
    main()
