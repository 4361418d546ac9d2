"""A round with two hands per box as compiled code.

Each hand is a seat of the one-hand kernels (``kernel.py``, ``hand_kernel.py``), in the order of the deal; the two hands
of a box follow each other. Between the deal and the play the second cards may be swapped. The results of the two hands
are added up after the settlement.
"""

import numpy as np

from lammer.compiled import njit_bare
from lammer.rule_tables.ends import FIRST_STAKE, OPEN
from lammer.rule_tables.numbers import NATURAL_STATE
from lammer.simulate.arrays import Bytes, Place, whole
from lammer.simulate.ending_kernel import play_dealer, tally_seat
from lammer.simulate.generator import NEXT
from lammer.simulate.hand_kernel import play_box, settle_seat
from lammer.simulate.kernel import ZERO, open_round
from lammer.simulate.kernel_data import Shoe, SideTables, Tables, Tally, Work
from lammer.simulate.layout import (
    ALL_LAMMERS,
    ALL_WINNING,
    ASKS,
    AT_RISK,
    BOX,
    CARDS_DEALT,
    DEALER_22,
    DEALER_22S,
    ENDED,
    FIRST,
    FREE_DOUBLES,
    HELD,
    MOST_LAMMERS,
    MOST_WINNING,
    NET,
    PUSHED,
    ROUNDS,
    SEAT_FIELDS,
    SECOND,
    SHOES,
    STAKE,
    UPS,
    VALUE,
    VOID,
    VOIDS,
)
from lammer.simulate.side_kernel import spin_wheels, square_table


@njit_bare(part=True)
def swap_place(tables: Tables, work: Work, one: int, other: int, up: int) -> int:
    """The place of a start in the table of swaps: up card, first and second card of each hand."""
    hands, packed, place = work.hands, tables.packed, up - 1
    for at in (one + FIRST, one + SECOND, other + FIRST, other + SECOND):
        place = 10 * place + whole(packed[VALUE + whole(hands[at])]) - 1
    return place


@njit_bare(part=True)
def play_pairs(
    boxes: int, shoe: Shoe, at: Place, tables: Tables, swaps: Bytes, work: Work, up: int, over: bool
) -> tuple[int, Place]:
    """Swaps and plays the hands of every box. The cards of the deal stay in their fields. Returns the dealer's cards
    that hands need, and the position of the deal."""
    hands, asks = work.hands, 0
    for seat in range(2 * boxes):
        begin, made = seat * BOX, 1
        one, other = (seat - seat % 2) * BOX, (seat - seat % 2 + 1) * BOX
        swap = not over and swaps[swap_place(tables, work, one, other, up)] == 1
        if not over and (swap or hands[begin + ENDED] == OPEN):
            dealt = (other if seat % 2 == 0 else one) if swap else begin
            first, card = whole(hands[begin + FIRST]), whole(hands[dealt + SECOND])
            made, one_asks, at = play_box(shoe, at, tables, work, begin, first, card, up)
            asks |= one_asks
        else:
            hands[begin + STAKE] = FIRST_STAKE
            asks |= whole(tables.packed[ASKS + hands[begin + ENDED]])
        work.seats[seat * SEAT_FIELDS + HELD] = made
    return asks, at


@njit_bare(part=True)
def deal_two_hand_round(
    boxes: int, shoe: Shoe, at: Place, tables: Tables, swaps: Bytes, side: SideTables, work: Work
) -> Place:
    """Deals one round for every box and returns the position of the deal; the results are in ``work``, by box."""
    up, held, suits, second, _, at = open_round(2 * boxes, shoe, at, tables, side, work)
    hole = whole(at[0]) - 1
    over = held == NATURAL_STATE and tables.packed[UPS + up] == 1
    asks, at = play_pairs(boxes, shoe, at, tables, swaps, work, up, over)
    dealer, at = play_dealer(shoe, at, tables, side, work, up, held, second, suits, hole, asks | side.asks)
    for seat in range(2 * boxes):
        settle_seat(tables, work, seat, dealer)
    for box in range(boxes):
        add_up(work, box)
    if side.wheels.shape[0] > 1:
        spin_wheels(boxes, side, work)
    return at


@njit_bare(part=True)
def add_up(work: Work, box: int) -> None:
    """Adds the results of the two hands of a box."""
    seats, one, into = work.seats, 2 * box * SEAT_FIELDS, box * SEAT_FIELDS
    other = one + SEAT_FIELDS
    for field in (NET, HELD, ALL_LAMMERS, ALL_WINNING, AT_RISK, FREE_DOUBLES, PUSHED):
        seats[into + field] = seats[one + field] + seats[other + field]
    for field in (MOST_LAMMERS, MOST_WINNING):
        seats[into + field] = max(seats[one + field], seats[other + field])


@njit_bare()
def deal_two_hand_rounds(
    boxes: int, rounds: int, cut: int, shoe: Shoe, tables: Tables, swaps: Bytes, side: SideTables, work: Work,
    tally: Tally,
) -> None:  # fmt: skip
    """Deals rounds, with a new shoe whenever ``cut`` cards are dealt (0: for every round). Adds the sums to
    ``tally``."""
    cards, round_, facts = shoe.cards, work.round, tally.facts
    at = (np.uint64(cut), shoe.random[NEXT])
    for _ in range(rounds):
        if whole(at[0]) >= cut:
            at = (ZERO, at[1])
            facts[SHOES] += 1
        began = whole(at[0])
        at = deal_two_hand_round(boxes, shoe, at, tables, swaps, side, work)
        facts[CARDS_DEALT] += min(whole(at[0]), cards.shape[0]) - began
        if round_[VOID]:
            facts[VOIDS] += boxes
            continue
        facts[DEALER_22S] += round_[DEALER_22]
        for seat in range(boxes):
            tally_seat(seat, side, work, tally)
        if boxes > 1:
            square_table(boxes, work, side, tally.squares)
    shoe.random[NEXT] = at[1]
    facts[ROUNDS] += rounds * boxes
