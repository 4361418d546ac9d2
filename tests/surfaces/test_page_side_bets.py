"""The page in a real browser before a real server: side bets that are attached to a game."""

from playwright.sync_api import expect

from tests.surfaces.page_house import Comes


def test_blazing_sevens(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("sd-blackjack+blazing-7s")
    meter = ann.page.locator(".meter")
    before = int(meter.get_attribute("data-amount") or 0)
    ann.button("Blazing 7's Progressive, box 4").click()
    ann.button("Deal 15").click()
    expect(ann.page.locator(".spot.lit")).to_be_visible()
    expect(meter).to_have_attribute("data-amount", str(before + 100))
    ann.keys("s")
    expect(ann.results()).to_contain_text("Blazing 7's Progressive wins 120: two 7s")
    ann.button("Deal 15").click()
    ann.keys("s")
    expect(ann.results()).to_contain_text("Blazing 7's Progressive loses 5")
    ann.button("Blazing 7's Progressive, box 4").click()
    expect(ann.button("Deal 10")).to_be_visible()


def test_side_bets_are_attached_in_the_lobby(comes: Comes) -> None:
    ann = comes()
    ann.page.goto("/")
    card = ann.page.locator('[data-game="sd-blackjack"]')
    card.get_by_text("Add side bets").click()
    for name in ("21+3", "Bust Bonus", "TriLux"):
        row = card.locator("li", has_text=name)
        expect(row).to_contain_text("Rules from: public description")
        row.get_by_role("checkbox").check()
    card.get_by_role("button", name="Play Blackjack").click()
    ann.leaves_the_cut()
    ann.button(r"21\+3, box 4").click()
    ann.button("TriLux, box 4").click()
    ann.button("Deal 20").click()
    expect(ann.page.locator(".question")).to_contain_text("Bust Bonus? Bet 1 to 100.")
    ann.page.keyboard.press("b")
    ann.page.get_by_label("Bet for").fill("5")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".question")).not_to_contain_text("Bust Bonus")
    ann.keys("s")
    expect(ann.results()).to_contain_text("21+3 wins 45: straight")
    expect(ann.results()).to_contain_text("TriLux wins 40: straight")
    expect(ann.results()).to_contain_text("Bust Bonus wins 10: 7 to ten up")


def test_winnings_join_the_main_wager_before_the_second_card(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("sd-blackjack+war")
    ann.button("War, box 4").click()
    before = ann.purse()
    ann.button("Deal 15").click()
    expect(ann.page.locator(".question")).to_contain_text("War won 5. Add it to your bet before the second card?")
    expect(ann.page.locator(".hand .card")).to_have_count(1)
    ann.button("parlay 5").click()
    expect(ann.page.get_by_role("img", name="own 15")).to_be_visible()
    ann.keys("s")
    expect(ann.results()).to_contain_text("Your hand wins 15, the dealer busts")
    expect(ann.results()).to_contain_text("War wins 5: higher")
    assert ann.purse() == before + 2000
    ann.button("Deal 15").click()
    ann.keys("ns")
    expect(ann.results()).to_contain_text("Your hand wins 10, the dealer busts")


def test_a_side_bet_that_goes_on_through_a_split_is_paid_when_both_hands_have_two_cards(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("sd-blackjack+dead-mans-hand")
    ann.button("Dead Man's Hand, box 4").click()
    before = ann.purse()
    ann.button("Deal 15").click()
    ann.keys("ps")
    expect(ann.page.locator(".turn-controls")).to_be_visible()
    assert ann.purse() == before - 2000 + 50_000
    ann.keys("s")
    expect(ann.results()).to_contain_text("Dead Man's Hand wins 500: ace and eight in both split hands")
    expect(ann.results()).to_contain_text("Hands 1 and 2: each wins 10")
