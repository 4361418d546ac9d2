"""The workbench's chart and hand tabs in a real browser, with the numbers of the command line."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.surfaces.commands import run
from tests.surfaces.page_house import SIZES, Comes, sideways, unnamed
from tests.surfaces.test_page_axe import violations
from tests.waiting import PATIENCE

GAME, BLACKJACK = "sd-free-bet", "sd-blackjack"
CHART = f"/workbench?game={GAME}&tab=chart"
HAND = f"/workbench?game={GAME}&tab=hand&hand=98&up=7&stake=free&hands=2"
LONGEST = 5 * PATIENCE * 1000
LOOKS = [("1280x720", "dark"), ("390x844", "light")]


def json_output(*words: str) -> Any:
    return json.loads(run(*words, "--json").out)


def chart(page: Page) -> None:
    """Until the chart on the screen is the one that was asked for: the first one of all is compiled before."""
    expect(page.locator(".chart-tab")).to_have_attribute("data-fresh", "true", timeout=LONGEST)


def hand(page: Page) -> None:
    expect(page.locator(".hand-answer")).to_have_attribute("data-fresh", "true", timeout=LONGEST)


def pick(page: Page, group: str, choice: str) -> None:
    page.get_by_role("radiogroup", name=group).get_by_text(choice, exact=True).click()


def number(page: Page, name: str) -> float:
    value = page.locator(f"[data-{name}]").first.get_attribute(f"data-{name}")
    assert value
    return float(value)


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_the_chart_is_that_of_the_command_line(comes: Comes, size: str, scheme: str) -> None:
    page = comes(viewport=SIZES[size], color_scheme=scheme).page
    page.goto(CHART)
    chart(page)
    cells = json_output("strategy", GAME)["cells"]
    shown = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.chart-cell')].map((c) => [c.id, c.textContent]))"
    )
    own = {f"cell-{section}{hand}v{up}": play for section, rows in cells["own"].items() for hand, row in rows.items()
           for up, play in row.items()}  # fmt: skip
    assert shown == own
    assert number(page, "optimal-edge") == json_output("edge", GAME, "--no-spread")["house_edge"]
    assert number(page, "chart-edge") == json_output("edge", GAME, "--no-spread", "--strategy", "total")["house_edge"]
    pick(page, "Stake", "Lammer")
    expect(page.locator("#cell-free\\.hard17v7")).to_have_text(cells["free"]["hard"]["17"]["7"])
    for layer in ("Value", "Margin", "Frequency", "Cost of a mistake"):
        pick(page, "Show", layer)
        expect(page.locator("#cell-free\\.hard17v7")).to_have_text(re.compile(r"^−?\d[\d.]*$"))
        assert violations(page) == []
    assert sideways(page) == 0
    assert unnamed(page) == []


def test_cells_are_edited_and_locked_by_the_keyboard_alone(comes: Comes, tmp_path: Path) -> None:
    page = comes(viewport=SIZES["1280x720"]).page
    page.goto(f"/workbench?game={BLACKJACK}&tab=chart")
    chart(page)
    page.locator("#tab-chart").focus()
    while page.evaluate("() => !document.activeElement.classList.contains('chart-cell')"):
        page.keyboard.press("Tab")
    expect(page.locator("#cell-hard4v2")).to_be_focused()
    for _ in range(12):
        page.keyboard.press("ArrowDown")
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#cell-hard16vT")).to_be_focused()
    panel = page.locator(".cell-panel")
    expect(panel).to_have_attribute("data-cell", "hard16vT")
    expect(panel.locator(".cell-hands")).to_be_visible(timeout=LONGEST)
    expect(panel.locator(".cell-hands .apart").first).to_contain_text("S")
    values = json_output("evs", BLACKJACK, "Th 6d", "--up", "T")["values"]
    expect(panel.locator(".cell-hands tr", has_text=re.compile("^T 6")).first).to_contain_text(
        f"{values['hit']:.4f}"[1:]
    )
    while page.evaluate("() => document.activeElement.name !== 'cell-play'"):
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")  # from hit to the next best
    expect(page).to_have_url(re.compile(r"edit=hard16vT:S$"))
    chart(page)
    expect(page.locator("#cell-hard16vT")).to_have_attribute("data-state", "edited")
    with page.expect_download() as csv:
        page.get_by_role("button", name="Download CSV").focus()
        page.keyboard.press("Enter")
    csv.value.save_as(tmp_path / "chart.csv")
    found = json_output("edge", BLACKJACK, "--no-spread", "--strategy", str(tmp_path / "chart.csv"))
    assert number(page, "played-edge") == found["house_edge"]
    assert number(page, "price") == pytest.approx(found["house_edge"] - number(page, "chart-edge"), abs=2e-12)

    page.get_by_role("checkbox", name="Lock this cell").focus()
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile(r"lock=hard16vT:S$"))
    chart(page)
    expect(page.locator("#cell-hard16vT")).to_have_attribute("data-state", "locked")
    assert number(page, "played-edge") <= found["house_edge"]
    page.locator("#cell-hard16vT").focus()
    page.keyboard.press("Control+z")
    expect(page).to_have_url(re.compile(r"edit=hard16vT:S$"))
    page.get_by_role("button", name="Back to the best chart").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-price]")).to_have_count(0)


def test_a_link_shows_the_same_chart_and_its_differences(comes: Comes) -> None:
    link = f"/workbench?game={GAME}&pin=sd-blackjack&tab=chart&edit=hard16vT:S&lock=hard12v4:S"
    seen = []
    for size, scheme in LOOKS:
        page = comes(viewport=SIZES[size], color_scheme=scheme).page
        page.goto(link)
        chart(page)
        expect(page.locator("[data-differing]")).to_be_visible(timeout=LONGEST)
        expect(page.locator("#cell-hard12v4")).to_have_attribute("data-state", "locked")
        expect(page.locator("#cell-hard16vT")).to_have_attribute("data-state", "edited")
        expect(page.locator("#cell-hard9v2")).to_have_attribute("data-differs", "true")
        assert violations(page) == []
        seen.append((number(page, "played-edge"), number(page, "price"), number(page, "differing")))
    assert seen[0] == seen[1]
    assert seen[0][1] > 0


def test_a_cell_that_cannot_be_is_refused_and_the_chart_stays(comes: Comes) -> None:
    page = comes(viewport=SIZES["1280x720"]).page
    page.goto(f"{CHART}&edit=hard3v4:S")
    expect(page.locator(".chart-price").get_by_role("alert")).to_contain_text(
        "Hard3v4: own hard totals are 4 to 21.", timeout=LONGEST
    )
    expect(page.locator("#cell-hard16vT")).to_be_visible()


def test_pictures_and_the_pocket_card(comes: Comes, tmp_path: Path) -> None:
    page = comes(viewport=SIZES["1280x720"]).page
    page.goto(CHART)
    chart(page)
    for kind, begins in (("SVG", b"<svg "), ("PNG", b"\x89PNG")):
        with page.expect_download() as file:
            page.get_by_role("button", name=f"Download {kind}").click()
        file.value.save_as(tmp_path / kind)
        assert (tmp_path / kind).read_bytes().startswith(begins)
        assert file.value.suggested_filename == f"{GAME}-chart-own.{kind.lower()}"
    assert "FP" in (tmp_path / "SVG").read_text("utf-8")
    page.get_by_role("button", name="Pocket card").click()
    expect(page.locator(".pocket-side img")).to_have_count(2)
    assert page.evaluate("() => [...document.images].every((one) => one.complete && one.naturalWidth > 0)")
    page.emulate_media(media="print")
    expect(page.locator(".bench-bar")).to_be_hidden()
    page.emulate_media(media="screen")
    assert violations(page) == []
    page.get_by_role("button", name="Back to the chart").click()
    chart(page)


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_a_hand_has_the_values_of_evs_and_is_a_link(comes: Comes, size: str, scheme: str) -> None:
    page = comes(viewport=SIZES[size], color_scheme=scheme).page
    page.goto(HAND)
    hand(page)
    values = json_output("evs", GAME, "9h 8d", "--up", "7", "--free")["values"]
    assert {action: _bar(page, action) for action in values} == values
    expect(page.locator(".hand-why")).to_contain_text("With own money stand is better by")
    assert sum(_bar(page, end) for end in ("17", "18", "19", "20", "21", "22", "bust")) == pytest.approx(1, abs=1e-10)
    assert violations(page) == []
    assert sideways(page) == 0
    page.locator("[data-next='3'] a").click()
    expect(page).to_have_url(re.compile(r"hand=983&up=7&stake=free&hands=2$"))
    hand(page)
    assert _bar(page, "stand") == json_output("evs", GAME, "9h 8d 3c", "--up", "7", "--free")["values"]["stand"]
    other = comes().page
    other.goto(page.url)
    hand(other)
    assert _bar(other, "stand") == _bar(page, "stand")


def _bar(page: Page, name: str) -> float:
    return float(page.locator(f"[data-bar='{name}']").get_attribute("data-value") or "nan")


def test_an_impossible_hand_is_refused_beside_its_control(comes: Comes) -> None:
    page = comes(viewport=SIZES["390x844"]).page
    page.goto(f"/workbench?game={GAME}&tab=hand&hand=T6&up=T")
    hand(page)
    before = _bar(page, "hit")
    page.get_by_label("Cards of the hand", exact=True).focus()
    page.keyboard.press("End")
    page.keyboard.type("9")
    field = page.locator(".hand-control", has=page.get_by_label("Cards of the hand", exact=True))
    expect(field.get_by_role("alert")).to_contain_text("This hand is over: 25 is more than 21.")
    expect(page.get_by_label("Cards of the hand", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".hand-answer")).to_contain_text("The last good answer is shown.")
    assert _bar(page, "hit") == before
    page.keyboard.press("Backspace")
    hand(page)
    expect(field.get_by_role("alert")).to_have_count(0)
    pick(page, "Stake", "Lammer")
    stake = page.locator(".hand-control", has_text="Stake")
    expect(stake.get_by_role("alert")).to_contain_text("A pair of T is not split free in this game.")
    pick(page, "Stake", "Own money")
    pick(page, "Hands on the box", "1")
    page.get_by_label("Other cards out of the shoe", exact=True).fill("T" * 95)
    removed = page.locator(".hand-control", has=page.get_by_label("Other cards out of the shoe", exact=True))
    expect(removed.get_by_role("alert")).to_contain_text("The shoe holds only 96 cards of value T.")
    page.get_by_label("Other cards out of the shoe", exact=True).fill("555")
    hand(page)
    assert _bar(page, "hit") == json_output("evs", GAME, "Th 6d", "--up", "T", "--remove", "5c 5d 5h")["values"]["hit"]
    assert violations(page) == []
