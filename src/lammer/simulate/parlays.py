"""Parlays for the kernels: with which first cards and up cards the winnings of a side bet join the main wager."""

from collections.abc import Mapping
from itertools import product

import numpy as np

from lammer.cards.card import DECK_SIZE, VALUES
from lammer.rule_tables.tables import rule_tables
from lammer.rules.conditions.reading import seen
from lammer.rules.parlays import Policy, within_maximum
from lammer.rules.sheet import Sheet
from lammer.simulate.arrays import Bytes
from lammer.simulate.refusals import NotSimulated
from lammer.table.sidebets import decide, decided_net

NO_PARLAYS: Bytes = np.zeros(1, dtype=np.uint8)


def parlay_table(sheet: Sheet, wager: int, sides: Mapping[str, int], policy: Policy) -> tuple[Bytes, int]:
    """52 · 52 by first card and up card, and the amount that joins the main wager; 0 if nothing ever does. Raises
    NotSimulated if there is more than one such amount."""
    bets = {bet_id: amount for bet_id, amount in sides.items() if sheet.side_bets[bet_id].parlay is not None}
    if not bets or not policy:
        return NO_PARLAYS, 0
    if len(bets) > 1:
        raise NotSimulated("parlays of one side bet can be simulated, not of several at once")
    ((bet_id, amount),) = bets.items()
    table, won = np.zeros(DECK_SIZE * DECK_SIZE, dtype=np.uint8), set[int]()
    for first, up in product(range(DECK_SIZE), repeat=2):
        net = _net(sheet, bet_id, amount, first, up)
        if net > 0 and (VALUES[first], VALUES[up]) in policy:
            table[DECK_SIZE * first + up] = 1
            won.add(net)
    if len(won) > 1:
        raise NotSimulated(f"{sheet.side_bet_keys[bet_id]}: parlays of one amount can be simulated, not of {len(won)}")
    joins = max(won, default=0)
    joined = joins > 0 and within_maximum(sheet, bet_id, wager + joins)
    return (table, joins) if joined else (NO_PARLAYS, 0)


def _net(sheet: Sheet, bet_id: str, amount: int, first: int, up: int) -> int:
    bet = sheet.side_bets[bet_id]
    decided = decide(bet, seen(bet.reads, rule_tables(sheet).limit, mine=(first,), up=up))
    return decided_net(bet.paytables[bet.paytable], decided, amount)
