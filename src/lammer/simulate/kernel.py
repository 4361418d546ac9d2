"""A round as compiled code: any sheet, one to seven seats, any strategy, every side bet.

All rules come in as tables and flags (``plays.py``, ``terms.py``); nothing here knows a game. The order of the cards is
the table's: two passes over the seats, each followed by the dealer, then hand after hand, then the dealer.

With ``mixed`` the shoe is shuffled while it is dealt (Fisher and Yates, one card at a time), without it is dealt as it
lies: that is how the same code is compared with the table card by card.
"""

from typing import NamedTuple

import numpy as np

from lammer.compiled import njit_bare
from lammer.simulate.arrays import Bytes, Counts, Shorts, Words

SEATS = 7
HANDS = 8
"""More hands than any sheet allows on one box."""

STAND, HIT, DOUBLE, FREE_DOUBLE, SURRENDER, SPLIT, FREE_SPLIT = range(7)
STOOD, BUST, OPEN, NATURAL, INSTANT_WIN, INSTANT_LOSS, SURRENDERED = range(7)
LOSE, PUSH, WIN, PLAIN_NATURAL, TWIN_NATURAL = range(5)

TOTAL, STATUS, OWN, FREE, LAMMERS, ADDED, TWINS, HAND_FIELDS = range(8)
"""Places of a hand: its total, how it ended, own money and lammers in wagers, lammers it was given, how it was added
(0 the first hand, 1 paid, 2 free), and whether its two cards are one face twice."""

(
    NET,
    HELD,
    ALL_LAMMERS,
    MOST_LAMMERS,
    ALL_WINNING,
    MOST_WINNING,
    AT_RISK,
    FREE_DOUBLES,
    PUSHED,
    FIRST,
    SECOND,
    SEAT_FIELDS,
) = range(12)
"""Places of a seat's result. ``HELD`` is its number of hands, ``PUSHED`` those that a dealer 22 pushed; FIRST and
SECOND are its first cards (52: none)."""

RETURNED = 15
"""Class of a side bet that its cards did not decide: it comes back, or its sheet says otherwise."""
CLASSES = 16

DEALER_22, DEALER_NATURAL, UP, BEGAN, VOID, ROUND_FIELDS = range(6)
"""Places of what a round tells of the dealer and the shoe."""

LOW, SHIFT_17, SHIFT_19, SHIFT_23, SHIFT_32, SHIFT_41, SHIFT_45 = (
    np.uint64(number) for number in (0xFFFFFFFF, 17, 19, 23, 32, 41, 45)
)
UNFAIR = np.array([0] + [(1 << 32) % bound for bound in range(1, 52 * 8 + 1)], dtype=np.uint64)
"""By bound: low words below this come up once too often. A table, since a division here would be made every time."""


class Flags(NamedTuple):
    """Rules as numbers, 0 and 1 for no and yes; amounts in units of the run."""

    wager: int
    surrender: int
    """Net of a surrendered wager."""
    limit: int
    hole_card: int
    push_22: int
    ties_push: int
    natural_takes_all: int
    natural_at_once: int
    natural_beats_22: int
    natural_ties: int
    natural_after_split: int
    first_ace_player: int
    first_ace_dealer: int
    most_hands: int
    pairs_by_rank: int
    reads_dealer: int
    """A side bet needs the dealer's cards even when every hand is decided."""
    dealer_completes: int
    """A bet on dealer 22 makes the dealer draw to the end."""
    lammer_bet: int
    """A bet on lammers needs to know of a dealer natural."""
    seats: int


