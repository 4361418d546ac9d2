"""The value of every two cards against an up card, for every two cards of the other hand of the box.

Games that are dealt from one shoe by one dealer are valued together: what their rules leave alike is computed once, for
example the hands that are not split if the rules differ only in splits. ``values.Worth`` computes the same for one game
and one shoe.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from lammer.exact.compositions import TWO_CARDS
from lammer.exact.dealer import DealerRule
from lammer.exact.hands import Bools, Floats
from lammer.exact.play import Play, may_keep
from lammer.exact.removal_values import Removal, Removals
from lammer.exact.round import natural_results
from lammer.exact.splits import SplitRule, share_table
from lammer.exact.stakes import NUMBERS, OWN
from lammer.exact.up_card import Against
from lammer.exact.values import SplitHands, Worth
from lammer.rule_tables import ends
from lammer.rule_tables.dealing import Dealing
from lammer.rule_tables.tables import RuleTables


class Played(NamedTuple):
    """Rules and how hands are played."""

    tables: RuleTables
    play: Play


class TwoCardValues(NamedTuple):
    """After the dealer's check, by values less 1 (first and second card, the two cards of the other hand): the value of
    the hand if it is no natural, and if a natural of the deal counts as one. ``lost`` is its value if the check finds a
    natural. Hands that the shoe does not hold are worth 0."""

    plain: Floats
    dealt: Floats
    lost: Floats


Naturals = dict[tuple[int, int], tuple[float, float]]
"""The value of a dealt natural after the dealer's check, and if the check finds a natural."""


def two_card_values(up: int, shoe: Floats, games: Sequence[Played]) -> list[TwoCardValues]:
    """Against one up card, for each game."""
    found: dict[int, TwoCardValues] = {}
    for alike in _by_dealer(up, games):
        found |= dict(zip(alike, Dealt(up, shoe, [games[number] for number in alike]).values(), strict=True))
    return [found[number] for number in range(len(games))]


def _by_dealer(up: int, games: Sequence[Played]) -> list[list[int]]:
    """The numbers of the games, those together whose dealer draws alike under this up card."""
    found: dict[Hashable, list[int]] = defaultdict(list)
    for number, (tables, _) in enumerate(games):
        found[_dealer(tables, up), tables.limit].append(number)
    return list(found.values())


def _dealer(tables: RuleTables, up: int) -> DealerRule:
    return DealerRule(tables.dealing.drawing, tables.dealing.peeks[up])


