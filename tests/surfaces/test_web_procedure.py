"""European procedure over HTTP: the cut, the call of the supervisor, tables for training and others."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from lammer.floor.house import Floor, create_floor
from lammer.surfaces.web.app import create_app, time_passes
from lammer.surfaces.web.people import People, Role, read_users
from lammer.surfaces.web.server import House
from tests.users import user_entry

EU = "european-free-bet"
STAFF: dict[str, tuple[Role, ...]] = {
    "ann": ("player",),
    "bob": ("player",),
    "dana": ("dealer",),
    "sam": ("supervisor",),
    "pat": ("player", "supervisor"),
}


class Casino:
    """A floor with a login, whose clock the test moves."""

    def __init__(self, folder: Path, users: Path | None) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.people = People(b"secret", read_users(users) if users else None)
        self.floor: Floor = create_floor(folder / "floor.db", folder / "floor.key", now=lambda: self.now)
        self.app = create_app(self.floor, self.people)
        self.house: House = self.app.state.house
        self.client = TestClient(self.app, base_url="http://floor.test")
        self._keys = 0

    def asks(self, name: str, method: str, path: str, **body: Any) -> Any:
        self.client.cookies.clear()
        self.client.cookies.set("lammer", self.people.cookie(name))
        self._keys += 1
        sent = {"key": f"my key {self._keys}", **body} if method == "POST" else None
        return self.client.request(method, path, json=sent)

    def post(self, name: str, path: str, **body: Any) -> Any:
        answer = self.asks(name, "POST", f"/api/tables/t{path}" if path else "/api/tables", **body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def view(self, name: str = "ann") -> Any:
        return self.asks(name, "GET", "/api/tables/t").json()

    def opened(self, dealer: str = "dana", **more: Any) -> None:
        self.post(dealer, "", table="t", game=EU, **more)

    def seated(self, name: str = "ann", box: int = 1) -> None:
        self.floor.buy_in(f"chips for {name}", "house", name, 100_000)
        self.post(name, "/sit", box=box)

    def dealt(self) -> None:
        """Until a round waits for ann."""
        while not self.view()["under_way"]:
            if self.view()["cut"]:
                self.post("ann", "/cut", cards=100)
            self.post("ann", "/bet", box=1, bets={"main": 1000})

    def late(self) -> None:
        self.now += timedelta(seconds=31)
        time_passes(self.house)


@pytest.fixture(scope="module")
def users(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("users") / "users.toml"
    path.write_text("".join(user_entry(name, "a long password", roles) for name, roles in STAFF.items()), "utf-8")
    return path


@pytest.fixture
def casino(tmp_path: Path, users: Path) -> Iterator[Casino]:
    casino = Casino(tmp_path, users)
    with casino.client:
        yield casino


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Casino]:
    """A local floor, where everybody is a guest."""
    home = Casino(tmp_path, None)
    with home.client:
        yield home


def test_players_cut_refuse_and_are_passed_over_by_the_clock(casino: Casino) -> None:
    casino.opened()
    casino.seated("ann", 1)
    casino.seated("bob", 2)
    casino.seated("pat", 3)
    early = casino.asks("bob", "POST", "/api/tables/t/bet", box=2, bets={"main": 1000})
    assert (early.status_code, early.json()["error"]["code"]) == (409, "cut-first")
    assert casino.post("ann", "/cut", cards=0)["asked"] == "bob"
    casino.late()
    assert casino.view()["cut"]["player"] == "pat"
    assert casino.post("pat", "/cut", cards=200)["cut"] == {"by": "pat", "box": 3, "cards": 200}
    casino.post("bob", "/bet", box=2, bets={"main": 1000})


def test_a_table_that_everybody_has_left_in_thought_gets_its_cut(casino: Casino) -> None:
    casino.opened()
    casino.seated("ann", 1)
    casino.seated("bob", 2)
    casino.late()
    casino.late()
    assert casino.view()["cut"] is None
    casino.post("ann", "/bet", box=1, bets={"main": 1000})


def test_a_supervisor_who_is_there_is_called_and_answers(casino: Casino) -> None:
    casino.opened()
    casino.seated()
    casino.dealt()
    assert casino.asks("sam", "GET", "/api/tables").json()[0]["calls"] == ""  # sam is on the floor
    casino.late()
    (listed,) = casino.asks("sam", "GET", "/api/tables").json()
    assert listed["calls"] == "supervisor"
    assert casino.view("sam")["call"]["player"] == "ann"
    assert casino.post("sam", "/answer-call", absent=True)["answered"] == "sam"
    assert casino.view()["call"] is None
    steps = casino.asks("ann", "GET", f"/api/tables/t/rounds/{casino.view()['round']}").json()["steps"]
    assert [(step["kind"], step["actor"]) for step in steps][-2:] == [("absent", "clock"), ("answer-call", "sam")]


def test_a_dealers_call_goes_to_the_supervisor_and_is_asked_again_under_its_key(casino: Casino) -> None:
    casino.opened(turn_seconds=0)
    casino.seated()
    casino.dealt()
    casino.asks("sam", "GET", "/api/tables")
    casino.late()
    sent = {"key": "calls ann absent"}
    first, again = (casino.asks("dana", "POST", "/api/tables/t/absent", **sent).json() for _ in range(2))
    assert (first["called"], again["called"], again["repeated"]) == ("supervisor", "supervisor", True)
    casino.late()
    assert casino.view()["call"] is None
    assert not casino.view()["under_way"]


@pytest.mark.parametrize("there", ["nobody", "pat"])
def test_where_no_other_supervisor_is_there_the_rule_plays_when_time_is_over(casino: Casino, there: str) -> None:
    """Pat has the role, but is the one who is absent."""
    casino.opened()
    casino.seated("pat" if there == "pat" else "ann")
    name = "pat" if there == "pat" else "ann"
    while not casino.view(name)["under_way"]:
        if casino.view(name)["cut"]:
            casino.post(name, "/cut", cards=100)
        casino.post(name, "/bet", box=1, bets={"main": 1000})
    casino.late()
    assert not casino.view(name)["under_way"]


def test_a_supervisor_who_went_home_is_not_waited_for(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    casino.asks("sam", "GET", "/api/tables")
    casino.opened()
    casino.seated()
    casino.dealt()
    monkeypatch.setattr("lammer.surfaces.web.guard.RECENT_SECONDS", 0.0)
    casino.late()
    assert not casino.view()["under_way"]


def test_on_a_local_floor_the_answer_is_automatic(home: Casino) -> None:
    home.opened("ann")
    home.seated()
    home.dealt()
    home.asks("sam", "GET", "/api/tables")
    home.late()
    assert not home.view()["under_way"]


@pytest.mark.parametrize(("said", "training"), [({}, False), ({"training": True}, True), ({"training": False}, False)])
def test_a_served_table_is_for_training_when_opened_so(casino: Casino, said: dict[str, Any], training: bool) -> None:
    casino.opened(**said)
    assert casino.view()["training"] is training
    assert casino.asks("ann", "GET", "/api/tables").json()[0]["training"] is training
    casino.seated()
    casino.dealt()
    coached = casino.asks("ann", "GET", "/api/tables/t/coach")
    if training:
        assert coached.json().get("error", {}).get("code") != "no-devices"
    else:
        error = coached.json()["error"]
        assert (coached.status_code, error["code"], error["clause"]) == (409, "no-devices", "EU 8")


@pytest.mark.parametrize(("said", "training"), [({}, True), ({"training": False}, False)])
def test_a_local_table_is_for_training_unless_opened_otherwise(
    home: Casino, said: dict[str, Any], training: bool
) -> None:
    home.opened("ann", **said)
    assert (home.view()["training"], home.view()["coach"]) == (training, training)
