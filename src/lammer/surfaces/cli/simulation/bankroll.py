"""``lammer simulate --bankroll``: the prospects of a bankroll."""

from math import isinf
from typing import TYPE_CHECKING

from lammer.surfaces.cli.options import BadOption, money_option, whole_number
from lammer.surfaces.cli.output import percent, print_table
from lammer.surfaces.cli.progress import Progress

if TYPE_CHECKING:
    from lammer.exact.play import Play
    from lammer.report.bankroll import Bankroll, Prospect
    from lammer.simulate.estimates import Estimate
    from lammer.simulate.table import KernelTable


def bank_options(bank: str, horizon: str | None) -> tuple[int, int]:
    """The bankroll in minor units, 0 if none is given, and the number of rounds to consider."""
    if not bank:
        if horizon is not None:
            raise BadOption("--horizon needs a bankroll: add --bankroll")
        return 0, 0
    from lammer.risk.ruin import MAX_ROUNDS

    amount, rounds = money_option("--bankroll", bank), whole_number("1e4" if horizon is None else horizon, "--horizon")
    if amount <= 0:
        raise BadOption("--bankroll: a bankroll must be above 0")
    if rounds > MAX_ROUNDS:
        raise BadOption(f"--horizon {horizon}: up to {MAX_ROUNDS:,} rounds")
    return amount, rounds


def bankroll_of(
    table: "KernelTable", play: "Play", found: "Estimate", bank: int, horizon: int, *, cut: bool
) -> "Bankroll":
    """``bank`` in minor units."""
    from lammer.report.bankroll import exact_results, prospects

    with Progress("up cards", 10, prints=False) as progress:
        exact = exact_results(table, play, cut=cut, on_progress=lambda _game: progress.step)
    return prospects(exact, found, bank / table.wager, horizon)


def print_bankroll(rolled: "Bankroll") -> None:
    exact = rolled.basis == "exact"
    basis = "" if exact else f", with 95% intervals (no exact results: {rolled.because})"
    about = f"{rolled.basis} house edge {percent(rolled.house_edge)} and standard deviation {rolled.sd:.6f}{basis}"
    print(f"a bankroll of {rolled.bank:g} wagers over {rolled.horizon:,} rounds, from the {about}")
    print(f"  probability of losing it within these rounds {_chance(rolled.within)}, eventually {_chance(rolled.ever)}")
    print(f"  after {_rounds(rolled.n0)} (N0) the expectation equals one standard deviation")
    if rolled.fan:
        levels = list(rolled.fan[0].winnings)
        rows = [
            (f"{point.rounds:,}", *(f"{point.winnings[level]:+,.0f}" for level in levels)) for point in rolled.fan[3::4]
        ]
        print_table("winnings in wagers, by percentile", ("rounds", *(f"{level}%" for level in levels)), rows)


def _chance(one: "Prospect") -> str:
    around = "" if one.interval is None else f" ({one.interval[0]:.4f} to {one.interval[1]:.4f})"
    return f"{one.value:.4f}{around}"


def _rounds(one: "Prospect") -> str:
    text = "infinitely many rounds" if isinf(one.value) else f"{one.value:,.0f} rounds"
    if one.interval is None:
        return text
    low, high = one.interval
    return f"{text} ({low:,.0f} {'or more' if isinf(high) else f'to {high:,.0f}'})"
