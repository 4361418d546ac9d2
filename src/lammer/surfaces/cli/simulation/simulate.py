"""``lammer simulate``."""

import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Parameter

from lammer.api.arguments import seed_number
from lammer.api.simulation import counted_tags
from lammer.counting.systems import named_count
from lammer.exact.refusals import NotAnalysed
from lammer.rules.sheet import Sheet
from lammer.surfaces.cli.lights_note import say_lights
from lammer.surfaces.cli.options import (
    AttachOption,
    JsonOption,
    SetOption,
    SideOption,
    money_option,
    must_be_taken,
    must_be_writable,
    sheet_and_sides,
)
from lammer.surfaces.cli.output import percent, print_json, print_table
from lammer.surfaces.cli.shared import (
    AgainstOption,
    CountOption,
    GameArgument,
    ParlayOption,
    PartialOption,
    SeatsOption,
    SeedOption,
    StrategyOption,
    shared,
)
from lammer.surfaces.cli.simulation.bankroll import bank_options, bankroll_of, print_bankroll
from lammer.surfaces.cli.simulation.engines import engine_for
from lammer.surfaces.cli.simulation.options import (
    Dealing,
    must_simulate,
    play_for,
    prepare_simulation,
    rounds_option,
    table_for,
)
from lammer.surfaces.cli.stopping import stopped_code

if TYPE_CHECKING:
    from lammer.exact.play import Play
    from lammer.simulate.by_count import CountBin
    from lammer.simulate.estimates import Estimate, Mean
    from lammer.simulate.kernel_data import Tally
    from lammer.simulate.run import Plan, Ran
    from lammer.simulate.table import KernelTable

simulate_app = App(
    name="simulate",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer simulate sd-free-bet --rounds 1e7
  lammer simulate sd-free-bet --rounds 1e6 --side pot-of-gold=5 --json
  lammer simulate sd-blackjack --rounds 1e6 --shoe cut --cut-decks 1.5 \\
    --count hi-lo
  lammer simulate sd-free-bet --rounds 1e6 --bankroll 500 --horizon 1000
  lammer simulate sd-blackjack+war --rounds 1e6 --side war=10 --parlay best
  lammer simulate sd-free-bet --rounds 2e6 --save run.json  # Ctrl-C keeps sums
  lammer simulate sd-free-bet --rounds 3e6 --save run.json  # goes on from them

On a Dask cluster: --cluster tcp://HOST:8786, or --cluster local.""",
)


@Parameter(name="*")
@dataclass(frozen=True)
class Seated:
    """Options of the table: strategy, wagers, seats and rules."""

    strategy: StrategyOption = "house"
    partial: PartialOption = False
    against: AgainstOption = False
    bet: Annotated[str, shared("--bet", "It matters only with side wagers or a bankroll.")] = "10"
    side: SideOption = ()
    seats: SeatsOption = 1
    attach: AttachOption = ()
    set_: SetOption = ()
    parlay: ParlayOption = "never"

    def wagers(self, game: str) -> tuple[Sheet, int, dict[str, int]]:
        """The sheet, the main wager and the side wagers. Refuses wagers that the table does not accept."""
        wager = money_option("--bet", self.bet)
        sheet, sides = sheet_and_sides(game, self.set_, self.side, self.attach)
        say_lights(sheet)
        must_be_taken(sheet, wager, sides, against=self.against)
        return sheet, wager, sides

    def table(self, game: str) -> "tuple[KernelTable, Play]":
        sheet, wager, sides = self.wagers(game)
        play = play_for(self.strategy, sheet, self.partial, against=self.against)
        return table_for(sheet, play, sides, self.seats, wager, self.parlay), play


@Parameter(name="*")
@dataclass(frozen=True)
class Running(Dealing):
    """Options for dealing the rounds of one run."""

    seed: SeedOption = "1"
    count: CountOption = ""
    true_count: Annotated[Literal["floor", "round", "truncate"], shared("--true-count", "It needs --count.")] = "floor"
    path: Annotated[
        Literal["auto", "general"],
        Parameter(help="auto: the fastest kernel that supports the game; general: the kernel for every game."),
    ] = "auto"
    save: Annotated[Path | None, shared("--save", "A file.")] = None

    def whole_plan(self, sheet: Sheet) -> "Plan":
        plan = self.plan(sheet, seed_number(self.seed))
        tags = counted_tags(self.count, self.true_count, sheet.rules.shoe.decks)
        return plan._replace(tags=tags, fast=self.path == "auto")

    def run(self, table: "KernelTable", plan: "Plan", chart: str) -> "Ran[Tally]":
        from lammer.simulate.estimates import main_mean
        from lammer.simulate.saving import load, store

        before = load(self.save, table, plan, chart) if self.save is not None else None
        with engine_for(self.threads, self.cluster, plan.rounds) as engine:
            ran = engine.run(table, plan, partial(main_mean, table), before)
        if self.save is not None:
            store(self.save, table, plan, chart, ran)
        return ran


