"""Tables of the outcome classes of a side bet by the cards, made with the table's classifier.

An opening bet has an entry for every first card, second card (52 if none was dealt) and, if it reads them, up card and
dealer natural. A bet on the dealer's final hand has an entry for every number of cards, total and set of suits, and if
it needs them, state of its marks (``dealer_marks.py``), up card, dealer natural and player's natural.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from lammer.cards.card import DECK_SIZE, VALUES
from lammer.cards.hand import natural_partner
from lammer.rule_tables.ends import DEALER_NATURAL as NATURAL_END
from lammer.rules.conditions.cards import Cards, Detail
from lammer.rules.conditions.outcomes import (
    DEALER_NATURAL,
    FINAL_HAND,
    FIRST_TWO,
    NO_HAND,
    UP_CARD,
    Classifier,
    Hand,
    Outcome,
    Seen,
    by_natural_only,
    card_words,
    features_used,
)
from lammer.rules.conditions.reading import cards_read, own_hand, seen
from lammer.rules.conditions.words import CARDS, EVERY, EXACTLY, NOT_SAME, SAME, TOTAL
from lammer.rules.opening_chances import openings
from lammer.simulate.arrays import Bytes
from lammer.simulate.dealer_marks import COUNTED, marks_of
from lammer.simulate.layout import (
    DEALER_NATURAL_CLASS,
    FINAL_HAND_BET,
    FINAL_HANDS,
    FOUR_CARDS_BET,
    MAX_DEALER_CARDS,
    NO_CARD,
    NOT_PLACED,
    OPENING_BET,
    RETURNED,
)
from lammer.simulate.refusals import NotSimulated
from lammer.table.sidebets import best_row

NOTHING: Bytes = np.zeros(0, dtype=np.uint8)
PLACES = DECK_SIZE + 1
"""The number of cards, plus one entry for no card."""
NotOffered = frozenset[tuple[int, bool]]
"""Pairs of up-card value and whether the dealer has a natural, for which a bet after the up card is not offered."""


class ClassTable(NamedTuple):
    """``held``: the outcomes that hold together, for each class from 1 on. ``ups``: entries for the up card, 1 if it is
    not read. ``natural``: the offset of the entries with a dealer natural, 0 if it is not read; ``own_natural``: that
    of the entries with a natural of the player, by the table ``own_naturals``."""

    kind: int
    ups: int
    natural: int
    classes: Bytes
    held: tuple[tuple[str, ...], ...]
    states: int = 1
    marks: Bytes = NOTHING
    own_natural: int = 0
    own_naturals: Bytes = NOTHING


class Numbered:
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
def opening_table(reads: tuple[str, ...], outcomes: _Outcomes, rows: tuple[str, ...], limit: int) -> ClassTable:
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
    numbered = Numbered(kinds, rows, {held for held, _ in found.values()})
    small = np.zeros((2, PLACES, PLACES, PLACES), dtype=np.uint8)
    for (natural, first, second, up), (held, whole) in found.items():
        small[int(natural), first, second, up] = numbered.of(held, whole=whole)
    at = [like if number > place else np.full(PLACES, NO_CARD) for place in range(2)]
    up_at = like if UP_CARD in reads else np.array([NO_CARD])
    classes = np.ascontiguousarray(small[np.ix_(np.arange(len(naturals)), at[0], at[1], up_at)])
    stride = classes[0].size if len(naturals) > 1 else 0
    return ClassTable(OPENING_BET, len(up_at), stride, classes.ravel(), numbered.held)


@lru_cache(maxsize=16)
def four_cards_table(reads: tuple[str, ...], outcomes: _Outcomes, rows: tuple[str, ...], limit: int) -> ClassTable:
    """For a bet that reads only the ranks of the four cards of two hands, 13 · 13 · 13 · 13."""
    kinds = dict(outcomes)
    if len(reads) > 1 or features_used(kinds).detail is Detail.SUITS:
        raise NotSimulated("of the first four cards only the ranks are supported, and no other card")
    classify = openings(reads, outcomes, limit)
    starts = list(product(range(0, DECK_SIZE, 4), repeat=4))
    found = [classify(tuple(sorted(cards)), None, False)[0] for cards in starts]
    numbered = Numbered(kinds, rows, set(found))
    classes = np.array([numbered.of(held, whole=True) for held in found], dtype=np.uint8)
    return ClassTable(FOUR_CARDS_BET, 1, 0, classes, numbered.held)


@lru_cache(maxsize=64)
def split_table(reads: tuple[str, ...], outcomes: _Outcomes, rows: tuple[str, ...], limit: int) -> ClassTable:
    """An opening bet that counts split hands: its entries once for 0, 1 and 2 of the hands that it counts, which
    ``own_naturals`` lists by their first and second card."""
    kinds, counted = dict(outcomes), _split_names(reads, dict(outcomes))
    like, firsts = _alike(kinds)
    classify, naturals = Classifier(kinds), [False, True] if DEALER_NATURAL in reads else [False]
    hit, miss = _two_hands(counted, limit)
    found: dict[tuple[int, bool, int, int], tuple[tuple[str, ...], bool]] = {}
    for number, natural, first, second in product(range(3), naturals, firsts, [*firsts, NO_CARD]):
        split = [hit] * number + [miss] * (2 - number)
        cards = tuple(code for code in (first, second) if code != NO_CARD)
        read = seen(reads, limit, mine=cards, dealer_natural=natural, split=split)
        found[number, natural, first, second] = classify(read), read.together.whole
    numbered = Numbered(kinds, rows, {held for held, _ in found.values()})
    small = np.zeros((3, 2, PLACES, PLACES), dtype=np.uint8)
    for (number, natural, first, second), (held, whole) in found.items():
        small[number, int(natural), first, second] = numbered.of(held, whole=whole)
    classes = np.ascontiguousarray(small[np.ix_(np.arange(3), np.arange(len(naturals)), like, like)])
    stride = classes[0, 0].size if len(naturals) > 1 else 0
    table = ClassTable(OPENING_BET, 1, stride, classes.ravel(), numbered.held)
    return table._replace(own_natural=classes[0].size, own_naturals=_hands_counted(counted, limit))


def _split_names(reads: tuple[str, ...], outcomes: Mapping[str, Outcome]) -> tuple[str, ...]:
    """The cards of the split hands that the bet counts. Raises NotSimulated if it counts several kinds of hands."""
    if UP_CARD in reads or FINAL_HAND in reads:
        raise NotSimulated(
            "split hands together with the dealer's cards are not supported, except the dealer's natural"
        )
    names = {one.split_hands.exactly for one in outcomes.values() if one.split_hands is not None}
    if len(names) != 1:
        raise NotSimulated(f"a bet may count one kind of split hand, this one has {len(names)}")
    return names.pop()


def _hands_counted(names: tuple[str, ...], limit: int) -> Bytes:
    """By first and second card, whether they are a split hand that the bet counts."""
    found = np.zeros((PLACES, PLACES), dtype=np.uint8)
    for first, second in product(range(DECK_SIZE), repeat=2):
        found[first, second] = EXACTLY.holds(Cards((first, second), limit), names)
    return found.ravel()


def _two_hands(names: tuple[str, ...], limit: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """A hand that the bet counts, and one that it does not."""
    counted = _hands_counted(names, limit).reshape(PLACES, PLACES)[:DECK_SIZE, :DECK_SIZE]
    hits, misses = np.argwhere(counted == 1), np.argwhere(counted == 0)
    return (int(hits[0][0]), int(hits[0][1])), (int(misses[0][0]), int(misses[0][1]))


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
    groups: tuple[int, ...] = ()

    def start(self, _number: int) -> None:
        return None

    def count(self, names: tuple[str, ...]) -> int:
        return self.counts[names]


@lru_cache(maxsize=64)
def final_table(
    reads: tuple[str, ...], outcomes: _Outcomes, rows: tuple[str, ...], limit: int, *, not_offered: NotOffered | None
) -> ClassTable:
    """``not_offered`` is given for a bet that is placed after the up card."""
    kinds, later = dict(outcomes), not_offered is not None
    _must_be_supported(reads, kinds, later=later)
    ended, marks = _Endings(kinds, limit), marks_of(kinds)
    owns = [False, True] if FIRST_TWO in reads else [False]
    naturals = [False, True] if DEALER_NATURAL in reads or later else [False]
    like, firsts = _ups_alike(kinds) if UP_CARD in reads or later else (np.array([NO_CARD]), [NO_CARD])
    states = [marks.counts(state) for state in range(len(marks.states))]
    places = list(product(owns, naturals, ended.numbers, ended.ends, range(1, 16), range(len(states)), firsts))
    found = [
        ended.held(own, natural, number, ends[0], suits, states[state], up)
        for own, natural, number, ends, suits, state, up in places
    ]
    numbered = Numbered(kinds, rows, set(found))
    shape = len(owns), len(naturals)
    small = np.zeros((*shape, MAX_DEALER_CARDS + 1, 32, 16, len(states), PLACES), dtype=np.uint8)
    for (own, natural, number, ends, suits, state, up), held in zip(places, found, strict=True):
        at = slice(None) if number == ANY_NUMBER else number
        small[int(own), int(natural), at, ends, suits, state, up] = numbered.of(held, whole=True)
    hands = small[..., like].reshape(*shape, FINAL_HANDS * len(states), len(like))
    not_ended = np.full((*shape, len(states), len(like)), RETURNED, dtype=np.uint8)
    classes = np.concatenate([hands, not_ended], axis=2)
    for up, natural in not_offered or ():
        classes[:, int(natural), :, [code for code in range(DECK_SIZE) if VALUES[code] == up]] = NOT_PLACED
    stride = classes[0, 0].size if len(naturals) > 1 else 0
    made = ClassTable(FINAL_HAND_BET, len(like), stride, classes.ravel(), numbered.held)
    if len(owns) > 1:
        made = made._replace(own_natural=classes[0].size, own_naturals=_own_naturals(limit))
    return made._replace(states=len(states), marks=marks.table) if len(states) > 1 else made


def _own_naturals(limit: int) -> Bytes:
    """By first and second card, whether they are a natural."""
    found = np.zeros((PLACES, PLACES), dtype=np.uint8)
    for first, second in product(range(DECK_SIZE), repeat=2):
        found[first, second] = natural_partner(VALUES[first], limit) == VALUES[second]
    return found.ravel()


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

    def held(
        self, own: bool, natural: bool, number: int, end: int, suits: int, counts: Counted, up: int
    ) -> tuple[str, ...]:
        """``own`` and ``natural``: whether the player and the dealer have a natural."""
        key = own, natural, number, end, suits if self._by_suit else 1, tuple(counts.values()), up
        found = self._known.get(key)
        if found is None:
            hand = Hand(_Ended(self._limit if end == NATURAL_END else end, suits, number, counts))
            shown = NO_HAND if up == NO_CARD else Hand(Cards((up,), self._limit))
            mine = own_hand(self._limit, natural=own)
            read = Seen(hand, mine=mine, up=shown, dealer=hand, dealer_natural=natural, limit=self._limit)
            found = self._known[key] = self._classify(read)
        return found


def _must_be_supported(reads: tuple[str, ...], outcomes: Mapping[str, Outcome], *, later: bool) -> None:
    if set(reads) - {FINAL_HAND, UP_CARD, DEALER_NATURAL} and (later or not by_natural_only(reads, outcomes)):
        raise NotSimulated(
            "the dealer's final hand together with the player's cards is supported only for the player's natural"
        )
    for outcome in outcomes.values():
        for scope, word, argument in card_words(outcome):
            by_suit = word in (SAME, NOT_SAME) and set(argument) <= {"suit", "colour"}
            if scope != "up" and word not in (TOTAL, CARDS, *COUNTED) and not by_suit:
                text = (
                    "conditions on the dealer's final hand may use its total, suits, number of cards and listed cards"
                )
                raise NotSimulated(f"{text}, not {word.says(argument)}")
