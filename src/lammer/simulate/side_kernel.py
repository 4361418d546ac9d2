"""Side bets of a round as compiled code: the outcome class of each, spins of wheels, and their squares."""

import numpy as np

from lammer.compiled import njit_bare
from lammer.simulate.arrays import Bytes, Counts, Words, whole
from lammer.simulate.generator import NEXT, take
from lammer.simulate.kernel_data import SideTables, Tally, Work
from lammer.simulate.layout import (
    ALL_LAMMERS,
    ALL_WINNING,
    BET_FIELDS,
    BOX,
    BY_HAND,
    CLASSES,
    DEALER_NATURAL,
    DEALER_NATURAL_CLASS,
    FINAL,
    FINAL_HAND_BET,
    FIRST,
    FIRST_STOP,
    FOUR_CARDS_BET,
    KIND,
    LAMMER_BET,
    LOW_WORD,
    MARK,
    MARK_STATES,
    MARKS,
    MAX_LAMMERS_COUNTED,
    MAX_SIDE_BETS,
    NATURAL_LOSES,
    NATURAL_STRIDE,
    NET,
    OFFSET,
    OTHERS,
    OWN_NATURALS,
    OWN_STRIDE,
    RUN,
    RUN_BET,
    SEAT_FIELDS,
    SECOND,
    SPLIT_FIRST,
    SPLIT_SECOND,
    SPUN,
    STOP_CLASS,
    STOP_FIELDS,
    STOP_OTHERS,
    STOP_WEIGHT,
    STREAK_BET,
    STREAKS,
    TOTAL_WEIGHT,
    UNFAIR_BELOW,
    UP,
    UP_PLACES,
    WHEEL,
    WINNING_ONLY,
)


@njit_bare(part=True)
def four_ranks(hands: Bytes, begin: int) -> int:
    """The place of the four cards of two hands that follow each other: 13 · 13 · 13 · 13 ranks."""
    place = 0
    for at in (FIRST, SECOND, BOX + FIRST, BOX + SECOND):
        place = 13 * place + whole(hands[begin + at]) // 4
    return place


@njit_bare(part=True)
def side_class(bets: Counts, bet: int, seats: Counts, seat: int, round_: Counts, classes: Bytes, hands: Bytes) -> int:
    """The outcome class of one side bet of one seat; after a spin that of the stop."""
    if bets[bet * BET_FIELDS + WHEEL] > 0 and round_[SPUN + seat * MAX_SIDE_BETS + bet] > 0:
        return whole(round_[SPUN + seat * MAX_SIDE_BETS + bet])
    kind, result = bets[bet * BET_FIELDS + KIND], seat * SEAT_FIELDS
    if kind == STREAK_BET:
        return whole(seats[STREAKS + 2 * (seat * MAX_SIDE_BETS + bet) + 1])
    if kind == LAMMER_BET:
        if round_[DEALER_NATURAL] == 1 and bets[bet * BET_FIELDS + NATURAL_LOSES]:
            return DEALER_NATURAL_CLASS
        place = ALL_WINNING if bets[bet * BET_FIELDS + WINNING_ONLY] else ALL_LAMMERS
        return whole(min(seats[result + place + bets[bet * BET_FIELDS + BY_HAND]], MAX_LAMMERS_COUNTED))
    begin, ups = bets[bet * BET_FIELDS + OFFSET], bets[bet * BET_FIELDS + UP_PLACES]
    if kind == RUN_BET:
        return whole(classes[begin + round_[RUN + seat * MAX_SIDE_BETS + bet]])
    if kind == FOUR_CARDS_BET:
        return whole(classes[begin + four_ranks(hands, 2 * seat * BOX)])
    if round_[DEALER_NATURAL] == 1:
        begin += bets[bet * BET_FIELDS + NATURAL_STRIDE]
    if kind == FINAL_HAND_BET:
        place = whole(round_[FINAL])
        if bets[bet * BET_FIELDS + MARKS] > 0:
            place = place * bets[bet * BET_FIELDS + MARK_STATES] + whole(round_[MARK + bet])
        own = bets[bet * BET_FIELDS + OWN_NATURALS]
        if own > 0 and classes[own + 53 * whole(hands[seat * BOX + FIRST]) + whole(hands[seat * BOX + SECOND])]:
            begin += bets[bet * BET_FIELDS + OWN_STRIDE]
    else:
        first, second = 53 * whole(hands[seat * BOX + FIRST]), whole(hands[seat * BOX + SECOND])
        place = first + second
        split = bets[bet * BET_FIELDS + OWN_NATURALS]
        if split > 0:
            opened = whole(classes[split + first + whole(hands[seat * BOX + SPLIT_FIRST])])
            opened += whole(classes[split + 53 * second + whole(hands[seat * BOX + SPLIT_SECOND])])
            begin += opened * bets[bet * BET_FIELDS + OWN_STRIDE]
    return whole(classes[begin + ups * place + (round_[UP] if ups > 1 else 0)])


