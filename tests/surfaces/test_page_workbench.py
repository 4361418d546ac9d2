"""The workbench in a browser: the same numbers as the command line, whatever way one gets there."""

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from lammer.rules.loader import load_sheet, load_toml
from tests.surfaces.commands import run
from tests.surfaces.page_house import SIZES, Comes, Visitor, sideways, unnamed
from tests.surfaces.test_page_axe import violations
from tests.waiting import PATIENCE

SLOW = 10 * PATIENCE * 1000
"""Milliseconds. The first figure waits for the analyzer to be compiled where nobody has done so yet."""
GAME = "sd-free-bet"
STAND = "dealer.soft_17=stand"
DESK, PHONE = SIZES["1280x720"], SIZES["390x844"]


def edge_of(*overrides: str, game: str = GAME) -> float:
    """What the command line prints."""
    done = run("edge", game, "--no-spread", "--json", *(word for one in overrides for word in ("--set", one)))
    return float(json.loads(done.out)["house_edge"])


def address(*overrides: str, **more: str) -> str:
    parameters = [("game", GAME), *(("set", one) for one in overrides), *more.items()]
    return "/workbench?" + "&".join(f"{name}={quote(value)}" for name, value in parameters)


def shows(page: Page, edge: float) -> None:
    """The answer to what is set now is there, and it is this one."""
    expect(page.locator(".figures[data-fresh=true] .edge")).to_have_attribute("data-edge", repr(edge), timeout=SLOW)
    expect(page.locator(".edge")).to_have_text(f"{edge * 100:.4f}%")


def control(page: Page, key: str) -> Locator:
    return page.locator(f'[data-key="{key}"]')


def opened(visitor: Visitor, where: str) -> Page:
    visitor.page.goto(where)
    return visitor.page


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["1280x720", "390x844"])
def test_a_changed_rule_shows_the_number_of_the_command_line(comes: Comes, size: dict[str, int]) -> None:
    ann = comes(viewport=size)
    page = opened(ann, address())
    shows(page, edge_of())
    control(page, "dealer.soft_17").get_by_text("stand").click()
    shows(page, edge_of(STAND))
    expect(page).to_have_url(re.compile("set=dealer.soft_17%3Dstand"))
    difference = edge_of(STAND) - edge_of()
    expect(page.locator(".figure-differences")).to_contain_text(f"{difference * 100:.4f}%")
    assert sideways(page) == 0
    assert unnamed(page) == []
    bob = comes(viewport=size)  # a link shows another the same
    shows(opened(bob, page.url), edge_of(STAND))
    expect(control(bob.page, "dealer.soft_17")).to_have_class(re.compile("changed"))


def test_undo_redo_and_the_way_back_to_the_sheet(comes: Comes) -> None:
    ann = comes(viewport=DESK)
    page = opened(ann, address())
    shows(page, edge_of())
    expect(ann.button("Undo")).to_be_disabled()
    control(page, "dealer.soft_17").get_by_text("stand").click()
    control(page, "dealer.pushes_on_22").get_by_role("switch").click()
    both = edge_of(STAND, "dealer.pushes_on_22=false")
    shows(page, both)
    ann.button("Undo").click()
    shows(page, edge_of(STAND))
    page.keyboard.press("Control+z")
    shows(page, edge_of())
    page.keyboard.press("Control+Shift+Z")
    shows(page, edge_of(STAND))
    page.go_forward()
    shows(page, both)
    expect(ann.button("Redo")).to_be_disabled()
    control(page, "dealer.pushes_on_22").get_by_role("button", name="Reset").click()
    shows(page, edge_of(STAND))
    ann.button("Reset all").click()
    shows(page, edge_of())
    expect(page).not_to_have_url(re.compile("set="))


