"""Takes rigged shoes; gives docs/pictures/{table,lobby,phone}.png, taken from the running page.

Pillow, which makes the pictures small, is not among the pinned packages: nothing else needs it.
"""

import importlib
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, expect, sync_playwright

from tests.surfaces.page_house import PHONE, Visitor, served
from tools import page
from tools.chromium import FLAGS, chromium

FOLDER = page.ROOT / "docs" / "pictures"
COLOURS = 200
MOST_BYTES = 200_000
TABLE = "lucky-eights"
SHOES = {
    TABLE: ["| Th 8h 5c 6c 9d 8d 6s Tc | S FP 8s FP 8c FP 3h FD Th 2d FD 9c 3s"],
    "free-money": ["| 5h 6h 6c Td | FD"],
}


def table(browser: Browser, address: str) -> bytes:
    """Three at a table; the one in the middle has split free to four hands and doubled two of them free."""
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
    return ann.page.screenshot()


def lobby(browser: Browser, address: str) -> bytes:
    ann = Visitor(browser, address, color_scheme="dark")
    ann.api("/api/guest", name="Ann")
    ann.page.goto("/")
    expect(ann.page.locator(".game-card")).not_to_have_count(0)
    expect(ann.page.locator(".game-card [aria-busy=true]")).to_have_count(0, timeout=300_000)
    return ann.page.screenshot()


def phone(browser: Browser, address: str) -> bytes:
    ann = Visitor(browser, address, color_scheme="dark", viewport=PHONE, device_scale_factor=2)
    ann.api("/api/guest", name="Ann")
    ann.plays("Free Money Blackjack")
    ann.button("Deal 10").click()
    expect(ann.button("FREE double")).to_be_visible()
    return ann.page.screenshot()


def keep(name: str, picture: bytes) -> None:
    image = importlib.import_module("PIL.Image")
    path = FOLDER / f"{name}.png"
    with tempfile.NamedTemporaryFile(suffix=".png") as whole:
        Path(whole.name).write_bytes(picture)
        image.open(whole.name).convert("RGB").quantize(COLOURS).save(path, optimize=True)
    assert path.stat().st_size < MOST_BYTES, f"{path} is too large"


if __name__ == "__main__":
    page.build()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), SHOES) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for take in (table, phone, lobby):
            keep(take.__name__, take(browser, address))
        browser.close()