class Tables(NamedTuple):
    """What kernels look up; every table is flat, since views of arrays are dear in compiled code."""

    value: Bytes
    """52: blackjack value of a card."""
    after: Shorts
    """states · 16: the player's state after one more card."""
    total: Bytes
    two: Shorts
    """16 · 16: the state of two cards."""
    plays: Bytes
    """(situation · 11 + up card) · states + state."""
    pairs: Bytes
    """((situation · 2 + full) · 11 + up card) · 16 + pair."""
    dealt: Bytes
    """64 · 16: the dealer's state, twice the total plus 1 when soft, after one more card."""
    draws: Bytes
    """64: whether the dealer draws."""
    ups: Bytes
    """32: up cards under which the dealer looks, then up cards that can make a natural."""
    nets: Counts
    """By LOSE … TWIN_NATURAL · 16 + own money · 4 + lammers, in wagers."""
    beats: Bytes
    """32 · 32: LOSE, PUSH or WIN by the dealer's total and the hand's."""


@njit_bare(part=True)
def random_word(random: Words) -> np.uint64:
    """xoshiro256++."""
    s0, s1, s2, s3 = random[0], random[1], random[2], random[3]
    word = s0 + s3
    word = ((word << SHIFT_23) | (word >> SHIFT_41)) + s0
    carry = s1 << SHIFT_17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= carry
    random[0], random[1], random[2], random[3] = s0, s1, s2, (s3 << SHIFT_45) | (s3 >> SHIFT_19)
    return word


@njit_bare(part=True)
def draw(cards: Bytes, at: Counts, random: Words, mixed: bool) -> int:
    """The next card. An empty shoe says so and gives the ace of clubs for ever: the round is void.

    With ``mixed`` it is any of the cards left, all equally likely (Lemire's way to a bound).
    """
    here = at[0]
    if here >= cards.shape[0]:
        at[1] = 1
        return 0
    at[0] = here + 1
    if not mixed:
        return np.int64(cards[here])
    bound = np.uint64(cards.shape[0] - here)
    product = (random_word(random) >> SHIFT_32) * bound
    while product & LOW < UNFAIR[cards.shape[0] - here]:
        product = (random_word(random) >> SHIFT_32) * bound
    mine = np.uint64(here)
    there = mine + (product >> SHIFT_32)
    card = cards[there]
    cards[there] = cards[mine]
    cards[mine] = card
    return np.int64(card)


@njit_bare(part=True)
def play_box(
    cards: Bytes, at: Counts, random: Words, mixed: bool, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    first: int, second: int, up: int, hands: Counts, begin: int, waiting: Counts,
) -> int:  # fmt: skip
    """Plays the hands of one box to their end; gives how many there are."""
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
            second = draw(cards, at, random, mixed)
        own, free = (0, 1) if added == 2 else (1, 0)
        lammers = free
        status = STOOD
        if natural:
            status = NATURAL
        elif action == HIT:
            row = (situation * 11 + up) * states
            while action == HIT:
                state = np.int64(after[16 * state + value[draw(cards, at, random, mixed)]])
                action = np.int64(plays[row + state])
        elif action == DOUBLE or action == FREE_DOUBLE:
            state = np.int64(after[16 * state + value[draw(cards, at, random, mixed)]])
            if action == DOUBLE:
                own += 1
            else:
                free += 1
                lammers += 1
        elif action == SURRENDER:
            status = SURRENDERED
        hand = begin + made * HAND_FIELDS
        hands[hand + TOTAL] = total[state]
        hands[hand + STATUS] = BUST if total[state] > flags.limit else status
        hands[hand + OWN] = own
        hands[hand + FREE] = free
        hands[hand + LAMMERS] = lammers
        hands[hand + ADDED] = added
        hands[hand + TWINS] = card >= 40 and card == second
        made += 1
        if waits == 0:
            return made
        waits -= 1
        card, added = waiting[2 * waits], waiting[2 * waits + 1]
        second = draw(cards, at, random, mixed)


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
    cards: Bytes, at: Counts, random: Words, mixed: bool, flags: Flags, value: Bytes, dealt: Bytes, draws: Bytes,
    ups: Bytes, up: int, held: int, second: bool, natural: bool, suits: int, stands: bool, naturals_wait: bool,
) -> tuple[int, bool, bool, int]:  # fmt: skip
    """The dealer's second card where there is no hole card, and the drawing, while something depends on them."""
    depends = stands or flags.dealer_completes or (naturals_wait and flags.push_22 and not flags.natural_beats_22)
    if not second and not flags.hole_card and (depends or (ups[16 + up] == 1 and (naturals_wait or flags.lammer_bet))):
        card = draw(cards, at, random, mixed)
        suits |= 1 << (card & 3)
        held = np.int64(dealt[16 * held + value[card]])
        second = True
        natural = held >> 1 == flags.limit
    if second and depends and not natural:
        while draws[held]:
            card = draw(cards, at, random, mixed)
            suits |= 1 << (card & 3)
            held = np.int64(dealt[16 * held + value[card]])
    return held, second, natural, suits


