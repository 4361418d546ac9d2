"""Strategies that the analysis can value: optimal play, and any chart.

A strategy of either kind uses the cards of its own hand, the dealer's up card and the stake of the hand (own money or a
lammer); it has no memory of other hands. After a split the best play is chosen once for each pair, with one other card
of the pair removed, and used for every number of hands.
"""

from itertools import chain, combinations
from typing import Protocol
from weakref import WeakKeyDictionary

import numpy as np

from lammer.exact.compositions import UNSPLIT
from lammer.exact.hands import Bools, Ints
from lammer.exact.play_kernels import NO_PLAY
from lammer.exact.splits import SplitRule
from lammer.exact.stakes import FREE, OWN
from lammer.exact.up_card import Against, HandValues, Options, options_for
from lammer.rule_tables import legality
from lammer.rule_tables.plays import NUMBERS
from lammer.rule_tables.plays import Play as Plays
from lammer.strategy.chart import FALLBACK, Chart

NAMES = {play.value: play.kind for play in Plays}
SPLITS = {Plays.SPLIT, Plays.FREE_SPLIT}


_SPLIT_RULES: WeakKeyDictionary[legality.Legality, dict[tuple[int, str], list[SplitRule]]] = WeakKeyDictionary()
"""The possible splits by pair and by the stake of a paid split, of every game that is still in use."""


class Play(Protocol):
    """How hands are played; ``may_stay`` says whether a pair that could be split may be kept if that is better,
    ``shared`` whether all objects of a class play alike, so that games can share what their hands are worth."""

    name: str
    may_stay: bool
    shared: bool

    def policies(self, here: HandValues, kinds: tuple[str, ...]) -> Ints:
        """kinds × hands: the play of every hand of a family for each kind of stake."""

    def split_rules(self, against: Against, value: int) -> list[SplitRule]:
        """The possible splits of a pair, of which the best is taken; none if the pair is kept."""


class Optimal:
    """The best play of every composition."""

    name = "composition"
    may_stay = True
    shared = True

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def policies(self, here: HandValues, kinds: tuple[str, ...]) -> Ints:
        return here.best(kinds)[1]

    def split_rules(self, against: Against, value: int) -> list[SplitRule]:
        # They do not depend on the shoe, so the shoes of one game share them.
        known, key = _SPLIT_RULES.setdefault(against.tables.legality, {}), (value, against.pays.paid_stake)
        if key not in known:
            known[key] = self._split_rules(against, value)
        return known[key]

    def _split_rules(self, against: Against, value: int) -> list[SplitRule]:
        if not split_plays(against, value):
            return []
        first, again = split_stakes(against, value)
        kinds = sorted({OWN, first, again}) if split_plays(against, value, OWN) else []
        # Which hands are split again may differ by stake; all of them first, since that is nearly always best.
        subsets = chain.from_iterable(combinations(kinds, count) for count in range(len(kinds), -1, -1))
        must = {kind for kind in kinds if not may_keep(against, value, kind)}
        maximum = against.tables.legality.maximum_hands
        return [
            SplitRule(first, frozenset((kind, again) for kind in subset), maximum)
            for subset in subsets
            if must <= set(subset)
        ]


class Forced(Optimal):
    """A hand that is bet against has one legal play at a time, by the dealer's rules."""

    name = "forced"


def may_keep(against: Against, value: int, kind: str | None = None, hands: int = 1) -> bool:
    """Whether a first pair, or a pair in a split hand with this kind of stake, need not be split."""
    source = legality.UNSPLIT if kind is None else legality.Source(value, kind == FREE)
    return against.tables.legality.may_keep(source, value, hands)


def split_plays(against: Against, value: int, kind: str | None = None, hands: int = 1) -> frozenset[Plays]:
    """Legal splits of a first pair, or of a pair in a split hand with this kind of stake. Unless the number of hands on
    the box is given, there is room for another."""
    source = legality.UNSPLIT if kind is None else legality.Source(value, kind == FREE)
    return against.tables.legality.pair_plays(source, value, hands) & SPLITS


