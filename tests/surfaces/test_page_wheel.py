"""Jackpots of attached bets in a real browser: a wheel that turns to its stop, and aces that are paid in play."""

from playwright.sync_api import expect

from tests.surfaces.page_house import Comes

STOP, LAST = 6, 12


def test_the_wheel_turns_to_its_stop_and_pays_the_others(comes: Comes) -> None:
    """Bob has a natural: the wheel stops at 6, which pays him 40 and Ann 15."""
    ann, bob = comes(), comes(reduced_motion="no-preference")
    for one in (ann, bob):
        one.comes_in()
    ann.api("/api/tables", key="open the wheel", table="wheel-home", game="sd-blackjack+bonus-spin", turn_seconds=0)
    for box, one in enumerate((ann, bob), 1):
        one.api("/api/tables/wheel-home/sit", key=f"sit at the wheel {box}", box=box)
        one.page.goto("/t/wheel-home")
    expect(ann.page.locator(".meter")).to_have_attribute("data-amount", "1000000")
    before = ann.purse(), bob.purse()
    for box, one in enumerate((ann, bob), 1):
        one.api(
            "/api/tables/wheel-home/bet",
            key=f"bet at the wheel {box}",
            box=box,
            bets={"main": 1000, "bonus-spin": 500},
            ready=True,
        )
    for one in (ann, bob):
        wheel = one.page.get_by_role(
            "img", name=f"The wheel of box 2 stopped at {STOP} of {LAST}: 40 and 15 to the others"
        )
        expect(wheel).to_be_visible()
        expect(one.page.locator(".meter")).to_have_attribute("data-amount", "1000070")
        expect(one.page.locator("[data-announced]")).to_contain_text(f"Box 2: blackjack spin, stop {STOP}")
    expect(ann.page.locator("[data-announced]")).to_contain_text("You are paid 15 by the spins of others.")
    disc = ".wheel-disc"
    moves = "one => getComputedStyle(one).transitionDuration"
    assert bob.page.locator(disc).evaluate(moves) == "2.4s"
    assert ann.page.locator(disc).evaluate(moves) == "0s", "reduced motion shows the stop at once"
    ann.keys("s")
    expect(ann.results()).to_contain_text("Bonus Spin wins 10, 15 of it from the spins of others")
    expect(bob.results()).to_contain_text(f"Bonus Spin wins 35: blackjack spin, stop {STOP}")
    assert (ann.purse(), bob.purse()) == (before[0] - 500 + 1500, before[1] + 1500 - 500 + 4000)
    bob.button("Help").first.click()
    expect(
        bob.page.get_by_text("blackjack spin, stop 6, 3,400 in 40,000: 8 for 1 and 15 to the others").first
    ).to_be_visible()


def test_two_aces_are_paid_in_play_below_their_meter(comes: Comes) -> None:
    ann = comes()
    ann.comes_in()
    game = "sd-blackjack+progressive-blackjack"
    ann.api("/api/tables", key="open the aces", table="aces-home", game=game, turn_seconds=0)
    ann.page.goto("/t/aces-home")
    ann.button("Sit at box 4").first.click()
    expect(ann.page.locator(".meter")).to_have_attribute("data-amount", "1000000")
    before = ann.purse()
    ann.api(
        "/api/tables/aces-home/bet",
        key="bet on aces",
        box=4,
        bets={"main": 1000, "progressive-blackjack": 100},
        ready=True,
    )
    expect(ann.page.locator(".meter")).to_have_attribute("data-amount", "1000020")
    ann.keys("hs")
    expect(ann.results()).to_contain_text("Progressive Blackjack wins 24: two aces")
    assert ann.purse() == before - 100 + 2500 + 1000
