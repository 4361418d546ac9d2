"""Compares the simulator's speed with that of another version: `lammer bench` of both in turn, best of all turns.

    git worktree add ../before COMMIT
    python benchmarks/versions.py ../before [turns] [--short]

It prints a table and writes benchmarks/results/versions.md. Both versions run with this Python and its packages. Turns
alternate, so that a busy minute of the machine meets both.
"""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import SHORT, record, words

HERE = Path(__file__).resolve().parent.parent
BENCH = "from lammer.surfaces.cli import main; main()"
ROUNDS = "1e4" if SHORT else "2097152"
Speeds = dict[tuple[str, str], float]
"""Million rounds a second by game and kernel."""


def speeds(version: Path) -> Speeds:
    done = subprocess.run(
        [sys.executable, "-c", BENCH, "bench", "--json", "--rounds", ROUNDS],
        cwd=version,
        env={**os.environ, "PYTHONPATH": str(version / "src")},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    rows = json.loads(done.stdout)["games"]
    return {(row["game"], row["kernel"]): row["rounds_per_second"] / 1e6 for row in rows}


def best_of(found: list[Speeds]) -> Speeds:
    return {key: max(one[key] for one in found) for key in found[0]}


def commit_of(version: Path) -> str:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=version, capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def main() -> None:
    given = words()
    before = Path(given[0]).resolve() if given else HERE
    turns = int(given[1]) if len(given) > 1 else (1 if SHORT else 6)
    pairs = [(speeds(before), speeds(HERE)) for _ in range(turns)]
    old, new = (best_of([pair[which] for pair in pairs]) for which in (0, 1))
    lines = [
        "# The simulator compared with an earlier version",
        "",
        f"`python benchmarks/versions.py` with {commit_of(before)} against {commit_of(HERE)}, {turns} turns of each, "
        f"Python {platform.python_version()}, million rounds a second on one core.",
        "",
        "| game | kernel | before | now | ratio |",
        "| --- | --- | --- | --- | --- |",
        *(f"| {game} | {kernel} | {speed:.1f} | {new[game, kernel]:.1f} | {new[game, kernel] / speed:.3f} |"
          for (game, kernel), speed in old.items()),
    ]  # fmt: skip
    record("versions", "\n".join(lines))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
