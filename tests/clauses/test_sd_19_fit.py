"""South Dakota, rule 20:18:15:30.19: which table of the floor may play for which jackpot. A sensor needs a link, and
both must pay the same hands the same."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from lammer.floor.accounts import bank, chips, held
from lammer.floor.house import Floor, create_floor
from lammer.floor.jackpots import link_overrides, open_link
from lammer.floor.refusals import FloorRefused
from lammer.floor.state import read_table, table_document
from lammer.ledger.journal import Books
from lammer.ledger.records import Command, Entry, Posting
from lammer.progressive.accounts import link_accounts
from lammer.progressive.desk import Desk
from lammer.progressive.terms import load_terms, shipped_terms
from tests.ledger.jackpot_floor import GAME, NONE, SAME_COLOR, STAFF, STAKE, TWO, House
from tests.surfaces.rigged_server import rig_for_a_test

Rigged = Callable[[dict[str, list[str]]], None]
WAGERS = {"main": 1000, "blazing-7s": STAKE}


@pytest.fixture
def rigged(monkeypatch: pytest.MonkeyPatch) -> Rigged:
    return partial(rig_for_a_test, monkeypatch)


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    """One table without a jackpot, and ann at it."""
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    floor.open_table("open", "house", "t", GAME, turn_seconds=0)
    floor.buy_in("buy", "house", "ann", 100_000)
    floor.do("sit", "sit", "ann", "t", box=4)
    return floor


def test_sd_19_1__a_table_without_a_link_has_no_sensor(floor: Floor) -> None:
    with pytest.raises(FloorRefused) as caught:
        floor.do("bet", "bet", "ann", "t", box=4, bets=WAGERS)
    assert (caught.value.code, caught.value.clause) == ("no-sensor", "SD.19 (1)")
    assert "jackpot" in caught.value.text
    assert floor.chips("ann") == 100_000
    assert "blazing-7s" not in [bet["id"] for bet in floor.view("t", "ann")["side_bets"]]


def test_sd_19_2__the_game_itself_is_played_without_a_link(floor: Floor) -> None:
    assert floor.view("t")["progressive"] is None
    floor.do("bet", "bet", "ann", "t", box=4, bets={"main": 1000})
    floor.do("deal", "deal", "house", "t")
    assert floor.table("t").round == 1


def test_sd_19_4__a_wager_that_older_books_took_without_a_meter_comes_back(tmp_path: Path, rigged: Rigged) -> None:
    """Earlier versions took it: it lies in a seat's bets and is held."""
    rigged({"t": [NONE]})
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    floor.open_table("open", "house", "t", GAME, turn_seconds=0)
    floor.buy_in("buy", "house", "ann", 100_000)
    floor.do("sit", "sit", "ann", "t", box=4)
    floor.do("bet", "bet", "ann", "t", box=4, bets={"main": 1000})
    before = read_table(floor.journal.document(table_document("t")) or "")
    seat = before.seats[0].model_copy(update={"bets": WAGERS})
    older = before.model_copy(update={"seats": (seat,)}).model_dump_json()

    def carry_out(_books: Books) -> Posting:
        return Posting({}, "floor/t", (Entry(chips("ann"), held("t"), STAKE, "stake"),), {table_document("t"): older})

    floor.journal.post(Command("older", "bet", "ann", {}), carry_out)
    floor.do("deal", "deal", "house", "t")
    assert floor.chips("ann") == 100_000 - 1000
    floor.do("act", "stand", "ann", "t", action="stand")
    assert floor.journal.balance(held("t")).credit == floor.journal.balance(bank("t")).credit == 0
    assert floor.chips("ann") == 100_000


SEVENS = "sevens_bets.blazing-7s"


@pytest.mark.parametrize(
    ("terms", "overrides", "differ"),
    [
        ("blazing-7s", (f"{SEVENS}.paytable=PT1-envy",), "Lucky George pays"),
        ("blazing-7s-pt1-envy", (), "Lucky George pays"),
        ("blazing-7s", (f"{SEVENS}.paytable=PT2",), "awards of a meter"),
        ("blazing-7s-pt2", (f"{SEVENS}.paytable=PT2-envy",), "Lucky George pays"),
        ("blazing-7s", (f"{SEVENS}.paytable=PT3",), "awards of a meter"),
        ("blazing-7s", ("shoe.decks=8",), "decks (table 8, jackpot 6)"),
        ("blazing-7s", (f"{SEVENS}.maximum=499",), "the table does not take 5"),
        ("blazing-7s", (f"{SEVENS}.minimum=101",), "the table does not take 1"),
        ("blazing-7s", (f"{SEVENS}.simultaneous=equal shares",), "simultaneous awards"),
    ],
)
def test_sd_19_5__a_table_that_pays_otherwise_is_not_linked(
    tmp_path: Path, terms: str, overrides: tuple[str, ...], differ: str
) -> None:
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    open_link(floor, "the link", "erin", "sevens", terms, STAFF)
    with pytest.raises(FloorRefused) as caught:
        floor.open_table("open", "house", "t", GAME, overrides, link="sevens")
    assert (caught.value.code, caught.value.clause) == ("other-terms", "SD.19 (5)")
    assert differ in caught.value.text


