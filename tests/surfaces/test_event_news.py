"""What events tell whom: each role its part, and nobody a card that is not face up."""

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter, ValidationError

from lammer.cards.card import NAMES
from lammer.floor import news, news_types
from lammer.floor.house import create_floor
from lammer.floor.jackpots import approve_table, open_link
from lammer.floor.news import floor_news
from lammer.floor.state import FloorTable, round_of
from lammer.surfaces.web import events
from lammer.surfaces.web.event_feed import Audience, EventFeed, Page
from lammer.surfaces.web.events import audience_of
from lammer.surfaces.web.people import ROLES, People, User, read_users
from tests.floor_play import Play, new_play
from tests.surfaces.leak_check import DOWN, leaked
from tests.surfaces.rigged_server import rig_for_a_test
from tests.surfaces.test_web_jackpot import PASSWORD, SUITED, Casino, bet, casino, dealt, users  # noqa: F401
from tests.waiting import PATIENCE

PUBLIC = {"event", "at", "meters", "jackpots", "table", "round"}
STAFF = PUBLIC | {"call", "duty", "by", "reason"}
ROUNDS = 12
NEWS = TypeAdapter(news_types.FloorNews)


def parts_of(house: Casino, who: str) -> set[str]:
    """Everything that one person is told of an evening."""
    house.client.cookies.set("lammer", house.people.cookie(who))
    answer = house.client.get("/api/events?after=0&follow=false")
    assert answer.status_code == 200, answer.text
    return {part for event in data_of(answer.text) for part in event}


def data_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: ")]


@pytest.fixture
def evening(users: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Casino]:  # noqa: F811
    """A jackpot is won, a round is over, and a table is closed for a reason."""
    rig_for_a_test(monkeypatch, {"sevens-table": [SUITED]})
    listed = tmp_path / "users.toml"
    more = [f'[users."{role}"]\npassword = "-"\nroles = ["{role}"]\n' for role in ROLES]
    listed.write_text(users.read_text("utf-8") + "".join(more), "utf-8")
    with casino(tmp_path, People(b"secret", read_users(listed))) as house:
        house.ask("erin", "/api/links", link="sevens")
        game: dict[str, Any] = {"game": "sd-blackjack+blazing-7s", "turn_seconds": 0, "link": "sevens"}
        house.ask("dana", "/api/tables", table="sevens-table", **game)
        house.ask("erin", "/api/links/sevens/tables", table="sevens-table")
        house.ask("ann", "/api/buy-in", amount=100_000)
        house.ask("ann", "/api/tables/sevens-table/sit", box=4)
        at = "/api/tables/sevens-table"
        house.ask("dana", f"{at}/duty", on=True)
        bet(house, "ann", "sevens-table")
        dealt(house, "dana")
        house.ask("dana", f"{at}/jackpot/select", spot=4, outcome="777 suited")
        house.ask("sam", f"{at}/jackpot/confirm", spot=4)
        house.ask("erin", f"{at}/jackpot/swipe", spot=4, password=PASSWORD)
        house.ask("dana", f"{at}/jackpot/end")
        house.ask("ann", f"{at}/act", action="stand")
        house.ask("dana", f"{at}/duty", on=False)
        house.ask("dana", f"{at}/close", reason="the shift is over")
        yield house


def test_every_role_is_told_its_part(evening: Casino) -> None:
    seen = {role: parts_of(evening, role) for role in ROLES}
    assert seen["spectator"] == seen["player"] == PUBLIC
    for role in ("dealer", "supervisor", "executive", "administrator"):
        assert seen[role] == STAFF - {"call"}, role
    assert seen["auditor"] == STAFF - {"call"} | {"security"}
    evening.client.cookies.clear()
    assert evening.client.get("/api/events?follow=false").status_code == 401


def test_a_jackpot_is_told_step_by_step(evening: Casino) -> None:
    evening.client.cookies.set("lammer", evening.people.cookie("spectator"))
    asked = "/api/events?after=0&follow=false&kinds=jackpots&kinds=meters"
    received = data_of(evening.client.get(asked).text)
    wins = [win for event in received for win in event.get("jackpots", [])]
    stages = [(win["stage"], win["amount"]) for win in wins]
    assert stages == [("won", 0), ("confirmed", 1_000_100), ("paid", 1_000_100)]
    assert {(win["table"], win["box"], win["outcome"], win["level"]) for win in wins} == {
        ("sevens-table", 4, "777 suited", "meter")
    }
    meters = [event["meters"]["meters"]["meter"] for event in received if "meters" in event]
    assert meters == [1_000_000, 1_000_100, 1_000_015]
    assert evening.get("ann", "/api/links")["links"][0]["meters"] == {"meter": meters[-1]}


def test_a_guest_is_told_what_is_public_though_a_guest_has_every_role(tmp_path: Path) -> None:
    with casino(tmp_path, People(b"secret")) as house:
        audience = audience_of(house.client.app.state.house, User("ann", ROLES))  # type: ignore[attr-defined]
        assert (audience.staff, audience.auditor) == (False, False)


@pytest.fixture(params=["sd-free-bet", "triple-win-20", "sd-blackjack+blazing-7s"])
def play(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Play]:
    """Two players at a table; in the second game their cards are face down, the third has a jackpot."""
    game: str = request.param
    if "+" not in game:
        made = new_play(tmp_path, game, 2, seed=21, overrides=DOWN if game == "triple-win-20" else ())
    else:
        floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
        staff = {"Dealer": "dealer", "Supervisor": "supervisor", "Executive": "executive"}
        open_link(floor, "link", "Executive", "sevens", "blazing-7s", staff)
        made = Play(floor, game, 2, seed=21, link="sevens")
        approve_table(floor, "approve", "Executive", "sevens", "t")
    yield made
    made.floor.journal.close()


