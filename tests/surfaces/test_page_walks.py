"""A whole session without a mouse and without eyes: lobby, seat, round, history, review, report and back."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.surfaces.page_house import Comes

FOCUS = """() => {
    const one = document.activeElement;
    const style = getComputedStyle(one);
    return {
        name: (one.getAttribute('aria-label') ?? one.textContent).replace(/\\s+/g, ' ').trim(),
        seen: one.matches(':focus-visible') && (parseFloat(style.outlineWidth) > 0 || style.boxShadow !== 'none'),
    };
}"""
MOST_STOPS = 80
NODE = re.compile(r"""^\s*- '?(?P<role>[a-z]+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?""")


def tab_to(page: Page, name: str) -> None:
    """Moves the focus by Tab alone; wherever it rests it can be seen."""
    passed = list[str]()
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        passed.append(stop["name"])
        if stop["name"].startswith(name):
            assert stop["seen"], f"the focus on {name} cannot be seen"
            return
    raise AssertionError(f"Tab never reaches {name}, only {passed}")


def press(page: Page, name: str) -> None:
    tab_to(page, name)
    page.keyboard.press("Enter")


def test_a_whole_session_by_keyboard_alone(comes: Comes) -> None:
    ann = comes()
    ann.page.goto("/")
    expect(ann.page.locator(".game-card").first).to_be_visible()
    press(ann.page, "Play Free Bet Blackjack")
    bets = ann.page.get_by_role("group", name="Your bet")
    expect(bets).to_be_focused()
    for key in ("2", "u", "b", "2", "x"):
        ann.page.keyboard.press(key)
    expect(bets.get_by_role("button", name="Deal 10")).to_be_visible()
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("group", name="16 against 6: your move?")).to_be_focused()
    ann.page.keyboard.press("s")
    expect(ann.results()).to_be_visible()
    expect(bets).to_be_focused()
    press(ann.page, "Help")
    expect(ann.page.get_by_role("dialog", name="How Free Bet Blackjack is played")).to_be_visible()
    ann.page.keyboard.press("Escape")
    press(ann.page, "History")
    history = ann.page.get_by_role("dialog", name="History")
    expect(history.get_by_role("img", name="blunder")).to_be_visible()
    press(ann.page, "Open round 1")
    expect(history.get_by_role("status")).to_contain_text("Blunder: it cost 0.949 bets")
    ann.page.keyboard.press("ArrowRight")
    expect(history.get_by_role("listitem")).to_contain_text("Your hand")
    press(ann.page, "← All rounds")
    press(ann.page, "Report")
    expect(ann.page.get_by_role("heading", name="Report for")).to_be_visible()
    expect(ann.page.get_by_role("img", name="after 1 round,")).to_be_visible()
    press(ann.page, "← Lobby")
    expect(ann.page.get_by_role("button", name="Return to table")).to_be_visible()
    press(ann.page, "Return to table")
    expect(bets).to_be_focused()
    press(ann.page, "Leave")
    expect(ann.page.locator(".game-card").first).to_be_visible()
    expect(ann.page.get_by_role("button", name="Return to table")).to_have_count(0)


def nodes(part: Locator, *roles: str) -> list[str]:
    """Roles and names in the order in which a screen reader meets them, of the roles that are wanted."""
    found = [NODE.match(line) for line in part.aria_snapshot().splitlines()]
    return [f"{one['role']} {one['name'] or ''}".rstrip() for one in found if one and one["role"] in roles]


