"""Kills the writing process again and again, has the next one send the command in flight again under the same key, and
holds the books against every answer that was given (tests/ledger/faults/books.py says how)."""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.ledger.faults.books import AGAIN, Checker, view
from tests.ledger.faults.pipes import PATIENCE, Hangs, Program
from tests.ledger.faults.plan import Draws, found
from tests.ledger.faults.worker import BETWEEN, COMMIT, COMMITTED, INSIDE, NOWHERE, PLACES

WORKER = "tests.ledger.faults.worker"
ALONE = (("one/a", "one/b", "one/c", "three/d"),)
"""One writer for all tables."""
SIDE_BY_SIDE = (("one/a", "three/d"), ("one/b", "one/c"))
"""Two writers at the same books at once."""
LATEST = {"file": 0.060, "server": 0.250}
"""Seconds after a life's first command by which it is killed; the first commands to a server take longer."""
AIMED = 5
"""One life in so many is held where it is most dangerous to die; the others are killed wherever they happen to be."""


@dataclass
class Outcome:
    """``kills`` by place and by whether the command in flight was in the books afterwards."""

    cycles: int = 0
    answered: int = 0
    repeated: int = 0
    refused: int = 0
    events: int = 0
    heads: int = 0
    paid: Counter[int] = field(default_factory=Counter)
    seconds: float = 0.0
    kills: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[tuple[str, str]] = field(default_factory=list)

    def count(self, word: str) -> int:
        return sum(word == found for found, _ in self.faults)

    def killed(self, place: int) -> int:
        return sum(times for (name, _), times in self.kills.items() if name == PLACES[place])

    @property
    def dangerous(self) -> dict[str, int]:
        return {PLACES[place]: self.killed(place) for place in (INSIDE, COMMIT, COMMITTED)}


class Writer:
    """One writing process through all its lives, as its client sees it."""

    def __init__(self, where: str, key_file: Path, fault: str, tables: Sequence[str]) -> None:
        self._program = Program(WORKER, where, str(key_file), fault, *tables)
        self._pid = 0
        self.in_flight = self.carried = ""
        self.was_there = False
        self.begun = self.here = self.alive = False
        self.answers: list[list[Any]] = []
        self.refused = 0
        self._gone: list[Any] = []

    def start(self, was_there: bool, place: int, times: int) -> None:
        """A new life, which is to stay where it comes to ``place`` so many times. ``was_there``: the books have the
        command in flight."""
        self.begun, self.here, self.alive, self._gone = False, False, True, []
        self.carried, self.was_there = self.in_flight, was_there
        self._program.say([[self.carried] if self.carried else [], place, times])
        until = time.monotonic() + PATIENCE
        self._pid = 0
        while not self._pid:
            self.listen(0.5)
            if time.monotonic() > until:
                raise Hangs("the worker does not start")

    def listen(self, seconds: float) -> None:
        for line in self._program.heard(seconds):
            self._take_in(line)

    def _take_in(self, line: list[Any]) -> None:
        word = line[0]
        if word == "born":
            self._pid = line[1]
        elif word == "gone":
            self._gone = line
        elif word == "here":
            self.here = True
        elif word == "doing":
            self.in_flight, self.begun = line[1].removesuffix(AGAIN), True
        elif word == "refused":
            self.in_flight = ""
            self.refused += 1
        else:
            self.answers.append(line)
            self.in_flight = "" if word == "done" else self.in_flight

    def kill(self) -> str:
        """SIGKILL. Gives the place where it was. A pid is not used again before its parent, the worker, was asked to
        wait for it."""
        os.kill(self._pid, signal.SIGKILL)
        self._program.say("wait")
        until = time.monotonic() + PATIENCE
        while not self._gone:
            self.listen(0.5)
            if time.monotonic() > until:
                raise Hangs("a killed process does not end")
        self.alive = False
        _, code, place = self._gone
        if code != -signal.SIGKILL:
            raise RuntimeError(f"the worker ended by itself with {code} while it was {place}")
        return str(place)

    def close(self) -> None:
        if self.alive:
            self.kill()
        self._program.close()


