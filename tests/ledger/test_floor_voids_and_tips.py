"""Interrupted rounds and bets for the dealers on the floor: whose money is where, and what the books say about why."""

import json
from pathlib import Path

import pytest

from lammer.floor.accounts import bank, chips, held, tips
from lammer.floor.recall import recall_round
from lammer.floor.records import records_of
from lammer.floor.refusals import FloorRefused
from lammer.floor.state import FloorTable, as_input, read_table
from lammer.floor.view_json import view_texts
from lammer.table.actions import DEAL
from lammer.table.notation import read_round
from lammer.table.replay import RecordChecker
from tests.floor_play import Play, new_play
from tests.surfaces.rigged_server import rig_for_a_test

WHY = "a card fell off the table"
START = 100_000


def dealt(
    folder: Path,
    patched: pytest.MonkeyPatch,
    cards: str,
    bets: dict[str, int],
    game: str = "sd-free-bet",
    overrides: tuple[str, ...] = (),
) -> Play:
    """One player on box 1 with these bets, and a round of these cards under way."""
    rig_for_a_test(patched, {"t": [cards]})
    play = new_play(folder, game, 1, seed=1, chips=START, overrides=overrides)
    play.cut()
    play.do("bet", "p1", box=1, bets=bets)
    play.do("deal", "house")
    return play


def money(play: Play) -> dict[str, int]:
    balance = play.floor.journal.balance
    accounts = {"chips": chips("p1"), "held": held("t"), "bank": bank("t"), "tips": tips("t")}
    return {name: balance(account).credit for name, account in accounts.items()}


