"""axe-core finds no violation on the page. Contrast on the felt's gradients, which it leaves out, is measured here."""

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.surfaces.page_house import ROOT, Comes

AXE = ROOT / ".boot" / "page" / "node_modules" / "axe-core" / "axe.min.js"
MIN_CONTRAST = 4.5
TEXT_ON_FELT = ".shoe-count, .total, .pile-amount, .spot-name, .who-name, .who-note, .print-rules"


def violations(page: Page) -> list[str]:
    """A script put in by the page itself would break its policy, so the code is run from outside."""
    page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run()).violations")
    return [f"{one['id']}: {json.dumps([node['html'][:120] for node in one['nodes']])}" for one in found]


LOWEST_CONTRAST = """(what) => {
    const channel = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    const numbers = (text) => text.match(/[0-9.]+/g).map(Number);
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const rgb = (text) => {
        canvas.fillStyle = text;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const style = getComputedStyle(document.querySelector('.felt'));
    const stops = ['--felt-light', '--felt', '--felt-dark'].map((name) => rgb(style.getPropertyValue(name)));
    const over = (top, below, a = top[3] ?? 1) => [0, 1, 2].map((at) => top[at] * a + below[at] * (1 - a));
    let lowest = 99;
    for (const one of document.querySelectorAll(what)) {
        if (!one.checkVisibility({ visibilityProperty: true }) || !one.textContent.trim()) continue;
        for (const stop of stops) {
            let ground = stop;
            const chain = [];
            for (let at = one; at && !at.classList.contains('felt'); at = at.parentElement) chain.unshift(at);
            for (const at of chain) {
                const told = numbers(getComputedStyle(at).backgroundColor);
                if ((told[3] ?? 1) > 0) ground = over(told, ground);
            }
            const own = getComputedStyle(one);
            const ink = over(numbers(one instanceof SVGElement ? own.fill : own.color), ground);
            const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
            lowest = Math.min(lowest, (a + 0.05) / (b + 0.05));
        }
    }
    return lowest;
}"""


def test_axe_finds_nothing_and_text_on_the_felt_can_be_read(comes: Comes) -> None:
    ann = comes(color_scheme="dark")
    ann.page.goto("/")
    expect(ann.page.locator(".game-card").first).to_be_visible()
    assert violations(ann.page) == []
    ann.plays("Free Bet Blackjack")
    assert violations(ann.page) == []
    ann.button("Deal 10").click()
    expect(ann.button("hit")).to_be_visible()
    assert violations(ann.page) == []
    for sheet in ("Help", "Settings"):
        ann.button(sheet).click()
        expect(ann.page.get_by_role("dialog")).to_be_visible()
        assert violations(ann.page) == []
        ann.page.keyboard.press("Escape")
    ann.keys("s")
    expect(ann.results()).to_be_visible()
    assert violations(ann.page) == []
    for game in ("sd-free-bet", "european-free-bet", "free-money", "triple-win-20", "sd-blackjack"):
        ann.page.evaluate("(game) => { document.querySelector('.felt').dataset.game = game; }", game)
        assert ann.page.evaluate(LOWEST_CONTRAST, TEXT_ON_FELT) >= MIN_CONTRAST, game


def test_what_is_wrong_is_found(comes: Comes) -> None:
    ann = comes()
    ann.page.set_content(
        "<html lang='en'><main class='felt' style='--felt: #777; --felt-light: #888; --felt-dark: #666'>"
        "<button></button><p class='total' style='color: #999'>17</p></main></html>"
    )
    assert any(one.startswith("button-name") for one in violations(ann.page))
    assert ann.page.evaluate(LOWEST_CONTRAST, ".total") < MIN_CONTRAST


def tab_to(page: Page, name: str) -> None:
    """Moves the focus by Tab alone."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(name) => document.activeElement?.textContent.trim().startsWith(name)", name):
            return
    raise AssertionError(f"Tab never reaches {name}")


def test_a_whole_session_by_keyboard_in_the_accessibility_tree(comes: Comes) -> None:
    """No pointer is used; what is looked at is what a screen reader is given."""
    ann = comes()
    said = ann.page.locator("[data-announced]")
    ann.page.goto("/")
    play = ann.page.get_by_role("button", name="Play Free Bet Blackjack", exact=True)
    expect(play).to_be_visible()
    play.focus()
    ann.page.keyboard.press("Enter")
    bets = ann.page.get_by_role("group", name="Your bet")
    expect(bets).to_be_focused()
    expect(bets.get_by_role("button", name="Deal 10")).to_be_visible()
    for key in ("2", "u", "b", "2", "x"):
        ann.page.keyboard.press(key)
    expect(bets.get_by_role("button", name="Deal 10")).to_be_visible()
    ann.page.keyboard.press("Enter")
    expect(said).to_contain_text(
        "Your turn, your hand: eight of hearts, eight of diamonds, 16. Dealer shows six of clubs."
    )
    turn = ann.page.get_by_role("group", name="16 against 6: your move?")
    names = re.findall(r'button "([^"]+)"', turn.aria_snapshot())
    assert names == ["FREE split", "FREE double", "hit", "stand", "double 10", "split 10", "Double for less"], (
        turn.aria_snapshot()
    )
    expect(turn.get_by_role("button", name="FREE double")).to_have_accessible_description(re.compile("9, 10, 11"))
    ann.page.keyboard.press("s")
    expect(said).to_contain_text("Dealer: six of clubs, ten of clubs")
    expect(said).to_contain_text("Your hand")
    tab_to(ann.page, "Help")
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    ann.page.keyboard.press("Escape")
    tab_to(ann.page, "Leave")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".game-card").first).to_be_visible()
