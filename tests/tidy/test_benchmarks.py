"""Every benchmark runs as its first lines say. ``--short`` does a little of everything and writes no results."""

import ast
import os
import subprocess
from pathlib import Path

import pytest

from tests import warm

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "benchmarks").glob("*.py"))
RESULTS = ROOT / "benchmarks" / "results"
RUNS = "if __name__ == "
SCRIPTS = [path for path in FILES if RUNS in path.read_text(encoding="utf-8")]
SAME_CHECKS = {
    "crash": "ledger/test_crash.py",
    "floor_crash": "surfaces/test_floor_crash.py",
    "leaks": "surfaces/test_leaks.py",
    "powercut": "ledger/test_powercut.py",
    "races": "ledger/test_races.py",
}
"""Benchmarks that only repeat the checks of a test, with the same modules: their short form would be that test again.
mypy reads them as it does the others."""


def modules_of(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def imported_by_benchmarks() -> set[str]:
    found = set[str]().union(*map(modules_of, FILES))
    return {module.removeprefix("benchmarks.") for module in found if module.startswith("benchmarks.")}


def test_every_file_is_a_benchmark_or_a_part_of_one() -> None:
    assert len(SCRIPTS) >= 12
    assert {path.stem for path in FILES} - {path.stem for path in SCRIPTS} <= imported_by_benchmarks()


@pytest.mark.parametrize("script", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_a_benchmark_says_how_it_is_run_and_where_its_results_are(script: Path) -> None:
    docstring = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) or ""
    assert f"python benchmarks/{script.name}" in docstring
    assert "[--short]" in docstring
    assert f"benchmarks/results/{script.stem}.md" in docstring
    assert (RESULTS / f"{script.stem}.md").is_file()


def run(script: Path) -> tuple[int, str, str]:
    """How its short form ends, what it prints and what it says on standard error."""
    words = [str(script.relative_to(ROOT)) if script.is_relative_to(ROOT) else str(script), "--short"]
    around = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    pipe = subprocess.PIPE
    process = warm.Process(words, "tests.benchmark_process", cwd=ROOT, env=around, stdout=pipe, stderr=pipe)
    shown, errors = process.communicate(timeout=240)
    return process.wait(), shown, errors


def test_a_script_that_does_not_find_its_parts_is_noticed(tmp_path: Path) -> None:
    """Negative control: a script must say itself where the project is, as with ``python benchmarks/…``."""
    lost = tmp_path / "lost.py"
    lost.write_text("from benchmarks.running import SHORT\nprint('|', SHORT)\n", encoding="utf-8")
    code, _, errors = run(lost)
    assert code != 0
    assert "No module named 'benchmarks'" in errors
    lost.write_text(f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{lost.read_text('utf-8')}", encoding="utf-8")
    assert run(lost)[:2] == (0, "| True\n")


@pytest.mark.parametrize("name", SAME_CHECKS)
def test_a_test_does_what_the_benchmark_repeats(name: str) -> None:
    script, test = ROOT / "benchmarks" / f"{name}.py", ROOT / "tests" / SAME_CHECKS[name]
    shared = {module for module in modules_of(script) & modules_of(test) if module.startswith("tests.")}
    assert shared
    assert not shared & modules_of(ROOT / "benchmarks" / "deal.py")  # control


SHORT_RUNS = [path for path in SCRIPTS if path.stem not in SAME_CHECKS]


@pytest.mark.parametrize("script", SHORT_RUNS, ids=[path.stem for path in SHORT_RUNS])
def test_a_benchmark_runs_in_its_short_form(script: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in RESULTS.iterdir()}
    code, shown, errors = run(script)
    assert code == 0, errors
    assert "|" in shown or "**" in shown, "it prints its table"
    assert {path: path.stat().st_mtime_ns for path in RESULTS.iterdir()} == before
