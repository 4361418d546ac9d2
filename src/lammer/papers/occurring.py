"""Which rows and columns of a chart can come up in a game, found by dealing its hands with the tables of its rules."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from lammer.cards.card import ACE, LETTER_VALUES, TEN
from lammer.cards.hand import add_card
from lammer.rule_tables.legality import SPLITS, UNSPLIT, Source
from lammer.rule_tables.plays import Play
from lammer.rule_tables.tables import RuleTables, rule_tables
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import SECTIONS, UP_LETTERS, Chart, chart_tree, hand_label

VALUES = range(ACE, TEN + 1)
Row = tuple[str, str, int]
"""Stake, section, total or pair value, as in a chart."""
Rows = Mapping[str, Mapping[str, str]]
"""Total or pair → up card → actions."""
Cards = tuple[Source, int, int]
"""Two cards of a hand, and where it comes from."""


class Occurring(NamedTuple):
    ups: tuple[str, ...]
    rows: frozenset[Row]


def occurring(sheet: Sheet) -> Occurring:
    """A first card that ends the hand has no hand to play, nor has an up card that ends the round."""
    tables = rule_tables(sheet)
    ups = tuple(up for up in UP_LETTERS if LETTER_VALUES[up] not in tables.dealing.up_values)
    return Occurring(ups, frozenset(_rows(tables, _two_cards(sheet, tables))))


def occurring_rows(chart: Chart, sheet: Sheet) -> Iterator[tuple[str, str, Rows]]:
    """Stake, section, and those of its rows that can come up."""
    wanted = {(stake, section, hand_label(section, hand)) for stake, section, hand in occurring(sheet).rows}
    for stake, sections in chart_tree(chart).items():
        for section in SECTIONS:
            hands = sections.get(section, {})
            rows = {hand: cells for hand, cells in hands.items() if (stake, section, hand) in wanted}
            if rows:
                yield stake, section, rows


def _two_cards(sheet: Sheet, tables: RuleTables) -> Iterator[Cards]:
    """Every hand of two cards: those dealt first, and those of split pairs."""
    dealing, swapped = tables.dealing, sheet.rules.hands.swap != "none"
    dealt = [(first, second) for first, second in product(VALUES, VALUES) if first not in dealing.first_values]
    opened = [cards for cards in dealt if swapped or not dealing.is_natural(*cards)]  # a swapped natural counts 21
    yield from ((UNSPLIT, *cards) for cards in opened)
    for value in (first for first, second in opened if first == second):
        splits = tables.legality.pair_plays(UNSPLIT, value, 1) & SPLITS
        sources = [Source(value)] * bool(splits) + [Source(value, free=True)] * (Play.FREE_SPLIT in splits)
        yield from product(sources, [value], VALUES)


def _rows(tables: RuleTables, dealt: Iterable[Cards]) -> Iterator[Row]:
    known, waiting = set[tuple[Source, int, bool, int]](), list[tuple[Source, int, bool, int]]()
    for source, first, second in dealt:
        if first == second:
            yield _stake(source), "pair", first
        if first != second or source is not UNSPLIT or tables.legality.may_keep(source, first, 1):
            total, soft = _sum(_sum((0, False), first, tables), second, tables)
            waiting.append((source, total, soft, 2))
    while waiting:
        source, total, soft, cards = hand = waiting.pop()
        if hand in known or total > tables.limit:
            continue
        known.add(hand)
        yield _stake(source), "soft" if soft else "hard", total
        if Play.HIT in tables.legality.plays(source, total, soft, cards):
            waiting += ((source, *_sum((total, soft), value, tables), 3) for value in VALUES)


def _sum(hand: tuple[int, bool], value: int, tables: RuleTables) -> tuple[int, bool]:
    return add_card(*hand, value, tables.limit)


def _stake(source: Source) -> str:
    return "free" if source.free else "own"
