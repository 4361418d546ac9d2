"""The pieces of a round as compiled code: a card drawn, a box played, the dealer, the settlement.

The first ``settled`` cards of the shoe are dealt as they lie, those behind them are shuffled while they are dealt
(Fisher and Yates, one card at a time). With none settled that is a fresh shoe; with all of them the same code is
compared with the table card by card; with those that another game took, both games play the same cards.
"""

import numpy as np

from lammer.compiled import njit_bare
from lammer.simulate.arrays import Bytes, Counts, Place, Shorts, Words
from lammer.simulate.generator import LOW, ONE, SHIFT_32, take
from lammer.simulate.layout import (
    ADDED,
    ALL_LAMMERS,
    ALL_WINNING,
    AT_RISK,
    BOX,
    BUST,
    DEALER_22,
    DEALER_NATURAL,
    DOUBLE,
    FIRST_FACE,
    FREE,
    FREE_DOUBLE,
    FREE_DOUBLES,
    FREE_SPLIT,
    HAND_FIELDS,
    HELD,
    HIT,
    INSTANT_LOSS,
    INSTANT_WIN,
    MOST_LAMMERS,
    MOST_WINNING,
    NATURAL,
    NET,
    OWN,
    PLAIN_NATURAL,
    PUSHED,
    SEAT_FIELDS,
    SPLIT,
    STAND,
    STATUS,
    STOOD,
    SURRENDER,
    SURRENDERED,
    TOTAL,
    TWIN_NATURAL,
    TWINS,
    UNFAIR,
    WIN,
    Flags,
)


@njit_bare(part=True)
def draw(cards: Bytes, at: Place, random: Words, settled: int) -> tuple[int, Place]:
    """The next card, and where the deal stands then. An empty shoe gives the ace of clubs for ever; that more was taken
    than it held makes the round void.

    Behind the settled ones it is any of the cards left, all equally likely (Lemire's way to a bound).
    """
    here, next_ = at
    size = np.uint64(cards.shape[0])
    if here >= size:
        return 0, (here + ONE, next_)
    if here < np.uint64(settled):
        return np.int64(cards[here]), (here + ONE, next_)
    bound = size - here
    number, next_ = take(random, next_)
    product = number * bound
    while product & LOW < UNFAIR[bound]:
        number, next_ = take(random, next_)
        product = number * bound
    there = here + (product >> SHIFT_32)
    card = cards[there]
    cards[there] = cards[here]
    cards[here] = card
    return np.int64(card), (here + ONE, next_)


@njit_bare(part=True)
def keep_hand(
    hands: Counts, hand: int, total: int, status: int, own: int, free: int, added: int,
    card: int, second: int,
) -> None:  # fmt: skip
    """Writes down how a hand ended."""
    hands[hand + TOTAL] = total
    hands[hand + STATUS] = status
    hands[hand + OWN] = own
    hands[hand + FREE] = free
    hands[hand + ADDED] = added
    hands[hand + TWINS] = card >= FIRST_FACE and card == second


@njit_bare(part=True)
def play_box(
    cards: Bytes, at: Place, random: Words, settled: int, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    first: int, second: int, up: int, hands: Counts, begin: int, waiting: Counts,
) -> tuple[int, Place]:  # fmt: skip
    """Plays the hands of one box to their end; gives how many there are, and where the deal stands."""
    states = total.shape[0]
    count, waits, made, pair = 1, 0, 0, 0
    card, added = first, 0
    while True:
        situation = 0 if count == 1 else 2 * pair - 1 + (added == 2)
        while True:
            state = np.int64(two[16 * np.int64(value[card]) + value[second]])
            natural = count > 1 and flags.natural_after_split and total[state] == flags.limit
            same = card >> 2 == second >> 2 if flags.pairs_by_rank else value[card] == value[second]
            if not same or natural:
                action = np.int64(plays[(situation * 11 + up) * states + state])
                break
            full = 1 if count >= flags.most_hands else 0
            action = np.int64(pairs[((situation * 2 + full) * 11 + up) * 16 + value[card]])
            if action < SPLIT:
                break
            pair = np.int64(value[card])
            waiting[2 * waits] = second
            waiting[2 * waits + 1] = 2 if action == FREE_SPLIT else 1
            waits += 1
            count += 1
            situation = 2 * pair - 1 + (added == 2)
            second, at = draw(cards, at, random, settled)
        # Without branches where it can be: what a hand does next cannot be foreseen, and a wrong guess is dear.
        lammer = np.int64(added == 2)
        given = np.int64(action == FREE_DOUBLE)
        own, free = 1 - lammer + np.int64(action == DOUBLE), lammer + given
        status = SURRENDERED if action == SURRENDER else STOOD
        if natural:
            status, action = NATURAL, STAND
        row = (situation * 11 + up) * states
        while STAND < action < SURRENDER:
            drawn, at = draw(cards, at, random, settled)
            state = np.int64(after[16 * state + value[drawn]])
            action = np.int64(plays[row + state]) if action == HIT else STAND
        status = BUST if total[state] > flags.limit else status
        keep_hand(hands, begin + made * HAND_FIELDS, total[state], status, own, free, added, card, second)
        made += 1
        if waits == 0:
            return made, at
        waits -= 1
        card, added = waiting[2 * waits], waiting[2 * waits + 1]
        second, at = draw(cards, at, random, settled)