def faults(play: Play, rounds: int = ROUNDS) -> tuple[list[str], int]:
    """What events told that they must not, while a table is played, and how many told something."""
    found, seen, count = list[str](), 0, 0

    def look() -> None:
        nonlocal seen, count
        table = play.floor.table("t")
        for row in play.floor.journal.events_after(seen, 1000):
            seen = row["number"]
            for staff in (False, True):
                if (event := news.floor_news(row, staff=staff)) is not None:
                    count += 1
                    found.extend(wrong_with(event, table, staff=staff))

    for _ in range(rounds):
        play.round(look)
        _press_on(play)
        look()
    return found, count


def _press_on(play: Play) -> None:
    """The automatic dealer ends the jackpot's hand."""
    if play.floor.table("t").link:
        while play.floor.dealer_goes_on("t"):
            pass


def wrong_with(event: Any, table: FloorTable, *, staff: bool) -> list[str]:
    found = [f"event {event['event']}: {card}" for card in leaked(table, json.dumps(event))]
    found += [f"event {event['event']}: {part}" for part in event.keys() - (STAFF if staff else PUBLIC)]
    try:
        NEWS.validate_python(event, strict=True, extra="forbid")
    except ValidationError as fault:
        found.append(f"event {event['event']}: {fault.errors()[0]['loc']}")
    return found


def test_no_event_tells_a_hidden_card(play: Play) -> None:
    found, count = faults(play)
    assert found == []
    assert count >= 2 * ROUNDS - 4


Leak = Callable[[dict[str, Any], FloorTable, dict[str, Any]], None]


def _hole_card(event: dict[str, Any], table: FloorTable, _answer: dict[str, Any]) -> None:
    """The dealer's cards while the round is under way."""
    if table.inputs:
        event["by"] = " ".join(NAMES[code] for code in round_of(table).dealer)


def _raw_answer(event: dict[str, Any], _table: FloorTable, answer: dict[str, Any]) -> None:
    """The steps of the jackpot as the books have them, with every player's cards as numbers."""
    if "progressive" in answer:
        event["meters"] = event.get("meters", {"link": "", "meters": {}}) | {"steps": answer["progressive"]}


@pytest.mark.parametrize("leak", [_hole_card, _raw_answer])
@pytest.mark.parametrize("play", ["sd-blackjack+blazing-7s"], indirect=True)
def test_control_a_planted_leak_is_noticed(play: Play, leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(row: Any, *, staff: bool) -> Any:
        event: dict[str, Any] = {"event": row["number"], "at": row["at"], **(floor_news(row, staff=staff) or {})}
        leak(event, play.floor.table("t"), json.loads(row["answer"]))
        return event

    monkeypatch.setattr(news, "floor_news", leaking)
    assert faults(play, 6)[0]


def test_a_call_is_told_to_the_staff_alone() -> None:
    row = {"number": 7, "at": "now", "kind": "absent", "actor": "dana", "about": "floor/t/3", "body": '{"table": "t"}'}
    row |= {"answer": '{"called": "supervisor", "inputs": 4, "over": false, "round": 3}'}
    assert floor_news(row, staff=False) is None
    event = floor_news(row, staff=True)
    assert event is not None
    assert event["call"] == {"table": "t", "status": "called"}
    answered = row | {"kind": "answer-call", "answer": '{"answered": "sam", "absent": false, "round": 3}'}
    event = floor_news(answered, staff=True)
    assert event is not None
    assert event["call"]["status"] == "answered"


def test_the_document_has_the_type_of_a_message(tmp_path: Path) -> None:
    with casino(tmp_path, People(b"secret")) as house:
        client: TestClient = house.client
        content = client.get("/openapi.json").json()["paths"]["/api/events"]["get"]["responses"]["200"]["content"]
    data = content["text/event-stream"]["itemSchema"]["properties"]["data"]
    assert data["contentSchema"] == {"$ref": "#/components/schemas/StreamedEvent"}


def test_a_quiet_stream_is_kept_alive_though_sessions_are_looked_at_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was not: every look at the sessions began the silence anew, and read the journal."""
    monkeypatch.setattr(events, "HEARTBEAT_SECONDS", 0.2)
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    floor.open_table("open", "house", "t", "sd-free-bet")
    feed, pages = EventFeed(floor.journal), list[int]()
    read = feed.page

    async def page(after: int, audience: Audience) -> Page:
        pages.append(after)
        return await read(after, audience)

    monkeypatch.setattr(feed, "page", page)

    async def heard() -> list[str]:
        feed.begin()
        found = []
        stream = events.messages(feed, Audience(), 0, frozenset(), follow=True, holds=lambda: True)
        look()
        async with asyncio.timeout(PATIENCE):
            async for text in stream:
                found.append(text)
                if "heartbeat" in text:
                    break
        await stream.aclose()
        return found

    def look() -> None:
        """Again and again, until the loop ends."""
        feed.look_up()
        asyncio.get_running_loop().call_later(0.01, look)

    # In a thread of its own: a browser of another test may have a loop in this one.
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(asyncio.run, heard()).result()
    floor.journal.close()
    assert found[-1] == ": heartbeat\nid: 1\n\n"
    assert (len(found), pages) == (3, [0])
