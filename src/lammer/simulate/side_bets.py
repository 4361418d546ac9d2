"""Side bets for the kernels: tables of outcome classes by the cards, made with the table's classifier.

All bets share one array. An opening bet has an entry for every first card, second card (52 if none was dealt) and, if
it reads them, up card and dealer natural. A bet on the dealer's final hand has an entry for every number of cards,
total and set of suits, and if it needs them, state of its marks (``dealer_marks.py``), up card and natural.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from lammer.cards.card import DECK_SIZE, VALUES
from lammer.rule_tables.ends import DEALER_NATURAL as NATURAL_END
from lammer.rule_tables.numbers import SECOND, WHOLE
from lammer.rule_tables.tables import rule_tables
from lammer.rules.conditions.cards import Cards
from lammer.rules.conditions.outcomes import (
    DEALER_NATURAL,
    FINAL_HAND,
    NO_HAND,
    UP_CARD,
    Classifier,
    Hand,
    Outcome,
    Seen,
    card_words,
    features_used,
)
from lammer.rules.conditions.reading import cards_read, seen
from lammer.rules.conditions.words import CARDS, EVERY, EXACTLY, NOT_SAME, SAME, TOTAL
from lammer.rules.opening_chances import openings
from lammer.rules.schema import LammerCount, SideBet
from lammer.rules.sheet import Sheet
from lammer.simulate.arrays import Bytes, Counts
from lammer.simulate.dealer_marks import COUNTED, marks_of
from lammer.simulate.kernel_data import SideTables
from lammer.simulate.layout import (
    CLASSES,
    DEALER_NATURAL_CLASS,
    FINAL_HAND_BET,
    FINAL_HANDS,
    LAMMER_BET,
    MAX_DEALER_CARDS,
    MAX_LAMMERS_COUNTED,
    MAX_SIDE_BETS,
    NO_CARD,
    NOT_PLACED,
    OPENING_BET,
    RETURNED,
)
from lammer.simulate.refusals import NotSimulated
from lammer.table.sidebets import (
    LOST_TO_NATURAL,
    Decided,
    best_row,
    decide,
    decided_net,
    meter_share,
    reads_dealer,
)
from lammer.table.sidebets import RETURNED as RETURNED_OUTCOME

NO_MARKS = [0, 1]
NOTHING_MARKED: Bytes = np.zeros(0, dtype=np.uint8)
PLACES = DECK_SIZE + 1
"""The number of cards, plus one entry for no card."""


class SideWager(NamedTuple):
    """A side wager of every seat, in minor units, with the names and nets of its outcome classes."""

    id: str
    paytable: str
    amount: int
    names: tuple[str, ...]
    nets: tuple[int, ...]
    placed_later: bool = False
    """Whether it is placed after the up card, when it is offered."""


class SideBets(NamedTuple):
    """The side bets of a run: their wagers, their inputs, and their outcome classes by the cards."""

    wagers: tuple[SideWager, ...]
    bets: Counts
    classes: Bytes
    marks: Bytes

    def tables(self, sheet: Sheet, unit: int, *, hole_card: bool) -> SideTables:
        """The tables for the kernels, with amounts in units of the run."""
        bets = [sheet.side_bets[wager.id] for wager in self.wagers]
        dealer_needed = any(reads_dealer(bet) and not bet.placed_later for bet in bets)
        draws_on = any(bet.unfinished == "dealer completes" for bet in bets)
        natural_decides = any(bet.lammers is not None or DEALER_NATURAL in bet.reads for bet in bets)
        return SideTables(
            classes=self.classes,
            bets=self.bets,
            bet_nets=np.array([net // unit for wager in self.wagers for net in wager.nets], dtype=np.int64),
            reads_dealer=int(dealer_needed),
            reads_hole=int(dealer_needed and hole_card),
            marks=self.marks,
            asks=(WHOLE if draws_on else 0) | (SECOND if natural_decides and not hole_card else 0),
        )


def side_bets_of(sheet: Sheet, sides: Mapping[str, int]) -> SideBets:
    """Raises NotSimulated for a bet that the kernel does not support."""
    if len(sides) > MAX_SIDE_BETS:
        raise NotSimulated(f"at most {MAX_SIDE_BETS} side bets can be simulated at once, not {len(sides)}")
    wagers, bets, arrays, size = [], list[int](), [np.zeros(1, dtype=np.uint8)], 1
    marks = [np.zeros(1, dtype=np.uint8)]
    for bet_id, amount in sides.items():
        bet = sheet.side_bets[bet_id]
        if bet.lammers is not None:
            wagers.append(_lammer_wager(sheet, bet_id, bet, amount))
            bets += [LAMMER_BET, *_how_counted(bet.lammers), *NO_MARKS]
            continue
        table = _class_table(sheet, bet_id, bet)
        wagers.append(_wager(sheet, bet_id, bet, amount, table.held))
        bets += [table.kind, size, table.ups, table.natural]
        bets += [sum(map(len, marks)), table.states] if table.states > 1 else NO_MARKS
        marks += [table.marks] if table.states > 1 else []
        arrays.append(table.classes)
        size += len(table.classes)
    return SideBets(tuple(wagers), np.array(bets, dtype=np.int64), np.concatenate(arrays), np.concatenate(marks))


def _how_counted(rule: LammerCount) -> list[int]:
    how = rule.count == "winning lammers", rule.unit == "hand", rule.dealer_natural == "loses"
    return list(map(int, how))


def _lammer_wager(sheet: Sheet, bet_id: str, bet: SideBet, amount: int) -> SideWager:
    names, nets = [""] * CLASSES, [-amount] * CLASSES
    for count in range(MAX_LAMMERS_COUNTED + 1):
        decided = decide(bet, seen(bet.reads, rule_tables(sheet).limit, lammers=count))
        names[count], nets[count] = decided.outcome, decided_net(bet.paytables[bet.paytable], decided, amount)
    names[DEALER_NATURAL_CLASS] = LOST_TO_NATURAL
    return SideWager(bet_id, bet.paytable, amount, tuple(names), tuple(nets))


def _wager(sheet: Sheet, bet_id: str, bet: SideBet, amount: int, held: tuple[tuple[str, ...], ...]) -> SideWager:
    """The name and net of each class, by the outcomes that hold; classes that cannot occur are a loss."""
    names, nets = [""] * CLASSES, [-amount] * CLASSES
    names[0], names[RETURNED] = bet.otherwise, RETURNED_OUTCOME
    nets[RETURNED] = 0 if bet.unfinished == "returned" else -amount
    nets[NOT_PLACED] = 0
    for class_, outcomes in enumerate(held, start=1):
        names[class_], nets[class_] = outcomes[0], _net(sheet, bet, amount, outcomes)
    return SideWager(bet_id, bet.paytable, amount, tuple(names), tuple(nets), bet.placed_later)


def _net(sheet: Sheet, bet: SideBet, amount: int, outcomes: tuple[str, ...]) -> int:
    """The net of a wager, with meters at the sheet's amounts."""
    paytable = bet.paytables[bet.paytable]
    row = best_row(outcomes, [*paytable.shares, *paytable.rows])
    share = paytable.shares.get(row or "")
    if share is None or bet.jackpot is None:
        return decided_net(paytable, Decided(row, outcomes[0]), amount)
    return meter_share(bet.jackpot.levels[share.level].start, share.percent, rule_tables(sheet).rounding) - amount


