"""Measures what each test costs: CPU seconds of its process and of every process below it, browsers and servers too.

    LAMMER_COSTS=FOLDER PYTHONPATH=. ./test -p tools.test_costs tests
    python tools/test_costs.py FOLDER [LINES]

The first writes a line of JSON for each test into the folder, the second adds them up by folder and by file and lists
the costliest tests. Seconds of a processor do not depend on what else the machine does; those of a clock do.

What a test starts for others too (a browser, a server of the session) is counted where it works, its start with the
first test that needs it. Arguments are given to ``./test`` so that every test process has a warm server of its own
(``tests/warm.py``): commands of a shared one could not be told apart.
"""

import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
FILE = "{}.jsonl"


class Cost(NamedTuple):
    test: str
    seconds: float


def spent() -> tuple[float, float]:
    """CPU seconds until now: of this process, and of all below it, living and waited for."""
    own = os.times()
    return own.user + own.system, own.children_user + own.children_system + sum(map(_tree, _children("self")))


def _tree(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has just ended
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS + sum(map(_tree, _children(pid)))


def _children(pid: int | str) -> list[int]:
    found: list[int] = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    except OSError:
        pass
    return found


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    own, below = spent()
    done = yield
    now, then = spent()
    # A browser that ends takes its seconds along, unless it is waited for: less than nothing means that.
    _write(Cost(item.nodeid, now - own + max(0.0, then - below)))
    return done


def _write(cost: Cost) -> None:
    folder = Path(os.environ["LAMMER_COSTS"])
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / FILE.format(os.environ.get("PYTEST_XDIST_WORKER", "main"))).open("a", encoding="utf-8") as file:
        file.write(json.dumps(cost) + "\n")


def read(folder: Path) -> list[Cost]:
    return [Cost(*json.loads(line)) for file in sorted(folder.glob(FILE.format("*"))) for line in file.open()]


def added_up(costs: list[Cost], depth: int, lines: int) -> list[str]:
    """Sums by the first parts of a test's path: two of them are a folder of tests, all are a file."""
    sums, counts = defaultdict[str, float](float), Counter[str]()
    for cost in costs:
        name = "/".join(cost.test.partition("::")[0].split("/")[:depth])
        sums[name] += cost.seconds
        counts[name] += 1
    ordered = sorted(sums.items(), key=lambda item: -item[1])[:lines]
    return [f"{seconds:9.1f}  {counts[name]:5}  {name}" for name, seconds in ordered]


def table(costs: list[Cost], lines: int) -> str:
    """Sums by folder, then the costliest files and tests."""
    whole = f"{sum(cost.seconds for cost in costs):9.1f}  {len(costs):5}  all tests"
    dearest = sorted(costs, key=lambda cost: -cost.seconds)[:lines]
    tests = [f"{cost.seconds:9.1f}         {cost.test}" for cost in dearest]
    return "\n".join([whole, "", *added_up(costs, 2, lines), "", *added_up(costs, 99, lines), "", *tests])


if __name__ == "__main__":
    print(table(read(Path(sys.argv[1])), int(sys.argv[2]) if len(sys.argv) > 2 else 20))
