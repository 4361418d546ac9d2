"""The floor on the page at five sizes: a player finds a table, the staff hear calls, and nothing dangerous happens by
two clicks in one spot."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from lammer.surfaces.web.people import Role
from tests.surfaces.page_house import Comes, Visitor, served, sideways, sticks_out, unnamed
from tests.users import user_entry

PASSWORD = "a long password"
PEOPLE: dict[str, tuple[Role, ...]] = {
    "ann": ("player",),
    "dana": ("dealer",),
    "sam": ("supervisor", "auditor"),
    "ada": ("administrator",),
}
SIZES = ((1280, 720), (1366, 768), (1024, 768), (390, 844), (640, 360))
"""The last is 1280 by 720 at 200% zoom."""
PARTS = (
    ".lobby-bar > *, .open-tables li, .table-buttons > *, .staff-calls, .on-duty li, .danger, .danger *, .danger-zone"
)
RECALL = ".recall > *, .steps li, .hash, .entry, .balances td, .balances th"


def fits(page: Page, name: str, what: str = PARTS) -> None:
    """At every size nothing sticks out sideways. Pictures are kept where the run asks for them."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if folder := os.environ.get("LAMMER_SCREENSHOTS"):
            page.screenshot(path=Path(folder) / f"{name}-{width}x{height}.png")
        assert sideways(page) <= 0, (name, width)
        assert sticks_out(page, what) == [], (name, width)
    page.set_viewport_size({"width": 1280, "height": 720})


@pytest.fixture
def floor(tmp_path: Path) -> Path:
    users = tmp_path / "users.toml"
    users.write_text("".join(user_entry(name, PASSWORD, roles) for name, roles in PEOPLE.items()), encoding="utf-8")
    return users


def enters(comes: Comes, address: str, name: str) -> Visitor:
    visitor = comes(address)
    visitor.logs_in(name, PASSWORD)
    return visitor


def test_an_evening_of_the_staff(comes: Comes, floor: Path, tmp_path: Path) -> None:
    with served(tmp_path, {"main": ["| 9h 7c 8d | S | Td"], "spare": []}, floor) as address:
        ann, dana, sam = (enters(comes, address, name) for name in ("ann", "dana", "sam"))
        _opens_tables(dana)
        _finds_a_table(ann)
        _is_called(ann, dana, sam)
        _interrupts(ann, sam)
        _signs_a_fill(dana, sam)
        _closes(dana)
        _recalls(sam)


def _opens_tables(dana: Visitor) -> None:
    """A dealer comes on duty and is not asked to sit."""
    for table, game in (("main", "european-free-bet"), ("spare", "sd-free-bet")):
        dana.api("/api/tables", key=f"open {table}", table=table, game=game, turn_seconds=0, absent_seconds=10)
    expect(dana.page.locator(".role-badge")).to_have_text("Dealer")
    expect(dana.button("Come on duty at table main")).to_be_visible()
    expect(dana.button("Sit at table")).to_have_count(0)
    # Free Bet is listed first.
    expect(dana.page.locator(".table-rows li").first).to_have_attribute("data-table", "spare")
    assert unnamed(dana.page) == []
    fits(dana.page, "dealer")
    dana.button("Come on duty at table main").click()
    expect(dana.page.locator(".top-bar .role-badge")).to_have_text("Dealer")
    dana.page.goto("/")
    expect(dana.page.get_by_role("region", name="On duty")).to_contain_text("on duty at main")
    expect(dana.button("Go off duty at table main")).to_be_visible()


def _finds_a_table(ann: Visitor) -> None:
    row = ann.page.locator('[data-table="main"]')
    expect(row).to_contain_text("Bets")
    expect(row).to_contain_text("7 free seats")
    expect(row.locator("dd").nth(1)).to_contain_text("%")
    expect(ann.button("Come on duty")).to_have_count(0)
    fits(ann.page, "player")
    ann.api("/api/buy-in", key="chips for ann", amount=100_000)
    ann.button("Sit at table main").click()
    ann.leaves_the_cut()
    ann.button("Deal 10").click()
    expect(ann.page.locator(".question")).to_contain_text("17 against 7")


def _is_called(ann: Visitor, dana: Visitor, sam: Visitor) -> None:
    """The call is first, counted in the title, and silent until somebody asks for sound."""
    sound = sam.page.get_by_role("switch", name="Sound for calls")
    expect(sound).not_to_be_checked()
    expect(sam.page.get_by_role("region", name="Calls")).to_contain_text("Nobody calls you")
    dana.button("Return to table main").click()
    dana.button("Floor").click()
    expect(dana.button("Call ann absent$")).to_be_enabled()
    dana.button("Call ann absent$").click()
    calls = sam.page.get_by_role("region", name="Calls")
    expect(calls).to_contain_text("Supervisor called at table main")
    expect(sam.page).to_have_title("(1) lammer")
    assert sam.page.locator("main h2").first.inner_text() == "Calls"
    fits(sam.page, "supervisor")
    # Also while sam is at another table.
    sam.button("Watch table spare").click()
    expect(sam.page.locator(".call-watch")).to_contain_text("Supervisor called at table main")
    expect(sam.page).to_have_title("(1) Free Bet Blackjack · spare · lammer")
    sam.button("Supervisor called at table main").click()
    sam.button("ann is here").click()
    expect(ann.page.locator(".call")).to_have_count(0)
    expect(sam.page).to_have_title("European Free Bet · main · lammer")


