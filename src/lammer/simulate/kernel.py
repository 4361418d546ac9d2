"""A round as compiled code: any sheet, one to seven seats, any strategy, every side bet.

All rules are tables and flags (``plays.py``, ``terms.py``); no code here depends on a game. Cards are dealt in the same
order as at the table: two passes over the seats, each followed by the dealer, then hand after hand, then the dealer.
"""

import numpy as np

from lammer.compiled import njit_bare
from lammer.rule_tables.ends import FIRST_STAKE, OPEN
from lammer.rule_tables.numbers import HOLE, NATURAL_STATE
from lammer.simulate.arrays import Bytes, Counts, Place, Words, whole
from lammer.simulate.ending_kernel import play_dealer, tally_seat
from lammer.simulate.generator import NEXT
from lammer.simulate.hand_kernel import draw, play_box, settle_seat
from lammer.simulate.kernel_data import Shoe, SideTables, Tables, Tally, Work
from lammer.simulate.layout import (
    ASKS,
    BET_FIELDS,
    BIN_FIELDS,
    BINS,
    BOX,
    CARDS_DEALT,
    CLASSES,
    COUNT_ALL_NET,
    COUNT_ALL_SQUARES,
    COUNT_SQUARES,
    DEALER_22,
    DEALER_22S,
    DEALT,
    ENDED,
    FIRST,
    FIRST_CARD,
    HELD,
    KIND,
    MARKS,
    MAX_SIDE_BETS,
    NEAREST,
    NET,
    NO_CARD,
    NOT_PLACED,
    OTHERS,
    PER_DECK,
    ROUNDING,
    ROUNDS,
    RUN,
    RUN_BET,
    SCALE,
    SEAT_FIELDS,
    SECOND,
    SECOND_CARD,
    SHOES,
    SPLIT_FIRST,
    SPLIT_SECOND,
    STAKE,
    START,
    STREAK_BET,
    STREAKS,
    TOWARDS_ZERO,
    TWO_CARDS,
    UP,
    UP_CARD,
    UPS,
    VALUE,
    VOID,
    VOIDS,
    WHEEL,
    WINS_NEEDED,
)
from lammer.simulate.side_kernel import side_class, spin_wheels, square_table

ZERO = np.uint64(0)


@njit_bare(part=True)
def open_round(
    boxes: int, shoe: Shoe, at: Place, tables: Tables, side: SideTables, work: Work
) -> tuple[int, int, int, bool, int, Place]:
    """The opening deal. Returns the value of the up card (0 if none was dealt), the dealer's state, 16 · the number of
    the dealer's cards + the set of their suits, whether there is a second card, the dealer's cards that hands need, and
    the position of the deal."""
    hands = work.hands
    live = 0
    for seat in range(boxes):
        card, at = draw(shoe, at)
        ended = whole(tables.packed[FIRST_CARD + card])
        hands[seat * BOX + FIRST], hands[seat * BOX + SECOND] = card, NO_CARD
        hands[seat * BOX + SPLIT_FIRST], hands[seat * BOX + SPLIT_SECOND] = NO_CARD, NO_CARD
        hands[seat * BOX + ENDED] = ended
        live += whole(ended == OPEN)
    card, up = 0, 0
    if live > 0 or side.reads_dealer:
        card, at = draw(shoe, at)
        up = whole(tables.packed[VALUE + card])
    work.round[UP] = card
    suits = 16 + (1 << (card & 3))
    held = whole(tables.packed[DEALT + up])
    ended = whole(tables.packed[UP_CARD + card])
    if ended != OPEN and up > 0 and live > 0:
        for seat in range(boxes):
            if hands[seat * BOX + ENDED] == OPEN:
                hands[seat * BOX + ENDED] = ended
    asks = 0
    for seat in range(boxes):
        if hands[seat * BOX + ENDED] == OPEN:
            card, at = draw(shoe, at)
            ended = whole(tables.packed[TWO_CARDS + 52 * whole(hands[seat * BOX + FIRST]) + card])
            hands[seat * BOX + SECOND] = card
            hands[seat * BOX + ENDED] = ended
            asks |= whole(tables.packed[ASKS + ended])
    second = False
    if asks & HOLE or side.reads_hole:
        card, at = draw(shoe, at)
        suits = (suits | 1 << (card & 3)) + 16
        held = whole(tables.packed[SECOND_CARD + 16 * up + whole(tables.packed[VALUE + card])])
        second = True
    return up, held, suits, second, asks, at


