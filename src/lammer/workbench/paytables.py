"""Paytables of a side bet: the figures that follow from its pays, and the search for pays that give wanted figures.

With p_i the chance of row i and n_i its net for a wager of 1, the house edge is −Σ p_i·n_i over all outcomes. Chances
are fractions, and the search works in whole numbers, so a table on the boundary of what was asked is judged correctly.
"""

import heapq
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, sqrt
from typing import Literal, NamedTuple

from lammer.errors import BadArgument
from lammer.rules.paytable import Basis, net_odds

LEFT_OUT = -1
"""In place of a pay: the row is not in the table, so its outcomes lose."""
LOST = Fraction(-1)
PROGRESS_EVERY = 2048


class Other(NamedTuple):
    """An outcome that no fixed pay belongs to: lost, returned, or paid from a meter."""

    name: str
    chance: Fraction
    net: Fraction


class BetOdds(NamedTuple):
    """``rows`` are the outcomes with fixed pays and their chances, best first as the paytable lists them."""

    basis: Basis
    rows: tuple[tuple[str, Fraction], ...]
    others: tuple[Other, ...]

    def net(self, pays: int) -> Fraction:
        """Net of a wager of 1; a row that is left out loses."""
        return LOST if pays == LEFT_OUT else Fraction(*net_odds(self.basis, pays))


class RowFigures(NamedTuple):
    """``returned`` is what the row adds to the return of a wager, the stake included. ``break_even`` is the pay that
    makes the bet fair while the other rows stay; none for a row that never comes up."""

    name: str
    chance: Fraction
    pays: int
    returned: Fraction
    break_even: Fraction | None


class Figures(NamedTuple):
    """``hit_rate`` is how often the bet wins more than the wager; ``sd`` is for a wager of 1."""

    rows: tuple[RowFigures, ...]
    house_edge: Fraction
    hit_rate: Fraction
    sd: float


def figures(odds: BetOdds, pays: Mapping[str, int]) -> Figures:
    nets = {name: odds.net(pays[name]) for name, _ in odds.rows}
    parts = [(chance, nets[name]) for name, chance in odds.rows] + [(one.chance, one.net) for one in odds.others]
    mean = sum((chance * net for chance, net in parts), Fraction(0))
    squares = sum((chance * net * net for chance, net in parts), Fraction(0))
    hits = sum((chance for chance, net in parts if net > 0), Fraction(0))
    unit, stake = net_odds(odds.basis, 0).denominator, 1 if odds.basis == "for 1" else 0
    rows = tuple(
        RowFigures(
            name,
            chance,
            pays[name],
            chance * (nets[name] + 1),
            unit * (chance * nets[name] - mean) / chance + stake if chance else None,
        )
        for name, chance in odds.rows
    )
    return Figures(rows, -mean, hits, sqrt(squares - mean * mean))


class Wanted(NamedTuple):
    """What a paytable should come to. ``leave_out``: the lowest rows may be missing. Of all tables that fit, the
    ``limit`` whose edges are nearest to the middle of the range are listed."""

    edge_from: Fraction
    edge_to: Fraction
    hit_from: Fraction
    pays: tuple[int, ...]
    leave_out: bool = False
    limit: int = 50
    steps: int = 1_000_000
    seconds: float = 20.0


class FoundTable(NamedTuple):
    """``pays`` in the order of the rows, LEFT_OUT for rows that are not in the table."""

    pays: tuple[int, ...]
    house_edge: Fraction
    hit_rate: Fraction
    sd: float


class Search(NamedTuple):
    """``number`` tables fit, of which ``tables`` are listed. ``stopped`` says why the search ended early, if it did:
    then there may be more."""

    tables: tuple[FoundTable, ...]
    number: int
    stopped: Literal["", "steps", "time"]


class _Stop(Exception):
    pass


def matching_tables(odds: BetOdds, wanted: Wanted, on_progress: Callable[[], None] = lambda: None) -> Search:
    """Paytables with pays from a list, no row paying less than the row below it. Raises BadArgument."""
    refuse_wanted(odds.basis, len(odds.rows), wanted)
    search = _Searching(odds, wanted, on_progress)
    stopped: Literal["", "steps", "time"] = ""
    try:
        for paid in range(len(odds.rows), 0, -1) if wanted.leave_out else (len(odds.rows),):
            search.with_rows(paid)
    except _Stop:
        stopped = "steps" if search.steps >= wanted.steps else "time"
    return Search(tuple(search.listed()), search.number, stopped)


