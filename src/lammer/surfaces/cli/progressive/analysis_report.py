"""Prints the analysis of a jackpot."""

from typing import TYPE_CHECKING

from lammer.cards.money import MINOR_UNITS, money_text
from lammer.surfaces.cli.output import percent, print_table

if TYPE_CHECKING:
    from lammer.progressive.analysis import JackpotFinding, LongRun
    from lammer.progressive.award_timing import Pace, Wait
    from lammer.progressive.growth_report import Average, Growth
    from lammer.progressive.reserve_cover import Covered
    from lammer.progressive.terms import Terms


def _money(minor: float) -> str:
    return f"{minor / MINOR_UNITS:,.2f}"


def print_finding(terms: "Terms", pace: "Pace", found: "JackpotFinding") -> None:
    print(f"{terms.name}: {terms.paytable}, {terms.decks} decks, {terms.sheet}\n")
    _print_today(found)
    stakes = " and ".join(f"{wagers:,.4g} of {money_text(stake)}" for stake, wagers in pace.wagers.items())
    print(f"\nin the long run, with wagers an hour: {stakes}; {pace.hours:g} hours a day")
    _print_long_run(found.long_run)


def _print_today(found: "JackpotFinding") -> None:
    returns = [
        (
            money_text(one.stake),
            *map(percent, (one.fixed, sum(one.meters.values()), one.returned, one.house_edge, one.envy)),
        )
        for one in found.stakes
    ]
    print_table(
        "today, in parts of the wager; a meter is the same for every stake",
        ("stake", "fixed pays", "meters", "return", "house edge", "tip pool"),
        returns,
    )
    levels = [
        (one.level, _money(one.meter), *(_money(each.break_even[one.level]) for each in found.stakes))
        for one in found.levels
    ]
    stakes = (f"for {money_text(one.stake)}" for one in found.stakes)
    print_table("\nbreak-even meters, the others as they stand", ("level", "stands at", *stakes), levels)
    for one in found.stakes:
        for level, limit in one.out_of_reach.items():
            stops = f"its meter stops at its limit of {_money(limit)}"
            print(f"{level} cannot break even for {money_text(one.stake)}: {stops}")
    nexts = [
        (one.level, "-" if one.next_award is None else _money(one.next_award), *_held(one.reserve, one.covered))
        for one in found.levels
    ]
    print_table("\nthe next full award from here", ("level", "pays", "reserve now", "covers the seed then"), nexts)


def _held(reserve: float, covered: "Covered") -> tuple[str, str]:
    return _money(reserve), f"{'' if covered.exact else 'at least '}{covered.chance:.4%}"


def _print_long_run(run: "LongRun") -> None:
    awards = [(one.outcome, f"{one.percent}% of {one.level}", f"{1 / one.chance:,.1f}") for one in run.awards]
    print_table("", ("outcome", "wins", "once in wagers"), awards)
    waits = [(one.level, *map(_wait, (one.average, one.median, one.ninety))) for one in run.levels]
    print_table("\nwagers (days) until a full award", ("level", "average", "median", "9 of 10 within"), waits)
    levels = [
        (one.level, _money(one.meter), f"{one.seed_collected:.2%}", *_held(one.reserve, one.covered))
        for one in run.levels
    ]
    print_table(
        "\nat a full award, on average", ("level", "meter", "of a seed kept", "reserve", "covers the seed"), levels
    )
    parts = {"fixed pays": run.fixed, "increments": run.increments, "reserves": run.reserves, "seeds": run.seeds}
    terms = " + ".join(f"{what} {part:.4%}" for what, part in parts.items())
    print(f"\nreturn {percent(run.returned)} = {terms}")
    pool = f"; the tip pool costs {percent(run.envy)} more" if run.envy else ""
    print(f"house edge {percent(run.house_edge)}{pool}")


def _wait(wait: "Wait") -> str:
    return f"{wait.wagers:,.0f} ({wait.days:,.1f})"


def print_growth(growth: "Growth") -> None:
    plan = growth.plan
    print(
        f"\nsimulated: {len(growth.fan) - 1} months, {growth.wagers:,} wagers, {plan.paths:,} paths, seed {plan.seed}"
    )
    awards = [
        (one.level, f"{award.percent}%", _around(award.number, 1, "{:,.1f}"), _around(award.pays), *_range(award.paid))
        for one in growth.levels
        for award in one.awards
    ]
    print_table("", ("level", "award", "number", "pays", "in all, 5%", "95%"), awards)
    seeds = [(one.level, _around(one.covered, 1, "{:.3%}"), _around(one.short)) for one in growth.levels]
    print_table("\nreserves beside seeds at full awards", ("level", "covered", "short in all"), seeds)
    peaks = [(one.level, *_range(one.peak), _money(one.above), f"{one.ever_above.value:.2%}") for one in growth.levels]
    print_table("\nhighest meters", ("level", "5%", "95%", "breaks even at", "ever above that"), peaks)
    for one in growth.levels:
        rows = [
            (f"{point.day:,.0f}", *(_money(amount) for amount in point.meters[one.level].values()))
            for point in growth.fan[:: max(1, len(growth.fan) // 5)]
        ]
        parts = growth.fan[0].meters[one.level]
        print_table(f"\n{one.level} on a day, by percentile", ("day", *(f"{part}%" for part in parts)), rows)


def _around(average: "Average | None", unit: float = MINOR_UNITS, form: str = "{:,.0f}") -> str:
    if average is None:
        return "-"
    return f"{form.format(average.value / unit)} ± {form.format(1.96 * average.error / unit)}"


def _range(amounts: dict[int, int]) -> tuple[str, str]:
    return f"{amounts[5] / MINOR_UNITS:,.0f}", f"{amounts[95] / MINOR_UNITS:,.0f}"
