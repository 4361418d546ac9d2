"""A real server with the shoes of a test, and browsers before it."""

import json
import os
import re
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import APIResponse, Browser, Error, Locator, Page, expect

from tests import warm
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).resolve().parents[2]
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 360, "height": 740}
MIDDLE = 4
GUESTS = count(1)
"""Numbers for the names of guests and of their tables."""

# A machine that runs everything at once is slow, and the coach compiles before it speaks for the first time.
expect.set_options(timeout=PATIENCE * 1000)


FOUR_HANDS = "sd-free-bet 1:10 | 8h 6c 8d Tc | FP 8s FP 8c FP 3h FD Th 2d FD 9c 3s FD Kc Ts S | 6d"
PAIRS = "2346789"
SEVEN_BOXES = [
    "| " + " ".join([*(f"{one}h" for one in PAIRS), "6c", *(f"{one}d" for one in PAIRS), "Tc"]),
    "| " + " ".join(f"{one}s {one}c Th Jd Qh Kd" for one in PAIRS[:4]),
    "| " + " ".join(f"{one}s {one}c Td Jh Qd Kh" for one in PAIRS[4:]),
]
SEVEN_SEATS = "| Th 9h Td 8h Jh Qh Kh 6c 9d 9c 8c 8d 7d 7c 9s Tc | FP 8s FP 8c FP 3h FD Th 2d FD 9c 3s FD Kc Ts S | 6d"
"""Box 4 splits to four hands and doubles three of them; the others stand."""
SIZES = {
    "1280x720": {"width": 1280, "height": 720},
    "1366x768": {"width": 1366, "height": 768},
    "1024x768": {"width": 1024, "height": 768},
    "390x844": {"width": 390, "height": 844},
    "200-percent": {"width": 640, "height": 360},
}
"""The sizes at which nothing may be hidden. At 200% a window of 1280 x 720 shows half as much of the page each way."""
SHOES = {
    **{f"seats-{size}": [SEVEN_SEATS] for size in SIZES},
    "sd-free-bet": [FOUR_HANDS, "| Ah 6c Kd Tc", "| 9h Tc 8d 7c | S"],
    "free-money": ["| 5h 6h 4h 6d | FD 9d | Th", "| 5h 9c 6d Tc | FD Th", "| Th Ac 9d 7c | S"],
    "european-free-bet": ["| Ah As Kd | E", "| 9h As 9d | I S Kd", "| 9h Ts 2d | FD Kd 8d"],
    "triple-win-20": ["| Ah", "| 5h 9c 6d 7c | H 8d S", "| Kh 9c Kd"],
    "sd-blackjack": ["| 8h 6c 8d Tc | P Th S 9d S | 5d", "| 5h 6c 6d Tc | D 9d | Td"],
    "sd-blackjack+blazing-7s": ["| 7h 8c 7d Tc | S", "| 9h 8c 9d Tc | S"],
    "sd-blackjack+21-plus-3+bust-bonus+trilux": ["| 9h 7c 8d 9c | B5 S Td"],
    "streak": ["| Th 7c 9d Td | S", "| 9h 7c Td Ts | S", "| Ts 9s 8d Tc | S"],
    "blackjack-switch+super-match": ["| Th 9h 6c 5d Kd Tc | SW S S 6h", "| Ah 9h 6c Kd 9d Tc | N S 5h"],
    "winners-option": ["| Th 6c 6d Tc | Td 6h", "| 5h Ac 5d 9c Td | 9h"],
    "zombie-blackjack": ["| Th 7c 6d 6c | H Ts | Tc"],
    "sd-blackjack+dead-mans-hand": ["| 8h 6c 8d Tc | P Ah S Ad S 9d"],
    "sd-blackjack+war": ["| Kh 6c | PL 9d Tc S 9s", "| Kh 6c | N 9d Tc S 9s"],
    "sd-blackjack+ten-sticks-21": ["| Tc 9h 5d 7c | TR Ts S 5c", "| 9h 7c Td Ts | S"],
    "together": ["| 9h 5h 7c 8d 6d Tc | S FD Th", "| 9h 5h 7c 8d 6d Tc"],
    "sevens-home": ["| 7h 7c 7d Tc | S"],
    "wheel-home": ["| 9h Ah 8c 9d Kd Tc | *6 S", "| 9h Ah 8c 9d Kd Tc | *3 S"],
    "aces-home": ["| Ah 8c Ad Tc | H 7d S"],
    "said-ace": ["| Ah 5h 9c 6d 7c | H 8d S"],
    "said-natural": ["| Ah 6c Kd Tc"],
    "said-insurance": ["| 9h As 9d | N S Kd"],
    "said-even-money": ["| Ah As Kd | E"],
    "said-levels": ["| 9h 9s Tc 8d 7d 7c | S S"],
    "heard": ["| 5h 6c 6d Tc | FD 9d | Td", "| Th 9c 6d Tc | S"],
    "at-once": ["| Ah 5h 9c 6d 7c | H 8d S", "| Kh 5h 9c Kh 6d 7c | H 8d S"],
    "called": ["| 9h 7c 8d Tc"],
    "clock": ["| 9h 7c 8d"],
    "asked": ["| 9h 7c 8d"],
    "behind": ["| 8h 6c 8d | FP 3h FD Th Ts S | Td 9c"],
    "down": ["| 8h 9h 6c 8d 9d Tc | FP Th H 9h Ts S S | 9c"],
    "tipped": ["| Th 6c 2d Tc | D 9h | Ah"],
    "natural-22": ["| Ah 6c Kd | 6d Td"],
    "draws": ["| Th 6c 5d | H Ts | Tc Td"],
    "seven-1440": SEVEN_BOXES,
    "seven-360": SEVEN_BOXES,
}
"""By game or table: what its shoe deals, round after round."""


