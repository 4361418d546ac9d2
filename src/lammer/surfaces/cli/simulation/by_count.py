"""``lammer by-count``."""

import functools
import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from lammer.api.arguments import seed_number
from lammer.api.by_true_count import HEADER, CountWork, asked_by_count, count_rows
from lammer.surfaces.cli.lights_note import say_lights_left_out
from lammer.surfaces.cli.options import AttachOption, JsonOption, SetOption, sheet_and_sides
from lammer.surfaces.cli.output import print_json, print_table
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.shared import (
    CountOption,
    GameArgument,
    RoundsOption,
    SeedOption,
    StrategyOption,
    TrueCountOption,
)
from lammer.surfaces.cli.simulation.engines import engine_for
from lammer.surfaces.cli.simulation.options import (
    CutDecksOption,
    ThreadsOption,
    cut_for,
    play_for,
    prepare_simulation,
    rounds_option,
)
from lammer.surfaces.cli.stopping import stopped_code

if TYPE_CHECKING:
    from lammer.report.by_true_count import ByCountFinding
    from lammer.simulate.kernel_data import Tally
    from lammer.simulate.run import Ran

by_count_app = App(
    name="by-count",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer by-count sd-blackjack --set split.maximum_hands=1 --compositions 2 \\
    --bins 0..1 --rounds 1e6

The default takes some minutes: 20 compositions of each true count from -3 to 5
are analysed exactly, and 100 million rounds are dealt. Ctrl-C prints what is
done. Figures are the player's expectation and the standard deviation of a
round, in wagers of the bet; ± is one standard error. docs/counting.md says how
the compositions are chosen.""",
)


@by_count_app.default
def by_count(
    game: GameArgument,
    *,
    count: CountOption = "hi-lo",
    true_count: TrueCountOption = "floor",
    bins: Annotated[
        str, Parameter(help="The lowest and the highest true count: LOW..HIGH.", allow_leading_hyphen=True)
    ] = "-3..5",
    compositions: Annotated[int, Parameter(help="Compositions of each true count that are analysed exactly.")] = 20,
    rounds: RoundsOption = "1e8",
    cut_decks: CutDecksOption = None,
    strategy: StrategyOption = "total",
    seed: SeedOption = "1",
    threads: ThreadsOption = 0,
    attach: AttachOption = (),
    set_: SetOption = (),
    json: JsonOption = False,
) -> int:
    """Expectation and standard deviation of every bet by true count: exact over random compositions of the shoe, and
    simulated. One chart is followed at every count; what perfect play would add is in a table of its own."""
    dealt = rounds_option(rounds)
    asked = asked_by_count(count, true_count, bins, compositions, seed_number(seed))
    sheet, _ = sheet_and_sides(game, set_, (), attach)
    say_lights_left_out(sheet)
    cut_for(sheet, "cut", cut_decks)
    prepare_simulation("deal_rounds")
    from lammer.counting.by_true_count import sample_of

    work = CountWork(sheet, play_for(strategy, sheet), asked, cut_decks)
    with Progress("shoes", asked.shoes, prints=False) as progress:
        starts = work.starts(progress.step)
    places = sample_of(starts, asked)
    with Progress("compositions", len(places), prints=False) as progress:
        analysed = work.analysed(starts, places, progress.step)
    if not analysed and places:
        print("lammer: stopped before any composition was analysed", file=sys.stderr)
        return stopped_code()
    ran = _simulated(work, dealt, threads) if len(analysed) == len(places) else None
    found = work.finding(starts, analysed, ran, stopped=ran is None or ran.stopped)
    if json:
        print_json(found.as_json())
    else:
        _print(found)
    return stopped_code() if found.about.stopped else 0


def _simulated(work: CountWork, rounds: int, threads: int) -> "Ran[Tally]":
    from lammer.simulate.estimates import main_mean

    with engine_for(threads, "", rounds) as engine:
        return engine.run(work.table, work.plan(rounds), functools.partial(main_mean, work.table))


def _print(found: "ByCountFinding") -> None:
    about, asked = found.about, found.asked
    stopped = ", stopped" if about.stopped else ""
    print(
        f"{about.sheet}, {about.strategy} play, {asked.system.name}, true count by {asked.rounding}, seed {asked.seed}"
    )
    print(f"cut card after {about.cut} cards; {about.rounds:,} rounds simulated{stopped}")
    print(f"exact: up to {asked.compositions} compositions of each true count, of {about.starts:,} round starts")
    for bet in found.bets:
        rows = count_rows(found, bet)
        dealt = any(row.mean.simulated is not None for row in bet.rows)
        kept = range(len(HEADER)) if dealt else (0, 1, 2, 3)
        print_table(f"\n{bet.name}", tuple(HEADER[at] for at in kept), [tuple(row[at] for at in kept) for row in rows])
    if found.zs:
        print(f"\nlargest of {len(found.zs)} differences {found.worst:+.2f} standard errors; limit {found.limit:.2f}")
    for bet_id, why in found.refused.items():
        print(f"{bet_id}: left out; {why}")
