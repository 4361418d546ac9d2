"""A round as compiled code: any sheet, one to seven seats, any strategy, every side bet.

All rules come in as tables and flags (``plays.py``, ``terms.py``); nothing here knows a game. The order of the cards is
the table's: two passes over the seats, each followed by the dealer, then hand after hand, then the dealer.
"""

import numpy as np

from lammer.compiled import njit_bare
from lammer.simulate.arrays import Bytes, Counts, Place, Shorts, Words
from lammer.simulate.generator import NEXT
from lammer.simulate.hand_kernel import draw, finish_dealer, natural_of, play_box, settle_seat, unseen_natural
from lammer.simulate.layout import (
    ALL_LAMMERS,
    ALL_WINNING,
    AT_RISK,
    BET_FIELDS,
    BIN_FIELDS,
    BOX,
    BY_HAND,
    CARDS_DEALT,
    CLASSES,
    DEALER_22,
    DEALER_22S,
    DEALER_NATURAL,
    DEALER_NATURAL_CLASS,
    ENDED,
    FINAL,
    FINAL_HAND_BET,
    FINAL_HANDS,
    FIRST,
    FREE_DOUBLES,
    FREE_DOUBLES_MADE,
    FREE_SPLITS_MADE,
    HANDS_PLAYED,
    HELD,
    INSTANT_LOSS,
    INSTANT_WIN,
    KIND,
    LAMMER_BET,
    MOST_DEALER_CARDS,
    MOST_LAMMERS_COUNTED,
    NATURAL_LOSES,
    NATURAL_STRIDE,
    NATURAL_WAITS,
    NET,
    NO_CARD,
    OFFSET,
    OPEN,
    OWN_MONEY,
    PUSHED,
    PUSHES,
    ROUNDS,
    SEAT_FIELDS,
    SECOND,
    SHOES,
    STAKE,
    UNSEEN,
    UP,
    UPS,
    VOID,
    VOIDS,
    WINNING_ONLY,
    Flags,
)

ZERO = np.uint64(0)


@njit_bare(part=True)
def open_round(
    boxes: int, cards: Bytes, at: Place, random: Words, settled: int, flags: Flags,
    value: Bytes, total: Bytes, two: Shorts, dealt: Bytes, hands: Bytes, seats: Counts, round_: Counts,
) -> tuple[int, int, int, bool, int, Place]:  # fmt: skip
    """Two passes over the seats, each followed by the dealer: (value of the up card, 0 where none was dealt, the
    dealer's state, 16 · the number of the dealer's cards + the set of their suits, whether there is a second card, what
    waits for it, where the deal stands)."""
    live = 0
    for seat in range(boxes):
        card, at = draw(cards, at, random, settled)
        hands[seat * BOX + FIRST], hands[seat * BOX + SECOND] = card, NO_CARD
        instant = flags.first_ace_player and value[card] == 1
        hands[seat * BOX + ENDED] = INSTANT_WIN if instant else OPEN
        live += 0 if instant else 1
    card, up = 0, 0
    if live > 0 or flags.reads_dealer:
        card, at = draw(cards, at, random, settled)
        up = np.int64(value[card])
    round_[UP] = card
    suits = 16 + (1 << (card & 3))
    held = np.int64(dealt[up])
    if flags.first_ace_dealer and up == 1 and live > 0:
        live = 0
        for seat in range(boxes):
            if hands[seat * BOX + ENDED] == OPEN:
                hands[seat * BOX + ENDED] = INSTANT_LOSS
    waits = 0
    for seat in range(boxes):
        if hands[seat * BOX + ENDED] == OPEN:
            card, at = draw(cards, at, random, settled)
            hands[seat * BOX + SECOND] = card
            first = np.int64(hands[seat * BOX + FIRST])
            if total[two[16 * np.int64(value[first]) + value[card]]] == flags.limit:
                hands[seat * BOX + ENDED] = natural_of(first, card)
                live -= 1
                waits = 0 if flags.natural_at_once else NATURAL_WAITS
    second = False
    if flags.hole_card and (live > 0 or waits or flags.reads_dealer):
        card, at = draw(cards, at, random, settled)
        suits = (suits | 1 << (card & 3)) + 16
        held = np.int64(dealt[16 * held + value[card]])
        second = True
    return up, held, suits, second, waits, at


@njit_bare(part=True)
def play_seats(
    boxes: int, cards: Bytes, at: Place, random: Words, settled: int, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    hands: Bytes, waiting: Bytes, seats: Counts, up: int, over: bool,
) -> tuple[bool, int, Place]:  # fmt: skip
    """Every seat that has something to play: (whether a hand stands, what waits for the dealer's second card, where the
    deal stands)."""
    stands, waits = False, 0
    for seat in range(boxes):
        begin, made = seat * BOX, 1
        if hands[begin + ENDED] == OPEN and not over:
            first, card = np.int64(hands[begin + FIRST]), np.int64(hands[begin + SECOND])
            made, one_stands, one_waits, at = play_box(
                cards, at, random, settled, flags, value, after, total, two, plays, pairs,
                first, card, up, hands, begin, waiting,
            )  # fmt: skip
            stands, waits = stands or one_stands, waits | one_waits
        else:
            hands[begin + STAKE] = 4
        seats[seat * SEAT_FIELDS + HELD] = made
    return stands, waits, at


