"""Takes docs/pictures/{table,jackpot,lobby,phone,workbench,chart}.jpg from the running page, with rigged shoes."""

import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, expect, sync_playwright

from tests.surfaces.page_house import PHONE, Visitor, served
from tools import page
from tools.bootstrap import ROOT
from tools.chromium import FLAGS, chromium

FOLDER = ROOT / "docs" / "pictures"
SHARP: Any = {"type": "jpeg", "quality": 85}
MAX_BYTES = 200_000
TABLE, SEVENS = "lucky-eights", "sd-blackjack+blazing-7s"
SHOES = {
    TABLE: ["| Th 8h 5c 6c 9d 8d 6s Tc | S FP 8s FP 8c FP 3h FD Th 2d FD 9c 3s"],
    "free-money": ["| 5h 6h 6c Td | FD"],
    "lucky-sevens": ["| 7h 9c 7h 7h 5d Tc"],
}


def table(browser: Browser, address: str) -> bytes:
    """Three players at a table; the middle one has split free to four hands and doubled two of them free."""
    ann, bob, eve = (Visitor(browser, address, color_scheme="dark") for _ in range(3))
    for visitor, name, box in ((ann, "Ann", 4), (bob, "Bob", 2), (eve, "Eve", 6)):
        visitor.api("/api/guest", name=name)
        if visitor is ann:
            visitor.api("/api/tables", key="open the table", table=TABLE, game="sd-free-bet", turn_seconds=0)
        visitor.api(f"/api/tables/{TABLE}/sit", key=f"{name} sits", box=box)
    bob.api(f"/api/tables/{TABLE}/bet", key="Bob bets", box=2, bets={"main": 2_500})
    eve.api(f"/api/tables/{TABLE}/bet", key="Eve bets", box=6, bets={"main": 10_000, "pot-of-gold": 500})
    ann.page.goto(f"/t/{TABLE}")
    ann.button("Pot of Gold, box 4").click()
    ann.button("Bet 15").click()
    expect(ann.page.locator(".watching")).to_be_visible()
    bob.api(f"/api/tables/{TABLE}/act", key="Bob stands", action="stand")
    ann.keys("pppff")
    ann.page.mouse.move(1, 1)
    return ann.page.screenshot(**SHARP)


def jackpot(browser: Browser, address: str) -> bytes:
    """Three sevens of hearts: the jackpot is frozen and waits for the executive's card."""
    ann, bob = (Visitor(browser, address, color_scheme="dark") for _ in range(2))
    name = "lucky-sevens"
    for visitor, who, box in ((ann, "Ann", 3), (bob, "Bob", 5)):
        visitor.api("/api/guest", name=who)
        if visitor is ann:
            visitor.api("/api/tables", key="open another", table=name, game=SEVENS, turn_seconds=0)
        visitor.api(f"/api/tables/{name}/sit", key=f"{who} sits here", box=box)
    bob.api(f"/api/tables/{name}/bet", key="Bob bets here", box=5, bets={"main": 2_500, "blazing-7s": 500})
    ann.page.goto(f"/t/{name}")
    ann.button("Blazing 7's Progressive, box 3").click()
    ann.button("Bet 15").click()
    ann.button("Supervisor: confirm").click()
    expect(ann.button("Executive: swipe card")).to_be_visible()
    ann.page.mouse.move(1, 1)
    return ann.page.screenshot(**SHARP)


def lobby(browser: Browser, address: str) -> bytes:
    ann = Visitor(browser, address, color_scheme="dark")
    ann.api("/api/guest", name="Ann")
    ann.page.goto("/")
    expect(ann.page.locator(".game-card")).not_to_have_count(0)
    expect(ann.page.locator(".game-card [aria-busy=true]")).to_have_count(0, timeout=300_000)
    return ann.page.screenshot(**SHARP)


def phone(browser: Browser, address: str) -> bytes:
    ann = Visitor(browser, address, color_scheme="dark", viewport=PHONE, device_scale_factor=2)
    ann.api("/api/guest", name="Ann")
    ann.plays("Free Money Blackjack")
    ann.button("Deal 10").click()
    expect(ann.button("FREE double")).to_be_visible()
    return ann.page.screenshot(**SHARP)


STAND = "/workbench?game=sd-free-bet&set=dealer.soft_17%3Dstand"
"""Free Bet Blackjack with one rule changed."""


def workbench(browser: Browser, address: str) -> bytes:
    ann = Visitor(browser, address, color_scheme="dark")
    ann.api("/api/guest", name="Ann")
    ann.page.goto(STAND)
    expect(ann.page.get_by_text("Standard deviation, exact")).to_be_visible(timeout=300_000)
    return ann.page.screenshot(**SHARP)


def chart(browser: Browser, address: str) -> bytes:
    ann = Visitor(browser, address, color_scheme="dark")
    ann.api("/api/guest", name="Ann")
    ann.page.goto(f"{STAND}&tab=chart")
    expect(ann.page.locator(".cell-panel [data-value]").first).to_be_visible(timeout=300_000)
    ann.page.mouse.move(1, 1)
    return ann.page.screenshot(**SHARP)


def keep(name: str, picture: bytes) -> None:
    assert len(picture) < MAX_BYTES, f"{name} is too large"
    (FOLDER / f"{name}.jpg").write_bytes(picture)


if __name__ == "__main__":
    page.build()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), SHOES) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for take in (table, jackpot, phone, lobby, workbench, chart):
            keep(take.__name__, take(browser, address))
        browser.close()
