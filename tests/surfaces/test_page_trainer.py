"""The trainer in a real browser: history with marks, a round gone through again, its link, the report, drills."""

import re
from pathlib import Path

from playwright.sync_api import expect

from lammer.surfaces.web.people import Role
from tests.surfaces.page_house import MIDDLE, PHONE, Comes, served, sideways, unnamed
from tests.users import user_entry

PASSWORD = "correct horse"


def test_a_mistake_is_marked_opened_shared_reported_and_drilled(comes: Comes) -> None:
    ann = comes()
    ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.sits_alone("sd-free-bet")
    ann.button("Deal 10").click()
    ann.keys("s")  # a pair of eights against a six
    expect(ann.results()).to_be_visible()

    ann.button("History").click()
    row = ann.page.locator(".past-round").first
    expect(row).to_contain_text("8♥ 8♦ = 16")
    expect(row).to_have_attribute("data-worst", "blunder")
    ann.button("Open round 1").click()
    expect(ann.page.locator(".review .verdict-text")).to_contain_text(
        "Blunder: it cost 0.949 bets; FREE split was best."
    )
    expect(ann.page.locator(".review .mini-cards").first.get_by_label("a card face down")).to_have_count(1)
    expect(ann.page.locator(".values tbody tr").first).to_contain_text("FREE split+0.735best")
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.locator(".review-result")).to_contain_text("Your hand")
    expect(ann.page.locator(".review").get_by_label("a card face down")).to_have_count(0)
    ann.button("Copy link").click()
    link = ann.page.evaluate("() => navigator.clipboard.readText()")
    assert f"/r#sd-free-bet%402%20{MIDDLE}%3A10" in link
    assert unnamed(ann.page) == []

    eve = comes(viewport=PHONE)
    eve.page.goto(link)
    expect(eve.page.locator(".verdict-text")).to_contain_text("Pair of 8 against 6: you stood. Blunder")
    assert sideways(eve.page) == 0
    eve.page.goto("/r#sd-free-bet 1:10 | nonsense")
    expect(eve.page.get_by_role("alert")).to_contain_text("Column 20")

    ann.page.goto("/report")
    expect(ann.page.locator(".report-figures")).to_contain_text("1 blunder")
    expect(ann.page.locator(".report-decisions")).to_contain_text("it cost 0.949 bets")
    expect(ann.page.locator(".curve canvas")).to_be_visible()
    csv = ann.page.request.get("/api/report.csv").text().splitlines()
    assert csv[1].split(",")[2:7] == ["Pair of 8 against 6", "pair", "stand", "0", "free-split"]
    ann.button("Drill my mistakes").click()
    expect(ann.page.locator(".mini-boxes")).to_contain_text("16")
    expect(ann.page.locator(".drills")).to_contain_text("You got this one wrong before.")
    # Keys are those of the table: a split with own money is not the free one.
    assert ann.page.locator(".drill-choices kbd").all_inner_texts() == ["s", "h", "d", "p", "o"]
    ann.page.keyboard.press("o")
    expect(ann.page.locator(".drill-answer")).to_have_attribute("data-right", "false")
    ann.button("Next hand").click()
    expect(ann.page.locator(".drills")).to_contain_text("You got this one wrong before.")
    ann.page.keyboard.press("p")
    expect(ann.page.locator(".drill-answer")).to_have_attribute("data-right", "true")
    expect(ann.page.locator(".drill-score")).to_contain_text("Streak 1 (best 1) · 1 of 2 right")
    ann.page.get_by_label("Drill", exact=True).select_option("soft")
    expect(ann.page.locator(".mini-boxes")).to_contain_text(re.compile("soft"))
    ann.page.locator("[data-kind=stand], [data-kind=hit]").first.click()
    ann.button("Next hand").click()
    expect(ann.page.locator(".drill-choices")).to_be_visible()
    assert unnamed(ann.page) == []
    assert not ann.faults
    assert not eve.faults


