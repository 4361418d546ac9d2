"""Bets with a pointer and with keys, what waits for the cards, and errors that go away with their cause."""

from playwright.sync_api import expect

from lammer.rules.loader import load_sheet
from lammer.rules.sidebets import fixed_side_bets
from tests.surfaces.page_house import Comes


def test_bets_are_undone_doubled_taken_off_and_repeated(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("sd-free-bet")
    alert = ann.page.locator(".dock [role=alert]")
    ann.button("Clear").click()
    ann.page.keyboard.press("1")
    ann.button("Deal 1$|Deal 1 ").click()
    expect(alert).to_have_text("The table minimum is 5.")
    ann.button("Chip of 25").click()
    expect(alert).to_have_text("")
    ann.button("Undo").click()
    expect(ann.button("Deal 1$|Deal 1 ")).to_be_visible()
    ann.button("Reset").click()
    ann.button("2× every bet").click()
    expect(ann.button("Deal 20")).to_be_visible()
    ann.page.keyboard.press("x")
    expect(ann.button("Deal 15")).to_be_visible()
    ann.button("Main bet, box 4").click(button="right")
    expect(ann.button("Deal 10")).to_be_visible()
    expect(ann.page.locator(".spot.main")).to_have_class("spot main pending chosen")
    ann.button("Chip of 5 on").click()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".question")).to_contain_text("16 against 6")
    ann.keys("s")
    expect(ann.results()).to_be_visible()
    ann.button("Clear").click()
    ann.button("Rebet").click()
    expect(ann.button("Deal 15")).to_be_visible()


def test_the_question_waits_for_the_cards_and_early_keys_are_kept(comes: Comes) -> None:
    ann = comes(reduced_motion="no-preference")
    ann.sits_alone("sd-free-bet")
    ann.page.evaluate(
        """() => {
            window.seen = [];
            const look = () => window.seen.push([
                document.querySelector('.room').dataset.settled,
                document.querySelector('.question')?.innerText ?? '',
                document.querySelectorAll('.choice:not(.shut)').length,
                document.querySelector('.dealer-total')?.innerText ?? '',
            ]);
            const all = { subtree: true, childList: true, attributes: true };
            new MutationObserver(look).observe(document.querySelector('.room'), all);
        }"""
    )
    ann.button("Deal 10").click()
    expect(ann.page.locator(".turn-controls")).to_be_visible()
    ann.page.keyboard.press("s")
    expect(ann.page.locator(".kept")).to_contain_text("Kept until the cards are there: s")
    expect(ann.results()).to_be_visible()
    seen = ann.page.evaluate("() => window.seen")
    flying = [one for one in seen if one[0] == "false"]
    assert flying
    assert {tuple(one[1:]) for one in flying} <= {("The dealer deals …", 0, ""), ("", 0, "")}
    assert any("16 against 6" in one[1] for one in seen)
    expect(ann.page.locator(".discard")).to_contain_text("Round 1")


def test_a_paytable_has_the_exact_edge_and_the_row_that_won(comes: Comes) -> None:
    ann = comes()
    edge = next(iter(fixed_side_bets(load_sheet("triple-win-20")))).house_edge
    ann.sits_alone("triple-win-20")
    ann.button("Bonus, box 4").click()
    ann.button("Deal 15").click()
    expect(ann.results()).to_be_visible()
    ann.button("What Bonus pays").click()
    expect(ann.page.locator(".edge")).to_contain_text(f"House edge: {100 * edge:.2f}%")
    expect(ann.page.locator(".paytable .won")).to_have_text(
        "First-card ace: 7 to 1 (the first card is an ace) won the last round"
    )


def test_help_is_made_from_the_sheet_with_clauses_on_demand(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("sd-free-bet")
    ann.button("Help").click()
    guide = ann.page.locator(".guide")
    expect(guide).to_contain_text("A two-card hard 9, 10 or 11 doubles free: the house puts up the second bet.")
    expect(guide).to_contain_text("A pair can be split until there are 4 hands.")
    clause = guide.get_by_text("[SD.14 1(a)]")
    expect(clause).to_be_hidden()
    ann.page.get_by_role("switch", name="Show the clause").check()
    expect(clause).to_be_visible()
    help_text = ann.page.locator(".help").inner_text()
    assert "--" not in help_text
    assert "lammer " not in help_text


def test_a_bet_on_rounds_won_in_a_row_stays_on_its_spot_until_it_is_paid(comes: Comes) -> None:
    ann = comes()
    ann.opens("streak", "sd-blackjack+streak")
    ann.sits_at("streak")
    ann.button("STREAK 2, box 4").click()
    ann.button("Deal 15").click()
    ann.keys("s")
    expect(ann.results()).to_contain_text("STREAK 2 stays on the layout: 1 win so far")
    note = ann.page.locator(".carried-note")
    expect(note).to_have_text("1 win so far")
    expect(ann.button("STREAK 2, box 4")).to_have_count(0)
    expect(ann.button("STREAK 3, box 4")).to_have_count(1)
    ann.page.reload()
    expect(note).to_have_text("1 win so far")
    ann.button("Deal 10").click()
    expect(note).to_have_text("1 win so far")
    ann.keys("s")
    expect(ann.results()).to_contain_text("STREAK 2 wins 15: 2 in a row")
    expect(note).to_have_count(0)
    assert ann.purse() == 100_000 + 3_500


def test_a_marked_card_is_traded_for_a_light_that_stays_with_the_player(comes: Comes) -> None:
    ann = comes()
    ann.opens("sticks", "sd-blackjack+ten-sticks-21")
    ann.sits_at("sticks")
    lights = ann.page.locator(".who-note.lights")
    expect(lights).to_have_text("0 of 10 lights")
    ann.button("Deal 10").click()
    expect(ann.page.locator(".dock")).to_contain_text("Trade the ten of clubs for the next card and a light?")
    ann.keys("t")
    expect(lights).to_have_text("1 of 10 lights")
    ann.keys("s")
    expect(ann.results()).to_contain_text("Your lights: 1 light now")
    ann.page.reload()
    expect(lights).to_have_text("1 of 10 lights")
