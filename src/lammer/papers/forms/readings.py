"""The daily meter reading and the reconciliation statement: what a supervisor read off the sign, every meter in the
books at that moment, and everything that moved money since the reading before."""

from typing import Any, NamedTuple

from lammer.papers.document import Amount, Block, Cell, Column, Facts, Number, SubSection, Table
from lammer.papers.forms.books import Event, JackpotBooks, JackpotFigures, LevelFigures
from lammer.papers.forms.parts import (
    NEW_JERSEY,
    Draft,
    level_title,
    lines_table,
    money,
    money_words,
    parameters,
)
from lammer.papers.forms.proof import time_text
from lammer.papers.forms.refusals import FormRefused
from lammer.progressive.terms import MILLION, Terms

CLAUSES = ("SD.19 (3)", "SD.19 (4)", "SD.19 (6)(i)", "SD.19 (6)(vi)", "SD.19 (6)(vii)")


class Reading(NamedTuple):
    """A reading of the sign, and the figures of the books at the reading before (or when the jackpot was created) and
    at this one."""

    event: Event
    previous: Event
    before: JackpotFigures
    now: JackpotFigures
    terms: Terms
    same_terms: bool
    """Whether the terms were the same at the previous reading."""

    @property
    def levels(self) -> dict[str, dict[str, Any]]:
        """What the books say about the reading of each level."""
        return {level: self.event.answer["levels"][level] for level in self.terms.levels}


def reading_of(books: JackpotBooks, event: int = 0, day: str = "") -> Reading:
    """The reading of an event; else the last one of a day; else the last one."""
    every = books.events("reconcile")
    found = [one for one in every if event in (0, one.number) and one.at.startswith(day)]
    if not found:
        raise FormRefused("not-read", _not_read(books, every, event, day))
    chosen = found[-1]
    previous = [one for one in (*books.events("create"), *every) if one.number < chosen.number][-1]
    terms, earlier = books.terms_at(chosen.number), books.terms_at(previous.number)
    before, now = books.figures_at(previous.number), books.figures_at(chosen.number)
    return Reading(chosen, previous, before, now, terms.terms, terms.since == earlier.since)


def _not_read(books: JackpotBooks, every: list[Event], event: int, day: str) -> str:
    how = f"read it with lammer progressive reconcile --link {books.link}"
    if not every:
        return f"the meters of jackpot {books.link} were never read: {how}"
    if event:
        return f"event {event} is no reading of jackpot {books.link}; its last reading is event {every[-1].number}"
    return f"the meters of jackpot {books.link} were not read on {day}; the last reading was on {every[-1].at[:10]}"


def meter_reading(books: JackpotBooks, event: int = 0, day: str = "") -> Draft:
    read = reading_of(books, event, day)
    reserves = {level: one.sums.reserve for level, one in read.now.levels.items()}
    blocks: tuple[Block, ...] = (
        _read_facts(read),
        *(SubSection(level_title(level), (_meters(read, level),)) for level in read.levels),
        parameters(read.terms.levels, reserves),
    )
    return _draft(books, read, "MR", "Daily meter reading", blocks)


def _draft(books: JackpotBooks, read: Reading, code: str, kind: str, blocks: tuple[Block, ...]) -> Draft:
    number = read.event.number
    return Draft(
        code,
        kind,
        number,
        f"{read.terms.name} · jackpot {books.link} · {read.event.at[:10]}",
        blocks,
        (f"Read by: {read.event.actor}", "Checked by", "Accounting"),
        CLAUSES,
        {"event": number},
        ("--event", str(number)),
        money_words(sum(row["sign"] for row in read.levels.values())),
    )


def _read_facts(read: Reading) -> Facts:
    before = "the jackpot's creation" if read.previous.kind == "create" else f"the reading by {read.previous.actor}"
    return Facts(
        (
            ("Read at", f"{time_text(read.event.at)}, by {read.event.actor}"),
            ("Since", f"{before}, event {read.previous.number}, {time_text(read.previous.at)}"),
            ("Alarm from a difference of", money("alarm", read.terms.sign_alarm)),
        )
    )


