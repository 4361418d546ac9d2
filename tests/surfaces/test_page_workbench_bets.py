"""Side bets, simulator and progressive on the workbench, in a real browser: their numbers are the command line's, bad
input is refused beside its control, and everything can be done by keyboard."""

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.surfaces.commands import run
from tests.surfaces.page_house import Comes, sideways, unnamed
from tests.surfaces.test_page_axe import violations
from tests.waiting import PATIENCE

SIZES: dict[str, ViewportSize] = {"desktop": {"width": 1280, "height": 720}, "phone": {"width": 390, "height": 844}}
BONUS = "tw20-bonus"
QUICK = "set=split.maximum_hands%3D2"
"""Rules under which a game with lammers is analysed quickly."""


def json_output(*words: str) -> Any:
    """What a command tells as JSON."""
    done = run(*words)
    assert done.code == 0, done.error
    return json.loads(done.out)


def opened(page: Page, tab: str, game: str, more: str = "") -> None:
    page.goto(f"/workbench?game={game.replace('+', '%2B')}&tab={tab}{more}")


def value(page: Page, where: str, name: str = "data-value") -> float:
    found = page.locator(where)
    expect(found).not_to_have_attribute(name, "")
    return float(found.get_attribute(name) or "nan")


def overrides(page: Page) -> list[str]:
    return parse_qs(urlsplit(page.url).query).get("set", [])


def checked(page: Page) -> None:
    """Nothing sticks out, everything has a name, axe-core finds nothing."""
    assert sideways(page) == 0
    assert unnamed(page) == []
    assert violations(page) == []


@pytest.mark.parametrize("size", SIZES)
def test_a_pay_is_changed_by_keyboard_and_the_sheet_follows(comes: Comes, size: str) -> None:
    ann = comes(viewport=SIZES[size])
    page = ann.page
    opened(page, "bets", "triple-win-20")
    bet = f"[data-bet={BONUS}]"
    edge = f"{bet} [data-figure=house_edge]"
    first = next(one for one in json_output("sidebets", "triple-win-20", "--json") if one["id"] == BONUS)
    assert value(page, edge) == pytest.approx(first["house_edge"], abs=1e-11)
    for outcome in first["outcomes"]:
        chance = value(page, f'{bet} tr[data-outcome="{outcome["name"]}"] [data-chance]', "data-chance")
        assert chance == pytest.approx(outcome["probability"], abs=1e-11)

    field = page.get_by_label("first-card ace: pays to 1")
    field.focus()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("8")
    expect(page.locator(edge)).not_to_have_attribute("data-value", str(first["house_edge"]))
    changed = json_output("sidebets", "triple-win-20", "--set", overrides(page)[0], "--json")
    again = next(one for one in changed if one["id"] == BONUS)
    assert value(page, edge) == pytest.approx(again["house_edge"], abs=1e-11)
    assert value(page, edge) < first["house_edge"]

    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("-3")
    expect(page.locator(f"{bet} .trouble").first).to_contain_text("should be at least 0, found -3")
    expect(page.locator(f"{bet} .trouble .clause").first).to_have_text("SD.18 (10)")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert value(page, edge) == pytest.approx(again["house_edge"], abs=1e-11)  # the last good answer
    checked(page)
    page.get_by_role("button", name="Reset this paytable").press("Enter")
    expect(page.locator(edge)).to_have_attribute("data-value", str(first["house_edge"]))
    assert overrides(page) == []