@pytest.mark.parametrize("game", ["european-free-bet", "sd-free-bet"])
def test_a_void_round_returns_the_tip_to_the_player(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = dealt(tmp_path, monkeypatch, "| Th 6c 5d Tc", {"main": 1000, "tip": 500}, game)
    play.do("void", "sam", reason=WHY)
    assert money(play) == {"chips": START, "held": 0, "bank": 0, "tips": 0}


def test_or_gives_it_to_the_dealers_where_the_sheet_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = ("void.tips=go to the dealers",)
    play = dealt(tmp_path, monkeypatch, "| Th 6c 5d Tc", {"main": 1000, "tip": 500}, overrides=kept)
    play.do("void", "sam", reason=WHY)
    assert money(play) == {"chips": START - 500, "held": 0, "bank": 0, "tips": 500}


@pytest.mark.parametrize(("sets", "lost"), [((), 1500), (("void.already_lost=returned",), 0)])
def test_what_had_bust_before_stays_lost(
    sets: tuple[str, ...], lost: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = "| 8h 6c 8d Tc | FP Th H 9h Ts"
    play = dealt(tmp_path, monkeypatch, cards, {"main": 1000, "tip": 500}, overrides=sets)
    for action in ("free-split", "hit"):
        play.do("act", "p1", action=action)
    play.do("void", "sam", reason=WHY)
    assert money(play) == {"chips": START - lost, "held": 0, "bank": lost, "tips": 0}


def test_even_money_handed_over_stays_won(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rig_for_a_test(monkeypatch, {"t": ["| Ah 9h Ts Kd 8d"]})
    play = new_play(tmp_path, "european-free-bet", 2, seed=1, chips=START)
    play.cut()
    for player, box in (("p1", 1), ("p2", 2)):
        play.do("bet", player, box=box, bets={"main": 1000})
    play.do("deal", "house")
    play.do("act", "p1", action="even-money")
    play.do("void", "sam", reason=WHY)
    assert [play.floor.chips(player) for player in ("p1", "p2")] == [START + 1000, START]


@pytest.mark.parametrize("reason", ["", "   "])
def test_a_void_without_a_reason_is_refused(reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = dealt(tmp_path, monkeypatch, "| Th 6c 5d Tc", {"main": 1000})
    with pytest.raises(FloorRefused) as caught:
        play.do("void", "sam", reason=reason)
    assert (caught.value.code, caught.value.clause) == ("no-reason", "A21")
    assert play.floor.table("t").inputs


def test_the_books_recall_records_and_views_tell_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = dealt(tmp_path, monkeypatch, "| Th 6c 5d Tc", {"main": 1000})
    play.do("void", "sam", reason=f" {WHY} ")
    event = play.floor.round_events("t", 1)[-1]
    assert (event["kind"], event["actor"], json.loads(event["answer"])["void"]) == ("void", "sam", WHY)
    assert recall_round(play.floor, "t", 1)["void"] == WHY
    (entry,) = records_of(play.floor, "t")
    assert entry["void_reason"] == WHY
    assert list(RecordChecker(whole=False).check(1, entry)) == []
    result = play.floor.view("t", "p1")["result"]
    assert result is not None
    assert (result["void"], result["void_reason"]) == (True, WHY)


def test_an_empty_shoe_states_its_own_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = dealt(tmp_path, monkeypatch, "| Th 6c 5d Tc", {"main": 1000, "tip": 500})
    table = play.floor.table("t")
    assert table.shoe is not None
    empty = table.shoe.model_copy(update={"position": 6 * 52})
    monkeypatch.setattr(play.floor, "_table", lambda *_: table.model_copy(update={"shoe": empty}))
    play.do("act", "p1", action="hit")
    assert recall_round_answer(play)["void"] == "the shoe has run out of cards"
    assert money(play) == {"chips": START, "held": 0, "bank": 0, "tips": 0}


def recall_round_answer(play: Play) -> dict[str, object]:
    answer: dict[str, object] = json.loads(play.floor.round_events("t", 1)[-1]["answer"])
    return answer


def test_a_table_kept_before_voids_had_reasons_still_reads() -> None:
    old = '{"table":"t","game":"sd-free-bet","inputs":[["bet",1000,-1,1,1,"main"],["deal",0,-1,0,0,""]]}'
    assert len(read_table(old).inputs) == 2


@pytest.mark.parametrize(
    ("answer", "now", "tip"),
    [("follow", START - 3000, 2000), ("decline", START - 2500, 1000)],
)
def test_money_added_to_a_tip_comes_from_the_owner_and_goes_to_the_dealers(
    answer: str, now: int, tip: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = dealt(tmp_path, monkeypatch, "| Th 6c 2d Tc | D 9h | Ah", {"main": 1000, "tip": 500})
    play.do("act", "p1", action="double")
    asked = play.floor.view("t", "p1")["play"]
    assert asked is not None
    assert (asked["my_turn"], asked["ask"]) == (
        True,
        {"about": "double", "how": "paid", "tip": True, "bet": "", "text": ""},
    )
    assert money(play)["held"] == 2500
    play.do("act", "p1", action=answer)
    assert money(play) == {"chips": now + 4000, "held": 0, "bank": -(2000 + tip // 2), "tips": tip}


def test_nobody_adds_to_a_tip_with_chips_they_do_not_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rig_for_a_test(monkeypatch, {"t": ["| Th 6c 2d Tc | D 9h | Ah"]})
    play = new_play(tmp_path, "sd-free-bet", 1, seed=1, chips=2800)
    play.do("bet", "p1", box=1, bets={"main": 1000, "tip": 500})
    play.do("deal", "house")
    play.do("act", "p1", action="double")
    with pytest.raises(FloorRefused) as caught:
        play.do("act", "p1", action="follow")
    assert caught.value.code == "not-enough-chips"
    play.do("act", "p1", action="follow", amount=300)
    assert money(play)["tips"] == 1600


def test_bettors_behind_the_owner_are_asked_at_a_draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rig_for_a_test(monkeypatch, {"t": ["| Th 6c 5d | H Ts | Tc Td"]})
    play = new_play(tmp_path, "european-free-bet", 1, seed=1, chips=START)
    play.cut()
    play.floor.buy_in(play.key(), "house", "p2", START)
    play.do("sit", "p2", box=1)
    for player in ("p1", "p2"):
        play.do("bet", player, box=1, bets={"main": 1000})
    play.do("deal", "house")
    play.do("act", "p1", action="hit")
    asked = play.floor.view("t", "p2")["play"]
    assert asked is not None
    assert (asked["my_turn"], asked["ask"]) == (True, {"about": "draw", "how": "", "tip": False, "bet": "", "text": ""})
    assert {option["kind"] for option in asked["legal"]} == {"follow", "decline"}
    play.do("act", "p2", action="decline")
    assert [play.floor.chips(player) for player in ("p1", "p2")] == [START - 1000, START + 1000]
    result = play.floor.view("t", "")["result"]
    assert result is not None
    assert [stake and stake.get("stands_on") for stake in result["boxes"][0]["hands"][0]["stakes"]] == [None, 15]


LINE = "sd-free-bet 1:10 2:10 | 8h 9h 6c 8d 9d Tc | FP {} H {}"


def seen(first: str, second: str) -> dict[str, str]:
    """What the player of box 1, that of box 2 and a spectator are sent while box 1's busted hand lies face down."""
    played = read_round(LINE.format(first, second), unfinished=True)
    inputs = [as_input(action) for action in (*played.bets, DEAL, *played.log)]
    seats = [{"box": box, "bettor": 1, "player": f"p{box}"} for box in (1, 2)]
    table = FloorTable.model_validate({"table": "t", "game": "sd-free-bet", "seats": seats, "inputs": inputs})
    return view_texts(table, {"p1": 0, "p2": 0, "": 0}, None)


def test_cards_turned_face_down_are_sent_to_their_own_box_only() -> None:
    sent, twin = seen("Th", "9s"), seen("6h", "Ks")
    assert sent["p2"] == twin["p2"]
    assert sent[""] == twin[""]
    assert sent["p1"] != twin["p1"]
    assert all(name in sent["p1"] and name not in sent["p2"] + sent[""] for name in ('"Th"', '"9s"', '"8h"'))
