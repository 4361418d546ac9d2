"""Parts of a document in a second process: the same figures, also if that process is killed."""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import lammer
from lammer.papers.edges import Asked, main_edges
from lammer.papers.figures import figures_of
from lammer.papers.second_process import Alone, Found, Given, SecondProcess
from lammer.papers.wanted import LeftOut, Wanted
from lammer.rules.loader import load_sheet
from tests.papers.made import figures
from tests.waiting import until

GAME = "sd-blackjack[split.maximum_hands=1]"
"""Without splits the analysis takes no time."""
TWO_HANDS = ("natural.pays=1:1", "natural.pays=6:5", "first_ace.player=wins")
"""The last is not analysed with two hands."""
WAITS_FOR_IT = """later = second.begin(signal.pause)
        while second.listed:
            pass
        later()"""
WANTED = Wanted(rounds=0, effects=False, chart=False)
PROGRAM = """
import os, signal
from lammer.papers.second_process import SecondProcess
if __name__ == "__main__":
    with SecondProcess() as second:
        print(second.pid, flush=True)
        {work}
"""


def test_figures_are_the_same_as_in_one_process() -> None:
    with SecondProcess() as second:
        found = figures_of(lammer.load(GAME), GAME, WANTED, workers=second)
    here = figures(GAME, WANTED)
    assert (found.removal, found.results) == (here.removal, here.results)
    assert not isinstance(found.results, LeftOut)
    assert not isinstance(found.removal, LeftOut)
    assert found.removal.effects


def test_edges_of_two_hands_are_the_same_as_in_one_process() -> None:
    """Some of the up cards are analysed there. The sum is the same to the last bit, so a document is too."""
    asked = [Asked(load_sheet("blackjack-switch", ("split.maximum_hands=1", more))) for more in TWO_HANDS]
    with SecondProcess() as second:
        together = main_edges(asked, second)
    here = main_edges(asked, Alone())
    assert [one.ev for one in together if not isinstance(one, LeftOut)] == [
        one.ev for one in here if not isinstance(one, LeftOut)
    ]
    assert [isinstance(one, LeftOut) for one in here] == [False, False, True]
    assert here[2] == together[2]


class Recording(Alone):
    def __init__(self) -> None:
        self.begun = 0

    def begin(self, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Callable[[], Found]:
        self.begun += 1
        return super().begin(work, *given, **named)


def test_parts_that_are_not_asked_for_are_not_begun() -> None:
    some, every = Recording(), Recording()
    found = figures_of(lammer.load(GAME), GAME, WANTED._replace(removal=False, spread=False), workers=some)
    figures_of(lammer.load(GAME), GAME, WANTED, workers=every)
    assert isinstance(found.results, LeftOut)
    assert isinstance(found.removal, LeftOut)
    assert (some.begun, every.begun) == (1, 1 + 10 + 1), "edges, a spread for each up card, and removed cards"


def test_results_may_be_asked_for_in_any_order() -> None:
    with SecondProcess() as second:
        first, later = second.begin(divmod, 7, 4), second.begin(divmod, 9, 4)
        assert later() == (2, 1)
        assert first() == (1, 3)
        assert later() == later()


def test_both_processes_do_what_nobody_has_begun(tmp_path: Path) -> None:
    """Each of two pieces ends only when the other one has begun, so one process cannot do both. The second process
    begins the first piece, and this one the other while it waits for the first."""
    with SecondProcess() as second:
        pieces = [second.begin(_both_begun, tmp_path, mine, other) for mine, other in (("a", "b"), ("b", "a"))]
        assert until(lambda: second.listed == 1)
        assert {piece() for piece in pieces} == {os.getpid(), second.pid}


def _both_begun(folder: Path, mine: str, other: str) -> int:
    (folder / mine).touch()
    assert until((folder / other).exists)
    return os.getpid()


def test_work_that_cannot_be_sent_is_refused_at_once() -> None:
    with SecondProcess() as second, pytest.raises((AttributeError, pickle.PicklingError)):
        second.begin(lambda: None)


def test_work_of_a_killed_process_is_done_here() -> None:
    with SecondProcess() as second:
        killed, next_one = second.begin(_wait_unless_in, os.getpid()), second.begin(os.getpid)
        assert until(lambda: second.listed == 1)
        assert second.pid is not None
        os.kill(second.pid, signal.SIGKILL)
        assert next_one() == os.getpid()
        assert killed() == "done here"
        assert second.begin(os.getpid)() == os.getpid()


def _wait_unless_in(process: int) -> str:
    if os.getpid() != process:
        signal.pause()
    return "done here"


@pytest.mark.parametrize(("work", "end"), [(WAITS_FOR_IT, signal.SIGINT), ("signal.pause()", signal.SIGKILL)])
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
