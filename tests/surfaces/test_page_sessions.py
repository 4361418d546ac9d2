"""Sessions in a real browser: an auditor reads security events; a page whose user is removed asks for a log-in."""

from pathlib import Path

from playwright.sync_api import expect

from lammer.surfaces.web.users_file import remove_user
from tests.surfaces.page_house import Comes, served
from tests.users import user_entry

PASSWORD = "a long password"


def test_an_auditor_reads_security_events_until_removed(comes: Comes, tmp_path: Path) -> None:
    users = tmp_path / "users.toml"
    entries = [user_entry("ann", PASSWORD, ("dealer", "auditor")), user_entry("bob", PASSWORD, ("player",))]
    users.write_text("".join(entries), "utf-8")
    with served(tmp_path, {}, users) as address:
        ann = comes(address)
        ann.logs_in("ann", PASSWORD)
        expect(ann.page.get_by_text("Open a table for several")).to_be_visible()
        ann.api("/api/tables", key="opening one", table="one", game="sd-free-bet")
        ann.page.goto("/t/one")
        ann.button("Floor").click()
        ann.button("Security events").click()
        events = ann.page.get_by_role("region", name="Security events")
        expect(events).to_contain_text("ann: log-in, address 127.0.0.1")
        ann.button("Earlier security events").click()
        expect(events).to_contain_text("No earlier security events.")
        remove_user(users, "ann")
        expect(ann.page.get_by_label("Password")).to_be_visible()
        ann.faults.clear()  # the browser tells every 401 on its console
