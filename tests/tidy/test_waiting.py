"""No test waits for a fixed time: what is enough here is too short on a busy machine, and too long everywhere else."""

import re
from pathlib import Path

import pytest

from tests.waiting import until

TESTS = Path(__file__).resolve().parents[1]
MAY_SLEEP = TESTS / "waiting.py"
# Written so as not to match itself. It reads text, not syntax, since tests also run code that they hold in strings.
FIXED = re.compile(r"\bslee[p]\s*\(|\bimport\b.*\bslee[p]\b|\bwait_for_timeou[t]\b|\bsetTimeou[t]\b")


def test_only_one_module_sleeps() -> None:
    found = {path for path in TESTS.rglob("*.py") if FIXED.search(path.read_text("utf-8"))}
    assert found == {MAY_SLEEP}, "wait for a sign, with until() of tests/waiting.py"


@pytest.mark.parametrize(
    "line",
    ["time.{}(8)", "await asyncio.{} (1)", "from time import {}", "from time import monotonic, {} as nap", "{}(1)"],
)
def test_control_a_sleep_is_found(line: str) -> None:
    assert FIXED.search(line.format("sl" + "eep"))
    assert not FIXED.search(line.format("sl" + "eeps"))


@pytest.mark.parametrize("call", ["page.wait_for_" + "timeout(500)", "set" + "Timeout(done, 500)"])
def test_control_a_wait_in_the_browser_is_found(call: str) -> None:
    assert FIXED.search(call)


def test_until_gives_the_sign_and_waits_no_longer() -> None:
    signs = iter([0, 0, 7, 9])
    assert until(lambda: next(signs), pause=0) == 7


def test_until_tells_that_no_sign_came() -> None:
    assert until(lambda: 0, patience=0) == 0