class Crashes:
    def __init__(self, where: str, key_file: Path, fault: str = "", writers: Sequence[Sequence[str]] = ALONE) -> None:
        found(where, key_file)
        self._where, self.checker, self.outcome = where, Checker(), Outcome()
        self._latest = LATEST["server" if "://" in where else "file"]
        self._writers = [Writer(where, key_file, fault, tables) for tables in writers]
        self._draws = Draws(f"kills {fault} {len(writers)}")
        self._answered: list[list[Any]] = []
        self._answers = 0

    def run(self, cycles: int, *, to_first_fault: bool = False, answers: int = 0) -> Outcome:
        """So many kills, and more of them until there were so many ``answers``: how many a life gives depends on how
        busy the machine is."""
        begun, self._answers = time.monotonic(), answers
        try:
            while self.outcome.cycles < cycles or self.outcome.answered < answers:
                self._cycle()
                if to_first_fault and self.checker.faults:
                    break
        finally:
            for writer in self._writers:
                writer.close()
        if not to_first_fault:
            self._at_last()
        self.outcome.seconds, self.outcome.events = time.monotonic() - begun, self.checker.number
        self.outcome.refused = sum(writer.refused for writer in self._writers)
        self.outcome.paid = sum((link.paid for link in self.checker.links.values()), Counter[int]())
        self.outcome.faults = self.checker.faults
        return self.outcome

    def _cycle(self) -> None:
        victims, aimed = self._begin()
        self._wait(victims, aimed=aimed)
        places = [(writer, writer.kill()) for writer in victims]
        for writer in self._writers:
            writer.listen(0)
        with view(self._where) as ask:
            self.checker.catch_up(ask)
        for writer in self._writers:
            self._hold_to_its_word(writer)
        for writer, place in places:
            self._place(writer, place)
        self.outcome.cycles += 1

    def _begin(self) -> tuple[list[Writer], bool]:
        """Starts the writers that were killed; gives those to kill next, and whether it was aimed."""
        fresh = [writer for writer in self._writers if not writer.alive]
        held = fresh[self._draws.below(len(fresh))] if self._draws.one_in(AIMED) else None
        place, times = (INSIDE, COMMITTED)[self._draws.below(2)], 1 + self._draws.below(6)
        for writer in fresh:
            writer.start(writer.in_flight in self.checker.answers, place if writer is held else NOWHERE, times)
        if held is not None:
            return [held], True
        chosen = self._draws.below(2 ** len(self._writers) - 1) + 1
        return [writer for at, writer in enumerate(self._writers) if chosen >> at & 1], False

    def _wait(self, victims: list[Writer], *, aimed: bool) -> None:
        """Until a random moment, mostly soon after the first command, now and then while the books are opened; an aimed
        kill waits for the place alone."""
        if aimed:
            return self._listen_until(lambda: any(one.here for one in victims))
        moment = self._draws.below(1_000_000) / 1_000_000 * self._latest
        if not self._draws.one_in(10):
            self._listen_until(lambda: all(one.begun for one in victims))
        if self._answers and self._draws.one_in(2):
            self._listen_until(lambda: any(one.answers for one in self._writers))
        until = time.monotonic() + moment
        return self._listen_until(lambda: time.monotonic() >= until)

    def _listen_until(self, ready: Callable[[], bool]) -> None:
        patience = time.monotonic() + PATIENCE
        while not ready():
            if time.monotonic() > patience:
                raise Hangs("no command is sent")
            for writer in self._writers:
                writer.listen(0.001)

    def _hold_to_its_word(self, writer: Writer) -> None:
        for word, key, number, answer, repeated, *same in writer.answers:
            self.checker.acknowledged(key, number, answer)
            self.outcome.answered += 1
            self.outcome.repeated += repeated and word == "done"
            if word == "done" and key == writer.carried and writer.was_there and not repeated:
                self.checker.faults.append(("doubled", f"{key} was in the books and was carried out again"))
            if word == "again" and not (repeated and same == [True]):
                self.checker.faults.append(("doubled", f"{key}: sent a third time it was carried out again"))
            self._answered.append([key, number, answer])
        writer.answers = []

    def _place(self, writer: Writer, place: str) -> None:
        """Where the kill fell. Before the commit nothing may be there, after it everything must.

        Of a command that was sent again it can only be said what was said before: SQLite may find a dead writer's
        commit in its log only when no other connection is left."""
        key = writer.in_flight
        if not key and place == PLACES[COMMITTED]:
            place = PLACES[BETWEEN]  # the answer was on its way
        fate = "nothing in flight" if not key else "there" if key in self.checker.answers else "not there"
        if key and key == writer.carried:
            fate = "sent again"
        self.outcome.kills[place, fate] += 1
        if fate == "there" and PLACES.index(place) <= INSIDE:
            self.checker.faults.append(("torn", f"{key} is in the books and was never committed"))
        if key and key not in self.checker.answers and place == PLACES[COMMITTED]:
            self.checker.faults.append(("lost", f"{key} was committed and is not in the books"))

    def _at_last(self) -> None:
        """Everything once more from the first event on, by a checker that has seen nothing."""
        afresh = Checker()
        with view(self._where) as ask:
            afresh.catch_up(ask)
            self.outcome.heads = afresh.heads(ask)
        for key, number, answer in self._answered:
            afresh.acknowledged(key, number, answer)
        afresh.faults = self.checker.faults + afresh.faults
        self.checker = afresh
