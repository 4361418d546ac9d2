"""A round as compiled code that stops at every decision. It deals the same cards as ``simulate/kernel.py`` would with a
strategy that makes the same decisions.

A decision with one legal play is made at once.
"""

import numpy as np

from lammer.compiled import njit_bare
from lammer.rule_tables.ends import FIRST_STAKE, NATURAL, OPEN, SPECIAL_NATURAL, SURRENDERED
from lammer.rule_tables.numbers import NATURAL_STATE
from lammer.rule_tables.numbers import SECOND as SECOND_CARD_NEEDED
from lammer.rule_tables.plays import DOUBLE, FREE_DOUBLE, FREE_SPLIT, HIT, SPLIT, STAND, SURRENDER
from lammer.simulate.arrays import Bytes, Counts, whole
from lammer.simulate.ending_kernel import play_dealer
from lammer.simulate.hand_kernel import draw, settle_seat
from lammer.simulate.kernel import mark_player, open_round
from lammer.simulate.kernel_data import Shoe, Work
from lammer.simulate.layout import (
    ALIKE,
    BET_FIELDS,
    CLASSES,
    DEALER_NATURAL,
    ENDED,
    ENDS,
    FULL,
    HAND_FIELDS,
    NO_CARD,
    SPLIT_CARDS,
    SPLIT_FIRST,
    SPLIT_SECOND,
    STAKE,
    UPS,
    VALUE,
    VOID,
)
from lammer.simulate.layout import ASKS as NEEDS
from lammer.simulate.layout import FIRST as FIRST_DEALT
from lammer.simulate.layout import (
    HELD as HANDS_HELD,
)
from lammer.simulate.layout import (
    NET as SEAT_NET,
)
from lammer.simulate.layout import SECOND as SECOND_DEALT
from lammer.simulate.layout import (
    UP as UP_DEALT,
)
from lammer.simulate.side_kernel import side_class
from lammer.stepping.layout import (
    ADDED,
    ASKS,
    AT,
    BEGUN,
    BETTING,
    CARD,
    CHOICES,
    COUNT,
    COUNTED,
    EVEN_MONEY,
    EVEN_MONEY_TAKEN,
    FIRST,
    HANDS_SEEN,
    HELD,
    HOLE,
    INSURANCE,
    INSURANCE_LOST,
    INSURANCE_WON,
    INSURE,
    INSURED,
    INSURING,
    LAMMER,
    LEGAL,
    MADE,
    NET,
    NO_QUESTION,
    NOT_INSURED,
    OVER,
    PAIR,
    PAIR_SEEN,
    PHASE,
    PLAYING,
    PLAYS,
    QUESTION,
    RANDOM,
    SECOND,
    SEEN,
    SIDE_NET,
    SITUATION,
    SOFT,
    SPLIT_FROM,
    STATE,
    SUITS,
    TOTAL,
    UP,
    UP_CARD,
    UP_SEEN,
    WAITS,
    WHICH_BET,
    WHICH_INSURANCE,
    WHICH_PLAY,
    Boxes,
    StepRules,
)


@njit_bare(part=True)
def take_card(shoe: Shoe, round_: Counts) -> int:
    card, at = draw(shoe, (np.uint64(round_[AT]), np.uint64(round_[RANDOM])))
    round_[AT], round_[RANDOM] = whole(at[0]), whole(at[1])
    return card


@njit_bare(part=True)
def deal_opening(rules: StepRules, shoe: Shoe, work: Work, round_: Counts) -> None:
    """Deals up to the first decision, or to the end of a round without one."""
    tables, hands = rules.tables, work.hands
    place = np.uint64(round_[AT]), np.uint64(round_[RANDOM])
    up, held, suits, second, asks, place = open_round(1, shoe, place, tables, rules.side, work)
    round_[AT], round_[RANDOM] = whole(place[0]), whole(place[1])
    round_[UP], round_[UP_CARD], round_[HELD] = up, work.round[UP_DEALT], held
    round_[SECOND], round_[SUITS], round_[ASKS], round_[BEGUN] = whole(second), suits, asks, round_[AT]
    round_[HOLE] = round_[AT] - 1 if second else -1
    round_[WAITS] = round_[MADE] = round_[ADDED] = round_[SITUATION] = 0
    round_[COUNT], round_[PHASE], round_[INSURANCE] = 1, PLAYING, NOT_INSURED
    natural = hands[ENDED] == NATURAL or hands[ENDED] == SPECIAL_NATURAL
    answers = whole(rules.insurable[16 * whole(natural) + up]) if natural or hands[ENDED] == OPEN else 0
    if answers > 0:
        round_[CARD] = hands[FIRST_DEALT]
        look_at_pair(rules, round_, whole(hands[SECOND_DEALT]))
        round_[PHASE], round_[LEGAL] = INSURING, answers << PLAYS
        return
    begin_play(rules, shoe, work, round_)


