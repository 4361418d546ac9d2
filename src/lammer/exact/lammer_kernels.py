"""The number of lammers of a split, drawn card by card; compiled by Numba.

Second cards of split hands are drawn in the order of the hands. Hands that wait for their second card are one number,
two bits for each kind of stake, the next hand lowest.
"""

from typing import NamedTuple

import numpy as np

from lammer.compiled import njit
from lammer.exact.hands import Bools, Floats, Ints

KIND_BITS = 2
DEEPEST = 16
"""More cards than the hands of one box can wait for."""


class CardClasses(NamedTuple):
    """Card values with the same effect on a split hand, one row for each class."""

    left: Floats
    """How many are unseen."""
    pair: Bools
    """Another card of the pair."""
    natural: Bools
    """The card that would complete a dealer natural."""
    doubles: Bools
    """classes × kinds: the hand is doubled for free."""


class SplitAgain(NamedTuple):
    """How hands are split again."""

    adds: Ints
    """By kind: the kind of stake of the added hand, below 0 if the hand is not split again."""
    free: int
    """The kind whose stake is a lammer."""
    maximum_hands: int


@njit()
def count_lammers(classes: CardClasses, again: SplitAgain, pending: int, waiting: int, hands: int, most: int) -> Floats:
    """Chances of 0 … ``most`` lammers still to come. ``waiting`` hands of the box wait for their second card; with the
    others there are ``hands``. Given that the hole card does not complete a natural."""
    found = np.zeros(most + 1)
    gone = np.zeros(classes.left.shape[0])
    drawn = np.full(DEEPEST, -1)
    chance = np.ones(DEEPEST)
    queue = np.zeros(DEEPEST, dtype=np.int64)
    count = np.zeros((DEEPEST, 3), dtype=np.int64)  # hands that wait, all hands, lammers
    queue[0], count[0, 0], count[0, 1] = pending, waiting, hands
    depth = 0
    while depth >= 0:
        drawn[depth] += 1
        if count[depth, 0] == 0:
            found[count[depth, 2]] += chance[depth]
        if count[depth, 0] == 0 or drawn[depth] == gone.shape[0]:
            depth -= 1
            if depth >= 0:
                gone[drawn[depth]] -= 1
            continue
        card = drawn[depth]
        share = _next_card(classes, gone, card)
        if share > 0:
            gone[card] += 1
            chance[depth + 1] = chance[depth] * share
            _take(classes, again, card, depth, queue, count)
            depth += 1
            drawn[depth] = -1
    return found


@njit()
def _take(classes: CardClasses, again: SplitAgain, card: int, depth: int, queue: Ints, count: Ints) -> None:
    """Gives the next hand its second card: it is split again, doubled for free, or neither."""
    kind, rest = queue[depth] & ((1 << KIND_BITS) - 1), queue[depth] >> KIND_BITS
    waiting, hands, lammers = count[depth]
    added = again.adds[kind] if classes.pair[card] and hands < again.maximum_hands else -1
    if added >= 0:
        queue[depth + 1] = (((rest << KIND_BITS) | added) << KIND_BITS) | kind
        count[depth + 1, 0] = waiting + 1
        count[depth + 1, 1] = hands + 1
        count[depth + 1, 2] = lammers + (added == again.free)
    else:
        queue[depth + 1] = rest
        count[depth + 1, 0] = waiting - 1
        count[depth + 1, 1] = hands
        count[depth + 1, 2] = lammers + classes.doubles[card, kind]


@njit()
def _next_card(classes: CardClasses, gone: Floats, card: int) -> float:
    """Chance of a class: n_j / M, or with a card b that completes a natural n_j (M − 1 − n_b + [j = b]) /
    ((M − n_b)(M − 1)), where n_j cards of the class and M cards in all are unseen."""
    cards, completes, known = 0.0, 0.0, False
    for each in range(gone.shape[0]):
        left = max(classes.left[each] - gone[each], 0.0)
        cards += left
        if classes.natural[each]:
            completes += left
            known = True
    share: float = max(classes.left[card] - gone[card], 0.0) / max(cards, 1.0)
    if known:
        others = (cards - completes) * (cards - 1)
        # If the hole card could only complete a natural, this cannot come up.
        share *= cards * (cards - 1 - completes + classes.natural[card]) / others if others > 0 else 0.0
    return share
