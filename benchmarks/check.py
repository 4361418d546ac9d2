"""Compares the exact analysis with long simulations, for every sheet in the folder and every side bet that attaches.

    python benchmarks/check.py [rounds] [--short] [--until=HH:MM] [--threads=N]

It prints a table and writes benchmarks/results/check.md after each line, so it can be stopped at any time (by itself
with ``--until``) and continued: a line is skipped if neither its sheet nor the kernels changed since it was recorded.
Each line is one ``lammer check``: the built-in chart analysed exactly and simulated, alone and with every side bet.
"""

import platform
import sys
import time
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import RESULTS, SHORT, record, words
from lammer.cache import PACKAGE, hash_of
from lammer.conformance.listing import Case, attached_together, plain_games
from lammer.conformance.simulated import SEED, compare_case
from lammer.rules.files import ORIGINS
from lammer.rules.loader import load_sheet
from lammer.simulate.run import default_threads

HEADINGS = "sheet|figures|house edge, exact|simulated|z|sd, exact|simulated|z|worst|its z|limit|rounds|seconds|key"

ABOUT = """Each line is `lammer check SHEET`: every sheet in the folder with its own
side bets, and for a game of each kind every side bet that fits it, all at once. z is the difference in standard errors;
the worst of all figures exceeds the limit by chance once in 1,000 lines. The key has the digest of the sheet, the hash
of the simulator's kernels and the number of rounds; a line whose key is no longer the same, or whose exact edge is no
longer that of the analysis, is dealt again. Two hands per box have no exact sd. Seconds are those of one thread on a
machine that others used too."""


class Row(NamedTuple):
    game: str
    text: str
    key: str

    @property
    def exact_edge(self) -> str:
        return self.text.split("|")[3].strip()


def option(name: str) -> str:
    return next((text.partition("=")[2] for text in sys.argv[1:] if text.startswith(f"--{name}=")), "")


def deadline() -> float:
    if not option("until"):
        return float("inf")
    now = datetime.now()
    end = datetime.combine(now.date(), datetime.strptime(option("until"), "%H:%M").time())
    return (end if end > now else end + timedelta(days=1)).timestamp()


def cases() -> list[Case]:
    """The regulation's games first, then every side bet that attaches, then the other games."""
    games = sorted(plain_games(), key=lambda case: ORIGINS.index(load_sheet(case.game).origins[0].kind))
    first = [case for case in games if load_sheet(case.game).origins[0].kind == ORIGINS[0]]
    return [*first, *attached_together(), *(case for case in games if case not in first)]


@cache
def kernel_hash() -> str:
    """A hash of the simulator's files with compiled loops."""
    texts = {path: path.read_text(encoding="utf-8") for path in (PACKAGE / "simulate").rglob("*.py")}
    return hash_of({path: text for path, text in texts.items() if "from lammer.compiled import njit" in text})


def key_of(case: Case, rounds: int) -> str:
    """What a line depends on: the sheet's values, the sources of the kernels, the number of rounds."""
    return f"{case.sheet().digest[:8]} {kernel_hash()[:8]} {rounds:.0e}".replace("e+0", "e")


@cache
def exact_edge(case: Case) -> str:
    """The house edge as the analysis finds it now, as a line shows it; a few rounds are dealt for nothing."""
    found = compare_case(case.sheet(), 1_000, spread=False)
    if found.refused:  # two hands per box take long, and are compared with everything else only
        found = compare_case(case.sheet(), 1_000)
    edges = [one.exact for _, one in found.figures if one.what == "house edge"]
    return f"{edges[0]:.6%}" if edges else f"not compared: {found.refused}"


def is_current(row: Row, case: Case, rounds: int) -> bool:
    """Whether a recorded line would be the same today: sheet, kernels, rounds and the exact edge."""
    return row.key == key_of(case, rounds) and row.exact_edge == exact_edge(case)


def recorded() -> dict[str, Row]:
    path = RESULTS / "check.md"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| ")]
    return {
        one[0]: Row(one[0], line, one[-1].strip("`"))
        for one, line in zip(cells, [line for line in lines if line.startswith("| ")], strict=True)
        if len(one) == HEADINGS.count("|") + 1 and one[0] not in ("sheet", "---")
    }


def compared_row(case: Case, rounds: int, threads: int, stop_at: float) -> Row | None:
    """One line, or None if the time was over before the rounds were dealt."""
    key, begun = key_of(case, rounds), time.perf_counter()
    found = compare_case(case.sheet(), rounds, threads, lambda: time.time() > stop_at)
    if found.stopped:
        return None
    if found.refused:
        text = f"| {case} | 0 | not compared: {found.refused} " + "| " * 10 + f"| `{key}` |"
        return Row(str(case), text, key)
    figures = {one.what: one for _, one in reversed(found.figures)}
    edge, sd, worst = figures["house edge"], figures.get("sd"), found.worst
    spread = f"{sd.exact:.6f} | {sd.simulated:.6f} | {sd.z:+.2f}" if sd is not None else "| |"
    verdict = f"{found.limit:.2f}" if found.agree else f"**{found.limit:.2f}, DIFFERS**"
    text = (
        f"| {case} | {len(found.figures)} | {edge.exact:.6%} | {edge.simulated:.6%} | {edge.z:+.2f} | {spread} "
        f"| {worst.what} | {worst.z:+.2f} | {verdict} | {rounds:.0e} | {time.perf_counter() - begun:.0f} | `{key}` |"
    )
    return Row(str(case), text.replace("e+0", "e"), key)


def document(rows: dict[str, Row], listed: list[Case], rounds: int) -> str:
    """The lines that are recorded, in the order of the list; a sheet without a line is named below the table."""
    missing = [str(case) for case in listed if str(case) not in rows]
    missing += [f"{case} (recorded under an earlier sheet or kernel)" for case in stale(rows, listed, rounds)]
    command = f"python benchmarks/check.py {rounds:.0e}".replace("e+0", "e")
    lines = [
        "# Exact and simulated",
        "",
        f"`{command}`, seed {SEED}, Python {platform.python_version()}. {ABOUT}",
        "",
        "| " + HEADINGS.replace("|", " | ") + " |",
        "|" + " --- |" * (HEADINGS.count("|") + 1),
        *(rows[str(case)].text for case in listed if str(case) in rows),
    ]
    return "\n".join([*lines, *(["", "Not yet compared: " + ", ".join(missing) + "."] if missing else [])])


def stale(rows: dict[str, Row], listed: list[Case], rounds: int) -> list[Case]:
    """Recorded lines whose sheet, kernels or exact figures have changed since."""
    return [case for case in listed if str(case) in rows and not is_current(rows[str(case)], case, rounds)]


def main() -> None:
    rounds = int(float(words()[0])) if words() else 1_000_000 if SHORT else 1_000_000_000
    threads, stop_at = int(option("threads") or default_threads()), deadline()
    listed = cases()
    rows = {game: row for game, row in recorded().items() if not SHORT and game in map(str, listed)}
    print("| " + HEADINGS.replace("|", " | ") + " |", flush=True)
    for case in listed[-1:] if SHORT else listed:
        if str(case) in rows and is_current(rows[str(case)], case, rounds):
            continue
        row = compared_row(case, rounds, threads, stop_at)
        if row is None:
            break
        rows[row.game] = row
        print(row.text, flush=True)
        record("check", document(rows, listed, rounds))


if __name__ == "__main__":
    main()
