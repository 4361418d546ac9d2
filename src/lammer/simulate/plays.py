"""A strategy as tables for the kernels: the play of every hand, computed beforehand.

A hand is a state, the number of a row with its total and its next states. A chart needs a row for each total (of two
cards, and of more); composition-dependent play has a row for each composition. Kernels work the same with both.

Legal plays come from the rule tables, which are built with the code of ``table/``.
"""

from typing import NamedTuple

import numpy as np

from lammer.cards.card import ACE, TEN
from lammer.cards.hand import add_card
from lammer.rule_tables.legality import SOURCES, Source
from lammer.rule_tables.plays import NUMBERS, Play
from lammer.rule_tables.tables import rule_tables
from lammer.rules.sheet import Sheet
from lammer.simulate.arrays import Bytes, Shorts
from lammer.strategy.chart import FALLBACK, Chart

FIRST = 0
"""The situation of a hand that does not come from a split; see ``situation``."""
SITUATIONS = 21
UP_CARDS = 11


def situation(pair: int, free: bool) -> int:
    """The index of a split hand's rows: by the value of the split pair and whether its stake is a lammer."""
    return Source(pair, free).number


class Plays(NamedTuple):
    """A strategy as flat tables; axes of card values have 16 or 11 entries."""

    after: Shorts
    """states × 16: the state after one more card."""
    total: Bytes
    """The total of a state; above the limit for a bust."""
    two: Shorts
    """16 × 16: the state of two cards."""
    plays: Bytes
    """situations × up cards × states: the play of a hand that is not split."""
    pairs: Bytes
    """situations × full × up cards × 16: the play of a pair, while further splits are allowed and when not."""


class _States:
    """Totals as states: of two cards, of more cards, and bust."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.keys: list[tuple[int, bool, int]] = []
        self._numbers: dict[tuple[int, bool, int], int] = {}
        self.bust = self.number(limit + 1, False, 3)

    def number(self, total: int, soft: bool, cards: int) -> int:
        key = (min(total, self.limit + 1), soft and total <= self.limit, min(cards, 3) if total <= self.limit else 3)
        if key not in self._numbers:
            self._numbers[key] = len(self.keys)
            self.keys.append(key)
        return self._numbers[key]

    def after(self, key: tuple[int, bool, int], value: int) -> int:
        total, soft, cards = key
        if total > self.limit:
            return self.bust
        return self.number(*add_card(total, soft, value, self.limit), cards + 1)


class HandStates(NamedTuple):
    """Hands by their total, and how the cards lead from one to the next."""

    keys: tuple[tuple[int, bool, int], ...]
    """By state: the total, whether it is soft, and the number of cards; 3 for more of them and for a bust."""
    after: Shorts
    two: Shorts

    @property
    def totals(self) -> Bytes:
        return np.array([total for total, _, _ in self.keys], dtype=np.uint8)


def hand_states(limit: int) -> HandStates:
    """Every hand that two or more cards can make. The tables are those of ``Plays``."""
    states = _States(limit)
    two = np.zeros((16, 16), dtype=np.uint16)
    for first in range(ACE, TEN + 1):
        for second in range(ACE, TEN + 1):
            total, soft = add_card(*add_card(0, False, first, limit), second, limit)
            two[first, second] = states.number(total, soft, 2)
    rows: list[list[int]] = []
    while len(rows) < len(states.keys):
        key = states.keys[len(rows)]
        rows.append([0] + [states.after(key, value) for value in range(ACE, TEN + 1)] + [0] * 5)
    return HandStates(tuple(states.keys), np.array(rows, dtype=np.uint16).ravel(), two.ravel())


def plays_of(sheet: Sheet, chart: Chart, *, against: bool = False) -> Plays:
    """The tables of a chart for this sheet. A hand that is bet against has one legal play, whatever the chart says."""
    tables = rule_tables(sheet, against=against)
    legality, states = tables.legality, hand_states(tables.limit)
    plays = np.zeros((SITUATIONS, UP_CARDS, len(states.keys)), dtype=np.uint8)
    pairs = np.zeros((SITUATIONS, 2, UP_CARDS, 16), dtype=np.uint8)
    for source in SOURCES:
        for number, (total, soft, cards) in enumerate(states.keys):
            if total <= tables.limit:
                legal = legality.plays(source, total, soft, cards)
                for up in range(ACE, TEN + 1):
                    plays[source.number, up, number] = _decided(chart, source, legal, total, soft, 0, up)
        for value in [source.pair] if source.pair else range(ACE, TEN + 1):
            total, soft = add_card(*add_card(0, False, value, tables.limit), value, tables.limit)
            for full, hands in enumerate((2 if source.pair else 1, legality.maximum_hands)):
                legal = legality.pair_plays(source, value, hands)
                for up in range(ACE, TEN + 1):
                    pairs[source.number, full, up, value] = _decided(chart, source, legal, total, soft, value, up)
    return Plays(states.after, states.totals, states.two, plays.ravel(), pairs.ravel())


def _decided(chart: Chart, source: Source, legal: frozenset[Play], total: int, soft: bool, pair: int, up: int) -> Play:
    """The chart's play of a hand, as in ``choose``: the first legal wish."""
    stake = "free" if source.free else "own"
    wishes = chart.wishes(stake, "pair", pair, up) if pair else ()
    wishes += chart.wishes(stake, "soft" if soft else "hard", total, up)
    return next(NUMBERS[wish] for wish in (*wishes, *FALLBACK) if NUMBERS[wish] in legal)
