"""A sheet and its wagers as the tables a kernel plays by: its rule tables as arrays, with pays in units of the run."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import gcd
from typing import NamedTuple

import numpy as np

from lammer.cards.card import DECK_SIZE, VALUES
from lammer.rule_tables.numbers import SECOND, WHOLE
from lammer.rule_tables.tables import RuleTables, rule_tables
from lammer.rules.outcomes import lammer_outcome
from lammer.rules.schema import Paytable
from lammer.rules.sheet import Sheet
from lammer.simulate.arrays import Bytes, Counts
from lammer.simulate.kernel_data import RuleArrays, SideTables, Tables
from lammer.simulate.layout import (
    CLASSES,
    DEALER_22_BET,
    DEALER_NATURAL_CLASS,
    FIRST_CARDS_BET,
    HANDS,
    LAMMER_BET,
    MAY_BE_NATURAL,
    MOST_LAMMERS_COUNTED,
    RETURNED,
    SEVENS_BET,
    UNSEEN_NATURAL,
)
from lammer.simulate.plays import Plays
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


class SideBet(NamedTuple):
    """A side wager of every seat, in minor units, and what its classes of outcome are called."""

    id: str
    paytable: str
    amount: int
    names: tuple[str, ...]
    nets: tuple[int, ...]


class Terms(NamedTuple):
    """All that a kernel is given of a sheet, and the names to tell its results by."""

    rule_tables: RuleTables
    arrays: RuleArrays
    tables: Tables
    side: SideTables
    side_bets: tuple[SideBet, ...]
    unit: int
    """The largest amount of which every net is a multiple, in minor units; kernels count in it."""
    middle: int
    """Main nets lie within so many units of 0."""


def terms_of(sheet: Sheet, plays: Plays, wager: int, sides: Mapping[str, int]) -> Terms:
    """``wager`` and side wagers in minor units, the same for every seat."""
    tables = rule_tables(sheet)
    nets = np.array(tables.payoffs.in_money(wager), dtype=np.int64).ravel()
    side_bets = tuple(_side_bet(sheet, bet_id, amount) for bet_id, amount in sides.items())
    amounts = [wager, *nets.tolist()]
    unit = gcd(*amounts, *(net for bet in side_bets for net in bet.nets))
    arrays = _arrays(tables)
    most = tables.legality.most_hands * max(abs(amount) for amount in amounts)
    return Terms(
        tables,
        arrays,
        Tables(arrays.joined(), *plays, nets // unit),
        _side_tables(sheet, side_bets, unit, hole_card=tables.dealing.hole_card),
        side_bets,
        unit,
        most // unit + 1,
    )


def _arrays(tables: RuleTables) -> RuleArrays:
    dealing, drawing, legality = tables.dealing, tables.dealing.drawing, tables.legality
    ups = np.zeros(3 * 16, dtype=np.uint8)
    for up in range(1, 11):
        may_be_natural = drawing.partner(up) is not None
        ups[up] = dealing.peeks[up]
        ups[MAY_BE_NATURAL + up] = may_be_natural
        ups[UNSEEN_NATURAL + up] = may_be_natural and up not in dealing.up_values
    return RuleArrays(
        value=_bytes(VALUES),
        alike=_bytes(legality.alike),
        full=_bytes([hands >= legality.most_hands for hands in range(HANDS + 1)]),
        first_card=_bytes(dealing.first_card),
        up_card=_bytes(dealing.up_card),
        two_cards=_bytes(dealing.two_cards),
        split_cards=_bytes(dealing.split_cards),
        asks=_bytes(dealing.asks_of_dealer),
        second=_bytes(drawing.second),
        dealt=_bytes(drawing.after),
        draws=_bytes(drawing.draws),
        ups=ups,
        beats=_bytes([row for by_end in tables.payoffs.rows for row in by_end]),
    )


def _bytes(numbers: Sequence[int]) -> Bytes:
    return np.array(numbers, dtype=np.uint8)


def _side_tables(sheet: Sheet, side_bets: tuple[SideBet, ...], unit: int, *, hole_card: bool) -> SideTables:
    rules, sides = sheet.rules, {bet.id for bet in side_bets}
    on_22 = [bet for bet_id, bet in rules.dealer_22_bets.items() if bet_id in sides]
    reads_dealer = bool(on_22) or any(bet in sides for bet in rules.sevens_bets)
    return SideTables(
        suits=_suits(),
        first_cards=_first_cards() if any(bet in sides for bet in rules.first_cards_bets) else NO_TABLE,
        sevens=_sevens() if any(bet in sides for bet in rules.sevens_bets) else NO_TABLE,
        bets=_bets(sheet, side_bets),
        bet_nets=np.array([net // unit for bet in side_bets for net in bet.nets], dtype=np.int64),
        reads_dealer=int(reads_dealer),
        reads_hole=int(reads_dealer and hole_card),
        asks=(WHOLE if any(bet.when_settled == "dealer completes" for bet in on_22) else 0)
        | (SECOND if any(bet in sides for bet in rules.lammer_bets) and not hole_card else 0),
    )


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
            won = meter_share(bet.levels[share.level].start, share.percent, rule_tables(sheet).rounding)
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
