"""Strategies the analysis can value: the best play there is, and any chart.

A strategy of either kind sees the cards of its own hand, the dealer's up card and the stake of the hand (own money or a
lammer); it has no memory of other hands. After a split the best play is chosen once for each pair, with one other card
of the pair away, and used for every number of hands.
"""

from itertools import chain, combinations
from typing import Protocol

import numpy as np

from lammer.exact.against import Against, Situation
from lammer.exact.grid import UNSPLIT
from lammer.exact.hands import Bools, Ints
from lammer.exact.kernels import DOUBLE, FREE_DOUBLE, HIT, NO_PLAY, STAND, SURRENDER, best_plays
from lammer.exact.splits import SplitRule
from lammer.exact.terms import ADDED, FREE, OWN, Terms
from lammer.strategy.chart import Chart

NUMBERS = {"stand": STAND, "hit": HIT, "double": DOUBLE, "free-double": FREE_DOUBLE, "surrender": SURRENDER}
NAMES = {number: name for name, number in NUMBERS.items()}


class Play(Protocol):
    """How hands are played; ``may_stay`` says whether a pair that could be split may be kept if that is better."""

    name: str
    may_stay: bool

    def policy(self, here: Situation, kind: str) -> Ints:
        """The play of every hand of a family."""

    def split_rules(self, against: Against, value: int) -> list[SplitRule]:
        """Ways to split a pair among which the best is taken; none when it is kept."""


def bust_of(kind: str) -> float:
    """What going over the limit costs: a lammer nothing."""
    return 0.0 if kind == FREE else -1.0


class Optimal:
    """The best play of every composition."""

    name = "composition"
    may_stay = True

    def policy(self, here: Situation, kind: str) -> Ints:
        policy: Ints = best_plays(here.family.after, here.draw, here.plays(kind), here.options.hit, bust_of(kind))[1]
        return policy

    def split_rules(self, against: Against, value: int) -> list[SplitRule]:
        terms = against.terms
        if terms.most_hands < 2:
            return []
        first, again = split_stakes(terms, value)
        kinds = sorted({OWN, first, again}) if value != 1 or terms.resplit_aces else []
        # Which hands are split again may differ by stake; all of them first, since that is nearly always best.
        subsets = chain.from_iterable(combinations(kinds, count) for count in range(len(kinds), -1, -1))
        return [SplitRule(first, frozenset((kind, again) for kind in subset), terms.most_hands) for subset in subsets]


def split_stakes(terms: Terms, value: int) -> tuple[str, str]:
    """The stake of the hand a first split adds, and of one a later split adds: a lammer wherever there is one."""
    first = FREE if value in terms.free_split else paid_stake(terms)
    return first, first if terms.free_resplit else paid_stake(terms)


def paid_stake(terms: Terms) -> str:
    """The stake of a hand that a paid split adds; only a natural that takes the original wager alone tells the two
    apart."""
    return OWN if terms.natural_takes_all or terms.always_peeks else ADDED


class ByChart:
    """A chart: each cell's first wish that is legal."""

    may_stay = False

    def __init__(self, chart: Chart) -> None:
        self.chart, self.name = chart, chart.name

    def policy(self, here: Situation, kind: str) -> Ints:
        family, up = here.family, here.up
        stake = "free" if kind == FREE else "own"
        chosen = np.full(len(family.hands), NO_PLAY)
        legal = _legal(here, kind)
        for value in range(1, 11):
            pair = family.place[here.hands.of(value, value)]
            if pair >= 0:
                _assign(legal, np.array([pair]), self.chart.wishes(stake, "pair", value, up), chosen)
        for (soft, total), cell in family.cells.items():
            _assign(legal, cell, self.chart.wishes(stake, "soft" if soft else "hard", total, up), chosen)
        _assign(legal, np.arange(len(chosen)), ("stand", "hit"), chosen)
        return chosen

    def split_rules(self, against: Against, value: int) -> list[SplitRule]:
        terms = against.terms
        first = self._splits(against, OWN, value, UNSPLIT)
        if first is None or terms.most_hands < 2:
            return []
        kinds = {kind: self._splits(against, kind, value, value - 1) for kind in (OWN, FREE, ADDED)}
        may = value != 1 or terms.resplit_aces
        again = frozenset((kind, added) for kind, added in kinds.items() if added is not None and may)
        return [SplitRule(first, again, terms.most_hands)]

    def _splits(self, against: Against, kind: str, value: int, pair: int) -> str | None:
        """The stake a split adds if the chart splits this pair, None when it plays the hand otherwise."""
        terms = against.terms
        free = value in terms.free_split and (pair == UNSPLIT or terms.free_resplit)
        allowed = {"free-split": free, "split": terms.split_where_free or not free}
        here = against.situation(pair, 0 if pair == UNSPLIT else 1, np.zeros(0, dtype=np.int64))
        place = here.family.place[here.hands.of(value, value)]
        options = _legal(here, kind)
        for wish in self.chart.wishes("free" if kind == FREE else "own", "pair", value, against.up):
            if allowed.get(wish):
                return FREE if wish == "free-split" else paid_stake(terms)
            if wish in options and options[wish][place]:
                return None
        return None


def _legal(here: Situation, kind: str) -> dict[str, Bools]:
    """Where each play is allowed; splits are decided apart."""
    options = here.options
    return {
        "stand": options.stand,
        "hit": options.hit,
        "double": options.double(kind),
        "free-double": options.free_double,
        "surrender": options.surrender,
    }


def _assign(legal: dict[str, Bools], cell: Ints, wishes: tuple[str, ...], chosen: Ints) -> None:
    """Gives each hand of a cell its first wish that is legal."""
    for wish in wishes:
        if wish in legal:
            chosen[cell[(chosen[cell] == NO_PLAY) & legal[wish][cell]]] = NUMBERS[wish]
