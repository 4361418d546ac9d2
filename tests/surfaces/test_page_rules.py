"""Single rules as the page shows them: cards face down, tips that follow, draws not followed, blackjack against 22."""

from playwright.sync_api import expect

from tests.surfaces.page_house import Comes, Visitor

BACK = "svg .back-field"


def seated(visitor: Visitor, table: str, box: int, button: str = "Sit at box") -> None:
    visitor.page.goto(f"/t/{table}")
    visitor.button(f"{button} {box}").first.click()
    expect(visitor.page.locator(f'[data-box="{box}"]')).to_contain_text("You")
    visitor.leaves_the_cut()


def test_a_busted_original_hand_lies_face_down_for_everybody(comes: Comes) -> None:
    ann, bob = comes(), comes()
    for visitor, name in ((ann, "Dora"), (bob, "Dirk")):
        visitor.api("/api/guest", name=name)
    ann.api("/api/tables", key="open the table", table="down", game="sd-free-bet", turn_seconds=0)
    seated(ann, "down", 1)
    seated(bob, "down", 2)
    ann.button("Bet 10").click()
    expect(bob.page.locator('[data-box="1"]')).to_contain_text("ready 10")
    bob.button("Bet 10").click()
    ann.keys("ph")
    for visitor, badge in ((ann, "27 bust"), (bob, "bust")):
        hand = visitor.page.locator('[data-box="1"] .hand').first
        expect(hand.locator(BACK)).to_have_count(3)
        expect(hand.locator(".total")).to_have_text(badge)
        expect(hand.locator(".cards")).to_have_css("opacity", "1")
    busted = bob.api("/api/tables/down")["play"]["boxes"][0]["hands"][0]
    assert (busted["cards"], "total" in busted) == (["??"] * 3, False)
    ann.keys("s")
    bob.keys("s")
    expect(bob.page.locator('[data-box="1"] .hand').first.locator(BACK)).to_have_count(0)


def test_the_owner_is_asked_whether_the_tip_follows(comes: Comes) -> None:
    ann = comes()
    ann.api("/api/guest", name="Tilda")
    ann.api("/api/tables", key="open the table", table="tipped", game="sd-free-bet", turn_seconds=0)
    seated(ann, "tipped", 4)
    ann.button("Tip for the dealers, box 4").click()
    ann.button("Deal 15").click()
    ann.keys("d")
    expect(ann.page.locator(".question")).to_contain_text("Box 4: double the tip for the dealers too for 5?")
    ann.keys("y")
    expect(ann.results()).to_contain_text("Your hand wins 20")
    assert ann.purse() == 100_000 + 2_000 - 1_000


def test_a_bettor_behind_stands_alone_instead_of_drawing(comes: Comes) -> None:
    ann, bob = comes(), comes()
    for visitor, name in ((ann, "Anke"), (bob, "Ben")):
        visitor.api("/api/guest", name=name)
    ann.api("/api/tables", key="open the table", table="draws", game="european-free-bet", turn_seconds=0)
    seated(ann, "draws", 4)
    seated(bob, "draws", 4, "Bet behind box")
    ann.button("Bet 10").click()
    expect(bob.page.locator('[data-box="4"]')).to_contain_text("ready 10")
    bob.button("Bet 10").click()
    ann.keys("h")
    expect(bob.page.locator(".question")).to_contain_text("Box 4: Anke draws a card. Follow, or stand on 15?")
    bob.keys("n")
    expect(ann.results()).to_contain_text("Your hand loses 10, over the limit")
    expect(bob.results()).to_contain_text("Your hand wins 10, the dealer busts")
    expect(bob.page.locator(".stake-name", has_text="stands on 15")).to_be_visible()


def test_a_blackjack_paid_against_22_is_not_said_to_push(comes: Comes) -> None:
    ann = comes()
    ann.api("/api/guest", name="Nina")
    ann.api("/api/tables", key="open the table", table="natural-22", game="european-free-bet", turn_seconds=0)
    seated(ann, "natural-22", 4)
    ann.button("Push 22, box 4").click()
    ann.button("Deal 15").click()
    expect(ann.page.locator(".banner")).to_contain_text("Blackjack is paid")
    expect(ann.page.locator(".banner")).not_to_contain_text("pushes")
    expect(ann.results()).to_contain_text("Your hand wins 15, blackjack")
