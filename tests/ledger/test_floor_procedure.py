"""What a floor does around a round never holds it up: the cut, the places of a box and its limit, the call of the
supervisor, and tables of older books. The clauses themselves are tested in ``tests/clauses/test_eu_floor.py``."""

import json
from pathlib import Path

import pytest

from lammer.floor.state import read_table
from tests.evening import EU, Evening


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_a_cut_never_holds_up_a_table(evening: Evening) -> None:
    """By the clock, by leaving, after a restart, and with a dealer where no clock runs."""
    evening.sit(ann=1, bob=2, cat=3)
    assert evening.refused("absent", "clock").code == "not-yet"
    evening.late()
    evening.restart()
    evening.do("absent", "clock")
    assert evening.asked() == "bob"
    assert evening.refused("absent", "clock").code == "not-yet"  # bob has his own time
    evening.do("leave", "bob", box=2)
    assert evening.asked() == "cat"
    evening.late()
    assert evening.do("absent", "clock")["cut"]["by"] == "supervisor"
    assert (evening.asked(), evening.table.deadline) == ("", "")
    evening.bet()


def test_a_dealer_passes_the_cut_on_where_no_clock_runs(tmp_path: Path) -> None:
    evening = Evening(tmp_path, turn_seconds=0)
    evening.sit(ann=1, bob=2)
    assert evening.refused("absent", "house").code == "not-yet"
    evening.late()
    evening.do("absent", "house")
    assert evening.asked() == "bob"
    evening.do("close", "house", reason="the shift is over")
    assert evening.asked() == ""
    evening.do("reopen", "house")
    evening.sit(bob=2)
    assert evening.asked() == "bob"
    evening.do("leave", "bob", box=2)
    assert evening.asked() == ""


@pytest.mark.parametrize(("offered", "asked"), [("house", ""), ("to each player in turn", "ann")])
def test_the_sheet_says_whether_players_are_asked(tmp_path: Path, offered: str, asked: str) -> None:
    for number, game in enumerate((EU, "sd-free-bet")):
        folder = tmp_path / str(number)
        folder.mkdir()
        evening = Evening(folder, game, overrides=(f"cut.offered={offered}",))
        evening.sit(ann=1)
        assert evening.asked() == asked


def test_a_table_of_earlier_books_goes_on_without_a_cut(evening: Evening) -> None:
    kept = json.loads(evening.table.model_dump_json())
    for name in ("cut_asked", "cut_declined", "called", "training", "seated"):
        del kept[name]
    del kept["shoe"]["uncut"]
    older = json.dumps(kept)
    assert read_table(older).training  # the coach spoke at every table
    evening.kept_as(older)
    evening.sit(ann=1)
    assert evening.asked() == ""
    evening.bet()


# The fields of a box (EU 1.4, 1.5)


def test_who_does_not_bet_holds_up_nobody_behind(evening: Evening) -> None:
    evening.sit(ann=1, bob=1, cat=1)
    evening.cut()
    for name in ("ann", "bob", "cat"):
        evening.do("bet", name, box=1, bets={"main": 1000})
    evening.do("bet", "bob", box=1, bets={"main": 1000}, ready=False)
    evening.do("deal", "house")
    assert [(seat.player, seat.bettor) for seat in evening.table.seats] == [("ann", 1), ("cat", 2), ("bob", 3)]
    assert evening.floor.chips("bob") == 1_000_000


def test_an_owner_takes_bets_back_while_others_lie_behind(evening: Evening) -> None:
    evening.sit(ann=1, bob=1)
    evening.cut()
    assert evening.refused("bet", "bob", box=1, bets={"main": 1000}).code == "owner-first"
    evening.do("bet", "ann", box=1, bets={"main": 1000})
    evening.do("bet", "bob", box=1, bets={"main": 1000})
    evening.do("bet", "ann", box=1, bets={})
    assert evening.refused("deal", "house").code == "no-bets"


# The limit of a box (EU 1.6)


