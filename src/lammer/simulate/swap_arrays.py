"""When a strategy swaps the second cards of two hands, as an array for the kernels."""

import numpy as np

from lammer.rule_tables.ends import NATURAL
from lammer.rule_tables.tables import RuleTables
from lammer.simulate.arrays import Bytes
from lammer.simulate.refusals import NotSimulated
from lammer.strategy.swaps import SwapValues, swap_table

VALUES = range(1, 11)


def swap_array(tables: RuleTables, values: SwapValues) -> Bytes:
    """10 · 10 · 10 · 10 · 10: whether a start is swapped (``strategy/swaps.py``). Empty for one hand per box."""
    if tables.hands_per_box == 1:
        return np.zeros(0, dtype=np.uint8)
    if tables.dealing.first_values or tables.dealing.up_values:
        raise NotSimulated("hands.per_box=2: two hands are not simulated where a first-card ace ends a hand")
    naturals = np.array([[tables.dealing.is_natural(first, second) for second in VALUES] for first in VALUES])
    swaps = np.array(swap_table(values, naturals.tolist()), dtype=np.uint8).reshape((10,) * 5)
    if not tables.swaps:
        swaps[:] = 0
    if not tables.dealing.asks_of_dealer[NATURAL]:  # a natural that has been paid is not broken up
        swaps[:, naturals] = 0
        swaps[:, :, :, naturals] = 0
    return swaps.ravel()
