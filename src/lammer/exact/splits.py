"""Splits to any number of hands, exactly.

The play of a split hand sees its own cards, the up card and its stake; it has no memory of the other hands. Then:

*Exchangeability.* Cards not yet seen are exchangeable and hands stop at stopping times, so a hand is worth the same
whenever it is played, given only what is known of other cards.

*The pattern of second cards* (the pair's value p, or not) decides how many hands there are. For one hand let ``away``
be the p's lying in other hands and ``others`` the other hands whose second card is known only not to be p. Let
U(away, others) be its worth given that its own second card is not p, V given that it is p (at the hand limit).
U(·, 0) and V(·, 0) come from plain hand values; looking at one more card that is p with chance π,

    U(a, m) = π·U(a+1, m) + (1 − π)·U(a, m+1),   so   U(a, m+1) = (U(a, m) − π·U(a+1, m)) / (1 − π).

The recursion is exact because one policy is used for every ``away``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from lammer.exact.against import Against

Worth = Callable[[str, bool, int], float]
"""(kind of stake, whether the second card is the pair's value, away) → plain worth of a split hand."""


class SplitRule(NamedTuple):
    """How a pair is split: the stake of the hand each split adds, and which hands are split again."""

    first_adds: str
    again_adds: str
    again: frozenset[str]
    """Kinds of hand that are re-split when they get another card of the pair."""
    most_hands: int


class Ending(NamedTuple):
    """A pattern in which splitting ended: its chance, and the hands by kind and by whether the second card is p."""

    chance: float
    plain: tuple[str, ...]
    paired: tuple[str, ...]


@dataclass
class SplitCards:
    """What is unseen when a pair has been split, and the chance that a card looked at is one more of the pair."""

    against: Against
    pair: int
    """Place of the pair's value, 0 the ace."""
    _memory: dict[tuple[int, int], float] = field(default_factory=dict)

    def chance_of_pair(self, gone: int, not_pair: int) -> float:
        """π, when ``gone`` further cards of the pair are known elsewhere and ``not_pair`` cards known not to be one."""
        key = (gone, not_pair)
        if key not in self._memory:
            self._memory[key] = self._chance_of_pair(gone, not_pair)
        return self._memory[key]

    def _chance_of_pair(self, gone: int, q: int) -> float:
        against = self.against
        unseen = float(against.unseen.sum()) - 2 - gone
        pairs = float(against.unseen[self.pair]) - 2 - gone
        if pairs <= 0:
            return 0.0
        if not against.peeks or against.partner is None:
            return pairs / (unseen - q)
        b = against.partner - 1
        if b == self.pair:
            return pairs / (unseen - q - 1)
        # The hole card is p with weight A, something else that makes no natural with weight B; (x)_q as products.
        completes = float(against.unseen[b])
        a = pairs * _falling(unseen - pairs, q)
        other = (unseen - pairs - completes) * _falling(unseen - pairs - 1, q)
        return (a * (pairs - 1) + other * pairs) / ((a + other) * (unseen - 1 - q))


def _falling(top: float, count: int) -> float:
    product = 1.0
    for step in range(count):
        product *= top - step
    return product


def endings(cards: SplitCards, rule: SplitRule) -> Iterator[Ending]:
    """Every pattern of second cards, hand after hand from the first."""

    def go(
        chance: float, pending: tuple[str, ...], hands: int, plain: tuple[str, ...], paired: tuple[str, ...]
    ) -> Iterator[Ending]:
        if not pending:
            yield Ending(chance, plain, paired)
            return
        kind, rest = pending[0], pending[1:]
        gone = hands - 2 + len(paired)
        pi = cards.chance_of_pair(gone, len(plain))
        if pi < 1:
            yield from go(chance * (1 - pi), rest, hands, (*plain, kind), paired)
        if pi > 0 and hands < rule.most_hands and kind in rule.again:
            yield from go(chance * pi, (kind, rule.again_adds, *rest), hands + 1, plain, paired)
        elif pi > 0:
            yield from go(chance * pi, rest, hands, plain, (*paired, kind))

    yield from go(1.0, ("own", rule.first_adds), 2, (), ())


def split_worth(cards: SplitCards, rule: SplitRule, worth: Worth) -> float:
    """Expected worth of all hands of a split pair together."""
    memory: dict[tuple[str, bool, int, int], float] = {}

    def given(kind: str, paired: bool, away: int, others: int) -> float:
        key = (kind, paired, away, others)
        if key not in memory:
            memory[key] = worth(kind, paired, away) if others == 0 else looked_at(kind, paired, away, others - 1)
        return memory[key]

    def looked_at(kind: str, paired: bool, away: int, others: int) -> float:
        pi = cards.chance_of_pair(away - 1 + paired, others + (not paired))
        if pi == 0:
            return given(kind, paired, away, others)
        return (given(kind, paired, away, others) - pi * given(kind, paired, away + 1, others)) / (1 - pi)

    total = 0.0
    for ending in endings(cards, rule):
        hands = len(ending.plain) + len(ending.paired)
        of_plain = (hands - 1 + len(ending.paired), len(ending.plain) - 1)
        of_paired = (hands - 1 + len(ending.paired) - 1, len(ending.plain))
        together = sum(given(kind, False, *of_plain) for kind in ending.plain)
        together += sum(given(kind, True, *of_paired) for kind in ending.paired)
        total += ending.chance * together
    return total