@njit_bare(part=True)
def hand_net(
    flags: Flags, nets: Counts, beats: Bytes, hands: Counts, hand: int, dealer_total: int, dealer_natural: bool
) -> int:
    """What one hand brings, in units."""
    own, status = hands[hand + OWN], hands[hand + STATUS]
    stake = 4 * own + hands[hand + FREE]
    if status <= BUST and not dealer_natural:
        return nets[16 * np.int64(beats[32 * dealer_total + hands[hand + TOTAL]]) + stake]
    if status == BUST or status == INSTANT_LOSS:
        return nets[stake]
    if status == INSTANT_WIN:
        return nets[16 * WIN + stake]
    if status == SURRENDERED:
        return flags.surrender
    if status == NATURAL:
        if flags.natural_at_once or not dealer_natural:
            if not flags.natural_at_once and flags.push_22 and dealer_total == 22 and not flags.natural_beats_22:
                return 0
            return nets[16 * (TWIN_NATURAL if hands[hand + TWINS] else PLAIN_NATURAL) + stake]
        if flags.natural_ties:
            return 0
    if flags.natural_takes_all:
        return nets[stake]
    return -flags.wager if hands[hand + ADDED] == 0 else 0


@njit_bare(part=True)
def finish_dealer(
    cards: Bytes, at: Place, random: Words, settled: int, flags: Flags, value: Bytes, dealt: Bytes, draws: Bytes,
    ups: Bytes, up: int, held: int, second: bool, natural: bool, suits: int, stands: bool, naturals_wait: bool,
) -> tuple[int, bool, bool, int, Place]:  # fmt: skip
    """The dealer's second card where there is no hole card, and the drawing, while something depends on them."""
    depends = stands or flags.dealer_completes or (naturals_wait and flags.push_22 and not flags.natural_beats_22)
    if not second and not flags.hole_card and (depends or (ups[16 + up] == 1 and (naturals_wait or flags.lammer_bet))):
        card, at = draw(cards, at, random, settled)
        suits |= 1 << (card & 3)
        held = np.int64(dealt[16 * held + value[card]])
        second = True
        natural = held >> 1 == flags.limit
    if second and depends and not natural:
        while draws[held]:
            card, at = draw(cards, at, random, settled)
            suits |= 1 << (card & 3)
            held = np.int64(dealt[16 * held + value[card]])
    return held, second, natural, suits, at


@njit_bare(part=True)
def settle_seat(
    flags: Flags, nets: Counts, beats: Bytes, hands: Counts, seats: Counts, seat: int, dealer_total: int, natural: bool
) -> None:
    result, begin = seat * SEAT_FIELDS, seat * BOX
    net = lammers = most = winning = most_winning = at_risk = doubles = pushed = 0
    pushes = flags.push_22 and dealer_total == 22
    for at in range(seats[result + HELD]):
        hand = begin + at * HAND_FIELDS
        brought = hand_net(flags, nets, beats, hands, hand, dealer_total, natural)
        net += brought
        at_risk += hands[hand + OWN]
        pushed += pushes and hands[hand + STATUS] == STOOD
        given = hands[hand + FREE]
        won = given if brought > 0 else 0
        lammers += given
        most = max(most, given)
        doubles += given - (hands[hand + ADDED] == 2)
        winning += won
        most_winning = max(most_winning, won)
    seats[result + NET] = net
    seats[result + AT_RISK] = at_risk
    seats[result + FREE_DOUBLES] = doubles
    seats[result + PUSHED] = pushed
    seats[result + ALL_LAMMERS] = lammers
    seats[result + MOST_LAMMERS] = most
    seats[result + ALL_WINNING] = winning
    seats[result + MOST_WINNING] = most_winning


@njit_bare()
def split_round(
    cards: Bytes, at: Place, random: Words, settled: int, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    dealt: Bytes, draws: Bytes, ups: Bytes, nets: Counts, beats: Bytes,
    hands: Counts, waiting: Counts, seats: Counts, round_: Counts, pair: int, up: int, hole: int,
) -> Place:  # fmt: skip
    """The rest of a round of one seat whose first two cards are split; ``hole`` 0 where there is none yet."""
    held = np.int64(dealt[up])
    second = hole > 0
    if second:
        held = np.int64(dealt[16 * held + hole])
    natural = second and held >> 1 == flags.limit
    made, at = play_box(
        cards, at, random, settled, flags, value, after, total, two, plays, pairs, pair, pair, up, hands, 0, waiting
    )
    stands = naturals_wait = False
    for hand in range(0, made * HAND_FIELDS, HAND_FIELDS):
        stands = stands or hands[hand + STATUS] == STOOD
        if hands[hand + STATUS] == NATURAL and not flags.natural_at_once:
            naturals_wait = True
    held, second, natural, _, at = finish_dealer(
        cards, at, random, settled, flags, value, dealt, draws, ups, up, held, second, natural, 0, stands, naturals_wait
    )
    seats[HELD] = made
    round_[DEALER_22] = held >> 1 == 22
    round_[DEALER_NATURAL] = natural
    settle_seat(flags, nets, beats, hands, seats, 0, held >> 1, natural)
    return at