class Dealt:
    """Games that are dealt from one shoe by one dealer, against one up card. The first axis of arrays is that of the
    removals."""

    def __init__(self, up: int, shoe: Floats, games: Sequence[Played]) -> None:
        self._up, tables = up, games[0].tables
        self._removals = Removals(_dealer(tables, up), tables.limit, up, shoe)
        self._worths = [Worth(Against(tables, up, shoe, cards=self._removals.cards), play) for tables, play in games]
        """Of each game, for its rules and its play."""
        self._found: dict[Hashable, Floats] = {}
        """By all that a value depends on, beside the cards."""
        self._naturals: dict[Hashable, list[Naturals]] = {}

    def values(self) -> list[TwoCardValues]:
        """For each game."""
        return [self._values(worth) for worth in self._worths]

    def _values(self, worth: Worth) -> TwoCardValues:
        values = TwoCardValues(*(np.zeros((10,) * 4) for _ in TwoCardValues._fields))
        if not self._removals.all:
            return values
        plain = self._once(worth.unsplit_key, lambda: self._removals.two_cards(worth)).copy()
        for value in range(1, 11):
            if worth.play.split_rules(worth.against, value):
                plain[:, value - 1, value - 1] = self._pair(worth, value, plain[:, value - 1, value - 1])
        dealt, lost = plain.copy(), np.full(plain.shape, worth.against.pays.lost_to_natural())
        for at, naturals in enumerate(self._naturals_of(worth)):
            for (first, second), natural in naturals.items():
                place = [first - 1, second - 1], [second - 1, first - 1]
                dealt[at][place], lost[at][place] = natural
        ones, others = np.array([removal.two for removal in self._removals.all]).T - 1
        for array, by_removal in zip(values, (plain, dealt, lost), strict=True):
            held = np.where(self._possible, by_removal, 0.0).transpose(1, 2, 0)
            array[:, :, ones, others] = array[:, :, others, ones] = held
        return values

    def _once(self, key: Hashable, work: Callable[[], Floats]) -> Floats:
        if key not in self._found:
            self._found[key] = work()
        return self._found[key]

    @cached_property
    def _possible(self) -> Bools:
        """removals × 10 × 10: whether the shoe holds these two cards."""
        return np.stack([_possible(removal.cards.left) for removal in self._removals.all])

    def _pair(self, worth: Worth, value: int, kept: Floats) -> Floats:
        """The value of a pair that may be split, as ``Worth.of``."""
        hands, rules = worth.split_hands(value), worth.play.split_rules(worth.against, value)
        split: Floats = np.max([self._split_worth(worth, hands, rule) for rule in rules], axis=0)
        if worth.play.may_stay and may_keep(worth.against, value):
            split = np.maximum(split, kept)
        if not worth.against.pairs_by_rank(hands.pair):
            return split
        same = np.array([self._without(removal, worth).tens.same_rank for removal in self._removals.all])
        return same * split + (1 - same) * kept

    def _split_worth(self, worth: Worth, hands: SplitHands, rule: SplitRule) -> Floats:
        """The worth of all hands of a split pair."""
        if worth.against.pairs_by_rank(hands.pair):
            return self._split_worth_by_rank(worth, hands, rule)

        def work() -> Floats:
            worths: Floats = (self._shares(hands, rule) * self._worths_of(hands)).sum((1, 2, 3))
            return worths

        return self._once((hands.key, rule), work)

    def _worths_of(self, hands: SplitHands) -> Floats:
        """removals × kinds × 2 × removed: the worth of one split hand, by whether its second card makes a pair."""

        def work() -> Floats:
            seconds = self._removals.draws.split(hands.pair).second_cards
            worths: Floats = np.einsum("xkrc,xprc->xkpr", self._removals.by_second_card(hands), seconds)
            return worths

        return self._once(hands.key, work)

    def _shares(self, hands: SplitHands, rule: SplitRule) -> Floats:
        """removals × kinds × 2 × removed: how much of each such hand there is."""
        draws = self._removals.draws
        held = draws.left[:, hands.pair] >= 2
        return share_table(draws.split(hands.pair), rule, hands.kinds) * held[:, None, None, None]

    def _split_worth_by_rank(self, worth: Worth, hands: SplitHands, rule: SplitRule) -> Floats:
        """The same where the rank of the pair matters."""
        by_second_card = self._once(hands.key, lambda: self._removals.by_second_card(hands))

        def of(removal: Removal, seconds: Floats) -> float:
            cases = self._without(removal, worth).split_cards(hands.pair)
            worths = [np.einsum("krc,prc->kpr", seconds, cards.second_cards) for _, cards in cases]
            shares = [chance * share_table(cards, rule, hands.kinds) for chance, cards in cases]
            return sum(float((part * one).sum()) for part, one in zip(shares, worths, strict=True))

        return np.array([of(*both) for both in zip(self._removals.all, by_second_card, strict=True)])

    def _naturals_of(self, worth: Worth) -> list[Naturals]:
        """For each removal."""
        tables = worth.against.tables
        key = tables.dealing, tables.payoffs
        if key not in self._naturals:
            self._naturals[key] = [_dealt_naturals(self._without(removal, worth)) for removal in self._removals.all]
        return self._naturals[key]

    def _without(self, removal: Removal, worth: Worth) -> Against:
        """The rules of a game, from the shoe without a removal."""
        return Against(worth.against.tables, self._up, removal.shoe, cards=removal.cards)


def _possible(unseen: Floats) -> Bools:
    """10 × 10: whether the shoe holds these two cards."""
    both: Bools = (unseen[:, None] >= 1) & (unseen[None, :] >= 1 + np.eye(10))
    return both


def _dealt_naturals(against: Against) -> Naturals:
    possible = _possible(against.unseen)
    return {
        (first, second): natural_after_check(against, first, second)
        for first, second in _naturals(against.tables.dealing)
        if possible[first - 1, second - 1]
    }


@lru_cache(maxsize=64)
def _naturals(dealing: Dealing) -> list[tuple[int, int]]:
    """Values of two cards that are a natural, the lower one first."""
    return [two for two in TWO_CARDS if dealing.is_natural(*two)]


def natural_after_check(against: Against, first: int, second: int) -> tuple[float, float]:
    """The value of a dealt natural after the dealer's check, and if the check finds a natural."""
    total = sum(net * chance for net, chance in natural_results(against, first, second))
    pays = against.pays.natural(ends.NATURAL, NUMBERS[OWN])
    tie = against.cards.natural_chance(first, second) if against.peeks else 0.0
    met = pays.usual if pays.settled else pays.natural
    return ((total - tie * met) / (1 - tie) if tie < 1 else 0.0), met
