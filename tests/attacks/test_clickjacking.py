"""Clickjacking: another page that frames the floor, so that a click meant for it is a bet here. No answer of the server
may be framed."""

from contextlib import closing
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page, Route

from lammer.floor.house import create_floor
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.people import People
from tests.surfaces.page_house import served

FRAMING = ("content-security-policy", "x-frame-options", "cross-origin-resource-policy")


@pytest.mark.parametrize("path", ["/", "/docs", "/api/me", "/api/nothing", "/healthz", "/openapi.json", "/assets/none"])
def test_every_answer_forbids_framing(path: str, tmp_path: Path) -> None:
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    answer = TestClient(create_app(floor, People(b"secret")), base_url="http://floor.test").get(path)
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"


def framed(page: Page, floor: str) -> bool:
    """Whether a browser shows the floor inside another page."""
    page.goto("about:blank")
    with page.expect_event("framenavigated", lambda frame: frame.parent_frame is not None):
        page.set_content(f'<iframe src="{floor}/"></iframe>')
    return bool(page.frames[1].evaluate("location.protocol") == "http:")


def test_a_browser_does_not_show_the_floor_in_another_page(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, {}) as address, closing(browser.new_page()) as page:
        assert not framed(page, address)

        def without_headers(route: Route) -> None:
            answer = route.fetch()
            kept = {name: value for name, value in answer.headers.items() if name.lower() not in FRAMING}
            route.fulfill(response=answer, headers=kept)

        page.route(f"{address}/", without_headers)
        assert framed(page, address)  # control: without the headers it would
        page.unroute_all(behavior="wait")
