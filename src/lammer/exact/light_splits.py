"""Split pairs with marked cards: ``splits.py`` with one more thing that the second card of a hand may be.

A marked second card may be traded at once, so that the hand waits for its second card again. Looking at one more card
that is of the pair's value with chance π and marked with chance μ, with a cards of the pair removed, g marked cards
gone, and m other hands whose second card is known to be neither,

    U(a, m, g) = π·U(a+1, m, g) + μ·U(a, m, g+1) + (1 − π − μ)·U(a, m+1, g),

which again leads to U(·, 0, ·). It is exact because one policy is used whatever is removed and gone. If marked second
cards are kept, μ is 0 and they are cards like others.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

from lammer.exact.hands import Floats, Ints
from lammer.exact.kernels import reached
from lammer.exact.light_hands import (
    LIGHTS,
    MOST_GONE_SPLIT,
    NET,
    NONE,
    CardsLeft,
    Decided,
    LitHands,
    Marks,
    cards_left,
    group_of,
    lit,
    marked_share,
    settled,
    unseen_by,
)
from lammer.exact.play_kernels import Nets
from lammer.exact.splits import LEVELS, SplitRule
from lammer.exact.stakes import OWN
from lammer.exact.up_card import Against, options_for
from lammer.exact.values import SMOOTH, SplitHands, first_places
from lammer.rule_tables.plays import Play as Plays

MOST_GONE_BEFORE = 2
"""In a large shoe a pair that is made after more trades is valued as after so many; that happens once in 10⁷ rounds."""
TINY = 1e-15
MARGIN = 0.15
"""In wagers."""


class SplitPlay(NamedTuple):
    """How a pair is split, and whether marked second cards are traded."""

    rule: SplitRule
    trades: bool


class _Pattern(NamedTuple):
    """As in ``splits.py``, with the marked cards gone so far."""

    pending: tuple[str, ...]
    hands: int
    plain: tuple[str, ...]
    paired: tuple[str, ...]
    gone: int


class SplitLights:
    """Hands from splits of one pair, by the ``main`` game's play and with every marked card traded, or by the best play
    with lights."""

    def __init__(self, against: Against, marks: Marks, plain: SplitHands, *, main: bool) -> None:
        self.against, self.pair, self._plain, self._main = against, plain.pair, plain, main
        self.marks = marks if plain.cards.few else marks._replace(most=MOST_GONE_SPLIT)
        self._family = against.grid.families[self.pair]
        self._memory: dict[tuple[object, ...], Floats] = {}

    def hopeless(self, kept: float) -> bool:
        """Whether a pair is worth so much more if it is kept that the split need not be worked out. In a large shoe two
        hands are worth nearly twice one hand with one other card of the pair removed."""
        return not self._plain.cards.few and 2 * max(best for _, best in self._chosen) < kept - MARGIN

    def worth(self, play: SplitPlay, gone: int) -> Floats:
        """All hands of a split pair together, with so many marked cards gone before."""
        gone = gone if self._plain.cards.few else min(gone, MOST_GONE_BEFORE)
        key = (play, gone)
        if key not in self._memory:
            parts = [chance * self._of(play, ended, gone) for ended, chance in self._endings(play, gone)]
            self._memory[key] = np.sum(parts, axis=0)
        return self._memory[key]

    def _of(self, play: SplitPlay, ended: _Pattern, before: int) -> Floats:
        """The hands of a pattern in which splitting ended."""
        found = settled(0.0, self.marks)
        for paired, kinds in ((False, ended.plain), (True, ended.paired)):
            for kind in kinds:
                found = together(found, self._one_hand(play, ended, kind, paired))
        more = ended.hands - 2 if not self.marks.trades and self.pair == self.marks.place else ended.gone - before
        for _ in range(more):
            found = lit(found)
        return found

    def _one_hand(self, play: SplitPlay, ended: _Pattern, kind: str, paired: bool) -> Floats:
        key = (play.trades, len(ended.plain), len(ended.paired), ended.gone, kind, paired)
        if key not in self._memory:
            values = self._hands[play.trades][self._plain.kinds.index(kind), int(paired)]
            waiting = self._without_conditions(play, ended, paired)
            self._memory[key] = np.sum(
                [share * values[removed - 1, gone] for (removed, gone), share in waiting.items()], axis=0
            )
        return self._memory[key]

    def _without_conditions(self, play: SplitPlay, ended: _Pattern, paired: bool) -> dict[tuple[int, int], float]:
        """(removed, gone) → share of the plain hands that make up one hand of an ending."""
        waiting = {(ended.hands - 1 + len(ended.paired) - paired, ended.gone): 1.0}
        for others in range(len(ended.plain) - (not paired), 0, -1):
            less: dict[tuple[int, int], float] = defaultdict(float)
            for (removed, gone), amount in waiting.items():
                pi, mu = self._chances(play.trades, removed - 1 + paired, gone, others - 1 + (not paired))
                share = amount / (1 - pi - mu)
                less[removed, gone] += share
                if pi > 0:
                    less[removed + 1, gone] -= share * pi
                if mu > 0:
                    less[removed, gone + 1] -= share * mu
            waiting = less
        return waiting

    def _endings(self, play: SplitPlay, gone: int) -> Iterator[tuple[_Pattern, float]]:
        waiting = {_Pattern((OWN, play.rule.first_adds), 2, (), (), gone): 1.0}
        ended: dict[_Pattern, float] = defaultdict(float)
        while waiting:
            longer: dict[_Pattern, float] = defaultdict(float)
            for before, chance in waiting.items():
                for pattern, part in self._next_patterns(play, before):
                    if chance * part > TINY:
                        (longer if pattern.pending else ended)[pattern] += chance * part
            waiting = longer
        yield from ended.items()

    def _next_patterns(self, play: SplitPlay, before: _Pattern) -> Iterator[tuple[_Pattern, float]]:
        """After one more card for the first hand that waits, with its chance."""
        (kind, *rest), hands, plain, paired, gone = before
        pi, mu = self._chances(play.trades, hands - 2 + len(paired), gone, len(plain))
        added = play.rule.adds(kind) if hands < play.rule.maximum_hands else None
        if mu > 0:
            yield before._replace(gone=gone + 1), mu
        if pi + mu < 1:
            yield _Pattern(tuple(rest), hands, tuple(sorted((*plain, kind))), paired, gone), 1 - pi - mu
        if pi > 0 and added is not None:
            yield _Pattern((kind, added, *rest), hands + 1, plain, paired, gone), pi
        elif pi > 0:
            yield _Pattern(tuple(rest), hands, plain, tuple(sorted((*paired, kind))), gone), pi

    def _chances(self, trades: bool, removed: int, gone: int, others: int) -> tuple[float, float]:
        """π and μ, with ``removed`` further cards of the pair and ``gone`` marked cards known elsewhere, and ``others``
        cards known to be neither."""
        key = ("chances", trades, removed, gone, others)
        if key not in self._memory:
            self._memory[key] = np.array(self._chances_of(trades, removed, gone, others))
        pi, mu = self._memory[key].tolist()
        return pi, mu

    def _chances_of(self, trades: bool, removed: int, gone: int, others: int) -> tuple[float, float]:
        left, marks, hidden = self.against.unseen, self.marks, self.against.cards.draws.hole_is_not
        same = self.pair == marks.place
        unseen = float(left.sum()) - 2 - removed - gone
        marked = max(marks.number - gone, 0.0) if trades else 0.0
        pairs = max(float(left[self.pair]) - 2 - removed - same * (gone + marked), 0.0)
        counted = marked if trades and gone < marks.gone - 1 else 0.0  # so many are never gone
        if hidden is None:
            in_hole, naturals = (pairs, marked), 0.0
        else:
            hidden -= 1
            in_hole = pairs * (hidden != self.pair), marked * (hidden != marks.place)
            naturals = float(left[hidden]) - (2 + removed) * (hidden == self.pair) - gone * (hidden == marks.place)
            naturals -= pairs * (hidden == self.pair) + marked * (hidden == marks.place)
        # The hole card is of the pair's value, marked, or something else that makes no natural.
        others_left = unseen - pairs - marked
        either = np.prod(others_left - np.arange(others))
        neither = np.prod(others_left - 1 - np.arange(others))
        weights = in_hole[0] * either, in_hole[1] * either, (others_left - naturals) * neither
        every = sum(weights) * (unseen - 1 - others)
        pi = (sum(weights) * pairs - weights[0]) / every
        mu = (sum(weights) * counted - weights[1] * (counted > 0)) / every
        return float(pi), float(mu)

    @cached_property
    def _hands(self) -> dict[bool, Floats]:
        """By whether marked second cards are traded: kinds × (not paired, paired) × removed × gone × features."""
        seconds = [self._by_second_card(number) for number in range(len(self._plain.kinds))]
        return {trades: np.stack([self._from(one, trades) for one in seconds]) for trades in (True, False)}

    def _from(self, seconds: tuple[Floats, Floats], trades: bool) -> Floats:
        by_second, kept = seconds
        first = np.zeros((1, 10), dtype=np.int64)
        first[0, self.pair] = 1
        left = unseen_by(self.against, self.marks, first, self.pair, tuple(range(1, LEVELS + 1)))
        draw, marked = self.against.cards.draws.next_card(left)[:, :, 0], marked_share(self.marks, left)[:, :, 0, 0]
        place, pair = self.marks.place, self.pair
        values = by_second.copy()
        if not self.marks.trades:
            values[:, :, place] = lit(by_second[:, :, place])
        elif trades:
            draw[..., place] *= 1 - marked
        else:
            share = marked[..., None]
            values[:, :, place] = (1 - share) * by_second[:, :, place] + share * kept[:, :, place]
        paired = values[:, :, pair]
        draw[..., pair] = 0.0
        weight = np.maximum(draw.sum(axis=-1, keepdims=True), 1e-300)
        return np.stack([np.einsum("arj,arjf->arf", draw / weight, values), paired])

    def _by_second_card(self, number: int) -> tuple[Floats, Floats]:
        """removed × gone × 10 × features: a hand by its second card, and if that is a marked card that is kept."""
        levels = LEVELS if self._plain.cards.few else SMOOTH.shape[1]
        decided, family = self._chosen[number][0], self._family
        assert decided.plays is not None  # all three are chosen
        assert decided.hit is not None
        assert decided.double is not None
        places = reached(family.after, decided.plays[None], family.begun)
        options = options_for(self.against.tables, family)
        kind = self._plain.kinds[number]
        group, where = group_of(self.against, family, options.masks((kind,))[0], options.natural, places)
        given = Decided(decided.plays[places], decided.hit[places], decided.double[places])
        left = cards_left(self.against, self.marks, group.cards, self.pair, tuple(range(1, levels + 1)))
        found = LitHands(group, left, self._nets(kind), self.marks, given).values
        begun = where[family.begun]
        plain, kept = found[:, :, 0, begun], found[:, :, min(1, self.marks.kept - 1), begun]
        if levels == LEVELS:
            return plain, kept
        first, second = (np.concatenate([one, np.tensordot(SMOOTH, one, axes=(1, 0))]) for one in (plain, kept))
        return first, second

    def _nets(self, kind: str) -> Nets:
        return self.against.nets((kind,))

    @cached_property
    def _chosen(self) -> list[tuple[Decided, float]]:
        """For each kind of stake, chosen with one other card of the pair removed and no marked card gone, with about
        what a hand of it is worth."""
        return [self._choose(kind) for kind in self._plain.kinds]

    def _choose(self, kind: str) -> tuple[Decided, float]:
        family = self._family
        every = np.ones(len(family.hands), dtype=np.bool_)
        if self._main:
            return Decided(self._plain.policy(kind), every, every), np.inf
        places, options = first_places(self.against.tables, family), options_for(self.against.tables, family)
        group, where = group_of(self.against, family, options.masks((kind,))[0], options.natural, places)
        quick = self.marks._replace(quick=True, most=2)
        found = LitHands(group, self._as_if_none_gone(group.cards, quick), self._nets(kind), quick, Decided())
        at = np.flatnonzero(where >= 0)
        plays, hit, double = np.full(len(every), -1), ~every, ~every
        plays[at] = found.plays[0, 0, 0, where[at]]
        hit[at] = found.traded[Plays.HIT][0, 0, 0, where[at]]
        doubles = found.traded[Plays.DOUBLE] | found.traded[Plays.FREE_DOUBLE]
        double[at] = doubles[0, 0, 0, where[at]]
        draw = self._plain.cards.second_cards[0, 0]
        begun = found.values[0, 0, 0, where[family.begun]]
        return Decided(plays, hit, double), float(draw @ quick.score(begun))

    def _as_if_none_gone(self, cards: Ints, marks: Marks) -> CardsLeft:
        """The dealer and the next card do not change with trades: enough to choose a policy, and quick."""
        alone = cards_left(self.against, marks._replace(number=0.0), cards, self.pair, (1,))
        chances, draw = (np.repeat(one[:, :1], marks.gone, axis=1) for one in (alone.chances, alone.draw))
        return CardsLeft(chances, draw, marked_share(marks, unseen_by(self.against, marks, cards, self.pair, (1,))))


def together(one: Floats, other: Floats) -> Floats:
    """Two hands, as if their lights were independent; net and mean do not need that."""
    found = np.empty_like(one)
    found[NET], found[LIGHTS] = one[NET] + other[NET], one[LIGHTS] + other[LIGHTS]
    counts = np.convolve(one[NONE:], other[NONE:])
    most = len(one) - NONE
    found[NONE:] = counts[:most]
    found[-1] += counts[most:].sum()
    return found


def split_plays_of(rules: list[SplitRule], marks: Marks, pair: int) -> list[SplitPlay]:
    """Every way to split a pair. Whoever splits a pair of the marked value trades marked second cards."""
    both = (True, False) if marks.trades and pair != marks.place else (marks.trades,)
    return [SplitPlay(rule, trades) for rule, trades in product(rules, both)]