def test_a_whole_session_in_the_accessibility_tree(comes: Comes) -> None:
    """What is looked at is what a screen reader is given: landmarks, headings, names, states and what is announced."""
    ann = comes()
    body, said = ann.page.locator("body"), ann.page.locator("[data-announced]")
    ann.page.goto("/")
    expect(ann.page.locator(".game-card").first).to_be_visible()
    outline = nodes(body, "banner", "main", "heading")
    # Other tests on the same server may have opened a jackpot.
    assert [one for one in outline if "Good to see you" not in one and one != "heading Jackpots"] == [
        "banner",
        "main",
        "heading Games",
        "heading Free Bet Blackjack",
        "heading European Free Bet",
        "heading Free Money Blackjack",
        "heading Blackjack Switch",
        "heading Blackjack",
        "heading Triple Win 20",
        "heading Winners Option",
        "heading Blackjack with Blazing 7's Progressive",
        "heading As other houses deal them",
        *(f"heading {game['name']}" for game in ann.api("/api/games") if game["variant"]),
        "heading Tables",
    ]
    ann.plays("Free Bet Blackjack")
    name, table = ann.api("/api/me")["name"], ann.page.url.rpartition("/")[2]
    boxes = [f"region Box {box}: {name if box == 4 else 'free'}" for box in range(1, 8)]
    room = ["banner", "navigation Table", "main", f"heading Free Bet Blackjack, table {table}", "region Dealer"]
    assert nodes(body, "banner", "navigation", "main", "heading", "region") == [*room, *boxes, "region Your choices"]
    controls = ann.page.get_by_role("group", name="Your bet")
    chips = [f"button Chip of {chip} on the main bet, box 4" for chip in (1, 5, 25, 100, 500)]
    changes = ["Undo", "− chip from the main bet, box 4", "2× every bet", "Clear", "Reset", "Deal 10"]
    assert nodes(controls, "button") == [*chips, *(f"button {one}" for one in changes)]
    ann.button("Deal 10").click()
    expect(said).to_have_text(
        "Your turn, your hand: eight of hearts, eight of diamonds, 16. Dealer shows six of clubs."
    )
    assert ann.page.get_by_role("region", name="Dealer").inner_text().startswith("Dealer: six of clubs, a card face")
    hands = ann.page.get_by_role("list", name="Hands of box 4")
    assert hands.aria_snapshot().splitlines()[1:] == [
        "  - listitem:",
        '    - text: "Hand: eight of hearts, eight of diamonds. 16"',
        '    - img "own 10"',
    ]
    turn = ann.page.get_by_role("group", name="16 against 6: your move?")
    choices = ["FREE split", "FREE double", "hit", "stand", "double 10", "split 10", "Double for less"]
    assert nodes(turn, "button") == [f"button {one}" for one in choices]
    expect(turn.get_by_role("button", name="FREE double")).to_be_disabled()
    expect(turn.get_by_role("button", name="FREE double")).to_have_accessible_description(re.compile("9, 10, 11"))
    ann.keys("s")
    expect(said).to_contain_text(re.compile(r"^Dealer: six of clubs, ten of clubs.*Your hand .*You "))
    ann.button("History").click()
    history = ann.page.get_by_role("dialog", name="History")
    expect(history.get_by_role("img", name="blunder")).to_be_visible()
    rows = nodes(history.get_by_role("listitem"), "button")
    assert re.fullmatch(r"button Open round 1 8♥ 8♦ = 16 6♣ 10♣ .*blunder", rows[0]), rows
    assert rows[1:] == ["button Copy round 1", "button Recall round 1", "button Verify the shoe of round 1"]
    ann.button("Open round 1").click()
    expect(history.get_by_role("status")).to_contain_text("FREE split was best")
    steps = nodes(history.get_by_role("navigation", name="Steps of the round"), "button")
    assert steps == ["button ← Back", "button Decision 1, blunder", "button Result", "button Next →"]
    assert nodes(history, "columnheader", "row")[:5] == [
        "row Choice Worth in bets Note",
        "columnheader Choice",
        "columnheader Worth in bets",
        "columnheader Note",
        "row FREE split +0.735 best",
    ]
    ann.page.goto("/report")
    expect(ann.page.get_by_role("img", name="after 1 round,")).to_be_visible()
    assert nodes(body, "navigation", "main", "heading") == [
        "main",
        "navigation Trainer",
        f"heading Report for {name}",
        "heading By class of hand",
        "heading Decisions by cost",
    ]
    classes = nodes(ann.page.locator(".report-classes"), "columnheader", "rowheader")
    assert classes == [
        "columnheader Hands",
        "columnheader Decisions",
        "columnheader Good",
        "columnheader Lost, in bets",
        "rowheader Pair",
    ]
    ann.page.goto(f"/t/{table}")
    ann.button("Leave").click()
    expect(ann.page.locator(".game-card").first).to_be_visible()
