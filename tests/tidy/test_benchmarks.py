"""Every benchmark runs as its first lines say. ``--short`` does a little of everything and writes no results."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "benchmarks").glob("*.py"))
RESULTS = ROOT / "benchmarks" / "results"
RUNS = "if __name__ == "
SCRIPTS = [path for path in FILES if RUNS in path.read_text(encoding="utf-8")]


def imported_by_benchmarks() -> set[str]:
    trees = (ast.walk(ast.parse(path.read_text(encoding="utf-8"))) for path in FILES)
    found = (node.module or "" for tree in trees for node in tree if isinstance(node, ast.ImportFrom))
    return {module.removeprefix("benchmarks.") for module in found if module.startswith("benchmarks.")}


def test_every_file_is_a_benchmark_or_a_part_of_one() -> None:
    assert len(SCRIPTS) >= 12
    assert {path.stem for path in FILES} - {path.stem for path in SCRIPTS} <= imported_by_benchmarks()


@pytest.mark.parametrize("script", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_a_benchmark_says_how_it_is_run_and_where_its_results_are(script: Path) -> None:
    told = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) or ""
    assert f"python benchmarks/{script.name}" in told
    assert "[--short]" in told
    assert f"benchmarks/results/{script.stem}.md" in told
    assert (RESULTS / f"{script.stem}.md").is_file()


@pytest.mark.parametrize("script", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_a_benchmark_runs_in_its_short_form(script: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in RESULTS.iterdir()}
    done = subprocess.run(
        [sys.executable, f"benchmarks/{script.name}", "--short"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    assert "|" in done.stdout or "**" in done.stdout, "it prints its table"
    assert {path: path.stat().st_mtime_ns for path in RESULTS.iterdir()} == before
