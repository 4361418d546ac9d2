"""Players contribute to a new shoe after its promise and before its first card; a table that closes opens its shoe."""

import json
from pathlib import Path

import pytest

from lammer.floor.records import records_of
from lammer.table.replay import RecordChecker
from tests.evening import EU, Evening

GAME = "sd-free-bet"


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path, GAME, turn_seconds=0)
    evening.sit(ann=1, bob=2)
    return evening


def bet(evening: Evening, player: str, box: int, **more: str) -> None:
    evening.do("bet", player, box=box, bets={"main": 1000}, **more)


def answers(evening: Evening, about: str) -> list[dict[str, object]]:
    return [json.loads(event["answer"]) for event in evening.floor.journal.events_about(about)]


def test_the_promise_is_in_the_answer_that_opens_the_table(evening: Evening) -> None:
    (opened, *_) = answers(evening, "floor/t")
    promised = opened["next_shoe"]["promised"]  # type: ignore[index]
    assert promised["commitment"] == evening.view()["shoe"]["commitment"]
    assert (promised["table"], promised["number"], promised["ends_at"]) == ("t", 1, promised["behind_cut_card"])
    assert "seed" not in json.dumps(opened)


def test_contributions_are_shown_in_order_of_arrival_and_decide_the_cards(evening: Evening) -> None:
    promised = evening.view()["shoe"]["commitment"]
    bet(evening, "bob", 2, contribution="bob's")
    bet(evening, "ann", 1, contribution="ann's")
    shown = evening.view()["shoe"]
    assert (shown["contributions"], shown["contribute"]) == ([["bob", "bob's"], ["ann", "ann's"]], True)
    evening.do("deal", "house")
    new = json.loads(evening.floor.round_events("t", 1)[0]["answer"])["shoe"]["new"]
    assert (new["commitment"], new["contributions"]) == (promised, shown["contributions"])
    assert evening.view()["shoe"]["contribute"] is False


def test_one_contribution_for_each_player_and_shoe(evening: Evening) -> None:
    bet(evening, "ann", 1, contribution="first")
    bet(evening, "ann", 1, contribution="first")
    again = evening.refused("bet", "ann", box=1, bets={"main": 1000}, contribution="second")
    assert (again.code, "first" in again.text) == ("contributed", True)
    assert evening.view()["shoe"]["contributions"] == [["ann", "first"]]


@pytest.mark.parametrize("text", ["", "x" * 65, "two\nlines"])
def test_a_contribution_is_a_short_printable_text(evening: Evening, text: str) -> None:
    assert evening.refused("bet", "ann", box=1, bets={"main": 1000}, contribution=text).code == "bad-contribution"


def test_after_the_first_card_contributions_are_closed(evening: Evening) -> None:
    evening.deal()
    evening.play_out()
    late = evening.refused("bet", "ann", box=1, bets={"main": 1000}, contribution="late")
    assert late.code == "contributions-closed"


def test_who_leaves_cannot_take_the_contribution_back(evening: Evening) -> None:
    bet(evening, "ann", 1, contribution="stays")
    evening.do("leave", "ann", box=1)
    assert evening.view()["shoe"]["contributions"] == [["ann", "stays"]]


def test_whoever_cuts_contributes_with_the_cut(tmp_path: Path) -> None:
    evening = Evening(tmp_path, EU, turn_seconds=0)
    evening.sit(ann=1, bob=2)
    evening.do("cut", "ann", cards=100, contribution="with the cut")
    evening.bet()
    new = json.loads(evening.floor.round_events("t", 1)[0]["answer"])["shoe"]["new"]
    assert (new["cut"], new["cut_by"], new["cuts"]) == (100, "ann", "player")
    assert new["contributions"] == [["ann", "with the cut"]]


def faults(evening: Evening) -> list[str]:
    checker = RecordChecker()
    found = [fault for line, one in enumerate(records_of(evening.floor, "t"), 1) for fault in checker.check(line, one)]
    return [str(fault) for _, fault in (*found, *checker.finish())]


def test_a_table_that_closes_opens_its_shoe_and_promises_another_when_it_reopens(evening: Evening) -> None:
    evening.deal()
    evening.play_out()
    seed = evening.table.shoe.seed  # type: ignore[union-attr]
    closed = evening.do("close", "house", reason="the shift is over")
    assert closed["next_shoe"]["over"]["seed"] == seed
    *_, last = records_of(evening.floor, "t")
    assert (set(last), last["shoe"]["closed"], last["shoe"]["seed"]) == ({"shoe"}, True, seed)
    assert faults(evening) == []
    assert "next_shoe" not in evening.do("close", "house", reason="the shift is over")  # it is opened once
    reopened = evening.do("reopen", "house")
    assert reopened["next_shoe"]["promised"]["number"] == 2
    evening.sit(ann=1)
    evening.deal()
    evening.play_out()
    evening.do("close", "house", reason="the shift is over")
    assert faults(evening) == []


def test_an_unused_shoe_stays_promised_when_the_table_closes(evening: Evening) -> None:
    """Otherwise a house could draw again once it has seen the contributions."""
    bet(evening, "ann", 1, contribution="known now")
    before = evening.view()["shoe"]
    assert "next_shoe" not in evening.do("close", "house", reason="the shift is over")
    assert "next_shoe" not in evening.do("reopen", "house")
    assert evening.view()["shoe"] == before
