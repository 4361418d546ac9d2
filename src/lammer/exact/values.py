"""Values of hands and pairs against one up card under a strategy."""

from collections.abc import Callable, Hashable, Iterator
from copy import copy
from functools import cached_property, partial
from typing import Any, TypeVar

import numpy as np

from lammer.exact.compositions import UNSPLIT, Family, two_card_places
from lammer.exact.hands import Floats, Ints
from lammer.exact.kernels import reached
from lammer.exact.play import Play, may_keep, split_stakes
from lammer.exact.play_kernels import begun_values
from lammer.exact.shared_chances import SharedChances
from lammer.exact.split_cards import SplitCards
from lammer.exact.splits import LEVELS, Begun, SplitRule, share_table
from lammer.exact.stakes import OWN
from lammer.exact.unseen import UnseenCards
from lammer.exact.up_card import Against, HandValues, options_for
from lammer.rule_tables.tables import RuleTables
from lammer.rules.shoe_cards import ShoeCards

SMOOTH = np.array([[-1.0, 4.0, -6.0, 4.0], [-4.0, 15.0, -20.0, 10.0]])
"""The value of a hand with 5 and 6 further cards of the pair removed, from its values with 1 … 4 (Newton's forward
differences). In a large shoe the value is so smooth in that number that this changes an edge by less than 1e-13."""
MOST_KNOWN = 4_000
"""Values that are kept for an up card; a server whose users change rules all day would keep more and more."""
Found = TypeVar("Found")


class SplitHands:
    """Hands from splits of one pair, under one policy for each kind of stake."""

    def __init__(self, against: Against, pair: int, play: Play) -> None:
        self.against, self.pair = against, pair
        self._cases = against.split_cards(pair)
        self.kinds = tuple(sorted({OWN, *split_stakes(against, pair + 1), against.pays.paid_stake}))
        """The kinds of stake that such a hand can have."""
        self._family, self.play = against.grid.families[pair], play

    @cached_property
    def key(self) -> Hashable:
        """All that the worth of these hands depends on, but the cards."""
        ranks = self.against.tens.by_rank if self.against.pairs_by_rank(self.pair) else ()
        return self.play, self.pair, self.kinds, ranks, self.against.content(self.pair, self.kinds)

    def policy(self, kind: str) -> Ints:
        """Chosen with one other card of the pair removed, whatever the number of hands becomes."""
        policy: Ints = self._policies[self.kinds.index(kind)] if kind in self.kinds else self._policies_of((kind,))[0]
        return policy

    @cached_property
    def _policies(self) -> Ints:
        """kinds × hands."""
        return self._policies_of(self.kinds)

    def _policies_of(self, kinds: tuple[str, ...]) -> Ints:
        places = first_places(self.against.tables, self._family)
        return self.play.policies(self.against.situation(self._family.pair, 1, places), kinds)

    def split_worth(self, rule: SplitRule, begun: Begun | None = None) -> float:
        """Expected worth of all hands of a split pair together; of those that come of one that has ``begun``
        elsewhere."""
        return sum(
            chance * float((share_table(cards, rule, self.kinds, begun) * worths).sum())
            for (chance, cards), worths in zip(self._cases, self._worths, strict=True)
        )

    @property
    def cards(self) -> SplitCards:
        """What is unseen. Raises NotAnalysed if that depends on the rank of the pair."""
        return self.against.one_split(self.pair)

    def number(self, rule: SplitRule) -> dict[str, float]:
        """The expected number of hands of each kind of stake that comes up."""
        tables = [chance * share_table(cards, rule, self.kinds) for chance, cards in self._cases]
        numbers = np.sum(tables, axis=0).sum(axis=(1, 2)).tolist()
        return {kind: number for kind, number in zip(self.kinds, numbers, strict=True) if number > 0}

    @cached_property
    def _worths(self) -> list[Floats]:
        """For every case, kinds × 2 × removed: worth of a hand that begins with the pair's card, by whether its second
        card is another one, when 1, 2, … further cards of the pair are removed."""
        return [np.einsum("krc,prc->kpr", self.by_second_card, cards.second_cards) for _, cards in self._cases]

    @cached_property
    def by_second_card(self) -> Floats:
        """kinds × removed × 10: worth of a hand by its second card."""
        # Strategies that agree about a pair share what it is worth.
        known, key = self.against.by_second_card, (self.pair, self.kinds, self._policies.tobytes())
        if key not in known:
            known[key] = self._second_cards()
        return known[key]

    @cached_property
    def _places(self) -> Ints:
        """The hands that the policies can come to."""
        places: Ints = reached(self._family.after, self._policies, self._family.begun)
        return places

    @property
    def _sets(self) -> Ints:
        """removed × hands: the card sets with 1, 2, … further cards of the pair removed."""
        return self._family.sets[1 : 1 + (LEVELS if self._cases[0][1].few else SMOOTH.shape[1])]

    def card_sets(self) -> Ints:
        """All card sets that the worth of these hands needs."""
        return self._sets[:, self._places].ravel()

    def _second_cards(self) -> Floats:
        against, family, places, sets = self.against, self._family, self._places, self._sets
        against.cards.learn(self.card_sets())
        levels = len(sets)
        found, value = np.empty((len(self.kinds), levels, 10)), np.empty((len(family.hands), len(self.kinds)))
        begun_values(
            places, sets, options_for(against.tables, family).hands, against.cards.tables,
            against.nets(self.kinds), self._policies, value, family.begun,
            found,
        )  # fmt: skip
        return found if levels == LEVELS else np.concatenate([found, SMOOTH @ found], axis=1)


