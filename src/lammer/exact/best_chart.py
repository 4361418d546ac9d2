"""The best chart a person can use: one action for each total or pair, up card and stake.

A cell covers many compositions. Its worth is their sum weighted by how often each is reached, and that depends on other
cells: so a column (one up card) is improved cell by cell under the weights of the chart before, until nothing changes.
The chart is then valued exactly like any other; only the choice of cells uses the weights of hands with one other card
of a split pair away.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from lammer.exact.against import Situation
from lammer.exact.hands import Bools, Floats, Ints
from lammer.exact.kernels import DOUBLE, FREE_DOUBLE, HIT, STAND, SURRENDER, reach_weights, worth_of
from lammer.exact.play import ByChart, Optimal, Play, bust_of
from lammer.exact.round import deal_chance
from lammer.exact.splits import SplitCards, endings
from lammer.exact.terms import FREE, OWN
from lammer.exact.worth import Game, SplitHands, Worth
from lammer.strategy.chart import SECTIONS, STAKES, Chart

ROUNDS = 20
"""Improvements of a column before it is taken as it is; it settles in three or four."""

Cell = tuple[str, str, int]
"""Stake, section, total."""
Column = dict[tuple[str, str, int, int], tuple[str, ...]]
BASES = {STAND: "stand", HIT: "hit"}
SPECIALS = {DOUBLE: "double", FREE_DOUBLE: "free-double", SURRENDER: "surrender"}


class Reached(NamedTuple):
    """Hands of one family and stake: how often each comes up, and what each play of it is worth."""

    stake: str
    here: Situation
    weight: Floats
    plays: Floats


def best_chart(game: Game, told: Callable[[], None] = lambda: None) -> Chart:
    """The best chart for a game's rules and shoe; ``told`` is called after each of its up cards."""
    cells: Column = {}
    for worth in game.worths:
        cells.update(_best_column(game, worth))
        told()
    # Rows as people read them: own money first, hard, soft and pair, ascending.
    return Chart("total", dict(sorted(cells.items(), key=lambda entry: _reading_order(entry[0]))))


def _reading_order(cell: tuple[str, str, int, int]) -> tuple[int, int, int, int]:
    stake, section, hand, up = cell
    return STAKES.index(stake), SECTIONS.index(section), hand, up


def _best_column(game: Game, worth: Worth) -> Column:
    play: Play = Optimal()
    column: Column = {}
    for _ in range(ROUNDS):
        better = _improved(game, Worth(worth.against, play))
        if better == column:
            break
        column, play = better, ByChart(Chart("total", better))
    return column


def _improved(game: Game, worth: Worth) -> Column:
    up = worth.against.up
    column: Column = {}
    by_cell: dict[Cell, list[tuple[Reached, Ints]]] = defaultdict(list)
    for reached in _families(game, worth):
        for (soft, total), places in reached.here.family.cells.items():
            by_cell[reached.stake, "soft" if soft else "hard", total].append((reached, places))
    for (stake, section, total), parts in sorted(by_cell.items()):
        column[stake, section, total, up] = _best_cell(parts)
    column.update(_pair_cells(worth))
    return column


def _pair_cells(worth: Worth) -> Column:
    """Pairs are split where that is worth more than playing their total, by either stake."""
    cells: Column = {}
    for value in range(1, 11):
        worths = worth.split_worths(value) or Worth(worth.against, Optimal()).split_worths(value)
        if not worths:
            continue
        best = max(worths, key=lambda rule: worths[rule])
        wish = ("free-split",) if best.first_adds == FREE else ("split",)
        splits = worths[best] > worth.unsplit_worth(value, value)
        cells["own", "pair", value, worth.against.up] = wish if splits else ()
        cells["free", "pair", value, worth.against.up] = wish if splits and FREE in best.again else ()
    return cells


def _families(game: Game, worth: Worth) -> Iterator[Reached]:
    """First hands, and hands of every pair that is split, under the strategy of ``worth``."""
    start = np.zeros(len(worth.first.family.hands))
    split: dict[int, float] = {}
    for first in range(1, 11):
        for second in range(1, 11):
            chance = deal_chance(game.shoe, (first, worth.against.up, second))
            chance *= 1 - (worth.against.natural_chance(first, second) if worth.against.peeks else 0.0)
            rule = worth.split_rule(first) if first == second and chance > 0 else None
            if rule is not None:
                split[first] = chance
            else:
                start[worth.place(first, second)] += chance
    yield _reached("own", worth.first, OWN, worth.policy, start)
    for value, chance in split.items():
        yield from _split_families(worth, value, chance)


def _split_families(worth: Worth, value: int, chance: float) -> Iterator[Reached]:
    rule = worth.split_rule(value)
    if rule is None or (value == 1 and worth.against.terms.one_card_on_aces):
        return
    hands = SplitHands(worth.against, value - 1, worth.play)
    here = worth.against.situation(value - 1, 1)
    left = worth.against.unseen.copy()
    left[value - 1] -= 2
    second = worth.against.next_card(np.maximum(left, 0.0))
    number: dict[str, float] = defaultdict(float)
    for ending in endings(SplitCards(worth.against, value - 1), rule):
        for kind in (*ending.plain, *ending.paired):
            number[kind] += ending.chance
    for kind, count in number.items():
        start = np.zeros(len(here.family.hands))
        begun = here.family.begun
        np.add.at(start, begun[begun >= 0], chance * count * second[begun >= 0])
        yield _reached("free" if kind == FREE else "own", here, kind, hands.policy(kind), start)


def _reached(stake: str, here: Situation, kind: str, policy: Ints, start: Floats) -> Reached:
    after, places = here.family.after, np.arange(len(here.family.hands))
    plays = here.plays(kind)
    values = worth_of(places, after, here.draw, plays, policy, bust_of(kind))
    plays[:, HIT] = (here.draw * np.where(after >= 0, values[after], bust_of(kind))).sum(axis=1)
    plays[~here.options.hit, HIT] = -np.inf
    return Reached(stake, here, reach_weights(after, here.draw, policy, start), plays)


def _best_cell(parts: list[tuple[Reached, Ints]]) -> tuple[str, ...]:
    """The best of hit or stand for the whole cell, with a double or surrender before it where two cards allow one."""
    best = -np.inf
    chosen: tuple[str, ...] = ("stand",)
    for base, base_name in BASES.items():
        for special in (None, *SPECIALS):
            worth, used = _cell_worth(parts, base, special)
            if worth > best + 1e-15 and (special is None or used):
                best = worth
                chosen = (base_name,) if special is None else (SPECIALS[special], base_name)
    return chosen


def _cell_worth(parts: list[tuple[Reached, Ints]], base: int, special: int | None) -> tuple[float, bool]:
    total, used = 0.0, False
    for reached, places in parts:
        weight, plays = reached.weight[places], reached.plays[places]
        other = STAND if base == HIT else HIT
        value = np.where(np.isfinite(plays[:, base]), plays[:, base], plays[:, other])
        if special is not None:
            allowed: Bools = np.isfinite(plays[:, special])
            used = used or bool((allowed & (weight > 0)).any())
            value = np.where(allowed, plays[:, special], value)
        live = weight > 0
        total += float(weight[live] @ value[live])
    return total, used
