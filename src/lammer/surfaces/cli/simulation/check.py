"""``lammer check``."""

import functools
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from lammer.api.arguments import seed_number
from lammer.surfaces.cli.options import (
    AttachOption,
    BadOption,
    JsonOption,
    SetOption,
    sheet_and_sides,
)
from lammer.surfaces.cli.output import print_json, print_table
from lammer.surfaces.cli.shared import (
    AgainstOption,
    GameArgument,
    PartialOption,
    RoundsOption,
    SeedOption,
    StrategyOption,
)
from lammer.surfaces.cli.simulation.engines import engine_for
from lammer.surfaces.cli.simulation.options import (
    ThreadsOption,
    play_for,
    prepare_simulation,
    rounds_option,
    table_for,
)
from lammer.surfaces.cli.stopping import stopped_code

if TYPE_CHECKING:
    from lammer.report.check import Compared

check_app = App(
    name="check",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer check sd-blackjack --rounds 1e7
  lammer check winners-option --against --rounds 1e7
  lammer check sd-blackjack --rounds 1e7 --strategy standard --all --json""",
)


@check_app.default
def check(
    game: GameArgument,
    *,
    rounds: RoundsOption = "1e8",
    seed: SeedOption = "1",
    strategy: StrategyOption = "house",
    partial: PartialOption = False,
    against: AgainstOption = False,
    threads: ThreadsOption = 0,
    all_: Annotated[
        bool,
        Parameter(name="--all", negative="", show_default=False, help="Print every figure, not only the worst ones."),
    ] = False,
    attach: AttachOption = (),
    set_: SetOption = (),
    json: JsonOption = False,
) -> int:
    """Compare the exact analysis of a chart with a simulation: house edge, standard deviation, net results, lammers and
    every side bet, with the difference in standard errors. Exit code 1 if a difference exceeds the limit, which happens
    by chance in one check of a thousand."""
    dealt = rounds_option(rounds)
    number = seed_number(seed)
    sheet, _ = sheet_and_sides(game, set_, (), attach)
    prepare_simulation("run_automaton")
    from lammer.report.check import MIN_ROUNDS, compared, exact_side, limit, wager_for
    from lammer.simulate.estimates import estimate, main_mean
    from lammer.simulate.run import Plan

    if dealt < MIN_ROUNDS:
        raise BadOption(f"--rounds {rounds}: a check needs at least {MIN_ROUNDS:,} rounds")
    play = play_for(strategy, sheet, partial, against=against)
    exact_game, results = exact_side(sheet, play)
    sides = {bet_id: bet.minimum for bet_id, bet in sheet.side_bets.items() if not against}
    found: list[tuple[str, Compared]] = []
    stopped = False
    runs: dict[str, dict[str, int]] = {"main game alone": {}} | ({"with every side bet": sides} if sides else {})
    with engine_for(threads, "", dealt * len(runs)) as engine:
        for name, wagers in runs.items():
            table = table_for(sheet, play, wagers, 1, wager_for(sheet))
            ran = engine.run(table, Plan(number, dealt, 0), functools.partial(main_mean, table))
            if ran.tally.nets.sum() >= MIN_ROUNDS:
                found += [(name, one) for one in compared(sheet, exact_game, results, estimate(table, ran.tally))]
            if stopped := ran.stopped:
                break
    found.sort(key=lambda entry: -abs(entry[1].z))
    worst = found[0][1].z if found else 0.0
    maximum = limit(len(found))
    agree = bool(found) and abs(worst) <= maximum
    if json:
        figures = [one._asdict() | {"run": kernel} for kernel, one in found]
        about = {"sheet": sheet.ref, "strategy": play.name, "rounds": dealt, "seed": number, "stopped": stopped}
        print_json(about | {"agree": agree, "worst_z": worst, "limit_z": maximum, "figures": figures})
    else:
        _print(
            f"{sheet.ref}, {play.name} play, {dealt:,} rounds{' (stopped)' if stopped else ''}", found, maximum, all_
        )
    if stopped:
        return stopped_code()
    return 0 if agree else 1


def _print(title: str, found: "list[tuple[str, Compared]]", maximum: float, all_: bool) -> None:
    if not found:
        print(f"{title}: too few rounds to compare")
        return
    worst = found[0][1].z
    verdict = "agree" if abs(worst) <= maximum else "DIFFER"
    print(f"{title}: exact and simulated {verdict}")
    print(
        f"worst of {len(found)} figures {worst:+.2f} standard errors; limit {maximum:.2f}, "
        "exceeded by chance once in 1,000 checks"
    )
    rows = [
        (run, one.what, f"{one.exact:.9f}", f"{one.simulated:.9f}", f"{one.z:+.2f}")
        for run, one in (found if all_ else found[:5])
    ]
    print_table("", ("run", "figure", "exact", "simulated", "z"), rows)
