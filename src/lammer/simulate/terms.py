"""A sheet and its wagers as tables for the kernels: the rule tables as arrays, with pays in units of the run."""

from collections.abc import Mapping, Sequence
from math import gcd
from typing import NamedTuple

import numpy as np

from lammer.cards.card import TEN, VALUES
from lammer.rule_tables.ends import BOXED, HAND_ENDS
from lammer.rule_tables.tables import RuleTables, rule_tables
from lammer.rules.parlays import NEVER, Policy
from lammer.rules.sheet import Sheet
from lammer.simulate.arrays import Bytes
from lammer.simulate.kernel_data import RuleArrays, SideTables, Tables
from lammer.simulate.layout import HANDS, MAY_BE_NATURAL, UNSEEN_NATURAL
from lammer.simulate.parlays import parlay_table
from lammer.simulate.plays import Plays
from lammer.simulate.side_bets import SideWager, side_bets_of


class Terms(NamedTuple):
    """All tables of a sheet for the kernels, and the side bets with the names of their outcomes."""

    rule_tables: RuleTables
    arrays: RuleArrays
    tables: Tables
    side: SideTables
    side_bets: tuple[SideWager, ...]
    unit: int
    """The greatest common divisor of all nets, in minor units; kernels count in this unit."""
    middle: int
    """The absolute value of main nets is at most this number of units."""


def terms_of(
    sheet: Sheet,
    plays: Plays,
    wager: int,
    sides: Mapping[str, int],
    parlays: Policy = NEVER,
    *,
    against: bool = False,
) -> Terms:
    """``wager`` and side wagers are in minor units and the same for every seat. With the first cards and up cards of
    ``parlays``, winnings join the main wager. ``against``: the wager is bet against the hand."""
    tables = rule_tables(sheet, against=against)
    joined, won = parlay_table(sheet, wager, sides, NEVER if against else parlays)
    wagers = [wager, wager + won] if won else [wager]
    nets = np.concatenate([np.array(tables.payoffs.in_money(one), dtype=np.int64).ravel() for one in wagers])
    side_bets = side_bets_of(sheet, sides)
    amounts = [*wagers, *nets.tolist()]
    unit = gcd(*amounts, *(amount for bet in side_bets.wagers for amount in bet.amounts))
    arrays = _arrays(tables)
    maximum = tables.hands_per_box * tables.legality.maximum_hands * max(abs(amount) for amount in amounts)
    return Terms(
        tables,
        arrays,
        Tables(arrays.joined(), *plays, nets // unit, joined),
        side_bets.tables(sheet, unit, hole_card=tables.dealing.hole_card),
        side_bets.wagers,
        unit,
        maximum // unit + 1,
    )


def _arrays(tables: RuleTables) -> RuleArrays:
    dealing, drawing, legality = tables.dealing, tables.dealing.drawing, tables.legality
    ups = np.zeros(3 * 16, dtype=np.uint8)
    for up in range(1, 11):
        may_be_natural = drawing.partner(up) is not None
        ups[up] = dealing.peeks[up]
        ups[MAY_BE_NATURAL + up] = may_be_natural
        ups[UNSEEN_NATURAL + up] = may_be_natural and up not in dealing.up_values
    return RuleArrays(
        value=_bytes(VALUES),
        alike=_bytes(legality.alike),
        full=_bytes([hands >= legality.maximum_hands for hands in range(HANDS + 1)]),
        first_card=_bytes(dealing.first_card),
        up_card=_bytes(dealing.up_card),
        two_cards=_bytes(dealing.two_cards),
        split_cards=_bytes(dealing.split_cards),
        asks=_bytes(dealing.asks_of_dealer),
        second=_bytes(drawing.second),
        dealt=_bytes(drawing.after),
        draws=_bytes(drawing.draws),
        ups=ups,
        ends=_bytes([_end(tables, up, total) for up in range(16) for total in range(HAND_ENDS)]),
        beats=_bytes([row for by_end in tables.payoffs.rows for row in by_end]),
    )


def _end(tables: RuleTables, up: int, total: int) -> int:
    boxed = up <= TEN and tables.dealing.boxes_busts[up]
    return BOXED if boxed and total == tables.limit + 1 else total


def _bytes(numbers: Sequence[int]) -> Bytes:
    return np.array(numbers, dtype=np.uint8)
