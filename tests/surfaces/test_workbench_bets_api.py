"""Side bets, simulator and progressive over HTTP: what is wrong is named by its field, with its clause."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from lammer.floor.house import create_floor
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.limits import UNLIMITED
from lammer.surfaces.web.people import People

TRIPLE = {"game": "triple-win-20"}
SEARCH = TRIPLE | {"bet": "tw20-bonus", "paytable": "PT1", "edge_from": "0.05", "edge_to": "0.06", "pays": [7, 8, 20]}
SLICE = TRIPLE | {"rounds": 1000}
BANK = TRIPLE | {"bank": 50, "horizon": 1000}
SEVENS = {"game": "sd-blackjack+blazing-7s", "terms": "blazing-7s"}
REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    ("paytables/search", SEARCH | {"edge_from": "0.07"}, "edge", "SD.18 (10)"),
    ("paytables/search", SEARCH | {"hit_from": "2"}, "hit", "SD.18 (10)"),
    ("paytables/search", SEARCH | {"pays": [7, -1]}, "pays", "SD.18 (10)"),
    ("joint-play", {"game": "sd-free-bet", "bet": "pot-of-gold", "ratio": -1}, "ratio", ""),
    ("simulator/slice", SLICE | {"strategy": "/etc/passwd"}, "strategy", ""),
    ("simulator/slice", SLICE | {"seats": 0}, "seats", ""),
    ("simulator/slice", SLICE | {"rounds": 0}, "rounds", ""),
    ("simulator/slice", SLICE | {"seed": "-1"}, "seed", ""),
    ("simulator/slice", SLICE | {"shoe": "cut", "cut_decks": 90}, "cut_decks", "house"),
    ("simulator/slice", SLICE | {"first": 5}, "first", ""),
    ("simulator/bankroll", BANK | {"bank": -1}, "bank", ""),
    ("simulator/bankroll", BANK | {"horizon": 0}, "horizon", ""),
    ("progressive", SEVENS | {"meters": {"meter": -1}}, "meters.meter", "SD.19 (6)(vii)"),
    ("progressive", SEVENS | {"values": {"levels.meter.seed": 0}}, "levels.meter.seed", "SD.19 (6)(vii)"),
    ("progressive", SEVENS | {"terms": "/etc/passwd"}, "terms", ""),
    ("progressive", SEVENS | {"stake": 7}, "stake", ""),
    ("progressive/growth", SEVENS | {"years": 0}, "years", ""),
    ("progressive/growth", SEVENS | {"paths": 10**6}, "paths", ""),
]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("floor")
    people = People(b"a secret of this test")
    floor = create_floor(folder / "floor.db", folder / "floor.key")
    with TestClient(create_app(floor, people, UNLIMITED), base_url="http://floor.test") as client:
        client.cookies.set("lammer", people.cookie("ann"))
        yield client


@pytest.mark.parametrize(
    ("path", "body", "key", "clause"), REFUSED, ids=[f"{path} {key}" for path, _, key, _ in REFUSED]
)
def test_what_is_wrong_is_named(client: TestClient, path: str, body: dict[str, Any], key: str, clause: str) -> None:
    answer = client.post(f"/api/workbench/{path}", json=body)
    assert answer.status_code == 409, answer.text
    error = answer.json()["error"]
    assert list(error["keys"]) == [key]
    assert error["clause"] == clause


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("paytables/search", SEARCH | {"bet": "nothing"}, "no-such-bet"),
        ("paytables/search", SEARCH | {"paytable": "PT9"}, "no-such-paytable"),
        ("joint-play", TRIPLE | {"bet": "tw20-bonus"}, "not-on-play"),
        ("paytables", TRIPLE | {"overrides": ["side_bets.tw20-bonus.paytables.PT1=7"]}, "bad-value"),
    ],
)
def test_what_is_not_there_is_refused(client: TestClient, path: str, body: dict[str, Any], code: str) -> None:
    answer = client.post(f"/api/workbench/{path}", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, code)


def test_a_paytable_names_an_outcome_that_the_bet_lacks(client: TestClient) -> None:
    key = "side_bets.tw20-bonus.paytables.PT1"
    body = TRIPLE | {"overrides": [f'{key}={{basis="to 1",rows={{"five aces"=9}}}}']}
    error = client.post("/api/workbench/paytables", json=body).json()["error"]
    assert "'five aces' is not an outcome of this bet" in error["keys"][key]
    assert error["clause"] == "SD.18 (10)"


def test_choices_of_a_game(client: TestClient) -> None:
    simulator = client.get("/api/workbench/triple-win-20/simulator").json()
    assert {"house", "composition", "total"} <= {one["id"] for one in simulator["strategies"]}
    assert client.get("/api/workbench/triple-win-20/progressive").json()["terms"] == []
    sevens = client.get("/api/workbench/sd-blackjack+blazing-7s/progressive").json()
    assert "blazing-7s" in {one["terms"] for one in sevens["terms"]}
    assert client.get("/api/workbench/nothing/simulator").status_code == 404