@pytest.mark.parametrize("terms", [terms for terms in shipped_terms() if load_terms(terms).bet == "blazing-7s"])
def test_sd_19_7__every_paytable_runs_on_the_floor_and_pays_its_envy(
    tmp_path: Path, rigged: Rigged, terms: str
) -> None:
    """Two sevens at 5 pay the player 125, and the tip pool 2 where the paytable has Lucky George."""
    rigged({"t": [TWO]})
    house = House(tmp_path, terms)
    house.table("t", "ann", dealer="")
    house.deal("t", "ann")
    assert house.floor.chips("ann") == 100_000 - 1000 - STAKE + 12_500
    envy = 200 if "envy" in terms else 0
    accounts = link_accounts("sevens")
    assert house.floor.journal.balance(accounts.tips).credit == envy
    assert house.jackpot()["spots"][0]["envy"] == envy
    pays = next(one for one in house.floor.view("t")["side_bets"] if one["id"] == "blazing-7s")
    assert "two 7s: 25 for 1" + ("; Lucky George 2" if envy else "") in pays["pays"]
    assert pays["paytable"] == load_terms(terms).paytable
    house.holds()


def test_sd_19_7__envy_of_an_award_reaches_the_tip_pool_with_the_card(tmp_path: Path, rigged: Rigged) -> None:
    rigged({"t": [SAME_COLOR]})
    house = House(tmp_path, "blazing-7s-pt1-envy")
    house.table("t", "ann")
    house.deal("t", "ann")
    house.step("select", "dana", spot=4, outcome="777 same colour")
    house.step("confirm", "sam", spot=4)
    tips = link_accounts("sevens").tips
    assert house.floor.journal.balance(tips).credit == 0
    house.step("swipe", "sue", spot=4)
    assert house.floor.journal.balance(tips).credit == 2500


def test_whoever_opens_a_jackpot_sets_its_amounts(tmp_path: Path) -> None:
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    own = {
        "name": "Lucky Hearts",
        "jackpot.stakes": [100, 1000],
        "jackpot.decks": 8,
        "levels.major.seed": 777_700,
        "levels.major.increment": 70_000,
        "levels.major.limit": 0,
        "approvals.supervisor_from": 50_000,
        "bounds.notice_days": 60,
    }
    link = open_link(floor, "the link", "erin", "hearts", "blazing-7s-three-meters", STAFF, own)
    assert (link.terms.name, link.terms.stakes, link.terms.notice_days) == ("Lucky Hearts", (100, 1000), 60)
    assert Desk(floor.journal).meters("hearts") == {"mega": 2_500_000, "major": 777_700, "minor": 50_000}
    floor.open_table("open", "house", "t", GAME, link_overrides(floor, "hearts"), link="hearts")
    offered = floor.view("t")["side_bets"][0]
    assert (offered["minimum"], offered["maximum"]) == (100, 1000)


@pytest.mark.parametrize(
    ("values", "keys"),
    [
        ({"levels.meter.seed": 0, "levels.meter.increment": -1}, {"levels.meter.seed", "levels.meter.increment"}),
        ({"levels.meter.seed": 1.5, "jackpot.stakes": "5"}, {"levels.meter.seed", "jackpot.stakes"}),
        ({"levels.meter.limit": 999_999}, {"levels.meter.limit"}),
        ({"approvals.executive_from": 1, "approvals.supervisor_from": 2}, {"approvals.executive_from"}),
        ({"levels.meter.increment": 970_001}, {"levels"}),
        ({"jackpot.stakes": []}, {"jackpot.stakes"}),
        ({"jackpot.stakes": [0]}, {"jackpot.stakes"}),
        ({"jackpot.stakes": [100, 100]}, {"jackpot.stakes"}),
        ({"jackpot.decks": 7}, {"jackpot.decks"}),
        ({"levels.mega.seed": 5}, {"levels.mega.seed"}),
        ({"game": "/etc/passwd", "jackpot.paytable": "PT2"}, {"game", "jackpot.paytable"}),
    ],
)
def test_values_that_cannot_be_are_refused_by_key(tmp_path: Path, values: dict[str, object], keys: set[str]) -> None:
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    with pytest.raises(FloorRefused) as caught:
        open_link(floor, "the link", "erin", "sevens", "blazing-7s", STAFF, values)
    assert (caught.value.code, set(caught.value.keys)) == ("bad-terms", keys)
    assert floor.journal.document("link sevens") is None


def test_sd_19_5_c_1__lucky_george_is_paid_for_its_own_stakes(tmp_path: Path) -> None:
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    with pytest.raises(FloorRefused) as caught:
        open_link(floor, "the link", "erin", "sevens", "blazing-7s-pt1-envy", STAFF, {"jackpot.stakes": [200]})
    assert caught.value.keys == {"jackpot.stakes": "Lucky George is paid for wagers of 1 or 5 only"}
