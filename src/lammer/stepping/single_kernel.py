"""One step of one round, called with few arguments.

A call of compiled code looks at every array that it is given, and a round has thirty: that takes ten times as long as
the step. Here they are one array of addresses and lengths. Whoever made that array keeps the others alive.
"""

from typing import Any

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]
from numba.extending import intrinsic

from lammer.compiled import njit
from lammer.simulate.arrays import Counts, whole
from lammer.simulate.kernel_data import Shoe, SideTables, Tables, Work
from lammer.stepping.layout import Boxes, StepRules
from lammer.stepping.step_kernel import step_round


def _pointer(_context: Any, address: Any) -> Any:
    """An address as a pointer: its type, and the code that Numba shall generate."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return types.voidptr(address), generate


pointer_at: Any = intrinsic(_pointer)


def handle_of(rules: StepRules, boxes: Boxes, observed: Counts, legal: Any) -> Counts:
    """The array for ``step_single``: address and length of every array of the first round, in the order it reads
    them, then the numbers."""
    side = rules.side
    arrays = [
        *rules.tables,
        *(side.classes, side.bets, side.bet_nets, side.marks, side.wheels),
        *(rules.plays, rules.pairs, rules.soft, rules.first),
        *(boxes.cards[0], boxes.random[0], boxes.rounds[0], boxes.hands[0], boxes.waiting[0], boxes.seen[0]),
        *(boxes.work.seats, boxes.work.round, boxes.work.spins, observed[0], legal[0]),
    ]
    assert all(one.flags.c_contiguous for one in arrays)
    numbers = [side.reads_dealer, side.reads_hole, side.asks, side.streaks, rules.cut]
    places = [number for one in arrays for number in (one.ctypes.data, one.size)]
    return np.array([*places, *numbers], dtype=np.int64)


@njit(nogil=True)
def step_single(handle: Counts, action: int) -> bool:
    """``step_round`` for the round of a handle."""
    tables = Tables(
        carray(pointer_at(handle[0]), handle[1], np.uint8),
        carray(pointer_at(handle[2]), handle[3], np.uint16),
        carray(pointer_at(handle[4]), handle[5], np.uint8),
        carray(pointer_at(handle[6]), handle[7], np.uint16),
        carray(pointer_at(handle[8]), handle[9], np.uint8),
        carray(pointer_at(handle[10]), handle[11], np.uint8),
        carray(pointer_at(handle[12]), handle[13], np.int64),
        carray(pointer_at(handle[14]), handle[15], np.uint8),
    )
    side = SideTables(
        carray(pointer_at(handle[16]), handle[17], np.uint8),
        carray(pointer_at(handle[18]), handle[19], np.int64),
        carray(pointer_at(handle[20]), handle[21], np.int64),
        whole(handle[56]),
        whole(handle[57]),
        carray(pointer_at(handle[22]), handle[23], np.uint8),
        whole(handle[58]),
        whole(handle[59]),
        carray(pointer_at(handle[24]), handle[25], np.int64),
    )
    rules = StepRules(
        tables,
        side,
        carray(pointer_at(handle[26]), handle[27], np.uint8),
        carray(pointer_at(handle[28]), handle[29], np.uint8),
        carray(pointer_at(handle[30]), handle[31], np.uint8),
        carray(pointer_at(handle[32]), handle[33], np.uint8),
        whole(handle[60]),
    )
    cards, random = (
        carray(pointer_at(handle[34]), handle[35], np.uint8),
        carray(pointer_at(handle[36]), handle[37], np.uint64),
    )
    work = Work(
        carray(pointer_at(handle[40]), handle[41], np.uint8),
        carray(pointer_at(handle[42]), handle[43], np.uint8),
        carray(pointer_at(handle[46]), handle[47], np.int64),
        carray(pointer_at(handle[48]), handle[49], np.int64),
        carray(pointer_at(handle[50]), handle[51], np.uint64),
    )
    return step_round(
        rules,
        Shoe(cards, random, 0),
        work,
        carray(pointer_at(handle[38]), handle[39], np.int64),
        carray(pointer_at(handle[44]), handle[45], np.int64),
        whole(action),
        carray(pointer_at(handle[52]), handle[53], np.int64),
        carray(pointer_at(handle[54]), handle[55], np.uint8),
    )