class _ClassTable(NamedTuple):
    """``held``: the outcomes that hold together, for each class from 1 on. ``ups``: entries for the up card, 1 if it is
    not read. ``natural``: the offset of the entries with a dealer natural, 0 if it is not read."""

    kind: int
    ups: int
    natural: int
    classes: Bytes
    held: tuple[tuple[str, ...], ...]
    states: int = 1
    marks: Bytes = NOTHING_MARKED


def _class_table(sheet: Sheet, bet_id: str, bet: SideBet) -> _ClassTable:
    paytable = bet.paytables[bet.paytable]
    rows = (*paytable.shares, *paytable.rows)
    args = bet.reads, tuple(bet.outcomes.items()), rows, rule_tables(sheet).limit
    try:
        if FINAL_HAND not in bet.reads:
            return _opening_table(*args)
        return _final_table(*args, not_offered=_not_offered(sheet) if bet.placed_later else None)
    except NotSimulated as refused:
        raise NotSimulated(f"{sheet.side_bet_keys[bet_id]}: {refused}") from None


_NotOffered = frozenset[tuple[int, bool]]


def _not_offered(sheet: Sheet) -> _NotOffered:
    """Pairs of up-card value and whether the dealer has a natural, for which a bet after the up card is not offered."""
    deal = rule_tables(sheet).deal
    if deal.ends_early or any(not natural for _, natural in deal.not_offered):
        raise NotSimulated(
            "a bet placed after the up card is not supported if an ace or a natural can end a hand before"
        )
    return deal.not_offered


