"""The risk of a bankroll over HTTP: the command's figures with curves, and mistakes named by their field."""

import json
import shlex
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.surfaces.commands import run
from tests.surfaces.test_workbench_bets_api import client  # noqa: F401

PATH = "/api/workbench/risk"
GAME = {"game": "sd-blackjack", "overrides": ["split.maximum_hands=1"], "bankroll": "500", "hours": 2}
COUNTED = GAME | {"count": "hi-lo", "ramp": "1,1=2,3=8", "rounds": 100_000, "sit_out": True}


@pytest.mark.parametrize("body", [GAME | {"goal": "100", "kelly": 0.1234567}, COUNTED], ids=["flat", "counted"])
def test_the_figures_are_those_of_the_command_it_names(client: TestClient, body: dict[str, Any]) -> None:  # noqa: F811
    answer = client.post(PATH, json=body)
    assert answer.status_code == 200, answer.text
    reply = answer.json()
    done = run(*shlex.split(reply["command"])[1:], "--json")
    assert done.code == 0, done.error
    assert reply["found"] == json.loads(done.out)
    assert reply["found"]["rounds"] == 160
    assert reply["win_per_hour"] == pytest.approx(0.8 * 10 * reply["found"]["win_per_100"])
    assert reply["by_rounds"][-1]["hours"] == 2
    assert sum(one["chance"] for one in reply["winnings"]) == pytest.approx(1, abs=1e-3)
    assert client.post(f"{PATH}/progress", json=body).json() == {"done": 0, "of": 0, "part": ""}  # it is done


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({"ramp": "1,2=x"}, "ramp"),
        ({"count": "nothing"}, "count"),
        ({"bet": "1"}, "bet"),
        ({"bankroll": "-5"}, "bankroll"),
        ({"bankroll": "1000000"}, "bankroll"),
        ({"goal": "x"}, "goal"),
        ({"hours": 1e6}, "hours"),
        ({"rounds_per_hour": 0}, "rounds_per_hour"),
        ({"kelly": -1}, "kelly"),
        ({"seats": 9}, "seats"),
        ({"seats": 2, "count": "", "ramp": "1"}, "seats"),
        ({"best": 0.5}, "best"),
        ({"best": 2, "ramp": "1"}, "best"),
        ({"cut_decks": 90}, "cut_decks"),
        ({"rounds": 10**9}, "rounds"),
        ({"seed": "-1"}, "seed"),
        ({"strategy": "/etc/passwd"}, "strategy"),
        ({"ramp": "1,1=9000"}, "ramp"),
    ],
)
def test_what_is_wrong_is_named(client: TestClient, more: dict[str, Any], key: str) -> None:  # noqa: F811
    answer = client.post(PATH, json=COUNTED | more)
    assert answer.status_code == 409, answer.text
    assert list(answer.json()["error"]["keys"]) == [key]


def test_systems_to_choose_from(client: TestClient) -> None:  # noqa: F811
    choices = client.get("/api/workbench/sd-blackjack/risk").json()
    assert "hi-lo" in {one["id"] for one in choices["systems"]}