@njit_bare(part=True)
def begin_play(rules: StepRules, shoe: Shoe, work: Work, round_: Counts) -> None:
    """Goes on after the deal and the insurance: the dealer looks for a natural, then the hand is played."""
    hands = work.hands
    if hands[ENDED] != OPEN or (round_[HELD] == NATURAL_STATE and rules.tables.packed[UPS + round_[UP]] == 1):
        hands[STAKE], round_[MADE] = FIRST_STAKE, 1
        end_round(rules, shoe, work, round_)
        return
    round_[CARD] = hands[FIRST_DEALT]
    look_at_pair(rules, round_, whole(hands[SECOND_DEALT]))
    play_forced(rules, shoe, work, round_)


@njit_bare(part=True)
def answer_insurance(rules: StepRules, shoe: Shoe, work: Work, round_: Counts, action: int) -> None:
    """Insurance needs the dealer's second card; a natural that is paid even money needs no card of the dealer."""
    if action == INSURE:
        round_[INSURANCE] = INSURED
        round_[ASKS] |= SECOND_CARD_NEEDED
    elif action == EVEN_MONEY:
        round_[INSURANCE], round_[ASKS] = EVEN_MONEY_TAKEN, 0
    round_[PHASE] = PLAYING
    begin_play(rules, shoe, work, round_)


@njit_bare(part=True)
def look_at_pair(rules: StepRules, round_: Counts, second: int) -> None:
    """Sets the state and the legal plays of a hand that has its second card."""
    tables, card = rules.tables, whole(round_[CARD])
    value = whole(tables.packed[VALUE + card])
    round_[STATE] = whole(tables.two[16 * value + whole(tables.packed[VALUE + second])])
    round_[PAIR] = value if tables.packed[ALIKE + card] == tables.packed[ALIKE + second] else 0
    if round_[PAIR] > 0:
        full = whole(tables.packed[FULL + round_[COUNT]])
        round_[LEGAL] = rules.pairs[(round_[SITUATION] * 2 + full) * 16 + value]
    else:
        round_[LEGAL] = rules.plays[round_[SITUATION] * tables.total.shape[0] + round_[STATE]]


@njit_bare(part=True)
def deal_second_card(rules: StepRules, shoe: Shoe, work: Work, round_: Counts) -> int:
    """The second card of a hand from a split. Returns how it ends the hand, or OPEN; it is kept in ``work`` for the
    split that may follow."""
    card, second = whole(round_[CARD]), take_card(shoe, round_)
    hands = work.hands
    if hands[SPLIT_FIRST] == NO_CARD:
        hands[SPLIT_FIRST] = second
    elif round_[WAITS] == 0 and hands[SPLIT_SECOND] == NO_CARD:
        hands[SPLIT_SECOND] = second
    look_at_pair(rules, round_, second)
    work.waiting[2 * round_[WAITS]] = second
    return whole(rules.tables.packed[SPLIT_CARDS + 52 * card + second])


@njit_bare(part=True)
def split_hand(rules: StepRules, work: Work, round_: Counts, action: int) -> None:
    """The second card of a pair waits for its turn. It is already where ``waiting`` keeps it, but for the first two
    cards of the round."""
    if round_[COUNT] == 1:
        work.waiting[0] = work.hands[SECOND_DEALT]
        value = whole(rules.tables.packed[VALUE + whole(round_[CARD])])
        round_[SITUATION] = 2 * value - 1
    work.waiting[2 * round_[WAITS] + 1] = 2 if action == FREE_SPLIT else 1
    round_[WAITS] += 1
    round_[COUNT] += 1


@njit_bare(part=True)
def end_hand(rules: StepRules, work: Work, round_: Counts, ended: int, action: int) -> None:
    lammer, hand = whole(round_[ADDED] == 2), round_[MADE] * HAND_FIELDS
    own, free = 1 - lammer + whole(action == DOUBLE), lammer + whole(action == FREE_DOUBLE)
    work.hands[hand + ENDED] = ended
    work.hands[hand + STAKE] = 16 * round_[ADDED] + 4 * own + free
    round_[ASKS] |= whole(rules.tables.packed[NEEDS + ended])
    round_[MADE] += 1


