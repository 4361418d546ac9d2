"""The trainer over HTTP: rounds in the history, reviews that tell no secret, the report, drills."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from lammer.floor.house import Floor, create_floor
from lammer.floor.recall import rounds_of
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.limits import UNLIMITED
from lammer.surfaces.web.people import People
from lammer.surfaces.web.users_file import UsersFile
from lammer.table.notation import read_round
from tests.ledger.jackpot_floor import STAKE, TWO, House
from tests.surfaces.rigged_server import rig_for_a_test
from tests.users import user_entry

SHOE = "| 8h Th 6c 8d 6d Tc | 5c"


def client_of(floor: Floor, player: str = "") -> TestClient:
    people = People(b"a secret of this test")
    client = TestClient(create_app(floor, people, UNLIMITED), base_url="http://floor.test")
    if player:
        client.cookies.set("lammer", people.cookie(player))
    return client


@pytest.fixture
def floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Floor:
    """Ann has eights and bob sixteen against a six; it is ann's turn."""
    rig_for_a_test(monkeypatch, {"t": [SHOE]})
    made = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    made.open_table("open t", "house", "t", "sd-free-bet", turn_seconds=0)
    for box, player in enumerate(("ann", "bob"), 1):
        made.buy_in(f"buy {player}", "house", player, 100_000)
        made.do("sit", f"sit {player}", player, "t", box=box)
        made.do("bet", f"bet {player}", player, "t", box=box, bets={"main": 1000})
    made.do("deal", "deal t", "house", "t")
    return made


def finish(floor: Floor) -> None:
    for player in ("ann", "bob"):
        floor.do("act", f"{player} stands", player, "t", action="stand")


def test_a_round_under_way_is_not_told(floor: Floor) -> None:
    ann = client_of(floor, "ann")
    answer = ann.get("/api/tables/t/rounds/1/review")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no-such-round")
    assert ann.get("/api/tables/t/rounds").json() == ann.get("/api/tables/t/grades").json() == []
    assert ann.get("/api/report").json()["rounds"] == 0


def test_history_grades_review_and_report_agree(floor: Floor) -> None:
    finish(floor)
    ann = client_of(floor, "ann")
    (row,) = ann.get("/api/tables/t/rounds").json()
    assert [(seat["player"], seat["hands"][0]["cards"], seat["hands"][0]["total"]) for seat in row["seats"]] == [
        ("ann", ["8h", "8d"], 16),
        ("bob", ["Th", "6d"], 16),
    ]
    assert (row["dealer"], row["dealer_total"]) == (["6c", "Tc", "5c"], 21)
    (graded,) = ann.get("/api/tables/t/grades").json()
    (mine,) = graded["decisions"]
    assert (mine["grade"], mine["best"], mine["box"]) == ("blunder", "free-split", 1)
    review = ann.get("/api/tables/t/rounds/1/review").json()
    assert review["steps"][0]["decision"] == mine
    assert review["steps"][0]["play"]["dealer"]["cards"] == ["6c", "??"]
    assert review["result"]["dealer"]["cards"] == ["6c", "Tc", "5c"]
    report = ann.get("/api/report?table=t").json()
    assert (report["rounds"], report["net"], report["costliest"][0]["decision"]) == (1, -1000, mine)
    assert report == ann.get("/api/report").json()
    (line,) = ann.get("/api/report.jsonl").text.splitlines()
    assert json.loads(line)["cost"] == mine["cost"]
    assert client_of(floor, "cid").get("/api/report").json()["rounds"] == 0


def test_a_line_is_reviewed_for_anybody_and_alike(floor: Floor) -> None:
    finish(floor)
    (row,) = rounds_of(floor, "t")
    nobody = client_of(floor)
    reply = nobody.post("/api/review", json={"notation": row["shared"]})
    assert reply.status_code == 200
    kept = client_of(floor, "ann").get("/api/tables/t/rounds/1/review").json()
    assert reply.json()["steps"] == kept["steps"]
    assert [seat["player"] for seat in reply.json()["seats"]] == ["", ""]


@pytest.mark.parametrize(
    "line", ["/etc/passwd 1:10 | Ah", "own.toml 1:10 | Ah", "sd-free-bet 1:10 | 8h", "no-game 1:10"]
)
def test_lines_that_are_no_finished_round_by_name_are_refused(floor: Floor, line: str) -> None:
    answer = client_of(floor).post("/api/review", json={"notation": line})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "bad-notation")