@njit_bare(part=True)
def deal_round(
    cards: Bytes, at: Counts, random: Words, mixed: bool, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    dealt: Bytes, draws: Bytes, ups: Bytes, nets: Counts, beats: Bytes,
    hands: Counts, waiting: Counts, seats: Counts, round_: Counts, suits: Bytes,
) -> None:  # fmt: skip
    """One round for every seat; what came of it stands in ``seats`` and ``round_``."""
    at[1] = 0
    round_[BEGAN] = at[0]
    live = 0
    for seat in range(flags.seats):
        card = draw(cards, at, random, mixed)
        seats[seat * SEAT_FIELDS + FIRST], seats[seat * SEAT_FIELDS + SECOND] = card, 52
        status = OPEN
        if flags.first_ace_player and value[card] == 1:
            status = INSTANT_WIN
        else:
            live += 1
        hands[seat * BOX + STATUS] = status
    card = draw(cards, at, random, mixed) if live > 0 or flags.reads_dealer else 0
    round_[UP] = card
    up = np.int64(value[card])
    dealer_suits = 1 << (card & 3)
    held = np.int64(dealt[up])
    if flags.first_ace_dealer and up == 1 and live > 0:
        live = 0
        for seat in range(flags.seats):
            if hands[seat * BOX + STATUS] == OPEN:
                hands[seat * BOX + STATUS] = INSTANT_LOSS
    naturals_wait = False
    for seat in range(flags.seats):
        if hands[seat * BOX + STATUS] == OPEN:
            card = draw(cards, at, random, mixed)
            seats[seat * SEAT_FIELDS + SECOND] = card
            first = seats[seat * SEAT_FIELDS + FIRST]
            if total[two[16 * np.int64(value[first]) + value[card]]] == flags.limit:
                hands[seat * BOX + STATUS] = NATURAL
                live -= 1
                naturals_wait = naturals_wait or not flags.natural_at_once
    second = False
    if flags.hole_card and (live > 0 or naturals_wait or flags.reads_dealer):
        card = draw(cards, at, random, mixed)
        dealer_suits |= 1 << (card & 3)
        held = np.int64(dealt[16 * held + value[card]])
        second = True
    natural = second and held >> 1 == flags.limit
    over = natural and ups[up] == 1
    stands = False
    for seat in range(flags.seats):
        begin, made = seat * BOX, 1
        first, card = seats[seat * SEAT_FIELDS + FIRST], seats[seat * SEAT_FIELDS + SECOND]
        if hands[begin + STATUS] == OPEN and not over:
            made = play_box(
                cards, at, random, mixed, flags, value, after, total, two, plays, pairs,
                first, card, up, hands, begin, waiting,
            )  # fmt: skip
            for hand in range(begin, begin + made * HAND_FIELDS, HAND_FIELDS):
                stands = stands or hands[hand + STATUS] == STOOD
                if hands[hand + STATUS] == NATURAL and not flags.natural_at_once:
                    naturals_wait = True
        else:
            hands[begin + OWN], hands[begin + FREE] = 1, 0
            hands[begin + LAMMERS], hands[begin + ADDED] = 0, 0
            hands[begin + TWINS] = first >= 40 and first == card
        seats[seat * SEAT_FIELDS + HELD] = made
    held, second, natural, dealer_suits = finish_dealer(
        cards, at, random, mixed, flags, value, dealt, draws, ups, up, held, second, natural, dealer_suits,
        stands, naturals_wait,
    )  # fmt: skip
    dealer_total = held >> 1
    class_ = np.int64(suits[dealer_suits]) if dealer_total == 22 else 0
    round_[DEALER_22] = class_ if second and not draws[held] else RETURNED
    round_[DEALER_NATURAL] = natural
    round_[VOID] = at[1]
    for seat in range(flags.seats):
        _settle_seat(flags, nets, beats, hands, seats, seat, dealer_total, natural)


