"""Settings of the page in a real browser: sound, the deck, and how much a screen reader is told."""

from playwright.sync_api import expect

from tests.surfaces.page_house import Comes, Visitor

COUNT_TONES = """
    window.tones = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.tones.push(this.frequency.value);
        return start.apply(this, when);
    };
"""
CARD, WIN, LOSS = 1400, [523, 659, 784], [262, 220]
"""Frequencies in hertz."""


def tones(visitor: Visitor) -> list[int]:
    found: list[int] = visitor.page.evaluate("() => window.tones")
    return found


def test_there_is_no_sound_until_a_player_turns_it_on(comes: Comes) -> None:
    ann = comes(reduced_motion="no-preference")
    ann.page.add_init_script(COUNT_TONES)
    ann.opens("heard", "sd-free-bet")
    ann.sits_at("heard")
    ann.button("Deal 10").click()
    ann.keys("f")
    expect(ann.results()).to_contain_text("Your hand wins 20")
    assert tones(ann) == []
    ann.button("Settings").click()
    sound = ann.page.get_by_role("switch", name="Sound")
    expect(sound).not_to_be_checked()
    sound.check()
    ann.page.keyboard.press("Escape")
    ann.button("Deal 10").click()
    expect(ann.button("stand")).to_be_enabled()
    expect(ann.page.locator(".room")).to_have_attribute("data-settled", "true")
    assert tones(ann) == [CARD] * 4
    ann.keys("s")
    expect(ann.results()).to_contain_text("Your hand")
    ann.page.wait_for_function("(last) => window.tones.includes(last)", arg=LOSS[-1])
    assert [one for one in tones(ann) if one != CARD] == LOSS
    ann.page.reload()
    ann.button("Settings").click()
    expect(sound).to_be_checked()


def test_the_four_colour_deck(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("sd-free-bet")
    ann.button("Deal 10").click()
    ann.keys("pppfff")
    assert len(set(suit_colours(ann).values())) == 2
    ann.chooses("Deck", "Four colours")
    colours = suit_colours(ann)
    assert set(colours) == {"clubs", "diamonds", "hearts", "spades"}
    assert len(set(colours.values())) == 4
    ann.page.reload()
    expect(ann.page.locator(".hand")).to_have_count(4)
    assert suit_colours(ann) == colours


def suit_colours(visitor: Visitor) -> dict[str, str]:
    """The colour in which each suit on the table is printed."""
    found: dict[str, str] = visitor.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.felt .card:not(.back)')].map((one) =>
            [one.getAttribute('aria-label').split(' of ')[1], getComputedStyle(one.querySelector('.rank')).fill]))"""
    )
    return found


def test_three_levels_for_screen_readers(comes: Comes) -> None:
    """The same decision and the same result, told briefly, as usual and with what the others got."""
    ann, bob = comes(), comes()
    ann.opens("said-levels", "sd-free-bet")
    ann.sits_at("said-levels", box=2)
    bob.sits_at("said-levels", box=3)
    said = ann.page.locator("[data-announced]")
    bob.button("Bet 10").click()
    ann.button("Bet 10").click()
    normal = "Your turn, your hand: nine of hearts, eight of diamonds, 17. Dealer shows ten of clubs."
    for level, text in {"Brief": "17 against 10: your move?", "Normal": normal, "Everything": normal}.items():
        ann.chooses("Announced to screen readers", level)
        expect(said).to_have_text(text)
    ann.keys("s")
    bob.keys("s")
    own = "Dealer: ten of clubs, seven of clubs, 17. Your hand pushes, equal totals."
    name = bob.api("/api/me")["name"]
    levels = {
        "Brief": "You are even.",
        "Normal": f"{own} You are even.",
        "Everything": f"{own} Box 3, {name}, loses 10. You are even.",
    }
    for level, text in levels.items():
        ann.chooses("Announced to screen readers", level)
        expect(said).to_have_text(text)
