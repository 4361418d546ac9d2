"""The dealer display at tables of the floor: what the table does by itself is recorded as its own, and with a dealer on
duty nothing of the jackpot's hand happens without the dealer's press (SD.19 (2)-(6))."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lammer.floor.accounts import held, side_of
from lammer.floor.house import Floor
from lammer.floor.jackpot import AUTOMATIC
from lammer.floor.jackpots import approve_table
from lammer.floor.recall import recall_round
from lammer.floor.refusals import FloorRefused
from lammer.ledger.journal import Books
from lammer.ledger.records import Command, Posting
from lammer.ledger.verify import verify
from lammer.progressive.desk import Desk
from lammer.progressive.recall import recall
from lammer.progressive.terms import FIXED
from tests.ledger.jackpot_floor import ADVANCE, GAME, IN_RESERVE, LINK, NONE, SAME_SUIT, SEED, STAKE, TWO, House
from tests.surfaces.rigged_server import rig_for_a_test

Rigged = Callable[[dict[str, list[str]]], None]
BY_TABLE = ("sevens_bets.blazing-7s.buttons=table presses them",)
BETS = {"main": 1000, "blazing-7s": STAKE}


@pytest.fixture
def rigged(monkeypatch: pytest.MonkeyPatch) -> Rigged:
    return partial(rig_for_a_test, monkeypatch)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def refused(code: str, do: Callable[[], Any]) -> str:
    with pytest.raises(FloorRefused) as caught:
        do()
    assert caught.value.code == code
    return caught.value.clause


def next_kind(house: House) -> str:
    step = house.jackpot()["next"]
    return str(step["kind"]) if step else ""


def actors(house: House, hand: int = 1) -> list[tuple[str, str]]:
    return [(one["kind"], one["actor"]) for one in recall(house.floor.journal, LINK, "t", hand)["steps"]]


def press(house: House, kind: str, actor: str = "dana") -> dict[str, Any]:
    return house.floor.do(kind, house.key(), actor, "t").answer


def by_itself(house: House, dealer: str) -> None:
    """A table whose sheet has the buttons pressed by the table."""
    house.table("t", "ann", dealer=dealer, overrides=BY_TABLE)


@pytest.mark.parametrize("dealer", ["", "dana"])
def test_what_the_table_does_by_itself_is_recorded_under_the_automatic_dealer(
    house: House, rigged: Rigged, dealer: str
) -> None:
    rigged({"t": [TWO]})
    by_itself(house, dealer)
    house.floor.do("bet", house.key(), "ann", "t", box=4, bets=BETS)
    house.floor.do("deal", house.key(), "table", "t")
    steps = ["open", "wager", "take", "deal", "select", "end"]
    assert actors(house) == [(kind, AUTOMATIC) for kind in steps]
    assert house.floor.chips("ann") == 100_000 - 1000 - STAKE + 12_500


def test_a_win_to_be_approved_is_the_dealers_from_the_selection_on(house: House, rigged: Rigged) -> None:
    rigged({"t": [SAME_SUIT]})
    by_itself(house, "dana")
    house.floor.do("bet", house.key(), "ann", "t", box=4, bets=BETS)
    house.floor.do("deal", house.key(), "table", "t")
    assert {actor for _, actor in actors(house)} == {AUTOMATIC}
    refused("other-dealer", lambda: house.step("select", AUTOMATIC, spot=4, outcome="777 suited"))
    house.step("select", "dana", spot=4, outcome="777 suited")
    Desk(house.floor.journal).do("enrol", house.key(), "erin", LINK, name="dana", role="supervisor", card="")
    refused("self-approval", lambda: house.step("confirm", "dana", spot=4))
    house.step("confirm", "sam", spot=4)
    house.step("swipe", "erin", spot=4)
    house.step("end", "dana")
    assert actors(house)[4:] == [("select", "dana"), ("confirm", "sam"), ("swipe", "erin"), ("end", "dana")]


def test_with_a_dealer_on_duty_nothing_happens_without_the_press(house: House, rigged: Rigged) -> None:
    rigged({"t": [TWO]})
    house.table("t", "ann")
    house.floor.do("bet", house.key(), "ann", "t", box=4, bets=BETS)
    assert next_kind(house) == "lights"
    for actor in ("table", "clock", "house", "sam", AUTOMATIC):
        assert refused("other-dealer", partial(press, house, "deal", actor)) == "SD.19 (5)"
    assert refused("lights-first", lambda: press(house, "deal")) == "SD.19 (4)"
    assert refused("not-now", lambda: press(house, "take")) == "SD.19 (4)"
    assert refused("other-dealer", lambda: press(house, "lights", "sam")) == "SD.19 (4)"
    assert house.floor.dealer_goes_on("t") is None
    assert house.jackpot()["meters"] == {"meter": SEED}

    assert press(house, "lights")["lit"] == {"4": STAKE}
    assert (next_kind(house), house.jackpot()["lit"], house.jackpot()["meters"]) == ("take", True, {"meter": SEED})
    assert house.floor.journal.balance(held("t")).credit == 1000 + STAKE
    assert refused("take-first", lambda: press(house, "deal")) == "SD.19 (4)"

    assert press(house, "take")["taken"] == {"4": STAKE}
    assert (next_kind(house), house.jackpot()["meters"]) == ("deal", {"meter": SEED + ADVANCE})
    assert house.floor.journal.balance(held("t")).credit == 1000
    refused("no-such-round", lambda: recall_round(house.floor, "t", 1))

    press(house, "deal")
    assert next_kind(house) == "select"
    assert house.floor.chips("ann") == 100_000 - 1000 - STAKE
    refused("jackpot-first", lambda: house.stand("t", "ann"))
    house.step("select", "dana", spot=4, outcome="two 7s")
    assert next_kind(house) == "end"
    assert house.floor.dealer_goes_on("t") is None
    house.step("end", "dana")
    assert house.floor.chips("ann") == 100_000 - 1000 - STAKE + 12_500
    house.stand("t", "ann")
    assert actors(house) == [
        ("open", "dana"), ("wager", AUTOMATIC), ("take", "dana"), ("deal", "dana"), ("select", "dana"), ("end", "dana"),
    ]  # fmt: skip
    house.holds()
    house.floor.journal.close()
    assert verify(str(house.folder / "floor.db"), side_of=side_of).faults == ()


def test_a_hand_nobody_wins_is_ended_by_the_dealer_too(house: House, rigged: Rigged) -> None:
    rigged({"t": [NONE, NONE]})
    house.table("t", "ann")
    house.deal("t", "ann")
    assert next_kind(house) == "end"
    refused("jackpot-first", lambda: house.stand("t", "ann"))
    house.step("end", "dana")
    house.stand("t", "ann")
    house.deal("t", "ann")
    assert recall(house.floor.journal, LINK, "t", 2)["wagers"] == {"4": STAKE}


def test_lit_sensors_close_the_bets(house: House, rigged: Rigged) -> None:
    rigged({"t": [NONE]})
    house.table("t", "ann")
    for player, box, ready in (("bob", 2, True), ("cid", 6, False)):
        house.floor.buy_in(house.key(), "house", player, 100_000)
        house.floor.do("sit", house.key(), player, "t", box=box)
        house.floor.do("bet", house.key(), player, "t", box=box, bets={"main": 1000}, ready=ready)
    house.floor.do("bet", house.key(), "ann", "t", box=4, bets=BETS)
    press(house, "lights")
    assert house.floor.chips("cid") == 100_000, "who is not ready has the bet back"
    for player, box in (("ann", 4), ("cid", 6)):
        bet = partial(house.floor.do, "bet", house.key(), player, "t", box=box, bets={"main": 500})
        assert refused("bets-closed", bet) == "SD.19 (4)"
    refused("round-under-way", lambda: house.floor.do("leave", house.key(), "ann", "t", box=4))
    refused("round-under-way", lambda: house.floor.do("leave", house.key(), "bob", "t", box=2))
    refused("round-under-way", lambda: house.floor.do("close", house.key(), "dana", "t", reason="late"))
    refused("hand-under-way", lambda: house.floor.do("duty", house.key(), "dana", "t", on=False))
    house.floor.do("leave", house.key(), "cid", "t", box=6)
    refused("jackpot-first", lambda: press(house, "lights"))
    press(house, "take")
    press(house, "deal")
    assert {seat.box for seat in house.floor.table("t").seats if seat.ready} == {2, 4}
    house.holds()


def test_a_round_without_progressive_wagers_has_only_the_deal(house: House, rigged: Rigged) -> None:
    rigged({"t": [NONE]})
    house.table("t", "ann")
    house.floor.do("bet", house.key(), "ann", "t", box=4, bets={"main": 1000})
    assert next_kind(house) == "deal"
    assert refused("no-wagers", lambda: press(house, "lights")) == "SD.19 (4)"
    refused("other-dealer", lambda: press(house, "deal", "table"))
    press(house, "deal")
    assert house.jackpot()["under_way"] is False
    house.stand("t", "ann")


@pytest.mark.parametrize("at", ["lights", "take", "deal"])
def test_a_dealer_who_leaves_mid_hand_is_relieved_by_the_table(house: House, rigged: Rigged, at: str) -> None:
    rigged({"t": [TWO]})
    house.table("t", "ann")
    house.floor.do("bet", house.key(), "ann", "t", box=4, bets=BETS)
    for kind in ("lights", "take", "deal"):
        press(house, kind)
        if kind == at:
            break
    house.step("relieve", "sam", dealer=AUTOMATIC, note="gone home")
    while house.floor.dealer_goes_on("t"):
        house.holds()
    assert house.floor.chips("ann") == 100_000 - 1000 - STAKE + 12_500
    assert house.jackpot()["under_way"] is False
    assert house.jackpot()["meters"] == {"meter": SEED + ADVANCE}
    assert actors(house)[-1] == ("end", AUTOMATIC)
    house.stand("t", "ann")


def test_another_dealer_takes_over_lit_sensors(house: House, rigged: Rigged) -> None:
    rigged({"t": [NONE]})
    house.table("t", "ann")
    house.floor.do("bet", house.key(), "ann", "t", box=4, bets=BETS)
    press(house, "lights")
    house.step("relieve", "sam", dealer="sue", note="dana is ill")
    refused("other-dealer", lambda: press(house, "take"))
    press(house, "take", "sue")
    press(house, "deal", "sue")
    house.step("end", "sue")
    assert house.floor.table("t").dealer == "sue"


def test_where_nobody_is_on_duty_there_is_no_button_to_press(house: House) -> None:
    house.table("t", "ann", dealer="")
    house.floor.do("bet", house.key(), "ann", "t", box=4, bets=BETS)
    assert next_kind(house) == ""
    refused("not-yours", lambda: press(house, "lights"))
    refused("not-yours", lambda: press(house, "lights", AUTOMATIC))


def test_a_floor_that_was_killed_between_two_buttons_goes_on(house: House, rigged: Rigged) -> None:
    rigged({"t": [TWO]})
    house.table("t", "ann")
    house.floor.do("bet", house.key(), "ann", "t", box=4, bets=BETS)
    press(house, "lights")
    house.floor = Floor(house.floor.journal)
    press(house, "take")
    taken = house.floor.do("deal", "one deal", "dana", "t")
    assert house.floor.do("deal", "one deal", "dana", "t") == taken._replace(repeated=True)
    assert house.jackpot()["meters"] == {"meter": SEED + ADVANCE}


# Approval (SD.19 (1))


def test_a_table_takes_no_wager_before_an_executive_has_approved_it(house: House, rigged: Rigged) -> None:
    rigged({"t": [NONE, NONE]})
    house.floor.open_table(house.key(), "dana", "t", GAME, turn_seconds=0, link=LINK)
    house.floor.buy_in(house.key(), "house", "ann", 100_000)
    house.floor.do("sit", house.key(), "ann", "t", box=4)
    assert house.jackpot()["approved"] is False
    assert house.floor.calls(house.floor.table("t")) == "executive"
    assert refused("table-not-approved", lambda: house.deal("t", "ann")) == "SD.19 (1)"
    house.deal("t", "ann", main=1000)
    house.stand("t", "ann")
    assert refused("wrong-role", lambda: approve_table(house.floor, house.key(), "sam", LINK, "t")) == "SD.19 (1)"
    assert approve_table(house.floor, house.key(), "erin", LINK, "t")
    assert not approve_table(house.floor, house.key(), "erin", LINK, "t")
    house.deal("t", "ann")
    assert (house.jackpot()["approved"], house.jackpot()["meters"]) == (True, {"meter": SEED + ADVANCE})


def test_on_a_link_of_older_books_a_wager_that_is_no_longer_taken_comes_back(house: House, rigged: Rigged) -> None:
    """There approval binds from the first name on."""
    rigged({"t": [NONE]})
    older = Desk(house.floor.journal).link(LINK).model_copy(update={"approval_binds": False, "tables": ()})

    def carry_out(_books: Books) -> Posting:
        return Posting({}, LINK, (), {f"link {LINK}": older.model_dump_json(exclude={"approval_binds", "held"})})

    house.floor.journal.post(Command("older", "older", "erin", {}), carry_out)
    house.table("t", "ann", dealer="")
    assert Desk(house.floor.journal).link(LINK).tables == ()
    house.floor.do("bet", house.key(), "ann", "t", box=4, bets=BETS)
    Desk(house.floor.journal).do("approve-table", house.key(), "erin", LINK, name="pit-7")
    house.floor.do("deal", house.key(), "house", "t")
    assert house.floor.chips("ann") == 100_000 - 1000
    house.holds()


def test_a22__a_table_advances_its_meters_as_its_jackpot_does(house: House) -> None:
    other = (f"sevens_bets.blazing-7s.advances={FIXED}",)
    opened = partial(house.floor.open_table, house.key(), "house", "t", GAME, other, link=LINK)
    assert refused("other-terms", opened) == "SD.19 (4)"


def test_what_is_frozen_is_on_the_display_of_every_table(house: House, rigged: Rigged) -> None:
    rigged({"t": [SAME_SUIT], "other": [NONE]})
    house.table("t", "ann")
    house.table("other", "bob", dealer="")
    house.deal("t", "ann")
    house.step("select", "dana", spot=4, outcome="777 suited")
    assert house.jackpot("other")["frozen"] == {}
    house.step("confirm", "sam", spot=4)
    assert house.jackpot("other")["frozen"] == {"meter": SEED + ADVANCE}
    assert house.jackpot("other")["meters"] == {"meter": SEED + ADVANCE}
    house.step("swipe", "erin", spot=4)
    assert (house.jackpot("other")["frozen"], house.jackpot("other")["meters"]) == ({}, {"meter": SEED + IN_RESERVE})
