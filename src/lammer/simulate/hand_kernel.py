"""The parts of a round as compiled code: drawing a card, playing a box, the dealer, the settlement.

The first ``settled`` cards of the shoe are dealt in their order, the others are shuffled while they are dealt
(Fisher-Yates, one card at a time). With none settled the shoe is fresh; with all settled the kernel can be compared
with the table card by card; with the cards that another game took, both games play the same cards.
"""

import numpy as np

from lammer.compiled import njit_bare
from lammer.rule_tables.ends import NATURAL, OPEN, STAKES, SURRENDERED
from lammer.rule_tables.numbers import NATURAL_STATE, PUSH, SECOND, WHOLE
from lammer.rule_tables.plays import DOUBLE, FREE_DOUBLE, FREE_SPLIT, HIT, SPLIT, STAND, SURRENDER
from lammer.simulate.arrays import Place, whole
from lammer.simulate.generator import END, LOW, ONE, SHIFT_32, next_word, take
from lammer.simulate.kernel_data import Shoe, Tables, Work
from lammer.simulate.layout import (
    ALIKE,
    ALL_LAMMERS,
    ALL_WINNING,
    ASKS,
    AT_RISK,
    BEATS,
    BOX,
    DEALER_22,
    DEALER_NATURAL,
    DEALT,
    DRAWS,
    ENDED,
    ENDS,
    FIRST,
    FREE_DOUBLES,
    FULL,
    HAND_FIELDS,
    HELD,
    MAY_BE_NATURAL,
    MOST_LAMMERS,
    MOST_WINNING,
    NET,
    NO_CARD,
    PUSHED,
    SEAT_FIELDS,
    SECOND_CARD,
    SPLIT_CARDS,
    SPLIT_FIRST,
    SPLIT_SECOND,
    STAKE,
    UNFAIR,
    UNSEEN,
    UNSEEN_NATURAL,
    UP,
    UPS,
    VALUE,
)


@njit_bare(part=True)
def draw(shoe: Shoe, at: Place) -> tuple[int, Place]:
    """The next card, and the position after it. An empty shoe returns the ace of clubs; taking more cards than there
    are makes the round void.

    After the settled cards it is a uniformly random card of those left (Lemire's method).
    """
    here, next_ = at
    cards = shoe.cards
    size, settled = np.uint64(cards.shape[0]), np.uint64(shoe.settled)
    # One comparison of unsigned numbers for both rare cases: below ``settled`` the difference wraps around.
    if here - settled >= size - settled:
        return (whole(cards[here]) if here < size else 0), (here + ONE, next_)
    bound = size - here
    number, next_ = take(shoe.random, next_)
    product = number * bound
    # The first comparison is nearly always enough, and needs no table.
    while product & LOW < bound and product & LOW < UNFAIR[bound]:
        number, next_ = take(shoe.random, next_)
        product = number * bound
    there = here + (product >> SHIFT_32)
    card = cards[there]
    cards[there] = cards[here]
    cards[here] = card
    return whole(card), (here + ONE, next_)


@njit_bare(part=True)
def look(shoe: Shoe, at: Place) -> int:
    """The next card, which stays in the shoe. Dealer naturals are counted even if no bet makes the dealer take a second
    card.

    It is selected with the random number that the next draw will use, so that later cards do not change. Biased numbers
    are not rejected here; they are less than one in ten million.
    """
    here, next_ = at
    cards, random = shoe.cards, shoe.random
    size = np.uint64(cards.shape[0])
    if here >= size:
        return 0
    if here < np.uint64(shoe.settled):
        return whole(cards[here])
    following = next_word(random[0], random[1], random[2], random[3])[0] >> SHIFT_32
    number = following if next_ == END else random[next_]
    return whole(cards[here + (number * (size - here) >> SHIFT_32)])


