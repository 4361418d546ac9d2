"""Parts of a document in a second process: the same figures, also if that process is killed."""

import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import lammer
from lammer.papers.edges import Asked, main_edges
from lammer.papers.figures import figures_of
from lammer.papers.second_process import SecondProcess
from lammer.papers.wanted import LeftOut, Wanted
from lammer.rules.loader import load_sheet
from tests.papers.made import figures
from tests.waiting import until

GAME = "sd-blackjack[split.maximum_hands=1]"
"""Without splits the analysis takes no time."""
TWO_HANDS = ("natural.pays=1:1", "natural.pays=6:5", "first_ace.player=wins")
"""The last is not analysed with two hands."""
WANTED = Wanted(rounds=0, effects=False, chart=False)
PROGRAM = """
import os, signal
from lammer.papers.second_process import SecondProcess
if __name__ == "__main__":
    with SecondProcess() as second:
        print(second.begin(os.getpid)(), flush=True)
        {work}
"""


def test_figures_are_the_same_as_in_one_process() -> None:
    with SecondProcess() as second:
        found = figures_of(lammer.load(GAME), GAME, WANTED, second=second)
    here = figures(GAME, WANTED)
    assert (found.removal, found.results) == (here.removal, here.results)
    assert not isinstance(found.results, LeftOut)
    assert not isinstance(found.removal, LeftOut)
    assert found.removal.effects


def test_edges_of_two_hands_are_the_same_as_in_one_process() -> None:
    """Half of the up cards are computed there. The sum is the same to the last bit, so a document is too."""
    asked = [Asked(load_sheet("blackjack-switch", ("split.maximum_hands=1", more))) for more in TWO_HANDS]
    with SecondProcess() as second:
        together = main_edges(asked, second)
    here = main_edges(asked)
    assert [one.ev for one in together if not isinstance(one, LeftOut)] == [
        one.ev for one in here if not isinstance(one, LeftOut)
    ]
    assert [isinstance(one, LeftOut) for one in here] == [False, False, True]
    assert here[2] == together[2]


def test_parts_that_are_not_asked_for_are_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    with SecondProcess() as second:
        monkeypatch.setattr(second, "begin", None)
        found = figures_of(lammer.load(GAME), GAME, WANTED._replace(removal=False, spread=False), second=second)
    assert isinstance(found.results, LeftOut)
    assert isinstance(found.removal, LeftOut)


def test_results_may_be_asked_for_in_any_order() -> None:
    with SecondProcess() as second:
        first, later = second.begin(divmod, 7, 4), second.begin(os.getpid)
        assert later() != os.getpid()
        assert first() == (1, 3)
        assert later() == later()


def test_work_of_a_killed_process_is_done_here() -> None:
    with SecondProcess() as second:
        other = second.begin(os.getpid)()
        killed = second.begin(_wait_unless_in, os.getpid())
        os.kill(other, signal.SIGKILL)
        assert killed() == "done here"
        assert second.begin(os.getpid)() == os.getpid()


def _wait_unless_in(process: int) -> str:
    if os.getpid() != process:
        signal.pause()
    return "done here"


@pytest.mark.parametrize(
    ("work", "end"), [("second.begin(signal.pause)()", signal.SIGINT), ("signal.pause()", signal.SIGKILL)]
)
def test_it_ends_with_the_first_process(work: str, end: signal.Signals, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(work=work))
    command = [sys.executable, str(program)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as first:
        assert first.stdout is not None
        second = int(first.stdout.readline())
        first.send_signal(end)
        assert until(lambda: not Path(f"/proc/{second}").exists())


def test_a_game_is_pickled_without_its_results() -> None:
    game = lammer.load(GAME, decks=2)
    before = len(pickle.dumps(game))
    game.sidebets()
    again = pickle.loads(pickle.dumps(game))
    assert (repr(again), again.sheet.digest) == (repr(game), game.sheet.digest)
    assert len(pickle.dumps(game)) == before
    text = Path(lammer.__file__).with_name("rules").joinpath("sheets/sd-free-bet.toml").read_text("utf-8")
    assert pickle.loads(pickle.dumps(lammer.load(text))).sheet.id == "sd-free-bet"