@njit_bare(part=True)
def next_hand(rules: StepRules, shoe: Shoe, work: Work, round_: Counts) -> int:
    """Begins the hand that was split last. Returns how its second card ends it, or OPEN."""
    round_[WAITS] -= 1
    round_[CARD], round_[ADDED] = work.waiting[2 * round_[WAITS]], work.waiting[2 * round_[WAITS] + 1]
    value = whole(rules.tables.packed[VALUE + whole(round_[CARD])])
    round_[SITUATION] = 2 * value - 1 + whole(round_[ADDED] == 2)
    return deal_second_card(rules, shoe, work, round_)


@njit_bare(part=True)
def play_once(rules: StepRules, shoe: Shoe, work: Work, round_: Counts, action: int) -> None:
    """Makes one play of the hand in play and goes on to the next one, or to the end of the round."""
    tables, ended = rules.tables, OPEN
    if action >= SPLIT:
        split_hand(rules, work, round_, action)
        ended = deal_second_card(rules, shoe, work, round_)
        action = STAND
        if ended == OPEN:
            return
    elif action == SURRENDER:
        ended = SURRENDERED
    else:
        if action != STAND:
            card = take_card(shoe, round_)
            round_[STATE] = whole(tables.after[16 * round_[STATE] + tables.packed[VALUE + card]])
            round_[PAIR] = 0
        if action == HIT:
            round_[LEGAL] = rules.plays[round_[SITUATION] * tables.total.shape[0] + round_[STATE]]
            return
        ended = whole(tables.packed[ENDS + 32 * round_[UP] + whole(tables.total[round_[STATE]])])
    while True:
        end_hand(rules, work, round_, ended, action)
        if round_[WAITS] == 0:
            end_round(rules, shoe, work, round_)
            return
        ended, action = next_hand(rules, shoe, work, round_), STAND
        if ended == OPEN:
            return


@njit_bare(part=True)
def play_forced(rules: StepRules, shoe: Shoe, work: Work, round_: Counts) -> None:
    """Makes the plays that leave no choice."""
    while round_[PHASE] == PLAYING and round_[LEGAL] & (round_[LEGAL] - 1) == 0:
        action = 0
        while round_[LEGAL] >> (action + 1):
            action += 1
        play_once(rules, shoe, work, round_, action)


