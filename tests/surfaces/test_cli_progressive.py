"""The progressive commands as processes: every step is a command line, the books are all they share."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.test_cli import lammer


class House:
    """Command lines on one set of books."""

    def __init__(self, folder: Path) -> None:
        self.books = str(folder / "jackpot.db")

    def __call__(self, *words: str) -> dict[str, Any]:
        done = lammer("progressive", *words, "--db", self.books, "--json")
        assert done.returncode == 0, done.stderr
        output: dict[str, Any] = json.loads(done.stdout)
        return output

    def refused(self, *words: str) -> str:
        done = lammer("progressive", *words, "--db", self.books)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        return done.stderr

    def plain(self, *words: str) -> str:
        done = lammer("progressive", *words, "--db", self.books)
        assert done.stderr == ""
        return done.stdout


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Books with a link that is open and staffed."""
    folder = tmp_path_factory.mktemp("founded")
    house = House(folder)
    house("create", "main", "--executive", "erin", "--card", "E1")
    house("enrol", "dana", "dealer", "--as", "erin")
    house("enrol", "sam", "supervisor", "--card", "S1", "--as", "erin")
    house("enrol", "eli", "executive", "--card", "E2", "--as", "erin")
    house("approve-table", "T1", "--as", "erin")
    house("open-link", "--as", "erin")
    return folder


@pytest.fixture
def house(founded: Path, tmp_path: Path) -> House:
    return House(Path(shutil.copytree(founded, tmp_path / "house")))


def test_sd_19_6_vi__status_says_what_is_frozen_until_the_card(house: House) -> None:
    house("open", "T1", "--as", "dana")
    house("wager", "T1", "1=5", "--as", "dana")
    house("take", "T1", "--as", "dana")
    house("deal", "T1", "1=7h,7h", "--up", "7h", "--as", "dana")
    house("select", "T1", "1", "777 suited", "--as", "dana")
    house("confirm", "T1", "1", "--as", "sam")
    level = house("status")["levels"]["meter"]
    assert (level["meter"], level["frozen_on_meter"], level["awards"]) == (1_000_100, 1_000_100, 0)
    assert "meter: 10001 is frozen for confirmed wins until their cards are swiped" in house.plain("status")
    house("swipe", "T1", "1", "--card", "E2")
    level = house("status")["levels"]["meter"]
    assert (level["meter"], level["frozen_on_meter"], level["awards"]) == (1_000_015, 0, 1_000_100)


def test_a_hand_with_an_award_by_command_lines(house: House) -> None:
    house("open", "T1", "--as", "dana")
    house("wager", "T1", "1=1", "3=5", "--as", "dana")
    assert house("take", "T1", "--as", "dana")["meters"]["after"] == {"meter": 1_000_120}
    house("deal", "T1", "1=7h,7h", "3=9c,7d", "--up", "7h", "--as", "dana")
    assert "winner-not-selected" in house.refused("end", "T1", "--as", "dana")
    house("select", "T1", "3", "one 7", "--as", "dana")
    house("select", "T1", "1", "777 suited", "--as", "dana")
    house("confirm", "T1", "1", "--as", "sam")
    assert "requires the card of an executive" in house.refused("swipe", "T1", "1", "--card", "S1")
    assert house("swipe", "T1", "1", "--card", "E2")["claim"]["amount"] == 1_000_120
    assert house("end", "T1", "--as", "dana")["paid"] == {"1": 1_000_120, "3": 1000}
    assert "spot 1 777 suited: 10001.20 paid, by dana, sam, eli" in house.plain("recall", "T1", "1")
    assert house("status")["levels"]["meter"]["holds"] is True
    assert "10000.18" in house.plain("status")


def test_a_step_asked_for_twice_under_its_key_is_taken_once(house: House) -> None:
    first = house("open", "T1", "--as", "dana", "--key", "k")
    again = house("open", "T1", "--as", "dana", "--key", "k")
    assert (first["repeated"], again["repeated"], again["event"]) == (False, True, first["event"])
    assert "used for another command" in house.refused("open", "T2", "--as", "dana", "--key", "k")


def test_reconcile_ends_with_1_on_an_alarm(house: House) -> None:
    quiet = lammer("progressive", "reconcile", "meter=10049.99", "--as", "sam", "--db", house.books)
    alarm = lammer("progressive", "reconcile", "meter=10050", "--as", "sam", "--db", house.books)
    assert (quiet.returncode, alarm.returncode) == (0, 1)
    assert "ALARM" in alarm.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("wager", "T1", "x=1", "--as", "dana"), "not a spot"),
        (("wager", "T1", "1=1", "1=1", "--as", "dana"), "each once"),
        (("wager", "T1", "1=lots", "--as", "dana"), "not an amount"),
        (("deal", "T1", "1=7h", "--up", "7h", "--as", "dana"), "not-now"),
        (("deal", "T1", "1=7x,7h", "--up", "7h", "--as", "dana"), "not a card"),
        (("open", "T1", "--as", "nobody"), "not enrolled"),
        (("open", "T1", "--as", "dana", "--link", "other"), "no link 'other'"),
        (("recall", "T1", "5"), "no hand 5"),
        (("create", "main", "--executive", "erin"), "already exists"),
        (("create", "b", "--executive", "erin", "--terms", "none"), "no such terms"),
        (("create", "b", "--executive", "erin", "--set", "levels.meter.seed=-1"), "seed"),
        (("adjust", "meter", "5", "--reason", "x", "--note", "n", "--approved-by", "eli", "--as", "erin"), "reasons"),
        (("discontinue", "--as", "erin"), "close it first"),
    ],
)
def test_mistakes_are_sentences(house: House, words: tuple[str, ...], message: str) -> None:
    assert message in house.refused(*words)


