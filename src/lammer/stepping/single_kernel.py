"""One step of one round, called with few arguments.

A call of compiled code looks at every array that it is given, and a round has thirty: that takes ten times as long as
the step. Here they are one array of addresses and lengths. Whoever made that array keeps the others alive.
"""

from typing import Any

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]
from numba.extending import intrinsic

from lammer.compiled import njit
from lammer.simulate.arrays import Bytes, Counts, Shorts, Words, whole
from lammer.simulate.kernel_data import Shoe, SideTables, Tables, Work
from lammer.stepping.layout import Boxes, StepRules
from lammer.stepping.step_kernel import step_round


def _pointer(_context: Any, address: Any) -> Any:
    """An address as a pointer: its type, and the code that Numba shall generate."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return types.voidptr(address), generate


pointer_at: Any = intrinsic(_pointer)


(
    PACKED,
    AFTER,
    TOTALS,
    TWO,
    CHART,
    CHART_PAIRS,
    NETS,
    PARLAYS,
    CLASSES,
    BETS,
    BET_NETS,
    MARKS,
    WHEELS,
    LEGAL_PLAYS,
    LEGAL_PAIRS,
    SOFT,
    FIRST,
    INSURABLE,
    CARDS,
    RANDOM,
    ROUND,
    HANDS,
    WAITING,
    SEEN,
    SEATS,
    DEALER,
    SPINS,
    OBSERVED,
    LEGAL,
    READS_DEALER,
) = range(0, 60, 2)
"""Places in a handle: the address of an array, and after it its length. The numbers come last."""
READS_HOLE, ASKS, STREAKS, CUT = range(READS_DEALER + 1, READS_DEALER + 5)


def handle_of(rules: StepRules, boxes: Boxes, observed: Counts, legal: Bytes) -> Counts:
    """The handle of the first round, for ``step_single``."""
    side, work = rules.side, boxes.work
    arrays = [
        *rules.tables,
        *(side.classes, side.bets, side.bet_nets, side.marks, side.wheels),
        *(rules.plays, rules.pairs, rules.soft, rules.first, rules.insurable),
        *(boxes.cards[0], boxes.random[0], boxes.rounds[0], boxes.hands[0], boxes.waiting[0], boxes.seen[0]),
        *(work.seats, work.round, work.spins, observed[0], legal[0]),
    ]
    assert all(one.flags.c_contiguous for one in arrays)
    places = [number for one in arrays for number in (one.ctypes.data, one.size)]
    numbers = [side.reads_dealer, side.reads_hole, side.asks, side.streaks, rules.cut]
    return np.array([*places, *numbers], dtype=np.int64)


@njit(nogil=True)
def bytes_at(handle: Counts, place: int) -> Bytes:
    found: Bytes = carray(pointer_at(handle[place]), handle[place + 1], np.uint8)
    return found


@njit(nogil=True)
def shorts_at(handle: Counts, place: int) -> Shorts:
    found: Shorts = carray(pointer_at(handle[place]), handle[place + 1], np.uint16)
    return found


@njit(nogil=True)
def counts_at(handle: Counts, place: int) -> Counts:
    found: Counts = carray(pointer_at(handle[place]), handle[place + 1], np.int64)
    return found


@njit(nogil=True)
def words_at(handle: Counts, place: int) -> Words:
    found: Words = carray(pointer_at(handle[place]), handle[place + 1], np.uint64)
    return found


@njit(nogil=True)
def step_single(handle: Counts, action: int) -> bool:
    """``step_round`` for the round of a handle."""
    tables = Tables(
        bytes_at(handle, PACKED),
        shorts_at(handle, AFTER),
        bytes_at(handle, TOTALS),
        shorts_at(handle, TWO),
        bytes_at(handle, CHART),
        bytes_at(handle, CHART_PAIRS),
        counts_at(handle, NETS),
        bytes_at(handle, PARLAYS),
    )
    side = SideTables(
        bytes_at(handle, CLASSES),
        counts_at(handle, BETS),
        counts_at(handle, BET_NETS),
        whole(handle[READS_DEALER]),
        whole(handle[READS_HOLE]),
        bytes_at(handle, MARKS),
        whole(handle[ASKS]),
        whole(handle[STREAKS]),
        counts_at(handle, WHEELS),
    )
    rules = StepRules(
        tables,
        side,
        bytes_at(handle, LEGAL_PLAYS),
        bytes_at(handle, LEGAL_PAIRS),
        bytes_at(handle, SOFT),
        bytes_at(handle, FIRST),
        bytes_at(handle, INSURABLE),
        whole(handle[CUT]),
    )
    shoe = Shoe(bytes_at(handle, CARDS), words_at(handle, RANDOM), 0)
    work = Work(
        bytes_at(handle, HANDS),
        bytes_at(handle, WAITING),
        counts_at(handle, SEATS),
        counts_at(handle, DEALER),
        words_at(handle, SPINS),
    )
    seen = counts_at(handle, ROUND), counts_at(handle, SEEN)
    return step_round(rules, shoe, work, *seen, whole(action), counts_at(handle, OBSERVED), bytes_at(handle, LEGAL))
