"""The jackpots of a progressive bet: terms with clauses, today's value, the long run, and the time until a hit."""

from collections.abc import Iterator

from lammer.cards.money import money_text
from lammer.papers import numbers
from lammer.papers.document import Block, Cell, Column, Number, Paragraph, SubSection, Table
from lammer.papers.figures import Figures
from lammer.papers.progressives import Progressive
from lammer.papers.wanted import LeftOut
from lammer.progressive.analysis import JackpotFinding, LongRun
from lammer.progressive.reserve_cover import Covered
from lammer.progressive.terms import MILLION


def progressive(figures: Figures) -> tuple[Block, ...]:
    if not figures.sheet.jackpots:
        return (Paragraph("The game has no progressive bet."),)
    if not figures.progressives:
        return (
            Paragraph(
                "There are no shipped terms of a jackpot for this game (lammer progressive analyze takes terms of your "
                "own)."
            ),
        )
    return tuple(SubSection(one.terms.name, tuple(_one(one))) for one in figures.progressives)


def _one(one: Progressive) -> Iterator[Block]:
    terms, key = one.terms, f"progressive.{one.name}"
    stakes = " or ".join(money_text(stake) for stake in terms.stakes)
    yield Paragraph(
        f"Terms {one.name}: paytable {terms.paytable}, {terms.decks} decks, wagers of {stakes}. Amounts are those of a "
        "new link, at "
        f"{one.pace.an_hour:,.0f} wagers of {money_text(min(terms.stakes))} an hour for {one.pace.hours:g} hours a day."
    )
    yield _levels(one, key)
    found = one.found
    if isinstance(found, LeftOut):
        yield Paragraph(f"There are no figures for these terms. {found.why}")
        return
    yield _today(found, key)
    yield from _out_of_reach(found)
    yield _long_run(found.long_run, key)
    yield _waits(found.long_run, key)
    yield _liability(found, key, limited=any(its.limit for its in terms.levels.values()))


def _out_of_reach(found: JackpotFinding) -> Iterator[Block]:
    """A meter that stops at its limit before the wager breaks even."""
    for stake in found.stakes:
        if stake.out_of_reach:
            levels = ", ".join(f"{level} (limit {money_text(limit)})" for level, limit in stake.out_of_reach.items())
            text = f"With a wager of {money_text(stake.stake)} the break-even meter is above the limit of {levels}."
            yield Paragraph(text, small=True)


def _today(found: JackpotFinding, key: str) -> Table:
    rows: list[tuple[Cell, ...]] = []
    has_envy = any(stake.envy for stake in found.stakes)
    for stake in found.stakes:
        for level, meter in stake.break_even.items():
            at = f"{key}.{stake.stake}.{level}"
            rows.append(
                (
                    money_text(stake.stake),
                    level,
                    numbers.percent(f"{at}.fixed", stake.fixed),
                    numbers.percent(f"{at}.meter", stake.meters[level]),
                    numbers.percent(f"{at}.edge", stake.house_edge),
                    *((numbers.percent(f"{at}.envy", stake.envy),) if has_envy else ()),
                    numbers.count(f"{at}.break_even", meter / 100, 2),
                )
            )
    columns = (
        Column("Wager"),
        Column("Level", width=1),
        Column("Fixed pays", "right"),
        Column("From the meter", "right"),
        Column("House edge", "right"),
        *((Column("Tip pool", "right"),) if has_envy else ()),
        Column("Break-even meter", "right"),
    )
    caption = "A wager at the meters of a new link; fractions of the wager"
    if has_envy:
        caption += ". The house also pays the tip pool (envy), which the edge does not contain"
    return Table(columns, tuple(rows), caption, small=True)


