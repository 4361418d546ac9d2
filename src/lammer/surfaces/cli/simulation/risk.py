"""``lammer risk``."""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from math import isinf
from typing import TYPE_CHECKING, Annotated, Self

from cyclopts import App, Parameter

from lammer.api.risk import BankrollRisk, Steps, bankroll_risk, refuse_rounds, results_seen
from lammer.api.risk_arguments import Asked, Rounds, bets_asked, refuse_unused, rounds_asked
from lammer.api.text import amount_text, plural
from lammer.surfaces.cli.lights_note import say_lights_left_out, say_no_side_bets
from lammer.surfaces.cli.options import (
    AttachOption,
    JsonOption,
    SetOption,
    must_be_taken,
    sheet_and_sides,
    whole_number,
)
from lammer.surfaces.cli.output import print_json, print_table
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import (
    CountOption,
    GameArgument,
    RoundsOption,
    SeedOption,
    StrategyOption,
    TrueCountOption,
    shared,
)
from lammer.surfaces.cli.simulation.engines import engine_for
from lammer.surfaces.cli.simulation.options import (
    CutDecksOption,
    ThreadsOption,
    play_for,
    prepare_simulation,
    rounds_option,
)
from lammer.surfaces.cli.stopping import stopped_code

if TYPE_CHECKING:
    from lammer.exact.play import Play
    from lammer.rules.sheet import Sheet
    from lammer.simulate.kernel_data import Tally
    from lammer.simulate.run import Plan, Ran
    from lammer.simulate.table import KernelTable

