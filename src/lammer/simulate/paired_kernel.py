"""Deals two games from one shoe: the first shuffles while it deals, and the second gets the same cards.

Further cards of the second game are shuffled in a copy of the shoe with a separate generator. So each game by itself is
dealt from a fresh shoe, and the rounds of the first game do not depend on the second.
"""

from lammer.compiled import njit_bare
from lammer.simulate.arrays import Counts, Fours, whole
from lammer.simulate.generator import NEXT
from lammer.simulate.kernel import ZERO, deal_round
from lammer.simulate.kernel_data import Shoe, SideTables, Tables, Work
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
)


@njit_bare()
def deal_pairs(
    rounds: int, shoe: Shoe, copy: Shoe, fours: Fours, copied_fours: Fours,
    first: Tables, first_unit: int, second: Tables, second_unit: int, side: SideTables, work: Work, sums: Counts,
) -> None:  # fmt: skip
    """Deals rounds of both games, each from a fresh shoe; ``copy`` is left in the order of the last round. Sums are in
    minor units, whatever the unit of each game. ``fours`` are the same two shoes as 32-bit words, which are copied
    faster than bytes."""
    seats, round_, random, more = work.seats, work.round, shoe.random, copy.random
    for _ in range(rounds):
        at = ZERO, random[NEXT]
        at = deal_round(1, shoe, at, first, side, work)
        net, void, settled = seats[NET] * first_unit, round_[VOID], min(whole(at[0]), shoe.cards.shape[0])
        random[NEXT] = at[1]
        for place in range(fours.shape[0]):
            copied_fours[place] = fours[place]
        at = ZERO, more[NEXT]
        at = deal_round(1, Shoe(copy.cards, more, settled), at, second, side, work)
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
