"""An operator who has the database and the signing key. After a change the operator makes digests, balances, chain and
signatures anew, so that the ledger's verifier finds nothing: only the rules can tell."""

import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lammer.floor.accounts import side_of
from lammer.floor.verify import PlayVerdict, verify_play
from lammer.ledger.verify import verify
from tests.floor_play import Play
from tests.ledger.forger import Forger
from tests.ledger.house import Kept
from tests.ledger.jackpot_floor import SAME_SUIT, THREE, TWO, House
from tests.surfaces.rigged_server import rig_for_a_test

TABLE = "corner"
WON, VOIDED, WON_AGAIN, LOST = (
    "| Th 6c 9d Tc | S 9s",
    "| Th 6c 5d Tc",
    "| Th 7c 9d Tc | S",
    "| Th Tc 7d Ts | S",
)
NUMBERED = {"entries": "event", "writings": "event", "audit": "number", "heads": "number", "events": "number"}


class Sound(NamedTuple):
    books: bytes
    key: bytes
    seeds: bytes
    """The key to the seeds of its shoes."""
    head: dict[str, Any]


@cache
def sound() -> Sound:
    """A jackpot with three hands that win, and a table where a player with a tip bet wins, is interrupted, wins and
    loses. Played once for all tests."""
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patched:
        folder = Path(name)
        rig_for_a_test(patched, {"t": [TWO, THREE, SAME_SUIT], TABLE: [WON, VOIDED, WON_AGAIN, LOST]})
        house = House(folder)
        house.table("t", "ann", dealer="")
        for _ in (TWO, THREE, SAME_SUIT):
            house.deal("t", "ann")
            house.resolve("t")
            house.stand("t", "ann")
        play = Play(house.floor, "sd-free-bet", 1, seed=1, table=TABLE)
        for cards in (WON, VOIDED, WON_AGAIN, LOST):
            play.cut()
            play.do("bet", "p1", box=1, bets={"main": 1000, "tip": 500})
            play.do("deal", "house")
            if cards is VOIDED:
                play.do("void", "sam", reason="a card fell off the table")
            else:
                play.do("act", "p1", action="stand")
        head = house.floor.journal.sign_head()
        house.floor.journal.close()
        seeds = folder / f"{head['journal']}.seeds"
        return Sound((folder / "floor.db").read_bytes(), (folder / "floor.key").read_bytes(), seeds.read_bytes(), head)


class Operator:
    def __init__(self, folder: Path) -> None:
        self.books, self._key = folder / "floor.db", folder / "floor.key"
        self.books.write_bytes(sound().books)
        self._key.write_bytes(sound().key)
        self._triggers: list[str] = []

    def change(self, *statements: str) -> None:
        with closing(sqlite3.connect(self.books)) as connection:
            self._take_triggers_off(connection)
            for statement in statements:
                assert connection.execute(statement).rowcount > 0, statement
            connection.commit()
        self._cover_up()

    def _take_triggers_off(self, connection: sqlite3.Connection) -> None:
        triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        self._triggers = [text for _, text in triggers]
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")

    def leave_out(self, about: str, before: str) -> None:
        """Takes every event of a round out, with the bet before it; those behind move up."""
        with closing(sqlite3.connect(self.books)) as connection:
            events = connection.execute("SELECT number FROM events WHERE about = ?", (about,)).fetchall()
            first, last = min(events)[0] - 1, max(events)[0]
            assert connection.execute("SELECT kind FROM events WHERE number = ?", (first,)).fetchone() == (before,)
        moves = last - first + 1
        gone = [f"DELETE FROM {table} WHERE {column} BETWEEN {first} AND {last}" for table, column in NUMBERED.items()]
        up = [
            f"UPDATE {table} SET {column} = {column} - {moves} WHERE {column} > {last}"
            for table, column in NUMBERED.items()
        ]
        with closing(sqlite3.connect(self.books)) as connection:
            self._take_triggers_off(connection)
            for statement in (*gone, *up):
                connection.execute(statement)
            connection.commit()
        self._cover_up()

    def _cover_up(self) -> None:
        kept = Kept(str(self.books), self._key, sound().head)
        with closing(Forger(str(self.books), kept)) as forger:
            forger.run("PRAGMA ignore_check_constraints = ON")
            forger.redigest()
            forger.add_accounts(side_of)
            forger.reaccount()
            forger.rechain(forger.signer)
            forger.resign(forger.signer)
            for trigger in self._triggers:
                forger.run(trigger)

    def found(self) -> PlayVerdict:
        """What the verifier of play says. The ledger's verifier is deceived: without the rules nothing is wrong."""
        assert verify(str(self.books), side_of=side_of).faults == ()
        return verify_play(str(self.books), processes=0)


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    return Operator(tmp_path)


def texts(verdict: PlayVerdict, code: str) -> str:
    return "\n".join(fault.text for fault in verdict.faults if fault.code == code)
