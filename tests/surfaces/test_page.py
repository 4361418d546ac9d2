"""The page in a real browser before a real server: what must not be lost, a keyboard alone, a phone, a bad line."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from tests.surfaces.page_house import (
    DESK,
    PHONE,
    Comes,
    Visitor,
    served,
    sideways,
    sticks_out,
    unnamed,
)
from tests.users import user_entry

# What must not be lost


def test_reload_in_the_middle_of_a_hand(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("sd-free-bet")
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
    keys: list[str] = []
    held: list[Route] = []
    message_seen = False

    def loses_the_first(route: Route) -> None:
        keys.append(json.loads(route.request.post_data or "{}")["key"])
        if len(keys) == 1:
            route.fetch()  # it reaches the house; the answer gets lost on the way back
            route.abort()
        elif message_seen:
            route.continue_()
        else:
            held.append(route)  # else the answer could come before anybody reads what is told

    ann.page.route("**/act", loses_the_first)
    ann.sits_alone("free-money")
    ann.button("Deal 10").click()
    expect(ann.button("hit")).to_be_visible()
    ann.page.keyboard.press("h")
    expect(ann.page.locator(".line-state")).to_have_text("reconnecting …")
    message_seen = True
    for route in held:
        route.continue_()
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
    ann.sits_alone("free-money")
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
    ann.sits_alone("sd-free-bet")
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
    ann.sits_alone("sd-free-bet")
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
    ann.comes_in()
    table = f"seven-{size['width']}"
    ann.api("/api/tables", key=f"open {table}", table=table, game="sd-free-bet", turn_seconds=0)
    for box in range(1, 8):
        ann.api(f"/api/tables/{table}/sit", key=f"{table} box {box}", box=box)
    ann.page.goto(f"/t/{table}")
    expect(ann.page.locator(".box.mine")).to_have_count(7)
    ann.button("Deal 70").click()
    expect(ann.button("FREE split")).to_be_visible()
    for at, action in enumerate((["free-split"] * 3 + ["stand"] * 4) * 6 + ["free-split"] * 3):
        ann.api(f"/api/tables/{table}/act", key=f"{table} act {at}", action=action)
    expect(ann.page.locator(".hand")).to_have_count(28)
    assert sideways(ann.page) == 0
    assert sticks_out(ann.page, ".card, button, .pile, .plate") == []


def test_every_control_has_a_name(comes: Comes) -> None:
    ann = comes()
    ann.page.goto("/")
    expect(ann.page.locator(".game-card").first).to_be_visible()
    assert unnamed(ann.page) == []
    ann.sits_alone("sd-free-bet")
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
    ann.sits_alone("sd-free-bet")
    ann.button("Clear").click()
    ann.page.keyboard.press("1")
    ann.button("Deal 1").click()
    expect(ann.page.locator(".dock [role=alert]")).to_have_text("The table minimum is 5.")
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
    ann.sits_alone("sd-free-bet")
    ann.page.get_by_role("switch", name="Coach").check()
    ann.button("Deal 10").click()
    expect(ann.page.locator(".choice.best")).to_have_attribute("data-kind", "free-split")
    expect(ann.page.locator(".worth-text")).to_have_count(5)
    ann.keys("s")
    expect(ann.page.locator(".coach-line")).to_contain_text("Blunder: it cost 0.949 bets; FREE split was best.")
    expect(ann.page.locator(".coach-tally")).to_contain_text("1 choice, 1 not good, cost 0.949")
    ann.page.reload()
    expect(ann.page.locator(".coach-tally")).to_contain_text("1 choice, 1 not good, cost 0.949")
    ann.page.get_by_label("When the coach speaks").select_option("after")
    ann.button("Deal 10").click()
    expect(ann.page.locator(".coach-said")).to_have_text("tells what your choice cost. 1 is your main bet.")
    expect(ann.button("stand")).to_be_visible()
    expect(ann.page.locator(".worth-text")).to_have_count(0)
    ann.keys("s")
    expect(ann.page.locator(".coach-said")).to_contain_text("against 3: you stood. ")


KEEP_WHAT_IS_STORED = """() => {
  const shown = document.querySelector(".coach-tally");
  new MutationObserver(() => { shown.stored ??= JSON.stringify(localStorage); })
    .observe(shown, { childList: true, characterData: true, subtree: true });
}"""
"""Reads the storage in the same task that shows the tally, as a page that is left at once would."""


def test_the_tally_of_the_coach_is_stored_when_it_is_shown(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("sd-free-bet")
    ann.page.get_by_role("switch", name="Coach").check()
    ann.page.evaluate(KEEP_WHAT_IS_STORED)
    ann.button("Deal 10").click()
    expect(ann.page.locator(".choice.best")).to_be_visible()
    ann.keys("s")
    expect(ann.page.locator(".coach-tally")).to_contain_text("1 choice")
    stored = ann.page.locator(".coach-tally").evaluate("(shown) => shown.stored")
    assert '\\"decisions\\":1' in stored, stored


def test_history_in_notation_and_recall_with_hashes(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("triple-win-20")
    ann.button("Deal").click()
    expect(ann.results()).to_be_visible()
    ann.button("History").click()
    expect(ann.page.locator(".past-round")).to_contain_text("A♥")
    ann.button("Recall round 1").click()
    expect(ann.page.locator(".steps")).to_contain_text("event")
    expect(ann.page.locator(".entry").first).to_be_visible()


def test_settings_last(comes: Comes) -> None:
    ann = comes()
    ann.sits_alone("triple-win-20")
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
    ann.page.get_by_label("Amount").fill("2,50")
    ann.button("Buy$").click()
    expect(ann.page.get_by_role("alert").filter(has_text="write it like 10, 7.50 or 1,000")).to_be_visible()
    ann.page.get_by_label("Amount").fill("250")
    ann.button("Buy$").click()
    expect(ann.button("Your chips")).to_have_text(re.compile("1,250"))


def test_a_floor_without_users_asks_for_its_token(comes: Comes, tmp_path: Path) -> None:
    users = tmp_path / "users.toml"
    users.touch()
    with served(tmp_path, {}, users) as address:
        ann = comes(at=address)
        ann.page.goto("/")
        expect(ann.page.locator("h1")).to_contain_text("The first user")
        for label, text in {"Token": "a guess", "Name": "ann", "Password": "correct horse"}.items():
            ann.page.get_by_label(label).fill(text)
        ann.button("Begin").click()
        expect(ann.page.get_by_role("alert")).to_contain_text("This token is wrong")
        ann.page.get_by_label("Token").fill("the token of the tests")
        ann.button("Begin").click()
        expect(ann.page.locator("h1")).to_contain_text("ann")
        adds_a_user(ann)
        ann.button("Log out").click()
        ann.logs_in("bob", "battery staple")
        expect(ann.page.get_by_role("region", name="Users")).to_have_count(0)


def adds_a_user(ann: Visitor) -> None:
    """The first user is an administrator, who adds the others."""
    users = ann.page.get_by_role("region", name="Users")
    expect(users.get_by_role("group", name="Roles of ann").get_by_label("administrator")).to_be_disabled()
    users.get_by_text("Add a user").click()
    users.get_by_label("User name").fill("bob")
    users.get_by_label("First password").fill("battery staple")
    users.get_by_role("group", name="Roles of the new user").get_by_label("dealer").check()
    assert unnamed(ann.page) == []
    ann.button("Add user").click()
    roles = users.get_by_role("group", name="Roles of bob")
    expect(roles.get_by_label("player")).to_be_checked()
    roles.get_by_label("player").click()
    expect(roles.get_by_label("player")).not_to_be_checked()
    expect(roles.get_by_label("dealer")).to_be_checked()


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