@njit_bare(part=True)
def draw_out(shoe: Shoe, at: Place, tables: Tables, row: int, state: int, action: int) -> tuple[int, int, Place]:
    """The end of a hand that begins with this action and follows a row of plays, the action by which it took its last
    card, and the position of the deal."""
    if action == SURRENDER:
        return SURRENDERED, SURRENDER, at
    last = action
    while action != STAND:
        # A doubled hand follows the row for no up card, in which every hand stands, so it takes one card.
        row = row if action == HIT else 0
        last = action
        card, at = draw(shoe, at)
        state = whole(tables.after[16 * state + tables.packed[VALUE + card]])
        action = whole(tables.plays[row + state])
    return whole(tables.total[state]), last, at


@njit_bare(part=True)
def play_split(
    shoe: Shoe, at: Place, tables: Tables, work: Work, begin: int, card: int, second: int, action: int, up: int
) -> tuple[int, int, Place]:
    """Like ``play_box``, if this action splits the first two cards."""
    hands, waiting = work.hands, work.waiting
    pair, count, waits, made, added, asks = whole(tables.packed[VALUE + card]), 1, 0, 0, 0, 0
    while True:
        lammer = whole(added == 2)
        situation = 2 * pair - 1 + lammer
        row = (situation * 11 + up) * tables.total.shape[0]
        while True:
            if action >= SPLIT:
                waiting[2 * waits], waiting[2 * waits + 1] = second, 2 if action == FREE_SPLIT else 1
                waits += 1
                count += 1
            second, at = draw(shoe, at)
            if hands[begin + SPLIT_FIRST] == NO_CARD:
                hands[begin + SPLIT_FIRST] = second
            elif waits == 0 and hands[begin + SPLIT_SECOND] == NO_CARD:
                hands[begin + SPLIT_SECOND] = second
            state = whole(tables.two[16 * whole(tables.packed[VALUE + card]) + tables.packed[VALUE + second]])
            ended = whole(tables.packed[SPLIT_CARDS + 52 * card + second])
            if ended != OPEN or tables.packed[ALIKE + card] != tables.packed[ALIKE + second]:
                action = whole(tables.plays[row + state])
                break
            full = whole(tables.packed[FULL + count])
            action = whole(tables.pairs[((situation * 2 + full) * 11 + up) * 16 + pair])
            if action < SPLIT:
                break
        if ended != OPEN:
            action = STAND
        else:
            ended, action, at = draw_out(shoe, at, tables, row, state, action)
            ended = whole(tables.packed[ENDS + 32 * up + ended])
        asks |= whole(tables.packed[ASKS + ended])
        own, free = 1 - lammer + whole(action == DOUBLE), lammer + whole(action == FREE_DOUBLE)
        hands[begin + made * HAND_FIELDS + ENDED] = ended
        hands[begin + made * HAND_FIELDS + STAKE] = 16 * added + 4 * own + free
        made += 1
        if waits == 0:
            return made, asks, at
        waits -= 1
        card, added, action = whole(waiting[2 * waits]), whole(waiting[2 * waits + 1]), STAND


@njit_bare(part=True)
def play_box(
    shoe: Shoe, at: Place, tables: Tables, work: Work, begin: int, first: int, second: int, up: int
) -> tuple[int, int, Place]:
    """Plays the hands of one box: returns their number, the dealer's cards that they need, and the position of the
    deal."""
    state, row = (
        whole(tables.two[16 * whole(tables.packed[VALUE + first]) + tables.packed[VALUE + second]]),
        up * tables.total.shape[0],
    )
    # Both are looked up, because a mispredicted branch on whether two cards are a pair would be expensive.
    of_pair = whole(tables.pairs[16 * (11 * whole(tables.packed[FULL + 1]) + up) + tables.packed[VALUE + first]])
    action = whole(tables.plays[row + state])
    action = of_pair if tables.packed[ALIKE + first] == tables.packed[ALIKE + second] else action
    if action >= SPLIT:
        return play_split(shoe, at, tables, work, begin, first, second, action, up)
    ended, action, at = draw_out(shoe, at, tables, row, state, action)
    ended = whole(tables.packed[ENDS + 32 * up + ended])
    work.hands[begin + ENDED] = ended
    work.hands[begin + STAKE] = 4 + 4 * whole(action == DOUBLE) + whole(action == FREE_DOUBLE)
    return 1, whole(tables.packed[ASKS + ended]), at


