"""Single pictures of a game, by name. Each takes its figures from the functions that the commands use."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from lammer.api.analysis import ANALYSIS
from lammer.api.arguments import need_numba
from lammer.api.game import Game
from lammer.api.html import COLOURS
from lammer.errors import BadArgument
from lammer.exact.refusals import NotAnalysed
from lammer.papers import pictures
from lammer.papers.occurring import Rows, occurring, occurring_rows
from lammer.papers.pictures import ACCENT, FAINT, INK, WARM
from lammer.papers.wanted import LeftOut

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from lammer.risk.winnings import FanPoint
    from lammer.workbench.jackpots import ReturnCurve

HORIZON = 10_000
"""Rounds of a bankroll."""
MOST_EFFECTS = 24
LONGEST_LABEL = 56
FEW_CHUNKS, POINTS = 4, 10
"""Points of a simulation that is so short that its chunks are too few."""


class Plotted(NamedTuple):
    """The height in inches, and what draws the picture."""

    height: float
    draw: Callable[["Axes"], None]


def plot(game: Game, what: str, rounds: int, seed: int) -> Plotted:
    """Raises BadArgument for a picture that the game does not have."""
    need_numba(ANALYSIS)
    return PLOTS[what](game, rounds, seed)


def _edge_by_rule(game: Game, _rounds: int, _seed: int) -> Plotted:
    from lammer.papers.rule_effects import rule_effects

    found = rule_effects(game)
    if isinstance(found, LeftOut):
        raise NotAnalysed(found.why)
    rows = found.rows[:MOST_EFFECTS]
    labels = [_short(f"{one.label}: {one.change}") for one in rows]
    values = [100 * one.difference for one in rows]
    axis = "change of the house edge, percentage points"
    return Plotted(0.7 + 0.19 * len(rows), pictures.signed_bars(labels, values, axis))


def _short(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"


def _results(game: Game, _rounds: int, _seed: int) -> Plotted:
    return Plotted(3.0, pictures.results_bars(game.edge().results))


def _chart(game: Game, _rounds: int, _seed: int) -> Plotted:
    sections = [
        (f"{section}, {'own money' if stake == 'own' else 'lammer'}", rows)
        for stake, section, rows in occurring_rows(game.strategy().chart, game.sheet)
    ]
    lines = sum(len(rows) + 3 for _, rows in sections)
    return Plotted(0.17 * lines + 0.3, _chart_cells(sections, occurring(game.sheet).ups))


def _chart_cells(sections: list[tuple[str, Rows]], ups: tuple[str, ...]) -> Callable[["Axes"], None]:
    def draw(axes: "Axes") -> None:
        from matplotlib.patches import Rectangle

        line = 0.0
        for title, rows in sections:
            axes.text(0.1, -line - 0.5, title, fontsize=7, fontweight="bold", va="center")
            line += 1
            for at, up in enumerate(ups):
                axes.text(at + 1.5, -line - 0.5, up, fontsize=7, ha="center", va="center")
            for hand, cells in rows.items():
                line += 1
                axes.text(0.5, -line - 0.5, hand, fontsize=6.5, ha="center", va="center")
                for at, up in enumerate(ups):
                    action = cells.get(up, "-")
                    colour = COLOURS.get(action.partition("/")[0], "white")
                    axes.add_patch(Rectangle((at + 1, -line - 1), 1, 1, facecolor=colour, edgecolor="white"))
                    axes.text(at + 1.5, -line - 0.5, action, fontsize=6, ha="center", va="center")
            line += 1.5
        axes.set_xlim(0, len(ups) + 1)
        axes.set_ylim(-line, 0)
        axes.axis("off")

    return draw


def _bankroll(game: Game, rounds: int, _seed: int) -> Plotted:
    from lammer.risk.winnings import fan

    return Plotted(3.0, _fan(fan(game.edge().results, min(rounds, HORIZON))))


def _fan(points: "list[FanPoint]") -> Callable[["Axes"], None]:
    def draw(axes: "Axes") -> None:
        at = [point.rounds for point in points]
        for low, high, shade in ((1, 99, 0.15), (5, 95, 0.25), (25, 75, 0.4)):
            lower, upper = ([point.winnings[level] for point in points] for level in (low, high))
            axes.fill_between(at, lower, upper, color=ACCENT, alpha=shade, linewidth=0, label=f"{low}% to {high}%")
        axes.plot(at, [point.winnings[50] for point in points], color=INK, linewidth=1, label="median")
        axes.axhline(0, color=FAINT, linewidth=0.6)
        _thousands(axes)
        axes.set_xlabel("rounds")
        axes.set_ylabel("winnings of the player, in wagers")
        axes.legend(frameon=False, fontsize=7)

    return draw


def _meter(game: Game, _rounds: int, _seed: int) -> Plotted:
    from lammer.progressive.analysis import new_standing
    from lammer.progressive.terms import terms_fitting, terms_for_sheet
    from lammer.workbench.jackpots import return_curve

    names = terms_fitting(game.sheet)
    if not names:
        raise BadArgument("what", f"{game.sheet.id} has no terms of a jackpot, so there is no meter to draw")
    terms = terms_for_sheet(names[0], game.sheet)
    level = next(iter(terms.levels))
    return Plotted(3.0, _return_lines(return_curve(terms, new_standing(terms), level)))


def _return_lines(curve: "ReturnCurve") -> Callable[["Axes"], None]:
    def draw(axes: "Axes") -> None:
        meters = [meter / 100 for meter in curve["meters"]]
        for one, colour, style in zip(curve["stakes"], (ACCENT, WARM, INK), ("-", "--", ":"), strict=False):
            returns = [100 * value for value in one["returns"]]
            axes.plot(meters, returns, color=colour, linestyle=style, label=f"wager of {one['stake'] / 100:g}")
        axes.axhline(100, color=INK, linewidth=0.6, linestyle=":")
        _thousands(axes)
        axes.set_xlabel(f"{curve['level']}: amount of the meter")
        axes.set_ylabel("return, % of the wager")
        axes.legend(frameon=False, fontsize=7)

    return draw


def _convergence(game: Game, rounds: int, seed: int) -> Plotted:
    """The simulated edge after each chunk of rounds, which are summed in order whatever the number of threads. A run of
    few chunks is dealt in parts of growing length, each the beginning of the next."""
    from lammer.papers.figures import house_play
    from lammer.papers.simulated import dealt_play
    from lammer.papers.spread import best_play
    from lammer.report.check import wager_for
    from lammer.simulate.estimates import main_mean
    from lammer.simulate.run import CHUNK, Plan, run
    from lammer.simulate.table import KernelTable

    what = dealt_play(game.sheet, best_play(game.sheet), lambda: house_play(game.sheet))
    table = KernelTable(game.sheet, what.plays, wager=wager_for(game.sheet), swaps=what.swaps)
    points: dict[int, tuple[float, float]] = {}
    lengths = [rounds]
    if rounds <= CHUNK * FEW_CHUNKS:
        lengths = sorted({-(-rounds * part // POINTS) for part in range(1, POINTS + 1)})
    for length in lengths:

        def gathered(tally: Any, chunks: int, length: int = length) -> None:
            mean = main_mean(table, tally)
            points[min(chunks * CHUNK, length)] = -100 * mean.value, 100 * mean.margin

        if run(table, Plan(seed, length, 0), on_progress=gathered).stopped:
            raise KeyboardInterrupt
    return Plotted(3.0, _narrowing([(at, *points[at]) for at in sorted(points)], 100 * what.house_edge))


def _narrowing(points: list[tuple[int, float, float]], edge: float) -> Callable[["Axes"], None]:
    def draw(axes: "Axes") -> None:
        at = [rounds for rounds, _, _ in points]
        low, high = ([value + sign * margin for _, value, margin in points] for sign in (-1, 1))
        axes.fill_between(at, low, high, color=ACCENT, alpha=0.25, linewidth=0, label="95% interval")
        axes.plot(at, [value for _, value, _ in points], color=ACCENT, linewidth=1, marker=".", label="simulated")
        axes.axhline(edge, color=INK, linewidth=0.9, linestyle="--", label=f"exact {edge:.4f}%")
        _thousands(axes)
        axes.set_xlabel("rounds")
        axes.set_ylabel("house edge, %")
        axes.legend(frameon=False, fontsize=7)

    return draw


def _thousands(axes: "Axes") -> None:
    """Numbers with commas below the picture."""
    from matplotlib.ticker import StrMethodFormatter

    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))


PLOTS: dict[str, Callable[[Game, int, int], Plotted]] = {
    "edge-by-rule": _edge_by_rule,
    "results": _results,
    "chart": _chart,
    "bankroll": _bankroll,
    "meter": _meter,
    "convergence": _convergence,
}
