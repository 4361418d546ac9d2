"""The risk of a bankroll on the workbench, in a real browser: the figures of the command, curves, a stop, and mistakes
beside their fields."""

import json
import shlex
from pathlib import Path

from playwright.sync_api import Route, expect

from tests.surfaces.page_house import Comes
from tests.surfaces.test_page_workbench_bets import SIZES, checked, json_output, opened, value
from tests.waiting import PATIENCE

GAME = "&set=split.maximum_hands%3D1"
SMALL = f"{GAME}&risk.count=hi-lo&risk.rounds=1e5&risk.bank=500&risk.hours=2"
FIGURES = ("win_per_100", "sd_per_100", "desirability_index", "score", "ruin_ever", "ruin_within_rounds")


def test_a_ramp_is_computed_drawn_and_refused(comes: Comes, tmp_path: Path) -> None:
    ann = comes(viewport=SIZES["phone"])
    page = ann.page
    held: list[Route] = []
    holds = False

    def answer(route: Route) -> None:
        if holds:
            held.append(route)  # else it could be done before it is stopped
        else:
            route.continue_()

    page.route("**/api/workbench/risk", answer)
    opened(page, "risk", "sd-blackjack", SMALL)
    compute = page.get_by_role("button", name="Compute")

    page.get_by_label("Ramp").fill("1,2=x")
    compute.press("Enter")
    trouble = page.locator("[data-option=Ramp] .trouble")
    expect(trouble).to_contain_text("Write units below the first count")
    expect(page.get_by_label("Ramp")).to_have_attribute("aria-invalid", "true")

    holds = True
    page.get_by_label("Ramp").fill("1,1=2,3=8")
    expect(trouble).to_be_empty()
    compute.press("Enter")
    page.get_by_role("button", name="Stop").press("Enter")
    expect(page.get_by_text("Stopped.")).to_be_visible()
    holds = False

    page.get_by_label("Wonging").select_option("1")
    compute.press("Enter")
    expect(page.locator("[data-figure=ruin_ever]")).to_be_visible(timeout=10 * PATIENCE * 1000)
    words = shlex.split(page.locator(".command-line code").inner_text())
    assert words[words.index("--ramp") + 1] == "0,1=2,3=8"
    found = json_output(*words[1:], "--json")
    for name in FIGURES:
        assert value(page, f"[data-figure={name}]") == found[name]
    for curve in ("bank", "time", "winnings", "bankroll", "counts"):
        expect(page.locator(f"[data-curve={curve}] canvas")).to_be_visible()
    page.get_by_text("Table: Advantage by true count").press("Enter")
    expect(page.locator("[data-curve=counts] .bet-table tbody tr")).to_have_count(len(found["counts"]))
    checked(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download JSON").click()
    saved.value.save_as(tmp_path / "risk.json")
    assert json.loads((tmp_path / "risk.json").read_text())["found"] == found
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download CSV").click()
    saved.value.save_as(tmp_path / "risk.csv")
    assert "True count,Share of rounds" in (tmp_path / "risk.csv").read_text()

    assert "risk.wong=1" in page.url
    page.get_by_label("Bankroll", exact=True).fill("many")
    expect(page.get_by_text("These figures are for other options")).to_be_visible()
    compute.press("Enter")
    expect(page.locator("[data-option=Bankroll] .trouble")).to_contain_text("is not an amount")