def _meters(read: Reading, level: str) -> Table:
    """The meters of New Jersey's list: at the reading before, now, and their change."""
    row, then, now = read.levels[level], read.before.levels[level], read.now.levels[level]
    counted = {
        "Wagers, number (b)1": (read.before.wagers, read.now.wagers),
        "Awards, number (b)3": (then.hits, now.hits),
    }
    amounts = {
        "Wagers, amount (b)1": (read.before.wagered, read.now.wagered),
        "Awards, amount (b)4": (then.sums.awards, now.sums.awards),
        "Over the limit (b)5": (then.overflow, now.overflow),
        "Reserve (b)6": (then.sums.reserve, now.sums.reserve),
        "Meter in the books": (then.sums.meter, now.sums.meter),
    }
    rows: list[tuple[Cell, ...]] = []
    for name in ("Wagers, number (b)1", "Wagers, amount (b)1", "Awards, number (b)3", *list(amounts)[1:]):
        earlier, later = counted.get(name) or amounts[name]
        key = f"{level}.{name.partition(' (')[0].lower().replace(', ', '_').replace(' ', '_')}"
        made = _count if name in counted else money
        rows.append(
            (name, made(f"{key}.before", earlier), made(f"{key}.now", later), _change(key, name, later - earlier))
        )
    rows.append(("Display: as read off the sign (b)2", "", money(f"{level}.sign", row["sign"]), ""))
    frozen = money(f"{level}.frozen", row["frozen"])
    rows.append(("Of it frozen for confirmed awards", "", frozen, ""))
    verdict = "ALARM" if row["alarm"] else "no alarm"
    rows.append(
        (
            "Sign less books",
            "",
            money(f"{level}.difference", row["difference"], signed=True),
            Number(f"{level}.alarm", verdict),
        )
    )
    columns = (
        Column(f"Meter, {NEW_JERSEY}", width=1),
        Column(f"Event {read.previous.number}", "right"),
        Column(f"Event {read.event.number}", "right"),
        Column("Change", "right"),
    )
    return Table(columns, tuple(rows), strong=(7, 9))


def _count(key: str, number: int) -> Number:
    return Number(key, f"{number:,}")


def _change(key: str, name: str, change: int) -> Number:
    return _count(f"{key}.change", change) if "number" in name else money(f"{key}.change", change, signed=True)


def reconciliation(books: JackpotBooks, event: int = 0, day: str = "") -> Draft:
    read = reading_of(books, event, day)
    alarm = bool(read.event.answer["alarm"])
    total = sum(row["difference"] for row in read.levels.values())
    verdict = "ALARM: sign and books differ by the limit or more" if alarm else "Sign and books agree within the limit"
    blocks: tuple[Block, ...] = (
        Amount("Sign less books, all meters", money("difference", total, signed=True), verdict),
        _read_facts(read),
        *(SubSection(level_title(level), _level_blocks(books, read, level)) for level in read.levels),
    )
    return _draft(books, read, "RS", "Reconciliation statement", blocks)


def _level_blocks(books: JackpotBooks, read: Reading, level: str) -> tuple[Block, ...]:
    then, now, row = read.before.levels[level], read.now.levels[level], read.levels[level]
    to_meter, moved = now.to_meter - then.to_meter, _moved_off_meter(books, read, level)
    contributed = _change_of("contributions", then, now) - (now.overflow - then.overflow)
    rows: list[tuple[str, Cell]] = [
        (f"Meter in the books at event {read.previous.number}", money(f"{level}.opening", then.sums.meter)),
        ("Contributions of wagers", money(f"{level}.contributions", contributed, signed=True)),
        ("Seeds after full awards", money(f"{level}.seeds", _change_of("seeds", then, now), signed=True)),
        ("From the reserve", money(f"{level}.from_reserve", to_meter, signed=True)),
        ("Corrections by two executives", money(f"{level}.corrections", _corrected(books, read, level), signed=True)),
        ("Moved here less moved away", money(f"{level}.moved", moved, signed=True)),
        ("Awards paid", money(f"{level}.awards", -_change_of("awards", then, now), signed=True)),
        (f"Meter in the books at event {read.event.number}", money(f"{level}.closing", now.sums.meter)),
        ("As read off the sign", money(f"{level}.sign", row["sign"])),
        ("Sign less books", money(f"{level}.difference", row["difference"], signed=True)),
    ]
    reserve: list[tuple[str, Cell]] = [
        (f"Reserve at event {read.previous.number}", money(f"{level}.reserve.opening", then.sums.reserve)),
        ("Hidden rate of wagers", money(f"{level}.reserved", _change_of("reserved", then, now), signed=True)),
        ("Contributions over the limit", money(f"{level}.overflow", now.overflow - then.overflow, signed=True)),
        ("To the meter", money(f"{level}.to_meter", -to_meter, signed=True)),
        (
            "Moved here less moved away",
            money(f"{level}.reserve.moved", _moved_off_reserve(books, read, level), signed=True),
        ),
        (f"Reserve at event {read.event.number}", money(f"{level}.reserve.closing", now.sums.reserve)),
    ]
    return (
        lines_table("The meter", rows, (0, 7, 9)),
        lines_table("Its reserve", reserve, (0, 5)),
        *_expected(read, level, contributed + now.overflow - then.overflow),
        *_awards(books, read, level),
    )


