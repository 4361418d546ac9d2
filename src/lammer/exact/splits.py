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
from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from lammer.exact.compositions import MAX_HANDS
from lammer.exact.hands import Floats
from lammer.exact.split_cards import MOST, SplitCards
from lammer.exact.split_program import GIVEN_PLAIN, LESS_PAIRED, PAIRED, PLAIN, Program, Recorder, carried_out
from lammer.exact.stakes import FREE, OWN

LEVELS = 2 * MAX_HANDS - 2
"""Further cards of the pair that the other hands can hold: 1 … LEVELS."""


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
    """Patterns in which splitting ended with the same hands: their chance together, and the hands by kind and by
    whether the second card is p, in alphabetical order."""

    chance: float
    plain: tuple[str, ...]
    paired: tuple[str, ...]


class _Pattern(NamedTuple):
    """Hands whose second card is known, and those that wait for it."""

    pending: tuple[str, ...]
    hands: int
    plain: tuple[str, ...]
    paired: tuple[str, ...]


def endings(cards: SplitCards, rule: SplitRule, begun: Begun | None = None) -> Iterator[Ending]:
    """Second cards, hand after hand from the first. Patterns that leave the same hands are followed together."""
    start = begun or Begun((OWN, rule.first_adds))
    waiting = {_Pattern(start.kinds, len(start.kinds) + start.elsewhere, (), ()): 1.0}
    ended: dict[_Pattern, float] = defaultdict(float)
    while waiting:
        longer: dict[_Pattern, float] = defaultdict(float)
        for before, chance in waiting.items():
            for pattern, part in _next_patterns(cards, rule, before):
                (longer if pattern.pending else ended)[pattern] += chance * part
        waiting = longer
    yield from (Ending(chance, pattern.plain, pattern.paired) for pattern, chance in ended.items())


def _next_patterns(cards: SplitCards, rule: SplitRule, before: _Pattern) -> Iterator[tuple[_Pattern, float]]:
    """After the second card of the first hand that waits, with its chance."""
    pi = cards.chance_of_pair(before.hands - 2 + len(before.paired), len(before.plain))
    plain, paired = _both_patterns(rule, before)
    if pi < 1:
        yield plain, 1 - pi
    if pi > 0:
        yield paired, pi


def _both_patterns(rule: SplitRule, before: _Pattern) -> tuple[_Pattern, _Pattern]:
    """After a second card that is not the pair's value, and after one that is."""
    (kind, *rest), hands, plain, paired = before
    not_paired = _Pattern(tuple(rest), hands, tuple(sorted((*plain, kind))), paired)
    added = rule.adds(kind) if hands < rule.maximum_hands else None
    if added is not None:
        return not_paired, _Pattern((kind, added, *rest), hands + 1, plain, paired)
    return not_paired, _Pattern(tuple(rest), hands, plain, tuple(sorted((*paired, kind))))


Share = tuple[str, bool, int]
"""(kind of stake, whether the second card is the pair's value, removed)."""


def split_shares(cards: SplitCards, rule: SplitRule, begun: Begun | None = None) -> dict[Share, float]:
    """How much of each plain hand there is in a split."""
    if (rule, begun) not in cards.shares:
        cards.shares[rule, begun] = _split_shares(cards, rule, begun)
    return cards.shares[rule, begun]


def _split_shares(cards: SplitCards, rule: SplitRule, begun: Begun | None) -> dict[Share, float]:
    shares: dict[Share, float] = defaultdict(float)
    for ending in endings(cards, rule, begun):
        elsewhere = begun.elsewhere if begun else 0
        for paired, kinds in ((False, ending.plain), (True, ending.paired)):
            alike = without_conditions(cards, ending, paired, ending.chance, elsewhere) if kinds else ()
            for kind, (removed, share) in product(kinds, alike):
                shares[kind, paired, removed] += share
    return dict(shares)