@njit_bare(part=True)
def end_round(rules: StepRules, shoe: Shoe, work: Work, round_: Counts) -> None:
    """Plays the dealer's hand and settles all wagers. A round that the shoe has not enough cards for is void."""
    side, size = rules.side, shoe.cards.shape[0]
    work.round[UP_DEALT] = round_[UP_CARD]
    if side.marks.shape[0] > 1:
        mark_player(shoe, side, work, 0, whole(round_[BEGUN]), min(whole(round_[AT]), size))
    place = np.uint64(round_[AT]), np.uint64(round_[RANDOM])
    dealer, place = play_dealer(
        shoe, place, rules.tables, side, work, whole(round_[UP]), whole(round_[HELD]), round_[SECOND] == 1,
        whole(round_[SUITS]), whole(round_[HOLE]), whole(round_[ASKS]) | side.asks,
    )  # fmt: skip
    round_[AT], round_[RANDOM] = whole(place[0]), whole(place[1])
    work.seats[HANDS_HELD] = round_[MADE]
    settle_seat(rules.tables, work, 0, dealer)
    round_[NET] = round_[SIDE_NET] = 0
    if round_[INSURANCE] == INSURED:
        round_[INSURANCE] = INSURANCE_WON if work.round[DEALER_NATURAL] == 1 else INSURANCE_LOST
    if work.round[VOID]:
        round_[INSURANCE] = NOT_INSURED
    else:
        round_[NET] = work.seats[SEAT_NET]
        for bet in range(side.bets.shape[0] // BET_FIELDS):
            class_ = side_class(side.bets, bet, work.seats, 0, work.round, side.classes, work.hands)
            round_[SIDE_NET] += side.bet_nets[bet * CLASSES + class_]
    round_[PHASE], round_[LEGAL], round_[PAIR] = OVER, 0, 0


@njit_bare(part=True)
def count_seen(round_: Counts, cards: Bytes, seen: Counts) -> None:
    """Counts the cards that lie open now; the hole card is turned over when the round is over."""
    over, counted, hole = round_[PHASE] == OVER, round_[COUNTED], round_[HOLE]
    round_[COUNTED] = min(round_[AT], cards.shape[0])
    for at in range(counted, round_[COUNTED]):
        if over or at != hole:
            seen[cards[at] >> 2] += 1
    if over and 0 <= hole < counted:
        seen[cards[hole] >> 2] += 1


@njit_bare(part=True)
def observe(rules: StepRules, round_: Counts, seen: Counts, observed: Counts, legal: Bytes) -> None:
    """Writes what the player sees, and which plays and answers are legal."""
    phase, state = round_[PHASE], round_[STATE]
    asked = phase >= PLAYING
    for at in range(SEEN):
        observed[at] = 0
    observed[QUESTION] = WHICH_BET if phase == BETTING else NO_QUESTION
    if asked:
        observed[QUESTION] = WHICH_PLAY if phase == PLAYING else WHICH_INSURANCE
        observed[TOTAL] = rules.tables.total[state]
        observed[SOFT], observed[FIRST] = rules.soft[state], rules.first[state]
        observed[PAIR_SEEN], observed[SPLIT_FROM] = round_[PAIR], (round_[SITUATION] + 1) >> 1
        observed[LAMMER], observed[HANDS_SEEN] = whole(round_[ADDED] == 2), round_[COUNT]
        observed[UP_SEEN] = round_[UP]
    for at in range(seen.shape[0]):
        observed[SEEN + at] = seen[at]
    for action in range(CHOICES):
        legal[action] = (round_[LEGAL] >> action) & 1 if asked else 0


@njit_bare(part=True)
def open_bets(rules: StepRules, round_: Counts, seen: Counts, size: int) -> None:
    """The next round waits for its wager, with a new shoe if the last one is over."""
    if round_[AT] >= rules.cut or round_[AT] >= size:
        round_[AT] = round_[COUNTED] = 0
        for rank in range(seen.shape[0]):
            seen[rank] = 0
    round_[PHASE], round_[HOLE], round_[LEGAL] = BETTING, -1, 0
    round_[NET] = round_[SIDE_NET] = 0


@njit_bare(part=True)
def step_round(
    rules: StepRules, shoe: Shoe, work: Work, round_: Counts, seen: Counts, action: int, observed: Counts, legal: Bytes
) -> bool:
    """One step of a round: a play or an answer, the deal after its wager, or, after its end, the next round. Returns
    whether the action was legal; an illegal one changes nothing."""
    played = True
    if round_[PHASE] == OVER:
        open_bets(rules, round_, seen, shoe.cards.shape[0])
    elif round_[PHASE] == BETTING:
        played = action >= PLAYS
        if played:
            deal_opening(rules, shoe, work, round_)
    elif not (0 <= action < CHOICES and (round_[LEGAL] >> action) & 1):
        played = False
    elif round_[PHASE] == INSURING:
        answer_insurance(rules, shoe, work, round_, action)
    else:
        play_once(rules, shoe, work, round_, action)
        play_forced(rules, shoe, work, round_)
    count_seen(round_, shoe.cards, seen)
    observe(rules, round_, seen, observed, legal)
    return played


@njit_bare()
def step_boxes(rules: StepRules, boxes: Boxes, actions: Counts, observed: Counts, legal: Bytes, played: Bytes) -> None:
    """One step of every round."""
    for box in range(actions.shape[0]):
        shoe = Shoe(boxes.cards[box], boxes.random[box], 0)
        work = Work(boxes.hands[box], boxes.waiting[box], boxes.work.seats, boxes.work.round, boxes.work.spins)
        one = boxes.rounds[box], boxes.seen[box], whole(actions[box])
        played[box] = step_round(rules, shoe, work, *one, observed[box], legal[box])


@njit_bare()
def open_boxes(rules: StepRules, boxes: Boxes, which: Bytes, observed: Counts, legal: Bytes) -> None:
    """Begins the next round of some boxes; a round that is not over is left unfinished. Other boxes do not change."""
    for box in range(which.shape[0]):
        if which[box]:
            shoe = Shoe(boxes.cards[box], boxes.random[box], 0)
            work = Work(boxes.hands[box], boxes.waiting[box], boxes.work.seats, boxes.work.round, boxes.work.spins)
            boxes.rounds[box, PHASE] = OVER
            step_round(rules, shoe, work, boxes.rounds[box], boxes.seen[box], 0, observed[box], legal[box])
