"""What each cell of a chart is worth: how often it decides, and the value of every play that it could hold.

A hand is counted where a round played by the chart comes to it. The value of a play is the average over the hands that
the cell decides, if everything else is played by the chart. Both are exact, split hands included: how much of each
split hand there is comes from ``exact/splits.py``.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from lammer.exact.evs import FromSplit, action_values
from lammer.exact.hands import Bools, Floats
from lammer.exact.kernels import reach_weights
from lammer.exact.play import ByChart
from lammer.exact.round import openings
from lammer.exact.split_cards import SplitCards
from lammer.exact.splits import SplitRule, split_shares
from lammer.exact.stakes import FREE, OWN
from lammer.exact.up_card import HandValues
from lammer.exact.values import Game, Worth
from lammer.rule_tables.plays import NUMBERS
from lammer.strategy.chart import Cell, Chart
from lammer.workbench.chart_cells import BASES, SPLITS, Wishes, chart_rows

SPECIALS = ("double", "free-double", "surrender")
TINY = 1e-15
"""Frequencies below this are rounding."""


class Decided(NamedTuple):
    """Hands of one origin and stake: how often each is decided in a round, and what each play of it is worth."""

    stake: str
    here: HandValues
    weight: Floats
    plays: Floats


class CellValues(NamedTuple):
    """``plays`` are sorted, best first; of plays that begin with the same action only the best is listed."""

    frequency: float
    plays: dict[Wishes, float]


class Column:
    """One up card under a chart."""

    def __init__(self, game: Game, worth: Worth, chart: Chart) -> None:
        self._game, self._chart = game, chart
        self.worth = Worth(worth.against, ByChart(chart))
        self.up = worth.against.up
        self._rows = chart_rows(game.tables)

    @cached_property
    def pairs(self) -> dict[int, float]:
        """Pair → how often it is dealt and the dealer has shown no natural."""
        return {first: chance for first, second, chance in self._dealt() if first == second}

    def _dealt(self) -> Iterator[tuple[int, int, float]]:
        against = self.worth.against
        for first, second, chance in openings(self._game, self.worth):
            if not self._game.tables.dealing.is_natural(first, second):
                shown = against.cards.natural_chance(first, second) if against.peeks else 0.0
                yield first, second, chance * (1 - shown)

    @cached_property
    def decided(self) -> list[Decided]:
        here, start = self.worth.first, np.zeros(len(self.worth.first.family.hands))
        for first, second, chance in self._dealt():
            if first != second or self.worth.split_rule(first) is None:
                start[self.worth.place(first, second)] += chance
        weight = reach_weights(here.family.after, here.draw, self.worth.policy, start)
        found = [Decided("own", here, weight, here.all_plays(OWN, self.worth.policy)[0])]
        for value, chance in self.pairs.items():
            rule = self.worth.split_rule(value)
            if rule is not None:
                found += self._split_hands(value, rule, chance)
        return found

    def _split_hands(self, value: int, rule: SplitRule, chance: float) -> Iterator[Decided]:
        hands = self.worth.split_hands(value)
        for (kind, paired, removed), share in split_shares(hands.cards, rule).items():
            here, policy = self.worth.against.situation(value - 1, removed), hands.policy(kind)
            start, begun = np.zeros(len(here.family.hands)), here.family.begun
            second = hands.cards.second_card(removed, paired)
            np.add.at(start, begun[begun >= 0], chance * share * second[begun >= 0])
            weight = reach_weights(here.family.after, here.draw, policy, start)
            yield Decided("free" if kind == FREE else "own", here, weight, here.all_plays(kind, policy)[0])

    def cells(self) -> dict[Cell, CellValues]:
        """Every cell of the column."""
        return {**self._totals(), **dict(self._own_pairs()), **dict(self._free_pairs())}

    def _totals(self) -> dict[Cell, CellValues]:
        weights: dict[Cell, list[Floats]] = defaultdict(list)
        plays: dict[Cell, list[Floats]] = defaultdict(list)
        for one in self.decided:
            counted = one.weight.copy()
            counted[self._played_as_pairs(one)] = 0.0
            for (soft, total), places in one.here.family.cells.items():
                cell = (one.stake, "soft" if soft else "hard", total, self.up)
                weights[cell].append(counted[places])
                plays[cell].append(one.plays[places])
        return {
            cell: self._total(cell, np.concatenate(weights[cell]), np.concatenate(plays[cell]))
            for cell in weights
            if cell[:3] in self._rows
        }

    def _played_as_pairs(self, one: Decided) -> Bools:
        """Hands that the pair's cell plays without splitting them."""
        family = one.here.family
        found: Bools = np.zeros(len(family.hands), dtype=np.bool_)
        for value in range(1, 11):
            place = int(family.place[one.here.hands.of(value, value)]) if 2 * value <= one.here.hands.limit else -1
            wishes = self._chart.wishes(one.stake, "pair", value, self.up)
            if place >= 0 and any(np.isfinite(one.plays[place, NUMBERS[w]]) for w in wishes if w not in SPLITS):
                found[place] = True
        return found

    def _total(self, cell: Cell, weight: Floats, plays: Floats) -> CellValues:
        """Hands without a choice, like split aces that take one card, are not decided by the cell; a cell of nothing
        else counts them all."""
        choice = np.isfinite(plays).sum(axis=1) > 1
        if choice.any():
            weight, plays = weight[choice], plays[choice]
        frequency = float(weight.sum())
        # A cell that the chart never comes to is judged with all its hands alike, as `exact/best_chart.py` does.
        live = weight != 0 if frequency > TINY else np.ones(len(weight), dtype=np.bool_)
        share = weight[live] / frequency if frequency > TINY else np.full(len(weight), 1 / len(weight))
        legal = {kind for kind in self._rows[cell[:3]] if np.isfinite(plays[live][:, NUMBERS[kind]]).any()}
        values = {wishes: float(share @ wished(plays[live], wishes)) for wishes in total_plays(legal)}
        return CellValues(max(frequency, 0.0), best_of_each(values))

    def _own_pairs(self) -> Iterator[tuple[Cell, CellValues]]:
        first = self.decided[0]
        for value, chance in self.pairs.items():
            legal = self._rows.get(("own", "pair", value))
            if legal is None:
                continue
            cell, plays = ("own", "pair", value, self.up), first.plays[self.worth.place(value, value)]
            values: dict[Wishes, float] = {
                (kind,): float(plays[NUMBERS[kind]]) for kind in (*BASES, *SPECIALS) if kind in legal
            }
            family, place = first.here.family, self.worth.place(value, value)
            section = "soft" if family.soft[place] else "hard"
            total = self._chart.wishes("own", section, int(family.total[place]), self.up)
            values[()] = float(wished(plays[None, :], total)[0])
            for wishes in self._split_plays(cell, legal):
                chart = Chart(self._chart.name, {**self._chart.cells, cell: wishes})
                values[wishes] = Worth(self.worth.against, ByChart(chart)).of(value, value)
            yield cell, CellValues(chance, _sorted(values))

    def _split_plays(self, cell: Cell, legal: Iterable[str]) -> Iterator[Wishes]:
        """Ways to split a pair: the chart's own, and each split that it does not begin with."""
        own = self._chart.cells.get(cell, ())
        for kind in (kind for kind in SPLITS if kind in legal):
            yield own if own[:1] == (kind,) else (kind,)

    def _free_pairs(self) -> Iterator[tuple[Cell, CellValues]]:
        """A pair in a hand on a lammer: exact values for two hands on the box and best play from then on."""
        for value, chance in self.pairs.items():
            rule, cell = self.worth.split_rule(value), ("free", "pair", value, self.up)
            if cell[:3] not in self._rows or rule is None or FREE not in rule.kinds:
                continue
            again = chance * paired_again(self.worth.split_hands(value).cards, rule)
            try:
                known = action_values(self._game.tables, self._game.shoe, (value,) * 2, self.up, FromSplit(FREE, 2))
            except ValueError:  # the shoe does not hold so many cards of the pair
                continue
            yield cell, CellValues(again, {(kind,): worth for kind, worth in known.items()})


