"""One executive gives another a new card and pays a jackpot as her.

A card says who swipes. Whoever can replace an executive's card can act as that executive, so the replacement takes the
approval of a second executive, as a new executive does.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lammer.floor.verify import verify_play
from lammer.progressive.desk import STEPS, card_digest
from lammer.progressive.liability import enrol_by_older_rule
from lammer.surfaces.web.people import People, read_users, user_entry
from tests.jackpot import EXECUTIVE, OTHER, new_jackpot
from tests.surfaces.test_cli_progressive import House
from tests.surfaces.test_web_jackpot import PASSWORD, Casino, casino

REPLACED = ("enrol", "eli", "executive", "--card", "E9", "--as", "erin")


@pytest.fixture(scope="module")
def confirmed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two executives; a jackpot that erin could not pay alone: its hand was dealt by her."""
    folder = tmp_path_factory.mktemp("confirmed")
    house = House(folder)
    house("create", "main", "--executive", "erin", "--card", "E1")
    house("enrol", "sam", "supervisor", "--card", "S1", "--as", "erin")
    house("enrol", "eli", "executive", "--card", "E2", "--as", "erin")
    house("approve-table", "T1", "--as", "erin")
    house("open-link", "--as", "erin")
    house("open", "T1", "--as", "erin")
    house("wager", "T1", "1=5", "--as", "erin")
    house("take", "T1", "--as", "erin")
    house("deal", "T1", "1=7h,7h", "--up", "7h", "--as", "erin")
    house("select", "T1", "1", "777 suited", "--as", "erin")
    house("confirm", "T1", "1", "--as", "sam")
    return folder


@pytest.fixture
def house(confirmed: Path, tmp_path: Path) -> House:
    return House(Path(shutil.copytree(confirmed, tmp_path / "house")))


def test_one_executive_cannot_replace_the_card_of_another(house: House) -> None:
    assert "a second executive must approve a change to the executive eli" in house.refused(*REPLACED)
    assert "second-executive" in house.refused(*REPLACED, "--approved-by", "erin")
    assert "second-executive" in house.refused(*REPLACED, "--approved-by", "sam")
    assert "this card belongs to nobody" in house.refused("swipe", "T1", "1", "--card", "E9")


def test_control__a_card_that_was_approved_pays(house: House) -> None:
    """Had the attack worked, this is what it would have looked like."""
    house(*REPLACED, "--approved-by", "eli")
    assert "this card belongs to nobody" in house.refused("swipe", "T1", "1", "--card", "E2")
    assert house("swipe", "T1", "1", "--card", "E9")["claim"]["approved_by"] == "eli"


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Casino]:
    path = tmp_path / "users.toml"
    path.write_text("".join(user_entry(name, PASSWORD, ("executive",)) for name in ("erin", "eli")), "utf-8")
    with casino(tmp_path, People(b"secret", read_users(path))) as opened:
        opened.ask("erin", "/api/links", link="sevens")
        yield opened


def test_on_the_floor_one_executive_cannot_enrol_another_anew(floor: Casino) -> None:
    staff = "/api/links/sevens/staff"
    reply = floor.ask("erin", staff, 409, name="eli")
    assert reply["error"]["code"] == "second-executive"
    assert "eli" in reply["error"]["text"]
    floor.ask("erin", staff, 401, name="eli", approver="eli", password="a guess")
    assert floor.ask("erin", staff, 409, name="eli", approver="erin", password=PASSWORD)["error"]["code"] == (
        "second-executive"
    )
    # Control: with the other's password it is done.
    assert floor.ask("erin", staff, name="eli", approver="eli", password=PASSWORD)["enrolled"] == "eli"


def test_books_from_before_this_rule_still_verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jackpot = new_jackpot(tmp_path)
    replaced: dict[str, Any] = {"name": OTHER, "role": "executive", "card": card_digest("a new card")}
    with monkeypatch.context() as older:
        older.setitem(STEPS, "enrol", enrol_by_older_rule)
        jackpot.do("enrol", EXECUTIVE, **replaced)
    assert verify_play(jackpot.desk.journal.where).faults == ()
    assert jackpot.refused("enrol", EXECUTIVE, **replaced)[0] == "second-executive"
    # Control: an event of today without the approval is a fault.
    with monkeypatch.context() as forged:
        forged.setitem(STEPS, "enrol", lambda now, **said: _unapproved(enrol_by_older_rule(now, **said)))
        forged.setattr("lammer.progressive.desk._well_formed", lambda _kind, body: body)
        jackpot.do("enrol", EXECUTIVE, **replaced)
    (fault,) = verify_play(jackpot.desk.journal.where).faults
    assert fault.code == "step"
    assert "second executive" in fault.text


def _unapproved(step: Any) -> Any:
    return step._replace(answer={**step.answer, "approved_by": ""})