@contextmanager
def served(folder: Path, shoes: dict[str, list[str]], users: Path | None = None) -> Iterator[str]:
    """The address of a server that is surely gone afterwards."""
    port = free_port()
    with running(folder, shoes, port, users):
        yield address_of(port)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def address_of(port: int) -> str:
    return f"http://127.0.0.1:{port}"


@contextmanager
def running(folder: Path, shoes: dict[str, list[str]], port: int, users: Path | None = None) -> Iterator[warm.Process]:
    """A server process on the books in a folder; a test may kill it and start another one on the same books."""
    (folder / "shoes.json").write_text(json.dumps(shoes), "utf-8")
    words = [str(port), str(folder), *([str(users)] if users else [])]
    env = {**os.environ, "LAMMER_TEST_SHOES": str(folder / "shoes.json")}
    with (folder / "log").open("w") as log:
        server = warm.Process(words, warm.RIGGED_SERVER, cwd=ROOT, env=env, stdout=log, stderr=log)
    try:
        _wait(server, f"{address_of(port)}/healthz", folder / "log")
        yield server
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait(server: warm.Process, address: str, log: Path) -> None:
    answered = until(lambda: server.poll() is not None or _answers(address))
    if server.poll() is not None:
        raise RuntimeError(f"the server ended: {log.read_text('utf-8')}")
    if not answered:
        raise RuntimeError(f"the server does not answer: {log.read_text('utf-8')}")


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE):
            return True
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


