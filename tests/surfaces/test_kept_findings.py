"""Figures that are kept on disk: found again at once, and never for another question or by other code."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lammer import cache
from lammer.api import kept_findings as kept
from lammer.api.shoes import ShoeChoice
from lammer.cache.documents import Documents
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import shipped_chart
from tests.surfaces.commands import run
from tests.surfaces.real_terminal import RealTerminal

GAME = ("edge", "sd-blackjack", "--no-spread")
PROGRAM = """
import sys
from lammer.surfaces.cli import main
try:
    main()
finally:
    print(*sorted({"numpy", "numba", "textual"} & set(sys.modules)))
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own; kernels stay where they are, so that nothing is compiled again."""
    folder = tmp_path / "findings"
    folder.mkdir()
    monkeypatch.setattr(kept, "documents", lambda: Documents(folder))
    return folder


def figures(*words: str) -> Any:
    done = run(*words, "--json")
    assert done.code == 0, done.error
    return json.loads(done.out)


def test_the_second_run_says_that_its_figure_was_kept() -> None:
    first, second = figures(*GAME), figures(*GAME)
    assert (first.pop("kept"), second.pop("kept")) == (False, True)
    assert first == second
    done = run(*GAME)
    assert "kept from an earlier run: house edge" in done.error
    fresh = run(*GAME, "--fresh")
    assert "kept" not in fresh.error
    assert done.out == fresh.out


def test_fresh_computes_again() -> None:
    figures(*GAME)
    assert figures(*GAME, "--fresh")["kept"] is False
    assert figures(*GAME)["kept"] is True


def test_a_kept_chart_has_its_costs() -> None:
    words = (*GAME, "--strategy", "standard")
    first, second = figures(*words), figures(*words)
    assert second.pop("kept") > first.pop("kept")
    assert first == second
    assert first["cells"]
    assert "the costliest" in run(*words).out


def test_a_kept_edge_does_not_stand_for_the_spread(home: Path) -> None:
    figures(*GAME)
    whole = figures("edge", "sd-blackjack")
    assert whole["kept"] is False
    assert figures("edge", "sd-blackjack")["sd"] == whole["sd"]
    assert len(list(home.iterdir())) == 2


@pytest.mark.parametrize(
    "other",
    [
        ("--set", "dealer.soft_17=stand"),
        ("--decks", "8"),
        ("--decks", "infinite"),
        ("--remove", "5c"),
        ("--cards", "24,24,24,24,24,24,24,24,24,95"),
        ("--strategy", "total"),
        ("--strategy", "standard"),
    ],
    ids=" ".join,
)
def test_another_question_is_not_served_from_the_cache(other: tuple[str, ...]) -> None:
    mine = figures(*GAME)
    theirs = figures(*GAME, *other)
    assert theirs["kept"] is False
    assert theirs["house_edge"] != mine["house_edge"]


def test_a_changed_sheet_of_the_same_name_is_not_served(tmp_path: Path) -> None:
    sheet = tmp_path / "mine.toml"
    head = 'id = "mine"\nversion = 1\nname = "Mine"\nsummary = "-"\nsource = "-"\nextends = "sd-blackjack"\n'
    edges = []
    for natural in ("3:2", "6:5"):
        sheet.write_text(f'{head}[natural]\npays = {{ value = "{natural}", clause = "house" }}\n', encoding="utf-8")
        report = figures("edge", str(sheet), "--no-spread")
        assert (report["sheet"], report["kept"]) == ("mine@1", False)
        edges.append(report["house_edge"])
    assert edges[0] < edges[1]


def test_a_changed_chart_of_the_same_name_is_not_served(tmp_path: Path) -> None:
    chart = tmp_path / "mine.csv"
    text = run("strategy", "sd-blackjack", "--format", "csv").out
    chart.write_text(text, encoding="utf-8")
    first = figures(*GAME, "--strategy", str(chart))
    at = text.index("own,hard,16")
    chart.write_text(text[:at] + text[at:].replace("H", "S", 1), encoding="utf-8")
    second = figures(*GAME, "--strategy", str(chart))
    assert second["kept"] is False
    assert second["house_edge"] > first["house_edge"]


def test_a_changed_source_changes_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = cache.sources_of(kept.COMPUTING)
    names = {path.relative_to(cache.PACKAGE).parts[0] for path in sources}
    assert {"exact", "rule_tables", "rules", "table"} <= names
    path = next(path for path in sources if path.name == "round.py")
    kept.code_version.cache_clear()
    before = kept.code_version()
    monkeypatch.setattr(kept, "sources_of", lambda _: sources | {path: sources[path] + "\n"})
    kept.code_version.cache_clear()
    assert kept.code_version() != before
    kept.code_version.cache_clear()


def test_every_package_that_computes_is_in_the_version() -> None:
    """``lammer protect`` keeps figures of simulated rounds too. A package that only offers figures may use more."""
    offering = {"api", "workbench"}
    used = {name for package in {*kept.COMPUTING} - offering for name in packages_used_by(package)}
    assert used - {"cache", "errors"} <= {*kept.COMPUTING}
    assert "simulate" in used, "control: imports are found"


def packages_used_by(package: str) -> set[str]:
    """Packages of lammer that its sources import, also within functions."""
    texts = cache.sources_of([package]).values()
    return {name for text in texts for name in re.findall(r"^\s*from lammer\.(\w+)", text, re.MULTILINE)}


def test_what_a_figure_depends_on_is_in_its_key() -> None:
    sheet, chart = load_sheet("sd-blackjack"), shipped_chart("standard")
    keys = {
        kept.kept_findings(sheet).key,
        kept.kept_findings(load_sheet("sd-blackjack", ("shoe.decks=8",))).key,
        kept.kept_findings(sheet, "total").key,
        kept.kept_findings(sheet, chart).key,
        kept.kept_findings(sheet, "composition", ShoeChoice(remove="5c")).key,
    }
    assert len(keys) == 5
    assert kept.kept_findings(load_sheet("sd-blackjack")).key in keys


@pytest.mark.parametrize("damage", [b"", b"{}", b"rubbish\n\xff"])
def test_a_damaged_file_is_computed_again_and_rewritten(damage: bytes, home: Path) -> None:
    edge = figures(*GAME)["house_edge"]
    (file,) = home.iterdir()
    file.write_bytes(damage)
    again = figures(*GAME)
    assert (again["kept"], again["house_edge"]) == (False, edge)
    assert figures(*GAME)["kept"] is True


def test_a_cache_that_cannot_be_written_is_no_error(home: Path) -> None:
    home.rmdir()
    assert [figures(*GAME)["kept"] for _ in range(2)] == [False, False]


def test_side_bets_are_kept_too() -> None:
    words = ("sidebets", "sd-free-bet")
    first, second = figures(*words), figures(*words)
    assert [one.pop("kept") for one in first] == [False] * 3
    assert [one.pop("kept") for one in second] == [True] * 3
    assert first == second
    assert "kept from an earlier run" in run(*words, "--brief").error
    assert all(not one["kept"] for one in figures(*words, "--decks", "8"))


def test_the_edge_is_printed_before_the_spread_is_computed() -> None:
    """The spread waits until the edge has been read."""
    code = """