@njit_bare(part=True)
def mark_player(shoe: Shoe, side: SideTables, work: Work, seat: int, begun: int, ended: int) -> None:
    """Runs the state machines of the side bets over a box's cards in the order dealt: its first two cards, and those
    of its play, which are together in the shoe."""
    for bet in range(side.bets.shape[0] // BET_FIELDS):
        if side.bets[bet * BET_FIELDS + KIND] == RUN_BET:
            begin = side.bets[bet * BET_FIELDS + MARKS]
            state = whole(side.marks[begin + work.hands[seat * BOX + FIRST]])
            if work.hands[seat * BOX + SECOND] != NO_CARD:
                state = whole(side.marks[begin + 52 * state + work.hands[seat * BOX + SECOND]])
            for at in range(begun, ended):
                state = whole(side.marks[begin + 52 * state + shoe.cards[at]])
            work.round[RUN + seat * MAX_SIDE_BETS + bet] = state


@njit_bare(part=True)
def play_seats(
    boxes: int, shoe: Shoe, at: Place, tables: Tables, side: SideTables, work: Work, up: int, over: bool
) -> tuple[int, Place]:
    """Plays every seat with an open hand. Returns the dealer's cards that hands need, and the position of the deal."""
    hands, asks = work.hands, 0
    for seat in range(boxes):
        begin, made, begun = seat * BOX, 1, whole(at[0])
        if hands[begin + ENDED] == OPEN and not over:
            first, card = whole(hands[begin + FIRST]), whole(hands[begin + SECOND])
            made, one_asks, at = play_box(shoe, at, tables, work, begin, first, card, up)
            asks |= one_asks
        else:
            hands[begin + STAKE] = FIRST_STAKE
        work.seats[seat * SEAT_FIELDS + HELD] = made
        if side.marks.shape[0] > 1:
            mark_player(shoe, side, work, seat, begun, min(whole(at[0]), shoe.cards.shape[0]))
    return asks, at


@njit_bare(part=True)
def count_wins(boxes: int, bets: Counts, seats: Counts, void: bool) -> None:
    """Counts the round for every bet on rounds won in a row: a loss takes it, and the last win that it needs pays it.
    After either, a new bet is placed for the next round."""
    for bet in range(bets.shape[0] // BET_FIELDS):
        if bets[bet * BET_FIELDS + KIND] != STREAK_BET:
            continue
        for seat in range(boxes):
            place, net = STREAKS + 2 * (seat * MAX_SIDE_BETS + bet), seats[seat * SEAT_FIELDS + NET]
            seats[place + 1] = NOT_PLACED
            if net > 0 and not void:
                seats[place] += 1
            won = seats[place] == bets[bet * BET_FIELDS + WINS_NEEDED]
            if won or (net < 0 and not void):
                seats[place], seats[place + 1] = 0, whole(won)


@njit_bare(part=True)
def deal_round(boxes: int, shoe: Shoe, at: Place, tables: Tables, side: SideTables, work: Work) -> Place:
    """Deals one round for every seat and returns the position of the deal; the results are in ``work``."""
    up, held, suits, second, asks, at = open_round(boxes, shoe, at, tables, side, work)
    hole = whole(at[0]) - 1
    over = held == NATURAL_STATE and tables.packed[UPS + up] == 1
    more_asks, at = play_seats(boxes, shoe, at, tables, side, work, up, over)
    asks |= more_asks | side.asks
    dealer, at = play_dealer(shoe, at, tables, side, work, up, held, second, suits, hole, asks)
    for seat in range(boxes):
        settle_seat(tables, work, seat, dealer)
    if side.streaks:
        count_wins(boxes, side.bets, work.seats, work.round[VOID] == 1)
    if side.wheels.shape[0] > 1:
        spin_wheels(boxes, side, work)
    return at


@njit_bare()
def bare_draws(count: int, a_round: int, cards: Bytes, random: Words) -> int:
    """Only shuffles and draws cards, ``a_round`` per round: the upper limit for the speed of a simulation."""
    total, at, shoe = 0, (ZERO, random[NEXT]), Shoe(cards, random, 0)
    for _ in range(count):
        if whole(at[0]) >= a_round:
            at = ZERO, at[1]
        card, at = draw(shoe, at)
        total += card
    random[NEXT] = at[1]
    return total


@njit_bare(part=True)
def true_count(running: int, left: int, tags: Counts) -> int:
    """The running count for each deck that is left, as a whole number; or the running count itself."""
    if tags[PER_DECK] == 0:
        return whole(running // tags[SCALE])
    above, below = running * 52, whole(max(left, 1) * tags[SCALE])
    if tags[ROUNDING] == NEAREST:
        return (2 * above + below) // (2 * below)
    return -(-above // below) if tags[ROUNDING] == TOWARDS_ZERO and above < 0 else above // below


@njit_bare(part=True)
def tally_count(place: int, boxes: int, side: SideTables, work: Work, tally: Tally) -> None:
    """Adds a round to the sums of its true count, whose row begins at ``place``."""
    bins, seats, bets, main = tally.bins, work.seats, side.bets, 0
    side_bets, middle = bets.shape[0] // BET_FIELDS, (tally.nets.shape[0] // 2) * boxes
    for seat in range(boxes):
        net = whole(seats[seat * SEAT_FIELDS + NET])
        main += net
        if boxes > 1:
            bins[place + COUNT_SQUARES] += net * net
    bins[place + BIN_FIELDS + middle + main] += 1
    if side_bets == 0:
        return
    everything, classes = main, place + BIN_FIELDS + 2 * middle + 1
    for seat in range(boxes):
        for bet in range(side_bets):
            class_ = side_class(bets, bet, seats, seat, work.round, side.classes, work.hands)
            bins[classes + bet * CLASSES + class_] += 1
            everything += side.bet_nets[bet * CLASSES + class_]
            if bets[bet * BET_FIELDS + WHEEL] > 0:
                everything += work.round[OTHERS + seat * MAX_SIDE_BETS + bet]
    bins[place + COUNT_ALL_NET] += everything
    bins[place + COUNT_ALL_SQUARES] += everything * everything


@njit_bare(part=True)
def deal_boxes(
    boxes: int, rounds: int, cut: int, shoe: Shoe, tables: Tables, side: SideTables, work: Work, tags: Counts,
    tally: Tally,
) -> None:  # fmt: skip
    """``deal_rounds`` for a number of boxes that the compiler may know."""
    cards, round_, facts, counting = shoe.cards, work.round, tally.facts, tags.shape[0] > 1
    row = tally.bins.shape[0] // BINS
    running, bin_, at = 0, 0, (np.uint64(cut), shoe.random[NEXT])
    for _ in range(rounds):
        if whole(at[0]) >= cut:
            at, running = (ZERO, at[1]), whole(tags[START]) if counting else 0
            facts[SHOES] += 1
        if counting:
            bin_ = true_count(running, cards.shape[0] - whole(at[0]), tags) + BINS // 2
        began = whole(at[0])
        at = deal_round(boxes, shoe, at, tables, side, work)
        if counting:
            for dealt_at in range(began, min(whole(at[0]), cards.shape[0])):
                running += tags[cards[dealt_at]]
        facts[CARDS_DEALT] += min(whole(at[0]), cards.shape[0]) - began
        if round_[VOID]:
            facts[VOIDS] += boxes
            continue
        facts[DEALER_22S] += round_[DEALER_22]
        for seat in range(boxes):
            tally_seat(seat, side, work, tally)
        if boxes > 1:
            square_table(boxes, work, side, tally.squares)
        if counting:
            tally_count(row * min(max(bin_, 0), BINS - 1), boxes, side, work, tally)
    shoe.random[NEXT] = at[1]
    facts[ROUNDS] += rounds * boxes


@njit_bare()
def deal_rounds(
    boxes: int, rounds: int, cut: int, shoe: Shoe, tables: Tables, side: SideTables, work: Work, tags: Counts,
    tally: Tally,
) -> None:  # fmt: skip
    """Deals rounds, with a new shoe whenever ``cut`` cards are dealt (0: for every round). Adds the sums to
    ``tally``."""
    # With constants the compiler removes what they make superfluous: the check for settled cards at every draw and, for
    # one box, by far the most common case, the loops over boxes.
    fresh = Shoe(shoe.cards, shoe.random, 0)
    if boxes == 1:
        deal_boxes(1, rounds, cut, fresh, tables, side, work, tags, tally)
    else:
        deal_boxes(boxes, rounds, cut, fresh, tables, side, work, tags, tally)
