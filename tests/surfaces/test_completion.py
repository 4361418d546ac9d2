"""Tab in a real bash: commands, games, charts and files, after ``lammer`` and after ``./run``."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.surfaces.commands import run

COMPLETED = """
source lammer.bash
complete -p "$1" > /dev/null || exit 1
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_lammer
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A script, the program by both its names, and a sheet and a chart of one's own."""
    (tmp_path / "lammer.bash").write_text(run("completion", "bash").out, encoding="utf-8")
    for name in ("lammer", "run"):
        (tmp_path / name).write_text(f'#!/bin/sh\nexec {sys.executable} -m lammer "$@"\n', encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "my-sheet.toml").touch()
    (tmp_path / "my-chart.csv").touch()
    return tmp_path


def completed(folder: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words."""
    bash = shutil.which("bash")
    assert bash
    done = subprocess.run(
        [bash, "--noprofile", "--norc", "-c", COMPLETED, "bash", *words],
        cwd=folder,
        env={"PATH": f"{folder}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize("program", ["lammer", "./run"])
def test_tab_offers_games(program: str, folder: Path) -> None:
    assert completed(folder, program, "dea") == ["deal"]
    assert completed(folder, program, "deal", "sd-") == ["sd-blackjack", "sd-free-bet"]
    assert completed(folder, program, "deal", "sd-blackjack+bl") == ["sd-blackjack+blazing-7s"]
    assert completed(folder, program, "deal", "sd-blackjack", "--attach", "blaz") == ["blazing-7s"]


def test_tab_offers_charts_terms_and_files(folder: Path) -> None:
    assert completed(folder, "./run", "deal", "my") == ["my-sheet.toml"]
    assert {"house", "total", "standard"} <= set(completed(folder, "./run", "edge", "x", "--strategy", ""))
    assert completed(folder, "./run", "edge", "x", "--strategy", "my") == ["my-chart.csv", "my-sheet.toml"]
    assert completed(folder, "./run", "progressive", "create", "main", "--terms", "blazing-7s-t") == [
        "blazing-7s-three-meters"
    ]


def test_other_shells_know_run_too() -> None:
    """There is no such shell here to ask, so this only holds the lines that register the name."""
    zsh = run("completion", "zsh").out
    assert zsh.startswith("#compdef lammer -p */./run\n")
    assert "\n_cyclopts_lammer() {\n" in zsh
    assert zsh.strip().endswith('!= loadautofunc ]] || _cyclopts_lammer "$@"')
    fish = run("completion", "fish").out
    assert "complete -c run -w lammer" in fish
    assert "($words[1] __complete $words[2..]" in fish