def test_a_drill_over_http(floor: Floor) -> None:
    ann = client_of(floor, "ann")
    asked = {"game": "sd-free-bet", "overrides": ["shoe.decks=8"], "drill": "mistakes"}
    assert ann.post("/api/drills/next", json=asked).json()["error"]["code"] == "no-such-hand"
    memory = {"answered": 5, "cards": {"8,8/6": [0, 5]}}
    hand = ann.post("/api/drills/next", json={**asked, "memory": memory}).json()
    assert (hand["key"], hand["again"]) == ("8,8/6", True)
    assert hand["play"]["dealer"]["cards"][1] == "??"
    wrong = ann.post("/api/drills/answer", json={"line": hand["line"], "action": "stand", "memory": memory}).json()
    assert (wrong["right"], wrong["memory"]) == (False, {"answered": 6, "cards": {"8,8/6": [0, 9]}})
    right = ann.post("/api/drills/answer", json={"line": hand["line"], "action": "free-split", "memory": memory}).json()
    assert (right["right"], right["memory"]["cards"]) == (True, {"8,8/6": [1, 15]})
    refused = ann.post("/api/drills/answer", json={"line": hand["line"], "action": "surrender", "memory": memory})
    assert refused.status_code == 409


def test_a_counting_drill_over_http(floor: Floor) -> None:
    ann = client_of(floor, "ann")
    asked = {
        "game": "sd-free-bet",
        "drill": "speed",
        "count": "ko",
        "length": 5,
        "progress": {"answers": 2, "right": 1},
    }
    question = ann.post("/api/drills/count/next", json=asked).json()
    assert (len(question["groups"]), question["text"][:30]) == (5, "Knock-Out, starting at −24: wh")
    given = {**asked, "seed": question["seed"], "answer": "99", "seconds": 3}
    wrong = ann.post("/api/drills/count/answer", json=given).json()
    assert (wrong["right"], wrong["cards"], wrong["progress"]["answers"]) == (False, 5, 3)
    right = ann.post("/api/drills/count/answer", json={**given, "answer": wrong["expected"]}).json()
    assert (right["right"], right["error"], right["progress"]["right"]) == (True, 0.0, 2)
    for changed, code in (
        ({"answer": "banana"}, "no-such-answer"),
        ({"count": "banana"}, "bad-count"),
        ({"drill": "index", "line": "banana"}, "bad-notation"),
        ({"drill": "index", "line": "sd-free-bet 1:10 | 8h 6c"}, "no-decision"),
        ({"drill": "index", "line": "sd-free-bet 1:10 | Th 6c Td Tc"}, "no-such-hand"),
    ):
        refused = ann.post("/api/drills/count/answer", json={**given, **changed})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, code)


def test_progress_of_a_user_is_kept_by_the_house(tmp_path: Path) -> None:
    """What a browser sends does not count then. Another drill, another user and a server that starts again each find
    their own."""
    users = tmp_path / "users.toml"
    users.write_text("".join(user_entry(name, "correct horse", ("player",)) for name in ("ann", "bob")), "utf-8")
    made = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")

    def answered(name: str, drill: str, floor: Floor) -> dict[str, Any]:
        people = People(b"", UsersFile(users))
        client = TestClient(create_app(floor, people, UNLIMITED), base_url="http://floor.test")
        client.cookies.set("lammer", people.cookie(name))
        asked = {"game": "sd-free-bet", "drill": drill, "progress": {"answers": 40, "right": 40}}
        question = client.post("/api/drills/count/next", json=asked).json()
        given = {**asked, "seed": question["seed"], "answer": "99", "seconds": 3}
        progress = client.post("/api/drills/count/answer", json=given).json()["progress"]
        return {name: progress[name] for name in ("answers", "right", "seconds")}

    once, twice = ({"answers": times, "right": 0, "seconds": 3.0 * times} for times in (1, 2))
    assert answered("ann", "decks", made) == once
    assert answered("ann", "true-count", made) == once
    assert answered("bob", "decks", made) == once
    made.journal.close()
    again = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    assert answered("ann", "decks", again) == twice
    again.journal.close()


def test_the_jackpots_wager_is_in_the_line_that_is_shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rig_for_a_test(monkeypatch, {"t": [TWO]})
    house = House(tmp_path)
    house.table("t", "ann", dealer="")
    house.deal("t", "ann")
    house.stand("t", "ann")
    (row,) = rounds_of(house.floor, "t")
    assert "blazing-7s=5" in row["shared"]
    assert "blazing-7s=5" not in row["notation"]
    (seat,) = row["seats"]
    assert seat["jackpot"] == STAKE
    (side,) = read_round(row["shared"]).round.settlement.sides  # type: ignore[union-attr]
    assert side.net == seat["jackpot_net"]