def test_books_that_are_not_there_are_said_to_be_missing(tmp_path: Path) -> None:
    assert "no books here" in House(tmp_path).refused("status")
    (tmp_path / "jackpot.db").write_text("no database")
    assert "not a database" in House(tmp_path).refused("status")


def test_petitions_by_command_lines(house: House, founded: Path, tmp_path: Path) -> None:
    house("close-link", "--as", "erin")
    to, by = "transfer to another licensee", "the executive secretary"
    house("petition", "P1", "--to", to, "--decided-by", by, "--note", "closing", "--as", "erin")
    sending = ("transfer", "another house", "--sender", "this house", "--reference", "P1", "--as", "erin")
    sent = house(*sending)
    assert sent["fund"] == {"meter": {"meter": 1_000_000, "reserve": 0}}
    assert house("status")["status"] == "discontinued"
    paper = tmp_path / "transfer.json"
    paper.write_text(json.dumps(sent), "utf-8")
    other = House(Path(shutil.copytree(founded, tmp_path / "other")))
    decided = ("--decided-by", by, "--note", "closing", "--licensee", "this house", "--as", "erin")
    other("petition", "P1", "--to", "receive from another licensee", *decided)
    here = ("receive", str(paper), "meter=meter", "--licensee", "another house", "--as", "erin", "--received")
    assert "this house sent 10000, but 9999.99 arrived" in other.refused(*here, "9999.99")
    assert other(*here, "10000")["meters"]["after"] == {"meter": 2_000_000}
    assert "already received" in other.refused(*here, "10000")


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (None, "No such file"),
        ("{", "this is not a transfer"),
        ("[1]", "this is not a transfer"),
        ('{"sender": "x", "fund": {"meter": {"meter": -1, "reserve": 0}}}', "fund.meter.meter"),
    ],
)
def test_a_transfer_that_cannot_be_read_is_refused(
    house: House, tmp_path: Path, written: str | None, message: str
) -> None:
    paper = tmp_path / "transfer.json"
    if written is not None:
        paper.write_text(written, "utf-8")
    here = ("--licensee", "another house", "--as", "erin", "--received", "1")
    assert message in house.refused("receive", str(paper), "meter=meter", *here)


def test_status_tells_of_a_reduced_qualification(house: House) -> None:
    house("close-link", "--as", "erin")
    decided = ("--decided-by", "the executive secretary", "--note", "n", "--as", "erin")
    house("petition", "P1", "--to", "reduce qualification", *decided)
    house("reduce", "777", "--reference", "P1", "--as", "erin")
    assert "777 wins the highest award too, until it is won (petition P1)" in house.plain("status")
    assert house("status")["eased"] == {"outcome": "777", "reference": "P1"}


def test_the_demo_plays_until_a_jackpot_is_hit(tmp_path: Path) -> None:
    books = str(tmp_path / "demo.db")
    done = lammer("progressive", "demo", "--seed", "11", "--maximum-hands", "400", "--db", books)
    assert done.returncode == 0
    assert "books balance" in done.stdout
    output = json.loads(lammer("progressive", "status", "--db", books, "--json").stdout)
    assert output["levels"]["meter"]["holds"] is True


def test_the_demo_leaves_the_witness_of_other_books_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    witness = tmp_path / "witness.json"
    monkeypatch.setenv("LAMMER_WITNESS", str(witness))
    monkeypatch.setenv("LAMMER_KEYS", str(tmp_path / "keys"))
    create = ("progressive", "create", "main", "--executive", "erin", "--card", "E1")
    assert lammer(*create, "--db", str(tmp_path / "jackpot.db")).returncode == 0
    before, keys = witness.read_text(), sorted((tmp_path / "keys").iterdir())
    done = lammer("progressive", "demo", "--maximum-hands", "2")
    assert done.returncode == 0, done.stderr
    assert witness.read_text() == before
    assert sorted((tmp_path / "keys").iterdir()) == keys
    # Control: books that are kept have their witness, and this one is of others.
    kept = lammer("progressive", "demo", "--maximum-hands", "2", "--db", str(tmp_path / "demo.db"))
    assert (kept.returncode, "witness" in kept.stderr) == (2, True)
