"""Simulated rounds, from user-supplied arguments. The command line calls these functions too."""

from collections.abc import Mapping
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from lammer.api.analysis import best_chart_of, exact_game
from lammer.api.arguments import OnProgress, need_numba, number_of
from lammer.api.results import Simulation
from lammer.api.shoes import ShoeChoice
from lammer.api.strategies import HOUSE, StrategyLike, forced_play, play_for
from lammer.counting.systems import named_count
from lammer.errors import BadArgument
from lammer.rules.parlays import ALWAYS, NEVER, Policy
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import house_chart

if TYPE_CHECKING:
    from lammer.exact.play import Play
    from lammer.simulate.arrays import Counts
    from lammer.simulate.kernel_data import Tally
    from lammer.simulate.table import KernelTable

MAX_SEATS = 7
SHOES = ("fresh", "cut", "csm")
PARLAYS = ("never", "always", "best")


class Wagers(NamedTuple):
    """The wagers of every seat, in minor units."""

    main: int
    sides: Mapping[str, int]
    seats: int = 1
    against: bool = False
    """Whether the main wager is bet against the hand."""
    parlay: str = "never"
    """With which first cards and up cards winnings join the main wager: one of ``PARLAYS``."""


class Dealing(NamedTuple):
    """The number of rounds, the seed and the kind of shoe."""

    rounds: int
    seed: int
    shoe: str = "fresh"
    cut_decks: float | None = None
    threads: int = 0


def simulation(
    sheet: Sheet, strategy: StrategyLike, wagers: Wagers, dealing: Dealing, on_progress: OnProgress | None
) -> Simulation:
    """Runs the simulation. Ctrl-C stops it and returns the rounds dealt so far."""
    need_numba("simulation")
    from lammer.simulate.estimates import estimate
    from lammer.simulate.run import CHUNK, Plan, run

    if dealing.shoe not in SHOES:
        raise BadArgument("shoe", f"{dealing.shoe!r} is not one of {', '.join(SHOES)}")
    play = _play(sheet, strategy, against=wagers.against)
    table = kernel_table(sheet, play, wagers)
    plan = Plan(dealing.seed, dealing.rounds, cards_before_cut(sheet, dealing.shoe, dealing.cut_decks))

    def report_chunks(_tally: "Tally", chunks: int) -> None:
        if on_progress is not None:
            on_progress(min(chunks * CHUNK, plan.rounds), plan.rounds)

    ran = run(table, plan, dealing.threads, report_chunks)
    if ran.chunks == 0:
        raise KeyboardInterrupt
    found = estimate(table, ran.tally)
    return Simulation(sheet.ref, play.name, plan.seed, dealing.shoe, wagers.seats, found, ran.stopped)


def _play(sheet: Sheet, strategy: StrategyLike, *, against: bool) -> "Play":
    if against:
        return forced_play(strategy, HOUSE)
    return chart_play(sheet, strategy)


def chart_play(sheet: Sheet, strategy: StrategyLike) -> "Play":
    """The play of a strategy; the best chart is that of a full shoe."""
    return play_for(strategy, sheet, lambda: best_chart_of(sheet, ShoeChoice()))


def kernel_table(sheet: Sheet, play: "Play", wagers: Wagers) -> "KernelTable":
    """The kernels' table, played by a chart or by the best play of every composition from a full shoe."""
    from lammer.exact.best_chart import swap_values
    from lammer.exact.finding import shoe_of
    from lammer.exact.play import ByChart, Forced
    from lammer.report.plays import composition_plays
    from lammer.simulate.plays import plays_of
    from lammer.simulate.table import KernelTable
    from lammer.strategy.swaps import NO_SWAPS

    if not 1 <= wagers.seats <= MAX_SEATS:
        raise BadArgument("seats", f"a table has 1 to {MAX_SEATS}", wagers.seats)
    against, swaps = isinstance(play, Forced), NO_SWAPS
    if against:
        plays = plays_of(sheet, house_chart(sheet), against=True)
    elif isinstance(play, ByChart):
        plays, swaps = plays_of(sheet, play.chart), play.chart.swaps
    else:
        game = exact_game(sheet, shoe_of(sheet)[0], play)
        plays, swaps = composition_plays(game), swap_values(game) if game.tables.swaps else NO_SWAPS
    parlays = NEVER if against else parlay_policy(sheet, wagers.parlay, play)
    return KernelTable(
        sheet,
        plays,
        wager=wagers.main,
        sides=wagers.sides,
        seats=wagers.seats,
        against=against,
        parlays=parlays,
        swaps=swaps,
    )


def parlay_policy(sheet: Sheet, how: str, play: "Play") -> Policy:
    """With which first cards and up cards winnings join the main wager. The best policy for a full shoe depends on how
    hands are played."""
    if how not in PARLAYS:
        raise BadArgument("parlay", f"{how!r} is not one of {', '.join(PARLAYS)}")
    if how != "best" or all(bet.parlay is None for bet in sheet.side_bets.values()):
        return ALWAYS if how == "always" else NEVER
    need_numba("the exact analysis")
    from lammer.exact.finding import shoe_of
    from lammer.exact.parlays import best_parlays

    return best_parlays(exact_game(sheet, shoe_of(sheet)[0], play))


def cards_before_cut(sheet: Sheet, shoe: str, cut_decks: float | None) -> int:
    """Cards dealt before the cut card; 0 for a full shoe in every round, as with a continuous shuffler."""
    cards = 52 * sheet.rules.shoe.decks
    if shoe != "cut":
        if cut_decks is not None:
            raise BadArgument("cut_decks", 'sets the position of the cut card: add shoe="cut"')
        return 0
    rules = sheet.rules.cut
    decks = (rules.card_minimum_decks + rules.card_maximum_decks) / 2 if cut_decks is None else cut_decks
    behind = round(52 * decks) if isfinite(number_of("cut_decks", decks)) else 0
    if not 0 < behind < cards:
        raise BadArgument("cut_decks", f"1 to {cards - 1} cards of this shoe can be behind the cut card", f"{decks:g}")
    return cards - behind


def counted_tags(count: str, rounding: str, decks: int = 1) -> "Counts | None":
    """The tags of a count as the simulator takes them; None without one."""
    if not count:
        return None
    from lammer.counting.kernel_tags import kernel_tags

    return kernel_tags(named_count(count).tags, rounding, decks)