def test_with_the_keyboard_alone(comes: Comes) -> None:
    ann = comes(viewport=DESK)
    page = opened(ann, address())
    shows(page, edge_of())
    key = "document.activeElement?.closest('[data-key]')?.dataset.key"
    for _ in range(100):
        page.keyboard.press("Tab")
        if page.evaluate(key) == "dealer.soft_17":
            break
    assert page.evaluate(key) == "dealer.soft_17"
    page.keyboard.press("ArrowRight")
    shows(page, edge_of(STAND))
    page.keyboard.press("Control+z")
    shows(page, edge_of())
    page.get_by_role("tab", name="Rules").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Effects")).to_be_focused()
    expect(page.locator(".effects")).to_be_visible()


def test_a_refused_value_is_told_beside_its_control_and_the_last_answer_stays(comes: Comes) -> None:
    ann = comes(viewport=DESK)
    page = opened(ann, address())
    shows(page, edge_of())
    paytable = control(page, "side_bets.pot-of-gold.paytables.01")
    pays = paytable.get_by_label("1 lammer: pays")
    pays.fill("-3")
    alert = paytable.get_by_role("alert")
    expect(alert).to_contain_text("should be at least 0, found -3")
    expect(alert.locator(".clause")).to_have_text("SD.14 3(j)")
    expect(page.locator(".edge")).to_have_attribute("data-edge", repr(edge_of()))
    expect(page.locator(".figure-state")).to_have_text("The last good answer is shown.")
    assert page.get_by_role("alert").filter(has_text=re.compile(".")).count() == 1  # at this control and nowhere else
    pays.fill("4")
    expect(alert).to_be_hidden()
    posted = page.locator('[data-side-bet="pot-of-gold 01"]')
    expect(page.locator(".figures[data-fresh=true]")).to_be_visible(timeout=SLOW)
    expect(posted).not_to_have_text("8.2390%")
    page.goto(address("shoe.decks=3"))
    expect(control(page, "shoe.decks").get_by_role("alert")).to_contain_text("3 is not allowed; choose from 6, 8")
    expect(control(page, "shoe.decks").locator(".trouble .clause")).to_have_text("SD.14 1(j)")


def test_a_late_answer_never_takes_the_place_of_a_newer_one(comes: Comes) -> None:
    """The first change's answer is held back until the second one's is shown."""
    ann = comes(viewport=DESK)
    held: list[Route] = []

    def hold(route: Route) -> None:
        wanted = STAND in (route.request.post_data or "") and "pushes_on_22" not in (route.request.post_data or "")
        if wanted:
            held.append(route)
        else:
            route.continue_()

    ann.page.route("**/api/workbench/edge", hold)
    page = opened(ann, address())
    shows(page, edge_of())
    with page.expect_request(lambda one: _asks(one, STAND)):
        control(page, "dealer.soft_17").get_by_text("stand").click()
    control(page, "dealer.pushes_on_22").get_by_role("switch").click()
    both = edge_of(STAND, "dealer.pushes_on_22=false")
    shows(page, both)
    for route in held:
        route.continue_()
    assert held
    page.unroute("**/api/workbench/edge")
    # One more question goes the whole way; what was held has had its time to be shown, and is not.
    control(page, "split.resplit_aces").get_by_role("switch").click()
    shows(page, edge_of(STAND, "dealer.pushes_on_22=false", "split.resplit_aces=false"))
    ann.button("Undo").click()
    shows(page, both)


def _asks(request: Request, override: str) -> bool:
    return request.url.endswith("/api/workbench/edge") and override in (request.post_data or "")


def test_every_kind_of_control_changes_the_figures(comes: Comes) -> None:
    ann = comes(viewport=DESK)
    page = opened(ann, address())
    shows(page, edge_of())
    control(page, "natural.pays").get_by_role("textbox").fill("6:5")
    shows(page, edge_of("natural.pays=6:5"))
    control(page, "free.double_totals").get_by_text("9", exact=True).click()
    shows(page, edge_of("natural.pays=6:5", "free.double_totals=[10,11]"))
    control(page, "dealer.stand_on_hard").get_by_role("spinbutton").fill("18")
    shows(page, edge_of("natural.pays=6:5", "free.double_totals=[10,11]", "dealer.stand_on_hard=18"))