@simulate_app.default
def simulate(
    game: GameArgument,
    *,
    seated: Seated = Seated(),  # noqa: B008 (frozen, and how cyclopts takes shared options)
    running: Running = Running(),  # noqa: B008
    bank: Annotated[
        str, shared("--bankroll", "Also print risk of ruin, N0 and quantiles of the winnings.", show_default=False)
    ] = "",
    horizon: Annotated[
        str | None, Parameter(help="The number of rounds to consider. It needs --bankroll; else 1e4.")
    ] = None,
    json: JsonOption = False,
) -> int:
    """Deal millions of rounds a second by a chart and print the results with standard errors."""
    rounds_option(running.rounds)
    seed_number(running.seed)
    bank_, ahead = bank_options(bank, horizon)
    if running.save is not None:
        must_be_writable("--save", running.save)
    must_simulate()
    seated.wagers(game)
    if running.count:
        named_count(running.count)
    prepare_simulation("deal_rounds" if seated.side or running.count else "run_automaton")
    from lammer.simulate.by_count import count_bins
    from lammer.simulate.estimates import as_json, estimate

    table, play = seated.table(game)
    plan = running.whole_plan(table.sheet)
    begun = time.perf_counter()
    ran = running.run(table, plan, play.name)
    seconds = time.perf_counter() - begun
    if ran.chunks == 0:
        print("lammer: stopped before any rounds were finished", file=sys.stderr)
        return stopped_code()
    found = estimate(table, ran.tally)
    bins = count_bins(table, ran.tally) if plan.tags is not None else []
    moved = _effect(table, play, found) if running.shoe == "cut" or table.seats > 1 else None
    rolled = bankroll_of(table, play, found, bank_, ahead, cut=plan.cut > 0) if bank_ else None
    about: dict[str, Any] = {
        "sheet": table.sheet.ref,
        "strategy": play.name,
        "seed": plan.seed,
        "shoe": running.shoe,
        "seats": table.seats,
        "engine": running.engine(),
        "path": "fast" if plan.fast and plan.tags is None and table.runs_fast(plan.cut) else "general",
        "stopped": ran.stopped,
        "seconds": round(seconds, 3),
    }
    if json:
        counts = [one.as_json() for one in bins]
        more = ({"counts": counts} if bins else {}) | ({"bankroll": rolled.as_json()} if rolled else {})
        print_json(about | as_json(found) | ({"effect": moved} if moved else {}) | more)
    else:
        _print(about, found, moved, bins)
        if rolled:
            print_bankroll(rolled)
    return stopped_code() if ran.stopped else 0


def _effect(table: "KernelTable", play: "Play", found: "Estimate") -> dict[str, Any]:
    """The effect of the cut card and the seats on the edge, or the reason why it is unknown."""
    from lammer.report.effect import effect

    try:
        return effect(table.sheet, play, found)._asdict()
    except NotAnalysed as refused:
        return {"refused": str(refused)}


def _print_effect(moved: dict[str, Any]) -> None:
    if "refused" in moved:
        print(f"against one seat and a fresh shoe: not computed, {moved['refused']}")
        return
    low, high = moved["interval_95"]
    around = f"{percent(moved['difference'], signed=True)} ± {percent((high - low) / 2)}"
    print(f"against one seat and a fresh shoe, {percent(moved['fresh_shoe_edge'])} exactly: {around}")


def _mean(mean: "Mean") -> tuple[str, str, str]:
    return percent(-mean.value), percent(mean.margin), f"{mean.sd:.4f}"


def _of_bin(one: "CountBin", net: "Mean") -> tuple[str, str, str]:
    edge, around, spread = _mean(net)
    return (edge, around, spread) if one.spreads else (edge, "-", "-")


def _print(about: dict[str, Any], found: "Estimate", moved: dict[str, Any] | None, bins: "list[CountBin]") -> None:
    stopped = ", stopped" if about["stopped"] else ""
    seats = "1 seat" if about["seats"] == 1 else f"{about['seats']} seats"
    print(f"{about['sheet']}, {about['strategy']} play, {about['shoe']} shoe, {seats}, seed {about['seed']}")
    print(f"{found.rounds:,} rounds in {about['seconds']:.1f} s, {about['path']} kernel{stopped}")
    edge, around, _ = _mean(found.main)
    print(f"house edge {edge} ± {around} (95%) of the original wager")
    if moved is not None:
        _print_effect(moved)
    print(f"standard deviation {found.main.sd:.6f}")
    for side in found.sides:
        edge, around, spread = _mean(side.net)
        print(f"{side.id} {side.paytable}: house edge {edge} ± {around} of its wager, standard deviation {spread}")
    if found.together is not None:
        edge, around, spread = _mean(found.together)
        print(f"all wagers together: {edge} ± {around} of the main wager, standard deviation {spread}")
    rows = [(f"{net:+g}", f"{chance:.9f}") for net, chance in found.results.items()]
    print_table("net results, in original wagers", ("net", "share"), rows)
    averages = found.per_round | {"dealer natural": found.dealer_natural}
    print_table("in a round", ("what", "average"), [(what, f"{number:.6f}") for what, number in averages.items()])
    if len(found.lammers) > 1:
        shares = [(number, f"{part:.9f}") for number, part in found.lammers.items()]
        print_table("lammers, where the dealer had no natural", ("number", "share of all rounds"), shares)
    if found.voids:
        print(f"{found.voids:,} rounds were void: the shoe ran out of cards")
    if bins:
        counted = [(f"{one.true_count:+d}", f"{one.share:.6f}", *_of_bin(one, one.net)) for one in bins]
        print_table("by true count", ("count", "share", "edge", "±", "sd"), counted)
    for bet, side in enumerate(found.sides):
        by_count = [(f"{one.true_count:+d}", *_of_bin(one, one.sides[bet].net)) for one in bins]
        if by_count:
            print_table(f"{side.id} {side.paytable} by true count", ("count", "edge", "±", "sd"), by_count)
