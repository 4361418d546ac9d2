"""A sheet and its wagers as the tables a kernel plays by. Every pay and class is asked of the table's own code."""

from collections.abc import Mapping
from math import gcd
from typing import NamedTuple

import numpy as np

from lammer.cards.card import LETTER_VALUES, VALUES
from lammer.cards.hand import add_card, dealer_draws, natural_partner
from lammer.cards.money import pay
from lammer.rules.sheet import Sheet
from lammer.simulate.arrays import Bytes, Counts
from lammer.simulate.layout import (
    BLACKJACK,
    FIRST_LOST,
    HALF_LOST,
    INSTANT_LOSS,
    INSTANT_WIN,
    LOSE,
    NATURAL,
    PAID_NATURAL,
    PAID_TWINS,
    PUSH,
    STAKES,
    SURRENDERED,
    TWIN_NATURAL,
    WIN,
    Flags,
    Tables,
)
from lammer.simulate.plays import Plays
from lammer.simulate.side_bets import SideWager, side_flags, side_tables
from lammer.table.settlement import SURRENDER_RETURNS, natural_odds
from lammer.table.sidebets import PUSH_TOTAL

KING_OF_CLUBS = 48
ALWAYS = {INSTANT_WIN: WIN, INSTANT_LOSS: LOSE}
"""Ends of a hand that no dealer changes."""


class Terms(NamedTuple):
    """All that a kernel is given of a sheet, and the names to tell its results by."""

    flags: Flags
    tables: Tables
    classes: Bytes
    """Classes of outcome of all side bets (``side_bets.py``)."""
    bets: Counts
    bet_nets: Counts
    side_bets: tuple[SideWager, ...]
    unit: int
    """The largest amount of which every net is a multiple, in minor units; kernels count in it."""
    middle: int
    """Main nets lie within so many units of 0."""


def terms_of(sheet: Sheet, plays: Plays, wager: int, sides: Mapping[str, int], seats: int) -> Terms:
    """``wager`` and side wagers in minor units, the same for every seat."""
    surrender = pay(wager, SURRENDER_RETURNS, sheet.rules.pay.rounding)[0] - wager
    nets = _nets(sheet, wager, surrender)
    side_bets, bets, classes = side_tables(sheet, sides)
    amounts = [wager, *nets.tolist()]
    unit = gcd(*amounts, *(net for bet in side_bets for net in bet.nets))
    most = sheet.rules.split.most_hands * max(abs(amount) for amount in amounts)
    return Terms(
        _flags(sheet, wager // unit, surrender // unit, sides, seats),
        Tables(np.array(VALUES, dtype=np.uint8), *plays, *_dealer(sheet), nets // unit, _beats(sheet)),
        classes,
        bets,
        np.array([net // unit for bet in side_bets for net in bet.nets], dtype=np.int64),
        side_bets,
        unit,
        most // unit + 1,
    )


def _flags(sheet: Sheet, wager: int, surrender: int, sides: Mapping[str, int], seats: int) -> Flags:
    rules = sheet.rules
    asks = side_flags(sheet, sides)
    return Flags(
        wager=wager,
        surrender=surrender,
        surrender_late=int(rules.surrender.natural_takes == "all"),
        limit=rules.points.limit,
        hole_card=int(rules.dealer.hole_card),
        push_22=int(rules.dealer.pushes_on_22),
        natural_takes_all=int(rules.dealer.natural_takes == "all"),
        natural_at_once=int(rules.natural.paid == "at once"),
        natural_beats_22=int(rules.natural.beats_22),
        natural_ties=int(rules.natural.both == "push"),
        natural_after_split=int(rules.natural.after_split),
        first_ace_player=int(rules.first_ace.player == "wins"),
        first_ace_dealer=int(rules.first_ace.dealer == "wins"),
        most_hands=rules.split.most_hands,
        pairs_by_rank=int(rules.split.pairs == "rank"),
        reads_dealer=int(asks.reads_dealer),
        dealer_completes=int(asks.dealer_completes),
        lammer_bet=int(asks.asks_for_natural),
        seats=seats,
    )


def _dealer(sheet: Sheet) -> tuple[Bytes, Bytes, Bytes]:
    """The dealer's states after one more card, whether they draw, and what up cards lead to."""
    rules, limit = sheet.rules.dealer, sheet.rules.points.limit
    after = np.zeros((64, 16), dtype=np.uint8)
    draws = np.zeros(64, dtype=np.uint8)
    for total in range(limit + 1):
        for soft in (False, True):
            draws[2 * total + soft] = dealer_draws(total, soft, rules.stand_on_hard, rules.stand_on_soft)
            for value in range(1, 11):
                more, still_soft = add_card(total, soft, value, limit)
                after[2 * total + soft, value] = 2 * more + still_soft
    ups = np.zeros(32, dtype=np.uint8)
    ups[[LETTER_VALUES[letter] for letter in rules.peek_under]] = 1
    for up in range(1, 11):
        ups[16 + up] = natural_partner(up, limit) is not None
    return after.ravel(), draws, ups


def _nets(sheet: Sheet, wager: int, surrender: int) -> Counts:
    rules = sheet.rules
    # Two fives are no twins; two kings of one suit are.
    naturals = natural_odds(sheet, (16, 16)), natural_odds(sheet, (KING_OF_CLUBS, KING_OF_CLUBS))
    stakes = [(added, own, free) for added in range(4) for own in range(4) for free in range(4)]
    paid = [
        [pay((own + free) * wager, odds, rules.pay.rounding)[0] for _, own, free in stakes]
        for odds in (rules.pay.win, *naturals)
    ]
    lost = [-own * wager for _, own, _ in stakes]
    first_lost = [0 if added else -wager for added, _, _ in stakes]
    return np.array([lost, [0] * STAKES, *paid, [surrender] * STAKES, first_lost], dtype=np.int64).ravel()


def _beats(sheet: Sheet) -> Bytes:
    """What every end of a hand comes to against every dealer total and a dealer natural."""
    return np.array([_settled(sheet, dealer, ended) for dealer in range(32) for ended in range(32)], dtype=np.uint8)


def _settled(sheet: Sheet, dealer: int, ended: int) -> int:
    rules, limit = sheet.rules, sheet.rules.points.limit
    pushes = dealer == PUSH_TOTAL and rules.dealer.pushes_on_22
    taken = LOSE if rules.dealer.natural_takes == "all" else FIRST_LOST
    if ended in (NATURAL, TWIN_NATURAL):
        paid = PAID_NATURAL if ended == NATURAL else PAID_TWINS
        if rules.natural.paid == "at once":
            return paid
        if dealer == BLACKJACK:
            return PUSH if rules.natural.both == "push" else taken
        return PUSH if pushes and not rules.natural.beats_22 else paid
    if ended in ALWAYS:
        return ALWAYS[ended]
    if ended == SURRENDERED:
        return taken if dealer == BLACKJACK and rules.surrender.natural_takes == "all" else HALF_LOST
    if limit < ended < NATURAL:
        return LOSE
    if dealer == BLACKJACK:
        return taken
    if pushes or (ended == dealer and rules.dealer.tie == "push"):
        return PUSH
    return WIN if dealer > limit or ended > dealer else LOSE
