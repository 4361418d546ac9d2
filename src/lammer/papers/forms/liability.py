"""The liability statement: what the house owes to players for a jackpot after an event, and where it came from."""

from datetime import date, timedelta

from lammer.papers.document import Amount, Block, Cell, Column, Facts, Table
from lammer.papers.forms.books import JackpotBooks, JackpotFigures
from lammer.papers.forms.parts import Draft, level_title, money, money_words, parameters
from lammer.papers.forms.proof import signed_event, time_text
from lammer.papers.forms.refusals import FormRefused

CLAUSES = ("SD.19 (6)(i)", "SD.19 (6)(vii)", "SD.19 (9)")


def liability(books: JackpotBooks, event: int = 0, day: str = "") -> Draft:
    """As of an event; else of the last one of a day; else of the last one."""
    number = event or books.journal.last_number(_end_of(day))
    terms, now = books.terms_at(number).terms, books.figures_at(number)
    frozen, at = books.frozen_at(number), signed_event(books.journal, number)
    total = sum(one.liability for one in now.levels.values())
    blocks: tuple[Block, ...] = (
        Amount("Owed to players", money("total", total), "meters and reserves of all levels"),
        Facts(
            (
                ("As of", f"event {number}, {time_text(at.at)}"),
                ("Wagers so far", f"{now.wagers:,}, {money_words(now.wagered)} in total"),
            )
        ),
        owed_table(now, frozen),
        _sources(now),
        parameters(terms.levels, {level: one.sums.reserve for level, one in now.levels.items()}),
    )
    return Draft(
        "LS",
        "Liability statement",
        number,
        f"{terms.name} · jackpot {books.link} · {at.at[:10]}",
        blocks,
        ("Prepared by", "Executive", "Accounting"),
        CLAUSES,
        {"event": number},
        ("--event", str(number)),
        money_words(total),
    )


def _end_of(day: str) -> str:
    """The first moment after a day; empty without a day."""
    try:
        return (date.fromisoformat(day) + timedelta(days=1)).isoformat() if day else ""
    except ValueError:
        raise FormRefused("not-a-day", f"{day!r} is not a date; write it like 2026-11-17") from None


def owed_table(now: JackpotFigures, frozen: dict[str, int]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            level_title(level),
            money(f"{level}.meter", one.sums.meter + one.sums.frozen),
            money(f"{level}.frozen", frozen.get(level, 0) + one.sums.frozen),
            money(f"{level}.reserve", one.sums.reserve),
            money(f"{level}.liability", one.liability),
        )
        for level, one in now.levels.items()
    ]
    columns = (
        Column("Level", width=1),
        Column("Meter", "right"),
        Column("of it frozen for awards", "right"),
        Column("Reserve", "right"),
        Column("Liability", "right"),
    )
    return Table(columns, tuple(rows), "What is owed")


def _sources(now: JackpotFigures) -> Table:
    """Both sides of the books' equation for every level."""
    came = ("seeds", "contributions", "reserved", "adjustments")
    went = ("awards", "moved")
    names = {
        "seeds": "Seeds, by the house",
        "contributions": "Contributions of wagers",
        "reserved": "Hidden rate of wagers",
        "adjustments": "Corrections",
        "awards": "Awards paid",
        "moved": "Moved away less moved here",
    }
    rows: list[tuple[Cell, ...]] = []
    for account in (*came, *went):
        sign = -1 if account in went else 1
        amounts = {level: sign * getattr(one.sums, account) for level, one in now.levels.items()}
        rows.append(
            (names[account], *(money(f"{level}.{account}", amounts[level], signed=True) for level in now.levels))
        )
    left = {
        level: sum(getattr(one.sums, name) for name in came) - sum(getattr(one.sums, name) for name in went)
        for level, one in now.levels.items()
    }
    rows.append(("Liability", *(money(f"{level}.left", left[level]) for level in now.levels)))
    columns = (
        Column("Since the jackpot was created", width=1),
        *(Column(level_title(one), "right") for one in now.levels),
    )
    return Table(columns, tuple(rows), "Where it came from", strong=(len(rows) - 1,))