class Visitor:
    """Someone before the page; whatever goes wrong in their browser is remembered."""

    def __init__(self, browser: Browser, address: str, **look: Any) -> None:
        look = {"viewport": DESK, "reduced_motion": "reduce", "locale": "en-US"} | look
        self.context = browser.new_context(base_url=address, **look)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE / 2 * 1000)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda line: self.faults.append(line.text) if _bad(line.type, line.text) else None)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(f"^{name}"))

    def comes_in(self) -> None:
        """As a guest, as every page does on a first visit, but without drawing the lobby, the largest page of all."""
        if not self.context.cookies():
            self.api("/api/guest", name=f"Guest {next(GUESTS)}")

    def sits_alone(self, game: str) -> None:
        """At a table of their own, opened as "Play" in the lobby does it, but without drawing the lobby."""
        table = f"alone-{next(GUESTS)}"
        self.opens(table, game)
        self._takes(table, MIDDLE)
        expect(self.button("Deal \\d")).to_be_enabled()

    def plays(self, game: str) -> None:
        """From the lobby to a seat. Where the lobby does not matter, ``sits_alone`` takes half the time."""
        self.page.goto("/")
        self.page.get_by_role("button", name=f"Play {game}", exact=True).click()
        self.leaves_the_cut()
        expect(self.button("Deal \\d")).to_be_enabled()

    def opens(self, table: str, game: str) -> None:
        """A table whose shoe a test has set by its name."""
        self.comes_in()
        self.api("/api/tables", key=f"open {table}", table=table, game=game, turn_seconds=0, bet_seconds=0)

    def sits_at(self, table: str, box: int = MIDDLE) -> None:
        self.comes_in()
        self._takes(table, box)

    def _takes(self, table: str, box: int) -> None:
        self.api(f"/api/tables/{table}/sit", key=f"sit at {table}", box=box)
        self.page.goto(f"/t/{table}")
        self.leaves_the_cut()

    def chooses(self, legend: str, pick: str) -> None:
        """Changes one of the settings and closes them."""
        self.button("Settings").click()
        self.page.get_by_role("group", name=legend).get_by_label(pick).check(force=True)
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def leaves_the_cut(self) -> None:
        """Where a new shoe is offered to this player, somebody else may cut it."""
        expect(self.page.locator(".bet-controls, .cutting").first).to_be_visible()
        if self.page.locator(".cutting").is_visible():
            self.button("Do not cut").click()

    def keys(self, keys: str) -> None:
        """Presses keys one by one, each after the table has taken the one before."""
        for key in keys:
            expect(self.page.locator(".turn-controls")).to_be_visible()
            step = self.page.locator(".room").get_attribute("data-step") or ""
            self.page.keyboard.press(key)
            expect(self.page.locator(".room")).not_to_have_attribute("data-step", step)

    def deals_until_asked(self) -> None:
        """From a shuffled shoe: no insurance, and a round that is over with the first cards is followed by another."""
        deal, stand, room = self.button("Deal \\d"), self.button("stand"), self.page.locator(".room")
        no = self.page.get_by_role("button", name="no", exact=True)
        for _ in range(50):
            step = room.get_attribute("data-step") or ""
            deal.click()
            expect(room).not_to_have_attribute("data-step", step)
            expect(stand.or_(deal).or_(no)).to_be_enabled()
            if no.is_visible():
                no.click()
                expect(stand.or_(deal)).to_be_enabled()
            if stand.is_visible():
                return
        raise AssertionError("fifty rounds without a decision")

    def results(self) -> Locator:
        return self.page.locator(".results")

    def logs_in(self, name: str, password: str) -> None:
        self.page.goto("/")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password").fill(password)
        self.button("Log in").click()
        expect(self.page.locator("h1")).to_contain_text(name)

    def purse(self) -> int:
        text = self.page.locator("[data-purse]").inner_text()
        return round(float(text.replace(",", "")) * 100)

    def api(self, path: str, **body: Any) -> Any:
        try:
            answer = self._asked(path, body)
        except Error:
            # The server had just closed a line that was idle for long; under its key a command is done once.
            answer = self._asked(path, body)
        assert answer.ok, answer.text()
        return answer.json()

    def _asked(self, path: str, body: dict[str, Any]) -> APIResponse:
        return self.page.request.post(path, data=body) if body else self.page.request.get(path)


def _bad(kind: str, text: str) -> bool:
    # A refusal is an answer like any other, and a lost line is what some tests are about.
    return kind == "error" and "Failed to load resource" not in text and "ERR_" not in text


def unnamed(page: Page) -> list[str]:
    """Controls and pictures that a screen reader could not name."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('button, a, input, select, summary, [role=img], dialog')]
            .filter((one) => one.checkVisibility())
            .filter((one) => !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length
                || one.getAttribute('aria-labelledby')))
            .map((one) => one.outerHTML.slice(0, 120))"""
    )
    return found


def sideways(page: Page) -> int:
    """How far the page can be pushed sideways, in pixels."""
    return int(page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def sticks_out(page: Page, what: str) -> list[str]:
    """Visible parts that reach over the left or right edge of the window."""
    found: list[str] = page.evaluate(
        """(what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility()).filter((one) => {
            const at = one.getBoundingClientRect();
            return at.left < -1 || at.right > innerWidth + 1;
        }).map((one) => one.outerHTML.slice(0, 120))""",
        what,
    )
    return found


Comes = Callable[..., Visitor]
"""Lets a visitor in."""
