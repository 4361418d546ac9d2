"""axe-core finds no violation on the page, in the light and in the dark scheme. Contrast on the felt's gradients, which
it leaves out, is measured here. The schemes differ in colours alone, so a screen is drawn once: all rules are applied
in the light scheme, and in the dark one those that look at colours."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from lammer.surfaces.web.people import Role
from tests.surfaces.page_house import ROOT, Comes, Visitor, served
from tests.users import user_entry

AXE = ROOT / ".boot" / "page" / "node_modules" / "axe-core" / "axe.min.js"
OF_COLOURS = ("color-contrast", "link-in-text-block")
FURTHER_CARDS = ".game-card ~ .game-card ~ .game-card"
PASSWORD = "a long password"


def violations(page: Page, rules: tuple[str, ...] = (), *, every_card: bool = False) -> list[str]:
    """Of all rules, or of some. A script put in by the page itself would break its policy, so the code is run from
    outside. Of the lobby's cards, which are all alike, two are looked at unless ``every_card`` is wanted."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    # Passes are not told, and to work out how to tell them would take longer than to apply the rules.
    options: dict[str, Any] = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    where = {"exclude": [] if every_card else [[FURTHER_CARDS]]}
    asked = "async ([where, how]) => (await axe.run(where, how)).violations"
    found: list[dict[str, Any]] = page.evaluate(asked, [where, options])
    return [f"{one['id']}: {json.dumps([node['html'][:120] for node in one['nodes']])}" for one in found]


@contextmanager
def in_the_dark(page: Page) -> Iterator[None]:
    page.emulate_media(color_scheme="dark")
    yield
    page.emulate_media(color_scheme="light")


def violations_in_both(page: Page) -> list[str]:
    found = violations(page)
    with in_the_dark(page):
        return found + violations(page, OF_COLOURS)


def faint_in_both(page: Page) -> list[str]:
    found = faint_on_gradients(page)
    with in_the_dark(page):
        return found + faint_on_gradients(page)


FAINT_ON_GRADIENTS = """() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const rgba = (text) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = text;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const channel = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    const over = (top, below) => [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3]));
    const ratio = (one, other) => {
        const [high, low] = [light(one), light(other)].sort((x, y) => y - x);
        return (high + 0.05) / (low + 0.05);
    };
    // What lies behind an element: the colours of the nearest gradient, each under the veils above it.
    const grounds = (element) => {
        const veils = [];
        for (let at = element; at; at = at.parentElement) {
            const style = getComputedStyle(at);
            if (style.backgroundImage.includes('gradient')) {
                const stops = style.backgroundImage.match(/(rgb|color|oklch|oklab|hsl)a?\\([^()]*\\)/g) ?? [];
                const solid = stops.map(rgba).filter((stop) => stop[3] === 1);
                return solid.map((stop) => veils.reduceRight((ground, veil) => over(veil, ground), stop));
            }
            const colour = rgba(style.backgroundColor);
            if (colour[3] === 1) return [];
            if (colour[3] > 0) veils.push(colour);
        }
        return [];
    };
    const written = (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim();
    const said = (one) => [...one.childNodes].some(written);
    const inactive = '[aria-disabled=true], :disabled, .card, .chip, .lammer';
    const faint = [];
    let measured = 0;
    for (const one of document.querySelectorAll('body *')) {
        if (!said(one) || one.closest(inactive) || !one.checkVisibility({ visibilityProperty: true })) continue;
        const style = getComputedStyle(one);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        for (const ground of grounds(one)) {
            const ink = over(rgba(one instanceof SVGElement ? style.fill : style.color), ground);
            measured += 1;
            const found = ratio(ink, ground);
            if (found < (large ? 3 : 4.5)) faint.push(`${found.toFixed(2)} ${one.outerHTML.slice(0, 100)}`);
        }
    }
    return { measured, faint };
}"""


def faint_on_gradients(page: Page) -> list[str]:
    """Text that is too faint on a gradient, which axe-core leaves out."""
    found: dict[str, Any] = page.evaluate(FAINT_ON_GRADIENTS)
    assert found["measured"] > 0
    return list(found["faint"])


def test_axe_finds_nothing_and_text_on_the_felt_can_be_read(comes: Comes) -> None:
    ann = comes(color_scheme="light")
    ann.page.goto("/")
    expect(ann.page.locator(".game-card").first).to_be_visible()
    assert violations(ann.page, every_card=True) == []
    with in_the_dark(ann.page):
        assert violations(ann.page, OF_COLOURS) == []
    assert faint_in_both(ann.page) == []
    ann.plays("Free Bet Blackjack")
    assert violations_in_both(ann.page) == []
    ann.button("Deal 10").click()
    expect(ann.button("hit")).to_be_visible()
    assert violations_in_both(ann.page) == []
    for sheet in ("Help", "Settings"):
        ann.button(sheet).click()
        expect(ann.page.get_by_role("dialog")).to_be_visible()
        assert violations_in_both(ann.page) == []
        ann.page.keyboard.press("Escape")
    ann.keys("s")
    expect(ann.results()).to_be_visible()
    assert violations_in_both(ann.page) == []
    for game in ("sd-free-bet", "european-free-bet", "free-money", "triple-win-20", "sd-blackjack"):
        ann.page.evaluate("(game) => { document.querySelector('.felt').dataset.game = game; }", game)
        assert faint_in_both(ann.page) == [], game


