"""European procedure on the page: a player cuts, a supervisor answers a call, and a table that is not for training."""

from pathlib import Path

from playwright.sync_api import expect

from lammer.surfaces.web.people import Role
from tests.surfaces.page_house import Comes, served, unnamed
from tests.users import user_entry

PASSWORD = "a long password"
PEOPLE: dict[str, Role] = {"ann": "player", "bob": "player", "dana": "dealer", "sam": "supervisor"}


def test_players_are_asked_in_turn_to_cut_and_share_the_maximum_of_a_box(comes: Comes) -> None:
    ann, bob = comes(), comes()
    for visitor, name in ((ann, "Ada"), (bob, "Ben")):
        visitor.api("/api/guest", name=name)
    table = {"table": "asked", "game": "european-free-bet", "overrides": ["limits.apply_to=box"], "turn_seconds": 0}
    ann.api("/api/tables", key="open the table", **table)
    ann.page.goto("/t/asked")
    ann.button("Sit at box 4").first.click()
    expect(ann.page.locator(".cutting")).to_be_visible()
    assert unnamed(ann.page) == []
    bob.page.goto("/t/asked")
    bob.button("Sit at box 5").first.click()
    expect(bob.page.locator(".watching")).to_contain_text("Ada on box 4 is asked")
    expect(bob.page.locator(".bet-controls")).to_have_count(0)
    ann.page.get_by_label("Cards to cut").fill("51")
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("alert").filter(has_text="52 to 260 cards")).to_contain_text("EU 1.8")
    ann.button("Do not cut").click()
    bob.page.get_by_label("Cards to cut").fill("52")
    bob.button("Cut$").click()
    expect(bob.button("Bet 10")).to_be_visible()
    # One box, two bettors, one maximum.
    bob.api("/api/tables/asked/leave", key="another box", box=5)
    bob.button("Bet behind box 4").click()
    ann.api("/api/tables/asked/bet", key="nearly all of it", box=4, bets={"main": 49_000}, ready=False)
    expect(bob.page.locator(".limits")).to_contain_text("all bets together: 10 is left on box 4")
    bob.button("Chip of 25").click()
    expect(bob.button("Bet 10")).to_be_visible()
    # The owner goes, and the box is the next player's.
    ann.button("Leave").click()
    expect(bob.page.locator('[data-box="4"]')).not_to_contain_text("Ada")
    bob.button("Deal 10").click()
    expect(bob.page.locator(".question")).to_contain_text("17 against 7")


def test_a_supervisor_answers_a_call_at_a_table_without_devices(comes: Comes, tmp_path: Path) -> None:
    users = tmp_path / "users.toml"
    users.write_text("".join(user_entry(name, PASSWORD, (role,)) for name, role in PEOPLE.items()), encoding="utf-8")
    with served(tmp_path, {"called": ["| 9h 7c 8d"]}, users) as address:
        ann, dana, sam = (comes(address) for _ in range(3))
        for visitor, name in ((ann, "ann"), (dana, "dana"), (sam, "sam")):
            visitor.logs_in(name, PASSWORD)
        dana.page.get_by_text("Open a table for several").click()
        expect(dana.page.get_by_role("switch", name="Training table")).not_to_be_checked()
        table = {"table": "called", "game": "european-free-bet", "turn_seconds": 0, "absent_seconds": 10}
        dana.api("/api/tables", key="a table for ann", **table)
        dana.page.goto("/t/called")
        ann.api("/api/buy-in", key="chips for ann", amount=100_000)
        ann.page.goto("/t/called")
        ann.button("Sit at box 4").first.click()
        ann.leaves_the_cut()
        expect(ann.page.get_by_role("switch", name="Coach")).to_have_count(0)
        expect(ann.page.locator(".dock")).to_contain_text("No devices")
        expect(ann.page.locator(".top-game")).not_to_contain_text("training")
        ann.button("Help").click()
        help_ = ann.page.locator("dialog")
        for text in (
            "not a training table: the coach is off",
            "Watch your payouts. EU 1.12",
            "ends when a win is paid",
        ):
            expect(help_).to_contain_text(text)
        ann.button("Close$").click()
        ann.button("Deal 10").click()
        expect(ann.page.locator(".question")).to_contain_text("17 against 7")
        dana.button("Floor").click()
        expect(dana.button("Call ann absent \\(in")).to_be_disabled()
        expect(dana.button("Call ann absent$")).to_be_enabled()
        dana.button("Call ann absent$").click()
        expect(sam.page.locator(".open-tables")).to_contain_text("supervisor called")
        expect(ann.page.locator(".call")).to_contain_text("Act now")
        expect(ann.page.locator(".call button")).to_have_count(0)
        sam.button("Go to table called").click()
        expect(sam.page.locator(".call")).to_contain_text("ann on box 4 does not answer")
        sam.button("ann is absent").click()
        expect(ann.results()).to_contain_text("Your hand")
        expect(sam.page.locator(".call")).to_have_count(0)


def test_a_local_table_is_for_training_and_says_so(comes: Comes) -> None:
    ann = comes()
    ann.plays("European Free Bet")
    expect(ann.page.locator(".top-game")).to_contain_text("training table")
    expect(ann.page.get_by_role("switch", name="Coach")).to_be_visible()
    ann.page.goto("/")
    expect(ann.page.locator(".open-tables li").first).to_contain_text("for training")
