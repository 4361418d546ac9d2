"""Computes every figure of a PAR sheet once, by the functions that the commands use too."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from lammer.api.analysis import ANALYSIS, lights_of
from lammer.api.arguments import need_numba
from lammer.api.game import Game
from lammer.api.strategies import COMPOSITION, HOUSE, built_in_chart, of_stakes, stakes_of
from lammer.errors import BadArgument
from lammer.exact.refusals import NotAnalysed
from lammer.papers.edges import Asked, main_edges
from lammer.papers.examples import Example, examples_of
from lammer.papers.progressives import Progressive, progressives_of
from lammer.papers.second_process import Alone, Workers
from lammer.papers.spread import begin_spread, best_play, bet_against
from lammer.papers.wanted import LeftOut, Wanted, attempt
from lammer.rules.lint import Remark, lint
from lammer.rules.sheet import Sheet
from lammer.rules.sidebets import SideBetFinding, fixed_side_bets

if TYPE_CHECKING:
    from lammer.exact.combined_play import JointFinding
    from lammer.exact.finding import Finding, WholeFinding
    from lammer.exact.lights import LightsFinding
    from lammer.exact.results import Results
    from lammer.exact.values import Game as ExactGame
    from lammer.papers.removal import Removal
    from lammer.papers.rule_effects import RuleEffects
    from lammer.papers.simulated import Simulated
    from lammer.strategy.chart import Chart

Step = Callable[[str], None]
"""Called with the name of a part when it begins."""
STEPS = ("charts", "edges and rule effects", "side bets", "spread", "removed cards", "simulation", "examples")
NOT_ASKED = "This part was left out by the command that made the document."


class Joint(NamedTuple):
    """Joint play of the main game and one bet on lammers, with equal wagers."""

    bet: str
    paytable: str
    main_edge: float
    side_edge: float
    found: "JointFinding"


class NetResults(NamedTuple):
    """The chances of the net results of a round and their deviation, in original wagers. ``rounds`` were simulated;
    0 if they are exact. ``error`` is the standard error of the deviation."""

    chances: dict[float, float]
    sd: float
    rounds: int = 0
    error: float = 0.0


@dataclass(frozen=True)
class Figures:
    """Everything that a PAR sheet prints. A part that could not be computed is a ``LeftOut``."""

    sheet: Sheet
    source: str
    """What the user called the game: its name, or its file."""
    wanted: Wanted
    remarks: tuple[Remark, ...]
    edge: "Finding | LeftOut"
    results: "Results | LeftOut"
    charts: "dict[str, Chart]"
    """The best chart and the house's, by name; only the stakes that the game has."""
    chart_edges: "dict[str, Finding | LeftOut]"
    side_bets: tuple[SideBetFinding, ...]
    refused_bets: dict[str, str]
    against: "WholeFinding | LeftOut | None"
    """The bet against one's own hand; None if the game has none."""
    lights: "LightsFinding | LeftOut | None"
    """For the smallest wager; None if no card is marked."""
    joint: tuple[Joint, ...]
    simulated: "Simulated | LeftOut"
    effects: "RuleEffects | LeftOut"
    removal: "Removal | LeftOut"
    progressives: tuple[Progressive, ...]
    examples: tuple[Example, ...]
    overrides: tuple[str, ...] = field(default=())

    @cached_property
    def net_results(self) -> NetResults | LeftOut:
        """Exact, or simulated for a game whose spread is not analysed."""
        if not isinstance(self.results, LeftOut):
            return NetResults(self.results.chances, self.results.sd)
        if self.results.why == NOT_ASKED or isinstance(self.simulated, LeftOut):
            return self.results
        found = self.simulated.main
        mean, sd = found.main.value, found.main.sd
        fourth = sum((net - mean) ** 4 * share for net, share in found.results.items())
        error = sqrt((fourth - sd**4) / found.rounds) / (2 * sd)
        return NetResults(dict(sorted(found.results.items())), sd, found.rounds, error)

    @cached_property
    def posted(self) -> tuple[SideBetFinding, ...]:
        """The findings for the paytables that are posted, and insurance."""
        bets = self.sheet.side_bets
        return tuple(one for one in self.side_bets if one.id not in bets or bets[one.id].paytable == one.paytable)


def figures_of(
    game: Game, source: str, wanted: Wanted, step: Step = lambda _part: None, workers: Workers | None = None
) -> Figures:
    """Computes all parts, alone or as one of the ``workers``. ``step`` is called before each of ``STEPS``."""
    need_numba(ANALYSIS)
    from lammer.papers.removal import removal_of
    from lammer.papers.rule_effects import asked_of, effects_of, rule_changes
    from lammer.papers.simulated import simulated

    sheet, workers = game.sheet, workers or Alone()
    # The longest piece comes first. The simulation uses all processors, so it comes when nothing else is left to do.
    later_removal = workers.begin(attempt, partial(removal_of, sheet)) if wanted.removal else _not_asked
    later_spread = begin_spread(sheet, workers) if wanted.spread else _not_asked
    later_lights = workers.begin(_lights, sheet) if sheet.rules.lights is not None else lambda: None
    step("charts")
    table = attempt(lambda: best_play(sheet))
    charts = _charts(sheet, table if wanted.chart else LeftOut(NOT_ASKED))
    step("edges and rule effects")
    changes = rule_changes(game) if wanted.effects else []
    by_chart = [Asked(sheet, chart) for chart in charts.values()]
    edge, *others = main_edges([Asked(sheet), *by_chart, *asked_of(changes)], workers)
    chart_edges = dict(zip(charts, others, strict=False))
    effects = effects_of(changes, edge, others[len(charts) :]) if wanted.effects else _not_asked()
    step("side bets")
    found, refused = _side_bets(sheet, table)
    joint = () if isinstance(table, LeftOut) else tuple(_joint(sheet, table, refused))
    step("spread")
    results = later_spread()
    streaks, without = _streaks(sheet, results)
    against = attempt(lambda: bet_against(sheet)) if sheet.rules.against.offered else None
    step("removed cards")
    removal = later_removal()
    step("simulation")
    house = charts[HOUSE], chart_edges[HOUSE]
    play = partial(simulated, sheet, table, results, against, wanted, lambda: house)
    dealt = attempt(play) if wanted.rounds else LeftOut(NOT_ASKED)
    step("examples")
    lights, examples = later_lights(), examples_of(game)
    return Figures(
        sheet=sheet,
        source=source,
        wanted=wanted,
        remarks=tuple(_remarks(sheet, edge, lights)),
        edge=edge,
        results=results,
        charts=charts,
        chart_edges=chart_edges,
        side_bets=(*streaks, *found),
        refused_bets=refused | without,
        against=against,
        lights=lights,
        joint=joint,
        simulated=dealt,
        effects=effects,
        removal=removal,
        progressives=progressives_of(sheet),
        examples=examples,
    )


