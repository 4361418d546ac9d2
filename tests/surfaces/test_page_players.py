"""The page in a real browser before a real server: several players at one table, and those who run it."""

import time
from statistics import median

from playwright.sync_api import expect

from tests.surfaces.page_house import Comes


def test_two_at_a_table_see_each_other(comes: Comes) -> None:
    ann, bob = comes(), comes()
    ann.comes_in()
    ann.api("/api/tables", key="open the table", table="together", game="sd-free-bet", turn_seconds=60)
    for visitor, box in ((ann, 1), (bob, 2)):
        visitor.page.goto("/t/together")
        visitor.button(f"Sit at box {box}").first.click()
        expect(visitor.page.locator(f'[data-box="{box}"]')).to_contain_text("You")
    name = ann.api("/api/me")["name"]
    expect(bob.page.locator('[data-box="1"]')).to_contain_text(name)
    ann.button("Bet 10").click()
    expect(bob.page.locator('[data-box="1"]')).to_contain_text("ready 10")
    expect(ann.page.locator(".waiting")).to_contain_text("Waiting for")
    bob.button("Bet 10").click()
    expect(ann.page.locator(".question")).to_contain_text("17 against 7")
    expect(ann.page.get_by_role("timer").first).to_be_visible()
    expect(bob.page.locator(".watching")).to_contain_text(f"{name} is to act on box 1")
    expect(bob.button("hit")).to_have_count(0)
    ann.page.keyboard.press("s")
    expect(bob.page.locator(".question")).to_contain_text("11 against 7")
    bob.keys("f")
    expect(ann.page.locator('[data-box="2"] .outcome')).to_have_text("+20")
    expect(bob.results()).to_contain_text("Your hand wins 20")


def test_others_see_a_change_within_a_second(comes: Comes) -> None:
    """Of the moment when the player's own page shows it, which takes long itself on a machine that does everything at
    once. The middle of several looks, because one of them may be slow."""
    ann, bob = comes(), comes()
    ann.comes_in()
    ann.api("/api/tables", key="open the table", table="near", game="sd-free-bet", turn_seconds=0)
    for visitor, box in ((ann, 1), (bob, 2)):
        visitor.page.goto("/t/near")
        visitor.button(f"Sit at box {box}").first.click()
        expect(visitor.page.locator(f'[data-box="{box}"]')).to_contain_text("You")
    waited = []
    for press in ("Bet 10", "Change bet") * 4:
        ann.button(press).click()
        for visitor in (ann, bob):
            begun = time.monotonic()
            seen = expect(visitor.page.locator('[data-box="1"]'))
            seen.to_contain_text("ready 10") if press == "Bet 10" else seen.not_to_contain_text("ready")
        waited.append(time.monotonic() - begun)
    assert median(waited) < 1, waited


def test_a_bettor_behind_follows_or_declines(comes: Comes) -> None:
    ann, bob = comes(), comes()
    for visitor, name in ((ann, "Ann"), (bob, "Bob")):
        visitor.api("/api/guest", name=name)
    ann.api("/api/tables", key="open the table", table="behind", game="european-free-bet")
    ann.page.goto("/t/behind")
    ann.button("Sit at box 4").first.click()
    expect(ann.page.locator(".box.mine")).to_be_visible()
    ann.leaves_the_cut()
    bob.page.goto("/t/behind")
    bob.button("Bet behind box 4").click()
    bob.button("Bet 10").click()
    expect(bob.page.locator(".dock [role=alert]")).to_contain_text("owner")
    ann.button("Bet 10").click()
    expect(bob.page.locator('[data-box="4"]')).to_contain_text("ready 10")
    bob.button("Bet 10").click()
    ann.keys("p")
    expect(bob.page.locator(".question")).to_contain_text("Box 4: Ann takes a free split. Follow?")
    bob.keys("y")
    expect(ann.page.locator(".question")).to_contain_text("Hand 1 of 2, 11 against 6")
    ann.keys("f")
    expect(bob.page.locator(".question")).to_contain_text("Ann takes a free double. Follow?")
    bob.keys("n")
    ann.keys("s")
    expect(ann.results()).to_contain_text("Hand 1 wins 20, the dealer busts")
    expect(bob.results()).to_contain_text(
        "Hand 2 wins 10, the dealer busts. FREE split won: you win 10 and risked nothing"
    )
    expect(ann.page.locator(".stake-name").first).to_have_text("You")


def test_a_supervisor_interrupts_a_round(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("sd-free-bet")
    ann.button("Deal 10").click()
    expect(ann.button("hit")).to_be_visible()
    ann.button("Floor").click()
    ann.button("Interrupt the round …").click()
    expect(ann.button("Interrupt the round$")).to_be_disabled()
    ann.page.get_by_label("Reason").fill("a card fell off the table")
    ann.button("Interrupt the round$").click()
    ann.button("Close$").click()
    expect(ann.results()).to_contain_text("The round was interrupted: a card fell off the table.")
    expect(ann.page.locator(".banner")).to_contain_text("Round interrupted")
    assert ann.purse() == 100_000
    ann.button("History").click()
    ann.button("Recall round 1").click()
    expect(ann.page.locator(".recall")).to_contain_text("void: a card fell off the table")


def test_a_dealer_deals_without_those_who_wait_and_calls_absent_who_is_gone(comes: Comes) -> None:
    ann, bob = comes(), comes()
    for visitor, name in ((ann, "Asta"), (bob, "Bert")):
        visitor.api("/api/guest", name=name)
    ann.api("/api/tables", key="open the table", table="called", game="sd-free-bet", turn_seconds=0, absent_seconds=10)
    for visitor, box in ((ann, 1), (bob, 2)):
        visitor.page.goto("/t/called")
        visitor.button(f"Sit at box {box}").first.click()
        expect(visitor.page.locator(f'[data-box="{box}"]')).to_contain_text("You")
    ann.button("Bet 10").click()
    expect(bob.button("Deal now")).to_be_visible()
    bob.button("Deal now").click()
    expect(ann.page.locator(".question")).to_contain_text("17 against 7")
    bob.button("Floor").click()
    expect(bob.button("Call Asta absent$")).to_be_enabled(timeout=60_000)
    bob.button("Call Asta absent$").click()
    bob.button("Close$").click()
    expect(ann.results()).to_contain_text("Your hand")


def test_the_clock_calls_absent_who_lets_it_run_out(comes: Comes) -> None:
    ann = comes()
    ann.comes_in()
    ann.api("/api/tables", key="open the table", table="clock", game="european-free-bet", turn_seconds=2)
    ann.page.goto("/t/clock")
    ann.button("Sit at box 4").first.click()
    expect(ann.page.locator(".cutting")).to_be_visible()
    # Nobody cuts: the clock passes it on to the supervisor.
    ann.button("Deal 10").click()
    expect(ann.page.get_by_role("timer").first).to_be_visible()
    expect(ann.results()).to_contain_text("Your hand")
    steps = ann.api("/api/tables/clock/rounds/1")["steps"]
    assert [(step["kind"], step["actor"]) for step in steps][-1] == ("absent", "clock")
