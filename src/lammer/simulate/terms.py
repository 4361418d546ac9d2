"""A sheet and its wagers as the tables a kernel plays by. Every pay and class is asked of the table's own code."""

from collections.abc import Callable, Mapping
from itertools import combinations
from math import gcd
from typing import NamedTuple

import numpy as np

from lammer.cards.card import DECK_SIZE, LETTER_VALUES, VALUES
from lammer.cards.hand import add_card, dealer_draws, natural_partner
from lammer.cards.money import pay
from lammer.rules.outcomes import lammer_outcome
from lammer.rules.schema import Paytable
from lammer.rules.sheet import Sheet
from lammer.simulate.arrays import Bytes, Counts
from lammer.simulate.layout import (
    BLACKJACK,
    CLASSES,
    DEALER_22_BET,
    DEALER_NATURAL_CLASS,
    FIRST_CARDS_BET,
    FIRST_LOST,
    HALF_LOST,
    INSTANT_LOSS,
    INSTANT_WIN,
    LAMMER_BET,
    LOSE,
    MOST_LAMMERS_COUNTED,
    NATURAL,
    PAID_NATURAL,
    PAID_TWINS,
    PUSH,
    RETURNED,
    SEVENS_BET,
    STAKES,
    SURRENDERED,
    TWIN_NATURAL,
    WIN,
    Flags,
    Tables,
)
from lammer.simulate.plays import Plays
from lammer.table.settlement import SURRENDER_RETURNS, natural_odds
from lammer.table.sidebets import (
    PUSH_TOTAL,
    best_row,
    classify_dealer_22,
    classify_first_cards,
    classify_sevens,
    fixed_net,
    meter_share,
)

NO_TABLE = np.zeros(1, dtype=np.uint8)
KING_OF_CLUBS = 48
ALWAYS = {INSTANT_WIN: WIN, INSTANT_LOSS: LOSE}
"""Ends of a hand that no dealer changes."""


class SideBet(NamedTuple):
    """A side wager of every seat, in minor units, and what its classes of outcome are called."""

    id: str
    paytable: str
    amount: int
    names: tuple[str, ...]
    nets: tuple[int, ...]


class Terms(NamedTuple):
    """All that a kernel is given of a sheet, and the names to tell its results by."""

    flags: Flags
    tables: Tables
    suits: Bytes
    """16: class of a dealer 22 by the set of its suits."""
    first_cards: Bytes
    """52 · 53: class of the first two cards, or of one card and none (52)."""
    sevens: Bytes
    """52 · 52 · 52: class of the first two cards and the up card."""
    bets: Counts
    bet_nets: Counts
    side_bets: tuple[SideBet, ...]
    unit: int
    """The largest amount of which every net is a multiple, in minor units; kernels count in it."""
    middle: int
    """Main nets lie within so many units of 0."""


