"""Splits to any number of hands, exactly.

The play of a split hand sees its own cards, the up card and its stake; it has no memory of the other hands. Then:

*Exchangeability.* Cards not yet seen are exchangeable and hands stop at stopping times, so a hand is worth the same
whenever it is played, given only what is known of other cards.

*The pattern of second cards* (the pair's value p, or not) decides how many hands there are. For one hand let
``removed`` be the p's lying in other hands and ``others`` the other hands whose second card is known only not to be p.
Let U(removed, others) be its worth given that its own second card is not p, V given that it is p (at the hand limit).
U(·, 0) and V(·, 0) come from plain hand values; looking at one more card that is p with chance π,

    U(a, m) = π·U(a+1, m) + (1 − π)·U(a, m+1),   so   U(a, m+1) = (U(a, m) − π·U(a+1, m)) / (1 − π).

The recursion is exact because one policy is used for every ``removed``.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from lammer.exact.stakes import FREE, OWN
from lammer.exact.unseen import SplitCards

Worth = Callable[[str, bool, int], float]
"""(kind of stake, whether the second card is the pair's value, removed) → plain worth of a split hand."""


class SplitRule(NamedTuple):
    """The policy of a split: the stake of the hand that the first split adds, and which hands are split again."""

    first_adds: str
    again: frozenset[tuple[str, str]]
    """(kind of hand that is re-split when it gets another card of the pair, the stake of the hand this adds)."""
    maximum_hands: int

    def adds(self, kind: str) -> str | None:
        """The stake of the hand that splitting such a hand again adds; None when it is not split again."""
        return next((added for split, added in self.again if split == kind), None)

    @property
    def kinds(self) -> set[str]:
        """Every kind of hand that may result from it."""
        return {OWN, self.first_adds, *(added for _, added in self.again)}

    @property
    def name(self) -> str:
        return "free-split" if self.first_adds == FREE else "split"


class Begun(NamedTuple):
    """A split that has just been made: the stakes of its hands, and how many hands of the box lie elsewhere. Of those
    only the first cards are known, all of the pair's value."""

    kinds: tuple[str, ...]
    elsewhere: int = 0


class Ending(NamedTuple):
    """A pattern in which splitting ended: its chance, and the hands by kind and by whether the second card is p."""

    chance: float
    plain: tuple[str, ...]
    paired: tuple[str, ...]


def endings(cards: SplitCards, rule: SplitRule, begun: Begun | None = None) -> Iterator[Ending]:
    """Every pattern of second cards, hand after hand from the first."""
    start = begun or Begun((OWN, rule.first_adds))

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
        added = rule.adds(kind) if hands < rule.maximum_hands else None
        if pi > 0 and added is not None:
            yield from go(chance * pi, (kind, added, *rest), hands + 1, plain, paired)
        elif pi > 0:
            yield from go(chance * pi, rest, hands, plain, (*paired, kind))

    yield from go(1.0, start.kinds, len(start.kinds) + start.elsewhere, (), ())


Share = tuple[str, bool, int]
"""(kind of stake, whether the second card is the pair's value, removed)."""


def split_shares(cards: SplitCards, rule: SplitRule, begun: Begun | None = None) -> dict[Share, float]:
    """How much of each plain hand there is in a split."""
    if (rule, begun) not in cards.shares:
        cards.shares[rule, begun] = _split_shares(cards, rule, begun)
    return cards.shares[rule, begun]


def _split_shares(cards: SplitCards, rule: SplitRule, begun: Begun | None) -> dict[Share, float]:
    """The recursion above, worked from U(a, m) down to U(·, 0)."""
    waiting: dict[tuple[str, bool, int, int], float] = defaultdict(float)
    for ending in endings(cards, rule, begun):
        hands = len(ending.plain) + len(ending.paired) + (begun.elsewhere if begun else 0)
        removed = hands - 1 + len(ending.paired)
        for kind in ending.plain:
            waiting[kind, False, removed, len(ending.plain) - 1] += ending.chance
        for kind in ending.paired:
            waiting[kind, True, removed - 1, len(ending.plain)] += ending.chance
    for others in range(rule.maximum_hands, 0, -1):
        for kind, paired, removed, known in [key for key in waiting if key[3] == others]:
            weight = waiting.pop((kind, paired, removed, known))
            pi = cards.chance_of_pair(removed - 1 + paired, known - 1 + (not paired))
            waiting[kind, paired, removed, known - 1] += weight / (1 - pi)
            if pi > 0:
                waiting[kind, paired, removed + 1, known - 1] -= weight * pi / (1 - pi)
    return {(kind, paired, removed): weight for (kind, paired, removed, _), weight in waiting.items()}


def split_worth(cards: SplitCards, rule: SplitRule, worth: Worth, begun: Begun | None = None) -> float:
    """Expected worth of all hands of a split pair together; of those that come of one that has ``begun`` elsewhere."""
    return sum(share * worth(*hand) for hand, share in split_shares(cards, rule, begun).items())