@njit_bare(part=True)
def draw_stop(wheels: Counts, wheel: int, random: Words, at: np.uint64) -> tuple[int, np.uint64]:
    """The place of a stop, drawn by weight from a stream of its own, and the index of the next random number."""
    total, unfair = whole(wheels[wheel + TOTAL_WEIGHT]), whole(wheels[wheel + UNFAIR_BELOW])
    word, at = take(random, at)
    while (whole(word) * total) & LOW_WORD < unfair:
        word, at = take(random, at)
    left, stop = (whole(word) * total) >> 32, wheel + FIRST_STOP
    while left >= wheels[stop + STOP_WEIGHT]:
        left -= wheels[stop + STOP_WEIGHT]
        stop += STOP_FIELDS
    return stop, at


@njit_bare(part=True)
def spin_wheels(boxes: int, side: SideTables, work: Work) -> None:
    """Spins for every wager that has won a spin, and adds up what each seat gets from the spins of others."""
    bets, wheels, round_, at = side.bets, side.wheels, work.round, work.spins[NEXT]
    for bet in range(bets.shape[0] // BET_FIELDS):
        begin = whole(bets[bet * BET_FIELDS + WHEEL])
        if begin == 0:
            continue
        for seat in range(boxes):
            round_[SPUN + seat * MAX_SIDE_BETS + bet], round_[OTHERS + seat * MAX_SIDE_BETS + bet] = 0, 0
        for seat in range(boxes):
            wheel = whole(wheels[begin + side_class(bets, bet, work.seats, seat, round_, side.classes, work.hands)])
            if wheel > 0:
                stop, at = draw_stop(wheels, wheel, work.spins, at)
                round_[SPUN + seat * MAX_SIDE_BETS + bet] = wheels[stop + STOP_CLASS]
                for other in range(boxes):
                    if other != seat:
                        round_[OTHERS + other * MAX_SIDE_BETS + bet] += wheels[stop + STOP_OTHERS]
    work.spins[NEXT] = at


@njit_bare(part=True)
def count_others(side: SideTables, bet: int, class_: int, seat: int, round_: Counts, tally: Tally) -> int:
    """What the spins of others pay to a seat; its sums are those by which the bet's own change."""
    others, net = whole(round_[OTHERS + seat * MAX_SIDE_BETS + bet]), side.bet_nets[bet * CLASSES + class_]
    tally.sums[2 + 2 * bet] += others
    tally.sums[3 + 2 * bet] += (2 * net + others) * others
    return others


@njit_bare(part=True)
def square_table(boxes: int, work: Work, side: SideTables, squares: Counts) -> None:
    """Adds the squares of the total net of all seats: of the main wager, of all wagers, and of each side bet. Seats
    share a dealer, so their results are not independent."""
    seats, bets = work.seats, side.bets
    main = 0
    for seat in range(boxes):
        main += seats[seat * SEAT_FIELDS + NET]
    squares[0] += main * main
    everything = main
    for bet in range(bets.shape[0] // BET_FIELDS):
        brought = 0
        for seat in range(boxes):
            class_ = side_class(bets, bet, seats, seat, work.round, side.classes, work.hands)
            brought += side.bet_nets[bet * CLASSES + class_]
            if bets[bet * BET_FIELDS + WHEEL] > 0:
                brought += work.round[OTHERS + seat * MAX_SIDE_BETS + bet]
        squares[2 + bet] += brought * brought
        everything += brought
    squares[1] += everything * everything