def test_axe_finds_nothing_in_the_trainer(comes: Comes) -> None:
    ann = comes(color_scheme="light")
    ann.sits_alone("sd-free-bet")
    ann.page.get_by_role("switch", name="Coach").check()
    ann.button("Deal 10").click()
    expect(ann.page.locator(".choice.best")).to_be_visible()
    assert violations_in_both(ann.page) == []
    ann.keys("s")
    expect(ann.page.locator(".coach-said .grade")).to_be_visible()
    assert violations_in_both(ann.page) == []
    ann.button("History").click()
    expect(ann.page.locator(".past-round[data-worst=blunder]")).to_be_visible()
    assert violations_in_both(ann.page) == []
    ann.button("Open round 1").click()
    expect(ann.page.locator(".review .values")).to_be_visible()
    assert violations_in_both(ann.page) == []
    assert faint_in_both(ann.page) == []
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.locator(".review-result")).to_be_visible()
    assert violations_in_both(ann.page) == []
    ann.page.goto("/report")
    expect(ann.page.locator(".curve canvas")).to_be_visible()
    assert violations_in_both(ann.page) == []
    ann.page.goto("/drill?drill=pairs")
    expect(ann.page.locator(".drill-choices")).to_be_visible()
    assert violations_in_both(ann.page) == []
    assert faint_in_both(ann.page) == []
    ann.page.locator("[data-kind=stand]").click()
    expect(ann.page.locator(".drill-answer")).to_be_visible()
    assert violations_in_both(ann.page) == []
    ann.page.goto("/drill?drill=decks")
    expect(ann.page.locator(".tray")).to_be_visible()
    assert violations_in_both(ann.page) == []
    expect(ann.page.get_by_label("Your answer")).to_be_focused()
    ann.page.keyboard.type("9")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".drill-answer")).to_be_visible()
    assert violations_in_both(ann.page) == []
    assert faint_in_both(ann.page) == []


def test_axe_finds_nothing_on_the_screens_of_the_staff(comes: Comes, tmp_path: Path) -> None:
    users = tmp_path / "users.toml"
    roles: dict[str, tuple[Role, ...]] = {
        "ann": ("player",),
        "dana": ("dealer",),
        "sam": ("supervisor", "auditor", "executive", "administrator"),
    }
    users.write_text("".join(user_entry(name, PASSWORD, some) for name, some in roles.items()), encoding="utf-8")
    with served(tmp_path, {"main": ["| 9h 7c 8d Td | S"]}, users) as address:
        ann, dana, sam = (comes(address, color_scheme="light") for _ in roles)
        for visitor, name in zip((ann, dana, sam), roles, strict=True):
            visitor.page.goto("/")
            expect(visitor.page.get_by_label("Password")).to_be_visible()
            assert violations_in_both(visitor.page) == []
            visitor.logs_in(name, PASSWORD)
        dana.api("/api/tables", key="open the table", table="main", game="sd-free-bet", turn_seconds=0, training=True)
        dana.api("/api/pit/forms", key="inventory of main", kind="inventory", table="main", chips={"2500": 4})
        ann.api("/api/buy-in", key="chips for ann", amount=100_000)
        ann.api("/api/tables/main/sit", key="ann sits down", box=4)
        ann.page.goto("/t/main")
        ann.leaves_the_cut()
        ann.button("Deal 10").click()
        ann.keys("s")
        expect(ann.results()).to_be_visible()
        assert violations_in_both(ann.page) == []
        _looks_at_the_staff_home(dana)
        dana.button("Come on duty at table main").click()
        dana.button("Floor").click()
        expect(dana.page.get_by_role("dialog")).to_be_visible()
        assert violations_in_both(dana.page) == []
        _looks_at_the_staff_home(sam)
        sam.button("By day").click()
        expect(sam.page.locator(".figures tbody tr")).to_be_visible()
        assert violations_in_both(sam.page) == []
        expect(sam.button("Sign ")).to_be_visible()
        sam.button("Remove ann").first.click()
        expect(sam.page.locator(".danger[open]")).to_be_visible()
        assert violations_in_both(sam.page) == []


def _looks_at_the_staff_home(visitor: Visitor) -> None:
    """With everything unfolded that can be."""
    visitor.page.goto("/")
    expect(visitor.page.locator(".game-card").first).to_be_visible()
    expect(visitor.page.locator(".form-rows li")).to_be_visible()
    visitor.page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert violations_in_both(visitor.page) == []


def test_what_is_wrong_is_found(comes: Comes) -> None:
    ann = comes()
    ann.page.set_content(
        "<html lang='en'><main style='background: linear-gradient(#888, #666)'><button></button>"
        "<p style='color: #999'>17</p><p style='color: #fff; background: #0008'>18</p></main></html>"
    )
    assert any(one.startswith("button-name") for one in violations_in_both(ann.page))
    assert any(one.startswith("button-name") for one in violations(ann.page, every_card=True))
    faint = faint_on_gradients(ann.page)
    assert faint
    assert all("17" in one for one in faint), faint


def test_what_is_faint_only_in_the_dark_is_found(comes: Comes) -> None:
    ann = comes(color_scheme="light")
    ann.page.set_content(
        "<html lang='en' style='color-scheme: light dark'><title>17</title><main><h1>17</h1>"
        "<p style='color: light-dark(#000, #222); background: light-dark(#fff, #111)'>18</p>"
        "<div style='background: linear-gradient(light-dark(#fff, #111), light-dark(#fff, #111))'>"
        "<p style='color: light-dark(#000, #222)'>19</p></div></main></html>"
    )
    assert violations(ann.page) == []
    assert any(one.startswith("color-contrast") and "18" in one for one in violations_in_both(ann.page))
    assert faint_on_gradients(ann.page) == []
    assert any("19" in one for one in faint_in_both(ann.page))
