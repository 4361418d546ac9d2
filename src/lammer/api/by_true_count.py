"""Exact and simulated figures by true count, from user-supplied arguments, with readable results."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lammer.api import html
from lammer.api.arguments import OnProgress, count_of, need_numba, text_of
from lammer.api.arguments import steps_of as step_reporter
from lammer.api.simulation import Wagers, cards_before_cut, kernel_table
from lammer.api.text import aligned
from lammer.counting.systems import named_count
from lammer.counting.true_counts import checked_rounding
from lammer.errors import BadArgument
from lammer.rules.sheet import Sheet

if TYPE_CHECKING:
    from lammer.counting.by_true_count import Analysed, AskedByCount
    from lammer.exact.play import Play
    from lammer.report.by_true_count import BetByCount, ByCountFinding, Compared
    from lammer.simulate.arrays import Counts
    from lammer.simulate.kernel_data import Tally
    from lammer.simulate.round_starts import RoundStarts
    from lammer.simulate.run import Plan, Ran
    from lammer.simulate.table import KernelTable

OUTER = 19
"""The simulator gathers larger true counts in one bin."""
BINS = re.compile(r"\s*([-+]?\d{1,9})\s*\.\.\s*([-+]?\d{1,9})\s*")
HEADER = ["count", "share", "exact", "±", "simulated", "±", "z", "sd", "±", "simulated sd", "±", "z"]


def asked_by_count(count: str, true_count: str, bins: str, compositions: float, seed: int) -> "AskedByCount":
    """What is asked for, checked. ``bins`` is the lowest and the highest true count, like -3..5."""
    need_numba("the comparison by true count")
    from lammer.counting.by_true_count import AskedByCount

    checked_rounding(true_count)
    read = BINS.fullmatch(text_of("bins", bins))
    if read is None:
        raise BadArgument("bins", "write the lowest and the highest true count, like -3..5", bins)
    low, high = int(read[1]), int(read[2])
    if not -OUTER <= low <= high <= OUTER:
        raise BadArgument("bins", f"write true counts from {-OUTER} to {OUTER}, the lowest first, like -3..5", bins)
    return AskedByCount(
        named_count(text_of("count", count)),
        true_count,
        low,
        high,
        count_of("compositions", compositions, 2),
        seed=seed,
    )


@dataclass(frozen=True)
class CountWork:
    """The steps of a comparison. Compositions and rounds come from the same table, chart and cut card."""

    sheet: Sheet
    play: "Play"
    asked: "AskedByCount"
    cut_decks: float | None = None

    def __post_init__(self) -> None:
        from lammer.exact.play import ByChart

        if not isinstance(self.play, ByChart):
            raise BadArgument("strategy", "one chart is followed at every count; write total, house or a chart")

    @cached_property
    def cut(self) -> int:
        """The cards before the cut card."""
        return cards_before_cut(self.sheet, "cut", self.cut_decks)

    @cached_property
    def tags(self) -> "Counts":
        from lammer.counting.kernel_tags import kernel_tags

        return kernel_tags(self.asked.system.tags, self.asked.rounding, self.sheet.rules.shoe.decks)

    @cached_property
    def table(self) -> "KernelTable":
        """One seat with every side bet that is compared."""
        from lammer.counting.composition_figures import comparable_bets
        from lammer.report.check import wager_for

        sides = {bet_id: self.sheet.side_bets[bet_id].minimum for bet_id in comparable_bets(self.sheet)[0]}
        return kernel_table(self.sheet, self.play, Wagers(wager_for(self.sheet), sides))

    def plan(self, rounds: int) -> "Plan":
        from lammer.simulate.run import Plan

        return Plan(self.asked.seed, rounds, self.cut, self.tags)

    def starts(self, on_progress: Callable[[], None] = lambda: None) -> "RoundStarts":
        """Round starts of dealt shoes; ``on_progress`` is called after each shoe."""
        from lammer.simulate.round_starts import round_starts

        asked = self.asked
        return round_starts(self.table, self.cut, self.tags, asked.shoes, asked.seed, on_progress)

    def analysed(
        self, starts: "RoundStarts", places: Sequence[int], on_progress: Callable[[], None] = lambda: None
    ) -> "list[Analysed]":
        """Exact figures of the compositions at these places. Ctrl-C stops and keeps what is done."""
        from lammer.counting.by_true_count import each_analysed

        found = []
        try:
            for one in each_analysed(self.sheet, self.play, starts, places):
                found.append(one)
                on_progress()
        except KeyboardInterrupt:
            pass
        return found

    def finding(
        self, starts: "RoundStarts", analysed: "Sequence[Analysed]", ran: "Ran[Tally] | None", *, stopped: bool
    ) -> "ByCountFinding":
        """Both sides together; without ``ran`` the exact one alone."""
        from lammer.counting.by_true_count import exact_by_count
        from lammer.counting.composition_figures import comparable_bets
        from lammer.report.by_true_count import AboutRun, ByCountFinding, compared_by_count
        from lammer.simulate.by_count import count_bins

        bins = count_bins(self.table, ran.tally) if ran is not None and ran.chunks else []
        rounds = sum(one.rounds for one in bins)
        about = AboutRun(self.sheet.ref, self.play.name, self.cut, rounds, len(starts.shoe), stopped)
        shares = {one.true_count: one.share for one in bins if one.true_count in self.asked.bins}
        bets = compared_by_count(exact_by_count(starts, analysed), bins)
        return ByCountFinding(about, self.asked, shares, bets, comparable_bets(self.sheet)[1])


@dataclass(frozen=True, repr=False)
class ByTrueCount:
    """The expectation and the standard deviation of every bet by true count, exact and simulated."""

    finding: "ByCountFinding"

    def __getitem__(self, bet: str) -> "BetByCount":
        """A bet: "main game", "insurance" or the id of a side bet. ``rows`` has a row for each true count."""
        return self.finding.of(bet if bet in ("main game", "main game, best play") else bet.replace("_", "-"))

    @property
    def worst(self) -> float:
        """The z that is farthest from 0."""
        return self.finding.worst

    def as_json(self) -> dict[str, Any]:
        """Plain values, as ``lammer by-count --json`` prints them."""
        return self.finding.as_json()

    def __str__(self) -> str:
        parts = [self._title()]
        for bet in self.finding.bets:
            parts += [bet.name, *aligned([HEADER, *map(list, count_rows(self.finding, bet))])]
        return "\n".join(parts)

    def __repr__(self) -> str:
        return f"<ByTrueCount {self._title()}: {len(self.finding.bets)} bets, largest z {self.worst:+.2f}>"

    def _repr_html_(self) -> str:
        tables = (
            html.table(bet.name, HEADER, list(map(list, count_rows(self.finding, bet)))) for bet in self.finding.bets
        )
        return f"<div>{''.join(tables)}</div>"

    def _title(self) -> str:
        return f"{self.finding.about.sheet}, {self.finding.asked.system.name}"


def count_rows(finding: "ByCountFinding", bet: "BetByCount") -> list[tuple[str, ...]]:
    """A row of HEADER for each true count."""
    found = []
    for row in bet.rows:
        share = finding.shares.get(row.true_count)
        cells = f"{row.true_count:+d}" if row.true_count else "0", f"{share:.3%}" if share is not None else "-"
        found.append((*cells, *_cells_of(row.mean, "{:+.3%}", "{:.3%}"), *_cells_of(row.sd, "{:.5f}", "{:.5f}")))
    return found


def _cells_of(figure: "Compared | None", form: str, error: str) -> tuple[str, ...]:
    if figure is None:
        return ("-",) * 5
    numbers = zip((form, error, form, error, "{:+.2f}"), figure, strict=True)
    return tuple(form.format(one) if one is not None else "-" for form, one in numbers)


def by_true_count_of(work: CountWork, rounds: int, threads: int, on_progress: OnProgress | None) -> ByTrueCount:
    """Computes both sides. Ctrl-C keeps what is done. ``on_progress`` receives the number of compositions analysed."""
    from lammer.counting.by_true_count import sample_of
    from lammer.simulate.run import run

    starts = work.starts()
    places = sample_of(starts, work.asked)
    analysed = work.analysed(starts, places, step_reporter(on_progress, len(places)))
    whole = len(analysed) == len(places)
    ran = run(work.table, work.plan(rounds), threads) if whole else None
    return ByTrueCount(work.finding(starts, analysed, ran, stopped=ran is None or ran.stopped))
