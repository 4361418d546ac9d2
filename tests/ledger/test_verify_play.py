"""The verifier that knows the rules: honest play has no fault, and whoever has the key to the books still cannot hide a
cent that was paid wrongly."""

import gzip
import sqlite3
from pathlib import Path

import pytest

from lammer.floor.house import create_floor
from lammer.floor.verify import PlayVerdict, verify_play
from lammer.floor.verify.rounds import settled
from lammer.progressive.refusals import StepRefused
from lammer.table.notation import read_round
from tests.floor_play import Play
from tests.jackpot import Jackpot, new_jackpot
from tests.ledger.jackpot_floor import SAME_SUIT, THREE, TWO, House
from tests.older.test_older_versions import VERSIONS
from tests.surfaces.rigged_server import rig_for_a_test

GAMES = {
    "sd-free-bet": 2,
    "free-money": 3,
    "european-free-bet": 9,
    "triple-win-20": 2,
    "sd-blackjack": 1,
    "winners-option": 3,
}
ROUNDS = 12


def codes(verdict: PlayVerdict) -> set[str]:
    return {fault.code for fault in verdict.faults}


def played(folder: Path) -> Path:
    floor = create_floor(folder / "floor.db", folder / "floor.key")
    for seed, (game, players) in enumerate(GAMES.items()):
        play = Play(floor, game, players, seed, table=game)
        for _ in range(ROUNDS):
            play.round()
    floor.journal.close()
    return folder / "floor.db"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("evening"))


@pytest.fixture
def books(evening: Path, tmp_path: Path) -> Path:
    (tmp_path / "copy.db").write_bytes(evening.read_bytes())
    return tmp_path / "copy.db"


def changed(books: Path, *statements: str) -> PlayVerdict:
    """The verdict after somebody wrote to the database, whom no trigger held back."""
    with sqlite3.connect(books) as connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            assert connection.execute(statement).rowcount > 0, statement
    connection.close()
    return verify_play(str(books))


def test_honest_rounds_have_no_fault(books: Path) -> None:
    verdict = verify_play(str(books))
    assert verdict.faults == ()
    assert verdict.rounds == len(GAMES) * ROUNDS


