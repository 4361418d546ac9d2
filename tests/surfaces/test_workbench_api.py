"""The workbench's routes: figures, refusals with key and clause, the queue's answers, and limits of their own."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from lammer.floor.house import create_floor
from lammer.rules.loader import load_sheet, load_toml
from lammer.surfaces.web.analysis.analyst import Analyst
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.limits import Limits
from lammer.surfaces.web.people import People
from lammer.workbench.measures import difference, measures

STAND = ["dealer.soft_17=stand"]
NEGATIVE = 'side_bets.pot-of-gold.paytables.01={"basis"="to 1","rows"={"7 lammers"=-1}}'


def serving(folder: Path, limits: Limits) -> TestClient:
    floor = create_floor(folder / "floor.db", folder / "floor.key")
    return TestClient(create_app(floor, People(b"secret"), limits), base_url="http://floor.test")


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("floor"), Limits()) as client:
        assert client.post("/api/guest", json={"name": "Ann"}).status_code == 200
        yield client


def asked(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(f"/api/workbench/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_controls_come_with_clause_kind_and_default(ann: TestClient) -> None:
    reply = ann.get("/api/workbench/sd-free-bet").json()
    found = {one["key"]: one for group in reply["groups"] for one in group["controls"]}
    assert (reply["sheet"], reply["groups"][-1]["procedure"]) == ("sd-free-bet@2", True)
    assert found["dealer.soft_17"]["clause"] == "SD.14 1(h)"
    assert (found["dealer.soft_17"]["default"], found["dealer.soft_17"]["effects"]) == ("hit", 1)
    assert found["limits.minimum"]["effects"] == 0


def test_the_edge_with_both_differences(ann: TestClient) -> None:
    reply = asked(ann, "edge", game="sd-free-bet", overrides=STAND, pin={"game": "sd-blackjack"})
    mine, default, pinned = (
        measures(load_sheet(game, overrides))
        for game, overrides in (("sd-free-bet", tuple(STAND)), ("sd-free-bet", ()), ("sd-blackjack", ()))
    )
    assert (reply["house_edge"], reply["side_bets"]) == (mine["house_edge"], mine["side_bets"])
    assert reply["default"] == difference(mine, default)
    assert reply["pin"] == difference(mine, pinned)
    assert reply["overrides"] == STAND


def test_overrides_that_change_nothing_or_are_written_otherwise(ann: TestClient) -> None:
    written = ['dealer.soft_17="stand"', "shoe.decks=6", "shoe.least_a_box=7"]
    reply = asked(ann, "edge", game="sd-free-bet", overrides=written)
    assert reply["overrides"] == ["dealer.soft_17=stand", "shoe.minimum_cards_per_box=7"]


@pytest.mark.parametrize("path", ["edge", "spread", "effects", "sheet"])
@pytest.mark.parametrize(
    ("override", "key", "clause", "said"),
    [
        ("shoe.decks=3", "shoe.decks", "SD.14 1(j)", "3 is not allowed; choose from 6, 8"),
        (NEGATIVE, "side_bets.pot-of-gold.paytables.01", "SD.14 3(j)", "should be at least 0, found -1"),
        ("dealer.soft_18=hit", "dealer.soft_18", "", "did you mean dealer.soft_17"),
        ("dealer.hole_card=false", "dealer.peek_under", "house", "there is no hole card to check"),
        ("nonsense", "nonsense", "", "key=value"),
    ],
)
def test_a_bad_value_is_refused_with_key_clause_and_sentence(
    ann: TestClient, path: str, override: str, key: str, clause: str, said: str
) -> None:
    body: dict[str, Any] = {"game": "sd-free-bet", "overrides": [override]}
    answer = ann.post(f"/api/workbench/{path}", json=body | ({"key": "shoe.decks"} if path == "effects" else {}))
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["clause"]) == (409, "bad-value", clause)
    assert said in error["keys"][key]


@pytest.mark.parametrize("game", ["no-such-game", "blazing-7s", "sd-free-bet@99", "sd-blackjack+pot-of-gold"])
def test_an_unknown_game_is_not_found(ann: TestClient, game: str) -> None:
    assert ann.get(f"/api/workbench/{game}").status_code == 404
    answer = ann.post("/api/workbench/edge", json={"game": game})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no-such-game")


@pytest.mark.parametrize("game", ["../secrets.toml", "/etc/passwd", "a.toml", "sd-free-bet[shoe.decks=8]"])
def test_a_game_is_named_and_never_a_path(ann: TestClient, game: str) -> None:
    assert ann.post("/api/workbench/edge", json={"game": game}).status_code == 422


def test_effects_are_differences_of_edges(ann: TestClient) -> None:
    reply = asked(ann, "effects", game="sd-free-bet", key="dealer.soft_17")
    (effect,) = reply["effects"]
    edge = asked(ann, "edge", game="sd-free-bet", overrides=STAND)
    assert (effect["override"], effect["difference"]) == (STAND[0], edge["default"]["house_edge"])
    # From the changed game the same switch leads back.
    (back,) = asked(ann, "effects", game="sd-free-bet", overrides=STAND, key="dealer.soft_17")["effects"]
    assert (back["override"], back["difference"]) == ("dealer.soft_17=hit", -effect["difference"])


def test_an_effect_that_cannot_be_had_says_why(ann: TestClient) -> None:
    (effect,) = asked(ann, "effects", game="sd-free-bet", key="dealer.hole_card")["effects"]
    assert effect["difference"] is None
    assert "no hole card" in effect["refused"]
    (rank,) = asked(ann, "effects", game="sd-free-bet", key="split.pairs")["effects"]
    assert (rank["difference"], rank["refused"]) == (0, ""), "nobody splits ten-values"


def test_the_exported_sheet_loads(ann: TestClient) -> None:
    reply = asked(ann, "sheet", game="sd-free-bet", overrides=STAND)
    assert reply["file"] == f"{tomllib.loads(reply['text'])['id']}.toml"
    assert load_toml(reply["text"]).digest == load_sheet("sd-free-bet", tuple(STAND)).digest


def test_a_turn_of_before_is_superseded(ann: TestClient) -> None:
    body = {"game": "sd-free-bet", "page": "a page", "turn": 5}
    assert ann.post("/api/workbench/edge", json=body).status_code == 200
    late = ann.post("/api/workbench/edge", json=body | {"turn": 4})
    assert (late.status_code, late.json()["error"]["code"]) == (409, "superseded")
    assert ann.post("/api/workbench/edge", json=body).status_code == 200
    assert ann.post("/api/workbench/edge", json=body | {"page": "another", "turn": 4}).status_code == 200


def test_a_full_queue_is_told(tmp_path: Path) -> None:
    with serving(tmp_path, Limits()) as client:
        client.post("/api/guest", json={"name": "Ann"})
        client.app.state.house.analyst._queue = 0  # type: ignore[attr-defined]
        answer = client.post("/api/workbench/edge", json={"game": "sd-free-bet"})
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (503, "analysis-unavailable")
        assert "too many calculations are waiting" in error["text"]


def test_the_workbench_has_a_limit_of_its_own(tmp_path: Path) -> None:
    """Whoever has used it up can still ask the coach, and the other way round."""
    with serving(tmp_path, Limits(analyses=3, analyses_per_second=1e-6)) as client:
        client.post("/api/guest", json={"name": "Ann"})
        body = {"game": "sd-free-bet", "overrides": STAND}
        answers = [client.post("/api/workbench/sheet", json=body).status_code for _ in range(4)]
        assert answers == [200, 200, 200, 429]
        assert client.get("/api/report").status_code == 200


def test_a_slider_does_not_lock_anybody_out() -> None:
    """A change every 40 milliseconds, each asking twice, for two seconds."""
    limits = Limits()
    assert limits.analyses + 2 * limits.analyses_per_second >= 2 * 2 / 0.04


def test_no_child_before_somebody_asks(tmp_path: Path) -> None:
    with serving(tmp_path, Limits()) as client:
        analyst: Analyst = client.app.state.house.analyst  # type: ignore[attr-defined]
        client.post("/api/guest", json={"name": "Ann"})
        client.get("/api/games")
        assert not analyst.pids
        client.post("/api/workbench/edge", json={"game": "triple-win-20"})
        assert analyst.pids