def _interrupts(ann: Visitor, sam: Visitor) -> None:
    """Two clicks in one spot do nothing; the window says what will happen and waits for a reason."""
    sam.button("Floor").click()
    opener = sam.button("Interrupt the round …")
    at = opener.bounding_box()
    assert at is not None
    spot = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    for _ in range(3):
        sam.page.mouse.click(*spot)
    window = sam.page.locator("dialog.danger")
    expect(window).to_contain_text("ann gets 10")
    expect(window).to_contain_text("cannot be undone")
    expect(sam.button("Interrupt the round$")).to_be_disabled()
    expect(ann.page.locator(".question")).to_be_visible()
    assert unnamed(sam.page) == []
    fits(sam.page, "interrupt")
    sam.page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    opener.click()
    sam.page.get_by_label("Reason").fill("a card fell off the table")
    sam.button("Interrupt the round$").click()
    expect(ann.results()).to_contain_text("The round was interrupted: a card fell off the table.")
    # The spot that interrupted the round closes no table.
    sam.page.mouse.click(*spot)
    expect(sam.page.locator(".danger-zone")).to_have_count(0)


def _signs_a_fill(dana: Visitor, sam: Visitor) -> None:
    """One prepares, another signs; the report has the round that was interrupted."""
    sam.page.goto("/")
    sam.page.get_by_text("Prepare a form").click()
    sam.page.get_by_label("Table of the form").select_option("spare")
    sam.page.get_by_label("× 25").fill("8")
    expect(sam.page.get_by_role("group", name="Chips")).to_contain_text("200")
    sam.button("Prepare fill slip").click()
    expect(sam.page.locator('[data-form="F-000001"]')).to_contain_text("waits for a second signature")
    expect(sam.button("Sign F-000001")).to_have_count(0)
    dana.page.goto("/")
    dana.button("Sign F-000001").click()
    expect(dana.page.locator('[data-form="F-000001"]')).to_contain_text("signed; prepared by sam, signed by dana")
    sam.button("By table").click()
    expect(sam.page.locator(".figures tbody tr")).to_contain_text("main")
    assert unnamed(sam.page) == []
    sam.page.locator(".pit-forms").scroll_into_view_if_needed()
    fits(sam.page, "pit", ".pit-forms > *, .pit-forms li, .counting *, .pit-report > *")


def _closes(dana: Visitor) -> None:
    dana.page.goto("/t/main")
    dana.button("Floor").click()
    dana.button("Close the table …").click()
    window = dana.page.locator("dialog.danger")
    expect(window).to_contain_text("ann must leave")
    dana.button("Cancel").click()
    expect(window).to_have_count(0)
    dana.button("Close the table …").click()
    dana.page.get_by_label("Reason").fill("the shift is over")
    # Enter does nothing until the window says what will happen.
    expect(dana.button("Close the table$")).to_be_enabled()
    dana.page.keyboard.press("Enter")
    expect(dana.button("Open again")).to_be_visible()


def _recalls(sam: Visitor) -> None:
    """Recall fits a phone, and its balances add up."""
    sam.page.goto("/t/main")
    sam.button("History").click()
    sam.button("Recall round 1").click()
    row = sam.page.locator(".balances tbody tr")
    expect(row).to_contain_text("ann")
    assert row.locator("td").all_inner_texts() == ["1,000", "0", "1,000"]
    expect(sam.page.locator(".steps")).to_contain_text("void: a card fell off the table")
    fits(sam.page, "recall", RECALL)


def test_an_administrator_manages_users_and_roles(comes: Comes, floor: Path, tmp_path: Path) -> None:
    with served(tmp_path, {}, floor) as address:
        ada = enters(comes, address, "ada")
        expect(ada.page.locator(".role-badge")).to_have_text("Administrator")
        roles = ada.page.get_by_role("group", name="Roles of ann")
        roles.get_by_label("dealer").click()
        ada.button("Save the roles of ann").click()
        expect(ada.page.get_by_text("ann is now player, dealer.")).to_be_visible()
        fits(ada.page, "administrator")
        ada.button("Remove dana").click()
        expect(ada.page.locator("dialog.danger")).to_contain_text("dana is logged out at once")
        ada.page.get_by_label("Reason").fill("works elsewhere now")
        ada.button("Remove dana$").last.click()
        expect(ada.page.get_by_text("dana is removed.")).to_be_visible()
        expect(ada.button("Remove dana")).to_have_count(0)