@njit_bare(part=True)
def _settle_seat(
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
        if pushes and hands[hand + STATUS] == STOOD:
            pushed += 1
        given = hands[hand + LAMMERS]
        if given > 0:
            lammers += given
            most = max(most, given)
            doubles += given - (hands[hand + ADDED] == 2)
            if brought > 0:
                winning += given
                most_winning = max(most_winning, given)
    seats[result + NET] = net
    seats[result + AT_RISK] = at_risk
    seats[result + FREE_DOUBLES] = doubles
    seats[result + PUSHED] = pushed
    seats[result + ALL_LAMMERS] = lammers
    seats[result + MOST_LAMMERS] = most
    seats[result + ALL_WINNING] = winning
    seats[result + MOST_WINNING] = most_winning


@njit_bare()
def bare_draws(count: int, a_round: int, cards: Bytes, at: Counts, random: Words) -> int:
    """The physical limit of any simulation: cards shuffled and drawn, so many a round, and nothing done with them."""
    total = 0
    for _ in range(count):
        if at[0] >= a_round:
            at[0] = 0
        total += draw(cards, at, random, True)
    return total


@njit_bare()
def split_round(
    cards: Bytes, at: Counts, random: Words, mixed: bool, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    dealt: Bytes, draws: Bytes, ups: Bytes, nets: Counts, beats: Bytes,
    hands: Counts, waiting: Counts, seats: Counts, round_: Counts, pair: int, up: int, hole: int,
) -> None:  # fmt: skip
    """The rest of a round of one seat whose first two cards are split; ``hole`` 0 where there is none yet."""
    held = np.int64(dealt[up])
    second = hole > 0
    if second:
        held = np.int64(dealt[16 * held + hole])
    natural = second and held >> 1 == flags.limit
    made = play_box(
        cards, at, random, mixed, flags, value, after, total, two, plays, pairs, pair, pair, up, hands, 0, waiting
    )
    stands = naturals_wait = False
    for hand in range(0, made * HAND_FIELDS, HAND_FIELDS):
        stands = stands or hands[hand + STATUS] == STOOD
        if hands[hand + STATUS] == NATURAL and not flags.natural_at_once:
            naturals_wait = True
    held, second, natural, _ = finish_dealer(
        cards, at, random, mixed, flags, value, dealt, draws, ups, up, held, second, natural, 0, stands, naturals_wait
    )
    seats[HELD] = made
    round_[DEALER_22] = held >> 1 == 22
    round_[DEALER_NATURAL] = natural
    _settle_seat(flags, nets, beats, hands, seats, 0, held >> 1, natural)


BOX = HANDS * HAND_FIELDS
(
    ROUNDS,
    HANDS_PLAYED,
    CARDS_DEALT,
    OWN_MONEY,
    FREE_DOUBLES_MADE,
    FREE_SPLITS_MADE,
    PUSHES,
    DEALER_22S,
    SHOES,
    VOIDS,
    FACTS,
) = range(11)
"""What a run counts beside its nets; rounds are counted for each seat."""
LAMMER_BET, DEALER_22_BET, FIRST_CARDS_BET, SEVENS_BET = range(4)
KIND, WINNING_ONLY, BY_HAND, NATURAL_LOSES, BET_FIELDS = range(5)
"""Places of a side bet: how it is read."""
DEALER_NATURAL_CLASS = 14
MOST_LAMMERS_COUNTED = 13


@njit_bare(part=True)
def side_class(
    bets: Counts, bet: int, seats: Counts, seat: int, round_: Counts, first_cards: Bytes, sevens: Bytes, hands: Counts
) -> int:
    """The class of outcome of one side bet of one seat."""
    kind, result = bets[bet * BET_FIELDS + KIND], seat * SEAT_FIELDS
    if kind == LAMMER_BET:
        if round_[DEALER_NATURAL] and bets[bet * BET_FIELDS + NATURAL_LOSES]:
            return DEALER_NATURAL_CLASS
        place = ALL_WINNING if bets[bet * BET_FIELDS + WINNING_ONLY] else ALL_LAMMERS
        return min(seats[result + place + bets[bet * BET_FIELDS + BY_HAND]], MOST_LAMMERS_COUNTED)
    if kind == DEALER_22_BET:
        return round_[DEALER_22]
    first, second = seats[result + FIRST], seats[result + SECOND]
    if kind == FIRST_CARDS_BET:
        lost = hands[seat * BOX + STATUS] == INSTANT_LOSS
        return RETURNED if lost else np.int64(first_cards[53 * first + second])
    return np.int64(sevens[(52 * first + second) * 52 + round_[UP]])


@njit_bare(part=True)
def _true_count(running: int, left: int, bins: int) -> int:
    """The bin of a true count, rounded down; whatever lies beyond the last bins is counted in them."""
    return min(max((running * 52) // max(left, 1) + bins // 2, 0), bins - 1)


@njit_bare()
def deal_rounds(
    rounds: int, cut: int, cards: Bytes, at: Counts, random: Words, mixed: bool, flags: Flags,
    value: Bytes, after: Shorts, total: Bytes, two: Shorts, plays: Bytes, pairs: Bytes,
    dealt: Bytes, draws: Bytes, ups: Bytes, nets: Counts, beats: Bytes,
    hands: Counts, waiting: Counts, seats: Counts, round_: Counts,
    suits: Bytes, first_cards: Bytes, sevens: Bytes, bets: Counts, bet_nets: Counts, tags: Counts, bins: Counts,
    by_net: Counts, by_lammers: Counts, by_class: Counts, facts: Counts, sums: Counts,
) -> None:  # fmt: skip
    """So many rounds; a new shoe whenever ``cut`` cards are dealt (0: for every round). Sums are added to the last
    arrays and to ``bins`` (by true count: rounds, sum of nets, sum of their squares)."""
    middle, side_bets, counting = by_net.shape[0] // 2, bets.shape[0] // BET_FIELDS, tags.shape[0] > 1
    running, bin_ = 0, 0
    for _ in range(rounds):
        if at[0] >= cut:
            at[0], running = 0, 0
            facts[SHOES] += 1
        if counting:
            bin_ = _true_count(running, cards.shape[0] - at[0], bins.shape[0] // 3)
        deal_round(
            cards, at, random, mixed, flags, value, after, total, two, plays, pairs, dealt, draws, ups, nets, beats,
            hands, waiting, seats, round_, suits,
        )  # fmt: skip
        if counting:
            for dealt_at in range(round_[BEGAN], at[0]):
                running += tags[cards[dealt_at]]
        facts[CARDS_DEALT] += at[0] - round_[BEGAN]
        if round_[VOID]:
            facts[VOIDS] += flags.seats
            continue
        facts[DEALER_22S] += 0 < round_[DEALER_22] < RETURNED
        for seat in range(flags.seats):
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
                bins[3 * bin_] += 1
                bins[3 * bin_ + 1] += net
                bins[3 * bin_ + 2] += net * net
            for bet in range(side_bets):
                class_ = side_class(bets, bet, seats, seat, round_, first_cards, sevens, hands)
                by_class[bet * CLASSES + class_] += 1
                net += bet_nets[bet * CLASSES + class_]
            if side_bets:
                sums[0] += net
                sums[1] += net * net
    facts[ROUNDS] += rounds * flags.seats
