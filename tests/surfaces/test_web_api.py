"""The API at its door: every role at every endpoint, and what is malformed, stale, repeated or from elsewhere."""

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from lammer.floor.house import create_floor
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.guard import A_SECOND, BURST
from lammer.surfaces.web.live import MAX_MESSAGES
from lammer.surfaces.web.middleware import LARGEST_BODY
from lammer.surfaces.web.people import MAX_FAILURES, ROLES, NotLetIn, People, read_users
from tests.users import user_entry

HERE = {"base_url": "http://floor.test"}
PASSWORD = "a long password"


@pytest.fixture(scope="module")
def users(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One user of each role, named after it; hashing is slow on purpose, so once."""
    path = tmp_path_factory.mktemp("users") / "users.toml"
    path.write_text("".join(user_entry(role, PASSWORD, (role,)) for role in ROLES), encoding="utf-8")
    return path


@pytest.fixture
def people(users: Path) -> People:
    return People(b"secret", read_users(users))


@contextmanager
def served(people: People, folder: Path) -> Iterator[TestClient]:
    floor = create_floor(folder / "floor.db", folder / "floor.key")
    floor.open_table("open", "house", "one", "sd-free-bet")
    with TestClient(create_app(floor, people), **HERE) as client:  # type: ignore[arg-type]
        yield client


@pytest.fixture
def server(people: People, tmp_path: Path) -> Iterator[TestClient]:
    with served(people, tmp_path) as client:
        yield client


@pytest.fixture(scope="module")
def workbench(users: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, People]]:
    """One server for all of the workbench: nothing asked there changes the floor, and its analyzer is slow to start."""
    people = People(b"secret", read_users(users))
    with served(people, tmp_path_factory.mktemp("workbench")) as client:
        yield client, people


def as_(server: TestClient, people: People, role: str) -> TestClient:
    server.cookies.clear()
    if role != "nobody":
        server.cookies.set("lammer", people.cookie(role))
    return server


KEY = {"key": "a key of mine"}
EVERYBODY, LOGGED_IN = ("nobody", *ROLES), ROLES
STAFF = ("dealer", "supervisor", "executive", "auditor", "administrator")
SEARCH = {"game": "triple-win-20", "bet": "tw20-bonus", "paytable": "PT1", "edge_from": "0.05", "edge_to": "0.06"} | {
    "pays": [7, 8, 10, 20]
}
SEVENS = {"game": "sd-blackjack+blazing-7s", "terms": "blazing-7s"}
FLAT_BETS = {"game": "sd-blackjack", "overrides": ["split.maximum_hands=1"], "bankroll": "500", "hours": 1}
MATRIX: dict[tuple[str, str], tuple[tuple[str, ...], dict[str, Any] | None]] = {
    ("GET", "/api/me"): (LOGGED_IN, None),
    ("GET", "/api/session"): (EVERYBODY, None),
    ("GET", "/api/tables/{table}/side-bets"): (LOGGED_IN, None),
    ("GET", "/api/security"): (("auditor",), None),
    ("GET", "/api/games"): (EVERYBODY, None),
    ("GET", "/api/preparation"): (LOGGED_IN, None),
    ("GET", "/api/tables"): (LOGGED_IN, None),
    ("GET", "/api/tables/{table}"): (LOGGED_IN, None),
    ("GET", "/api/tables/{table}/rounds"): (LOGGED_IN, None),
    ("GET", "/api/tables/{table}/rounds/{number}"): (LOGGED_IN, None),
    ("GET", "/api/tables/{table}/records"): (LOGGED_IN, None),
    ("GET", "/api/events"): (LOGGED_IN, None),
    ("GET", "/api/tables/{table}/coach"): (LOGGED_IN, None),
    ("GET", "/api/tables/{table}/verdicts"): (LOGGED_IN, None),
    ("GET", "/api/tables/{table}/grades"): (LOGGED_IN, None),
    ("GET", "/api/tables/{table}/rounds/{number}/review"): (LOGGED_IN, None),
    ("GET", "/api/report"): (LOGGED_IN, None),
    ("GET", "/api/report.csv"): (LOGGED_IN, None),
    ("GET", "/api/report.jsonl"): (LOGGED_IN, None),
    ("POST", "/api/review"): (EVERYBODY, {"notation": "triple-win-20 1:10 | Ah"}),
    ("POST", "/api/drills/next"): (LOGGED_IN, {"game": "sd-free-bet", "drill": "pairs"}),
    ("POST", "/api/drills/count/next"): (LOGGED_IN, {"game": "sd-free-bet", "drill": "decks"}),
    ("POST", "/api/drills/count/answer"): (
        LOGGED_IN,
        {"game": "sd-free-bet", "drill": "decks", "seed": "1", "answer": "3"},
    ),
    ("POST", "/api/drills/remember"): (LOGGED_IN, {"game": "sd-free-bet", "hands": ["8,8/6"]}),
    ("POST", "/api/drills/answer"): (LOGGED_IN, {"line": "sd-free-bet 1:10 | 8h 6c 8d Tc", "action": "stand"}),
    ("GET", "/api/workbench/{game}"): (LOGGED_IN, None),
    ("POST", "/api/workbench/edge"): (LOGGED_IN, {"game": "sd-free-bet"}),
    ("POST", "/api/workbench/spread"): (LOGGED_IN, {"game": "triple-win-20"}),
    ("POST", "/api/workbench/spread/quick"): (LOGGED_IN, {"game": "triple-win-20"}),
    ("POST", "/api/workbench/effects"): (LOGGED_IN, {"game": "sd-free-bet", "key": "shoe.decks"}),
    ("POST", "/api/workbench/sheet"): (LOGGED_IN, {"game": "sd-free-bet"}),
    ("POST", "/api/workbench/paper"): (LOGGED_IN, {"game": "sd-free-bet", "kind": "felt"}),
    ("POST", "/api/workbench/paper/progress"): (LOGGED_IN, {"game": "sd-free-bet", "kind": "felt"}),
    ("POST", "/api/workbench/chart"): (LOGGED_IN, {"game": "triple-win-20"}),
    ("POST", "/api/workbench/chart/played"): (LOGGED_IN, {"game": "triple-win-20", "edits": ["hard16vT:S"]}),
    ("POST", "/api/workbench/chart/cell"): (LOGGED_IN, {"game": "triple-win-20", "cell": "hard16vT"}),
    ("POST", "/api/workbench/hand"): (LOGGED_IN, {"game": "sd-free-bet", "cards": "88", "up": "6"}),
    ("POST", "/api/workbench/paytables"): (LOGGED_IN, {"game": "triple-win-20"}),
    ("POST", "/api/workbench/paytables/search"): (LOGGED_IN, SEARCH),
    ("POST", "/api/workbench/joint-play"): (LOGGED_IN, {"game": "triple-win-20", "bet": "tw20-bonus"}),
    ("GET", "/api/workbench/{game}/simulator"): (LOGGED_IN, None),
    ("POST", "/api/workbench/simulator/slice"): (LOGGED_IN, {"game": "triple-win-20", "rounds": 1000}),
    ("POST", "/api/workbench/simulator/edge"): (LOGGED_IN, {"game": "triple-win-20"}),
    ("POST", "/api/workbench/simulator/nets"): (LOGGED_IN, {"game": "triple-win-20"}),
    ("POST", "/api/workbench/simulator/bankroll"): (LOGGED_IN, {"game": "triple-win-20", "bank": 50, "horizon": 100}),
    ("GET", "/api/workbench/{game}/risk"): (LOGGED_IN, None),
    ("POST", "/api/workbench/risk"): (LOGGED_IN, FLAT_BETS),
    ("POST", "/api/workbench/risk/progress"): (LOGGED_IN, FLAT_BETS),
    ("GET", "/api/workbench/{game}/progressive"): (LOGGED_IN, None),
    ("POST", "/api/workbench/progressive"): (LOGGED_IN, SEVENS),
    ("POST", "/api/workbench/progressive/growth"): (LOGGED_IN, SEVENS | {"paths": 20}),
    ("POST", "/api/guest"): ((), {"name": "somebody"}),
    ("POST", "/api/login"): (EVERYBODY, {"name": "player", "password": PASSWORD}),
    ("POST", "/api/first-user"): ((), {"token": "a guess", "name": "somebody", "password": PASSWORD}),
    ("POST", "/api/logout"): (EVERYBODY, None),
    ("POST", "/api/buy-in"): (("player",), {**KEY, "amount": 1000}),
    ("POST", "/api/tables"): (("dealer",), {**KEY, "table": "two", "game": "sd-free-bet"}),
    ("POST", "/api/tables/{table}/sit"): (("player",), {**KEY, "box": 1}),
    ("POST", "/api/tables/{table}/leave"): (("player",), {**KEY, "box": 1}),
    ("POST", "/api/tables/{table}/cut"): (("player",), {**KEY, "cards": 100}),
    ("POST", "/api/tables/{table}/bet"): (("player",), {**KEY, "box": 1, "bets": {"main": 1000}}),
    ("POST", "/api/tables/{table}/act"): (("player",), {**KEY, "action": "hit"}),
    ("POST", "/api/tables/{table}/deal"): (("dealer",), KEY),
    ("POST", "/api/tables/{table}/absent"): (("dealer",), KEY),
    ("POST", "/api/tables/{table}/answer-call"): (("supervisor",), {**KEY, "absent": True}),
    ("POST", "/api/tables/{table}/void"): (("supervisor",), {**KEY, "reason": "a card fell"}),
    ("POST", "/api/tables/{table}/close"): (("dealer",), {**KEY, "reason": "the shift is over"}),
    ("GET", "/api/tables/{table}/effects"): (("dealer", "supervisor"), None),
    ("GET", "/api/staff"): (STAFF, None),
    ("GET", "/api/pit/forms"): (STAFF[:4], None),
    ("POST", "/api/pit/forms"): (STAFF[:4], {**KEY, "table": "one", "kind": "fill", "chips": {"500": 1}}),
    ("POST", "/api/pit/forms/{form}/sign"): (STAFF[:4], KEY),
    ("POST", "/api/pit/forms/{form}/void"): (STAFF[:4], {**KEY, "reason": "wrong table"}),
    ("GET", "/api/pit/report"): (STAFF[1:4], None),
    ("GET", "/api/pit/report.csv"): (STAFF[1:4], None),
    ("POST", "/api/pit/notes"): (
        STAFF[1:3],
        {**KEY, "table": "one", "by": "day", "period": "2026-01-31", "rounds": 1, "note": "why"},
    ),
    ("POST", "/api/tables/{table}/reopen"): (("dealer",), KEY),
    ("POST", "/api/verify"): (("auditor",), None),
    ("GET", "/api/users"): (("administrator",), None),
    ("POST", "/api/users"): (
        ("administrator",),
        {**KEY, "name": "new", "password": PASSWORD, "roles": ["player"]},
    ),
    ("POST", "/api/users/{name}/roles"): (("administrator",), {**KEY, "roles": ["player"]}),
    ("POST", "/api/users/{name}/password"): (("administrator",), {**KEY, "password": PASSWORD}),
    ("POST", "/api/users/{name}/remove"): (("administrator",), {**KEY, "reason": "has left"}),
    ("GET", "/api/approved-sheets"): (LOGGED_IN, None),
    ("POST", "/api/approved-sheets"): (("executive", "administrator"), {**KEY, "game": "sd-free-bet"}),
    ("GET", "/api/links"): (LOGGED_IN, None),
    ("GET", "/api/links/{link}/papers"): (("supervisor", "executive", "auditor"), None),
    ("POST", "/api/links/{link}/papers/{form}"): (("supervisor", "executive", "auditor"), {"event": 1}),
    ("GET", "/api/terms"): (LOGGED_IN, None),
    ("POST", "/api/links"): (("executive",), {**KEY, "link": "sevens"}),
    ("POST", "/api/tables/{table}/duty"): (("dealer",), {**KEY, "on": True}),
    ("POST", "/api/tables/{table}/jackpot/select"): (("dealer",), {**KEY, "spot": 1, "outcome": "777"}),
    ("POST", "/api/tables/{table}/jackpot/lights"): (("dealer",), KEY),
    ("POST", "/api/tables/{table}/jackpot/take"): (("dealer",), KEY),
    ("POST", "/api/tables/{table}/jackpot/deal"): (("dealer",), KEY),
    ("POST", "/api/tables/{table}/jackpot/end"): (("dealer",), KEY),
    ("POST", "/api/links/{link}/tables"): (("executive",), {**KEY, "table": "one"}),
    ("POST", "/api/tables/{table}/jackpot/confirm"): (("supervisor",), {**KEY, "spot": 1}),
    ("POST", "/api/links/{link}/staff"): (("executive",), {**KEY, "name": "dealer"}),
    ("POST", "/api/tables/{table}/jackpot/relieve"): (("supervisor",), {**KEY, "note": "gone home"}),
    ("POST", "/api/tables/{table}/jackpot/swipe"): (
        ("supervisor", "executive"),
        {**KEY, "spot": 1, "password": PASSWORD},
    ),
    ("POST", "/api/tables/{table}/jackpot/void"): (("executive",), {**KEY, "spot": 1, "note": "why"}),
}
"""Who may come in. The floor may still refuse what they ask (404, 409); the door does not (401, 403)."""


def test_every_endpoint_is_in_the_matrix(server: TestClient) -> None:
    """Default deny: a route that nobody thought about is noticed here."""
    paths = server.app.openapi()["paths"]  # type: ignore[attr-defined]
    found = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert found == {*MATRIX, ("GET", "/livez"), ("GET", "/healthz"), ("GET", "/metrics")}


LOCKS = ("POST", "/api/first-user")
"""A few wrong tokens lock it for everybody, so each role asks a server of its own."""
ASKED = [(*endpoint, EVERYBODY) for endpoint in MATRIX if endpoint != LOCKS] + [(*LOCKS, (one,)) for one in EVERYBODY]


@pytest.mark.parametrize(
    ("method", "path", "roles"),
    ASKED,
    ids=lambda value: value if isinstance(value, str) else f"{len(value)} roles, {value[0]}",
)
def test_every_role_at_every_endpoint(
    request: pytest.FixtureRequest, method: str, path: str, roles: tuple[str, ...]
) -> None:
    """Those who are not let in ask first, of a floor that nobody has changed."""
    allowed, body = MATRIX[method, path]
    if path.startswith("/api/workbench/"):
        server, people = request.getfixturevalue("workbench")
    else:
        server, people = request.getfixturevalue("server"), request.getfixturevalue("people")
    for role in sorted(roles, key=lambda role: role in allowed):
        client = as_(server, people, role)
        form = "terms" if "{link}" in path else "F-000001"
        where = path.format(table="one", form=form, number=1, link="sevens", name="player", game="sd-free-bet")
        if where == "/api/events":
            where += "?follow=false"  # else it would not end
        answer = client.request(method, where, json=body)
        if role in allowed:
            assert answer.status_code in (200, 404, 409), f"{role}: {answer.text}"
        else:
            assert answer.status_code in (401, 403), f"{role}: {answer.text}"
            assert answer.json()["error"]["code"] in ("not-logged-in", "wrong-role", "not-let-in"), role


@pytest.mark.parametrize("name", ["friday night", "-friday", "x" * 41, ""])
def test_a_bad_table_name_is_refused_in_plain_words(server: TestClient, people: People, name: str) -> None:
    body = {**KEY, "table": name, "game": "sd-free-bet"}
    answer = as_(server, people, "dealer").post("/api/tables", json=body)
    message = "A table name has letters, digits and dashes, for example friday-night."
    error = answer.json()["error"]
    assert (answer.status_code, error["text"], error["keys"]) == (422, message, {"table": message})
    assert "^" not in answer.text


def test_other_requests_that_cannot_be_read_name_the_field_and_no_pattern(server: TestClient, people: People) -> None:
    body = {**KEY, "table": "one", "game": "Free Bet!", "turn_seconds": -1}
    answer = as_(server, people, "dealer").post("/api/tables", json=body)
    error = answer.json()["error"]
    assert answer.status_code == 422
    assert error["text"] == "Some values of this request cannot be used: game, turn_seconds."
    assert set(error["keys"]) == {"game", "turn_seconds"}
    assert "^" not in answer.text


@pytest.mark.parametrize("body", [KEY, {**KEY, "reason": ""}, {**KEY, "reason": "x" * 201}])
def test_a_round_is_interrupted_for_a_reason(server: TestClient, people: People, body: dict[str, Any]) -> None:
    refused = as_(server, people, "supervisor").post("/api/tables/one/void", json=body)
    assert refused.status_code == 422
    assert "reason" in refused.text


@pytest.mark.parametrize("role", EVERYBODY)
def test_every_role_at_the_live_view(server: TestClient, people: People, role: str) -> None:
    client = as_(server, people, role)
    cookie = f"lammer={people.cookie(role)}" if role != "nobody" else ""
    headers = {"origin": HERE["base_url"], "host": "floor.test", "cookie": cookie}
    if role == "nobody":
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/tables/one/live", headers=headers):
            pass
        return
    view = {}
    # Leaving, the test client may cancel the server's side before it has said goodbye.
    with suppress(CancelledError), client.websocket_connect("/api/tables/one/live", headers=headers) as socket:
        view = socket.receive_json()
    assert view["table"] == "one"


@pytest.mark.parametrize("origin", ["http://elsewhere.test", "", "null"])
def test_other_pages_cannot_listen(server: TestClient, people: People, origin: str) -> None:
    headers = {"cookie": f"lammer={people.cookie('player')}", "host": "floor.test"}
    headers |= {"origin": origin} if origin else {}
    with (
        pytest.raises(WebSocketDisconnect),
        server.websocket_connect("/api/tables/one/live", headers=headers),
    ):
        pass


def test_other_pages_cannot_ask(server: TestClient, people: People) -> None:
    client = as_(server, people, "player")
    asked = {**KEY, "amount": 1000}
    refused = client.post("/api/buy-in", json=asked, headers={"origin": "http://elsewhere.test"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "other-origin")
    assert client.post("/api/buy-in", json=asked).json()["chips"] == 1000


def test_a_cookie_that_was_tampered_with_is_nobodys(server: TestClient, people: People) -> None:
    cookie = people.cookie("player")
    for wrong in (cookie[:-1] + ("A" if cookie[-1] != "A" else "B"), cookie[::-1], cookie + "=", "\u00e9", "player"):
        answer = server.get("/api/me", headers={b"cookie": f"lammer={wrong}".encode()})
        assert answer.status_code == 401, wrong
    assert server.get("/api/me", headers={"cookie": f"lammer={cookie}"}).status_code == 200


def test_too_many_wrong_passwords_lock_the_name(server: TestClient) -> None:
    for _ in range(MAX_FAILURES):
        assert server.post("/api/login", json={"name": "player", "password": "wrong"}).status_code == 401
    locked = server.post("/api/login", json={"name": "player", "password": PASSWORD})
    assert (locked.status_code, locked.json()["error"]["code"]) == (429, "locked")


def test_too_many_requests_are_slowed_down(server: TestClient, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """In no time at all: a slow machine would let the bucket fill again."""
    monkeypatch.setattr("lammer.surfaces.web.guard.time", SimpleNamespace(monotonic=lambda: 0.0))
    client = as_(server, people, "auditor")
    codes = [client.get("/api/tables").status_code for _ in range(int(BURST) + 5)]
    assert codes == [200] * int(BURST) + [429] * 5
    monkeypatch.setattr("lammer.surfaces.web.guard.time", SimpleNamespace(monotonic=lambda: 1.0))
    codes = [client.get("/api/tables").status_code for _ in range(int(A_SECOND) + 1)]
    assert codes == [200] * int(A_SECOND) + [429]  # being refused has cost nothing


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("sit", {"box": 1}),
        ("sit", {**KEY, "box": 0}),
        ("sit", {**KEY, "box": "one"}),
        ("sit", {**KEY, "box": 1, "player": "somebody else"}),
        ("bet", {**KEY, "box": 1, "bets": {"main": -5}}),
        ("bet", {**KEY, "box": 1, "bets": {"main": 1.5}}),
        ("bet", {**KEY, "box": 1, "bets": {"x" * 100: 5}}),
        ("bet", {**KEY, "box": 1, "bets": [1]}),
        ("cut", {**KEY, "cards": -1}),
        ("cut", {**KEY, "cards": "many"}),
        ("act", {**KEY, "action": ""}),
        ("act", {"key": "short", "action": "hit"}),
        ("act", []),
    ],
)
def test_what_is_malformed_is_told_and_changes_nothing(
    server: TestClient, people: People, path: str, body: object
) -> None:
    client = as_(server, people, "player")
    before = client.get("/api/tables/one").json()
    assert client.post(f"/api/tables/one/{path}", json=body).status_code == 422
    assert client.get("/api/tables/one").json() == before


def test_a_repeated_request_is_done_once_and_a_reused_key_refused(server: TestClient, people: People) -> None:
    client = as_(server, people, "player")
    first, again = (client.post("/api/buy-in", json={**KEY, "amount": 700}).json() for _ in range(2))
    assert (first["chips"], again["chips"], again["repeated"]) == (700, 700, True)
    other = client.post("/api/buy-in", json={**KEY, "amount": 800})
    assert (other.status_code, other.json()["error"]["code"]) == (409, "key-reused")


def test_one_users_key_is_not_anothers(tmp_path: Path) -> None:
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    with TestClient(create_app(floor, People(b"secret")), **HERE) as client:  # type: ignore[arg-type]
        for name in ("ann", "bob"):
            client.post("/api/guest", json={"name": name})
            assert client.post("/api/buy-in", json={**KEY, "amount": 1000}).json()["repeated"] is False


def test_a_player_out_of_turn_is_told_whose_turn_it_is(server: TestClient, people: People) -> None:
    client = as_(server, people, "player")
    answer = client.post("/api/tables/one/act", json={**KEY, "action": "hit"}).json()
    assert answer["error"]["code"] == "no-round"


def test_a_served_floor_has_no_guests_and_a_local_one_has(server: TestClient, tmp_path: Path) -> None:
    assert server.post("/api/guest", json={"name": "ann"}).status_code == 401
    floor = create_floor(tmp_path / "local.db", tmp_path / "local.key")
    with TestClient(create_app(floor, People(b"secret")), **HERE) as client:  # type: ignore[arg-type]
        assert client.post("/api/guest", json={"name": "<b>"}).status_code == 401
        reply = client.post("/api/guest", json={"name": "ann"}).json()
        assert (reply["chips"], reply["name"]) == (100_000, "ann")


def test_health_and_metrics_name_nobody(server: TestClient, people: People) -> None:
    as_(server, people, "player").get("/api/me")
    assert server.get("/healthz").json()["status"] == "ok"
    answer = server.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    metrics = answer.text
    assert '\nlammer_requests_total{method="GET",route="/api/me",status="200"} 1.0\n' in metrics
    assert '\nlammer_request_seconds_bucket{le="0.005"} ' in metrics
    assert "\nlammer_viewers 0.0\n" in metrics
    assert "player" not in metrics


def test_a_body_without_end_is_turned_away(server: TestClient, people: People) -> None:
    """Whether it says its length or comes in parts that do not."""
    client = as_(server, people, "player")
    parts = (b"x" * 1000 for _ in range(2 * LARGEST_BODY // 1000))
    for content in (b"x" * (LARGEST_BODY + 1), parts):
        answer = client.post("/api/buy-in", content=content, headers={"content-type": "application/json"})
        assert answer.status_code == 413, answer.text


def test_a_viewer_who_talks_without_end_is_let_go(server: TestClient, people: People) -> None:
    headers = {"origin": HERE["base_url"], "host": "floor.test", "cookie": f"lammer={people.cookie('spectator')}"}
    with suppress(CancelledError), server.websocket_connect("/api/tables/one/live", headers=headers) as socket:
        socket.receive_json()
        for _ in range(MAX_MESSAGES + 1):
            socket.send_text("hello?")
        with pytest.raises(WebSocketDisconnect) as gone:
            socket.receive_json()
        assert gone.value.code == 1008


def test_requests_are_logged_for_whoever_asks(
    server: TestClient, people: People, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "lammer.requests"):
        as_(server, people, "player").get("/api/tables/one")
    (line,) = [record for record in caplog.records if record.name == "lammer.requests"]
    assert line.fields["path"] == "/api/tables/one"  # type: ignore[attr-defined]
    assert line.fields["status"] == 200  # type: ignore[attr-defined]
    assert (line.fields["user"], line.fields["address"]) == ("player", "testclient")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "body", ['{"name":NaN,"password":"hush"}', '{"name":"\\ud800","password":"hush"}', '{"x":1e999}']
)
def test_what_cannot_be_told_again_is_refused_all_the_same(
    server: TestClient, body: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = server.post("/api/login", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 401, 422), answer.text
    assert "hush" not in answer.text + caplog.text


def test_an_origin_that_is_none_is_another(server: TestClient) -> None:
    assert server.post("/api/logout", headers={"origin": "http://["}).status_code == 403


@pytest.mark.parametrize("table", ["%00", "a%2Fb", "x" * 200, "%ED%A0%80"])
def test_a_name_no_table_can_have_is_asked_for_in_vain(server: TestClient, people: People, table: str) -> None:
    assert as_(server, people, "player").get(f"/api/tables/{table}").status_code == 404


def test_a_guests_cookie_opens_no_floor_with_users(people: People) -> None:
    assert people.who(People(b"secret").cookie("player")) is None


def test_nobody_locks_others_out_from_elsewhere(people: People) -> None:
    for _ in range(MAX_FAILURES):
        with pytest.raises(NotLetIn):
            people.login("player", "wrong", "10.0.0.1")
    with pytest.raises(NotLetIn, match="too many"):
        people.login("player", PASSWORD, "10.0.0.1")
    assert people.login("player", PASSWORD, "10.0.0.2")


def test_records_are_read_one_at_a_time(server: TestClient, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    client, codes = as_(server, people, "spectator"), []

    def slow(*_: object) -> Iterator[dict[str, str]]:
        codes.append(client.get("/api/tables/one/records").status_code)
        yield {}

    monkeypatch.setattr("lammer.surfaces.web.history.records_of", slow)
    assert client.get("/api/tables/one/records").status_code == 200
    assert codes == [429]
