"""The page contributes to a new shoe, remembers what it sent, and verifies the shoe once it is opened."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.surfaces.page_house import ROOT, Comes, Visitor, served

Records = list[dict[str, Any]]


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose shoes are its own."""
    subprocess.run([sys.executable, str(ROOT / "tools" / "page.py")], check=True)
    with served(tmp_path_factory.mktemp("honest"), {}) as address:
        yield address


def table_of(visitor: Visitor) -> str:
    found = re.search(r"/t/([^/?#]+)", visitor.page.url)
    assert found, visitor.page.url
    return found[1]


def play_out(visitor: Visitor) -> None:
    table, step = f"/api/tables/{table_of(visitor)}", 0
    while (view := visitor.api(table))["under_way"]:
        kinds = [option["kind"] for option in view["play"]["legal"]]
        step += 1
        wish = next(kind for kind in ("pass", "decline", "stand", "hit") if kind in kinds)
        visitor.api(f"{table}/act", key=f"{table} goes on {step}", action=wish, amount=0)


def finish(visitor: Visitor) -> None:
    """The round is played out, and the table closed: its shoe is opened."""
    play_out(visitor)
    table = f"/api/tables/{table_of(visitor)}"
    visitor.api(f"{table}/close", key=f"{table} closes", reason="the shift is over")


def verdict(visitor: Visitor) -> Locator:
    visitor.page.get_by_role("button", name=re.compile("^History")).click()
    visitor.page.get_by_role("button", name="Verify the shoe of round 1", exact=True).click()
    return visitor.page.locator(".verdict-on-shoe")


def contributes(visitor: Visitor, text: str = "") -> str:
    """Bets, with a text of one's own or the random one that the page made."""
    shown = visitor.page.locator(".contribution code")
    expect(shown).to_have_text(re.compile("^[0-9a-f]{32}$"))
    if text:
        visitor.page.locator(".contribution summary").click()
        visitor.page.get_by_label("Contribution").fill(text)
    made = shown.inner_text()
    visitor.button("Deal \\d").click()
    expect(visitor.page.locator(".contribution")).to_have_count(0)
    return made


def without_mine(records: Records) -> None:
    for one in records:
        one["shoe"]["contributions"] = []


def another_card(records: Records) -> None:
    head, bar, cards = records[0]["notation"].partition("|")
    records[0]["notation"] = head + bar + re.sub(r"\b[2-9TJQKA][cdhs]", "As", cards.replace("As", "Ks"), count=1)


def another_cut(records: Records) -> None:
    for one in records:
        one["shoe"]["cut"] += 1


def another_end(records: Records) -> None:
    for one in records:
        one["shoe"]["ends_at"] += 1


def another_promise(records: Records) -> None:
    for one in records:
        one["shoe"]["commitment"] = "0" * 64


FORGERIES: dict[Callable[[Records], None], str] = {
    without_mine: "Your contribution mine, typed by hand was left out.",
    another_card: "The cards of round 1 are not those of this shoe.",
    another_cut: "the seed and the contributions make it",
    another_end: "Its seed and values are not those that were promised.",
    another_promise: "You were promised another shoe",
}


def test_a_shoe_is_verified_in_the_browser_and_forged_records_are_caught(comes: Comes, honest: str) -> None:
    """Negative controls: the honest records of this shoe, each time with one lie."""
    ann = comes(honest)
    answers: list[str] = []

    def answer(route: Route) -> None:
        if answers:
            route.fulfill(body=answers[-1])
        else:
            route.continue_()

    ann.page.route("**/records?after=*", answer)
    ann.sits_alone("sd-free-bet")
    assert contributes(ann, "mine, typed by hand") == "mine, typed by hand"
    play_out(ann)
    found = verdict(ann)
    expect(found).to_contain_text("still being dealt")
    finish(ann)
    ann.page.get_by_role("button", name="Verify the shoe of round 1", exact=True).click()
    expect(found).to_contain_text("Shoe 1 is the one that was promised.")
    expect(found).to_contain_text("1 player contributed to it, you among them.")
    expect(found).to_contain_text("It ended early because the table was closed.")
    expect(found).to_have_attribute("data-right", "true")
    lines = ann.page.request.get(f"/api/tables/{table_of(ann)}/records").text().splitlines()
    for forge, said in FORGERIES.items():
        records = [json.loads(line) for line in lines]
        forge(records)
        answers.append("".join(f"{json.dumps(one)}\n" for one in records))
        ann.page.get_by_role("button", name="Verify the shoe of round 1", exact=True).click()
        expect(found).to_contain_text(said)
        expect(found).to_have_attribute("data-right", "false")


def test_a_rigged_shoe_is_caught_in_the_browser(comes: Comes) -> None:
    """The tables of the other tests deal cards that their tests chose."""
    ann = comes()
    ann.sits_alone("free-money")
    contributes(ann)
    finish(ann)
    expect(verdict(ann)).to_contain_text("The cards of round 1 are not those of this shoe.")