def wished(plays: Floats, wishes: Wishes) -> Floats:
    """The worth of each hand when the first legal wish is played; else it stands, or hits where it must."""
    worth = np.full(len(plays), -np.inf)
    for kind in reversed((*wishes, "stand", "hit")):
        if kind not in SPLITS:
            value = plays[:, NUMBERS[kind]]
            worth = np.where(np.isfinite(value), value, worth)
    return worth


def total_plays(legal: Iterable[str]) -> list[Wishes]:
    """What the cell of a total may say: hit or stand, alone or after something that two cards allow."""
    bases = [(base,) for base in BASES if base in legal]
    return bases + [(special, *base) for special in SPECIALS if special in legal for base in bases]


def best_of_each(values: dict[Wishes, float]) -> dict[Wishes, float]:
    """The best play that begins with each action, best first."""
    found: dict[str, Wishes] = {}
    for wishes in _sorted(values):
        found.setdefault(wishes[0], wishes)
    return {wishes: values[wishes] for wishes in found.values()}


def _sorted(values: dict[Wishes, float]) -> dict[Wishes, float]:
    return dict(sorted(values.items(), key=lambda entry: -entry[1]))


def paired_again(cards: SplitCards, rule: SplitRule) -> float:
    """How many hands on a lammer get another card of the pair while the box has room for one more hand."""

    def go(chance: float, pending: tuple[str, ...], hands: int, plain: int, paired: int) -> float:
        if not pending:
            return 0.0
        kind, rest = pending[0], pending[1:]
        pair = cards.chance_of_pair(hands - 2 + paired, plain)
        found = go(chance * (1 - pair), rest, hands, plain + 1, paired) if pair < 1 else 0.0
        if pair <= 0:
            return found
        room = hands < rule.maximum_hands
        if room and kind == FREE:
            found += chance * pair
        added = rule.adds(kind) if room else None
        if added is not None:
            return found + go(chance * pair, (kind, added, *rest), hands + 1, plain, paired)
        return found + go(chance * pair, rest, hands, plain, paired + 1)

    return go(1.0, (OWN, rule.first_adds), 2, 0, 0)
