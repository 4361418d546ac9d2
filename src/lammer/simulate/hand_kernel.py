"""The pieces of a round as compiled code: a card drawn, a box played, the dealer, the settlement.

The first ``settled`` cards of the shoe are dealt as they lie, those behind them are shuffled while they are dealt
(Fisher and Yates, one card at a time). With none settled that is a fresh shoe; with all of them the same code is
compared with the table card by card; with those that another game took, both games play the same cards.
"""

import numpy as np

from lammer.compiled import njit_bare
from lammer.simulate.arrays import Bytes, Counts, Place, Shorts, Words
from lammer.simulate.generator import END, LOW, ONE, SHIFT_32, next_word, take
from lammer.simulate.layout import (
    ALL_LAMMERS,
    ALL_WINNING,
    AT_RISK,
    BLACKJACK,
    BOX,
    DEALER_22,
    DEALER_NATURAL,
    DOUBLE,
    ENDED,
    FIRST_FACE,
    FREE_DOUBLE,
    FREE_DOUBLES,
    FREE_SPLIT,
    HAND_FIELDS,
    HELD,
    HIT,
    MOST_LAMMERS,
    MOST_WINNING,
    NATURAL,
    NATURAL_WAITS,
    NET,
    PUSHED,
    SEAT_FIELDS,
    SPLIT,
    STAKE,
    STAKES,
    STAND,
    SURRENDER,
    SURRENDER_WAITS,
    SURRENDERED,
    TWIN_NATURAL,
    UNFAIR,
    UNSEEN,
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
def look(cards: Bytes, at: Place, random: Words, settled: int) -> int:
    """The card that would come next, left where it is: whether a dealer had a natural is counted even where no bet
    makes the dealer take a second card.

    It is chosen by the number that the next draw will use, so that no later card changes. Numbers that come up once too
    often are not thrown away: that is less than one look in ten million.
    """
    here, next_ = at
    size = np.uint64(cards.shape[0])
    if here >= size:
        return 0
    if here < np.uint64(settled):
        return np.int64(cards[here])
    following = next_word(random[0], random[1], random[2], random[3])[0] >> SHIFT_32
    number = following if next_ == END else random[next_]
    return np.int64(cards[here + (number * (size - here) >> SHIFT_32)])


@njit_bare(part=True)
def draw_out(
    cards: Bytes, at: Place, random: Words, settled: int, value: Bytes, after: Shorts, total: Bytes, plays: Bytes,
    row: int, state: int, action: int,
) -> tuple[int, Place]:  # fmt: skip
    """How a hand ends that begins with this action, by a row of plays, and where the deal stands."""
    if action == SURRENDER:
        return SURRENDERED, at
    # A doubled hand follows the row of no up card, where every hand stands: one card, and no branch for it.
    row = row if action == HIT else 0
    while action != STAND:
        card, at = draw(cards, at, random, settled)
        state = np.int64(after[16 * state + value[card]])
        action = np.int64(plays[row + state])
    return np.int64(total[state]), at


@njit_bare(part=True)
def natural_of(first: int, second: int) -> int:
    """Which natural two cards are that make one."""
    return TWIN_NATURAL if first >= FIRST_FACE and first == second else NATURAL


@njit_bare(part=True)
def is_pair(flags: Flags, value: Bytes, first: int, second: int) -> bool:
    same: bool = first >> 2 == second >> 2 if flags.pairs_by_rank else value[first] == value[second]
    return same


@njit_bare(part=True)
def play_split(
    cards: Bytes, at: Place, random: Words, settled: int, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    card: int, second: int, action: int, up: int, hands: Bytes, begin: int, waiting: Bytes,
) -> tuple[int, bool, int, Place]:  # fmt: skip
    """The same as ``play_box`` where the first two cards are split by this action."""
    pair, count, waits, made, added, later = np.int64(value[card]), 1, 0, 0, 0, 0
    stands = False
    while True:
        lammer = np.int64(added == 2)
        situation = 2 * pair - 1 + lammer
        row = (situation * 11 + up) * total.shape[0]
        while True:
            if action >= SPLIT:
                waiting[2 * waits], waiting[2 * waits + 1] = second, 2 if action == FREE_SPLIT else 1
                waits += 1
                count += 1
            second, at = draw(cards, at, random, settled)
            state = np.int64(two[16 * np.int64(value[card]) + value[second]])
            natural = flags.natural_after_split and total[state] == flags.limit
            if natural or not is_pair(flags, value, card, second):
                action = np.int64(plays[row + state])
                break
            full = 1 if count >= flags.most_hands else 0
            action = np.int64(pairs[((situation * 2 + full) * 11 + up) * 16 + pair])
            if action < SPLIT:
                break
        if natural:
            ended, action = natural_of(card, second), STAND
            later = 0 if flags.natural_at_once else NATURAL_WAITS
        else:
            ended, at = draw_out(cards, at, random, settled, value, after, total, plays, row, state, action)
            stands = stands or ended <= flags.limit
        own, free = 1 - lammer + np.int64(action == DOUBLE), lammer + np.int64(action == FREE_DOUBLE)
        hands[begin + made * HAND_FIELDS + ENDED] = ended
        hands[begin + made * HAND_FIELDS + STAKE] = 16 * added + 4 * own + free
        made += 1
        if waits == 0:
            return made, stands, later, at
        waits -= 1
        card, added, action = np.int64(waiting[2 * waits]), np.int64(waiting[2 * waits + 1]), STAND


@njit_bare(part=True)
def play_box(
    cards: Bytes, at: Place, random: Words, settled: int, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    first: int, second: int, up: int, hands: Bytes, begin: int, waiting: Bytes,
) -> tuple[int, bool, int, Place]:  # fmt: skip
    """Plays the hands of one box to their end: how many there are, whether one stands, what waits for the dealer's
    second card, where the deal stands."""
    state, row = np.int64(two[16 * np.int64(value[first]) + value[second]]), up * total.shape[0]
    full = np.int64(flags.most_hands == 1)
    # Both are looked up: whether two cards are a pair cannot be foreseen, and a wrong guess is dear.
    action, of_pair = np.int64(plays[row + state]), np.int64(pairs[16 * (11 * full + up) + value[first]])
    action = of_pair if is_pair(flags, value, first, second) else action
    if action >= SPLIT:
        return play_split(
            cards, at, random, settled, flags, value, after, total, two, plays, pairs,
            first, second, action, up, hands, begin, waiting,
        )  # fmt: skip
    ended, at = draw_out(cards, at, random, settled, value, after, total, plays, row, state, action)
    hands[begin + ENDED] = ended
    hands[begin + STAKE] = 4 + 4 * np.int64(action == DOUBLE) + np.int64(action == FREE_DOUBLE)
    later = SURRENDER_WAITS if ended == SURRENDERED and flags.surrender_late else 0
    return 1, ended <= flags.limit, later, at


@njit_bare(part=True)
def finish_dealer(
    cards: Bytes, at: Place, random: Words, settled: int, flags: Flags, value: Bytes, dealt: Bytes, draws: Bytes,
    ups: Bytes, up: int, held: int, second: bool, natural: bool, suits: int, stands: bool, waits: int,
) -> tuple[int, bool, bool, int, Place]:  # fmt: skip
    """The dealer's second card where there is no hole card, and the drawing, while something depends on them."""
    at_risk = waits & NATURAL_WAITS and flags.push_22 and not flags.natural_beats_22
    depends = stands or flags.dealer_completes or at_risk
    if not second and not flags.hole_card and (depends or (ups[16 + up] == 1 and (waits or flags.lammer_bet))):
        card, at = draw(cards, at, random, settled)
        suits = (suits | 1 << (card & 3)) + 16
        held = np.int64(dealt[16 * held + value[card]])
        second = True
        natural = held >> 1 == flags.limit
    if second and depends and not natural:
        while draws[held]:
            card, at = draw(cards, at, random, settled)
            suits = (suits | 1 << (card & 3)) + 16
            held = np.int64(dealt[16 * held + value[card]])
    return held, second, natural, suits, at


@njit_bare(part=True)
def unseen_natural(
    cards: Bytes, at: Place, random: Words, settled: int, flags: Flags, value: Bytes, dealt: Bytes, ups: Bytes,
    up: int, held: int, second: bool,
) -> bool:  # fmt: skip
    """Whether the second card that the dealer did not take would have made a natural. An ace that wins at once ends the
    round before there could be one."""
    if second or ups[16 + up] == 0 or (flags.first_ace_dealer and up == 1):
        return False
    natural: bool = dealt[16 * held + value[look(cards, at, random, settled)]] >> 1 == flags.limit
    return natural


@njit_bare(part=True)
def settle_seat(
    flags: Flags, nets: Counts, beats: Bytes, hands: Bytes, seats: Counts, seat: int, dealer_total: int, natural: bool
) -> None:
    result, begin = seat * SEAT_FIELDS, seat * BOX
    net = lammers = most = winning = most_winning = at_risk = doubles = pushed = 0
    pushes = flags.push_22 and dealer_total == 22
    met = 32 * (BLACKJACK if natural else dealer_total)
    for hand in range(begin, begin + seats[result + HELD] * HAND_FIELDS, HAND_FIELDS):
        ended, stake = np.int64(hands[hand + ENDED]), np.int64(hands[hand + STAKE])
        brought = nets[STAKES * np.int64(beats[met + ended]) + stake]
        net += brought
        at_risk += (stake >> 2) & 3
        pushed += pushes and ended <= flags.limit
        given = stake & 3
        won = given if brought > 0 else 0
        lammers += given
        most = max(most, given)
        doubles += given - (stake >> 5)
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
    hands: Bytes, waiting: Bytes, seats: Counts, round_: Counts, pair: int, up: int, hole: int,
) -> Place:  # fmt: skip
    """The rest of a round of one seat whose first two cards are split; ``hole`` 0 where there is none yet."""
    held = np.int64(dealt[up])
    second = hole > 0
    if second:
        held = np.int64(dealt[16 * held + hole])
    natural = second and held >> 1 == flags.limit
    action = np.int64(pairs[16 * up + pair])
    made, stands, waits, at = play_split(
        cards, at, random, settled, flags, value, after, total, two, plays, pairs,
        pair, pair, action, up, hands, 0, waiting,
    )  # fmt: skip
    held, second, natural, _, at = finish_dealer(
        cards, at, random, settled, flags, value, dealt, draws, ups, up, held, second, natural, 0, stands, waits
    )
    unseen = unseen_natural(cards, at, random, settled, flags, value, dealt, ups, up, held, second)
    seats[HELD] = made
    round_[DEALER_22] = held >> 1 == 22
    round_[DEALER_NATURAL] = UNSEEN if unseen else natural
    settle_seat(flags, nets, beats, hands, seats, 0, held >> 1, natural)
    return at
