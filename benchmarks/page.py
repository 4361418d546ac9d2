"""Measures the size of the table's page and the time until a player can bet, compared with a page of one line.

    python benchmarks/page.py [LOADS] [--short]

Loads are warm: the browser has cached the assets. The yardstick is the server's own `/livez`, an answer of one line
without a script, which shows the time that Chromium and this machine need for any page.
Writes benchmarks/results/page.md.
"""

import gzip
import sys
import tempfile
import urllib.request
from collections import Counter
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Page, expect, sync_playwright

from benchmarks.running import record, size
from tests.surfaces.page_house import Visitor, served
from tools import page
from tools.chromium import FLAGS, chromium

READY = """() => new Promise((done) => {
    const deal = () => document.querySelector('.bet-controls .deal:not([aria-disabled])');
    const look = () => (deal() ? done(performance.now()) : setTimeout(look, 1));
    look();
})"""
ASSETS = "performance.getEntriesByType('resource').map((one) => one.name).filter((name) => name.includes('/assets/'))"
LOADED = (
    "() => new Promise((done) => setTimeout(() => done(performance.getEntriesByType('navigation')[0].loadEventEnd)))"
)


def weights(shown: Page, address: str) -> dict[str, int]:
    """Bytes of each kind of file that the table loads, gzipped as the server sends them."""
    with urllib.request.urlopen(address) as answer:
        found = Counter({"html": len(gzip.compress(answer.read()))})
    for name in shown.evaluate(ASSETS):
        request = urllib.request.Request(name, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            found[Path(name).suffix.lstrip(".")] += len(answer.read())
    return found


def milliseconds(shown: Page, path: str, until: str, loads: int) -> list[float]:
    times = []
    for _ in range(loads + 1):  # the first one fills the cache
        shown.goto(path)
        times.append(float(shown.evaluate(until)))
    return times[1:]


def measured(loads: int) -> str:
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), {}) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        ann = Visitor(browser, address)
        ann.plays("Free Bet Blackjack")
        expect(ann.page.locator(".deal")).to_be_visible()
        table = milliseconds(ann.page, ann.page.url, READY, loads)
        heavy = weights(ann.page, address)
        yardstick = milliseconds(ann.page, "/livez", LOADED, loads)
        browser.close()
    whole = sum(heavy.values()) / 1000
    rows = "".join(f"| {name}, gzipped | {count / 1000:.1f} KB |\n" for name, count in heavy.items())
    return (
        f"# The table's page\n\n`python benchmarks/page.py`, {loads} warm loads, real server and Chromium.\n\n"
        f"| figure | value |\n| --- | --- |\n{rows}| all of it (at most 60 KB) | {whole:.1f} KB |\n"
        f"| until a bet can be placed (at most 500 ms), best | {min(table):.0f} ms |\n"
        f"| the same, median | {median(table):.0f} ms |\n"
        f"| yardstick page loaded, best | {min(yardstick):.0f} ms |\n"
        f"| the same, median | {median(yardstick):.0f} ms |\n"
    )


if __name__ == "__main__":
    page.build()
    text = measured(size(15, 2))
    print(text)
    record("page", text)