def _not_asked() -> LeftOut:
    return LeftOut(NOT_ASKED)


def _charts(sheet: Sheet, table: "ExactGame | LeftOut") -> "dict[str, Chart]":
    from lammer.exact.best_chart import best_chart

    charts = {}
    if not isinstance(table, LeftOut):
        charts["total"] = of_stakes(best_chart(table), stakes_of(sheet))
    return charts | {HOUSE: _house_chart(sheet)}


def house_play(sheet: Sheet) -> "tuple[Chart, Finding | LeftOut]":
    """The chart that the sheet names, with its exact edge."""
    chart = _house_chart(sheet)
    (edge,) = main_edges([Asked(sheet, chart)], Alone())
    return chart, edge


def _house_chart(sheet: Sheet) -> "Chart":
    house = built_in_chart(HOUSE, sheet)
    assert house is not None  # every sheet names a shipped chart
    return of_stakes(house, stakes_of(sheet))


def _side_bets(sheet: Sheet, table: "ExactGame | LeftOut") -> tuple[list[SideBetFinding], dict[str, str]]:
    """The findings of all bets that are analysed, and the reasons for the others."""
    from lammer.exact.sidebets import bets_on_lammers, check_side_bet, lammer_bets

    refused: dict[str, str] = {}
    for bet_id in sheet.side_bets:
        try:
            check_side_bet(sheet, bet_id)
        except NotAnalysed as why:
            refused[bet_id] = str(why)
    found: list[SideBetFinding] = []
    on_lammers = bets_on_lammers(sheet)
    if on_lammers and not set(on_lammers) & set(refused):
        more = table if isinstance(table, LeftOut) else attempt(lambda: list(lammer_bets(sheet, table)))
        if isinstance(more, LeftOut):
            refused |= dict.fromkeys(on_lammers, more.why)
        else:
            found += more
    others = attempt(lambda: list(_fixed(sheet, table)))
    if isinstance(others, LeftOut):
        return found, refused | {bet: others.why for bet in sheet.side_bets if bet not in on_lammers}
    return [one for one in found + others if may_be_posted(sheet, one)], refused


def may_be_posted(sheet: Sheet, found: SideBetFinding) -> bool:
    """Some paytables are for other numbers of decks."""
    bet = sheet.side_bets.get(found.id)
    return bet is None or bet.paytables[found.paytable].fits(sheet.rules.shoe.decks)


def _fixed(sheet: Sheet, table: "ExactGame | LeftOut") -> Iterator[SideBetFinding]:
    """Bets that do not depend on play; their winnings may join the main wager."""
    from lammer.exact.parlays import with_parlays

    found = fixed_side_bets(sheet)
    return found if isinstance(table, LeftOut) else with_parlays(sheet, table, None, found)


def _streaks(sheet: Sheet, results: "Results | LeftOut") -> tuple[list[SideBetFinding], dict[str, str]]:
    """Bets on rounds won in a row, which follow from the results of one round, and why there are none."""
    from lammer.exact.streaks import bets_on_streaks, streak_bets

    if isinstance(results, LeftOut):
        return [], dict.fromkeys(bets_on_streaks(sheet), results.why)
    return list(streak_bets(sheet, results)), {}


def _lights(sheet: Sheet) -> "LightsFinding | LeftOut":
    return attempt(lambda: lights_of(sheet, COMPOSITION, sheet.rules.limits.minimum))


def _joint(sheet: Sheet, table: "ExactGame", refused: dict[str, str]) -> "list[Joint]":
    from lammer.exact.combined_play import joint
    from lammer.exact.sidebets import bets_on_lammers, lammer_outcomes

    found = []
    for bet_id, bet in bets_on_lammers(sheet).items():
        if bet_id not in refused:
            paytable = bet.paytables[bet.paytable]
            one = joint(table, bet, paytable, 1.0)
            side = SideBetFinding(bet_id, bet.paytable, lammer_outcomes(bet, paytable, one.chances))
            found.append(Joint(bet.name, bet.paytable, -one.main, side.house_edge, one))
    return found


def _remarks(sheet: Sheet, edge: "Finding | LeftOut", lights: "LightsFinding | LeftOut | None") -> list[Remark]:
    from lammer.exact.lint import exact_remarks

    if isinstance(edge, LeftOut):
        return lint(sheet)
    try:
        return [*lint(sheet), *exact_remarks(sheet, edge, None if isinstance(lights, LeftOut) else lights)]
    except (NotAnalysed, BadArgument):
        return lint(sheet)