def split_stakes(against: Against, value: int) -> tuple[str, str]:
    """The stake of the hand a first split adds, and of one a later split adds: a lammer wherever there is one."""
    first, again = (Plays.FREE_SPLIT in split_plays(against, value, kind) for kind in (None, OWN))
    paid = against.pays.paid_stake
    return FREE if first else paid, FREE if again else paid


class ByChart:
    """A chart: the first legal action of each cell."""

    may_stay = False
    shared = False

    def __init__(self, chart: Chart) -> None:
        self.chart, self.name = chart, chart.name
        self._known: dict[tuple[Options, int, str], Ints] = {}
        self._rules: dict[tuple[legality.Legality, str, int, int], list[SplitRule]] = {}

    def policies(self, here: HandValues, kinds: tuple[str, ...]) -> Ints:
        return np.stack([self._known_policy(here, kind) for kind in kinds])

    def _known_policy(self, here: HandValues, kind: str) -> Ints:
        """The policy does not depend on the shoe."""
        key = here.options, here.up, kind
        if key not in self._known:
            self._known[key] = self._policy(here, kind)
        return self._known[key]

    def _policy(self, here: HandValues, kind: str) -> Ints:
        family, up = here.family, here.up
        stake = "free" if kind == FREE else "own"
        chosen = np.full(len(family.hands), NO_PLAY)
        legal = here.options.legal(kind)
        for value in range(1, 11):
            pair = family.place[here.hands.of(value, value)]
            if pair >= 0:
                _assign(legal, np.array([pair]), self.chart.wishes(stake, "pair", value, up), chosen)
        for (soft, total), cell in family.cells.items():
            _assign(legal, cell, self.chart.wishes(stake, "soft" if soft else "hard", total, up), chosen)
        _assign(legal, np.arange(len(chosen)), FALLBACK, chosen)
        return chosen

    def split_rules(self, against: Against, value: int) -> list[SplitRule]:
        key = against.tables.legality, against.pays.paid_stake, against.up, value
        if key not in self._rules:
            self._rules[key] = self._split_rules(against, value)
        return self._rules[key]

    def _split_rules(self, against: Against, value: int) -> list[SplitRule]:
        first = self._splits(against, value, None)
        if first is None:
            return []
        # Only kinds that come up, so that rules that are the same are found to be so.
        again, new = dict[str, str](), [OWN, first]
        while new:
            kind = new.pop()
            added = self._splits(against, value, kind) if kind not in again else None
            if added is not None:
                again[kind] = added
                new.append(added)
        return [SplitRule(first, frozenset(again.items()), against.tables.legality.maximum_hands)]

    def _splits(self, against: Against, value: int, kind: str | None) -> str | None:
        """The stake a split adds if the chart splits this pair, None when it plays the hand otherwise. ``kind`` is the
        stake of a split hand, None for a first pair."""
        allowed = split_plays(against, value, kind)
        family = against.grid.families[UNSPLIT if kind is None else value - 1]
        place = family.place[against.grid.hands.of(value, value)]
        legal = options_for(against.tables, family).legal(kind or OWN)
        wishes = self.chart.wishes("free" if kind == FREE else "own", "pair", value, against.up)
        for wish in wishes if may_keep(against, value, kind) else (*wishes, *FALLBACK):
            play = NUMBERS[wish]
            if play in allowed:
                return FREE if play is Plays.FREE_SPLIT else against.pays.paid_stake
            if play not in SPLITS and legal[play][place] and may_keep(against, value, kind):
                return None
        return None


def _assign(legal: dict[Plays, Bools], cell: Ints, wishes: tuple[str, ...], chosen: Ints) -> None:
    """Gives each hand of a cell its first legal action."""
    for wish in wishes:
        play = NUMBERS[wish]
        if play not in SPLITS:
            chosen[cell[(chosen[cell] == NO_PLAY) & legal[play][cell]]] = play