@njit_bare(part=True)
def finish_dealer(
    shoe: Shoe, at: Place, tables: Tables, up: int, held: int, second: bool, suits: int, asks: int
) -> tuple[int, bool, int, Place]:
    """Deals the dealer's second card if there is no hole card, and further cards, if they are needed."""
    depends = asks & WHOLE
    if not second and (depends or (asks & SECOND and tables.packed[UPS + MAY_BE_NATURAL + up])):
        card, at = draw(shoe, at)
        suits = (suits | 1 << (card & 3)) + 16
        held = whole(tables.packed[SECOND_CARD + 16 * up + whole(tables.packed[VALUE + card])])
        second = True
    if second and depends:
        while tables.packed[DRAWS + held]:
            card, at = draw(shoe, at)
            suits = (suits | 1 << (card & 3)) + 16
            held = whole(tables.packed[DEALT + 16 * held + whole(tables.packed[VALUE + card])])
    return held, second, suits, at


@njit_bare(part=True)
def unseen_natural(shoe: Shoe, at: Place, tables: Tables, up: int, second: bool) -> bool:
    """Whether the dealer, who took no second card, would have had a natural with the next card."""
    if second or tables.packed[UPS + UNSEEN_NATURAL + up] == 0:
        return False
    natural: bool = tables.packed[SECOND_CARD + 16 * up + whole(tables.packed[VALUE + look(shoe, at)])] == NATURAL_STATE
    return natural


@njit_bare(part=True)
def settle_seat(tables: Tables, work: Work, seat: int, dealer: int) -> None:
    """Settles all hands of a seat against the dealer's final hand."""
    hands, seats = work.hands, work.seats
    result, begin = seat * SEAT_FIELDS, seat * BOX
    net = lammers = most = winning = most_winning = at_risk = doubles = pushed = 0
    is_22 = dealer == 22
    wager = 0
    if tables.parlays.shape[0] > 1 and tables.parlays[52 * whole(hands[begin + FIRST]) + whole(work.round[UP])]:
        wager = tables.nets.shape[0] // 2
    for hand in range(begin, begin + seats[result + HELD] * HAND_FIELDS, HAND_FIELDS):
        ended, stake = whole(hands[hand + ENDED]), whole(hands[hand + STAKE])
        row = whole(tables.packed[BEATS + 32 * dealer + ended])
        brought = tables.nets[wager + STAKES * row + stake]
        net += brought
        at_risk += (stake >> 2) & 3
        pushed += is_22 and row == PUSH and ended < NATURAL
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


@njit_bare(part=True)
def split_round(shoe: Shoe, at: Place, tables: Tables, work: Work, pair: int, up: int, hole: int) -> Place:
    """The rest of a round of one seat after its first two cards are split; ``hole`` is 0 if there is no hole card."""
    second = hole > 0
    held = whole(tables.packed[SECOND_CARD + 16 * up + hole]) if second else whole(tables.packed[DEALT + up])
    action = whole(tables.pairs[16 * up + pair])
    made, asks, at = play_split(shoe, at, tables, work, 0, pair, pair, action, up)
    held, second, _, at = finish_dealer(shoe, at, tables, up, held, second, 0, asks)
    unseen = unseen_natural(shoe, at, tables, up, second)
    work.seats[HELD] = made
    work.round[DEALER_22] = held >> 1 == 22
    work.round[DEALER_NATURAL] = UNSEEN if unseen else held == NATURAL_STATE
    settle_seat(tables, work, 0, held >> 1)
    return at