def test_paytables_are_found_and_used(comes: Comes) -> None:
    ann = comes(viewport=SIZES["phone"])
    page = ann.page
    opened(page, "bets", "triple-win-20")
    page.get_by_text("Find paytables").first.click()
    page.get_by_label("to", exact=True).first.fill("4")
    page.get_by_role("button", name="Find", exact=True).press("Enter")
    expect(page.locator("form + .trouble, form .trouble").filter(has_text="lower end")).to_be_visible()
    page.get_by_label("to", exact=True).first.fill("6")
    page.get_by_label("Pays to 1 to choose from").fill("2, 5, 7, 8, x")
    page.get_by_role("button", name="Find", exact=True).press("Enter")
    expect(page.get_by_text("Write whole numbers, like 3, 10, 30.")).to_be_visible()
    page.get_by_label("Pays to 1 to choose from").fill("2, 5, 7, 8, 10, 20, 25, 50")
    page.get_by_role("button", name="Find", exact=True).press("Enter")
    expect(page.locator(".found")).to_contain_text("fit")
    assert int(page.locator(".found").get_attribute("data-number") or 0) > 0
    checked(page)
    row = page.locator(".found-tables tbody tr").first
    edge = row.get_attribute("data-edge") or ""
    assert 0.05 <= float(edge) <= 0.06
    row.get_by_role("button").press("Enter")
    expect(page.locator(f"[data-bet={BONUS}] [data-figure=house_edge]")).to_have_attribute("data-value", edge)
    link = page.url
    eve = comes()
    eve.page.goto(link)
    expect(eve.page.locator(f"[data-bet={BONUS}] [data-figure=house_edge]")).to_have_attribute("data-value", edge)


def test_joint_play_warns_of_5_5(comes: Comes) -> None:
    ann = comes(color_scheme="light")
    page = ann.page
    opened(page, "bets", "sd-free-bet", f"&{QUICK}")
    expect(page.locator(".joint-verdict")).to_contain_text("5,5")
    joint = json_output("sidebets", "sd-free-bet", "--set", "split.maximum_hands=2", "--plays", "joint", "--json")
    bet = next(one for one in joint if one["id"] == "pot-of-gold" and one["paytable"] == "01")
    expect(page.locator("[data-joint=main]")).to_have_text(f"{bet['main_house_edge']:.4%}")
    expect(page.locator("[data-joint=bet]")).to_have_text(f"{bet['house_edge']:.4%}")
    page.get_by_label("Pot of Gold wager for a main wager of 1").fill("-1")
    expect(page.locator(".joint .trouble")).to_contain_text("from 0 to 1,000")
    expect(page.locator(".joint-verdict")).to_contain_text("5,5")
    page.get_by_label("Pot of Gold wager for a main wager of 1").fill("0.001")
    expect(page.locator(".joint-verdict")).to_contain_text("also best for both bets")
    checked(page)


@pytest.mark.parametrize("size", SIZES)
def test_a_simulation_is_paused_resumed_and_equals_the_command(comes: Comes, size: str) -> None:
    ann = comes(viewport=SIZES[size])
    page = ann.page
    held: list[Route] = []
    page.route("**/simulator/slice", lambda route: held.append(route))  # else it could be done too early
    opened(page, "simulator", "triple-win-20", "&sim.rounds=2100000&sim.seed=7")
    run_ = page.locator(".simulator")
    page.get_by_role("button", name="Start").press("Enter")
    page.get_by_role("button", name="Pause").press("Enter")
    for route in held:
        route.continue_()
    page.unroute("**/simulator/slice")
    expect(page.get_by_role("button", name=re.compile("Start|Resume"))).to_be_visible()
    page.get_by_role("button", name=re.compile("Start|Resume")).press("Enter")
    expect(run_).to_have_attribute("data-state", "done")
    simulated = json_output(
        "simulate", "triple-win-20", "--rounds", "2100000", "--seed", "7", "--bankroll", "500", "--horizon", "1000",
        "--json",
    )  # fmt: skip
    assert value(page, "[data-figure=simulated]") == pytest.approx(simulated["house_edge"], abs=1e-14)
    assert value(page, "[data-figure=sd]") == pytest.approx(simulated["sd"], abs=1e-12)
    exact = json_output("edge", "triple-win-20", "--strategy", "house", "--no-spread", "--json")
    assert value(page, "[data-figure=exact]") == pytest.approx(exact["house_edge"], abs=1e-11)
    nets = page.locator("section[aria-label='Net results'] [data-dealt]")
    dealt = sorted(float(one.get_attribute("data-dealt") or 0) for one in nets.all())
    assert [one for one in dealt if one] == sorted(one["probability"] for one in simulated["results"])
    # The exact results of a round take the longest, in a process of low priority.
    expect(page.locator("[data-figure=ruin]")).to_be_visible(timeout=10 * PATIENCE * 1000)
    assert value(page, "[data-figure=ruin]") == pytest.approx(simulated["bankroll"]["ruin_within_horizon"], abs=1e-9)
    expect(page.locator(".simulator-edge .plot canvas")).to_be_visible()
    checked(page)

    page.get_by_label("Seats").fill("9")
    page.get_by_role("button", name="Start").press("Enter")
    expect(page.get_by_text("A table has 1 to 7 seats.")).to_be_visible()
    page.get_by_label("Rounds", exact=True).fill("many")
    expect(page.get_by_text("Write a whole number, like 1e7.")).to_be_visible()
    expect(page.get_by_role("button", name="Start")).to_be_disabled()


