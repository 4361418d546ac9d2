"""Money at the tables: held when it is staked, paid as the table settles, never created, lost or owed."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lammer.floor.accounts import CAGE, bank, chips, held
from lammer.floor.house import create_floor
from lammer.floor.refusals import FloorRefused
from lammer.ledger.refusals import LedgerFault
from lammer.table.notation import read_round
from tests.floor_play import Play, new_play

GAMES = ("sd-free-bet", "free-money", "european-free-bet", "triple-win-20", "sd-blackjack+blazing-7s")


def balances(play: Play) -> dict[str, int]:
    return {name: one.credit for name, one in play.floor.journal.balances().items()}


@pytest.mark.parametrize("game", GAMES)
def test_every_chip_is_somewhere_after_every_step(game: str, tmp_path: Path) -> None:
    play = new_play(tmp_path, game, 9 if game == "european-free-bet" else 3, seed=1)

    def whole() -> None:
        amounts = balances(play)
        assert sum(amounts.values()) == 0
        assert min(amount for name, amount in amounts.items() if name.startswith("player/")) >= 0

    for _ in range(12):
        before = balances(play)
        assert play.round(whole)
        after = balances(play)
        assert after[held("t")] == 0
        result = play.floor.view("t", "p1")["result"]
        assert result is not None
        for seat in result["seats"]:
            name = next(
                one.player
                for one in play.floor.table("t").seats
                if (one.box, one.bettor) == (seat["seat"], seat["bettor"])
            )
            assert after[chips(name)] - before[chips(name)] == seat["net"], result["notation"]
        won = sum(seat["net"] for seat in result["seats"])
        assert after.get(bank("t"), 0) - before.get(bank("t"), 0) == -won


def test_the_notation_of_a_round_replays_it(tmp_path: Path) -> None:
    play = new_play(tmp_path, "sd-free-bet", 2, seed=3)
    for _ in range(5):
        play.round()
        result = play.floor.view("t", "p1")["result"]
        assert result is not None
        assert read_round(result["notation"]).round.settlement is not None


def test_nobody_plays_with_chips_they_do_not_have(tmp_path: Path) -> None:
    play = new_play(tmp_path, "sd-free-bet", 1, seed=1, chips=1500)
    with pytest.raises(FloorRefused) as caught:
        play.do("bet", "p1", box=1, bets={"main": 2000})
    assert caught.value.code == "not-enough-chips"
    assert play.floor.chips("p1") == 1500
    play.do("bet", "p1", box=1, bets={"main": 1000})
    assert play.floor.chips("p1") == 500
    play.do("bet", "p1", box=1, bets={"main": 500})
    assert play.floor.chips("p1") == 1000
    play.do("bet", "p1", box=1, bets={})
    assert play.floor.chips("p1") == 1500


def test_broke_players_are_never_below_zero(tmp_path: Path) -> None:
    """Short of chips all the time: doubles, splits and insurance are refused when they cannot be paid."""
    play = new_play(tmp_path, "sd-free-bet", 2, seed=5, chips=4000)
    for _ in range(60):
        if not play.round():
            play.floor.buy_in(play.key(), "house", "p1", 2000)
        assert balances(play).get(chips("p1"), 0) >= 0


def test_a_server_that_starts_again_goes_on_where_it_was(tmp_path: Path) -> None:
    play = new_play(tmp_path, "sd-free-bet", 3, seed=7)
    for _ in range(8):
        play.bet()
        play.do("deal", "house")
        while play.floor.table("t").inputs:
            seen = [play.floor.view("t", name) for name in ("", "p1", "p2", "p3")]
            play.floor.journal.close()
            play.floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
            assert [play.floor.view("t", name) for name in ("", "p1", "p2", "p3")] == seen
            play.decide()


def test_a_key_is_one_bet(tmp_path: Path) -> None:
    play = new_play(tmp_path, "sd-free-bet", 1, seed=1)
    asked = {"box": 1, "bets": {"main": 1000}}
    first = play.floor.do("bet", "my key", "p1", "t", **asked)
    again = play.floor.do("bet", "my key", "p1", "t", **asked)
    assert (again.repeated, again.answer) == (True, first.answer)
    assert play.floor.chips("p1") == 10_000_000 - 1000
    with pytest.raises(LedgerFault, match="another command"):
        play.floor.do("bet", "my key", "p1", "t", box=1, bets={"main": 2000})


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def test_whoever_lets_their_time_pass_is_absent_and_the_round_goes_on(tmp_path: Path) -> None:
    clock = Clock()
    floor = create_floor(tmp_path / "f.db", tmp_path / "f.key", now=clock)
    floor.open_table("open", "house", "t", "european-free-bet", turn_seconds=30)
    for number, name in enumerate(("ann", "bob"), 1):
        floor.buy_in(f"buy {name}", "house", name, 100_000)
        floor.do("sit", f"sit {name}", name, "t", box=number)
    for number in range(1, 40):
        if cut := floor.view("t")["cut"]:
            floor.do("cut", f"cut {number}", cut["player"], "t", cards=100)
        for box, name in enumerate(("ann", "bob"), 1):
            floor.do("bet", f"bet {number} {name}", name, "t", box=box, bets={"main": 1000})
        floor.do("deal", f"deal {number}", "house", "t")
        while floor.table("t").inputs:
            with pytest.raises(FloorRefused) as caught:
                floor.do("absent", f"early {number} {clock.now}", "clock", "t")
            assert caught.value.code == "not-yet"
            clock.now += timedelta(seconds=31)
            floor.do("absent", f"late {number} {clock.now}", "clock", "t")
    assert floor.table("t").round == 39
    assert sum(one.credit for one in floor.journal.balances().values()) == 0


def test_an_interrupted_round_gives_own_money_back(tmp_path: Path) -> None:
    play = new_play(tmp_path, "european-free-bet", 3, seed=2)
    before = balances(play)
    voided = 0
    for _ in range(6):
        play.bet()
        play.do("deal", "house")
        if play.floor.table("t").inputs:
            play.do("void", "house", reason="a test")
            voided += 1
            assert balances(play) == balances(play) | before | {held("t"): 0}
            continue
        before = balances(play)
    assert voided > 0


@pytest.mark.parametrize(
    ("kind", "player", "body", "code"),
    [
        ("sit", "ann", {"box": 8}, "no-such-box"),
        ("sit", "ann", {"box": 1}, "box-full"),
        ("sit", "ann", {"box": 1, "bettor": 1}, "seat-taken"),
        ("leave", "ann", {"box": 1}, "not-your-box"),
        ("bet", "ann", {"box": 1, "bets": {"main": 1000}}, "not-your-box"),
        ("bet", "p1", {"box": 1, "bets": {"main": 1}}, "below-minimum"),
        ("bet", "p1", {"box": 1, "bets": {"pot-of-gold": 500}}, "main-first"),
        ("bet", "p1", {"box": 1, "bets": {"main": 1000, "no-such": 500}}, "no-such-bet"),
        ("deal", "p1", {}, "no-bets"),
        ("act", "p1", {"action": "hit"}, "no-round"),
        ("void", "p1", {"reason": "a test"}, "no-round"),
        ("absent", "p1", {}, "not-yet"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    kind: str, player: str, body: dict[str, object], code: str, tmp_path: Path
) -> None:
    play = new_play(tmp_path, "sd-free-bet", 1, seed=1)
    before = balances(play), play.floor.table("t")
    with pytest.raises(FloorRefused) as caught:
        play.do(kind, player, **body)
    assert caught.value.code == code
    assert (balances(play), play.floor.table("t")) == before
    assert CAGE in before[0]


def test_a_closed_table_sends_everybody_home_and_opens_again(tmp_path: Path) -> None:
    play = new_play(tmp_path, "sd-free-bet", 2, seed=9)
    play.do("bet", "p1", box=1, bets={"main": 1000})
    play.do("close", "house", reason="the shift is over")
    assert balances(play)[held("t")] == 0
    assert play.floor.table("t").seats == ()
    with pytest.raises(FloorRefused, match="closed"):
        play.do("sit", "p1", box=1)
    play.do("reopen", "house")
    play.do("sit", "p1", box=1)
    play.do("bet", "p1", box=1, bets={"main": 1000})
    play.do("deal", "house")
    if play.floor.table("t").inputs:
        with pytest.raises(FloorRefused, match="not over"):
            play.do("close", "house", reason="the shift is over")


@pytest.mark.parametrize("action", ["void", "absent", "deal", "card", "bet"])
def test_what_the_floor_calls_is_no_decision_of_a_player(action: str, tmp_path: Path) -> None:
    play = new_play(tmp_path, "sd-free-bet", 1, seed=1)
    while not play.floor.table("t").inputs:
        play.bet()
        play.do("deal", "house")
    before = play.floor.table("t")
    with pytest.raises(FloorRefused, match="not a decision of a player"):
        play.do("act", "p1", action=action)
    assert play.floor.table("t") == before


def test_an_owner_who_is_not_ready_holds_nobody_up(tmp_path: Path) -> None:
    play = new_play(tmp_path, "european-free-bet", 2, seed=1)
    play.do("sit", "p2", box=1)
    play.cut()
    play.do("bet", "p1", box=1, bets={"main": 1000}, ready=False)
    play.do("bet", "p2", box=1, bets={"main": 1000})
    play.do("bet", "p2", box=2, bets={"main": 1000})
    play.do("deal", "house")
    assert balances(play)[chips("p1")] == 10_000_000


def test_time_to_bet_begins_anew_when_all_bets_were_taken_back(tmp_path: Path) -> None:
    clock = Clock()
    floor = create_floor(tmp_path / "f.db", tmp_path / "f.key", now=clock)
    floor.open_table("open", "house", "t", "sd-free-bet", bet_seconds=10)
    floor.buy_in("buy", "house", "ann", 100_000)
    floor.do("sit", "sit", "ann", "t", box=1)
    floor.do("bet", "bet 1", "ann", "t", box=1, bets={"main": 1000})
    floor.do("bet", "bet 2", "ann", "t", box=1, bets={})
    assert floor.table("t").deadline == ""


def test_a_shoe_is_promised_before_anybody_bets_on_it(tmp_path: Path) -> None:
    play, promised, shoes = new_play(tmp_path, "sd-free-bet", 7, seed=2), "", set()
    for _ in range(20):
        shoe = play.floor.view("t")["shoe"]
        assert shoe is not None
        promised = shoe["commitment"]
        shoes.add(promised)
        play.bet()
        play.do("deal", "house")
        dealt_from = play.floor.table("t").shoe
        assert dealt_from is not None
        events = play.floor.round_events("t", play.floor.table("t").round)
        new_shoe = json.loads(events[0]["answer"]).get("shoe", {}).get("new", {"commitment": promised})
        assert new_shoe["commitment"] == promised
        while play.floor.table("t").inputs and play.decide():
            pass
    assert len(shoes) > 1