def refuse_wanted(basis: str, rows: int, wanted: Wanted) -> None:
    """Raises BadArgument for what no table could fit."""
    if not rows:
        raise BadArgument("paytable", "it has no fixed pays to choose")
    if not wanted.pays:
        raise BadArgument("pays", "write at least one pay")
    least = 1 if basis == "for 1" else 0
    if min(wanted.pays) < least:
        raise BadArgument("pays", f"{min(wanted.pays)} {basis} is too low; write pays of {least} or more")
    if wanted.edge_from > wanted.edge_to:
        raise BadArgument("edge", "the lower end of the range lies above the upper end")
    if not 0 <= wanted.hit_from <= 1:
        raise BadArgument("hit", "a hit rate lies between 0% and 100%")


@dataclass
class _Searching:
    """Chances and bounds are multiplied by one number that makes all of them whole. Rows are filled from the lowest
    upwards: it comes up most often, so its pay decides most of the edge."""

    odds: BetOdds
    wanted: Wanted
    on_progress: Callable[[], None]
    number: int = 0
    steps: int = 0
    _kept: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        odds, wanted = self.odds, self.wanted
        chances = [chance for _, chance in odds.rows]
        constant = sum((one.chance * one.net for one in odds.others), Fraction(0))
        other_hits = sum((one.chance for one in odds.others if one.net > 0), Fraction(0))
        bounds = (-wanted.edge_to, -wanted.edge_from, wanted.hit_from)
        self._parts = net_odds(odds.basis, 0).denominator
        """Nets are whole numbers of these parts of a wager: halves where pays are to 2."""
        whole = lcm(*(one.denominator for one in (*chances, constant, other_hits, *bounds)))
        self._weights = [int(chance * whole) for chance in chances]
        self._above = [sum(self._weights[:row]) for row in range(len(chances) + 1)]
        self._constant, self._other_hits = int(constant * whole * self._parts), int(other_hits * whole)
        self._low, self._high = (int(bound * whole * self._parts) for bound in bounds[:2])
        self._hits = int(wanted.hit_from * whole)
        self._pays = sorted(set(wanted.pays))
        self._nets = [int(odds.net(pays) * self._parts) for pays in self._pays]
        self._end = time.monotonic() + wanted.seconds

    def with_rows(self, paid: int) -> None:
        """All tables that pay the best ``paid`` rows."""
        unpaid = self._parts * (self._above[-1] - self._above[paid])
        self._fill(paid - 1, 0, self._constant - unpaid, self._other_hits, [LEFT_OUT] * len(self._weights))

    def _fill(self, row: int, first: int, total: int, hits: int, pays: list[int]) -> None:
        if row < 0:
            self._found(total, tuple(pays))
            return
        weight, above = self._weights[row], self._above[row]
        highest = self._nets[-1]
        for at in range(first, len(self._pays)):
            self._step()
            net = self._nets[at]
            now = total + weight * net
            if now + above * net > self._high:
                return  # rows above pay no less, and so do the pays that follow
            hit = hits + (weight if net > 0 else 0)
            if now + above * highest < self._low or hit + (above if highest > 0 else 0) < self._hits:
                continue
            pays[row] = self._pays[at]
            self._fill(row - 1, at, now, hit, pays)

    def _step(self) -> None:
        if self.steps >= self.wanted.steps:
            raise _Stop
        self.steps += 1
        if self.steps % PROGRESS_EVERY == 0:
            self.on_progress()
            if time.monotonic() > self._end:
                raise _Stop

    def _found(self, total: int, pays: tuple[int, ...]) -> None:
        self.number += 1
        entry = (-abs(2 * total - self._low - self._high), tuple(-one for one in pays))
        if len(self._kept) < self.wanted.limit:
            heapq.heappush(self._kept, entry)
        elif entry > self._kept[0]:
            heapq.heapreplace(self._kept, entry)

    def listed(self) -> Iterable[FoundTable]:
        """Nearest to the middle of the range first."""
        names = [name for name, _ in self.odds.rows]
        for _, negated in sorted(self._kept, reverse=True):
            pays = tuple(-one for one in negated)
            found = figures(self.odds, dict(zip(names, pays, strict=True)))
            yield FoundTable(pays, found.house_edge, found.hit_rate, found.sd)