def test_several_processes_find_the_same(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = verify_play(str(books), processes=0)
    monkeypatch.setattr("lammer.floor.verify.walk.FEW_EVENTS", 97)
    assert verify_play(str(books), processes=2) == alone


def test_several_processes_find_the_same_faults(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = changed(books, *(statement for _, statement in WRONG.values()))
    assert {"round", "game"} <= codes(alone)
    monkeypatch.setattr("lammer.floor.verify.walk.FEW_EVENTS", 97)
    assert verify_play(str(books), processes=3) == alone


@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: str(path.name))
def test_rounds_of_older_books_have_no_fault(version: Path, tmp_path: Path) -> None:
    (tmp_path / "floor.db").write_bytes(gzip.decompress((version / "floor.db.gz").read_bytes()))
    verdict = verify_play(str(tmp_path / "floor.db"))
    assert verdict.faults == ()
    assert verdict.rounds > 0


WON = "event = (SELECT min(event) FROM entries WHERE reason LIKE 'box %: won') AND reason LIKE '%won'"
LOST = "event = (SELECT min(event) FROM entries WHERE reason LIKE 'box %: lost') AND reason LIKE '%lost'"


def first(table: str, number: str, where: str) -> str:
    return f"{number} = (SELECT min({number}) FROM {table} WHERE {where})"


OVER, GOES_ON = "'%| S%\"over\":true%'", "'%\"over\":false%'"
STAKED = first("entries", "event", "reason = 'stake'")
ENDED = first("events", "number", f"answer LIKE {OVER}")
STOOD = first("events", "number", "body LIKE '%\"stand\"%'")
DEALT = first("events", "number", f"kind = 'deal' AND answer LIKE {GOES_ON}")
AS_BLACKJACK = first("events", "number", "answer LIKE '%sd-blackjack@2 %'")
WRONG = {
    "a cent more paid": ("payment", f"UPDATE entries SET amount = amount + 1 WHERE {WON}"),
    "a cent less taken": ("payment", f"UPDATE entries SET amount = amount - 1 WHERE {LOST}"),
    "paid to another": ("payment", f"UPDATE entries SET credit = 'player/friend/chips' WHERE {WON}"),
    "a payment left out": ("payment", f"DELETE FROM entries WHERE {WON}"),
    "a stake that was not placed": ("payment", f"UPDATE entries SET amount = amount - 500 WHERE {STAKED}"),
    "a card too many": ("round", f"UPDATE events SET answer = replace(answer, ' | ', ' | 5c ') WHERE {ENDED}"),
    "a decision nobody made": ("round", f"UPDATE events SET answer = replace(answer, '| S', '| H 2c S') WHERE {ENDED}"),
    "another decision": ("round", f"UPDATE events SET body = replace(body, '\"stand\"', '\"hit\"') WHERE {STOOD}"),
    "other rules": (
        "game",
        f"UPDATE events SET answer = replace(answer, 'blackjack@2', 'blackjack@1') WHERE {AS_BLACKJACK}",
    ),
    "a deal taken away": ("round", f"DELETE FROM events WHERE {DEALT}"),
}


@pytest.mark.parametrize(("code", "statement"), WRONG.values(), ids=WRONG)
def test_what_the_rules_do_not_pay_is_found(books: Path, code: str, statement: str) -> None:
    verdict = changed(books, statement)
    assert code in codes(verdict)
    assert dealt_by_the_reader(books) == verdict


def dealt_by_the_reader(books: Path) -> PlayVerdict:
    """The verdict when every round is dealt by the reader of the notation, the slow and obvious way."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("lammer.floor.verify.rounds._redealer", lambda: lambda line: settled(read_round(line).round))
        return verify_play(str(books))


def test_the_reader_finds_no_fault_in_honest_rounds_either(books: Path) -> None:
    assert dealt_by_the_reader(books) == verify_play(str(books))


# Jackpots


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    rig_for_a_test(monkeypatch, {"t": [TWO, THREE, SAME_SUIT]})
    house = House(tmp_path)
    house.table("t", "ann", dealer="")
    for _ in (TWO, THREE, SAME_SUIT):
        house.deal("t", "ann")
        house.resolve("t")
        house.stand("t", "ann")
    return house


def test_an_honest_jackpot_on_the_floor_has_no_fault(house: House) -> None:
    verdict = verify_play(str(house.folder / "floor.db"))
    assert verdict.faults == ()
    assert (verdict.rounds, verdict.steps > 20) == (3, True)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET amount = amount + 1 WHERE reason = 'contribution'",
        "UPDATE entries SET amount = amount - 1 WHERE reason = 'reserve'",
        "UPDATE entries SET amount = amount + 1 WHERE reason LIKE 'spot 4: %'",
        "UPDATE entries SET credit = 'player/friend/chips' WHERE reason LIKE 'spot 4: %'",
        "UPDATE entries SET amount = amount - 1 WHERE reason = 'seed'",
        "UPDATE events SET body = replace(body, '1000000', '999999') WHERE kind = 'create'",
        "DELETE FROM entries WHERE reason LIKE 'wager on spot%'",
    ],
)
def test_an_award_or_contribution_that_is_not_due_is_found(house: House, statement: str) -> None:
    house.floor.journal.close()
    assert codes(changed(house.folder / "floor.db", statement)) & {"award", "step", "payment"}


def test_a_jackpot_at_the_desk_is_taken_again(tmp_path: Path) -> None:
    jackpot = new_jackpot(tmp_path)
    jackpot.dealt({1: "7h 7c", 3: "9h 8c"}, up="7d")
    jackpot.select(1, "777")
    jackpot.approve(1)
    jackpot.do("end", "dana", "T1")
    where = str(tmp_path / "jackpot.db")
    assert verify_play(where).faults == ()
    assert verify_play(where).steps > 5


def test_a_jackpot_called_floor_is_not_taken_for_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier versions allowed the name, and its hands are called as the rounds of a floor's tables are."""
    with monkeypatch.context() as earlier:
        earlier.setattr("lammer.progressive.desk.RESERVED", (), raising=False)
        earlier.setattr("tests.jackpot.LINK", "floor")
        earlier.setattr(Jackpot.do, "__defaults__", ("", "floor"))
        jackpot = new_jackpot(tmp_path)
        jackpot.dealt({1: "7h 7c", 3: "9h 8c"}, up="7d")
        jackpot.select(1, "777")
        jackpot.approve(1)
        jackpot.do("end", "dana", "T1")
    books = tmp_path / "jackpot.db"
    assert verify_play(str(books)).faults == ()
    assert verify_play(str(books)).steps > 5
    # Control: its steps are taken again all the same.
    verdict = changed(books, "UPDATE entries SET amount = amount + 1 WHERE event = (SELECT max(event) FROM entries)")
    assert "award" in codes(verdict)


@pytest.mark.parametrize("name", ["floor", "player", "cage"])
def test_no_jackpot_is_called_as_the_accounts_of_a_floor_are(name: str, tmp_path: Path) -> None:
    with pytest.raises(StepRefused, match="choose another"):
        new_jackpot(tmp_path).link(name)
