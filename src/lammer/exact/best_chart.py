"""The best chart: one action for each total or pair, up card and stake.

A cell covers many compositions. Its worth is their sum weighted by how often each is reached, and that depends on other
cells: so a column (one up card) is improved cell by cell under the weights of the chart before, until nothing changes.
The chart is then valued exactly like any other; only the choice of cells uses the weights of hands with one other card
of a split pair removed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from lammer.exact.hands import Bools, Floats, Ints
from lammer.exact.kernels import reach_weights
from lammer.exact.play import NAMES, ByChart, Optimal, Play, may_keep
from lammer.exact.round import deal_chance
from lammer.exact.stakes import FREE, OWN
from lammer.exact.two_hand_values import natural_after_check
from lammer.exact.up_card import HandValues
from lammer.exact.values import Game, Worth, first_places
from lammer.rule_tables.plays import DOUBLE, FREE_DOUBLE, HIT, NUMBERS, STAND, SURRENDER
from lammer.strategy.chart import SECTIONS, STAKES, Chart
from lammer.strategy.swaps import LABELS, NATURAL, NO_SWAPS, SwapValues

ROUNDS = 20
"""Improvements of a column before it is taken as it is; it settles in three or four."""

WORTH_A_CELL = 1e-9
"""What a pair must gain for a cell of its own."""

Cell = tuple[str, str, int]
"""Stake, section, total."""
Column = dict[tuple[str, str, int, int], tuple[str, ...]]
BASES = {STAND: "stand", HIT: "hit"}
SPECIALS = {DOUBLE: "double", FREE_DOUBLE: "free-double", SURRENDER: "surrender"}


class Reached(NamedTuple):
    """Hands of one family and stake: how often each comes up, and what each play of it is worth."""

    stake: str
    here: HandValues
    weight: Floats
    plays: Floats


def best_chart(game: Game, on_progress: Callable[[], None] = lambda: None) -> Chart:
    """The best chart for a game's rules and shoe; ``on_progress`` is called after each of its up cards."""
    cells: Column = {}
    for worth in game.worths:
        cells.update(_best_column(game, worth))
        on_progress()
    # Rows as people read them: own money first, hard, soft and pair, ascending.
    ordered = dict(sorted(cells.items(), key=lambda entry: _reading_order(entry[0])))
    return Chart("total", ordered, swap_values(game) if game.tables.swaps else NO_SWAPS)


def swap_values(game: Game) -> SwapValues:
    """The value of every two cards against every up card after the dealer's check, from the whole shoe."""
    values = {(pair, worth.against.up): worth.of(*pair) for pair in LABELS if pair != NATURAL for worth in game.worths}
    naturals = [pair for pair in LABELS if pair != NATURAL and game.tables.dealing.is_natural(*pair)]
    dealt = {(NATURAL, one.against.up): natural_after_check(one.against, *naturals[0])[0] for one in game.worths}
    return dealt | values


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
    column.update(_pair_cells(worth, column))
    return column


def _pair_cells(worth: Worth, column: Column) -> Column:
    """Pairs are split where that is worth more than playing their total, by either stake; a pair that is kept and
    better played otherwise than its total says so."""
    cells: Column = {}
    up = worth.against.up
    for value in range(1, 11):
        worths = worth.split_worths(value) or Worth(worth.against, Optimal()).split_worths(value)
        if not worths:
            continue
        best = max(worths, key=lambda rule: worths[rule])
        cells["own", "pair", value, up] = cells["free", "pair", value, up] = ()
        if may_keep(worth.against, value) and worths[best] <= worth.unsplit_worth(value, value):
            cells["own", "pair", value, up] = _kept_pair(worth, value, column)
            continue
        wishes = {kind: "free-split" if added == FREE else "split" for kind, added in best.again}
        own = (best.name, wishes.get(OWN, best.name))
        cells["own", "pair", value, up] = tuple(dict.fromkeys(own))
        cells["free", "pair", value, up] = (wishes[FREE],) if FREE in wishes else ()
    return cells


def _kept_pair(worth: Worth, value: int, column: Column) -> tuple[str, ...]:
    """What to do with a pair that is not split, where its total's cell does something worse."""
    here, place = worth.first, worth.place(value, value)
    plays = here.all_plays(OWN, worth.policy)[0][place]
    family = here.family
    section = "soft" if family.soft[place] else "hard"
    wishes = column["own", section, int(family.total[place]), worth.against.up]
    usual = next((plays[NUMBERS[wish]] for wish in wishes if np.isfinite(plays[NUMBERS[wish]])), plays[HIT])
    best = int(np.argmax(plays))
    if plays[best] <= usual + WORTH_A_CELL:
        return ()
    return (NAMES[best],)


def _families(game: Game, worth: Worth) -> Iterator[Reached]:
    """First hands, and hands of every pair that is split, under the strategy of ``worth``."""
    start = np.zeros(len(worth.first.family.hands))
    split: dict[int, float] = {}
    for first in range(1, 11):
        for second in range(1, 11):
            chance = deal_chance(game.shoe, (first, worth.against.up, second))
            chance *= 1 - (worth.against.cards.natural_chance(first, second) if worth.against.peeks else 0.0)
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
    takes_one_card = first_places(worth.against.tables, worth.against.grid.families[value - 1]) is not None
    if rule is None or takes_one_card:
        return
    hands = worth.split_hands(value)
    here = worth.against.situation(value - 1, 1)
    left = worth.against.unseen.copy()
    left[value - 1] -= 2
    second = worth.against.cards.draws.next_card(np.maximum(left, 0.0))
    for kind, count in hands.number(rule).items():
        start = np.zeros(len(here.family.hands))
        begun = here.family.begun
        np.add.at(start, begun[begun >= 0], chance * count * second[begun >= 0])
        yield _reached("free" if kind == FREE else "own", here, kind, hands.policy(kind), start)


def _reached(stake: str, here: HandValues, kind: str, policy: Ints, start: Floats) -> Reached:
    plays, _ = here.all_plays(kind, policy)
    return Reached(stake, here, reach_weights(here.family.after, here.draw, policy, start), plays)


def _best_cell(parts: list[tuple[Reached, Ints]]) -> tuple[str, ...]:
    """The best of hit or stand for the whole cell, with a double or surrender before it where two cards allow one."""
    weight = np.concatenate([reached.weight[places] for reached, places in parts])
    plays = np.concatenate([reached.plays[places] for reached, places in parts])
    legal: Bools = np.isfinite(plays)
    if not (weight > 0).any():  # this chart never comes to the cell; somebody may, so all its hands count alike
        weight = np.ones(len(weight))
    best = -np.inf
    chosen: tuple[str, ...] = ("stand",)
    for base, base_name in BASES.items():
        if not legal[:, base].any():
            continue  # what is never legal is no advice
        usual = np.where(legal[:, base], plays[:, base], plays[:, STAND if base == HIT else HIT])
        for special in (None, *SPECIALS):
            if special is not None and not (legal[:, special] & (weight > 0)).any():
                continue
            value = usual if special is None else np.where(legal[:, special], plays[:, special], usual)
            live = (weight > 0) & np.isfinite(value)
            worth = float(weight[live] @ value[live])
            if worth > best + 1e-15:
                best = worth
                chosen = (base_name,) if special is None else (SPECIALS[special], base_name)
    return chosen
