"""Papers from the server: of the workbench's game by the analyst's processes, of a jackpot for the staff alone."""

import base64
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from lammer.papers.felt import felt_svg
from lammer.papers.forms.catalogue import Wanted, made
from lammer.papers.forms.checking import form_differences
from lammer.papers.forms.listing import printable
from lammer.papers.posted import sign_pdf
from lammer.papers.reading import read_pdf
from lammer.rules.loader import load_sheet
from lammer.surfaces.web.analysis.paper_work import WORKS
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.people import People, Role, read_users
from tests.ledger.jackpot_floor import LINK, NONE, SAME_SUIT, House
from tests.papers.form_books import REFERENCE, jackpot_with_forms
from tests.surfaces.rigged_server import rig_for_a_test
from tests.users import user_entry

GAME, STAND = "sd-blackjack", "dealer.soft_17=stand"
STAFF: dict[str, Role] = {"dana": "dealer", "sam": "supervisor", "erin": "executive", "ann": "player", "ida": "auditor"}
HAND: dict[str, Any] = {"table": "t", "hand": 1, "spot": 4}


def won_house(folder: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """Books in which ann has won the meter."""
    rig_for_a_test(monkeypatch, {"t": [SAME_SUIT, NONE]})
    house = House(folder)
    house.table("t", "ann")
    house.deal("t", "ann")
    house.step("select", "dana", spot=4, outcome="777 suited")
    house.step("confirm", "sam", spot=4)
    house.step("swipe", "erin", spot=4)
    house.step("end", "dana")
    return house


class Client:
    def __init__(self, client: TestClient, people: People, house: House) -> None:
        self.client, self.people, self.house = client, people, house

    def ask(self, who: str, path: str, expected: int = 200, **body: Any) -> Any:
        self.client.cookies.set("lammer", self.people.cookie(who))
        answer = self.client.post(path, json=body) if body else self.client.get(path)
        assert answer.status_code == expected, answer.text
        return answer.json()


@pytest.fixture
def casino(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    house, users = won_house(tmp_path, monkeypatch), tmp_path / "users.toml"
    users.write_text("".join(user_entry(name, "a long password", (role,)) for name, role in STAFF.items()), "utf-8")
    people = People(b"secret", read_users(users))
    with TestClient(create_app(house.floor, people), base_url="http://floor.test") as client:
        yield Client(client, people, house)


def test_forms_of_a_jackpot_are_for_the_staff(casino: Client) -> None:
    path = f"/api/links/{LINK}/papers"
    (award,) = casino.ask("sam", path)["awards"]
    assert award | {"at": ""} == HAND | {"outcome": "777 suited", "amount": 1_000_100, "stage": "paid", "at": ""}
    for who in ("sam", "erin", "ida"):
        reply = casino.ask(who, f"{path}/slip", **HAND, paper="letter")
        file = base64.b64decode(reply["content"])
        read = read_pdf(file)
        assert (reply["type"], read.paper) == ("application/pdf", "letter")
        assert reply["file"] == f"slip-{read.about['number']}.pdf"
        assert form_differences(casino.house.floor.journal, file, read)[0] == []
    for who in ("ann", "dana"):
        assert casino.ask(who, path, 403)["error"]["code"] == "wrong-role"
        assert casino.ask(who, f"{path}/slip", 403, **HAND)["error"]["code"] == "wrong-role"


def test_what_the_books_do_not_have_is_refused_with_a_sentence(casino: Client) -> None:
    path = f"/api/links/{LINK}/papers"
    error = casino.ask("sam", f"{path}/reading", 409, event=0)["error"]
    assert (error["code"], "never read" in error["text"]) == ("not-read", True)
    assert casino.ask("sam", f"{path}/slip", 409, **HAND | {"spot": 2})["error"]["code"] == "no-such-award"
    assert casino.ask("sam", "/api/links/other/papers/liability", 409, event=0)["error"]["code"] == "no-such-link"
    casino.ask("sam", f"{path}/bribe", 422, event=0)


@pytest.mark.parametrize("package", ["typst", "segno"])
def test_a_form_without_the_extra_says_what_to_install(
    casino: Client, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    error = casino.ask("sam", f"/api/links/{LINK}/papers/slip", 409, **HAND)["error"]
    assert (error["code"], "pip install 'lammer[report]'" in error["text"]) == ("not-installed", True)


def test_the_workbench_prints_the_game_as_it_is_set(casino: Client) -> None:
    rules: dict[str, Any] = {"game": GAME, "overrides": [STAND]}
    sheet = load_sheet(GAME, (STAND,))
    sign = casino.ask("ann", "/api/workbench/paper", **rules, kind="rules", paper="letter")
    assert base64.b64decode(sign["content"]) == sign_pdf(sheet, "letter")
    assert (sign["file"], sign["type"]) == ("rules-sd-blackjack-2.pdf", "application/pdf")
    felt = casino.ask("ann", "/api/workbench/paper", **rules, kind="felt")
    assert base64.b64decode(felt["content"]).decode() == felt_svg(sheet)
    refused = casino.ask("ann", "/api/workbench/paper", 409, **rules, kind="plot-meter")["error"]["text"]
    assert "no terms of a jackpot" in refused
    assert casino.ask("ann", "/api/workbench/paper/progress", **rules, kind="par") == {"done": 0, "of": 0, "part": ""}
    casino.ask("ann", "/api/workbench/paper", 422, **rules, kind="bribe")


class Progress:
    """What a paper says about its progress."""

    def __init__(self) -> None:
        self.parts: list[tuple[int, int, str]] = []

    def __call__(self) -> None: ...

    def tell(self, done: int, of: int, part: str) -> None:
        self.parts.append((done, of, part))


def test_without_the_extra_the_refusal_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    work = WORKS["paper"][0]
    for kind in ("par", "rules"):
        result = work(load_sheet(GAME), {"kind": kind, "paper": "a4"}, Progress())
        assert result == {"refused": "papers need typst: pip install 'lammer[report]'"}
    assert "content" in work(load_sheet(GAME), {"kind": "felt", "paper": "a4"}, Progress())


def test_a_desks_books_list_what_they_can_print(tmp_path: Path) -> None:
    kept = jackpot_with_forms(tmp_path, "blazing-7s")
    found = printable(kept.journal, "main")
    assert [(one["table"], one["spot"], one["stage"]) for one in found.awards] == [("T2", 1, "paid"), ("T1", 3, "paid")]
    assert [one["by"] for one in found.readings] == ["sam", "sam"]
    assert found.petitions == [{"reference": REFERENCE, "permits": "move to another jackpot", "done": True}]
    for one in found.readings:
        assert made(kept.journal, Wanted("reading", "main", {"event": one["event"]})).title == f"MR-{one['event']}"