import sys
from lammer.api import kept_findings
from lammer.cache.documents import Documents
kept_findings.documents = lambda: Documents(None)
import lammer.exact.finding as finding
real = finding.round_results
def waits(*arguments):
    print("computing the spread", file=sys.stderr, flush=True)
    sys.stdin.readline()
    return real(*arguments)
finding.round_results = waits
from lammer.surfaces.cli import main
main()
"""
    command = [sys.executable, "-c", code, "edge", "sd-blackjack"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        assert "house edge" in lines[1]
        out, _ = process.communicate("go\n", timeout=300)
    assert "standard deviation" in out


def test_a_kept_figure_needs_neither_numpy_nor_numba(home: Path, tmp_path: Path) -> None:
    """A process of its own, with the cache that this one has filled."""
    words = ["edge", "sd-blackjack", "--no-spread"]
    assert run(*words).code == 0
    (tmp_path / "cache").mkdir()
    home.rename(tmp_path / "cache" / f"findings-{kept.code_version()}")
    environment = {**os.environ, "LAMMER_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, env=environment, timeout=300
    )
    assert "kept from an earlier run" in done.stderr
    assert done.stdout.endswith("\n\n"), "a line without names is the last"


def test_ctrl_c_during_the_spread_leaves_the_edge() -> None:
    code = """
from lammer.api import kept_findings
from lammer.cache.documents import Documents
kept_findings.documents = lambda: Documents(None)
from lammer.surfaces.cli import main
main()
"""
    terminal = RealTerminal(code, "edge", "sd-free-bet", "--decks", "8", piped=True)
    try:
        assert terminal.process.stdout is not None
        lines = [terminal.process.stdout.readline().decode() for _ in range(2)]
        assert "house edge" in lines[1]
        terminal.press("\x03")
        assert terminal.until_over() in (0, 130)
        assert "Traceback" not in terminal.shown
    finally:
        terminal.close()
