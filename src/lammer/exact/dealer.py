"""The dealer's final hand, exactly, for many removed hands at once.

For one up card let c be the unordered cards of a hand that draws again, o(c) the number of orders in which it is drawn
without an earlier end (and, with the peek, without a natural), n_r the unseen cards of value r, M all of them. The
dealer draws c and then v with the chance

    o(c) · ∏ (n_r)_{c_r} · (n_v − c_v) / (M)_{|c| + 1},   divided by 1 − n_b/M with the peek,

where b completes a natural under the up card. What the last card v leads to depends only on the state of the hand, its
total and whether it is soft. So with w(c) = o(c) · ∏ (n_r)_{c_r} / (M)_{|c| + 1} a few sums are enough,

    W_s = Σ w(c) and C_{s,v} = Σ c_v · w(c) over the hands in state s:   P(class d) = Σ (n_v · W_s − C_{s,v})

over the states s and values v that lead to d. The hands form a tree (cards added in ascending order of value); each
node multiplies its parent by one factor n_r − q, so one pass over the tree serves every row of removed cards together.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from lammer.exact.classes import BUST_CLASS, NATURAL
from lammer.exact.hands import Floats
from lammer.exact.kernels import Nodes, Terms, walk_tree
from lammer.rule_tables.dealing import ROOM, Drawing
from lammer.rule_tables.numbers import NATURAL_STATE

TINY = 1e-300
"""Keeps a division by the chance of the impossible finite; such rows carry no weight."""
UP_CARD_ALONE = 0
"""The state of a hand to which no card has been drawn."""
ALL = 0
"""In the place of a value: the sum W."""
Cards = tuple[int, ...]
"""Values drawn to the up card, in ascending order."""
Numbers = dict[tuple[int, int], int]
"""(state, value or ALL) → number of the sum."""


@dataclass(frozen=True)
class DealerRule:
    """How the dealer draws; ``peeks`` is whether a natural is known before play."""

    drawing: Drawing
    peeks: bool

    def state_after(self, up: int, state: int, value: int) -> int:
        drawing = self.drawing
        return drawing.second[ROOM * up + value] if state == UP_CARD_ALONE else drawing.after[ROOM * state + value]

    def ends(self, up: int, state: int) -> dict[int, int]:
        """By value of the next card: the class in which it ends the hand, if it does. Busts past 22 are never needed:
        they are what the others leave."""
        found = {}
        for value in range(1, 11):
            new = self.state_after(up, state, value)
            if new == NATURAL_STATE and not self.peeks:
                found[value] = NATURAL
            elif new != NATURAL_STATE and not self.drawing.draws[new] and new >> 1 < BUST_CLASS:
                found[value] = new >> 1
        return found


class DrawingHand(NamedTuple):
    """A hand that draws again: the number of orders in which it is drawn, and its state."""

    orders: float
    state: int


class Node(NamedTuple):
    """A hand of the tree, or one that is only passed on the way to it, which counts 0 times. ``parts`` are the numbers
    of its sums C, and how many cards of their values it holds."""

    cards: Cards
    orders: float = 0.0
    whole: int = -1
    parts: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, eq=False)
class DealerTree:
    """``sums`` is the number of sums, ``deepest`` that of the cards of the longest hand that draws again."""

    classes: tuple[int, ...]
    """Classes in which the dealer can end, the bust last."""
    nodes: Nodes
    terms: Terms
    sums: int
    deepest: int


@cache
def dealer_tree(rule: DealerRule, up: int) -> DealerTree:
    hands = _drawing_hands(rule, up)
    ends = {hand.state: rule.ends(up, hand.state) for hand in hands.values()}
    classes = (*sorted({class_ for by_value in ends.values() for class_ in by_value.values()}), BUST_CLASS)
    numbers = _numbers(hands, ends)
    nodes, terms = list(_nodes(hands, numbers)), list(_terms(numbers, ends))
    deepest = max(len(cards) for cards in hands)
    return DealerTree(classes, _node_arrays(nodes), _term_arrays(terms, classes), len(numbers), deepest)


def _drawing_hands(rule: DealerRule, up: int) -> dict[Cards, DrawingHand]:
    hands: dict[Cards, DrawingHand] = {(): DrawingHand(1.0, UP_CARD_ALONE)}
    waiting = dict(hands)
    while waiting:
        orders: dict[tuple[Cards, int], float] = defaultdict(float)
        for cards, hand in waiting.items():
            for value in range(1, 11):
                new = rule.state_after(up, hand.state, value)
                if new != NATURAL_STATE and rule.drawing.draws[new]:
                    orders[tuple(sorted((*cards, value))), new] += hand.orders
        waiting = {cards: DrawingHand(count, state) for (cards, state), count in orders.items()}
        hands |= waiting
    return hands


def _numbers(hands: Mapping[Cards, DrawingHand], ends: Mapping[int, dict[int, int]]) -> Numbers:
    """Only sums of hands that the next card can end, C for the values that end them."""
    numbers: Numbers = {}
    for cards, hand in hands.items():
        ending = ends[hand.state].keys()
        for value in (ALL, *(ending & set(cards))) if ending else ():
            numbers.setdefault((hand.state, value), len(numbers))
    return numbers


def _nodes(hands: Mapping[Cards, DrawingHand], numbers: Numbers) -> Iterator[Node]:
    """In depth-first order."""
    before: Cards = ()
    for cards, (orders, state) in sorted(hands.items()):
        yield from (Node(cards[:depth]) for depth in range(_same_start(before, cards) + 1, len(cards)))
        parts = [(numbers[state, value], cards.count(value)) for value in set(cards) if (state, value) in numbers]
        yield Node(cards, orders, numbers.get((state, ALL), -1), tuple(sorted(parts)))
        before = cards


def _same_start(one: Cards, other: Cards) -> int:
    """How many cards are the same from the first on."""
    place, end = 0, min(len(one), len(other))
    while place < end and one[place] == other[place]:
        place += 1
    return place


def _node_arrays(nodes: list[Node]) -> Nodes:
    parts = [part for node in nodes for part in node.parts]
    return Nodes(
        value=np.array([node.cards[-1] - 1 if node.cards else 0 for node in nodes]),
        already=np.array([float(node.cards[:-1].count(node.cards[-1])) if node.cards else 0.0 for node in nodes]),
        depth=np.array([len(node.cards) for node in nodes]),
        orders=np.array([node.orders for node in nodes]),
        whole=np.array([node.whole for node in nodes]),
        begin=np.cumsum([0, *(len(node.parts) for node in nodes)]),
        part=np.array([number for number, _ in parts], dtype=np.int64),
        times=np.array([count for _, count in parts], dtype=np.float64),
    )


def _terms(numbers: Numbers, ends: Mapping[int, dict[int, int]]) -> Iterator[tuple[int, int, int]]:
    """(number of a sum, value less 1 of the cards that it is multiplied by or −1 if it is subtracted, class)."""
    for (state, value), number in numbers.items():
        if value == ALL:
            yield from ((number, last - 1, class_) for last, class_ in ends[state].items())
        else:
            yield number, -1, ends[state][value]


def _term_arrays(terms: list[tuple[int, int, int]], classes: tuple[int, ...]) -> Terms:
    sums, values, ended = zip(*terms, strict=True)
    return Terms(np.array(sums), np.array(values), np.array([classes.index(class_) for class_ in ended]))


def dealer_weights(rule: DealerRule, up: int, unseen: Floats, weight: Floats) -> Floats:
    """rows × the tree's classes: a row's weight times the chance that the dealer ends in each class and the peek, where
    there is one, finds no natural. ``unseen`` is rows × 10, the hole card included, the up card not."""
    tree = dealer_tree(rule, up)
    weights: Floats = walk_tree(
        np.ascontiguousarray(unseen), weight, len(tree.classes), tree.sums, tree.deepest, tree.nodes, tree.terms
    )
    weights[:, -1] = weight * no_natural(rule, up, unseen) - weights.sum(axis=1)
    return weights


def no_natural(rule: DealerRule, up: int, unseen: Floats) -> Floats:
    """Chance that the peek finds no natural: 1 where the dealer does not peek, or has none to find."""
    partner = rule.drawing.partner(up)
    if not rule.peeks or partner is None:
        return np.ones(len(unseen))
    chance: Floats = np.maximum(1 - unseen[:, partner - 1] / unseen.sum(axis=1), TINY)
    return chance


def dealer_chances(rule: DealerRule, up: int, unseen: Floats) -> Floats:
    """rows × the tree's classes: chance of each final class, given what the peek has shown."""
    return dealer_weights(rule, up, unseen, 1 / no_natural(rule, up, unseen))