def test_a_cut_card_and_seats_are_simulated_as_by_the_command(comes: Comes) -> None:
    ann = comes()
    page = ann.page
    opened(page, "simulator", "triple-win-20", "&sim.rounds=200000&sim.shoe=cut&sim.seats=3&sim.cut=1.5")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".simulator")).to_have_attribute("data-state", "done")
    words = ("--rounds", "200000", "--shoe", "cut", "--cut-decks", "1.5", "--seats", "3", "--json")
    simulated = json_output("simulate", "triple-win-20", *words)
    assert value(page, "[data-figure=simulated]") == pytest.approx(simulated["house_edge"], abs=1e-14)
    page.get_by_label("Decks behind the cut card").fill("90")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("[data-option='Decks behind the cut card'] .trouble")).to_contain_text(
        "can be behind the cut card"
    )


@pytest.mark.parametrize("size", SIZES)
def test_a_progressive_is_what_the_command_says_at_any_meter(comes: Comes, size: str) -> None:
    ann = comes(viewport=SIZES[size], color_scheme="light" if size == "phone" else "dark")
    page = ann.page
    opened(page, "progressive", "sd-blackjack+blazing-7s", "&jackpot.years=1&jackpot.paths=50")
    words = ("progressive", "analyze", "--years", "1", "--paths", "50", "--json")
    first = json_output(*words)
    assert value(page, "[data-figure=return]") == first["today"]["stakes"][0]["return"]
    assert value(page, "[data-figure=long-return]") == first["long_run"]["return"]
    assert value(page, "[data-break-even='meter 100']") == first["today"]["stakes"][0]["break_even_meters"]["meter"]
    wait = first["long_run"]["levels"][0]["until_full_award"]["average"]["wagers"]
    assert value(page, "[data-wait]", "data-wait") == wait
    expect(page.locator(".growth .plot canvas")).to_be_visible()
    number = first["simulated"]["levels"][0]["awards"][0]["number"]["average"]
    assert value(page, ".growth [data-awards] >> nth=0", "data-awards") == number

    meter = page.get_by_label("Meter: stands at")
    meter.focus()
    page.keyboard.type("25000")
    page.get_by_text("What if the terms were others?").press("Enter")
    page.get_by_label("Meter: seed after an award").fill("20000")
    again = json_output(*words[:-1], "--meter", "meter=25000", "--set", "levels.meter.seed=2000000", "--json")
    expect(page.locator("[data-figure=long-return]")).to_have_attribute("data-value", str(again["long_run"]["return"]))
    assert value(page, "[data-figure=return]") == again["today"]["stakes"][0]["return"]
    checked(page)

    meter.fill("-5")
    trouble = page.locator("[data-option='Meter: stands at'] .trouble")
    expect(trouble).to_contain_text("An amount cannot be below 0.")
    expect(trouble.locator(".clause")).to_have_text("SD.19 (6)(vii)")
    assert value(page, "[data-figure=return]") == again["today"]["stakes"][0]["return"]


def test_a_game_without_a_progressive_leads_to_one(comes: Comes) -> None:
    ann = comes()
    opened(ann.page, "progressive", "sd-free-bet")
    ann.page.get_by_role("button", name="sd-blackjack+blazing-7s").press("Enter")
    expect(ann.page.locator("[data-figure=return]")).to_be_visible()
