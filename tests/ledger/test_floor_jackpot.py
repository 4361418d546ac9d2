"""A jackpot at tables of the floor: its steps and the round's in one transaction, its money exact to the cent."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lammer.floor.accounts import CAGE, held, side_of
from lammer.floor.jackpot import AUTOMATIC
from lammer.floor.jackpots import approve_table, open_link
from lammer.floor.refusals import FloorRefused
from lammer.ledger.journal import Books
from lammer.ledger.records import Command, Posting
from lammer.ledger.verify import verify
from lammer.progressive.desk import Desk
from lammer.progressive.recall import recall
from lammer.progressive.refusals import StepRefused
from lammer.progressive.state import read_link
from lammer.progressive.terms import load_terms
from tests.floor_play import Play
from tests.ledger.jackpot_floor import (
    ADVANCE,
    GAME,
    IN_RESERVE,
    LINK,
    NONE,
    SAME_COLOR,
    SAME_SUIT,
    SEED,
    STAFF,
    STAKE,
    THREE,
    TWO,
    House,
)
from tests.surfaces.rigged_server import rig_for_a_test

Rigged = Callable[[dict[str, list[str]]], None]


@pytest.fixture
def rigged(monkeypatch: pytest.MonkeyPatch) -> Rigged:
    return partial(rig_for_a_test, monkeypatch)


def refused(code: str, do: Callable[[], Any]) -> None:
    with pytest.raises((FloorRefused, StepRefused)) as caught:
        do()
    assert getattr(caught.value, "code", "") == code


def test_random_play_at_two_tables_of_a_link(tmp_path: Path) -> None:
    house = House(tmp_path)
    plays = [Play(house.floor, GAME, 3, seed, f"t{seed}", link=LINK) for seed in (1, 2)]
    for play in plays:
        approve_table(house.floor, house.key(), "erin", LINK, play.table)
    taken = 0
    for _ in range(40):
        for play in plays:

            def watch(table: str = play.table) -> None:
                house.holds()
                house.resolve(table)

            play.round(watch)
            taken += sum(one.amount for one in house.floor.table(play.table).sensed.values())
            assert house.jackpot(play.table)["next"] is None
    wagers = house.floor.journal.balances()[f"{LINK}/wagers"].credit
    assert wagers == taken > 0


def test_a_fixed_pay_is_in_the_players_chips_with_the_deal(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [TWO, NONE]})
    house = House(tmp_path)
    house.table("t", "ann", dealer="")
    house.deal("t", "ann")
    assert house.jackpot()["spots"][0] | {"outcome": "two 7s", "won": 12_500} == house.jackpot()["spots"][0]
    assert house.jackpot()["meters"] == {"meter": SEED + ADVANCE}
    assert house.floor.chips("ann") == 100_000 - 1000 - STAKE + 12_500
    house.stand("t", "ann")
    result = house.floor.view("t")["result"]
    assert result is not None
    assert "7s" not in str(result["seats"])
    house.deal("t", "ann")
    assert house.jackpot()["next"] is None
    assert house.jackpot()["spots"][0]["outcome"] == ""
    house.holds()


@pytest.mark.parametrize(
    ("shoe", "outcome", "amount", "left", "card"),
    [
        (SAME_SUIT, "777 suited", SEED + ADVANCE, SEED + IN_RESERVE, "executive"),
        (SAME_COLOR, "777 same colour", (SEED + ADVANCE) // 10, SEED + ADVANCE - (SEED + ADVANCE) // 10, "supervisor"),
        (THREE, "777", 200 * STAKE, SEED + ADVANCE, "supervisor"),
    ],
)
def test_a_win_goes_through_three_peoples_hands(
    tmp_path: Path, rigged: Rigged, shoe: str, outcome: str, amount: int, left: int, card: str
) -> None:
    rigged({"t": [shoe, NONE]})
    house = House(tmp_path)
    house.table("t", "ann")
    house.deal("t", "ann")
    before = house.floor.chips("ann")
    assert house.jackpot()["next"] == {"role": "dealer", "kind": "select", "spot": 4, "outcome": outcome, "undo": False}
    refused("other-dealer", lambda: house.step("select", "sam", spot=4, outcome=outcome))
    refused("nothing-selected", lambda: house.step("confirm", "sam", spot=4))
    refused("winner-not-selected", lambda: house.step("end", "dana"))
    house.step("select", "dana", spot=4, outcome=outcome)
    assert house.jackpot()["next"]["role"] == "supervisor"
    refused("wrong-role", lambda: house.step("confirm", "dana", spot=4))
    house.step("confirm", "sam", spot=4)
    assert house.jackpot()["next"] == {"role": card, "kind": "swipe", "spot": 4, "outcome": outcome, "undo": False}
    refused("self-approval" if card == "supervisor" else "card-level", lambda: house.step("swipe", "sam", spot=4))
    refused("not-approved", lambda: house.step("end", "dana"))
    refused("jackpot-first", lambda: house.stand("t", "ann"))
    house.step("swipe", "erin", spot=4)
    assert house.floor.chips("ann") == before + amount
    assert house.jackpot()["meters"] == {"meter": left}
    house.step("end", "dana")
    house.stand("t", "ann")
    assert house.jackpot()["spots"][0]["won"] == amount
    recalled = recall(house.floor.journal, LINK, "t", 1)
    assert [one["kind"] for one in recalled["steps"]] == [
        "open", "wager", "take", "deal", "select", "confirm", "swipe", "end",
    ]  # fmt: skip
    assert (recalled["awards"][0]["supervisor"], recalled["awards"][0]["approved_by"]) == ("sam", "erin")
    assert recalled["awards"][0]["amount"] == amount
    assert (recalled["meters"]["before"], recalled["meters"]["after"]) == ({"meter": SEED}, {"meter": left})


def test_the_table_waits_and_others_go_on(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [SAME_SUIT, NONE], "other": [NONE, NONE]})
    house = House(tmp_path)
    house.table("t", "ann")
    house.table("other", "bob", dealer="")
    house.deal("t", "ann")
    house.floor.do("void", house.key(), "sam", "t", reason="a card fell")
    house.floor.do("leave", house.key(), "ann", "t", box=4)
    house.floor.do("sit", house.key(), "bob", "t", box=4)
    refused("jackpot-first", lambda: house.deal("t", "bob"))
    refused("hand-under-way", lambda: house.floor.do("duty", house.key(), "dana", "t", on=False))
    house.deal("other", "bob")
    house.step("select", "dana", spot=4, outcome="777 suited")
    house.step("confirm", "sam", spot=4)
    frozen = house.jackpot()["spots"][0]["award"]
    assert frozen == SEED + 2 * ADVANCE
    house.stand("other", "bob")
    house.deal("other", "bob")
    assert (house.jackpot()["meters"], house.jackpot()["frozen"]) == ({"meter": frozen + ADVANCE}, {"meter": frozen})
    house.step("swipe", "erin", spot=4)
    assert (house.jackpot()["meters"], house.jackpot()["frozen"]) == (
        {"meter": SEED + 3 * IN_RESERVE + ADVANCE},
        {},
    )
    house.step("end", "dana")
    assert house.floor.journal.balance(CAGE).debit == 200_000 + frozen
    assert house.floor.chips("ann") == 100_000 - STAKE + frozen
    house.press("t")


def test_where_nobody_is_on_duty_the_table_presses_the_buttons(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [SAME_COLOR]})
    house = House(tmp_path)
    house.table("t", "ann", dealer="")
    house.deal("t", "ann")
    pressed = house.floor.dealer_goes_on("t")
    assert pressed is not None
    assert pressed.answer["progressive"][0]["actor"] == AUTOMATIC
    assert house.floor.dealer_goes_on("t") is None
    assert house.floor.calls(house.floor.table("t")) == "supervisor"
    house.step("confirm", "sam", spot=4)
    house.step("swipe", "sue", spot=4)
    assert house.floor.dealer_goes_on("t") is not None
    assert house.jackpot()["under_way"] is False
    house.holds()


def test_a_confirmation_by_mistake_is_voided(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [SAME_SUIT]})
    house = House(tmp_path)
    house.table("t", "ann")
    house.deal("t", "ann")
    house.step("select", "dana", spot=4, outcome="777 suited")
    house.step("confirm", "sam", spot=4)
    house.step("void", "erin", spot=4, note="the seven of hearts was a nine")
    assert house.jackpot()["meters"] == {"meter": SEED + ADVANCE}
    assert house.jackpot()["next"]["kind"] == "select"


@pytest.mark.parametrize(
    ("bets", "code"),
    [
        ({"main": 1000, "blazing-7s": 300}, "not-a-stake"),
        ({"blazing-7s": 500}, "main-first"),
    ],
)
def test_wagers_the_sensor_does_not_take(tmp_path: Path, bets: dict[str, int], code: str) -> None:
    house = House(tmp_path)
    house.table("t", "ann")
    refused(code, lambda: house.floor.do("bet", house.key(), "ann", "t", box=4, bets=bets))
    assert house.floor.chips("ann") == 100_000


def test_a_link_that_is_closed_gives_wagers_back_and_the_game_goes_on(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [NONE, NONE, NONE]})
    house = House(tmp_path)
    house.table("t", "ann", dealer="")
    house.floor.do("bet", house.key(), "ann", "t", box=4, bets={"main": 1000, "blazing-7s": STAKE})
    assert house.floor.chips("ann") == 100_000 - 1000 - STAKE
    desk = Desk(house.floor.journal)
    desk.do("close-link", house.key(), "erin", LINK)
    house.floor.do("deal", house.key(), "house", "t")
    assert house.floor.chips("ann") == 100_000 - 1000
    house.stand("t", "ann")
    refused("link-not-open", lambda: house.deal("t", "ann"))
    house.deal("t", "ann", main=1000)
    house.stand("t", "ann")
    desk.do("open-link", house.key(), "erin", LINK)
    house.deal("t", "ann")
    assert recall(house.floor.journal, LINK, "t", 3)["wagers"] == {"4": STAKE}
    house.holds()


def test_an_interrupted_round_keeps_its_jackpot(tmp_path: Path, rigged: Rigged) -> None:
    """The wagers were taken and the meter has advanced: only the blackjack wagers come back."""
    rigged({"t": [SAME_SUIT]})
    house = House(tmp_path)
    house.table("t", "ann")
    house.deal("t", "ann")
    house.floor.do("void", house.key(), "sam", "t", reason="a card fell")
    assert house.floor.chips("ann") == 100_000 - STAKE
    assert house.floor.journal.balance(held("t")).credit == 0
    assert house.jackpot()["next"]["kind"] == "select"
    house.holds()


def test_steps_of_the_floors_hands_are_taken_on_the_floor(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [SAME_SUIT]})
    house = House(tmp_path)
    house.table("t", "ann")
    house.deal("t", "ann")
    desk = Desk(house.floor.journal)
    refused(
        "on-the-floor",
        lambda: desk.do("select", house.key(), "dana", LINK, "t", spot=4, outcome="777 suited"),
    )


@pytest.mark.parametrize(
    ("game", "code"),
    [("sd-blackjack", "no-sensors"), ("sd-blackjack+blazing-7s", "other-terms")],
)
def test_a_table_belongs_to_a_link_that_pays_the_same(tmp_path: Path, game: str, code: str) -> None:
    house = House(tmp_path)
    overrides = ("shoe.decks=8",) if "+" in game else ()
    refused(code, lambda: house.floor.open_table("open", "house", "t", game, overrides, link=LINK))
    refused("no-such-link", lambda: house.floor.open_table("open", "house", "t", game, link="elsewhere"))


def test_a_dealer_on_duty_is_one_of_the_links(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.table("t", "ann", dealer="")
    refused("not-enrolled", lambda: house.floor.do("duty", house.key(), "ann", "t", on=True))
    house.floor.do("duty", house.key(), "dana", "t", on=True)
    refused("other-dealer", lambda: house.floor.do("duty", house.key(), "sam", "t", on=True))
    house.floor.do("duty", house.key(), "dana", "t", on=False)
    assert house.floor.table("t").dealer == ""


def test_no_link_takes_the_name_of_the_floors_accounts(tmp_path: Path) -> None:
    house = House(tmp_path)
    refused("bad-name", lambda: open_link(house.floor, "k", "erin", "player", "blazing-7s", STAFF))
    refused("no-such-terms", lambda: open_link(house.floor, "k", "erin", "two", "none", STAFF))


def test_a_link_is_made_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    house = House(tmp_path)
    events = len(house.floor.journal.last_events(10**6))
    open_link(house.floor, "the link", "erin", LINK, "blazing-7s", STAFF)
    assert len(house.floor.journal.last_events(10**6)) == events
    document = house.floor.journal.document(f"link {LINK}")
    assert document is not None
    assert read_link(document).staff.keys() == {*STAFF, AUTOMATIC}


def test_the_verifier_finds_the_books_whole(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [SAME_SUIT]})
    house = House(tmp_path)
    house.table("t", "ann")
    house.deal("t", "ann")
    for kind, actor in (("select", "dana"), ("confirm", "sam"), ("swipe", "erin"), ("end", "dana")):
        said: dict[str, Any] = {"spot": 4} if kind != "end" else {}
        house.step(kind, actor, **(said | {"outcome": "777 suited"} if kind == "select" else said))
    house.floor.journal.close()
    assert verify(str(tmp_path / "floor.db"), side_of=side_of).faults == ()


def test_the_automatic_dealer_selects_anew_what_was_voided(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [SAME_SUIT]})
    house = House(tmp_path)
    house.table("t", "ann", dealer="")
    house.deal("t", "ann")
    assert house.floor.dealer_goes_on("t") is not None
    house.step("confirm", "sam", spot=4)
    house.step("void", "erin", spot=4, note="confirmed too soon")
    assert house.floor.dealer_goes_on("t") is not None
    assert house.floor.dealer_goes_on("t") is None
    assert house.jackpot()["next"]["kind"] == "confirm"


def test_a_dealer_who_is_gone_is_relieved(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [SAME_COLOR]})
    house = House(tmp_path)
    house.table("t", "ann")
    house.deal("t", "ann")
    refused("wrong-role", lambda: house.step("relieve", "dana", dealer=AUTOMATIC, note="me"))
    house.step("relieve", "sam", dealer=AUTOMATIC, note="gone home")
    assert house.floor.table("t").dealer == ""
    assert house.floor.dealer_goes_on("t") is not None
    house.step("confirm", "sue", spot=4)


def test_terms_that_changed_take_no_wager_at_tables_of_the_old(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.table("t", "ann")
    desk = Desk(house.floor.journal)
    desk.do("close-link", house.key(), "erin", LINK)
    document = house.floor.journal.document(f"link {LINK}")
    assert document is not None
    other = load_terms("blazing-7s", ("jackpot.paytable=PT2",))
    later = desk.link(LINK).model_copy(update={"terms": other, "status": "open"})

    def carry_out(_books: Books) -> Posting:
        return Posting({}, LINK, (), {f"link {LINK}": later.model_dump_json()})

    house.floor.journal.post(Command("terms", "change", "erin", {}), carry_out)
    refused("link-not-open", lambda: house.deal("t", "ann"))
    house.deal("t", "ann", main=1000)
    house.holds()


def test_a_hand_selected_too_soon_is_turned_off_again(tmp_path: Path, rigged: Rigged) -> None:
    """A win that was voided comes before one that stands selected: the automatic dealer undoes and goes on."""
    rigged({"t": ["| 7c 7h 7h 9d 7h Tc"]})
    house = House(tmp_path)
    house.table("t", "ann", dealer="", box=3)
    house.floor.buy_in(house.key(), "house", "bob", 100_000)
    house.floor.do("sit", house.key(), "bob", "t", box=7)
    bets = {"main": 1000, "blazing-7s": STAKE}
    house.floor.do("bet", house.key(), "bob", "t", box=7, bets=bets)
    house.deal("t", "ann", box=3)
    while house.floor.dealer_goes_on("t"):
        pass
    house.step("confirm", "sam", spot=7)
    house.step("void", "erin", spot=7, note="confirmed too soon")
    while house.floor.dealer_goes_on("t"):
        house.holds()
    assert house.jackpot()["next"]["kind"] == "confirm"
    house.step("confirm", "sam", spot=7)
    house.step("swipe", "erin", spot=7)
    assert house.floor.dealer_goes_on("t") is not None
    assert house.jackpot()["under_way"] is False
    house.holds()


def test_nobody_approves_their_own_win(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [SAME_SUIT]})
    house = House(tmp_path)
    house.table("t", "sam")
    house.deal("t", "sam")
    house.step("select", "dana", spot=4, outcome="777 suited")
    refused("self-approval", lambda: house.step("confirm", "sam", spot=4))
    house.step("confirm", "sue", spot=4)


def test_steps_of_the_desks_hands_are_not_the_floors(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.table("t", "ann")
    Desk(house.floor.journal).do("open", house.key(), "dana", LINK, "t")
    refused("no-hand", lambda: house.floor.jackpot("end", house.key(), "dana", "t"))


def test_a_sensor_is_one_bettors(tmp_path: Path) -> None:
    house = House(tmp_path)
    more = ("limits.bettors=2",)
    refused("several-bettors", lambda: house.floor.open_table("open", "house", "t", GAME, more, link=LINK))


def test_three_executives_open_a_link_too(tmp_path: Path) -> None:
    house = House(tmp_path)
    staff = {"erin": "executive", "eve": "executive", "fay": "executive", "sam": "supervisor"}
    link = open_link(house.floor, "another", "erin", "another", "blazing-7s", staff)
    assert (link.status, set(link.staff)) == ("open", {AUTOMATIC, "erin", "eve", "sam"})
