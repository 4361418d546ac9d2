"""Commands, a power cut at any moment, and a look at what survived: no answer may be lost, no command done twice."""

import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from shutil import rmtree
from typing import Any

from lammer.ledger.journal import Books, Journal, create_journal
from lammer.ledger.records import Balance, Command, Entry, Posting, canonical
from lammer.ledger.store import engine_of
from lammer.ledger.verify import verify
from lammer.table.shuffle import DrawStream
from tests.ledger.house import side_of
from tests.ledger.powercut.disk import KINDS, Disk, PowerCut
from tests.ledger.powercut.driver import Driver

LATEST_CUT = 300
"""Writes and syncs of about a dozen commands."""
CYCLES_OF_A_BOOK = 20
MAX_PAGES = 60
"""The -wal file is moved into the database after so many pages at most, much earlier than usual."""
METERS = ("meter major", "meter minor", "meter mystery")


@dataclass
class Tally:
    """What many cuts came to. A lost command was answered and is gone; a doubled one was carried out twice."""

    kinds: Counter[str] = field(default_factory=Counter)
    interrupted: Counter[str] = field(default_factory=Counter)
    answered: int = 0
    in_flight: int = 0
    in_flight_survived: int = 0
    lost: int = 0
    doubled: int = 0
    faults: list[str] = field(default_factory=list)


class Floor:
    """Sends commands and remembers what each of them would enter and what it was answered."""

    def __init__(self, draws: DrawStream) -> None:
        self._draws = draws
        self.commands: dict[str, tuple[Command, Posting]] = {}
        self.answers: dict[str, Any] = {}

    def send(self, journal: Journal, disk: Disk) -> None:
        """One command. Its answer counts only if it came out while there was power."""
        number = len(self.commands) + 1
        command = Command(f"key-{number}", "wager", "pit", {"round": number})
        self.commands[command.key] = command, self._posting(number)
        posted = journal.post(command, partial(self.carry_out, command.key))
        if disk.is_cut:
            raise PowerCut
        self.answers[command.key] = posted.answer

    def carry_out(self, key: str, _: Books) -> Posting:
        return self.commands[key][1]

    def _posting(self, number: int) -> Posting:
        below = self._draws.below
        entries = [Entry("cage", METERS[below(3)], 1 + below(500), "rate") for _ in range(below(4))]
        documents = {f"link {below(3)}": canonical({"round": number, "text": "x" * below(3000)})}
        return Posting({"number": number, "lucky": below(1000)}, "link", tuple(entries), documents)


def run(cycles: int, synchronous: str, folder: Path, seed: str) -> Tally:
    """Cuts the power ``cycles`` times; the same seed cuts at the same places. Books go on from what survived, and are
    begun anew now and then, so that their making is cut into, too."""
    tally, draws = Tally(), DrawStream(seed.encode())
    faults_before = 0
    for cycle in range(cycles):
        if cycle % CYCLES_OF_A_BOOK == 0 or len(tally.faults) > faults_before:
            faults_before = len(tally.faults)
            rmtree(folder, ignore_errors=True)
            book, floor = folder / "new", Floor(draws)
            book.mkdir(parents=True)
        disk = Disk(book, cut_at=1 + draws.below(LATEST_CUT))
        until_the_cut(disk, floor, synchronous, checkpoint=1 + draws.below(MAX_PAGES))
        book, kind = folder / str(cycle), KINDS[draws.below(len(KINDS))]
        disk.leave(book, kind, draws)
        look(book, floor, tally)
        tally.kinds[kind] += 1
        tally.interrupted[disk.interrupted] += 1
    return tally


def until_the_cut(disk: Disk, floor: Floor, synchronous: str, checkpoint: int) -> None:
    """Opens the books and sends commands, closing and opening again now and then, until there is no power."""
    where = disk.folder / "jackpot.db"
    driver = Driver(disk, checkpoint)
    try:
        while True:
            engine = engine_of(where, synchronous=synchronous, module=driver)
            try:
                with closing(create_journal(where, key_of(disk.folder), side_of, engine=engine)) as journal:
                    for _ in range(8):
                        floor.send(journal, disk)
            finally:
                engine.dispose()
    except PowerCut:
        return


def key_of(book: Path) -> Path:
    return book.parent / "jackpot.db.key"


def look(book: Path, floor: Floor, tally: Tally) -> None:
    """Opens what survived as after any restart and holds it against what was sent."""
    where = book / "jackpot.db"
    try:
        with closing(create_journal(where, key_of(book), side_of)) as journal:
            present = stored_keys(where)
            in_flight = floor.commands.keys() - floor.answers.keys()
            tally.answered += len(floor.answers)
            tally.lost += len(floor.answers.keys() - present)
            tally.in_flight += len(in_flight)
            tally.in_flight_survived += len(in_flight & present)
            tally.faults += faults(where, journal, floor, present)
            send_again(where, journal, floor, tally)
    except Exception as error:  # what is read from a ruined file may fail anywhere
        tally.faults.append(repr(error))


def send_again(where: Path, journal: Journal, floor: Floor, tally: Tally) -> None:
    """Every command once more, as whoever has no answer does: it is carried out now, or was and is known again."""
    present = stored_keys(where)
    for key, (command, posting) in floor.commands.items():
        posted = journal.post(command, partial(floor.carry_out, key))
        if posted.repeated != (key in present) or posted.answer != posting.answer:
            tally.faults.append(f"{key} was answered {posted} when it was sent again")
        floor.answers[key] = posted.answer
    tally.doubled += max(0, verify(str(where)).events - len(floor.commands))
    tally.faults += faults(where, journal, floor, stored_keys(where))


def stored_keys(where: Path) -> set[str]:
    with closing(sqlite3.connect(where)) as connection:
        return {key for (key,) in connection.execute("SELECT key FROM events")}


def faults(where: Path, journal: Journal, floor: Floor, present: set[str]) -> list[str]:
    """What the verifier finds, and balances that are not what the commands that are there entered."""
    found = [f"{key} was never sent" for key in present - floor.commands.keys()]
    due: dict[str, Balance] = {}
    for key in present & floor.commands.keys():
        for debit, credit, amount, _ in floor.commands[key][1].entries:
            for name, debits, credits_ in ((debit, amount, 0), (credit, 0, amount)):
                held = due.get(name, Balance())
                due[name] = Balance(held.debits + debits, held.credits + credits_)
    found += [fault.text for fault in verify(str(where)).faults]
    return found if journal.balances() == due else [*found, f"balances are {journal.balances()} instead of {due}"]
