"""The page in a real browser before a real server: every game round after round."""

import os
import re
from random import Random

import pytest
from playwright.sync_api import expect

from lammer.rules.loader import game_names
from tests.sheets import fewer
from tests.surfaces.page_house import Comes

MANY = int(os.environ.get("LAMMER_PAGE_ROUNDS", "6"))


def test_free_bet_four_hands_and_dealer_22(comes: Comes) -> None:
    ann = comes()
    ann.plays("Free Bet Blackjack")
    ann.button("Pot of Gold, box 4").click()
    ann.button("Deal 15").click()
    expect(ann.button("FREE split")).to_be_visible()
    expect(ann.button("split 10")).to_be_visible()
    ann.keys("pppfff")
    expect(ann.page.locator(".hand")).to_have_count(4)
    expect(ann.page.get_by_role("img", name="6 lammers on Pot of Gold")).to_be_visible()
    expect(ann.page.get_by_role("img", name="own 10")).to_have_count(1)
    expect(ann.page.get_by_role("img", name="free: 2 lammers, 20")).to_have_count(2)
    ann.keys("s")
    expect(ann.page.locator(".banner")).to_contain_text("Dealer 22")
    expect(ann.results()).to_contain_text("Hands 1, 2, 3 and 4: each pushes, dealer 22")
    expect(ann.results()).to_contain_text("Pot of Gold wins 1,500: 6 lammers")
    expect(ann.page.locator("[data-announced]")).to_contain_text("You win 1,500.")
    assert ann.purse() == 100_000 + 150_000
    ann.button("Deal 15").click()
    expect(ann.page.locator(".banner")).to_contain_text("Blackjack!")
    expect(ann.results()).to_contain_text("Your hand wins 15, blackjack")
    ann.button("Deal 15").click()
    ann.keys("s")
    expect(ann.results()).to_contain_text("Your hand pushes, equal totals")


def test_free_money_side_bets(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("free-money")
    ann.button("Dealer 22 Bonus, box 4").click()
    ann.button("Gold Rush Bonus, box 4").click()
    ann.button("Deal 20").click()
    expect(ann.page.locator(".free-mark").first).to_have_text("FREE")
    ann.keys("f")
    expect(ann.page.locator(".banner")).to_contain_text("Dealer 22")
    expect(ann.results()).to_contain_text("Your hand pushes, dealer 22")
    expect(ann.results()).to_contain_text("Gold Rush Bonus wins 15")
    ann.button("Clear").click()
    ann.page.keyboard.press("2")
    ann.button("Deal 5").click()
    ann.keys("f")
    expect(ann.results()).to_contain_text("Your hand wins 10, the higher total")
    ann.button("Deal 5").click()
    expect(ann.page.locator(".question")).to_contain_text("Insurance")
    ann.keys("n")
    ann.keys("s")
    expect(ann.results()).to_contain_text("Your hand wins 5")


def test_european_even_money_and_insurance(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("european-free-bet")
    ann.button("Deal 10").click()
    expect(ann.page.locator(".question")).to_contain_text("even money for your blackjack")
    ann.keys("e")
    expect(ann.results()).to_contain_text("Your hand wins 10, even money")
    ann.button("Deal 10").click()
    expect(ann.page.locator(".question")).to_have_text(re.compile("Insurance, pays 2 to 1"))
    ann.page.keyboard.press("m")
    ann.page.get_by_label("Insure for").fill("3")
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("alert").filter(has_text="must be 2.50 to 5")).to_be_visible()
    ann.page.get_by_label("Insure for").fill("2.50")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".insured")).to_contain_text("2.50")
    ann.keys("s")
    expect(ann.results()).to_contain_text("Insurance wins 5")
    ann.button("Deal 10").click()
    ann.keys("f")
    expect(ann.results()).to_contain_text("Your hand wins 20")


def test_triple_win_20_first_ace(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("triple-win-20")
    ann.button("Bonus, box 4").click()
    ann.button("Deal 15").click()
    expect(ann.page.locator(".banner")).to_contain_text("First-card ace!")
    expect(ann.results()).to_contain_text("Bonus wins 35")
    ann.button("Deal 15").click()
    ann.keys("hs")
    expect(ann.results()).to_contain_text("Your hand wins 10, the higher total")
    ann.button("Deal 15").click()
    expect(ann.page.locator(".banner")).to_contain_text("Two-card 20!")


def test_triple_win_20_pays_at_once_and_posts_its_pays(comes: Comes) -> None:
    """Ann's first-card ace, and then her suited kings, are paid while Bob still plays."""
    ann, bob = comes(), comes()
    for one in (ann, bob):
        one.comes_in()
    ann.api("/api/tables", key="open at-once", table="at-once", game="triple-win-20", turn_seconds=0)
    for box, one in enumerate((ann, bob), 1):
        one.api("/api/tables/at-once/sit", key=f"sit at once {box}", box=box)
        one.page.goto("/t/at-once")
        expect(one.page.locator(".print .sr")).to_contain_text(
            "Two-card 20 of suited kings, queens or jacks 3 to 2 · First-card ace (11) 1 to 1"
        )
    for won in (1000, 1500):
        before = ann.purse()
        bets = {"main": 1000, "tw20-bonus": 500} if won == 1000 else {"main": 1000}
        ann.api("/api/tables/at-once/bet", key=f"ann bets {won}", box=1, bets=bets, ready=True)
        bob.api("/api/tables/at-once/bet", key=f"bob bets {won}", box=2, bets={"main": 1000}, ready=True)
        expect(bob.page.locator(".turn-controls")).to_be_visible()
        for one in (ann, bob):
            first = one.page.locator("[data-box='1']")
            expect(first.get_by_role("img", name=f"paid {won // 100}")).to_be_visible()
            expect(first.locator(".outcome.win")).to_have_text(f"paid {won // 100}")
        bonus = 3500 if won == 1000 else 0
        expect(ann.page.locator("[data-announced]")).to_contain_text(f"You are paid {won // 100}.")
        assert ann.purse() == before + won + bonus
        bob.keys("hs")
        expect(ann.results()).to_contain_text(f"Your hand wins {won // 100}")
        assert ann.purse() == before + won + bonus


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (
            "sd-free-bet",
            [
                "Free splitHold out two fingers, face down, beside the wager [SD.14 3(d)]",
                "Free doublePoint with one finger beside the wager [SD.14 3(h)]",
            ],
        ),
        (
            "triple-win-20",
            [
                "Two-card 20: 1 to 1, paid at once [SD.18 (10)]",
                "Two-card 20 of suited kings, queens or jacks: 3 to 2, paid at once [SD.18 (10)]",
                "First-card ace (11): 1 to 1, paid at once [SD.18 (10); SD.18 (4)]",
            ],
        ),
    ],
)
def test_help_posts_hand_signals_and_pays(comes: Comes, game: str, lines: list[str]) -> None:
    ann = comes()
    ann.sits_alone(game)
    ann.button("Help").click()
    for line in lines:
        expect(ann.page.locator(".help")).to_contain_text(line)
    expect(ann.page.locator(".signals dt", has_text="Free")).to_have_count(2 if game == "sd-free-bet" else 0)


