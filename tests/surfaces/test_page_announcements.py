"""What the live region tells a screen reader at the moments that are not an ordinary turn."""

from playwright.sync_api import Locator, expect

from tests.surfaces.page_house import Comes, Visitor


def said(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-announced]")


def test_a_first_card_ace_that_ends_the_round(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("triple-win-20")
    ann.button("Deal 10").click()
    expect(said(ann)).to_have_text(
        "First-card ace! Paid at once. Your hand wins 10, the first card is an ace. You win 10."
    )


def test_a_first_card_ace_while_others_play(comes: Comes) -> None:
    ann, bob = comes(), comes()
    ann.opens("said-ace", "triple-win-20")
    ann.sits_at("said-ace", box=2)
    bob.sits_at("said-ace", box=3)
    bob.button("Bet 10").click()
    ann.button("Bet 10").click()
    name = bob.api("/api/me")["name"]
    expect(said(ann)).to_have_text(f"First-card ace! You are paid 10. {name} is to act.")


def test_a_natural(comes: Comes) -> None:
    ann = comes()
    ann.opens("said-natural", "sd-free-bet")
    ann.sits_at("said-natural")
    ann.button("Deal 10").click()
    expect(said(ann)).to_have_text(
        "Dealer: six of clubs, ten of clubs, 16. Blackjack! Pays 3 to 2. Your hand wins 15, blackjack. You win 15."
    )


def test_the_insurance_question(comes: Comes) -> None:
    ann = comes()
    ann.opens("said-insurance", "european-free-bet")
    ann.sits_at("said-insurance")
    ann.button("Deal 10").click()
    expect(said(ann)).to_have_text(
        "Insurance, pays 2 to 1? Your hand: nine of hearts, nine of diamonds, 18. Dealer shows ace of spades."
    )
    ann.keys("n")
    expect(said(ann)).to_have_text(
        "Your turn, your hand: nine of hearts, nine of diamonds, 18. Dealer shows ace of spades."
    )


def test_even_money_for_a_natural(comes: Comes) -> None:
    ann = comes()
    ann.opens("said-even-money", "european-free-bet")
    ann.sits_at("said-even-money")
    ann.button("Deal 10").click()
    expect(said(ann)).to_have_text(
        "Blackjack! Insurance, pays 2 to 1 or even money for your blackjack? "
        "Your hand: ace of hearts, king of diamonds. Dealer shows ace of spades."
    )
