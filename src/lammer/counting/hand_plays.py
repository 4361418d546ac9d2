"""What every play of a hand is worth, and how often the hand comes up: first hands and hands after a split."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from lammer.exact.compositions import UNSPLIT, Family
from lammer.exact.hands import Floats, Ints
from lammer.exact.kernels import reach_weights
from lammer.exact.round import openings
from lammer.exact.splits import SplitRule, share_table
from lammer.exact.stakes import OWN
from lammer.exact.up_card import HandValues
from lammer.exact.values import Game, Worth, first_places

REMOVED = 1
"""Cards of the pair in other hands that a split hand is judged with, as the exact analysis chooses its play."""


class Origin(NamedTuple):
    """Where hands come from: no split, or the split of a pair (0 the ace), and the kind of their stake."""

    pair: int
    kind: str


FIRST = Origin(UNSPLIT, OWN)


def origins(worth: Worth) -> Iterator[Origin]:
    """First hands, and the hands of every pair that is split, unless they get one card only."""
    yield FIRST
    for value in range(1, 11):
        rule = worth.split_rule(value)
        if rule is not None and first_places(worth.against.tables, worth.against.grid.families[value - 1]) is None:
            yield from (Origin(value - 1, kind) for kind in sorted(rule.kinds))


def family_of(worth: Worth, origin: Origin) -> Family:
    return worth.against.grid.families[origin.pair]


def cards_seen(worth: Worth, origin: Origin) -> Ints:
    """hands × 10: the cards of each hand, the other card of a split pair, and the up card."""
    family, grid = family_of(worth, origin), worth.against.grid
    seen: Ints = grid.sets[family.sets[0 if origin == FIRST else REMOVED]].copy()
    seen[:, worth.against.up - 1] += 1
    return seen


def worths_of_plays(full: Worth, worth: Worth, origin: Origin) -> Floats:
    """hands × plays: what every play of a hand is worth in ``worth`` when hands are played on as in ``full``; −inf
    where it is not legal. The last column is a split of a first hand."""
    if origin != FIRST:
        hands, policy = _situation(worth, origin), full.split_hands(origin.pair + 1).policy(origin.kind)
        return _with_split(hands, origin.kind, policy)
    found = _with_split(worth.first, OWN, full.policy)
    for value in range(1, 11):
        rule = best_split(full, value)
        if rule is not None:
            found[full.place(value, value), -1] = worth.split_hands(value).split_worth(rule)
    return found


def best_split(worth: Worth, value: int) -> SplitRule | None:
    """The best split of a pair, whether or not it is split; None if it may not be."""
    rules = worth.split_worths(value)
    return max(rules, key=lambda rule: rules[rule]) if rules else None


def _with_split(hands: HandValues, kind: str, policy: Ints) -> Floats:
    with np.errstate(invalid="ignore"):
        values = hands.all_plays(kind, policy)[0]
    return np.column_stack([values, np.full(len(values), -np.inf)])


def _situation(worth: Worth, origin: Origin) -> HandValues:
    return worth.against.situation(origin.pair, REMOVED)


def times_reached(game: Game, worth: Worth, origin: Origin) -> Floats:
    """How often each hand is played in a round, against this up card. A pair that is split ends there."""
    return _first_reached(game, worth) if origin == FIRST else _split_reached(game, worth, origin)


def _starts(game: Game, worth: Worth) -> Floats:
    """How often each two-card hand is played: neither side has a natural."""
    start = np.zeros(len(worth.first.family.hands))
    for first, second, chance in openings(game, worth):
        if not game.tables.dealing.is_natural(first, second):
            found = worth.against.cards.natural_chance(first, second) if worth.against.peeks else 0.0
            start[worth.place(first, second)] += chance * (1 - found)
    return start


def _first_reached(game: Game, worth: Worth) -> Floats:
    start = _starts(game, worth)
    split = [worth.place(value, value) for value in range(1, 11) if worth.split_rule(value) is not None]
    pairs = start[split]
    start[split] = 0.0
    weight = reach_weights(worth.first.family.after, worth.first.draw, worth.policy, start)
    weight[split] += pairs
    return weight


def _split_reached(game: Game, worth: Worth, origin: Origin) -> Floats:
    """The number of hands by second card is exact; later cards are drawn with ``REMOVED`` cards elsewhere."""
    value, family, hands = origin.pair + 1, family_of(worth, origin), worth.split_hands(origin.pair + 1)
    rule = worth.split_rule(value)
    assert rule is not None, "origins lists only pairs that are split"
    start = np.zeros(len(family.hands))
    for chance, cards in worth.against.split_cards(origin.pair):
        shares = share_table(cards, rule, hands.kinds)[hands.kinds.index(origin.kind)]
        begun = np.einsum("pr,prc->c", shares, cards.second_cards)
        np.add.at(start, family.begun, chance * begun)
    if worth.against.pairs_by_rank(origin.pair):
        start *= worth.against.tens.same_rank
    start *= _starts(game, worth)[worth.place(value, value)]
    return reach_weights(family.after, _situation(worth, origin).draw, hands.policy(origin.kind), start)
