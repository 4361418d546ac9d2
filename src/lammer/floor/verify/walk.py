"""One walk through the books in order: what moved is added up here, while other processes deal the rounds again."""

import gc
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context

from lammer.floor.verify.jackpots import Jackpots
from lammer.floor.verify.money import Tables
from lammer.floor.verify.rounds import OF_A_DESK, Due, due_in
from lammer.floor.verify.shoes import shoes_beside
from lammer.floor.verify.verdict import MOST_FAULTS, Findings, PlayVerdict
from lammer.ledger.verify.evidence import Ask, Row, evidence

CHUNK = 20_000
"""Events that a process is given at a time."""
AHEAD = 4
_JACKPOT = (
    "(about < 'floor/' OR about >= 'floor0' OR answer LIKE '%\"progressive\":[%' "
    f"OR (kind <> 'open-table' AND body LIKE '%{OF_A_DESK}%'))"
)
_EVENTS = f"""SELECT number, kind, actor, at, about,
CASE WHEN {_JACKPOT} THEN body ELSE '' END, CASE WHEN {_JACKPOT} THEN answer ELSE '' END
FROM events WHERE number BETWEEN {{0}} AND {{1}} ORDER BY number"""
_ENTRIES = """SELECT event, line, debit, credit, amount, reason FROM entries
WHERE event BETWEEN {0} AND {1} ORDER BY event, line"""

Told = Callable[[int, int], None]


def verify_play(where: str, told: Told = lambda done, total: None, processes: int | None = None) -> PlayVerdict:
    """Whether every round in the books at ``where`` was dealt and paid by the rules. ``told`` is called now and then
    with the events done and all there are."""
    findings = Findings()
    tables, jackpots, rounds = Tables(findings), Jackpots(findings), 0
    with evidence(where) as ask:
        ((last,),) = ask("SELECT coalesce(max(number), 0) FROM events")
        chunks = [(first, min(first + CHUNK - 1, last)) for first in range(1, last + 1, CHUNK)]
        shoes = shoes_beside(where, alone=len(chunks) <= 1 or processes == 0)
        for (first, end), due in zip(chunks, _dealt_beside(where, chunks, processes), strict=True):
            ending = {one.event: one for one in due}
            rounds += len(ending)
            for row, lines in _with_entries(ask, first, end):
                _enter(row, lines, tables, jackpots, ending)
            told(end, last)
        tables.end()
    of_shoes = shoes()
    faults, warnings = (*findings.faults, *of_shoes.faults), (*findings.warnings, *of_shoes.warnings)
    return PlayVerdict(rounds, jackpots.steps, faults[:MOST_FAULTS], warnings[:MOST_FAULTS])


def _enter(row: Row, lines: list[Row], tables: Tables, jackpots: Jackpots, ending: dict[int, Due]) -> None:
    number, kind, _, _, about, body, answer = row
    table = tables.of(about) if about.startswith("floor/") and OF_A_DESK not in body else None
    if table is not None:
        if kind == "deal":
            tables.dealt(number, about)
        strange = table.enter(lines)
        if strange and not body:
            tables.strange(number, kind, strange)
    if body:
        jackpots.event(row, body, answer, lines, table)
    if number in ending:
        tables.compare(ending[number])


def _with_entries(ask: Ask, first: int, last: int) -> Iterator[tuple[Row, list[Row]]]:
    """Every event with its entries; both come in the order of their numbers."""
    entries = iter(ask(_ENTRIES.format(first, last)))
    line = next(entries, None)
    for row in ask(_EVENTS.format(first, last)):
        lines = []
        while line is not None and line[0] <= row[0]:
            lines.append(line)
            line = next(entries, None)
        yield row, lines


def _dealt_beside(where: str, chunks: list[tuple[int, int]], processes: int | None) -> Iterator[list[Due]]:
    """The rounds of every chunk, in order. Small books are not worth another process."""
    if len(chunks) <= 1 or processes == 0:
        yield from (due_in(where, *chunk) for chunk in chunks)
        return
    # A worker keeps a hundred thousand beginnings of rounds and makes no reference cycles: looking for some would take
    # a third of its time.
    count, spawn = processes or os.cpu_count() or 1, get_context("spawn")
    with ProcessPoolExecutor(count, spawn, initializer=gc.disable) as pool:
        left = iter(chunks)
        waiting: list[Future[list[Due]]] = [pool.submit(due_in, where, *chunk) for chunk in islice(left, AHEAD)]
        while waiting:
            yield waiting.pop(0).result()
            waiting += [pool.submit(due_in, where, *chunk) for chunk in islice(left, 1)]