risk_app = App(
    name="risk",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer risk sd-blackjack --bankroll 1000 --horizon 1000
  lammer risk sd-blackjack --bankroll 1000 --horizon 1000 --goal 500
  lammer risk sd-blackjack --count hi-lo --ramp 1,1=2,2=4,3=8 --rounds 1e6
  lammer risk sd-blackjack --count hi-lo --best 0.05 --least 0 --rounds 1e6

A ramp is the number of units below the first true count, then COUNT=UNITS from
that count on; 0 sits out. Without --count every round is bet alike, and the
exact results of a round are used. With --count rounds are simulated to the cut
card; standard errors are given.""",
)
SHARE = 0.0005
"""Counts with a smaller share of the rounds are not listed, only added up."""


@Parameter(name="*")
@dataclass(frozen=True)
class Counting:
    """How cards are counted, bets are made, and rounds are simulated."""

    count: CountOption = ""
    true_count: TrueCountOption = "floor"
    ramp: Annotated[str, Parameter(help="Units to bet by true count, like 1,1=2,2=4,3=8.")] = "1"
    best: Annotated[
        float | None,
        Parameter(help="Find the best ramp with at most this risk of ruin, like 0.05.", show_default=False),
    ] = None
    least: Annotated[int, Parameter(help="With --best: units to bet without an advantage; 0 sits out.")] = 1
    most: Annotated[int, Parameter(help="With --best: the most units to bet.")] = 12
    cut_decks: CutDecksOption = None
    rounds: RoundsOption = "1e8"
    seed: SeedOption = "1"
    threads: ThreadsOption = 0

    def dealing(self, bet: str, seats: int) -> Rounds:
        return rounds_asked(
            bet=bet,
            seats=seats,
            count=self.count,
            true_count=self.true_count,
            cut_decks=self.cut_decks,
            rounds=rounds_option(self.rounds),
            seed=self.seed,
            threads=self.threads,
        )


@risk_app.default
def risk(
    game: GameArgument,
    *,
    strategy: StrategyOption = "house",
    bet: Annotated[str, shared("--bet", "This is one unit of a ramp.")] = "10",
    bankroll: Annotated[str, shared("--bankroll")] = "10000",
    goal: Annotated[str, Parameter(help="A win at which you stop, in currency units.", show_default=False)] = "",
    horizon: Annotated[str, Parameter(help="The number of rounds to consider.")] = "1e4",
    kelly: Annotated[float, Parameter(help="The fraction of Kelly's bets for the certainty equivalent.")] = 1.0,
    seats: Annotated[int, shared("--seats", "All of them are yours.")] = 1,
    counting: Counting = Counting(),  # noqa: B008 (frozen, and how cyclopts takes shared options)
    attach: AttachOption = (),
    set_: SetOption = (),
    json: JsonOption = False,
) -> int:
    """Risk of ruin, winnings and growth of a bankroll, with flat bets or bets by true count."""
    rounds = counting.dealing(bet, seats)
    bets = bets_asked(
        rounds,
        bankroll=bankroll,
        goal=goal or None,
        horizon=whole_number(horizon, "--horizon"),
        kelly=kelly,
        ramp=counting.ramp,
        best=counting.best,
        least=counting.least,
        most=counting.most,
    )
    refuse_unused(rounds)
    sheet, _ = sheet_and_sides(game, set_, (), attach)
    refuse_rounds(sheet, rounds)
    say_lights_left_out(sheet)
    say_no_side_bets(sheet)
    must_be_taken(sheet, rounds.unit, {})
    play = play_for(strategy, sheet)
    found = _computed(sheet, play, Asked(rounds, bets))
    if json:
        print_json(found.as_json())
    else:
        boxes = "1 seat" if seats == 1 else f"{seats} seats"
        print(f"{found.sheet}, {found.strategy} play, {boxes}, bets of {found.unit:g}")
        _print(found)
    return stopped_code() if found.stopped else 0


class _Bars:
    """A bar for each part of the work, one after the other."""

    def __init__(self) -> None:
        self._what, self._bar = "", ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self._bar.close()

    def part(self, what: str, total: int) -> Callable[[int], None]:
        def reach(done: int) -> None:
            if self._what != what:
                self._bar.close()
                self._what, self._progress = what, self._bar.enter_context(Progress(what, total, prints=False))
            self._progress.reach(done)

        return reach


def _computed(sheet: "Sheet", play: "Play", asked: Asked) -> BankrollRisk:
    with _Bars() as bars:
        steps = Steps(partial(_dealt, asked.rounds.threads), bars.part)
        seen = results_seen(sheet, play, asked.rounds, steps)
        return bankroll_risk(sheet, seen, asked, steps, keep=True)


def _dealt(threads: int, table: "KernelTable", plan: "Plan") -> "Ran[Tally]":
    prepare_simulation()
    from lammer.simulate.estimates import main_mean

    with engine_for(threads, "", plan.rounds) as engine:
        ran = engine.run(table, plan, partial(main_mean, table))
    if ran.stopped:
        kept = "the figures are from the rounds dealt so far" if ran.chunks else "no rounds were finished"
        print(f"lammer: stopped; {kept}", file=sys.stderr)
    return ran


def _print(result: BankrollRisk) -> None:
    from lammer.report.risk import PER
    from lammer.simulate.estimates import CONFIDENT

    found, unit = result.risk, result.unit
    gained = found.prospect
    around = f" ± {PER * CONFIDENT * gained.error * unit:,.2f} (95%)" if gained.error else ""
    if result.count:
        dealt = plural("simulated round", result.simulated_rounds)
        print(f"counted by {result.count}, {dealt}; ramp {found.ramp} units by true count")
    print(
        f"win in {PER} rounds {PER * gained.mean * unit:+,.2f}{around}, standard deviation {10 * gained.sd * unit:,.2f}"
    )
    if result.count:
        boxes = f" on {result.seats} boxes together" if result.seats > 1 else ""
        print(f"average bet {gained.bet * unit:,.2f}{boxes}; {gained.played:.2%} of the rounds are played")
    n0 = "infinitely many" if isinf(gained.n0) else f"{gained.n0:,.0f}"
    print(f"N0 {n0} rounds, desirability index {gained.desirability:.3f}, SCORE {gained.score:.3f}")
    if result.missing:
        print(f"stopped; missing: {', '.join(result.missing)}")
    else:
        _print_chances(result)
    if result.count:
        rows = [
            (
                f"{one.true_count:+d}",
                f"{one.share:.3%}",
                f"{found.ramp.bet(one.true_count)}",
                f"{one.advantage:+.3%} ± {CONFIDENT * one.error / one.boxes:.3%}",
                f"{one.variance**0.5:.4f}",
            )
            for one in found.shares
            if one.share >= SHARE
        ]
        print_table("by true count", ("count", "share", "units", "advantage", "sd"), rows)
    if not result.missing:
        _print_winnings(result)


def _print_chances(result: BankrollRisk) -> None:
    from lammer.report.risk import PER

    found, unit, stakes = result.risk, result.unit, result.risk.stakes
    horizon = plural("round", stakes.rounds)
    bank = "none: there is no advantage" if isinf(found.kelly_bank) else f"{found.kelly_bank * unit:,.0f}"
    print(f"Kelly's bankroll for these bets: {bank}; yours is {amount_text(stakes.bank * unit)}")
    worth = PER * found.certainty_equivalent * unit
    print(f"certainty equivalent of {PER} rounds at {stakes.kelly:g} Kelly: {worth:+,.2f}")
    print(f"probability of losing the bankroll eventually {found.ruin_ever:.6f}", end="")
    print(f", within {horizon} {found.ruin_within:.6f}")
    if found.goal_in_time is not None:
        before = f"{found.ruin_before_goal:.6f}, within {horizon} {found.goal_in_time.ruined:.6f}"
        print(f"probability of losing it before winning {amount_text(stakes.goal * unit)}: {before}", end="")
        print(f"; of winning that within {horizon}: {found.goal_in_time.reached:.6f}")
    behind = f"{found.loss:.6f}, then {found.shortfall * unit:,.0f} on average"
    print(f"probability of a loss after {horizon} {behind}")


def _print_winnings(result: BankrollRisk) -> None:
    fans, unit = result.risk.fan, result.unit
    levels = list(fans[0].winnings)
    rows = [
        (f"{one.rounds:,}", *(f"{one.winnings[level] * unit:+,.0f}" for level in levels)) for one in fans[3::4] or fans
    ]
    print_table("winnings by percentile", ("rounds", *(f"{level}%" for level in levels)), rows)
