"""What the kernels of one hand and of two hands per box share after the play: the dealer's turn and the sums."""

from lammer.compiled import njit_bare
from lammer.rule_tables.numbers import NATURAL_STATE
from lammer.simulate.arrays import Counts, Place, whole
from lammer.simulate.hand_kernel import finish_dealer, unseen_natural
from lammer.simulate.kernel_data import Shoe, SideTables, Tables, Tally, Work
from lammer.simulate.layout import (
    ALL_LAMMERS,
    AT_RISK,
    BET_FIELDS,
    CLASSES,
    DEALER_22,
    DEALER_NATURAL,
    DEALER_NATURAL_CLASS,
    DRAWS,
    FINAL,
    FINAL_HANDS,
    FREE_DOUBLES,
    FREE_DOUBLES_MADE,
    FREE_SPLITS_MADE,
    HANDS_PLAYED,
    HELD,
    KIND,
    MARK,
    MARKS,
    MAX_DEALER_CARDS,
    NET,
    OWN_MONEY,
    PUSHED,
    PUSHES,
    RUN_BET,
    SEAT_FIELDS,
    UNSEEN,
    UP,
    VOID,
    WHEEL,
)
from lammer.simulate.side_kernel import count_others, side_class


@njit_bare(part=True)
def mark_dealer(shoe: Shoe, side: SideTables, round_: Counts, hole: int, begun: int, ended: int) -> None:
    """Runs the state machines of the side bets over the dealer's cards: the up card, the hole card at its position in
    the shoe (``begun`` if there is none), and the cards drawn."""
    for bet in range(side.bets.shape[0] // BET_FIELDS):
        begin = side.bets[bet * BET_FIELDS + MARKS]
        if begin > 0 and side.bets[bet * BET_FIELDS + KIND] != RUN_BET:
            state = whole(side.marks[begin + round_[UP]])
            if hole < begun:
                state = whole(side.marks[begin + 52 * state + shoe.cards[hole]])
            for at in range(begun, ended):
                state = whole(side.marks[begin + 52 * state + shoe.cards[at]])
            round_[MARK + bet] = state


@njit_bare(part=True)
def play_dealer(
    shoe: Shoe, at: Place, tables: Tables, side: SideTables, work: Work, up: int, held: int, second: bool, suits: int,
    hole: int, asks: int,
) -> tuple[int, Place]:  # fmt: skip
    """Plays the dealer's hand as far as hands and side bets ask for it, and writes the facts about it into ``work``.
    Returns the dealer's total and the position of the deal; ``hole`` is the position of a hole card."""
    round_, begun, hole_dealt = work.round, whole(at[0]), second
    held, second, suits, at = finish_dealer(shoe, at, tables, up, held, second, suits, asks)
    if side.marks.shape[0] > 1 and whole(at[0]) <= shoe.cards.shape[0]:
        mark_dealer(shoe, side, round_, hole if hole_dealt else begun, begun, whole(at[0]))
    dealer = held >> 1
    round_[DEALER_22] = dealer == 22
    if second and not tables.packed[DRAWS + held]:
        round_[FINAL] = 512 * min(suits >> 4, MAX_DEALER_CARDS) + 16 * dealer + (suits & 15)
    else:
        round_[FINAL] = FINAL_HANDS
    unseen = unseen_natural(shoe, at, tables, up, second)
    round_[DEALER_NATURAL] = UNSEEN if unseen else held == NATURAL_STATE
    round_[VOID] = whole(at[0]) > shoe.cards.shape[0]
    return dealer, at


@njit_bare(part=True)
def tally_seat(seat: int, side: SideTables, work: Work, tally: Tally) -> None:
    """Adds the results of a seat and of its side bets to the sums."""
    seats, round_, facts, bets, result = work.seats, work.round, tally.facts, side.bets, seat * SEAT_FIELDS
    main = whole(seats[result + NET])
    tally.nets[tally.nets.shape[0] // 2 + main] += 1
    tally.lammers[DEALER_NATURAL_CLASS if round_[DEALER_NATURAL] else seats[result + ALL_LAMMERS]] += 1
    facts[HANDS_PLAYED] += seats[result + HELD]
    facts[OWN_MONEY] += seats[result + AT_RISK]
    facts[FREE_DOUBLES_MADE] += seats[result + FREE_DOUBLES]
    facts[FREE_SPLITS_MADE] += seats[result + ALL_LAMMERS] - seats[result + FREE_DOUBLES]
    facts[PUSHES] += seats[result + PUSHED]
    net, side_bets = main, bets.shape[0] // BET_FIELDS
    for bet in range(side_bets):
        class_ = side_class(bets, bet, seats, seat, round_, side.classes, work.hands)
        tally.classes[bet * CLASSES + class_] += 1
        net += side.bet_nets[bet * CLASSES + class_]
        if bets[bet * BET_FIELDS + WHEEL] > 0:
            net += count_others(side, bet, class_, seat, round_, tally)
    if side_bets:
        tally.sums[0] += net
        tally.sums[1] += net * net