def first_places(tables: RuleTables, family: Family) -> Ints | None:
    """Split hands that take one card only, as aces often do, are never played on: two-card hands will do."""
    drawn_to = family.pair == UNSPLIT or options_for(tables, family).drawn_to
    return None if drawn_to else np.flatnonzero(family.two)


class Worth:
    """First hands against one up card, given that the dealer has shown no natural."""

    def __init__(self, against: Against, play: Play) -> None:
        self.against, self.play = against, play
        self._family = against.grid.families[UNSPLIT]
        self._split_hands: dict[int, SplitHands] = {}
        self._split_worths: dict[int, dict[SplitRule, float]] = {}
        self._known: dict[Hashable, Any] = against.cards.worths if play.shared else {}
        """Values by all that they depend on, but the cards."""
        self._memory: dict[tuple[object, ...], Floats] = {}
        self._first_hands_known = False

    @cached_property
    def first(self) -> HandValues:
        self._learn_first_hands()
        return self.against.situation(UNSPLIT, 0)

    def _learn_first_hands(self) -> None:
        """Card sets of unsplit hands, and of split hands with one other card of the pair removed, in one go."""
        if self._first_hands_known:
            return
        self._first_hands_known = True
        sets = [self._family.sets[0]]
        for pair in range(10) if self.against.tables.legality.maximum_hands > 1 else ():
            family = self.against.grid.families[pair]
            places = first_places(self.against.tables, family)
            sets.append(family.sets[1] if places is None else family.sets[1][places])
        self.against.cards.learn(np.concatenate(sets))

    def learn_splits(self) -> None:
        """Card sets of the hands from all pairs that the strategy may split, in one go; those whose worth is known need
        none."""
        pairs = [value for value in range(1, 11) if self._has_unknown_split(value)]
        if pairs:
            self._learn_first_hands()
            self.against.cards.learn(np.concatenate([self.split_hands(value).card_sets() for value in pairs]))

    @cached_property
    def policy(self) -> Ints:
        policy: Ints = self.play.policies(self.first, (OWN,))[0]
        return policy

    @cached_property
    def unsplit(self) -> Floats:
        """Value of every hand that is not split."""
        return self.first.values(OWN, self.policy)

    def place(self, first: int, second: int) -> int:
        return int(self._family.place[self.against.grid.hands.of(first, second)])

    def of(self, first: int, second: int) -> float:
        """Value of the first two cards, split if the strategy splits them."""
        rule = self.split_rule(first) if first == second else None
        if rule is None:
            return self.unsplit_worth(first, second)
        split = self._split_worths[first][rule]
        if not self.against.pairs_by_rank(first - 1):
            return split
        same = self.against.tens.same_rank
        return same * split + (1 - same) * self.unsplit_worth(first, second)

    def unsplit_worth(self, first: int, second: int) -> float:
        return float(self.two_cards[first - 1, second - 1])

    @cached_property
    def two_cards(self) -> Floats:
        """10 × 10: value of every two cards if they are not split."""
        places = two_card_places(self.against.grid.limit)
        values: Floats = self._once(self.unsplit_key, lambda: self.unsplit[places])
        return values

    @cached_property
    def unsplit_key(self) -> Hashable:
        """All that the value of hands that are not split depends on, but the cards."""
        return self.play, self.against.content(UNSPLIT, (OWN,))

    def split_rule(self, value: int) -> SplitRule | None:
        """The split of a pair by the strategy; None if it keeps the pair."""
        worths = self.split_worths(value)
        if not worths:
            return None
        best = max(worths, key=lambda rule: worths[rule])
        may_stay = self.play.may_stay and may_keep(self.against, value)
        keeps = may_stay and self.unsplit_worth(value, value) >= worths[best]
        return None if keeps else best

    def split_worths(self, value: int) -> dict[SplitRule, float]:
        """Value of each possible split of a pair."""
        if value not in self._split_worths:
            rules, hands = self.play.split_rules(self.against, value), self.split_hands(value)
            self._split_worths[value] = {
                rule: self._once((hands.key, rule), partial(hands.split_worth, rule)) for rule in rules
            }
        return self._split_worths[value]

    def _has_unknown_split(self, value: int) -> bool:
        rules = self.play.split_rules(self.against, value)
        return any((self.split_hands(value).key, rule) not in self._known for rule in rules)

    def _once(self, key: Hashable, work: Callable[[], Found]) -> Found:
        """A value that a game with other rules may have computed."""
        found: Found | None = self._known.get(key)
        if found is None:
            found = work()
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = found
        return found

    def split_hands(self, value: int) -> SplitHands:
        """Hands from splits of a pair under this strategy."""
        if value not in self._split_hands:
            self._split_hands[value] = SplitHands(self.against, value - 1, self.play)
        return self._split_hands[value]

    def remembered(self, key: tuple[object, ...], work: Callable[[], Floats]) -> Floats:
        """A value that is computed once for this up card."""
        if key not in self._memory:
            self._memory[key] = work()
        return self._memory[key]


