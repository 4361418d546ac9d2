"""A void, an override, an approval or a change of roles whose security event is lost, because the server dies or the
disk is full just after the command. Both are written in one transaction, so either both are there or neither."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lammer.floor.accounts import side_of
from lammer.ledger.verify import verify
from tests.attacks.served_floor import PEOPLE, Served, served
from tests.attacks.test_first_user_has_every_role import PASSWORD, TOKEN, added
from tests.attacks.test_first_user_has_every_role import Floor as NewFloor
from tests.surfaces.rigged_server import rig_for_a_test

SUITED, TWO_PLAY = "| 7h 7h 7h Tc | S", "| 9h 8h 6c 8d 9d Tc"
STAFF = {**PEOPLE, "ada": ("administrator",), "amy": ("auditor",)}
NO_SECURITY_EVENT = (
    "CREATE TRIGGER full_disk BEFORE INSERT ON events WHEN NEW.kind = 'security' "
    "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    rig_for_a_test(monkeypatch, {"t": [TWO_PLAY], "sevens": [SUITED]})
    with served(tmp_path, STAFF) as house:
        yield house


def under_way(house: Served) -> None:
    """A round at table t that waits for ann."""
    house.table()
    house.seated("ann", 1)
    house.seated("bob", 2)
    house.play(ann=1, bob=2)
    house.late()


def security(house: Served, what: str) -> list[dict[str, Any]]:
    """Security events of one kind, the newest first, as an auditor reads them."""
    return [one for one in house.asks("amy", "GET", "/api/security").json() if one["what"] == what]


def events(house: Served) -> list[tuple[int, str, str]]:
    return [(row["number"], row["kind"], row["actor"]) for row in house.floor.journal.last_events(10)]


def refuse_security_events(house: Served, *, refuse: bool) -> None:
    """A real fault of the store, at the security event alone."""
    with closing(sqlite3.connect(house.floor.journal.where)) as books:
        books.execute(NO_SECURITY_EVENT if refuse else "DROP TRIGGER full_disk")
        books.commit()


def test_a_void_and_its_security_event_are_written_together(house: Served) -> None:
    under_way(house)
    assert house.code("sam", "/api/tables/t/void", reason="a card fell") == ""
    (event,) = security(house, "void")
    number = event["event"]
    assert (event["by"], event["user"], event["table"], event["reason"]) == ("sam", "sam", "t", "a card fell")
    assert event["of"] == number - 1
    assert (event["of"], "void", "sam") in events(house)
    assert (number, "security", "sam") in events(house)
    assert verify(house.floor.journal.where, side_of=side_of).faults == ()


def test_the_answer_is_the_receipt_of_the_command_itself(house: Served) -> None:
    under_way(house)
    body = {"key": "one and the same key", "reason": "a card fell"}
    first = house.asks("sam", "POST", "/api/tables/t/void", **body).json()
    again = house.asks("sam", "POST", "/api/tables/t/void", **body).json()
    assert again == {**first, "repeated": True}
    assert (first["event"], "void", "sam") in events(house)
    assert len(security(house, "void")) == 1


def test_without_its_security_event_nothing_is_voided(house: Served) -> None:
    under_way(house)
    before, seen = house.floor.table("t"), events(house)
    refuse_security_events(house, refuse=True)
    answer = house.asks("sam", "POST", "/api/tables/t/void", key="a void that fails", reason="a card fell")
    assert answer.status_code == 503
    refuse_security_events(house, refuse=False)
    assert house.floor.table("t") == before
    assert events(house) == seen
    # Asked again under the same key once the store works: both are there.
    assert house.asks("sam", "POST", "/api/tables/t/void", key="a void that fails", reason="a card fell").is_success
    assert [kind for _, kind, _ in events(house)][-2:] == ["void", "security"]


def test_control_without_the_pair_in_one_transaction_the_void_stays_alone(house: Served) -> None:
    """As it was: the security event follows in a transaction of its own, and is lost."""
    under_way(house)
    house.floor.journal.beside = lambda *_: None
    refuse_security_events(house, refuse=True)
    assert house.code("sam", "/api/tables/t/void", reason="a card fell") == ""
    refuse_security_events(house, refuse=False)
    assert security(house, "void") == []


def test_an_absence_call_of_a_person_is_a_security_event(house: Served) -> None:
    under_way(house)
    assert house.code("dana", "/api/tables/t/absent") == ""
    (event,) = security(house, "absence-call")
    assert (event["by"], event["table"]) == ("dana", "t")


def test_overrides_and_the_approval_of_a_sheet_are_security_events(house: Served) -> None:
    sheet = {"game": "sd-free-bet", "overrides": ["limits.maximum=99900"]}
    assert house.code("erin", "/api/approved-sheets", **sheet, approved=True) == ""
    assert house.code("dana", "/api/tables", table="high", turn_seconds=0, **sheet) == ""
    (approval,) = security(house, "approval")
    assert (approval["by"], approval["overrides"], approval["approved"]) == ("erin", sheet["overrides"], True)
    (override,) = security(house, "overrides")
    assert (override["by"], override["table"], override["overrides"]) == ("dana", "high", sheet["overrides"])


def test_approvals_of_a_jackpot_are_security_events(house: Served) -> None:
    assert house.code("erin", "/api/links", link="main") == ""
    game: dict[str, Any] = {"game": "sd-blackjack+blazing-7s", "turn_seconds": 0, "link": "main"}
    assert house.code("dana", "/api/tables", table="sevens", **game) == ""
    assert house.code("erin", "/api/links/main/tables", table="sevens") == ""
    house.floor.buy_in("chips for ann", "house", "ann", 100_000)
    assert house.code("ann", "/api/tables/sevens/sit", box=4) == ""
    assert house.code("ann", "/api/tables/sevens/bet", box=4, bets={"main": 1000, "blazing-7s": 500}) == ""
    assert house.code("sam", "/api/tables/sevens/jackpot/confirm", spot=4) == ""
    assert house.code("zoe", "/api/tables/sevens/jackpot/void", spot=4, note="by mistake") == ""
    assert [(one["by"], one["table"]) for one in security(house, "void")] == [("zoe", "sevens")]
    approvals = [(one["by"], one.get("table") or one["name"]) for one in security(house, "approval")]
    assert approvals == [("sam", "sevens"), ("erin", "sevens")]
    assert {one["name"] for one in security(house, "card")} >= {"dana", "sam", "zoe"}


def test_a_change_of_users_names_who_did_it_and_to_whom(tmp_path: Path) -> None:
    floor = NewFloor(tmp_path)
    with floor.client:
        first = {"token": TOKEN, "name": "ada", "password": PASSWORD}
        assert floor.client.post("/api/first-user", json=first).status_code == 200
        assert added(floor, "ada", "bob", "player") == ""
        assert floor.code("ada", "/api/users/bob/roles", roles=["player", "dealer"]) == ""
        assert floor.code("ada", "/api/users/bob/remove", reason="has left") == ""
        changes = [
            json.loads(row["body"]) for row in floor.floor.journal.security_events(0, 50) if row["actor"] == "ada"
        ]
    changes = [one for one in changes if one.get("name") == "bob"]
    assert [one["what"] for one in changes] == ["user-removed", "roles", "user-added"]
    assert changes[1]["roles"] == ["player", "dealer"]
