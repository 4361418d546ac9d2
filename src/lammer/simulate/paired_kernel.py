"""Two games dealt from one shoe: the first shuffles while it deals, the second is dealt the very same cards.

Whatever the second takes beyond them is shuffled in turn, in a copy of the shoe and by a generator of its own: each
game by itself is dealt from a fresh shoe, and the first one's rounds are the same whichever game is beside it.
"""

import numpy as np

from lammer.compiled import njit_bare
from lammer.simulate.arrays import Arrays, Bytes, Counts, Fours, Words
from lammer.simulate.generator import NEXT
from lammer.simulate.kernel import ZERO, deal_round
from lammer.simulate.layout import (
    BOTH_DEALT,
    BOTH_VOID,
    DIFFERENCE,
    DIFFERENCE_SQUARED,
    FIRST_NET,
    FIRST_SQUARED,
    NET,
    SECOND_NET,
    SECOND_SQUARED,
    VOID,
    Flags,
)


@njit_bare()
def deal_pairs(
    rounds: int, cards: Bytes, copy: Bytes, fours: Fours, copied_fours: Fours,
    random: Words, more: Words,
    first_flags: Flags, first: Arrays, first_unit: int, second_flags: Flags, second: Arrays, second_unit: int,
    hands: Bytes, waiting: Bytes, seats: Counts, round_: Counts, sums: Counts,
) -> None:  # fmt: skip
    """So many rounds of both games, each from a fresh shoe; ``copy`` is left in the order of the last one. Sums are in
    minor units, whatever the unit of each game. ``fours`` are the same two shoes seen as words, which are copied sooner
    than bytes."""
    for _ in range(rounds):
        at = ZERO, random[NEXT]
        at = deal_round(1, cards, at, random, 0, first_flags, *first, hands, waiting, seats, round_)
        net, void, settled = seats[NET] * first_unit, round_[VOID], np.int64(at[0])
        random[NEXT] = at[1]
        for place in range(fours.shape[0]):
            copied_fours[place] = fours[place]
        at = ZERO, more[NEXT]
        at = deal_round(1, copy, at, more, settled, second_flags, *second, hands, waiting, seats, round_)
        more[NEXT] = at[1]
        other = seats[NET] * second_unit
        if void or round_[VOID]:
            sums[BOTH_VOID] += 1
            continue
        sums[BOTH_DEALT] += 1
        sums[FIRST_NET] += net
        sums[FIRST_SQUARED] += net * net
        sums[SECOND_NET] += other
        sums[SECOND_SQUARED] += other * other
        sums[DIFFERENCE] += other - net
        sums[DIFFERENCE_SQUARED] += (other - net) * (other - net)