class Game:
    """Rules, a shoe and a strategy: the worth of hands against every up card the shoe holds, worked out once. ``known``
    is the shoe by card, if that is known."""

    def __init__(self, tables: RuleTables, shoe: Floats, play: Play, known: ShoeCards | None = None) -> None:
        self.tables, self.shoe, self.play, self._known = tables, shoe, play, known

    @cached_property
    def worths(self) -> list[Worth]:
        """By up card."""
        ups = [up for up in range(1, 11) if self.shoe[up - 1] >= 1]
        return [Worth(Against(self.tables, up, self.shoe, self._known), self.play) for up in ups]

    def without(self, value: int, known: ShoeCards | None = None) -> "Game":
        """The same rules and play, from the shoe without a card of this value; ``known`` is that shoe by card. Both
        games share the dealer's chances where the same cards are left."""
        other = copy(self)
        other.shoe = self.shoe - (np.arange(1, 11) == value)
        other.worths = [
            Worth(Against(self.tables, cards.up, other.shoe, known, cards), self.play)
            for cards in self._cards_of(other.shoe)
        ]
        return other

    def _cards_of(self, shoe: Floats) -> Iterator[UnseenCards]:
        """What is unseen in a shoe that lacks a few cards, by up card."""
        for shared in self._shared:
            if shoe[shared.up - 1] >= 1:
                yield UnseenCards(shared.rule, self.worths[0].against.grid, shared.up, shoe, shared)

    @cached_property
    def _shared(self) -> list[SharedChances]:
        """By up card; games without a few cards have that of the whole shoe."""
        return [worth.against.cards.shared() for worth in self.worths]

    def played_by(self, play: Play) -> "Game":
        """The same rules and shoe under another strategy. The dealer does not depend on how hands are played, so
        both games share its chances."""
        other = copy(self)
        other.play, other.worths = play, [Worth(worth.against, play) for worth in self.worths]
        return other
