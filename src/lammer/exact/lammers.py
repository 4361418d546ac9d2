"""The exact distribution of the number of lammers of a box in a round.

The count depends only on the first two cards and on the second cards of split hands: a free double needs a two-card
hand, and by exchangeability those second cards are the next cards of the shoe. They are drawn here one after another;
values that the play treats alike are drawn as one class, the value that would complete a dealer natural apart.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from lammer.exact.hands import Floats
from lammer.exact.round import first_aces, openings
from lammer.exact.splits import SplitRule
from lammer.exact.stakes import FREE, OWN
from lammer.exact.up_card import Against
from lammer.exact.values import Game, SplitHands, Worth
from lammer.rule_tables.plays import FREE_DOUBLE
from lammer.rules.schema import MAX_LAMMERS


class LammerChances(NamedTuple):
    """Chance of 0 … 7 lammers without a dealer natural, and of a dealer natural, which counts none."""

    counts: Floats
    dealer_natural: float


def lammer_chances(game: Game) -> LammerChances:
    """The whole distribution for one box under the game's strategy."""
    return gathered(game, _of_hand)


def gathered(game: Game, of_hand: Callable[[Worth, int, int], Floats]) -> LammerChances:
    """The whole distribution from the lammers of first hands, given no dealer natural."""
    counts = certain(0) * sum(chance for _, chance in first_aces(game))
    natural = 0.0
    for worth in game.worths:
        for first, second, chance in openings(game, worth):
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
    return certain(int(worth.policy[worth.place(first, second)] == FREE_DOUBLE))


def of_split(worth: Worth, value: int, rule: SplitRule) -> Floats:
    """Lammers from a pair with this split."""
    return worth.remembered(("lammers", value, rule), lambda: _of_split(worth, value, rule))


def _of_split(worth: Worth, value: int, rule: SplitRule) -> Floats:
    left = worth.against.unseen.copy()
    left[value - 1] -= 2
    start = lammers_to_come(worth.split_hands(value), rule, (OWN, rule.first_adds), 2, left)
    return shifted(start, int(rule.first_adds == FREE))


def lammers_to_come(hands: SplitHands, rule: SplitRule, pending: tuple[str, ...], number: int, left: Floats) -> Floats:
    """Lammers that hands of a split bring which wait for their second card, given by their stakes. ``number`` is how
    many hands the box has, ``left`` counts the cards that nobody has seen."""
    against, value = hands.against, hands.pair + 1
    family = against.grid.families[value - 1]

    def doubles(kind: str, card: int) -> bool:
        place = family.begun[card]
        return bool(place >= 0 and hands.policy(kind)[place] == FREE_DOUBLE)

    classes = _Classes(against, value - 1, doubles, left)

    def go(pending: tuple[str, ...], number: int, gone: tuple[int, ...]) -> Floats:
        """Lammers still to come from the hands that wait for their second card."""
        if not pending:
            return certain(0)
        key = (pending, number, gone)
        if key not in memory:
            memory[key] = sum(
                (chance * after(name, pending, number, gone) for name, chance in classes.next_card(gone)),
                np.zeros(MAX_LAMMERS + 1),
            )
        return memory[key]

    def after(name: int, pending: tuple[str, ...], number: int, gone: tuple[int, ...]) -> Floats:
        kind, rest = pending[0], pending[1:]
        then = (*gone[:name], gone[name] + 1, *gone[name + 1 :])
        added = rule.adds(kind) if classes.is_pair(name) and number < rule.maximum_hands else None
        if added is not None:
            return shifted(go((kind, added, *rest), number + 1, then), int(added == FREE))
        return shifted(go(rest, number, then), int(classes.doubles(name, kind)))

    memory: dict[tuple[tuple[str, ...], int, tuple[int, ...]], Floats] = {}
    return go(pending, number, (0,) * classes.number)


def shifted(chances: Floats, by: int) -> Floats:
    return np.concatenate([np.zeros(by), chances[: len(chances) - by]]) if by else chances


class _Classes:
    """Card values with the same effect on a split hand."""

    def __init__(self, against: Against, pair: int, doubles: Callable[[str, int], bool], left: Floats) -> None:
        # Lammers count only without a dealer natural, whether or not anyone has looked: cards unseen are exchangeable.
        self._natural = against.partner - 1 if against.partner is not None else -1
        traits = [(card == pair, card == self._natural, doubles(OWN, card), doubles(FREE, card)) for card in range(10)]
        self._traits = sorted(set(traits))
        self._left = [float(sum(left[card] for card in range(10) if traits[card] == trait)) for trait in self._traits]
        self.number = len(self._traits)

    def is_pair(self, name: int) -> bool:
        return self._traits[name][0]

    def doubles(self, name: int, kind: str) -> bool:
        return self._traits[name][3 if kind == FREE else 2]

    def next_card(self, gone: tuple[int, ...]) -> list[tuple[int, float]]:
        """Chance of each class, given that the hole card completes no natural."""
        left = [max(have - removed, 0.0) for have, removed in zip(self._left, gone, strict=True)]
        cards = sum(left)
        completes = sum(count for count, trait in zip(left, self._traits, strict=True) if trait[1])
        if self._natural < 0:
            return [(name, count / cards) for name, count in enumerate(left) if count > 0]
        free = (cards - completes) * (cards - 1)
        if free <= 0:  # the hole card could only complete a natural: this cannot come up
            return []
        return [
            (name, count * (cards - 1 - completes + self._traits[name][1]) / free)
            for name, count in enumerate(left)
            if count > 0
        ]
