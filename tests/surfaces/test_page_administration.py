"""What administrators and executives do on the page: a new password for a user, and which sheets are approved."""

from pathlib import Path

from playwright.sync_api import expect

from tests.surfaces.page_house import Comes, served, unnamed
from tests.users import user_entry

PASSWORD = "a long password"
LIMIT = "limits.most=99900"


def test_an_administrator_sets_a_new_password(comes: Comes, tmp_path: Path) -> None:
    users = tmp_path / "users.toml"
    entries = [user_entry("ada", PASSWORD, ("administrator",)), user_entry("bob", PASSWORD, ("player",))]
    users.write_text("".join(entries), "utf-8")
    with served(tmp_path, {}, users) as address:
        bob = comes(address)
        bob.logs_in("bob", PASSWORD)
        ada = comes(address)
        ada.logs_in("ada", PASSWORD)
        expect(ada.page.get_by_label("New password of ada")).to_have_count(0)
        assert unnamed(ada.page) == []
        ada.page.get_by_label("New password of bob").fill("battery staple")
        ada.button("Set the password of bob").click()
        expect(ada.page.get_by_text("bob has a new password.")).to_be_visible()
        expect(ada.page.get_by_label("New password of bob")).to_have_value("")
        # Bob is logged out, and the new password lets him in again.
        bob.page.goto("/")
        expect(bob.page.get_by_label("Password", exact=True)).to_be_visible()
        bob.faults.clear()  # the browser tells every 401 on its console
        bob.logs_in("bob", "battery staple")


def test_an_executive_approves_and_withdraws_a_sheet(comes: Comes, tmp_path: Path) -> None:
    users = tmp_path / "users.toml"
    entries = [user_entry("erin", PASSWORD, ("executive",)), user_entry("dana", PASSWORD, ("dealer",))]
    users.write_text("".join(entries), "utf-8")
    with served(tmp_path, {}, users) as address:
        dana = comes(address)
        dana.logs_in("dana", PASSWORD)
        expect(dana.page.get_by_text("Open a table for several")).to_be_visible()
        expect(dana.page.get_by_role("region", name="Approved sheets")).to_have_count(0)
        erin = comes(address)
        erin.logs_in("erin", PASSWORD)
        sheets = erin.page.get_by_role("region", name="Approved sheets")
        expect(sheets).to_contain_text("sd-free-bet@2")
        sheets.get_by_text("Approve a sheet").click()
        sheets.get_by_label("Sheet").select_option("sd-free-bet")
        sheets.get_by_label("Values set otherwise").fill(LIMIT)
        assert unnamed(erin.page) == []
        erin.button("Approve").click()
        expect(sheets).to_contain_text("approved by erin")
        dana.api("/api/tables", key="opening one", table="one", game="sd-free-bet", overrides=[LIMIT])
        sheets.get_by_role("button", name=f"Withdraw sd-free-bet@2[{LIMIT}]", exact=True).click()
        erin.page.get_by_label("Reason").fill("the limit was a trial")
        erin.button("Withdraw the sheet").click()
        expect(sheets.get_by_role("status")).to_contain_text("is withdrawn.")
        expect(sheets).not_to_contain_text("approved by erin")
        # A game with attached side bets is approved by its whole name.
        sheets.get_by_label("Values set otherwise").fill(LIMIT)
        sheets.get_by_text("Add side bets").click()
        sheets.get_by_label("21+3").check()
        erin.button("Approve").click()
        expect(sheets.get_by_role("status")).to_contain_text(f"sd-free-bet+21-plus-3@2[{LIMIT}] is approved.")
        dana.api("/api/tables", key="opening two", table="two", game="sd-free-bet+21-plus-3", overrides=[LIMIT])
        # Control: a sheet that departs from its clauses cannot be approved.
        sheets.get_by_label("Values set otherwise").fill("natural.pays=6:5")
        erin.button("Approve").click()
        expect(sheets.get_by_role("alert")).to_contain_text("training floors only")
        erin.faults.clear()  # the browser tells every 409 on its console