def test_a_full_box_says_that_there_is_no_room(tmp_path: Path) -> None:
    evening = Evening(tmp_path, overrides=("limits.apply_to=box",))
    evening.sit(ann=1, bob=1)
    evening.cut()
    evening.do("bet", "ann", box=1, bets={"main": 49_501})
    full = evening.refused("bet", "bob", box=1, bets={"main": 500})
    assert full.text.endswith("495.01 is on it, so there is no room for another bet")


def test_where_the_limit_is_each_bettors_own_others_take_no_room(tmp_path: Path) -> None:
    evening = Evening(tmp_path, overrides=("limits.apply_to=bettor",))
    evening.sit(ann=1, bob=1)
    evening.cut()
    evening.do("bet", "ann", box=1, bets={"main": 50_000})
    evening.do("bet", "bob", box=1, bets={"main": 50_000})
    assert [seat["maximum"] for seat in evening.view()["seats"]] == [50_000, 50_000]


def test_bets_that_the_table_no_longer_takes_come_back_with_the_deal(tmp_path: Path) -> None:
    """Placed under other limits: the round is dealt with the rest."""
    evening = Evening(tmp_path, overrides=("limits.apply_to=bettor",))
    evening.sit(ann=1, bob=1)
    evening.cut()
    for name in ("ann", "bob"):
        evening.do("bet", name, box=1, bets={"main": 50_000})
    stricter = evening.table.model_copy(update={"overrides": ("limits.apply_to=box",)}).model_dump_json()
    evening.kept_as(stricter)
    evening.do("deal", "house")
    assert (evening.floor.chips("bob"), evening.table.round) == (1_000_000, 1)


# The call of the supervisor (EU 1.9)


def test_nobody_answers_and_the_rule_plays_after_the_timer(evening: Evening) -> None:
    evening.staffed().sit(ann=1)
    evening.deal()
    evening.late()
    evening.do("absent", "clock")
    evening.late()
    assert evening.do("absent", "clock")["answered"] == "automatic"
    assert evening.table.inputs == ()


def test_where_no_supervisor_is_on_the_floor_the_answer_is_automatic(evening: Evening) -> None:
    evening.sit(ann=1)
    evening.deal()
    evening.late()
    assert evening.do("absent", "clock")["answered"] == "automatic"
    assert evening.table.inputs == ()


def test_whoever_acts_is_not_absent(evening: Evening) -> None:
    evening.staffed().sit(ann=1)
    evening.deal()
    evening.late()
    evening.do("absent", "clock")
    evening.play_out()
    assert (evening.view()["call"], evening.floor.calls(evening.table)) == (None, "")
    assert evening.refused("answer-call", "sam", absent=True).code == "no-call"


def test_nobody_answers_their_own_call(evening: Evening) -> None:
    evening.staffed().sit(ann=1)
    evening.deal()
    evening.late()
    evening.do("absent", "clock")
    assert evening.refused("answer-call", "ann", absent=False).code == "own-call"


def test_a_call_without_a_clock_is_answered_in_time_too(tmp_path: Path) -> None:
    evening = Evening(tmp_path, turn_seconds=0).staffed()
    evening.sit(ann=1)
    evening.deal()
    evening.late()
    evening.do("absent", "dana")
    assert evening.table.deadline > evening.now.isoformat()
    evening.late()
    evening.restart()
    assert evening.do("absent", "clock")["answered"] == "automatic"


@pytest.mark.parametrize(("called", "waits"), [("supervisor", True), ("nobody", False)])
def test_the_sheet_says_whether_the_supervisor_is_called(tmp_path: Path, called: str, waits: bool) -> None:
    evening = Evening(tmp_path, overrides=(f"absent.called={called}",)).staffed()
    evening.sit(ann=1)
    evening.deal()
    evening.late()
    evening.do("absent", "clock")
    assert bool(evening.table.inputs) is waits


# No devices (EU 8), and what is posted


def test_a_table_is_not_for_training_unless_opened_so(evening: Evening) -> None:
    assert evening.view()["training"] is False