def _change_of(account: str, then: LevelFigures, now: LevelFigures) -> int:
    return int(getattr(now.sums, account)) - int(getattr(then.sums, account))


def _net(books: JackpotBooks, read: Reading, debit: str, credit: str) -> int:
    """What went from one account to another since the previous reading, less what came back."""
    after, up_to = read.previous.number, read.event.number
    there, back = (
        sum(line["amount"] for line in books.journal.entries_between(*pair, after, up_to))
        for pair in ((debit, credit), (credit, debit))
    )
    return int(there - back)


def _corrected(books: JackpotBooks, read: Reading, level: str) -> int:
    names = books.accounts(level)
    return _net(books, read, names.adjustments, names.meter)


def _moved_off_meter(books: JackpotBooks, read: Reading, level: str) -> int:
    names = books.accounts(level)
    return _net(books, read, names.moved, names.meter) + _net(books, read, names.frozen, names.meter)


def _moved_off_reserve(books: JackpotBooks, read: Reading, level: str) -> int:
    names = books.accounts(level)
    return _net(books, read, names.moved, names.reserve) + _net(books, read, names.adjustments, names.reserve)


def _expected(read: Reading, level: str, contributed: int) -> tuple[Block, ...]:
    """The contributions by the terms, computed from the wagers alone. Fractions of a cent are carried over."""
    its = read.terms.levels[level]
    if not read.same_terms:
        return ()
    wagers, wagered = read.now.wagers - read.before.wagers, read.now.wagered - read.before.wagered
    due = wagered * its.rate + wagers * its.fixed * MILLION
    how = f"{wagers:,} wagers of {money_words(wagered)} in total"
    rows: list[tuple[str, Cell]] = [
        (f"By the terms, from {how}", money(f"{level}.due", due // MILLION)),
        ("Contributed in the books, with what went over the limit", money(f"{level}.contributed", contributed)),
        (
            "Difference; less than a cent is carried over",
            money(f"{level}.carried", contributed - due // MILLION, signed=True),
        ),
    ]
    return (lines_table("Contributions computed from the wagers", rows),)


def _awards(books: JackpotBooks, read: Reading, level: str) -> tuple[Block, ...]:
    names, span = books.accounts(level), (read.previous.number, read.event.number)
    every = [
        (line, sign)
        for pair, sign in (
            ((names.meter, names.awards), -1),
            ((names.frozen, names.awards), -1),
            ((names.adjustments, names.meter), 1),
            ((names.meter, names.adjustments), -1),
        )
        for line in books.journal.entries_between(*pair, *span)
    ]
    if not every:
        return ()
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            str(line["event"]),
            line["reason"],
            money(f"{level}.line.{line['event']}.{line['line']}", sign * line["amount"], signed=True),
        )
        for line, sign in sorted(every, key=lambda one: (one[0]["event"], one[0]["line"]))
    )
    columns = (Column("Event", "right"), Column("Award or correction", width=1), Column("Meter", "right"))
    return (Table(columns, rows, "Awards and corrections since then"),)
