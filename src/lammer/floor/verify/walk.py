"""Divides the tables among processes, and then repeats the steps of all jackpots in order."""

import gc
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from multiprocessing import get_context

from lammer.floor.verify.jackpots import Jackpots, remember_seats
from lammer.floor.verify.money import Tables
from lammer.floor.verify.pit import PREFIX, PitForms
from lammer.floor.verify.rounds import Due, is_of_a_desk
from lammer.floor.verify.share import BEYOND, FLOOR, Share, Shared, end_of, verify_share, with_entries
from lammer.floor.verify.verdict import Findings, PlayVerdict, verdict_of
from lammer.ledger.verify.evidence import Ask, Row, bytewise, evidence
from lammer.progressive.state import link_document

FEW_EVENTS = 20_000
"""Books with up to this many events are checked in one process."""
SAMPLE = 1_000
"""The number of events that are sampled to divide the tables evenly."""
_PROGRESSIVE = '"progressive":['
_LINKED = f"SELECT DISTINCT about FROM events WHERE answer LIKE '%{_PROGRESSIVE}%'"

OnProgress = Callable[[int, int], None]


def verify_play(
    where: str, on_progress: OnProgress = lambda done, total: None, processes: int | None = None
) -> PlayVerdict:
    """Whether every round in the books at ``where`` was dealt and paid by the rules. ``on_progress`` is called from
    time to time with the number of events checked and of all events. With ``processes`` 0 only this process works."""
    with evidence(where) as ask:
        ((last,),) = ask("SELECT coalesce(max(number), 0) FROM events")
        linked = frozenset(about.split("/")[1] for (about,) in ask(_LINKED) if about.startswith(FLOOR))
        count = 1 if last <= FEW_EVENTS or processes == 0 else processes or os.cpu_count() or 1
        bounds = _divided(ask, last, count)
    shares = [Share(where, last, *bound, linked) for bound in bounds]
    done = _all_verified(shares, lambda number: on_progress(number, last))
    findings = Findings()
    jackpots = _jackpots(where, last, linked, {due.event: due for one in done for due in one.due}, findings)
    on_progress(last, last)
    return verdict_of(sum(one.rounds for one in done), jackpots.steps, [*(one.findings for one in done), findings])


def _divided(ask: Ask, last: int, count: int) -> list[tuple[str, str]]:
    """Ranges of tables with about the same number of events. Together they cover every table."""
    inner = list[str]()
    if count > 1:
        numbers = ", ".join(str(number) for number in range(1, last + 1, max(1, last // SAMPLE)))
        abouts = [about for (about,) in ask(f"SELECT about FROM events WHERE number IN ({numbers})")]
        bounds = sorted(end_of(about) for about in abouts if about.startswith(FLOOR))
        inner = sorted({bounds[len(bounds) * at // count] for at in range(1, count)}) if bounds else []
    ends = [FLOOR, *inner, BEYOND]
    return list(pairwise(ends))


def _all_verified(shares: list[Share], on_progress: Callable[[int], None]) -> list[Shared]:
    """Verifies all shares; the first one in this process."""
    if len(shares) == 1:
        return [verify_share(shares[0], on_progress)]
    with _no_collection(), ProcessPoolExecutor(len(shares) - 1, get_context("spawn"), initializer=gc.disable) as pool:
        others = [pool.submit(verify_share, share) for share in shares[1:]]
        return [verify_share(shares[0], on_progress), *(other.result() for other in others)]


@contextmanager
def _no_collection() -> Iterator[None]:
    """Disables garbage collection. The cached rounds are many objects without reference cycles, and searching them for
    cycles would take a third of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _jackpots(where: str, last: int, linked: frozenset[str], ending: dict[int, Due], findings: Findings) -> Jackpots:
    """Checks the steps at the desk and at linked tables. One process does so, since jackpots connect the tables."""
    tables, jackpots = Tables(findings), Jackpots(findings)
    key = f"(about || '/'){bytewise(where)}"
    with evidence(where) as ask:
        every = linked or list(ask(f"SELECT name FROM documents WHERE name = '{link_document('floor')}'"))
        condition = f"number <= {last}" + ("" if every else f" AND ({key} <= '{FLOOR}' OR {key} > '{BEYOND}')")
        pit = PitForms(findings, ask)
        for row, lines in with_entries(ask, condition):
            if row[1].startswith(PREFIX):
                pit.event(row, lines)
                continue
            at_table = row[4].startswith(FLOOR) and not is_of_a_desk(row[1], row[5])
            if not at_table or row[4].split("/")[1] in linked:
                _enter(row, lines, tables, jackpots, ending, at_table=at_table)
    tables.end()
    return jackpots


def _enter(
    row: Row, lines: list[Row], tables: Tables, jackpots: Jackpots, ending: dict[int, Due], *, at_table: bool
) -> None:
    number, kind, actor, _, about, body, answer = row
    table = tables.of(about) if at_table else None
    takes_steps = not at_table or _PROGRESSIVE in answer
    if table is not None:
        if kind == "deal":
            tables.dealt(number, about)
            remember_seats(table, answer)
        strange = table.enter(lines)
        if strange and not takes_steps:
            tables.strange(number, kind, strange)
        tables.emptied(number, kind, actor, about, body)
    if takes_steps:
        jackpots.event(row, body, answer, lines, table)
    if number in ending:
        tables.compare(ending[number])
