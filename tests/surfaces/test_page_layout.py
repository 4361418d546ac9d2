"""The table at five sizes: nothing hidden, fixed places, nothing that jumps. Pictures are kept where the run asks for
them."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.surfaces.page_house import SIZES, Comes, Visitor, sideways

LARGEST_SHIFT = 0.01
PARTS = ".hand .card, .dealer .card, .total, .stake, .spot .pile, .plate, .outcome"

HIDDEN_PARTS = """(what) => {
    const felt = document.querySelector('.felt').getBoundingClientRect();
    const dock = document.querySelector('.dock').getBoundingClientRect();
    const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    const within = (a, b) =>
        a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
    const seen = (one) => one.checkVisibility({ visibilityProperty: true });
    return [...document.querySelectorAll(what)].filter(seen).filter((one) => {
        const at = one.getBoundingClientRect();
        return !(within(at, felt) && apart(at, dock) && at.bottom <= innerHeight);
    }).map((one) => `${one.className} ${JSON.stringify(one.getBoundingClientRect())}`);
}"""

BEHIND_BANNER = """() => {
    const banner = document.querySelector('.banner').getBoundingClientRect();
    return [...document.querySelectorAll('.card, .total, .stake')].filter((one) => {
        const at = one.getBoundingClientRect();
        return at.left < banner.right && at.right > banner.left && at.top < banner.bottom && at.bottom > banner.top;
    }).map((one) => `${one.className} ${JSON.stringify([one.getBoundingClientRect(), banner])}`);
}"""

WATCH_SHIFTS = """() => {
    // A player who splits or draws moves their own cards: that frame does not count. Chromium's own exception, half a
    // second after a key, is too short for a split on a busy machine, and on a quiet one it hides what the coach moves.
    window.shifts = [];
    const own = () => document.querySelectorAll('.box.mine .card').length;
    let cards = own();
    let played = Infinity;
    new MutationObserver(() => {
        const now = own();
        if (cards >= 2 && now > cards) played = Math.min(played, performance.now());
        cards = now;
    }).observe(document.body, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            const moved = entry.sources.map(({ node }) => node?.className);
            if (entry.startTime < played) window.shifts.push([entry.value, ...moved]);
            else played = Infinity;
        }
    }).observe({ type: 'layout-shift' });
}"""


def hidden_parts(visitor: Visitor) -> list[str]:
    found: list[str] = visitor.page.evaluate(HIDDEN_PARTS, PARTS)
    return found


def cut_off(visitor: Visitor, what: str) -> list[str]:
    """Parts whose text does not fit into them."""
    found: list[str] = visitor.page.evaluate(
        """(what) => [...document.querySelectorAll(what)]
            .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
            .map((one) => `${one.textContent} ${[one.scrollWidth, one.scrollHeight]}`)
        """,
        what,
    )
    return found


def screenshot(visitor: Visitor, name: str) -> None:
    if folder := os.environ.get("LAMMER_SCREENSHOTS"):
        visitor.page.screenshot(path=Path(folder) / f"{name}.png")


def places_of(visitor: Visitor) -> dict[str, list[float]]:
    found: dict[str, list[float]] = visitor.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.choice[data-kind]')].map((one) => {
            const at = one.getBoundingClientRect();
            return [one.dataset.kind, [at.left, at.top, at.width, at.height]];
        }))"""
    )
    return found


def seven_seats(comes: Comes, size: str) -> tuple[Visitor, Visitor]:
    """Ann at box 4 with the coach on, somebody else at the six others."""
    ann, bob, table = comes(viewport=SIZES[size]), comes(), f"seats-{size}"
    ann.comes_in()
    bob.comes_in()
    ann.api("/api/tables", key="open the table", table=table, game="sd-free-bet", turn_seconds=0)
    ann.api(f"/api/tables/{table}/sit", key="ann sits here", box=4)
    for box in (1, 2, 3, 5, 6, 7):
        bob.api(f"/api/tables/{table}/sit", key=f"sits at box {box}", box=box)
        bets = {"main": 1000, "pot-of-gold": 500}
        bob.api(f"/api/tables/{table}/bet", key=f"bets on box {box}", box=box, bets=bets, ready=True)
    ann.page.goto(f"/t/{table}")
    expect(ann.page.locator(".box.mine")).to_be_visible()
    ann.page.evaluate("() => document.querySelector('.coach-switch input')?.click()")
    return ann, bob


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_hidden_and_nothing_jumps(comes: Comes, size: str) -> None:
    """Seven boxes, side bets, the coach on, and a box with four hands."""
    ann, bob = seven_seats(comes, size)
    table = f"/api/tables/seats-{size}"
    ann.button("Pot of Gold").first.click()
    ann.page.keyboard.press("2")
    ann.page.evaluate(WATCH_SHIFTS)
    screenshot(ann, f"{size}-betting")
    assert hidden_parts(ann) == []
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".hand")).to_have_count(7)
    for at in range(3):
        bob.api(f"{table}/act", key=f"stands as {at}", action="stand")
    expect(ann.page.locator(".choice.best")).to_be_visible()
    expect(ann.page.locator(".coach-said")).to_contain_text("is next")
    assert cut_off(ann, ".coach-said") == []
    places = places_of(ann)
    assert list(places) == ["free-split", "free-double", "hit", "stand", "double", "split"]
    for key in "pppfff":
        ann.keys(key)
        expect(ann.page.locator(".coach-said")).to_contain_text("against")
        assert cut_off(ann, ".coach-said") == []
        assert places_of(ann) == places
        assert hidden_parts(ann) == []
    expect(ann.page.locator(".hand")).to_have_count(10)
    expect(ann.page.locator(".hand.turn")).to_be_in_viewport(ratio=1)
    screenshot(ann, f"{size}-four-hands")
    assert sideways(ann.page) == 0
    ann.keys("s")
    for at in range(3, 6):
        bob.api(f"{table}/act", key=f"stands as {at}", action="stand")
    expect(ann.results()).to_contain_text("dealer 22")
    expect(ann.page.locator(".banner")).to_be_visible()
    screenshot(ann, f"{size}-result")
    assert ann.page.evaluate(BEHIND_BANNER) == []
    expect(ann.page.locator(".deal")).to_be_in_viewport(ratio=1)
    assert hidden_parts(ann) == []
    shifts: list[tuple[float, str]] = ann.page.evaluate("() => window.shifts")
    assert sum(value for value, *_ in shifts) < LARGEST_SHIFT, shifts


def test_what_is_hidden_or_jumps_is_found(comes: Comes) -> None:
    ann = comes()
    ann.page.set_content(
        "<div class='felt' style='height: 300px'><span class='total' style='position: absolute; top: 320px'>17</span>"
        "</div><div class='dock' style='height: 100px'>The dock</div>"
    )
    assert len(hidden_parts(ann)) == 1
    ann.page.set_content(
        "<p style='width: 9rem; height: 1rem; overflow: hidden'>A sentence that does not fit here.</p>"
    )
    assert len(cut_off(ann, "p")) == 1
    ann.page.goto("/")
    expect(ann.page.locator(".game-card").first).to_be_visible()
    ann.page.evaluate(WATCH_SHIFTS)
    ann.page.evaluate(
        "() => document.body.prepend(Object.assign(document.createElement('p'), { style: 'height: 300px' }))"
    )
    ann.page.wait_for_function("() => window.shifts.some(([value]) => value > 0.01)")
