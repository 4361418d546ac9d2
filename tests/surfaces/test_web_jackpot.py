"""A jackpot's procedure through the API: each step by the one whose it is, and the meters on every table."""

from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from lammer.floor.house import create_floor
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.people import People, Role, read_users
from tests.surfaces.rigged_server import rig_for_a_test
from tests.users import user_entry

PASSWORD = "a long password"
STAFF: dict[str, Role] = {
    "dana": "dealer",
    "dirk": "dealer",
    "sam": "supervisor",
    "erin": "executive",
    "ann": "player",
    "bob": "player",
}
SUITED, NOTHING = "| 7h 7h 7h Tc | S", "| 9h 8c 9d Tc | S"


@pytest.fixture(scope="module")
def users(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("users") / "users.toml"
    path.write_text("".join(user_entry(name, PASSWORD, (role,)) for name, role in STAFF.items()), encoding="utf-8")
    return path


@pytest.fixture
def rigged(monkeypatch: pytest.MonkeyPatch) -> None:
    rig_for_a_test(monkeypatch, {"sevens-table": [SUITED, NOTHING], "another": [NOTHING]})


class Casino:
    def __init__(self, client: TestClient, people: People) -> None:
        self.client, self.people, self._keys = client, people, 0

    def ask(self, who: str, path: str, expected: int = 200, **body: Any) -> Any:
        self._keys += 1
        self.client.cookies.set("lammer", self.people.cookie(who))
        body = {"key": f"a key, number {self._keys}", **body}
        answer = self.client.post(path, json=body)
        assert answer.status_code == expected, answer.text
        return answer.json()

    def view(self, who: str, table: str = "sevens-table") -> Any:
        self.client.cookies.set("lammer", self.people.cookie(who))
        return self.client.get(f"/api/tables/{table}").json()

    def get(self, who: str, path: str) -> Any:
        self.client.cookies.set("lammer", self.people.cookie(who))
        return self.client.get(path).json()


@contextmanager
def casino(folder: Path, people: People) -> Iterator[Casino]:
    floor = create_floor(folder / "floor.db", folder / "floor.key")
    with TestClient(create_app(floor, people), base_url="http://floor.test") as client:
        yield Casino(client, people)


@pytest.fixture
def house(users: Path, tmp_path: Path, rigged: None) -> Iterator[Casino]:
    with casino(tmp_path, People(b"secret", read_users(users))) as open_casino:
        open_casino.ask("erin", "/api/links", link="sevens")
        game: dict[str, Any] = {"game": "sd-blackjack+blazing-7s", "turn_seconds": 0, "link": "sevens"}
        for table, player in (("sevens-table", "ann"), ("another", "bob")):
            open_casino.ask("dana", "/api/tables", table=table, **game)
            open_casino.ask("erin", "/api/links/sevens/tables", table=table)
            open_casino.ask(player, "/api/buy-in", amount=100_000)
            open_casino.ask(player, f"/api/tables/{table}/sit", box=4)
        yield open_casino


def bet(house: Casino, who: str, table: str) -> None:
    house.ask(who, f"/api/tables/{table}/bet", box=4, bets={"main": 1000, "blazing-7s": 500})


def dealt(house: Casino, dealer: str, table: str = "sevens-table") -> None:
    """The buttons of the dealer display up to the cards, each when it is its turn."""
    for kind in ("lights", "take", "deal"):
        step = house.view(dealer, table)["progressive"]["next"]
        assert (step["role"], step["kind"]) == ("dealer", kind)
        house.ask(dealer, f"/api/tables/{table}/jackpot/{kind}")


def test_sd_19_4__with_a_dealer_on_duty_the_table_deals_by_no_other_press(house: Casino) -> None:
    at = "/api/tables/sevens-table"
    house.ask("dana", f"{at}/duty", on=True)
    bet(house, "ann", "sevens-table")
    assert house.view("ann")["under_way"] is False
    assert house.view("ann")["progressive"]["meters"] == {"meter": 1_000_000}
    assert [one["calls"] for one in house.get("sam", "/api/tables")] == ["", "dealer"]
    for who, path, status, code in (
        ("ann", "jackpot/lights", 403, "wrong-role"),
        ("sam", "jackpot/lights", 403, "wrong-role"),
        ("dirk", "jackpot/lights", 409, "other-dealer"),
        ("dirk", "deal", 409, "other-dealer"),
        ("dana", "deal", 409, "lights-first"),
    ):
        reply = house.ask(who, f"{at}/{path}", status)
        assert reply["error"]["code"] == code, (who, path, reply)
    house.ask("dana", f"{at}/jackpot/lights")
    assert house.ask("ann", f"{at}/bet", 409, box=4, bets={"main": 500})["error"]["clause"] == "SD.19 (4)"
    house.ask("dana", f"{at}/jackpot/take")
    assert house.view("bob", "another")["progressive"]["meters"] == {"meter": 1_000_100}
    house.ask("dana", f"{at}/jackpot/deal")
    assert house.view("ann")["under_way"] is True


def test_sd_19_4__a_table_whose_dealer_goes_off_duty_deals_by_itself(house: Casino) -> None:
    house.ask("dana", "/api/tables/another/duty", on=True)
    bet(house, "bob", "another")
    assert house.view("bob", "another")["under_way"] is False
    house.ask("dana", "/api/tables/another/duty", on=False)
    assert house.view("bob", "another")["under_way"] is True
    assert house.view("bob", "another")["progressive"]["under_way"] is False


def test_sd_19_1__an_executive_approves_a_table(house: Casino) -> None:
    game: dict[str, Any] = {"game": "sd-blackjack+blazing-7s", "turn_seconds": 0, "link": "sevens"}
    house.ask("dana", "/api/tables", table="new", **game)
    house.ask("ann", "/api/tables/new/sit", box=4)
    assert house.view("ann", "new")["progressive"]["approved"] is False
    assert {one["table"]: one["calls"] for one in house.get("erin", "/api/tables")}["new"] == "executive"
    wager: dict[str, Any] = {"box": 4, "bets": {"main": 1000, "blazing-7s": 500}}
    assert house.ask("ann", "/api/tables/new/bet", 409, **wager)["error"]["code"] == "table-not-approved"
    for who in ("dana", "sam", "ann"):
        house.ask(who, "/api/links/sevens/tables", 403, table="new")
    house.ask("erin", "/api/links/sevens/tables", table="new")
    assert house.view("ann", "new")["progressive"]["approved"] is True
    house.ask("ann", "/api/tables/new/bet", **wager)


def test_a_jackpot_is_won_by_three_peoples_hands(house: Casino) -> None:
    at = "/api/tables/sevens-table"
    house.ask("dana", f"{at}/duty", on=True)
    bet(house, "ann", "sevens-table")
    dealt(house, "dana")
    assert house.view("ann")["progressive"]["next"]["kind"] == "select"
    assert [one["calls"] for one in house.get("sam", "/api/tables")] == ["", "dealer"]
    house.ask("dana", f"{at}/jackpot/select", spot=4, outcome="777 suited")
    house.ask("sam", f"{at}/jackpot/swipe", 409, spot=4, password=PASSWORD)
    house.ask("sam", f"{at}/jackpot/confirm", spot=4)
    house.ask("erin", f"{at}/jackpot/swipe", 401, spot=4, password="wrong")
    house.ask("sam", f"{at}/jackpot/swipe", 409, spot=4, password=PASSWORD)
    house.ask("ann", f"{at}/act", 409, action="stand")
    before = house.get("ann", "/api/me")["chips"]
    progressive = house.view("bob", "another")["progressive"]
    assert (progressive["meters"], progressive["frozen"]) == ({"meter": 1_000_100}, {"meter": 1_000_100})
    assert house.get("bob", "/api/links")["links"][0]["frozen"] == {"meter": 1_000_100}
    house.ask("erin", f"{at}/jackpot/swipe", spot=4, password=PASSWORD)
    progressive = house.view("bob", "another")["progressive"]
    assert (progressive["meters"], progressive["frozen"]) == ({"meter": 1_000_015}, {})
    assert house.get("ann", "/api/me")["chips"] == before + 1_000_100
    house.ask("dana", f"{at}/jackpot/end")
    house.ask("ann", f"{at}/act", action="stand")
    bet(house, "ann", "sevens-table")
    dealt(house, "dana")
    assert house.view("ann")["under_way"] is True
    assert PASSWORD not in str(house.get("ann", f"{at}/rounds/1"))


def test_where_nobody_is_on_duty_only_approvals_are_waited_for(house: Casino) -> None:
    bet(house, "ann", "sevens-table")
    progressive = house.view("ann")["progressive"]
    assert (progressive["next"]["role"], progressive["next"]["kind"]) == ("supervisor", "confirm")
    house.ask("sam", "/api/tables/sevens-table/jackpot/confirm", spot=4)
    house.ask("erin", "/api/tables/sevens-table/jackpot/swipe", spot=4, password=PASSWORD)
    assert house.view("ann")["progressive"]["under_way"] is False


def test_meters_of_other_tables_are_pushed(house: Casino) -> None:
    headers = {"origin": "http://floor.test", "host": "floor.test", "cookie": f"lammer={house.people.cookie('ann')}"}
    live = house.client.websocket_connect("/api/tables/sevens-table/live", headers=headers)
    # Leaving, the test client may cancel the server's side before it has said goodbye.
    with suppress(CancelledError), live as socket:
        assert socket.receive_json()["progressive"]["meters"] == {"meter": 1_000_000}
        bet(house, "bob", "another")
        assert socket.receive_json()["progressive"]["meters"] == {"meter": 1_000_100}


def test_a_local_floor_plays_every_part(tmp_path: Path, rigged: None) -> None:
    with casino(tmp_path, People(b"secret")) as house:
        house.client.post("/api/guest", json={"name": "ann"})
        house.ask("ann", "/api/tables", table="sevens-table", game="sd-blackjack+blazing-7s", turn_seconds=0)
        house.ask("ann", "/api/tables/sevens-table/sit", box=4)
        house.ask("ann", "/api/tables/sevens-table/duty", on=True)
        bet(house, "ann", "sevens-table")
        dealt(house, "ann")
        before = house.get("ann", "/api/me")["chips"]
        for role, kind in (("dealer", "select"), ("supervisor", "confirm"), ("executive", "swipe"), ("dealer", "end")):
            step = house.view("ann")["progressive"]["next"]
            assert (step["role"], step["kind"]) == (role, kind)
            said = {"spot": step["spot"]} if step["spot"] else {}
            said |= {"outcome": step["outcome"]} if kind == "select" else {}
            house.ask("ann", f"/api/tables/sevens-table/jackpot/{kind}", **said)
        assert house.get("ann", "/api/me")["chips"] == before + 1_000_100
        assert house.get("ann", "/api/links")["links"][0]["meters"] == {"meter": 1_000_015}


def test_a_local_table_presses_the_buttons_itself_unless_the_guest_comes_on_duty(tmp_path: Path, rigged: None) -> None:
    with casino(tmp_path, People(b"secret")) as house:
        house.client.post("/api/guest", json={"name": "ann"})
        house.ask("ann", "/api/tables", table="sevens-table", game="sd-blackjack+blazing-7s", turn_seconds=0)
        house.ask("ann", "/api/tables/sevens-table/sit", box=4)
        bet(house, "ann", "sevens-table")
        progressive = house.view("ann")["progressive"]
        assert (progressive["dealer"], progressive["approved"], progressive["next"]["kind"]) == ("", True, "confirm")
        house.ask("ann", "/api/tables/sevens-table/jackpot/confirm", spot=4)
        house.ask("ann", "/api/tables/sevens-table/jackpot/swipe", spot=4)
        assert house.view("ann")["progressive"]["under_way"] is False


def test_staff_that_came_later_is_enrolled(tmp_path: Path, users: Path) -> None:
    later = tmp_path / "users.toml"
    later.write_text(users.read_text("utf-8"), "utf-8")
    people = People(b"secret", read_users(later))
    with casino(tmp_path, people) as house:
        house.ask("erin", "/api/links", link="sevens")
        later.write_text(later.read_text("utf-8") + user_entry("eli", PASSWORD, ("executive",)), "utf-8")
        people._users = read_users(later)
        house.ask("erin", "/api/links/sevens/staff", 409, name="ann")
        house.ask("erin", "/api/links/sevens/staff", name="eli")
        house.ask("erin", "/api/links/sevens/staff", 409, name="sam")
        house.ask("erin", "/api/links/sevens/staff", 401, name="sam", approver="eli", password="wrong")
        house.ask("erin", "/api/links/sevens/staff", name="sam", approver="eli", password=PASSWORD)


def test_a_dealer_who_is_gone_is_relieved(house: Casino) -> None:
    at = "/api/tables/sevens-table"
    house.ask("dana", f"{at}/duty", on=True)
    bet(house, "ann", "sevens-table")
    house.ask("dana", f"{at}/jackpot/lights")
    house.ask("sam", f"{at}/jackpot/relieve", note="gone home")
    assert house.view("ann")["progressive"]["next"]["kind"] == "confirm"