def test_a_pinned_game_and_the_spread(comes: Comes) -> None:
    ann = comes(viewport=DESK)
    page = opened(ann, "/workbench?game=triple-win-20")
    plain = edge_of(game="triple-win-20")
    shows(page, plain)
    page.get_by_label("Compare with").select_option("sd-blackjack")
    difference = plain - edge_of(game="sd-blackjack")
    expect(page.locator(".figure-differences")).to_contain_text("against sd-blackjack@2", timeout=SLOW)
    expect(page.locator(".figure-differences")).to_contain_text(f"{difference * 100:.4f}%")
    expect(page).to_have_url(re.compile("pin=sd-blackjack"))
    spread = page.locator(".figure-spread dd[data-sd]")
    expect(spread).to_have_text(re.compile(r"^\d\.\d{4} wagers$"), timeout=SLOW)
    output = json.loads(run("edge", "triple-win-20", "--json").out)
    expect(spread).to_have_attribute("data-sd", repr(output["sd"]))


def test_the_game_leaves_the_workbench(comes: Comes, tmp_path: Path) -> None:
    """As a sheet that lint takes, as a command line, and as a table."""
    ann = comes(viewport=DESK)
    page = opened(ann, address(STAND, "shoe.decks=8"))
    shows(page, edge_of(STAND, "shoe.decks=8"))
    with page.expect_download() as download:
        ann.button("Download sheet").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert load_toml(file.read_text("utf-8")).digest == load_sheet(GAME, (STAND, "shoe.decks=8")).digest
    assert run("rules", "lint", str(file)).code == 0
    command = page.locator(".command-line code")
    expect(command).to_have_text(f"lammer edge {GAME} --set {STAND} --set shoe.decks=8")
    done = run(*command.inner_text().split()[1:], "--no-spread", "--json")
    assert json.loads(done.out)["house_edge"] == edge_of(STAND, "shoe.decks=8")
    ann.button("Open in a table").click()
    expect(page.locator(".top-game")).to_contain_text("Free Bet Blackjack")
    ann.button("Help").click()
    page.get_by_role("link", name="open this game in the workbench").click()
    shows(page, edge_of(STAND, "shoe.decks=8"))


def test_effects_are_listed_and_applied(comes: Comes) -> None:
    ann = comes(viewport=DESK)
    page = opened(ann, address(tab="effects"))
    row = page.locator('[data-override="shoe.decks=8"]')
    difference = edge_of("shoe.decks=8") - edge_of()
    expect(row.locator("[data-difference]")).to_have_text(f"{difference * 100:+.4f}%", timeout=SLOW)
    row.get_by_role("button").click()
    expect(page).to_have_url(re.compile("set=shoe.decks%3D8"))
    expect(page.locator('[data-override="shoe.decks=6"]')).to_contain_text(f"{-difference * 100:+.4f}%", timeout=SLOW)
    page.get_by_role("tab", name="Rules").click()
    shows(page, edge_of("shoe.decks=8"))


@pytest.mark.parametrize("look", [("dark", DESK), ("light", PHONE)], ids=["dark desk", "light phone"])
def test_axe_finds_nothing(comes: Comes, look: tuple[str, dict[str, int]]) -> None:
    scheme, size = look
    ann = comes(viewport=size, color_scheme=scheme)
    page = opened(ann, address(STAND, pin="sd-blackjack"))
    shows(page, edge_of(STAND))
    assert violations(page) == []
    page.get_by_role("tab", name="Effects").click()
    expect(page.locator("[data-override]").first).to_be_visible(timeout=SLOW)
    assert violations(page) == []
    assert sideways(page) == 0


def test_from_the_lobby_to_the_workbench_and_back(comes: Comes) -> None:
    ann = comes()
    ann.page.goto("/")
    ann.page.get_by_role("link", name="Workbench").click()
    expect(ann.page).to_have_url(re.compile("/workbench[?]game="))
    expect(ann.page.locator(".figures")).to_be_visible()
    ann.page.get_by_role("link", name="to the lobby").click()
    expect(ann.page.locator(".game-card").first).to_be_visible()