def terms_of(sheet: Sheet, plays: Plays, wager: int, sides: Mapping[str, int], seats: int) -> Terms:
    """``wager`` and side wagers in minor units, the same for every seat."""
    surrender = pay(wager, SURRENDER_RETURNS, sheet.rules.pay.rounding)[0] - wager
    nets = _nets(sheet, wager, surrender)
    side_bets = tuple(_side_bet(sheet, bet_id, amount) for bet_id, amount in sides.items())
    amounts = [wager, *nets.tolist()]
    unit = gcd(*amounts, *(net for bet in side_bets for net in bet.nets))
    most = sheet.rules.split.most_hands * max(abs(amount) for amount in amounts)
    rules = sheet.rules
    return Terms(
        _flags(sheet, wager // unit, surrender // unit, sides, seats),
        Tables(np.array(VALUES, dtype=np.uint8), *plays, *_dealer(sheet), nets // unit, _beats(sheet)),
        _suits(),
        _first_cards() if any(bet in sides for bet in rules.first_cards_bets) else NO_TABLE,
        _sevens() if any(bet in sides for bet in rules.sevens_bets) else NO_TABLE,
        _bets(sheet, side_bets),
        np.array([net // unit for bet in side_bets for net in bet.nets], dtype=np.int64),
        side_bets,
        unit,
        most // unit + 1,
    )


def _flags(sheet: Sheet, wager: int, surrender: int, sides: Mapping[str, int], seats: int) -> Flags:
    rules = sheet.rules
    on_22 = [bet for bet_id, bet in rules.dealer_22_bets.items() if bet_id in sides]
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
        reads_dealer=int(bool(on_22) or any(bet in sides for bet in rules.sevens_bets)),
        dealer_completes=int(any(bet.when_settled == "dealer completes" for bet in on_22)),
        lammer_bet=int(any(bet in sides for bet in rules.lammer_bets)),
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


FIRST_CARDS_NAMES = ("none", "pair of faces", "suited queens or jacks", "suited kings", "first-card ace")
SEVENS_NAMES = ("none", "one 7", "two 7s", "777", "777 same colour", "777 suited", "777 diamonds")
DEALER_22_NAMES = ("no 22", "other 22", "one-colour 22", "suited 22")


def _first_cards() -> Bytes:
    """53 places for each first card; the last is that of no second card."""
    found = np.zeros(DECK_SIZE * 53, dtype=np.uint8)
    for first in range(DECK_SIZE):
        for second in range(53):
            cards = (first,) if second == DECK_SIZE else (first, second)
            found[53 * first + second] = FIRST_CARDS_NAMES.index(classify_first_cards(cards)[0])
    return found


def _sevens() -> Bytes:
    found = np.zeros(DECK_SIZE**3, dtype=np.uint8)
    for first in range(DECK_SIZE):
        for second in range(DECK_SIZE):
            if first // 4 != 6 and second // 4 != 6:
                continue
            for up in range(DECK_SIZE):
                class_ = SEVENS_NAMES.index(classify_sevens((first, second), up)[0])
                found[(first * DECK_SIZE + second) * DECK_SIZE + up] = class_
    return found


def _suits() -> Bytes:
    found = np.zeros(16, dtype=np.uint8)
    for number in range(1, 5):
        for suits in combinations(range(4), number):
            name = classify_dealer_22(suits, PUSH_TOTAL)[0]
            found[sum(1 << suit for suit in suits)] = DEALER_22_NAMES.index(name)
    return found


def _side_bet(sheet: Sheet, bet_id: str, amount: int) -> SideBet:
    """What each class of outcome brings; classes that cannot come up bring what the last one does."""
    bet = sheet.side_bets[bet_id]
    paytable = bet.paytables[bet.paytable]
    names = [""] * CLASSES
    nets = [-amount] * CLASSES

    def set_(class_: int, name: str, net: int) -> None:
        names[class_], nets[class_] = name, net

    rules = sheet.rules
    if bet_id in rules.lammer_bets:
        for count in range(MOST_LAMMERS_COUNTED + 1):
            set_(count, lammer_outcome(count), _fixed(paytable, (lammer_outcome(count),), amount))
        set_(DEALER_NATURAL_CLASS, "dealer blackjack", -amount)
    elif bet_id in rules.dealer_22_bets:
        for class_, name in enumerate(DEALER_22_NAMES):
            set_(class_, name, _fixed(paytable, (name, "22") if class_ else (name,), amount))
        set_(RETURNED, "returned", 0 if rules.dealer_22_bets[bet_id].when_settled == "returned" else -amount)
    elif bet_id in rules.first_cards_bets:
        for class_, name in enumerate(FIRST_CARDS_NAMES):
            better = (name, "pair of faces") if name.startswith("suited") else (name,)
            set_(class_, name, _fixed(paytable, better, amount))
        set_(RETURNED, "returned", 0 if rules.first_cards_bets[bet_id].dealer_first_ace == "returned" else -amount)
    else:
        _set_sevens(sheet, bet_id, amount, set_)
    return SideBet(bet_id, bet.paytable, amount, tuple(names), tuple(nets))


def _fixed(paytable: Paytable, outcomes: tuple[str, ...], amount: int) -> int:
    return fixed_net(paytable, best_row(outcomes, list(paytable.rows)), amount)


def _set_sevens(sheet: Sheet, bet_id: str, amount: int, set_: Callable[[int, str, int], None]) -> None:
    """Meters stand at the sheet's amounts for every wager."""
    bet = sheet.rules.sevens_bets[bet_id]
    paytable = bet.paytables[bet.paytable]
    for class_, name in enumerate(SEVENS_NAMES):
        worse = tuple(reversed(SEVENS_NAMES[3:class_])) if class_ > 3 else ()
        row = best_row((name, *worse), [*paytable.shares, *paytable.rows])
        share = paytable.shares.get(row or "")
        if share is None:
            set_(class_, name, fixed_net(paytable, row, amount))
        else:
            won = meter_share(bet.levels[share.level].start, share.percent, sheet.rules.pay.rounding)
            set_(class_, name, won - amount)


def _bets(sheet: Sheet, bets: tuple[SideBet, ...]) -> Counts:
    """How each side bet is read: its kind, and how a lammer bet counts."""
    found: list[int] = []
    for bet in bets:
        lammer = sheet.rules.lammer_bets.get(bet.id)
        if lammer is not None:
            how = lammer.count == "winning lammers", lammer.unit == "hand", lammer.dealer_natural == "loses"
            found += [LAMMER_BET, *map(int, how)]
        elif bet.id in sheet.rules.dealer_22_bets:
            found += [DEALER_22_BET, 0, 0, 0]
        else:
            found += [FIRST_CARDS_BET if bet.id in sheet.rules.first_cards_bets else SEVENS_BET, 0, 0, 0]
    return np.array(found, dtype=np.int64)