@njit_bare(part=True)
def deal_round(
    boxes: int, cards: Bytes, at: Place, random: Words, settled: int, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    dealt: Bytes, draws: Bytes, ups: Bytes, nets: Counts, beats: Bytes,
    hands: Bytes, waiting: Bytes, seats: Counts, round_: Counts,
) -> Place:  # fmt: skip
    """One round for every seat, and where the deal stands; what came of it is in ``seats`` and ``round_``."""
    up, held, dealer_suits, second, waits, at = open_round(
        boxes, cards, at, random, settled, flags, value, total, two, dealt, hands, seats, round_
    )
    natural = second and held >> 1 == flags.limit
    stands, more_wait, at = play_seats(
        boxes, cards, at, random, settled, flags, value, after, total, two, plays, pairs,
        hands, waiting, seats, up, natural and ups[up] == 1,
    )  # fmt: skip
    held, second, natural, dealer_suits, at = finish_dealer(
        cards, at, random, settled, flags, value, dealt, draws, ups, up, held, second, natural, dealer_suits,
        stands, waits | more_wait,
    )  # fmt: skip
    unseen = unseen_natural(cards, at, random, settled, flags, value, dealt, ups, up, held, second)
    dealer_total = held >> 1
    round_[DEALER_22] = dealer_total == 22
    if second and not draws[held]:
        round_[FINAL] = 512 * min(dealer_suits >> 4, MOST_DEALER_CARDS) + 16 * dealer_total + (dealer_suits & 15)
    else:
        round_[FINAL] = FINAL_HANDS
    round_[DEALER_NATURAL] = UNSEEN if unseen else natural
    round_[VOID] = np.int64(at[0]) > cards.shape[0]
    for seat in range(boxes):
        settle_seat(flags, nets, beats, hands, seats, seat, dealer_total, natural)
    return at


@njit_bare()
def bare_draws(count: int, a_round: int, cards: Bytes, random: Words) -> int:
    """The physical limit of any simulation: cards shuffled and drawn, so many a round, and nothing done with them."""
    total, at = 0, (ZERO, random[NEXT])
    for _ in range(count):
        if np.int64(at[0]) >= a_round:
            at = ZERO, at[1]
        card, at = draw(cards, at, random, 0)
        total += card
    random[NEXT] = at[1]
    return total


@njit_bare(part=True)
def side_class(bets: Counts, bet: int, seats: Counts, seat: int, round_: Counts, classes: Bytes, hands: Bytes) -> int:
    """The class of outcome of one side bet of one seat."""
    kind, result = bets[bet * BET_FIELDS + KIND], seat * SEAT_FIELDS
    if kind == LAMMER_BET:
        if round_[DEALER_NATURAL] == 1 and bets[bet * BET_FIELDS + NATURAL_LOSES]:
            return DEALER_NATURAL_CLASS
        place = ALL_WINNING if bets[bet * BET_FIELDS + WINNING_ONLY] else ALL_LAMMERS
        return min(seats[result + place + bets[bet * BET_FIELDS + BY_HAND]], MOST_LAMMERS_COUNTED)
    begin, ups = bets[bet * BET_FIELDS + OFFSET], bets[bet * BET_FIELDS + UPS]
    if round_[DEALER_NATURAL] == 1:
        begin += bets[bet * BET_FIELDS + NATURAL_STRIDE]
    if kind == FINAL_HAND_BET:
        place = round_[FINAL]
    else:
        place = 53 * np.int64(hands[seat * BOX + FIRST]) + np.int64(hands[seat * BOX + SECOND])
    return np.int64(classes[begin + ups * place + (round_[UP] if ups > 1 else 0)])