def test_blackjack_splits_and_doubles_for_less(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("sd-blackjack")
    ann.button("Deal 10").click()
    expect(ann.button("FREE")).to_have_count(0)
    ann.keys("pss")
    expect(ann.results()).to_contain_text("Hands 1 and 2: each loses 10, the dealer has more")
    ann.button("Deal 10").click()
    ann.button("Double for less").click()
    ann.page.get_by_label("Double for").fill("4")
    ann.page.keyboard.press("Enter")
    expect(ann.results()).to_contain_text("Your hand wins 14, the dealer busts")


def test_two_hands_whose_second_cards_are_swapped(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("blackjack-switch+super-match")
    ann.button("Super Match, box 4").click()
    ann.button("Deal 25").click()  # 10 on each hand and 5 on the side bet
    expect(ann.page.locator(".question")).to_contain_text("Swap the second cards of your two hands?")
    expect(ann.page.locator(".hand")).to_have_count(2)
    ann.keys("w")
    expect(ann.page.locator(".question")).to_contain_text("Hand 1 of 2, 20 against 6")
    ann.keys("ss")
    expect(ann.page.locator(".banner")).to_contain_text("Dealer 22")
    expect(ann.results()).to_contain_text("Hands 1 and 2: each pushes, dealer 22")
    expect(ann.results()).to_contain_text("Super Match loses 5: no pair")
    assert ann.purse() == 100_000 - 500
    ann.button("Deal 25").click()
    ann.keys("n")
    ann.keys("s")
    expect(ann.results()).to_contain_text("Hand 1 wins 10, blackjack")
    expect(ann.results()).to_contain_text("Super Match wins 5: one pair")


def test_a_bet_against_ones_own_hand(comes: Comes) -> None:
    """Chips on one of the two spots take those on the other away; the table plays the hand and asks nothing."""
    ann = comes()
    ann.sits_alone("winners-option")
    ann.button("Bet against the hand, box 4").click()
    ann.button("Bet against the hand, box 4").click()
    expect(ann.button("Main bet, box 4: no bet")).to_be_visible()
    ann.button("Deal 10").click()
    expect(ann.results()).to_contain_text("Your bet against the hand loses 5, both bust")
    expect(ann.page.locator(".stake-name")).to_have_text("against")
    assert ann.purse() == 100_000 - 500
    ann.button("Deal 10").click()
    expect(ann.results()).to_contain_text("Your bet against the hand pushes, equal totals")
    expect(ann.page.locator(".turn-controls")).to_have_count(0)
    ann.button("Main bet, box 4").click()
    expect(ann.button("Bet against the hand, box 4: no bet")).to_be_visible()


def test_a_boxed_bust_is_said(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("zombie-blackjack")
    ann.button("Deal 10").click()
    ann.keys("h")
    expect(ann.results()).to_contain_text("Your hand wins 10, the dealer busts")
    expect(ann.page.locator(".hand .sr")).to_contain_text("26 bust, boxed")


@pytest.mark.parametrize("game", game_names())
def test_many_rounds_with_whatever_is_offered(comes: Comes, game: str) -> None:
    """Random choices with all side bets, from an honest shoe: the purse on the page is always the one in the books."""
    ann, random, table, many = comes(), Random(game), f"many-{game}", fewer(game, MANY)
    ann.comes_in()
    ann.api("/api/tables", key="open the table", table=table, game=game, turn_seconds=0)
    ann.page.goto(f"/t/{table}")
    ann.button("Sit at box 4").first.click()
    ann.leaves_the_cut()
    expect(ann.page.locator(".bet-controls")).to_be_visible()
    for spot in ann.page.locator("button.spot.side").all():
        spot.click()
    for number in range(1, many + 1):
        ann.button("Deal \\d").click()
        expect(ann.page.locator(".discard")).to_contain_text(f"Round {number}")
        expect(ann.page.locator(".turn-controls, .results").first).to_be_visible()
        while ann.page.locator(".turn-controls").is_visible():
            keys = ann.page.locator(".choice[data-kind]:not(.shut) kbd").all_inner_texts()
            ann.keys(random.choice(keys))
        expect(ann.results()).to_be_visible()
        assert ann.purse() == ann.api("/api/me")["chips"]
    assert len(ann.api(f"/api/tables/{table}/rounds")) == many