class _Numbered:
    """Numbers the classes by the best outcome and the paid row, worst outcome first."""

    def __init__(self, outcomes: Mapping[str, Outcome], rows: tuple[str, ...], found: set[tuple[str, ...]]) -> None:
        order, paid = list(outcomes), {held: best_row(held, rows) or "" for held in found if held}
        kinds = sorted({(-order.index(held[0]), row) for held, row in paid.items()})
        if len(kinds) >= DEALER_NATURAL_CLASS:
            raise NotSimulated(f"a bet may have {DEALER_NATURAL_CLASS - 1} kinds of outcome, this one has {len(kinds)}")
        self._class = {held: 1 + kinds.index((-order.index(held[0]), row)) for held, row in paid.items()}
        self.held = tuple(
            next(held for held, class_ in self._class.items() if class_ == at + 1) for at in range(len(kinds))
        )

    def of(self, held: tuple[str, ...], *, whole: bool) -> int:
        return self._class[held] if held else 0 if whole else RETURNED


_Outcomes = tuple[tuple[str, Outcome], ...]


@lru_cache(maxsize=64)
def _opening_table(reads: tuple[str, ...], outcomes: _Outcomes, rows: tuple[str, ...], limit: int) -> _ClassTable:
    kinds, number = dict(outcomes), cards_read(reads)
    like, firsts = _alike(kinds)
    mine = [firsts if at < number else [NO_CARD] for at in range(2)]
    mine[1] = [*mine[1], NO_CARD] if number == 2 else mine[1]
    ups, naturals = firsts if UP_CARD in reads else [NO_CARD], [False, True] if DEALER_NATURAL in reads else [False]
    classify = openings(reads, outcomes, limit)
    found: dict[tuple[bool, int, int, int], tuple[tuple[str, ...], bool]] = {}
    for natural, first, second, up in product(naturals, mine[0], mine[1], ups):
        cards = tuple(code for code in (first, second) if code != NO_CARD)
        found[natural, first, second, up] = classify(cards, None if up == NO_CARD else up, natural)
    numbered = _Numbered(kinds, rows, {held for held, _ in found.values()})
    small = np.zeros((2, PLACES, PLACES, PLACES), dtype=np.uint8)
    for (natural, first, second, up), (held, whole) in found.items():
        small[int(natural), first, second, up] = numbered.of(held, whole=whole)
    at = [like if number > place else np.full(PLACES, NO_CARD) for place in range(2)]
    up_at = like if UP_CARD in reads else np.array([NO_CARD])
    classes = np.ascontiguousarray(small[np.ix_(np.arange(len(naturals)), at[0], at[1], up_at)])
    stride = classes[0].size if len(naturals) > 1 else 0
    return _ClassTable(OPENING_BET, len(up_at), stride, classes.ravel(), numbered.held)


def _alike(outcomes: Mapping[str, Outcome]) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], list[int]]:
    """For every card the first one that is equivalent to it, and the list of these first ones."""
    features, first = features_used(outcomes), dict[object, int]()
    like = np.array([*(first.setdefault(features.of(code), code) for code in range(DECK_SIZE)), NO_CARD])
    return like, sorted(first.values())


class _Ended(NamedTuple):
    """The facts that the kernel knows about the dealer's final hand."""

    total: int
    suits: int
    number: int
    counts: Mapping[tuple[str, ...], int]
    hard_total: int = 0
    ranks: int = 0
    first: int | None = None

    def count(self, names: tuple[str, ...]) -> int:
        return self.counts[names]


