"""The runs of a sweep: every sheet with every value, every chart and every seed; and their results."""

import functools
import re
import time
from collections.abc import Iterator, Sequence
from itertools import groupby, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lammer.simulate.refusals import NotPaired
from lammer.surfaces.cli.analysis.options import axis_option, varied_sheet
from lammer.surfaces.cli.options import BadOption
from lammer.surfaces.cli.simulation.options import Dealing, play_for, table_for

if TYPE_CHECKING:
    from lammer.rules.sheet import Sheet
    from lammer.simulate.estimates import Mean
    from lammer.simulate.paired import PairedTables
    from lammer.simulate.run import Plan, Ran
    from lammer.simulate.table import KernelTable
    from lammer.surfaces.cli.simulation.engines import Engine

MAX_SEEDS = 1000
READABLE = 80
"""The maximum length of the readable part of a file name."""


class Posted(NamedTuple):
    """A game with its rules and its strategy, ready to be dealt."""

    labels: dict[str, str]
    """Game, varied values and chart, by the names of their columns."""
    sheet: "Sheet"
    table: "KernelTable | PairedTables"
    """The game's table; with --paired, together with the table of the first game."""


class Combination(NamedTuple):
    """A posted game and a seed: one run."""

    posted: Posted
    plan: "Plan"
    path: Path | None
    before: "Ran[Any] | None"


class Line(NamedTuple):
    """The result of a game with one seed, or with several seeds together."""

    posted: Posted
    seeds: tuple[int, ...]
    tally: Any
    seconds: float


def seeds_option(text: str) -> list[int]:
    """``1,2,3`` or ``1-5``, or both."""
    found: list[int] = []
    for part in text.replace(" ", "").split(","):
        match = re.fullmatch(r"(\d{1,18})(?:-(\d{1,18}))?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not first <= last < first + MAX_SEEDS - len(found):
            raise BadOption(f"--seed {text}: write whole numbers, like 1,2,3 or 1-5, at most {MAX_SEEDS}")
        found += range(first, last + 1)
    if len(set(found)) < len(found):
        raise BadOption(f"--seed {text}: a repeated seed would deal the same rounds again")
    return found


def posted_games(
    games: Sequence[str],
    overrides: tuple[str, ...],
    vary: Sequence[str],
    charts: Sequence[str],
    seats: int,
    *,
    paired: bool,
    partial: bool = False,
) -> list[Posted]:
    """Every combination. ``paired`` pairs each with the first one, which is paired with itself.

    Faults of a sheet or a chart are raised here, before the first round."""
    axes = [axis_option(text) for text in vary]
    found: list[Posted] = []
    first: KernelTable | None = None
    for game, choice, chart in product(games, product(*axes), charts):
        sheet = varied_sheet(game, overrides, choice)
        play = play_for(chart, sheet, partial)
        table = table_for(sheet, play, {}, seats)
        first = first or table
        varied = {key: value for key, _, value in (text.partition("=") for text in choice)}
        labels = {"game": game, **varied, "strategy": play.name}
        found.append(Posted(labels, sheet, _paired(first, table) if paired else table))
    return found


def _paired(first: "KernelTable", second: "KernelTable") -> "PairedTables":
    from lammer.simulate.paired import PairedTables

    try:
        return PairedTables(first, second)
    except NotPaired as refused:
        raise BadOption(f"--paired: {refused}") from None


def combined(
    posted: Sequence[Posted], seeds: Sequence[int], dealing: Dealing, folder: Path | None
) -> list[Combination]:
    """Every game with every seed. With a folder, each run continues from the sums saved there."""
    from lammer.simulate.saving import load

    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    found = []
    for one, seed in product(posted, seeds):
        plan, path, before = dealing.plan(one.sheet, seed), None, None
        if folder is not None:
            path = folder / _file_name(one, plan)
            before = load(path, one.table, plan, one.labels["strategy"])
        found.append(Combination(one, plan, path, before))
    return found


def _file_name(posted: Posted, plan: "Plan") -> str:
    """A readable file name that is unique for everything that affects the run."""
    from lammer.simulate.saving import digest

    readable = re.sub(r"[^\w.=+-]+", "_", " ".join(posted.labels.values()))[:READABLE]
    return f"{readable}-{plan.seed}-{digest(posted.table, plan, posted.labels['strategy'])}.json"


def dealt(combinations: Sequence[Combination], engine: "Engine") -> tuple[list[Line], bool]:
    """The results, and whether the sweep was stopped before its end."""
    from lammer.simulate.saving import store

    lines: list[Line] = []
    try:
        for posted, plan, path, before in combinations:
            begun = time.perf_counter()
            ran = engine.run(posted.table, plan, functools.partial(_shown, posted.table), before)
            if path is not None:
                store(path, posted.table, plan, posted.labels["strategy"], ran)
            if ran.chunks:
                lines.append(Line(posted, (plan.seed,), ran.tally, time.perf_counter() - begun))
            if ran.stopped:
                return lines, True
    except KeyboardInterrupt:
        return lines, True
    return lines, False


def _shown(table: "KernelTable | PairedTables", tally: Any) -> "Mean":
    """The figure in the progress bar: the edge, or the difference of two."""
    from lammer.simulate.estimates import main_mean
    from lammer.simulate.paired import PairedTables, estimate_pair

    return estimate_pair(table, tally).difference if isinstance(table, PairedTables) else main_mean(table, tally)


def with_pools(lines: Sequence[Line]) -> Iterator[Line]:
    """All lines; after the lines of one game with several seeds, also their pooled result."""
    for _, group in groupby(lines, key=lambda line: id(line.posted)):
        same = list(group)
        yield from same
        if len(same) > 1:
            yield _pooled(same)


def _pooled(lines: Sequence[Line]) -> Line:
    posted = lines[0].posted
    tally: Any = posted.table.new_tally()
    for line in lines:
        tally = tally.plus(line.tally)
    seeds = tuple(seed for line in lines for seed in line.seeds)
    return Line(posted, seeds, tally, sum(line.seconds for line in lines))


def figures(line: Line) -> dict[str, Any]:
    """One row of the table, by the names of its columns."""
    from lammer.simulate.estimates import estimate
    from lammer.simulate.paired import PairedTables, estimate_pair

    posted, apart = line.posted, {}
    if isinstance(posted.table, PairedTables):
        pair = estimate_pair(posted.table, line.tally)
        net, rounds, voids = pair.second, pair.rounds, pair.voids
        apart = {
            "difference": 0.0 - pair.difference.value,
            "difference_margin_95": pair.difference.margin,
            "correlation": pair.correlation,
            "fewer_rounds": pair.fewer_rounds,
        }
    else:
        found = estimate(posted.table, line.tally)
        net, rounds, voids = found.main, found.rounds, found.voids
    return {
        **posted.labels,
        "sheet": posted.sheet.ref,
        "seeds": list(line.seeds),
        "rounds": rounds,
        "voids": voids,
        "house_edge": 0.0 - net.value,
        "margin_95": net.margin,
        "sd": net.sd,
        **apart,
        "seconds": round(line.seconds, 3),
    }
