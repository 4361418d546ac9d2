"""``lammer drill``: hands, answers and what is kept of them."""

import json
import resource
from pathlib import Path

import pytest

from lammer.surfaces.cli.drill_file import DrillFile
from lammer.surfaces.cli.options import BadOption
from tests.surfaces.commands import run


def test_answers_are_graded_and_what_was_wrong_comes_back(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps({"sd-free-bet": {"answered": 3, "cards": {"8,8/6": [0, 3]}}}), "utf-8")
    words = ("drill", "sd-free-bet", "--decisions", "1", "--seed", "1", "--memory", str(kept))
    wrong = run(*words, stdin="banana\ns\n")
    assert wrong.code == 0, wrong.error
    assert "'banana' is not a choice here; type one of" in wrong.out
    assert "Pair of 8 against 6: you stood. Blunder: it cost 0.949 bets; FREE split was best." in wrong.out
    assert "0 of 1 right, best streak 0, 0.949 bets lost" in wrong.out
    assert json.loads(kept.read_text("utf-8")) == {"sd-free-bet": {"answered": 4, "cards": {"8,8/6": [0, 7]}}}


def test_json_and_the_end_of_the_input(tmp_path: Path) -> None:
    words = ("drill", "sd-blackjack", "--drill", "soft", "--seed", "1", "--memory", str(tmp_path / "kept.json"))
    output = json.loads(run(*words, "--json", stdin="stand\n").out)
    assert (output["hands"], len(output["answers"]), output["answers"][0]["action"]) == (1, 1, "stand")
    assert run(*words, stdin="").out.endswith("No hands answered.\n")


def test_bad_input_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "kept.json").write_text("[]", "utf-8")
    kept = ("--memory", str(tmp_path / "kept.json"))
    for words, message in (
        (("--decisions", "-1"), "--decisions: give 0 or more"),
        (
            ("--drill", "foo"),
            "--drill: 'foo' is not a choice; choose from pairs, soft, free, close, mistakes, speed, decks, ",
        ),
        (("--drill", "free", "--memory", str(tmp_path / "none")), "--drill: Blackjack has no hands for this drill"),
        (kept, "is not a file of lammer drill; name another file"),
    ):
        done = run("drill", "sd-blackjack", *words)
        assert (done.code, message in done.error) == (2, True), done.error


def test_a_full_disk_leaves_what_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    DrillFile(path).put("pairs", {"8,8/6": [1, 2]})
    before = path.read_text("utf-8")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8, hard))  # no file may grow beyond eight bytes
    try:
        with pytest.raises(BadOption, match="cannot be written"):
            DrillFile(path).put("soft", {"A,7/9": [1, 2]})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_text("utf-8") == before
    assert list(tmp_path.iterdir()) == [path]
