"""Verifies a share of the tables, in one process.

Tables are independent, except for jackpots (see ``walk``). So each process reads the events of its tables once and in
order, deals their rounds again, adds up their money and checks their shoes.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from lammer.floor.verify.money import Tables
from lammer.floor.verify.rounds import Due, Rounds, is_of_a_desk, unreadable
from lammer.floor.verify.shoes import Shoes
from lammer.floor.verify.verdict import Findings
from lammer.ledger.verify.evidence import Ask, Row, bytewise, evidence

FLOOR, BEYOND = "floor/", "floor0"
"""The subjects of table events begin with the first and sort before the second."""
PROGRESS_EVERY = 10_000
NOTHING: dict[str, Any] = {}


class Share(NamedTuple):
    """A range of tables by name, in the books up to event ``last``."""

    where: str
    last: int
    above: str
    up_to: str
    """``above`` and ``up_to`` are bounds from ``end_of``."""
    linked: frozenset[str]
    """The tables of all shares that have a jackpot."""

    @property
    def condition(self) -> str:
        """``about || '/'`` contains the table's name and a slash, and keeps the database from using an index."""
        key = f"(about || '/'){bytewise(self.where)}"
        return f"number <= {self.last} AND {key} > {_quoted(self.above)} AND {key} <= {_quoted(self.up_to)}"


class Shared(NamedTuple):
    rounds: int
    findings: Findings
    due: list[Due]
    """What rounds at tables with a jackpot should have moved; ``walk`` compares their money."""


def end_of(about: str) -> str:
    """A bound between the table in ``about`` and the next one: "0" sorts just after the slash that ends the name."""
    return f"{FLOOR}{about.split('/')[1]}0"


def verify_share(share: Share, on_progress: Callable[[int], None] = lambda number: None) -> Shared:
    """``on_progress`` is called from time to time with the number of the last checked event."""
    findings = Findings()
    work = _Work(share.linked, findings)
    with evidence(share.where) as ask:
        for done, (row, lines) in enumerate(with_entries(ask, share.condition), start=1):
            work.event(row, lines)
            if done % PROGRESS_EVERY == 0:
                on_progress(row[0])
    work.tables.end()
    work.shoes.end()
    return Shared(work.done, findings, work.due)


class _Work:
    def __init__(self, linked: frozenset[str], findings: Findings) -> None:
        self._linked, self._findings = linked, findings
        self.tables, self.rounds, self.shoes = Tables(findings), Rounds(), Shoes(findings)
        self.done = 0
        self.due: list[Due] = []

    def event(self, row: Row, lines: list[Row]) -> None:
        number, kind, actor, _, about, body, answer_text = row
        if is_of_a_desk(kind, body):
            return
        name, due, answer = about.split("/", 2)[1], None, NOTHING
        of_shoe, of_round = Shoes.reads(kind, body, answer_text), about.count("/") == 2 and kind != "close"
        try:
            if of_shoe or (of_round and Rounds.reads(answer_text)):
                answer = json.loads(answer_text)
        except ValueError as error:
            due = unreadable(number, about, error)
        else:
            if of_round:
                due = self.rounds.event(number, kind, about, body, answer)
            if of_shoe:
                self.shoes.event(number, kind, actor, name, body, answer)
        if name not in self._linked:
            self._money(number, kind, about, lines, due)
            self.tables.emptied(number, kind, actor, about, body)
        elif due is not None:
            self.due.append(due)
        self.done += due is not None

    def _money(self, number: int, kind: str, about: str, lines: list[Row], due: Due | None) -> None:
        table = self.tables.of(about)
        if kind == "deal":
            self.tables.dealt(number, about)
        if lines:
            strange = table.enter(lines)
            if strange:
                self.tables.strange(number, kind, strange)
        if due is not None:
            self.tables.compare(due)


def with_entries(ask: Ask, condition: str) -> Iterator[tuple[Row, list[Row]]]:
    """Every event that meets the condition, in order, with its entries."""
    events = f"SELECT number, kind, actor, at, about, body, answer FROM events WHERE {condition} ORDER BY number"
    # With the tables in this order, SQLite reads only the entries of these events.
    entries = iter(
        ask(
            "SELECT event, line, debit, credit, amount, reason FROM events CROSS JOIN entries "
            f"WHERE event = number AND {condition} ORDER BY number, line"
        )
    )
    line = next(entries, None)
    for row in ask(events):
        lines, number = [], row[0]
        while line is not None and line[0] <= number:
            lines.append(line)
            line = next(entries, None)
        yield row, lines


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
