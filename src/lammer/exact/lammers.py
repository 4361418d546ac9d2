"""The exact distribution of the number of lammers of a box in a round.

Where a free double needs a two-card hand, the count depends only on the first two cards and on the second cards of
split hands. By exchangeability those second cards are the next cards of the shoe. They are drawn here one after
another; values that the play treats alike are drawn as one class, the value that would complete a dealer natural apart.
Free doubles of hands with more cards are counted in `late_doubles.py`.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from lammer.exact.hands import Floats
from lammer.exact.lammer_kernels import KIND_BITS, CardClasses, SplitAgain, count_lammers
from lammer.exact.late_doubles import SplitLammers, doubled_after_a_hit, doubled_in_the_end
from lammer.exact.refusals import NotAnalysed
from lammer.exact.round import first_aces, hands_dealt
from lammer.exact.splits import SplitRule
from lammer.exact.stakes import ADDED, FREE, OWN
from lammer.exact.values import Game, SplitHands, Worth
from lammer.rule_tables.plays import FREE_DOUBLE
from lammer.rules.schema import MAX_LAMMERS

KINDS = (OWN, ADDED, FREE)
"""Kinds of stake in the order of the kernel's numbers."""


class LammerChances(NamedTuple):
    """Chance of 0 … 7 lammers without a dealer natural, and of a dealer natural, which counts none."""

    counts: Floats
    dealer_natural: float


def lammer_chances(game: Game) -> LammerChances:
    """The whole distribution for one box under the game's strategy."""
    return gathered(game, _of_hand)


def gathered(game: Game, of_hand: Callable[[Worth, int, int], Floats]) -> LammerChances:
    """The whole distribution from the lammers of first hands, given no dealer natural."""
    if game.tables.hands_per_box > 1:
        raise NotAnalysed("hands.per_box=2: lammers are counted for one hand per box")
    counts = certain(0) * sum(chance for _, chance in first_aces(game))
    natural = 0.0
    for worth in game.worths:
        for (first, second), chance in hands_dealt(game, worth).items():
            found = worth.against.cards.natural_chance(first, second)
            natural += chance * found
            counts += chance * (1 - found) * of_hand(worth, first, second)
    return LammerChances(counts, natural)


def certain(count: int) -> Floats:
    """The distribution of a count that is known."""
    chances = np.zeros(MAX_LAMMERS + 1)
    chances[count] = 1.0
    return chances


def _of_hand(worth: Worth, first: int, second: int) -> Floats:
    """Lammers from two first cards, given no dealer natural."""
    if worth.against.tables.dealing.is_natural(first, second):
        return certain(0)
    rule = worth.split_rule(first) if first == second else None
    if rule is not None:
        return of_split(worth, first, rule)
    return of_kept(worth, worth.place(first, second))


def of_kept(worth: Worth, place: int) -> Floats:
    """Lammers of a first hand that is not split."""
    if worth.against.tables.legality.doubles_later:
        return _at_most_one(float(_doubled(worth)[place]))
    return certain(int(worth.policy[place] == FREE_DOUBLE))


def of_hit(worth: Worth, place: int) -> Floats:
    """Lammers of a first hand that is hit, whatever the strategy says, and then played by it."""
    if worth.against.tables.legality.doubles_later:
        return _at_most_one(float(doubled_after_a_hit(worth.against, _doubled(worth), np.array([place]))[0]))
    return certain(0)


def _doubled(worth: Worth) -> Floats:
    """First hands: the chance that each is doubled free in the end."""
    return worth.remembered(("doubled",), lambda: doubled_in_the_end(worth.against, worth.policy))


def _at_most_one(chance: float) -> Floats:
    """The distribution of a lammer that comes with this chance."""
    return (1 - chance) * certain(0) + chance * certain(1)


def of_split(worth: Worth, value: int, rule: SplitRule) -> Floats:
    """Lammers from a pair with this split."""
    return worth.remembered(("lammers", value, rule), lambda: _of_split(worth, value, rule))


def _of_split(worth: Worth, value: int, rule: SplitRule) -> Floats:
    worth.against.one_split(value - 1)  # refuses a pair whose rank matters
    left = worth.against.unseen.copy()
    left[value - 1] -= 2
    start = lammers_to_come(worth.split_hands(value), rule, (OWN, rule.first_adds), 2, left)
    return shifted(start, int(rule.first_adds == FREE))


def lammers_to_come(hands: SplitHands, rule: SplitRule, pending: tuple[str, ...], number: int, left: Floats) -> Floats:
    """Lammers of the hands of a split that wait for their second card, given by their stakes. ``number`` is how many
    hands the box has, ``left`` counts the cards that nobody has seen."""
    if hands.against.tables.legality.doubles_later:
        return SplitLammers(hands, left).to_come(rule, pending, number)
    adds = [rule.adds(kind) for kind in KINDS]
    again = SplitAgain(
        np.array([-1 if added is None else KINDS.index(added) for added in adds]),
        KINDS.index(FREE),
        rule.maximum_hands,
    )
    waiting = sum(KINDS.index(kind) << (KIND_BITS * place) for place, kind in enumerate(pending))
    found: Floats = count_lammers(_classes(hands, left), again, waiting, len(pending), number, MAX_LAMMERS)
    return found


def _classes(hands: SplitHands, left: Floats) -> CardClasses:
    """Lammers count only without a dealer natural, whether or not the dealer peeks: unseen cards are exchangeable."""
    against, begun = hands.against, hands.against.grid.families[hands.pair].begun
    values, doubles = np.arange(10), np.zeros((10, len(KINDS)), dtype=np.bool_)
    for kind in hands.kinds:
        doubles[:, KINDS.index(kind)] = (begun >= 0) & (hands.policy(kind)[begun] == FREE_DOUBLE)
    traits = np.column_stack([values == hands.pair, values + 1 == (against.partner or 0), doubles])
    classes = sorted(set(map(tuple, traits.tolist())))
    members = np.array([(traits == one).all(axis=1) for one in classes])
    each = np.array(classes)
    return CardClasses(members @ left, each[:, 0].copy(), each[:, 1].copy(), each[:, 2:].copy())


def shifted(chances: Floats, by: int) -> Floats:
    return np.concatenate([np.zeros(by), chances[: len(chances) - by]]) if by else chances