def test_a_drill_continues_in_another_browser(comes: Comes, tmp_path: Path) -> None:
    """What a user got wrong at a table and in drills is on the server, and belongs to that user alone."""
    users = tmp_path / "users.toml"
    everybody: dict[str, tuple[Role, ...]] = {"ann": ("player",), "bob": ("player",), "dana": ("dealer",)}
    users.write_text("".join(user_entry(name, PASSWORD, roles) for name, roles in everybody.items()), "utf-8")
    with served(tmp_path, {"t": ["| 8h 6c 8d Tc | S"]}, users) as address:
        dana, first, second, bob = (comes(address) for _ in range(4))
        for visitor, name in ((dana, "dana"), (first, "ann"), (second, "ann"), (bob, "bob")):
            visitor.logs_in(name, PASSWORD)
        dana.api("/api/tables", key="open the table", table="t", game="sd-free-bet", turn_seconds=0, training=True)
        first.api("/api/buy-in", key="chips for ann", amount=100_000)
        first.api("/api/tables/t/sit", key="ann sits down", box=4)
        first.page.goto("/t/t")
        first.leaves_the_cut()
        first.button("Deal 10").click()
        first.keys("s")
        expect(first.results()).to_be_visible()
        first.page.goto("/report")
        expect(first.button("Drill my mistakes")).to_be_visible()
        first.button("Drill my mistakes").click()
        expect(first.page.locator(".drills")).to_contain_text("You got this one wrong before.")
        second.page.goto("/drill?drill=mistakes")
        expect(second.page.locator(".mini-boxes")).to_contain_text("16")
        expect(second.page.locator(".drill-score")).to_contain_text("1 to repeat")
        second.page.keyboard.press("p")
        expect(second.page.locator(".drill-answer")).to_have_attribute("data-right", "true")
        assert first.api("/api/drills/remember", game="sd-free-bet", hands=["8,8/6"]) == {
            "answered": 1,
            "cards": {"8,8/6": [1, 10]},
        }
        bob.page.goto("/drill?drill=mistakes")
        expect(bob.page.get_by_role("alert")).to_contain_text("You have made no mistakes yet")


def test_counting_drills_by_keyboard(comes: Comes) -> None:
    """Each of the four drills asks, grades and says why; the right answer comes only with the grade."""
    ann = comes(viewport=PHONE)
    ann.page.goto("/drill?drill=speed")
    ann.page.get_by_label("Cards", exact=True).fill("5")
    ann.page.keyboard.press("Tab")
    ann.page.get_by_label("Together").select_option("2")
    expect(ann.button(r"Next \(1 of 3\)")).to_be_visible()
    assert unnamed(ann.page) == []
    ann.page.locator("body").click(position={"x": 2, "y": 2})
    for number in (2, 3):
        ann.page.keyboard.press("Enter")
        expect(ann.button(rf"Next \({number} of 3\)")).to_be_visible()
    ann.page.keyboard.press("Enter")
    answer, graded = ann.page.get_by_label("Your answer"), ann.page.locator(".drill-answer")
    for drill, why in (("speed", "The running count is"), ("decks", "cards are gone"), ("true-count", "rounded down")):
        if drill != "speed":
            ann.page.get_by_label("Drill", exact=True).select_option(drill)
        expect(answer).to_be_focused()
        if drill == "decks":
            expect(ann.page.get_by_role("img", name=re.compile("percent of the height"))).to_be_visible()
        expect(graded).to_have_count(0)
        ann.page.keyboard.type("99")
        ann.page.keyboard.press("Enter")
        expect(graded).to_have_attribute("data-right", "false")
        expect(graded).to_contain_text(why)
        expect(ann.page.locator(".drill-score")).to_contain_text("0 of 1 right · average error")
        assert unnamed(ann.page) == []
        assert sideways(ann.page) == 0
    ann.page.keyboard.press("Enter")  # the next question has the focus
    expect(answer).to_be_focused()
    ann.page.keyboard.type("banana")
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("alert")).to_contain_text("is not an answer")
    ann.page.get_by_label("Drill", exact=True).select_option("index")
    expect(ann.page.locator(".count-question")).to_contain_text("the true count is")
    ann.page.locator("[data-kind=stand]").click()
    expect(graded).to_contain_text("from a true count of")
    assert unnamed(ann.page) == []
    assert not ann.faults
