"""Kernels are compiled once, part by part, by one process at a time."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lammer.api import kernels
from lammer.api.kernels import compile_kernels, not_compiled

HOLDS = """
import fcntl, sys
file = open(sys.argv[1], "w")
fcntl.flock(file, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def worked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts that were worked, with an empty cache."""
    found = list[str]()

    def part(name: str) -> Callable[[], None]:
        return lambda: found.append(name)

    monkeypatch.setenv("LAMMER_CACHE", str(tmp_path))
    monkeypatch.setattr(kernels, "PARTS", {name: part(name) for name in ("one", "two", "three")})
    return found


def test_every_part_is_told_and_compiled_once(worked: list[str]) -> None:
    reports = list[tuple[int, int, str]]()
    assert not_compiled() == ["one", "two", "three"]
    compile_kernels(lambda *part: reports.append(part))
    assert worked == ["one", "two", "three"]
    assert reports == [(0, 3, "one"), (1, 3, "two"), (2, 3, "three"), (3, 3, "")]
    assert not_compiled() == []
    compile_kernels()
    assert worked == ["one", "two", "three"]


def test_a_part_that_fails_is_compiled_again_and_those_before_it_are_not(
    worked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped() -> None:
        raise KeyboardInterrupt

    two = kernels.PARTS["two"]
    monkeypatch.setitem(kernels.PARTS, "two", stopped)
    with pytest.raises(KeyboardInterrupt):
        compile_kernels()
    monkeypatch.setitem(kernels.PARTS, "two", two)
    assert not_compiled() == ["two", "three"]
    compile_kernels()
    assert worked == ["one", "two", "three"]


def test_another_numba_compiles_anew(worked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    compile_kernels()
    monkeypatch.setattr(kernels, "version", lambda _name: "9999")
    assert not_compiled() == ["one", "two", "three"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such lock: two processes may compile the same")
def test_it_waits_for_another_process_that_compiles(worked: list[str]) -> None:
    home = kernels.kernels_home()
    assert home is not None
    command = [sys.executable, "-c", HOLDS, str(home / "compiling")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        waits = list[list[str]]()

        def on_wait() -> None:
            waits.append(worked[:])
            if len(waits) == 2:
                other.communicate()

        compile_kernels(on_wait=on_wait)
    assert waits[:2] == [[], []], "nothing is compiled while it waits"
    assert worked == ["one", "two", "three"]


def test_where_nothing_can_be_kept_nothing_is_compiled_ahead(
    worked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "cache_folder", lambda _kind, _version: None)
    assert not_compiled() == []
    compile_kernels()
    assert worked == []
