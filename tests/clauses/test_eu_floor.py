"""European Free Bet at the floor: the cut, the places and the limit of a box, absence, devices, what is posted."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from lammer.floor.recall import recall_round
from tests.evening import EU, Evening


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_eu_1_8__the_far_left_player_is_asked_to_cut_before_anybody_bets(evening: Evening) -> None:
    promised = evening.view()["shoe"]["commitment"]
    assert evening.view()["cut"] is None  # nobody is there to be asked
    evening.sit(bob=4)
    assert evening.view()["cut"] == {"box": 4, "player": "bob", "minimum": 52, "maximum": 260}
    evening.do("leave", "bob", box=4)
    evening.sit(ann=2, bob=4)
    assert evening.asked() == "ann"
    early = evening.refused("bet", "bob", box=4, bets={"main": 1000})
    assert (early.code, early.clause) == ("cut-first", "EU 1.8")
    assert evening.refused("deal", "house").code == "cut-first"
    assert evening.refused("cut", "bob", cards=100).code == "not-your-cut"
    evening.do("cut", "ann", cards=100)
    assert evening.view()["cut"] is None
    assert evening.view()["shoe"]["commitment"] == promised  # the seed was fixed before the cut was chosen
    assert evening.refused("cut", "ann", cards=100).code == "no-cut"
    evening.bet()
    shoe = json.loads(evening.floor.round_events("t", 1)[0]["answer"])["shoe"]
    assert (shoe["new"]["cut"], shoe["cut"]) == (100, {"by": "ann", "box": 2, "cards": 100})


@pytest.mark.parametrize(("cards", "taken"), [(51, False), (52, True), (260, True), (261, False)])
def test_eu_1_8__at_least_one_deck_is_cut_on_the_floor(evening: Evening, cards: int, taken: bool) -> None:
    evening.sit(ann=1)
    if taken:
        evening.do("cut", "ann", cards=cards)
        assert evening.table.shoe is not None
        assert evening.table.shoe.cut == cards
    else:
        thin = evening.refused("cut", "ann", cards=cards)
        assert (thin.code, thin.clause) == ("cut", "EU 1.8")


def test_eu_1_8__the_cut_card_of_the_floor_lies_one_and_a_half_to_three_decks_from_the_end(evening: Evening) -> None:
    assert 78 <= evening.view()["shoe"]["behind_cut_card"] <= 156


def test_eu_1_8__a_refusal_passes_to_the_right_and_at_last_the_supervisor_cuts(evening: Evening) -> None:
    evening.sit(bob=4, cat=7, ann=2)
    assert evening.asked() == "bob"  # who was asked is asked on, whoever comes meanwhile
    heard = []
    while evening.asked():
        heard.append(evening.asked())
        answer = evening.do("cut", evening.asked(), cards=0)
    assert heard == ["bob", "cat", "ann"]
    assert answer["cut"]["by"] == "supervisor"
    evening.bet()
    shoe = json.loads(evening.floor.round_events("t", 1)[0]["answer"])["shoe"]
    # Where the supervisor cuts follows from the seed and the players' contributions, so it is told with the deal.
    assert shoe["cut"] == {"by": "supervisor", "cards": shoe["new"]["cut"]}
    assert 52 <= shoe["new"]["cut"] <= 260


@pytest.mark.parametrize(
    ("card", "asked"),
    [(1, ["bob", "cat", "ann"]), (2, ["cat", "ann", "bob"]), (3, ["ann", "bob", "cat"]), (4, ["ann", "bob", "cat"])],
)
def test_eu_1_8__later_whoever_was_dealt_the_cut_card_is_asked_first(
    tmp_path: Path, card: int, asked: list[str]
) -> None:
    """Cards 0 to 2 of the round go to the boxes 1, 3 and 6, card 3 to the dealer, card 4 to box 1 again."""
    evening = Evening(tmp_path, turn_seconds=0)
    evening.sit(ann=1, bob=3, cat=6)
    evening.cut()
    table = evening.table
    assert table.shoe is not None
    before_the_cut_card = 6 * 52 - table.shoe.behind_cut_card - card
    shoe = table.shoe.model_copy(update={"position": before_the_cut_card})
    evening.kept_as(table.model_copy(update={"shoe": shoe}).model_dump_json())
    evening.bet()
    evening.play_out()
    heard = []
    while evening.asked():
        heard.append(evening.asked())
        evening.do("cut", evening.asked(), cards=0)
    assert heard == asked


def test_eu_1_4__three_players_share_a_box_and_nobody_holds_two_of_its_places(evening: Evening) -> None:
    evening.sit(ann=1)
    again = evening.refused("sit", "ann", box=1)
    assert (again.code, again.clause) == ("one-field", "EU 1.4")
    evening.sit(bob=1, cat=1)
    full = evening.refused("sit", "dan", box=1)
    assert (full.code, full.clause) == ("box-full", "EU 1.4")
    evening.do("sit", "ann", box=2)  # another box is another field


def test_eu_1_5__when_the_owner_leaves_the_box_belongs_to_the_next(evening: Evening) -> None:
    evening.sit(ann=1, bob=1, cat=1)
    evening.cut()
    for name, amount in (("ann", 1000), ("bob", 2000), ("cat", 3000)):
        evening.do("bet", name, box=1, bets={"main": amount})
    evening.do("leave", "ann", box=1)
    assert [(seat.player, seat.bettor, seat.bets["main"]) for seat in evening.table.seats] == [
        ("bob", 1, 2000),
        ("cat", 2, 3000),
    ]
    assert evening.floor.chips("ann") == 1_000_000
    evening.do("deal", "house")
    if evening.table.inputs:
        assert evening.refused("leave", "bob", box=1).code == "round-under-way"
        evening.play_out()
    won = {seat["player"]: seat["net"] for seat in evening.view("bob")["result"]["seats"]}
    assert {name: evening.floor.chips(name) - 1_000_000 for name in ("bob", "cat")} == won
    # Who moves up afterwards is not shown the winnings of whoever sat there.
    evening.do("leave", "bob", box=1)
    assert {seat["player"]: seat["net"] for seat in evening.view("cat")["result"]["seats"]} == won


def test_eu_1_6__the_later_bet_is_refused_when_a_box_would_pass_its_maximum(tmp_path: Path) -> None:
    evening = Evening(tmp_path, overrides=("limits.apply_to=box",))
    evening.sit(ann=1, bob=1)
    evening.cut()
    evening.do("bet", "ann", box=1, bets={"main": 30_000})
    assert [seat["maximum"] for seat in evening.view()["seats"]] == [50_000, 20_000]
    above = evening.refused("bet", "bob", box=1, bets={"main": 20_001})
    assert above.code == "above-maximum"
    assert "EU 1.6" in above.clause
    assert above.text == "the maximum for box 1 is 500, all its bets together: 300 is on it, so you may bet up to 200"
    evening.do("bet", "bob", box=1, bets={"main": 20_000})
    # Later is whoever asks now, were it the owner.
    assert evening.refused("bet", "ann", box=1, bets={"main": 30_001}).code == "above-maximum"
    assert evening.view()["limits"]["apply_to"] == "box"


def test_eu_1_9__the_supervisor_is_called_for_whoever_is_absent_and_answers(evening: Evening) -> None:
    evening.staffed().sit(ann=1)
    evening.deal()
    number = evening.table.round
    assert evening.view()["call"] is None
    evening.late()
    called = evening.do("absent", "clock")
    assert called["called"] == "supervisor"
    assert evening.view()["call"] == {"role": "supervisor", "box": 1, "bettor": 1, "player": "ann", "by": "clock"}
    assert evening.floor.calls(evening.table) == "supervisor"
    assert evening.refused("absent", "clock").code == "not-yet"
    before = len(evening.table.inputs)
    # There she is: her time begins anew.
    evening.do("answer-call", "sam", absent=False)
    assert (evening.view()["call"], len(evening.table.inputs)) == (None, before)
    assert evening.refused("absent", "clock").code == "not-yet"
    evening.late()
    evening.do("absent", "clock")
    answered = evening.do("answer-call", "sam", absent=True)
    assert (answered["answered"], answered["over"]) == ("sam", True)
    steps = [(step["kind"], step["actor"]) for step in recall_round(evening.floor, "t", number)["steps"]]
    assert steps[-4:] == [("absent", "clock"), ("answer-call", "sam"), ("absent", "clock"), ("answer-call", "sam")]


@pytest.mark.parametrize(
    ("game", "training", "coach"), [(EU, False, False), (EU, True, True), ("sd-free-bet", False, True)]
)
def test_eu_8__a_coach_speaks_at_a_table_for_training_alone(
    tmp_path: Path, game: str, training: bool, coach: bool
) -> None:
    evening = Evening(tmp_path, game, training=training)
    assert (evening.view()["training"], evening.view()["coach"]) == (training, coach)


def test_eu_1_12__attention_and_responsibility_are_posted(evening: Evening) -> None:
    posted = evening.view()["posted"]
    assert {"text": "Watch your payouts.", "clause": "EU 1.12"} in posted
    assert {"EU 8", "EU 1.4", "EU 1.6", "EU 1.8", "EU 1.9", "EU 1.12"} <= {one["clause"] for one in posted}


def test_eu_1_9__where_no_clock_runs_a_dealers_call_waits_the_tables_time(tmp_path: Path) -> None:
    evening = Evening(tmp_path, turn_seconds=0, absent_seconds=30)
    evening.sit(ann=1)
    evening.deal()
    refused = evening.refused("absent", "dana")
    assert (refused.code, refused.clause) == ("not-yet", "house")
    evening.now += timedelta(seconds=29)
    assert evening.refused("absent", "dana").code == "not-yet"
    evening.now += timedelta(seconds=1)
    evening.do("absent", "dana")
    assert not evening.table.inputs
