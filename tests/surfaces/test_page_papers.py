"""Papers in a browser: a button of the workbench, and a form of a jackpot on the staff's page."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from lammer.floor.house import create_floor
from lammer.papers.forms.checking import form_differences
from lammer.papers.posted import sign_pdf
from lammer.papers.reading import read_pdf
from lammer.rules.loader import load_sheet
from lammer.surfaces.web.people import Role
from tests.surfaces.page_house import Comes, served
from tests.surfaces.test_web_papers import won_house
from tests.users import user_entry
from tests.waiting import PATIENCE

SLOW = 4 * PATIENCE * 1000
STAND = "dealer.soft_17=stand"
PASSWORD = "correct horse"
STAFF: dict[str, Role] = {"sam": "supervisor", "ann": "player"}


def test_the_workbench_downloads_papers_of_the_shown_rules(comes: Comes) -> None:
    """A PAR sheet says how far it is and can be given up; then the sign is made."""
    ann = comes()
    ann.page.goto(f"/workbench?game=sd-blackjack&set={STAND.replace('=', '%3D')}&tab=papers")
    par, sign = (ann.page.locator(f'[data-paper="{kind}"]') for kind in ("par", "rules"))
    par.get_by_role("button", name="PAR sheet").click()
    expect(par.get_by_role("status")).to_contain_text("parts: ", timeout=SLOW)
    par.get_by_role("button", name="Cancel PAR sheet").click()
    expect(par.get_by_role("status")).to_have_count(0)
    with ann.page.expect_download(timeout=SLOW) as download:
        sign.get_by_role("button", name="Posted rules").click()
    assert download.value.suggested_filename == "rules-sd-blackjack-2.pdf"
    assert Path(download.value.path()).read_bytes() == sign_pdf(load_sheet("sd-blackjack", (STAND,)), "a4")


def test_a_supervisor_downloads_a_jackpot_slip(comes: Comes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    won_house(tmp_path, monkeypatch).floor.journal.close()
    users = tmp_path / "users.toml"
    users.write_text("".join(user_entry(name, PASSWORD, (role,)) for name, role in STAFF.items()), "utf-8")
    with served(tmp_path, {}, users) as address:
        ann = comes(at=address)
        ann.logs_in("ann", PASSWORD)
        expect(ann.page.get_by_role("heading", name="Jackpots")).to_be_visible()
        expect(ann.page.get_by_text("Papers of sevens")).to_have_count(0)
        sam = comes(at=address)
        sam.logs_in("sam", PASSWORD)
        sam.page.get_by_text("Papers of sevens").click()
        with sam.page.expect_download() as download:
            sam.button("Jackpot slip").click()
        file = Path(download.value.path()).read_bytes()
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    read = read_pdf(file)
    assert form_differences(floor.journal, file, read)[0] == []
    assert read.about["figures"]["paid"] == "10,001.00"
    floor.journal.close()
