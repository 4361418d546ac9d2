"""A flood of failures must not fill the books with security events: they are written at the steps of their back-off,
with a count, and no faster than a few a minute; what an honest auditor needs is still there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from lammer.floor.accounts import side_of
from lammer.floor.house import Floor, create_floor
from lammer.ledger.verify import verify
from lammer.surfaces.web import security_log
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.people import Entry, People, hashed_password
from lammer.surfaces.web.security_log import BURST, PAGE, SecurityLog

PASSWORD = "a long password"


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return create_floor(tmp_path / "floor.db", tmp_path / "floor.key")


@pytest.fixture(scope="module")
def entry() -> Entry:
    return hashed_password(PASSWORD), ("player", "auditor")


@pytest.fixture
def client(floor: Floor, entry: Entry) -> Iterator[TestClient]:
    people = People(b"secret", {"ann": entry, "bob": entry})
    with TestClient(create_app(floor, people), base_url="http://floor.test") as client:
        client.post("/api/login", json={"name": "ann", "password": PASSWORD})
        yield client


def failures(log: SecurityLog, floor: Floor, count: int) -> int:
    """How many events so many failures make."""
    log.keep_in(floor.journal)
    for _ in range(count):
        log.failure("wrong-password", "-", address="192.0.2.1", count=1)
    return len(floor.journal.last_events(10**6))


def test_a_thousand_failures_make_a_few_events(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security_log, "A_SECOND", 0.0)  # however long the test takes
    log = SecurityLog()
    assert failures(log, floor, 1000) == BURST
    log._left = 1.0  # later
    log.failure("wrong-password", "-", address="192.0.2.1", count=1)
    assert log.page(0)[0]["unwritten"] == 1000 - BURST


def test_control_without_the_limit_each_is_written(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security_log, "BURST", 1e9)
    log = SecurityLog()
    assert failures(log, floor, 60) == 60


def test_refusals_of_a_role_are_written_at_powers_of_ten(client: TestClient, floor: Floor) -> None:
    for _ in range(25):
        assert client.post("/api/tables/one/void", json={"key": "a key of mine", "reason": "x"}).status_code == 403
    client.app.state.house.people.security.close()  # type: ignore[attr-defined]
    refusals = [one for one in client.get("/api/security").json() if one["what"] == "refused"]
    assert [one["count"] for one in refusals] == [10, 1]
    assert refusals[0]["needed"] == "supervisor"
    assert refusals[0]["user"] == "ann"


def test_what_happened_is_in_the_signed_chain_and_auditors_read_it(client: TestClient, floor: Floor) -> None:
    client.post("/api/login", json={"name": "bob", "password": "wrong"})
    client.post("/api/logout")
    assert client.get("/api/security").status_code == 401
    client.post("/api/login", json={"name": "bob", "password": PASSWORD})
    reply = client.get("/api/security").json()
    assert [(one["what"], one["user"]) for one in reply] == [
        ("log-in", "bob"),
        ("log-out", "ann"),
        ("wrong-password", "bob"),
        ("log-in", "ann"),
        ("users", "-"),
    ]
    assert reply[0]["address"] == "testclient"
    assert reply[-1]["users"]["ann"] == {"change": "added", "roles": ["player", "auditor"]}
    assert PASSWORD not in str(reply)
    assert client.get(f"/api/security?before={reply[1]['event']}").json() == reply[2:]
    verdict = verify(floor.journal.where, side_of=side_of)
    assert verdict.faults == ()
    events = floor.journal.last_events(PAGE)
    assert [event["kind"] for event in events] == ["security"] * len(events)
    assert events[-1]["about"] == "security/bob"