def without_conditions(
    cards: SplitCards, ending: Ending, paired: bool, weight: float, elsewhere: int = 0
) -> list[tuple[int, float]]:
    """(removed, share) of the plain hands that make up ``weight`` of one hand of an ending: the recursion above, worked
    from U(a, m) or V(a, m) down to m = 0."""
    hands = len(ending.plain) + len(ending.paired) + elsewhere
    waiting = {hands - 1 + len(ending.paired) - paired: weight}
    for others in range(len(ending.plain) - (not paired), 0, -1):
        less: dict[int, float] = defaultdict(float)
        for removed, amount in waiting.items():
            pi = cards.chance_of_pair(removed - 1 + paired, others - 1 + (not paired))
            less[removed] += amount / (1 - pi)
            if pi > 0:
                less[removed + 1] -= amount * pi / (1 - pi)
        waiting = less
    return list(waiting.items())


def share_table(cards: SplitCards, rule: SplitRule, kinds: tuple[str, ...], begun: Begun | None = None) -> Floats:
    """The same as kinds × 2 × removed, by whether the second card is the pair's value, when 1, 2, … are removed. Of
    several shoes a table for each."""
    key = (rule, kinds, begun)
    if key not in cards.share_tables:
        cards.share_tables[key] = _share_table(cards, rule, kinds, begun)
    return cards.share_tables[key]


def _share_table(cards: SplitCards, rule: SplitRule, kinds: tuple[str, ...], begun: Begun | None) -> Floats:
    chances = cards.pair_chances
    tables, holds = carried_out(
        _share_program(rule, kinds, begun), chances.reshape(-1, MOST, MOST), len(kinds) * 2 * LEVELS
    )
    for number in np.flatnonzero(~holds):
        shoe = cards if chances.ndim == 2 else cards.of_shoe(int(number))
        tables[number] = _followed(shoe, rule, kinds, begun).ravel()
    return tables.reshape(*chances.shape[:-2], len(kinds), 2, LEVELS)


def _followed(cards: SplitCards, rule: SplitRule, kinds: tuple[str, ...], begun: Begun | None) -> Floats:
    """The table of one shoe by following its patterns."""
    table = np.zeros((len(kinds), 2, LEVELS))
    for (kind, paired, removed), share in split_shares(cards, rule, begun).items():
        table[kinds.index(kind), int(paired), removed - 1] += share
    return table


@lru_cache(maxsize=4096)
def _share_program(rule: SplitRule, kinds: tuple[str, ...], begun: Begun | None) -> Program:
    """The steps of ``split_shares`` for cards of which any second card may be one more of the pair or not."""
    start = begun or Begun((OWN, rule.first_adds))
    first = _Pattern(start.kinds, len(start.kinds) + start.elsewhere, (), ())
    recorder, waiting, ended = Recorder(first), dict.fromkeys([first]), dict[_Pattern, None]()
    while waiting:
        longer = dict[_Pattern, None]()
        for before in waiting:
            gone, not_pair = before.hands - 2 + len(before.paired), len(before.plain)
            for pattern, factor in zip(_both_patterns(rule, before), (PLAIN, PAIRED), strict=True):
                recorder.step(before, pattern, gone, not_pair, factor)
                (longer if pattern.pending else ended)[pattern] = None
        waiting = longer
    for pattern in ended:
        for paired, alike in ((False, pattern.plain), (True, pattern.paired)):
            if alike:
                _record_shares(recorder, pattern, paired, [kinds.index(kind) for kind in alike], start.elsewhere)
    return recorder.program()


def _record_shares(recorder: Recorder, ended: _Pattern, paired: bool, kinds: list[int], elsewhere: int) -> None:
    """The steps of ``without_conditions``."""
    hands = len(ended.plain) + len(ended.paired) + elsewhere
    waiting: dict[int, Hashable] = {hands - 1 + len(ended.paired) - paired: ended}
    for others in range(len(ended.plain) - (not paired), 0, -1):
        less: dict[int, Hashable] = {}
        for removed, value in waiting.items():
            known = removed - 1 + paired, others - 1 + (not paired)
            for more, factor in ((removed, GIVEN_PLAIN), (removed + 1, LESS_PAIRED)):
                less[more] = ended, paired, others, more
                recorder.step(value, less[more], *known, factor)
        waiting = less
    for removed, value in waiting.items():
        for kind in kinds:
            recorder.result(value, (kind * 2 + int(paired)) * LEVELS + removed - 1)