@njit_bare(part=True)
def _true_count(running: int, left: int, bins: int) -> int:
    """The bin of a true count, rounded down; whatever lies beyond the last bins is counted in them."""
    return min(max((running * 52) // max(left, 1) + bins // 2, 0), bins - 1)


@njit_bare()
def square_table(
    boxes: int, seats: Counts, round_: Counts, hands: Bytes, classes: Bytes,
    bets: Counts, bet_nets: Counts, squares: Counts,
) -> int:  # fmt: skip
    """Adds the squares of what all seats together bring: on the main wager, which it gives, on all wagers, on each side
    bet. Seats meet one dealer, so that their results are no independent rounds."""
    main = 0
    for seat in range(boxes):
        main += seats[seat * SEAT_FIELDS + NET]
    squares[0] += main * main
    everything = main
    for bet in range(bets.shape[0] // BET_FIELDS):
        brought = 0
        for seat in range(boxes):
            class_ = side_class(bets, bet, seats, seat, round_, classes, hands)
            brought += bet_nets[bet * CLASSES + class_]
        squares[2 + bet] += brought * brought
        everything += brought
    squares[1] += everything * everything
    return main * main


@njit_bare(part=True)
def deal_boxes(
    boxes: int, rounds: int, cut: int, cards: Bytes, random: Words, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    dealt: Bytes, draws: Bytes, ups: Bytes, nets: Counts, beats: Bytes,
    hands: Bytes, waiting: Bytes, seats: Counts, round_: Counts,
    classes: Bytes, bets: Counts, bet_nets: Counts, tags: Counts, bins: Counts,
    by_net: Counts, by_lammers: Counts, by_class: Counts, facts: Counts, sums: Counts,
    squares: Counts,
) -> None:  # fmt: skip
    """What ``deal_rounds`` does, for so many boxes."""
    middle, side_bets, counting = by_net.shape[0] // 2, bets.shape[0] // BET_FIELDS, tags.shape[0] > 1
    running, bin_, at = 0, 0, (np.uint64(cut), random[NEXT])
    for _ in range(rounds):
        if np.int64(at[0]) >= cut:
            at, running = (ZERO, at[1]), 0
            facts[SHOES] += 1
        if counting:
            bin_ = _true_count(running, cards.shape[0] - np.int64(at[0]), bins.shape[0] // BIN_FIELDS)
        began = np.int64(at[0])
        at = deal_round(
            boxes, cards, at, random, 0, flags, value, after, total, two, plays, pairs, dealt, draws, ups, nets, beats,
            hands, waiting, seats, round_,
        )  # fmt: skip
        if counting:
            for dealt_at in range(began, min(np.int64(at[0]), cards.shape[0])):
                running += tags[cards[dealt_at]]
        facts[CARDS_DEALT] += min(np.int64(at[0]), cards.shape[0]) - began
        if round_[VOID]:
            facts[VOIDS] += boxes
            continue
        facts[DEALER_22S] += round_[DEALER_22]
        for seat in range(boxes):
            result = seat * SEAT_FIELDS
            net = seats[result + NET]
            by_net[middle + net] += 1
            by_lammers[DEALER_NATURAL_CLASS if round_[DEALER_NATURAL] else seats[result + ALL_LAMMERS]] += 1
            facts[HANDS_PLAYED] += seats[result + HELD]
            facts[OWN_MONEY] += seats[result + AT_RISK]
            facts[FREE_DOUBLES_MADE] += seats[result + FREE_DOUBLES]
            facts[FREE_SPLITS_MADE] += seats[result + ALL_LAMMERS] - seats[result + FREE_DOUBLES]
            facts[PUSHES] += seats[result + PUSHED]
            if counting:
                bins[BIN_FIELDS * bin_] += 1
                bins[BIN_FIELDS * bin_ + 1] += net
                bins[BIN_FIELDS * bin_ + 2] += net * net
            for bet in range(side_bets):
                class_ = side_class(bets, bet, seats, seat, round_, classes, hands)
                by_class[bet * CLASSES + class_] += 1
                net += bet_nets[bet * CLASSES + class_]
            if side_bets:
                sums[0] += net
                sums[1] += net * net
        if boxes > 1:
            square = square_table(boxes, seats, round_, hands, classes, bets, bet_nets, squares)
            if counting:
                bins[BIN_FIELDS * bin_ + 3] += square
    random[NEXT] = at[1]
    facts[ROUNDS] += rounds * boxes


@njit_bare()
def deal_rounds(
    rounds: int, cut: int, cards: Bytes, random: Words, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    dealt: Bytes, draws: Bytes, ups: Bytes, nets: Counts, beats: Bytes,
    hands: Bytes, waiting: Bytes, seats: Counts, round_: Counts,
    classes: Bytes, bets: Counts, bet_nets: Counts, tags: Counts, bins: Counts,
    by_net: Counts, by_lammers: Counts, by_class: Counts, facts: Counts, sums: Counts,
    squares: Counts,
) -> None:  # fmt: skip
    """So many rounds; a new shoe whenever ``cut`` cards are dealt (0: for every round). Sums are added to the last
    arrays and to ``bins`` (by true count: rounds, sum of nets, of their squares, of those of all seats together)."""
    # One box is by far the most common: known beforehand, its loops over boxes vanish from the compiled code.
    if flags.seats == 1:
        deal_boxes(
            1, rounds, cut, cards, random, flags, value, after, total, two, plays, pairs, dealt, draws, ups, nets,
            beats, hands, waiting, seats, round_, classes, bets, bet_nets, tags, bins, by_net,
            by_lammers, by_class, facts, sums, squares,
        )  # fmt: skip
    else:
        deal_boxes(
            flags.seats, rounds, cut, cards, random, flags, value, after, total, two, plays, pairs, dealt, draws, ups,
            nets, beats, hands, waiting, seats, round_, classes, bets, bet_nets, tags, bins,
            by_net, by_lammers, by_class, facts, sums, squares,
        )  # fmt: skip
