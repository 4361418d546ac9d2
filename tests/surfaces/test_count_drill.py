"""``lammer drill`` for card counters: questions, answers, summary and what is kept."""

import json
from pathlib import Path

import pytest

from lammer.counting.systems import systems
from lammer.rules.loader import load_sheet
from lammer.training.count_drills import CountDrill, Settings, graded, next_question
from lammer.training.drills import Memory
from tests.surfaces.commands import run
from tests.surfaces.real_terminal import RealTerminal

ENTER = "\n"


def expected(drill: CountDrill, seed: str, length: int = 52) -> str:
    """The right answer to the question of a seed."""
    settings = Settings(load_sheet("sd-free-bet"), drill, systems()["hi-lo"], length=length)
    found = graded(next_question(settings, seed, Memory()), "500")
    assert found is not None
    return found.expected


def test_a_running_count_after_the_cards(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    words = ("drill", "sd-free-bet", "--drill", "speed", "--length", "6", "--group", "2", "--seed", "1", "--memory")
    right, wrong = expected(CountDrill.SPEED, "1 0", 6), "banana\n99"
    done = run(*words, str(kept), "--decisions", "2", stdin=f"{ENTER * 3}{right}\n{ENTER * 3}{wrong}\n")
    assert done.code == 0, done.error
    assert "1 of 3: " in done.out
    assert f"Right. The running count is {right}: 6 cards, " in done.out
    assert "'banana' is not a number; type one like 3, -2 or 1.5, or q." in done.out
    assert "Wrong: you said +99. The running count is" in done.out
    assert "\n1 of 2 right, average error " in done.out
    assert " s per card.\nAll your answers: 1 of 2 right" in done.out
    found = json.loads(kept.read_text("utf-8"))["sd-free-bet speed"]
    assert (found["answers"], found["right"], found["cards"], found["again"]) == (2, 1, 12, {})
    again = run(*words, str(kept), stdin=f"{ENTER * 3}{right}\n")
    assert "1 of 1 right, average error 0.00 points" in again.out
    assert "All your answers: 2 of 3 right" in again.out


@pytest.mark.parametrize("drill", [CountDrill.DECKS, CountDrill.TRUE_COUNT])
def test_numbers_are_graded(drill: CountDrill, tmp_path: Path) -> None:
    words = ("drill", "sd-free-bet", "--drill", drill, "--seed", "7", "--json", "--memory", str(tmp_path / "kept"))
    done = run(*words, stdin=f"{expected(drill, '7 0')}\n400\n")
    output = json.loads(done.out)
    assert [one["right"] for one in output["answers"]] == [True, False]
    assert output["answers"][1]["error"] > 100
    assert (output["drill"], output["session"]["right"], output["all_time"]["answers"]) == (drill, 1, 2)
    assert ("▕" in done.error) == (drill is CountDrill.DECKS)


def test_an_index_play_answered_wrongly_comes_back(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    entry = {"answers": 3, "right": 3, "error": 0, "seconds": 9, "cards": 0, "again": {"10,2/4": [0, 3]}}
    kept.write_text(json.dumps({"sd-free-bet index": entry}), "utf-8")
    words = ("drill", "sd-free-bet", "--drill", "index", "--seed", "1", "--decisions", "1", "--memory", str(kept))
    done = run(*words, stdin="d\n")
    assert "(12) against 4" in done.out
    assert "12 against 4: hit at low counts, stand from a true count of" in done.out
    assert "0 of 1 right, " in done.out
    assert json.loads(kept.read_text("utf-8"))["sd-free-bet index"]["again"] == {"10,2/4": [0, 7]}


def test_ctrl_c_keeps_the_result(tmp_path: Path) -> None:
    words = ("drill", "sd-free-bet", "--drill", "speed", "--length", "5", "--memory", str(tmp_path / "kept.json"))
    terminal = RealTerminal("from lammer.surfaces.cli import main; main()", *words)
    try:
        for number in range(1, 6):
            terminal.until(f"{number} of 5: ")
            terminal.press("\n")
        terminal.until("? ")
        terminal.press("99\n")
        terminal.until("1 of 5: ")
        terminal.press("\x03")
        assert terminal.until_over() == 0
    finally:
        terminal.close()
    assert "\x1b[1A\x1b[2K" in terminal.shown  # a card disappears when the next one comes
    assert "0 of 1 right, average error" in terminal.shown
    assert json.loads((tmp_path / "kept.json").read_text("utf-8"))["sd-free-bet speed"]["answers"] == 1


def test_bad_options_and_files_are_told_in_a_line(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps({"sd-free-bet speed": {"answers": "x"}, "sd-free-bet decks": 3}), "utf-8")
    for words, message in (
        (("speed", "--length", "4"), "--length: give 5 to 416"),
        (("speed", "--count", "foo"), "--count foo: write one of hi-lo"),
        (("index", "--count", "A=1,A=2"), "--count: A is given twice"),
        (("speed", "--memory", str(kept)), "is not a file of lammer drill; name another file"),
        (("decks", "--memory", str(kept)), "is not a file of lammer drill; name another file"),
        (("pairs", "--length", "5"), "--length: this is for --drill speed; leave it out"),
        (("pairs", "--group", "3"), "--group: this is for --drill speed; leave it out"),
        (("speed", "--true-count", "round"), "--true-count: this is for --drill true-count; leave it out"),
        (("decks", "--count", "nope"), "--count: this is for --drill speed or true-count or index; leave it out"),
        (("speedy",), "choose from pairs, soft, free, close, mistakes, speed, decks, true-count, index. Did you mean"),
    ):
        done = run("drill", "sd-free-bet", "--drill", *words)
        assert (done.code, message in done.error) == (2, True), done.error
    assert run("drill", "sd-free-bet", "--drill", "decks", stdin="").out.endswith("No answers given.\n")


def test_cards_that_wrap_disappear_whole_in_a_narrow_window(tmp_path: Path) -> None:
    """Three cards take two lines of 16 columns."""
    kept = str(tmp_path / "kept")
    words = ("drill", "sd-free-bet", "--drill", "speed", "--length", "5", "--group", "3", "--memory", kept)
    terminal = RealTerminal("from lammer.surfaces.cli import main; main()", *words, columns=16)
    try:
        terminal.until("Enter ")
        terminal.press("\n")
        terminal.until("2 of 2: ")
        assert "\x1b[1A\x1b[2K\x1b[1A\x1b[2K" in terminal.shown
    finally:
        terminal.close()


def test_own_tags_begin_a_sentence_with_a_capital(tmp_path: Path) -> None:
    words = ("--drill", "true-count", "--count", "A=-1,5=1", "--memory", str(tmp_path / "kept"))
    assert "Your tags: the running count is" in run("drill", "sd-free-bet", *words, stdin="q\n").out