@lru_cache(maxsize=64)
def _final_table(
    reads: tuple[str, ...], outcomes: _Outcomes, rows: tuple[str, ...], limit: int, *, not_offered: _NotOffered | None
) -> _ClassTable:
    """``not_offered`` is given for a bet that is placed after the up card."""
    kinds, later = dict(outcomes), not_offered is not None
    _must_be_supported(reads, kinds)
    ended, marks = _Endings(kinds, limit), marks_of(kinds)
    naturals = [False, True] if DEALER_NATURAL in reads or later else [False]
    like, firsts = _ups_alike(kinds) if UP_CARD in reads or later else (np.array([NO_CARD]), [NO_CARD])
    states = [marks.counts(state) for state in range(len(marks.states))]
    places = list(product(naturals, ended.numbers, ended.ends, range(1, 16), range(len(states)), firsts))
    found = [
        ended.held(natural, number, ends[0], suits, states[state], up)
        for natural, number, ends, suits, state, up in places
    ]
    numbered = _Numbered(kinds, rows, set(found))
    small = np.zeros((len(naturals), MAX_DEALER_CARDS + 1, 32, 16, len(states), PLACES), dtype=np.uint8)
    for (natural, number, ends, suits, state, up), held in zip(places, found, strict=True):
        at = slice(None) if number == ANY_NUMBER else number
        small[int(natural), at, ends, suits, state, up] = numbered.of(held, whole=True)
    hands = small[..., like].reshape(len(naturals), FINAL_HANDS * len(states), len(like))
    not_ended = np.full((len(naturals), len(states), len(like)), RETURNED, dtype=np.uint8)
    classes = np.concatenate([hands, not_ended], axis=1)
    for up, natural in not_offered or ():
        classes[int(natural), :, [code for code in range(DECK_SIZE) if VALUES[code] == up]] = NOT_PLACED
    stride = classes[0].size if len(naturals) > 1 else 0
    made = _ClassTable(FINAL_HAND_BET, len(like), stride, classes.ravel(), numbered.held)
    return made._replace(states=len(states), marks=marks.table) if len(states) > 1 else made


def _ups_alike(outcomes: Mapping[str, Outcome]) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], list[int]]:
    """Like ``_alike`` for up cards, which only conditions on the up card distinguish."""
    return _alike({name: Outcome(up=one.up) for name, one in outcomes.items()})


ANY_NUMBER = 0


Counted = Mapping[tuple[str, ...], int]


class _Endings:
    """The outcomes that hold for a final hand, computed once for equivalent hands."""

    def __init__(self, outcomes: Mapping[str, Outcome], limit: int) -> None:
        conditions = [one for outcome in outcomes.values() for one in card_words(outcome)]
        words = [(word, argument) for scope, word, argument in conditions if scope != "up"]
        kinds = [word for word, _ in words]
        self._classify, self._limit = Classifier(outcomes), limit
        self._by_suit = SAME in kinds or NOT_SAME in kinds
        every = CARDS in kinds or EVERY in kinds
        exact = sorted({len(argument) for word, argument in words if word == EXACTLY})
        self.numbers = list(range(2, MAX_DEALER_CARDS + 1)) if every else [ANY_NUMBER, *exact]
        """Numbers of cards that conditions distinguish."""
        totals = [limit if end == NATURAL_END else end for end in range(32)]
        busts = [[end for end in range(32) if (totals[end] > limit) == bust] for bust in (False, True)]
        self.ends = [[end] for end in range(32)] if TOTAL in kinds else busts
        """Groups of equivalent ends of the dealer's hand."""
        self._known: dict[object, tuple[str, ...]] = {}

    def held(self, natural: bool, number: int, end: int, suits: int, counts: Counted, up: int) -> tuple[str, ...]:
        key = natural, number, end, suits if self._by_suit else 1, tuple(counts.values()), up
        found = self._known.get(key)
        if found is None:
            hand = Hand(_Ended(self._limit if end == NATURAL_END else end, suits, number, counts))
            shown = NO_HAND if up == NO_CARD else Hand(Cards((up,), self._limit))
            read = Seen(hand, up=shown, dealer=hand, dealer_natural=natural, limit=self._limit)
            found = self._known[key] = self._classify(read)
        return found


def _must_be_supported(reads: tuple[str, ...], outcomes: Mapping[str, Outcome]) -> None:
    if set(reads) - {FINAL_HAND, UP_CARD, DEALER_NATURAL}:
        raise NotSimulated("the dealer's final hand together with the player's cards is not supported")
    for outcome in outcomes.values():
        for scope, word, argument in card_words(outcome):
            by_suit = word in (SAME, NOT_SAME) and set(argument) <= {"suit", "colour"}
            if scope != "up" and word not in (TOTAL, CARDS, *COUNTED) and not by_suit:
                text = (
                    "conditions on the dealer's final hand may use its total, suits, number of cards and listed cards"
                )
                raise NotSimulated(f"{text}, not {word.says(argument)}")
