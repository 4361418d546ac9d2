"""The page in a real browser before a real server: every game, two players, a keyboard alone, a phone, a bad line."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute, expect, sync_playwright

from lammer.surfaces.web.people import user_entry
from tests.surfaces.page_house import DESK, MIDDLE, PHONE, ROOT, Visitor, served, sideways, sticks_out, unnamed
from tools.chromium import FLAGS, chromium

TOLD_WITHIN = 3_000
"""Others see it at once: a second, and patience with a busy machine."""
FOUR_HANDS = "sd-free-bet 1:10 | 8h 6c 8d Tc | FP 8s FP 8c FP 3h FD Th 2d FD 9c 3s FD Kc Ts S | 6d"
PAIRS = "2346789"
SEVEN_BOXES = [
    "| " + " ".join([*(f"{one}h" for one in PAIRS), "6c", *(f"{one}d" for one in PAIRS), "Tc"]),
    "| " + " ".join(f"{one}s {one}c Th Jd Qh Kd" for one in PAIRS[:4]),
    "| " + " ".join(f"{one}s {one}c Td Jh Qd Kh" for one in PAIRS[4:]),
]
SHOES = {
    "sd-free-bet": [FOUR_HANDS, "| Ah 6c Kd Tc", "| 9h Tc 8d 7c | S"],
    "free-money": ["| 5h 6h 4h 6d | FD 9d | Th", "| 5h 9c 6d Tc | FD Th", "| Th Ac 9d 7c | S"],
    "european-free-bet": ["| Ah As Kd | E", "| 9h As 9d | I S Kd", "| 9h Ts 2d | FD Kd 8d"],
    "triple-win-20": ["| Ah", "| 5h 9c 6d 7c | H 8d S", "| Kh 9c Kd"],
    "sd-blackjack": ["| 8h 6c 8d Tc | P Th S 9d S | 5d", "| 5h 6c 6d Tc | D 9d | Td"],
    "sd-blackjack+blazing-7s": ["| 7h 8c 7d Tc | S", "| 9h 8c 9d Tc | S"],
    "together": ["| 9h 5h 7c 8d 6d Tc | S FD Th", "| 9h 5h 7c 8d 6d Tc"],
    "behind": ["| 8h 6c 8d | FP 3h FD Th Ts S | Td 9c"],
    "seven-1440": SEVEN_BOXES,
    "seven-360": SEVEN_BOXES,
}


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    subprocess.run([sys.executable, str(ROOT / "tools" / "page.py")], check=True)
    with served(tmp_path_factory.mktemp("floor"), SHOES) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield browser
        browser.close()


Comes = Callable[..., Visitor]


@pytest.fixture
def comes(browser: Browser, address: str) -> Iterator[Comes]:
    """Lets visitors in, and asks at the end whether their browsers were content."""
    visitors: list[Visitor] = []

    def come(at: str = address, **look: Any) -> Visitor:
        visitors.append(Visitor(browser, at, **look))
        return visitors[-1]

    yield come
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.context.close()
    assert faults == []


# Every game, round after round


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
    ann.plays("Free Money Blackjack")
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
    ann.plays("European Free Bet")
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
    ann.plays("Triple Win 20")
    ann.button("Bonus, box 4").click()
    ann.button("Deal 15").click()
    expect(ann.page.locator(".banner")).to_contain_text("First-card ace!")
    expect(ann.results()).to_contain_text("Bonus wins 35")
    ann.button("Deal 15").click()
    ann.keys("hs")
    expect(ann.results()).to_contain_text("Your hand wins 10, the higher total")
    ann.button("Deal 15").click()
    expect(ann.page.locator(".banner")).to_contain_text("Two-card 20!")


def test_blackjack_splits_and_doubles_for_less(comes: Comes) -> None:
    ann = comes()
    ann.plays("Blackjack")
    ann.button("Deal 10").click()
    expect(ann.button("FREE")).to_have_count(0)
    ann.keys("pss")
    expect(ann.results()).to_contain_text("Hands 1 and 2: each loses 10, the dealer has more")
    ann.button("Deal 10").click()
    ann.button("Double for less").click()
    ann.page.get_by_label("Double for").fill("4")
    ann.page.keyboard.press("Enter")
    expect(ann.results()).to_contain_text("Your hand wins 14, the dealer busts")


def test_blazing_sevens(comes: Comes) -> None:
    ann = comes()
    ann.plays("Blackjack with Blazing 7's Progressive")
    ann.button("Blazing 7's Progressive, box 4").click()
    ann.button("Deal 15").click()
    ann.keys("s")
    expect(ann.results()).to_contain_text("Blazing 7's Progressive wins 120: two 7s")
    ann.button("Deal 15").click()
    ann.keys("s")
    expect(ann.results()).to_contain_text("Blazing 7's Progressive loses 5")


# Several players


def test_two_at_a_table_see_each_other(comes: Comes) -> None:
    ann, bob = comes(), comes()
    ann.page.goto("/")
    expect(ann.page.locator(".game-card").first).to_be_visible()
    ann.api("/api/tables", key="open the table", table="together", game="sd-free-bet", turn_seconds=60)
    for visitor, box in ((ann, 1), (bob, 2)):
        visitor.page.goto("/t/together")
        visitor.button(f"Sit at box {box}").first.click()
        expect(visitor.page.locator(f'[data-box="{box}"]')).to_contain_text("You")
    name = ann.api("/api/me")["name"]
    expect(bob.page.locator('[data-box="1"]')).to_contain_text(name)
    ann.button("Bet 10").click()
    expect(bob.page.locator('[data-box="1"]')).to_contain_text("ready 10", timeout=TOLD_WITHIN)
    expect(ann.page.locator(".waiting")).to_contain_text("Waiting for")
    bob.button("Bet 10").click()
    expect(ann.page.locator(".question")).to_contain_text("17 against 7")
    expect(ann.page.get_by_role("timer").first).to_be_visible()
    expect(bob.page.locator(".watching")).to_contain_text(f"{name} is to act on box 1")
    expect(bob.button("hit")).to_have_count(0)
    ann.page.keyboard.press("s")
    expect(bob.page.locator(".question")).to_contain_text("11 against 7", timeout=TOLD_WITHIN)
    bob.keys("f")
    expect(ann.page.locator('[data-box="2"] .outcome')).to_have_text("+20", timeout=TOLD_WITHIN)
    expect(bob.results()).to_contain_text("Your hand wins 20")


def test_a_bettor_behind_follows_or_declines(comes: Comes) -> None:
    ann, bob = comes(), comes()
    for visitor, name in ((ann, "Ann"), (bob, "Bob")):
        visitor.api("/api/guest", name=name)
    ann.api("/api/tables", key="open the table", table="behind", game="european-free-bet")
    ann.page.goto("/t/behind")
    ann.button("Sit at box 4").first.click()
    expect(ann.page.locator(".box.mine")).to_be_visible()
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
    expect(bob.results()).to_contain_text("Hands 1 and 2: each wins 10, the dealer busts")
    expect(ann.page.locator(".stake-name").first).to_have_text("You")


def test_a_supervisor_interrupts_a_round(comes: Comes) -> None:
    ann = comes()
    ann.plays("Free Bet Blackjack")
    ann.button("Deal 10").click()
    expect(ann.button("hit")).to_be_visible()
    ann.button("Floor").click()
    ann.button("Interrupt round").click()
    ann.button("Close").click()
    expect(ann.results()).to_contain_text("the round was interrupted")
    assert ann.purse() == 100_000


# What must not be lost


def test_reload_in_the_middle_of_a_hand(comes: Comes) -> None:
    ann = comes()
    ann.plays("Free Bet Blackjack")
    ann.button("Deal 10").click()
    ann.keys("pp")
    before = ann.page.locator(".felt").inner_text()
    ann.page.reload()
    expect(ann.button("FREE split")).to_be_visible()
    assert ann.page.locator(".felt").inner_text() == before
    ann.keys("pfffs")
    expect(ann.results()).to_contain_text("each pushes, dealer 22")
    ann.page.reload()
    expect(ann.results()).to_contain_text("each pushes, dealer 22")
    expect(ann.button("Deal 10")).to_be_visible()


def test_a_lost_answer_is_asked_for_again_and_done_once(comes: Comes) -> None:
    ann = comes()
    ann.plays("Free Money Blackjack")
    ann.button("Deal 10").click()
    expect(ann.button("hit")).to_be_visible()
    keys: list[str] = []

    def loses_the_first(route: Route) -> None:
        keys.append(json.loads(route.request.post_data or "{}")["key"])
        if len(keys) == 1:
            route.fetch()  # it reaches the house; the answer gets lost on the way back
            route.abort()
        else:
            route.continue_()

    ann.page.route("**/act", loses_the_first)
    ann.page.keyboard.press("h")
    expect(ann.page.locator(".line-state")).to_have_text("reconnecting …")
    expect(ann.page.locator(".line-state")).to_have_text("")
    assert len(keys) == 2
    assert len(set(keys)) == 1
    expect(ann.page.locator(".hand .card")).to_have_count(3)


def test_a_lost_line_is_taken_up_again(comes: Comes) -> None:
    ann = comes()
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    ann.page.route_web_socket("**/live", through)
    ann.plays("Free Money Blackjack")
    ann.button("Deal 10").click()
    expect(ann.button("hit")).to_be_visible()
    lines[-1].close()
    expect(ann.page.locator(".line-state")).to_have_text("reconnecting …")
    ann.page.keyboard.press("h")
    expect(ann.page.locator(".hand .card")).to_have_count(3)
    expect(ann.page.locator(".line-state")).to_have_text("")
    assert len(lines) == 2


def test_cards_fly_and_the_result_waits_for_them(comes: Comes) -> None:
    ann = comes(reduced_motion="no-preference")
    ann.plays("Free Bet Blackjack")
    ann.button("Deal 10").click()
    expect(ann.page.locator(".card.fresh")).to_have_count(4)
    expect(ann.page.locator(".room")).to_have_attribute("data-settled", "true")
    ann.keys("h")
    expect(ann.results()).to_be_visible()


# For everybody


def test_a_round_by_keyboard_alone(comes: Comes) -> None:
    ann = comes()
    ann.page.goto("/")
    play = ann.page.get_by_role("button", name="Play Free Bet Blackjack", exact=True)
    expect(play).to_be_visible()
    for _ in range(30):
        ann.page.keyboard.press("Tab")
        if play.evaluate("(one) => one === document.activeElement"):
            break
    ann.page.keyboard.press("Enter")
    expect(ann.button("Deal 10")).to_be_visible()
    ann.page.keyboard.press("2")
    expect(ann.button("Deal 15")).to_be_visible()
    ann.page.keyboard.press("b")
    ann.page.keyboard.press("1")
    expect(ann.button("Deal 16")).to_be_visible()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("[data-announced]")).to_contain_text(
        "Your turn, your hand: eight of hearts, eight of diamonds"
    )
    ann.keys("s")
    expect(ann.page.locator("[data-announced]")).to_contain_text("Dealer: six of clubs, ten of clubs")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".room")).to_contain_text("Round 2")


def test_nothing_overflows_a_phone(comes: Comes) -> None:
    ann = comes(viewport=PHONE, has_touch=True)
    ann.page.goto("/")
    expect(ann.page.locator(".game-card").first).to_be_visible()
    assert sideways(ann.page) == 0
    ann.plays("Free Bet Blackjack")
    assert sideways(ann.page) == 0
    ann.button("Pot of Gold").first.click()
    ann.button("Deal").click()
    ann.keys("pppfff")
    expect(ann.page.locator(".hand")).to_have_count(4)
    assert sideways(ann.page) == 0
    assert sticks_out(ann.page, ".card, button, .pile") == []
    ann.keys("s")
    expect(ann.results()).to_be_visible()
    assert sideways(ann.page) == 0
    assert unnamed(ann.page) == []


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_seven_boxes_of_four_hands(comes: Comes, size: dict[str, int]) -> None:
    ann = comes(viewport=size)
    ann.page.goto("/")
    expect(ann.page.locator(".game-card").first).to_be_visible()
    table = f"seven-{size['width']}"
    ann.api("/api/tables", key=f"open {table}", table=table, game="sd-free-bet", turn_seconds=0)
    for box in range(1, 8):
        ann.api(f"/api/tables/{table}/sit", key=f"{table} box {box}", box=box)
    ann.page.goto(f"/t/{table}")
    expect(ann.page.locator(".box.mine")).to_have_count(7)
    ann.button("Deal 70").click()
    ann.keys("pppssss" * 6 + "ppp")
    expect(ann.page.locator(".hand")).to_have_count(28)
    assert sideways(ann.page) == 0
    assert sticks_out(ann.page, ".card, button, .pile, .plate") == []


def test_every_control_has_a_name(comes: Comes) -> None:
    ann = comes()
    ann.page.goto("/")
    expect(ann.page.locator(".game-card").first).to_be_visible()
    assert unnamed(ann.page) == []
    ann.plays("Free Bet Blackjack")
    assert unnamed(ann.page) == []
    ann.button("Deal").click()
    expect(ann.button("hit")).to_be_visible()
    assert unnamed(ann.page) == []
    for sheet in ("History", "Help", "Settings", "Floor"):
        ann.button(sheet).click()
        expect(ann.page.get_by_role("dialog")).to_be_visible()
        assert unnamed(ann.page) == []
        ann.page.keyboard.press("Escape")
        expect(ann.page.get_by_role("dialog")).to_have_count(0)


def test_control_names_are_missed(comes: Comes) -> None:
    ann = comes()
    ann.page.set_content("<button></button><p style='width: 3000px'>wide</p>")
    assert len(unnamed(ann.page)) == 1
    assert sideways(ann.page) > 0
    assert sticks_out(ann.page, "p")


# Beside the game


def test_a_shut_choice_says_why(comes: Comes) -> None:
    ann = comes()
    ann.plays("Free Bet Blackjack")
    ann.button("Clear").click()
    ann.page.keyboard.press("1")
    ann.button("Deal 1").click()
    expect(ann.page.locator(".dock [role=alert]")).to_have_text("The table minimum is 5. house")
    ann.button("Repeat|Reset").click()
    ann.button("Deal 10").click()
    shut = ann.button("FREE double")
    expect(shut).to_have_attribute("aria-disabled", "true")
    expect(shut).to_have_accessible_description(re.compile("a free double needs a two-card 9, 10, 11", re.I))
    shut.click(force=True)  # it is shut, and says so when pressed
    expect(ann.page.locator(".dock [role=alert]")).to_contain_text(
        "A free double needs a two-card 9, 10, 11; this is 16 [SD.14 1(a)]"
    )


def test_the_coach_tells_what_a_mistake_costs(comes: Comes) -> None:
    ann = comes()
    ann.plays("Free Bet Blackjack")
    ann.page.get_by_role("switch", name="Coach").check()
    ann.button("Deal 10").click()
    expect(ann.page.locator(".choice.best")).to_have_attribute("data-kind", "free-split")
    expect(ann.page.locator(".worth-text")).to_have_count(4)
    ann.keys("s")
    expect(ann.page.locator(".coach-line")).to_contain_text("stand cost")
    expect(ann.page.locator(".coach-line")).to_contain_text("best was FREE split")
    expect(ann.page.locator(".coach-tally")).to_contain_text("1 of 1 choices cost")
    ann.page.reload()
    expect(ann.page.locator(".coach-tally")).to_contain_text("1 of 1 choices cost")


def test_history_in_notation_and_recall_with_hashes(comes: Comes) -> None:
    ann = comes()
    ann.plays("Triple Win 20")
    ann.button("Deal").click()
    expect(ann.results()).to_be_visible()
    ann.button("History").click()
    expect(ann.page.locator(".history .notation")).to_have_text(f"triple-win-20@1 {MIDDLE}:10 | Ah")
    ann.button("Recall round 1").click()
    expect(ann.page.locator(".steps")).to_contain_text("event")
    expect(ann.page.locator(".entry").first).to_be_visible()


def test_settings_last(comes: Comes) -> None:
    ann = comes()
    ann.plays("Triple Win 20")
    ann.button("Settings").click()
    ann.page.get_by_text("Light", exact=True).last.click()
    ann.page.get_by_text("instant").click()
    ann.page.reload()
    expect(ann.page.locator("html")).to_have_attribute("data-light", "light")


def test_name_and_chips(comes: Comes) -> None:
    ann = comes()
    ann.page.goto("/")
    ann.button("Change name").click()
    ann.page.get_by_label("Your name").fill("Grace <3")
    ann.button("Save").click()
    expect(ann.page.get_by_role("alert").filter(has_text="1 to 24 letters")).to_be_visible()
    ann.page.get_by_label("Your name").fill("Grace 3")
    ann.button("Save").click()
    expect(ann.page.locator("h1")).to_contain_text("Grace 3")
    ann.button("Your chips").click()
    ann.page.get_by_label("Amount").fill("250")
    ann.button("Buy$").click()
    expect(ann.button("Your chips")).to_have_text(re.compile("1,250"))


def test_a_floor_with_users_asks_for_a_password(comes: Comes, tmp_path: Path) -> None:
    users = tmp_path / "users.toml"
    users.write_text(user_entry("ann", "correct horse", ("player",)), "utf-8")
    with served(tmp_path, {}, users) as address:
        ann = comes(at=address)
        ann.page.goto("/")
        ann.page.get_by_label("Name").fill("ann")
        ann.page.get_by_label("Password").fill("wrong")
        ann.button("Log in").click()
        expect(ann.page.get_by_role("alert")).to_contain_text("Wrong name or password.")
        ann.page.get_by_label("Password").fill("correct horse")
        ann.button("Log in").click()
        expect(ann.page.locator("h1")).to_contain_text("ann")
        expect(ann.page.locator(".game-card").first).to_be_visible()
        expect(ann.button("Play")).to_have_count(0)
        ann.page.goto("/t/nowhere")
        expect(ann.page.locator("h1")).to_contain_text("There is no table nowhere.")
        ann.button("To the lobby").click()
        ann.button("Log out").click()
        expect(ann.page.get_by_label("Password")).to_be_visible()
