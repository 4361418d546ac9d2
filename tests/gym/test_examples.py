"""Every training example runs, tells what the agent loses, and draws a picture; Ctrl-C keeps what was learnt."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests import warm

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = {path.stem: path for path in sorted((ROOT / "examples").glob("train_*.py"))}
NEEDS = {"train_maskable_ppo": "pip install torch stable-baselines3 sb3-contrib"}
"""What an example asks for if it is not installed."""
GAME = ("--game", "sd-blackjack")


def start(name: str, folder: Path, *words: str) -> warm.Process:
    around = {**os.environ, "OMP_NUM_THREADS": "1"}
    pipe = subprocess.PIPE
    given = [str(EXAMPLES[name]), *words]
    return warm.Process(given, "tests.benchmark_process", cwd=folder, env=around, stdout=pipe, stderr=pipe)


def test_there_are_examples_of_a_table_and_of_networks() -> None:
    assert set(EXAMPLES) == {"train_tabular", "train_network", "train_maskable_ppo"}


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != "train_tabular"])
def test_an_example_runs_in_its_short_form(name: str, tmp_path: Path) -> None:
    process = start(name, tmp_path, *GAME, "--short", "--json")
    shown, errors = process.communicate(timeout=240)
    if name in NEEDS and process.wait():
        assert NEEDS[name] in errors
        assert "Traceback" not in errors
        return
    assert process.wait() == 0, errors
    report = json.loads(shown)
    assert report["rounds"] >= 5_000
    assert report["loss"] == report["curve"][-1]["loss"] > 0
    assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_ctrl_c_ends_the_learning_and_shows_what_was_learnt(tmp_path: Path) -> None:
    process = start("train_tabular", tmp_path, *GAME)
    assert process.stdout is not None
    assert "against optimal play" in process.stdout.readline()
    os.kill(process.pid, signal.SIGINT)
    shown, errors = process.communicate(timeout=240)
    assert process.wait() == 0, errors
    assert "stopped after" in errors
    assert "own hard 16 " in shown
    assert "the best chart loses 0.0028%" in shown
    assert (tmp_path / "train_tabular.png").is_file()


def test_a_mistake_on_the_command_line_is_told(tmp_path: Path) -> None:
    process = start("train_tabular", tmp_path, "--game", "sd-fre-bet")
    _, errors = process.communicate(timeout=240)
    assert process.wait() == 2
    assert "sd-free-bet" in errors
    assert "Traceback" not in errors
