"""The dealer's final hand, exactly, for many removed hands at once.

For one up card the final hands are a hundred to two thousand unordered compositions c. With o(c) the number of drawing
orders in which no earlier prefix stands or busts (and, with the peek, in which the hole card completes no natural),

    P(c) = o(c) · ∏ (n_r)_{c_r} / (M)_{|c|},   divided by 1 − n_b/M with the peek,

where n_r cards of value r are unseen, M in all, and b completes a natural under the up card. The compositions form a
tree (cards added in ascending order of value); each node multiplies its parent by one factor n_r − q, so one pass over
the tree serves every row of removed cards together.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache

import numpy as np

from lammer.exact.classes import BUST_CLASS, NATURAL
from lammer.exact.hands import Bools, Floats, Ints
from lammer.exact.kernels import walk_tree
from lammer.rule_tables.dealing import ROOM, Drawing
from lammer.rule_tables.numbers import NATURAL_STATE

TINY = 1e-300
"""Keeps a division by the chance of the impossible finite; such rows carry no weight."""


@dataclass(frozen=True)
class DealerRule:
    """How the dealer draws; ``peeks`` is whether a natural is known before play."""

    drawing: Drawing
    peeks: bool


@dataclass(frozen=True, eq=False)
class DealerTree:
    """Nodes in depth-first order: the value added, how many of it were there, the depth, and what ends here."""

    classes: tuple[int, ...]
    """Classes in which the dealer can end, the bust last."""

    value: Ints
    already: Floats
    depth: Ints
    orders: Floats
    ends: Ints
    """The place among the classes of the one in which a composition ends at this node, −1 where none does."""
    leaf: Bools
    """Nodes that no longer composition follows."""


@cache
def dealer_tree(rule: DealerRule, up: int) -> DealerTree:
    nodes: list[tuple[int, int, int, float, int]] = []
    before: tuple[int, ...] = ()
    for (cards, ends), orders in sorted(_final_orders(rule, up).items()):
        for place in range(_same_start(before, cards), len(cards)):
            last = place == len(cards) - 1
            ended = (orders, ends) if last else (0.0, -1)
            nodes.append((cards[place] - 1, cards[:place].count(cards[place]), place, *ended))
        before = cards
    value, already, depth, orders_, ends_ = zip(*nodes, strict=True)
    classes = (*sorted(set(ends_) - {-1}), BUST_CLASS)
    places = np.array([classes.index(class_) if class_ >= 0 else -1 for class_ in ends_])
    deeper = np.array((*depth[1:], 0)) > np.array(depth)
    return DealerTree(
        classes, np.array(value), np.array(already, dtype=np.float64), np.array(depth), np.array(orders_), places,
        ~deeper,
    )  # fmt: skip


def _same_start(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How many cards are the same from the first on."""
    place, end = 0, min(len(one), len(other))
    while place < end and one[place] == other[place]:
        place += 1
    return place


def _final_orders(rule: DealerRule, up: int) -> dict[tuple[tuple[int, ...], int], float]:
    """(cards drawn to the up card, in ascending order; class) → number of orders. Busts past 22 would be a third of
    them and are never needed: they are what the others leave."""
    finals: dict[tuple[tuple[int, ...], int], float] = defaultdict(float)
    drawing = rule.drawing
    waiting: dict[tuple[tuple[int, ...], int], float] = {((), drawing.after[up]): 1.0}
    while waiting:
        next_waiting: dict[tuple[tuple[int, ...], int], float] = defaultdict(float)
        for (cards, held), orders in waiting.items():
            for value in range(1, 11):
                new = drawing.after[ROOM * held + value] if cards else drawing.second[ROOM * up + value]
                if new == NATURAL_STATE:
                    if not rule.peeks:
                        finals[(value,), NATURAL] += orders
                elif drawing.draws[new]:
                    next_waiting[tuple(sorted((*cards, value))), new] += orders
                elif new >> 1 < BUST_CLASS:
                    finals[tuple(sorted((*cards, value))), new >> 1] += orders
        waiting = next_waiting
    return dict(finals)


def dealer_weights(rule: DealerRule, up: int, unseen: Floats, weight: Floats) -> Floats:
    """rows × the tree's classes: a row's weight times the chance that the dealer ends in each class and the peek, where
    there is one, finds no natural. ``unseen`` is rows × 10, the hole card included, the up card not."""
    tree = dealer_tree(rule, up)
    weights: Floats = walk_tree(
        np.ascontiguousarray(unseen), weight, len(tree.classes), tree.value, tree.already, tree.depth, tree.orders,
        tree.ends, tree.leaf,
    )  # fmt: skip
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