def _long_run(run: LongRun, key: str) -> Table:
    parts: tuple[tuple[str, Cell], ...] = (
        ("Fixed pays", numbers.percent(f"{key}.run.fixed", run.fixed)),
        ("Increments", numbers.percent(f"{key}.run.increments", run.increments)),
        ("Reserves", numbers.percent(f"{key}.run.reserves", run.reserves)),
        ("Seeds", numbers.percent(f"{key}.run.seeds", run.seeds)),
        ("Return in the long run", numbers.percent(f"{key}.run.return", run.returned)),
        ("House edge in the long run", numbers.percent(f"{key}.run.edge", run.house_edge)),
    )
    if run.envy:
        left = numbers.percent(f"{key}.run.left", run.house_edge - run.envy)
        parts += (("Tip pool (envy)", numbers.percent(f"{key}.run.envy", run.envy)), ("Left to the house", left))
    return Table(
        (Column("Part", width=1), Column("Of the wagers", "right")), parts, "Return in the long run", strong=(4, 5)
    )


def _waits(run: LongRun, key: str) -> Table:
    waits: tuple[tuple[Cell, ...], ...] = tuple(
        (
            level.level,
            *(
                cell
                for name, wait in (("average", level.average), ("median", level.median), ("ninety", level.ninety))
                for cell in (
                    numbers.count(f"{key}.{level.level}.{name}", wait.wagers),
                    numbers.count(f"{key}.{level.level}.{name}.days", wait.days, 1),
                )
            ),
        )
        for level in run.levels
    )
    heads = (
        "Average wagers",
        "days",
        "Median wagers",
        "days",
        "9 of 10 within",
        "days",
    )
    return Table(
        (Column("Level", width=1), *(Column(head, "right") for head in heads)), waits, "Until a full award", small=True
    )


def _liability(found: JackpotFinding, key: str, *, limited: bool) -> Table:
    """What a link owes on meters and reserves, at its start and when it is hit."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            run.level,
            numbers.count(f"{key}.{run.level}.liability", (today.meter + today.reserve) / 100, 2),
            numbers.count(f"{key}.{run.level}.meter", run.meter / 100, 2),
            numbers.count(f"{key}.{run.level}.reserve", run.reserve / 100, 2),
            numbers.percent(f"{key}.{run.level}.collected", run.seed_collected, 2),
            _covered(f"{key}.{run.level}.covered", run.covered),
        )
        for today, run in zip(found.levels, found.long_run.levels, strict=True)
    )
    before = ", before overflow" * limited
    heads = (
        "New link",
        "Meter at an award",
        f"Reserve at a full award{before}",
        f"Part of the seed{before}",
        "Reserve covers seed",
    )
    caption = "Liability on meters and reserves: of a new link, and on average when it is hit"
    if limited:
        caption += ". The meter at an award contains the overflow above a limit"
    return Table((Column("Level", width=1), *(Column(head, "right") for head in heads)), rows, caption, small=True)


def _covered(key: str, covered: Covered) -> Number:
    chance = numbers.percent(key, covered.chance, 2)
    return chance if covered.exact else chance._replace(text=f"at least {chance.text}")


def _levels(one: Progressive, key: str) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for level, its in one.terms.levels.items():
        at, clauses = f"{key}.terms.{level}", one.clauses
        grows: Cell = numbers.percent(f"{at}.increment", its.rate / MILLION, 2)
        if its.fixed:
            grows = numbers.count(f"{at}.increment", its.fixed / 100, 2)
        cited = dict.fromkeys(clauses[name] for name in clauses if name.startswith(f"levels.{level}."))
        rows.append(
            (
                level,
                numbers.count(f"{at}.seed", its.seed / 100, 2),
                grows,
                numbers.percent(f"{at}.reserve", its.reserve / MILLION, 2),
                numbers.count(f"{at}.limit", its.limit / 100, 2) if its.limit else "none",
                "; ".join(cited),
            )
        )
    columns = (
        Column("Level"),
        Column("Reset amount", "right"),
        Column("Increment", "right"),
        Column("Hidden rate (reserve)", "right"),
        Column("Limit", "right"),
        Column("Clauses", width=1),
    )
    return Table(columns, tuple(rows), "Rates, reset amounts and limits of every meter", small=True)
