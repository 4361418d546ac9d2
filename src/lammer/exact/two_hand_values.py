"""The value of every two cards against an up card, for every two cards of the other hand of the box.

The cards of the other hand are removed from the shoe. Of all these shoes the dealer's chances are shared, and games
that are dealt from one shoe by one dealer are valued together: what their rules leave alike is computed once, for
example the hands that are not split if the rules differ only in splits.

The kernels value hands for one pair of removed cards after the other. The rest, splits and the choice between them, is
computed for all of them at once. ``values.Worth`` computes the same for one game and one shoe.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from lammer.cards.card import TEN
from lammer.exact.compositions import TWO_CARDS, UNSPLIT, grid_for, with_two_more
from lammer.exact.dealer import DealerRule
from lammer.exact.hands import Bools, Floats, Ints
from lammer.exact.play import Play, may_keep
from lammer.exact.round import natural_results
from lammer.exact.splits import LEVELS, SplitRule, share_table
from lammer.exact.stakes import NUMBERS, OWN
from lammer.exact.unseen import Draws, PartOfShoe, UnseenCards, WholeShoe, card_tables
from lammer.exact.up_card import Against, options_for
from lammer.exact.values import Worth
from lammer.rule_tables import ends
from lammer.rule_tables.dealing import Dealing
from lammer.rule_tables.tables import RuleTables


class Played(NamedTuple):
    """Rules and how hands are played."""

    tables: RuleTables
    play: Play


class HandValues(NamedTuple):
    """After the dealer's check, by values less 1 (first and second card, the two cards of the other hand): the value of
    the hand if it is no natural, and if a natural of the deal counts as one. ``lost`` is its value if the check finds a
    natural. Hands that the shoe does not hold are worth 0."""

    plain: Floats
    dealt: Floats
    lost: Floats


def hand_values(up: int, shoe: Floats, games: Sequence[Played]) -> list[HandValues]:
    """Against one up card, for each game."""
    found: dict[int, HandValues] = {}
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
    """Games that are dealt from one shoe by one dealer, against one up card."""

    def __init__(self, up: int, shoe: Floats, games: Sequence[Played]) -> None:
        self._limit, self._games = games[0].tables.limit, games
        self._removals: list[Removal] = []
        self._worths: list[Worth] = []
        """Of each game, for its rules and its play, which are the same for all removals."""
        self._unsplit: dict[Hashable, list[Floats]] = defaultdict(list)
        """10 × 10 for each removal: the values of two cards that are not split."""
        self._by_second_card: dict[Hashable, list[Floats]] = defaultdict(list)
        """kinds × removed × 10 for each removal: the values of split hands."""
        self._by_rank: dict[int, list[float]] = defaultdict(list)
        """For each removal the value of two tens, by the number of a game in which only tens of one rank are a pair."""
        self._splits: dict[Hashable, Floats] = {}
        """For each removal, of the splits of a pair: what all games with the same rules for them share."""
        rule, wider = _dealer(games[0].tables, up), with_two_more(self._limit)
        whole, grid = WholeShoe(rule, up, shoe, wider.sets), grid_for(self._limit)
        # For all removals: those that are done need theirs no more, and new memory takes longer than the copying.
        tables = card_tables(len(grid.sets), whole.classes)
        for two, numbers in zip(TWO_CARDS, wider.numbers, strict=True):
            left = shoe - np.bincount(two, minlength=11)[1:]
            if left.min() >= 0 and left[up - 1] >= 1:
                cards = UnseenCards(rule, grid, up, left, part=PartOfShoe(whole, numbers, tables))
                self._value_hands(two, left, cards)

    def _value_hands(self, two: tuple[int, int], shoe: Floats, cards: UnseenCards) -> None:
        worths = [Worth(Against(tables, cards.up, shoe, cards=cards), play) for tables, play in self._games]
        self._worths = self._worths or worths
        worths[0].learn_splits()  # in one go; the other games need few card sets more
        for key, number in self._unsplit_of.items():
            self._unsplit[key].append(worths[number].unsplit[_places(self._limit)])
        for key, (number, value) in self._splits_of.items():
            held = cards.left[value - 1] >= 2
            hands = worths[number].split_hands(value)
            self._by_second_card[key].append(hands.by_second_card if held else np.zeros((len(hands.kinds), LEVELS, 10)))
        for number, worth in enumerate(worths):
            if worth.against.pairs_by_rank(TEN - 1):
                self._by_rank[number].append(worth.of(TEN, TEN) if cards.left[TEN - 1] >= 2 else 0.0)
        self._removals.append(Removal(two, cards.left, cards.draws, [_dealt_naturals(worth) for worth in worths]))

    @cached_property
    def _unsplit_of(self) -> dict[Hashable, int]:
        """By what unsplit hands depend on: a game to which it applies."""
        return {_unsplit_key(worth): number for number, worth in enumerate(self._worths)}

    @cached_property
    def _splits_of(self) -> dict[Hashable, tuple[int, int]]:
        """By what split hands depend on: a game to which it applies, and the value of the pair."""
        return {
            _split_key(worth, value): (number, value)
            for number, worth in enumerate(self._worths)
            for value in _split_values(worth)
        }

    def values(self) -> list[HandValues]:
        """For each game."""
        return [self._values(number) for number in range(len(self._games))]

    def _values(self, number: int) -> HandValues:
        values = HandValues(*(np.zeros((10,) * 4) for _ in HandValues._fields))
        if not self._removals:
            return values
        worth = self._worths[number]
        plain = np.stack(self._unsplit[_unsplit_key(worth)])
        for value in _split_values(worth):
            plain[:, value - 1, value - 1] = self._pair(worth, value, plain[:, value - 1, value - 1])
        if number in self._by_rank:
            plain[:, TEN - 1, TEN - 1] = self._by_rank[number]
        for without, removal in zip(plain, self._removals, strict=True):
            _add(values, without, worth.against.pays.lost_to_natural(), removal, removal.naturals[number])
        return values

    def _pair(self, worth: Worth, value: int, kept: Floats) -> Floats:
        """By removal: the value of a pair that may be split, as ``Worth.of``."""
        key, rules = _split_key(worth, value), worth.play.split_rules(worth.against, value)
        kinds = worth.split_hands(value).kinds
        split: Floats = np.max([self._split_worth(key, value, rule, kinds) for rule in rules], axis=0)
        may_stay = worth.play.may_stay and may_keep(worth.against, value)
        return np.maximum(split, kept) if may_stay else split

    def _split_worth(self, key: Hashable, value: int, rule: SplitRule, kinds: tuple[str, ...]) -> Floats:
        """By removal: the worth of all hands of a split pair."""
        if (key, rule) not in self._splits:
            self._splits[key, rule] = (self._shares(value, rule, kinds) * self._worths_of(key, value)).sum((1, 2, 3))
        return self._splits[key, rule]

    def _worths_of(self, key: Hashable, value: int) -> Floats:
        """removals × kinds × 2 × removed: the worth of one split hand, by whether its second card makes a pair."""
        if key not in self._splits:
            seconds = np.stack([removal.draws.split(value - 1).second_cards for removal in self._removals])
            self._splits[key] = np.einsum("xkrc,xprc->xkpr", np.stack(self._by_second_card[key]), seconds)
        return self._splits[key]

    def _shares(self, value: int, rule: SplitRule, kinds: tuple[str, ...]) -> Floats:
        """removals × kinds × 2 × removed: how much of each such hand there is."""
        key = value, rule, kinds
        if key not in self._splits:
            none = np.zeros((len(kinds), 2, LEVELS))
            self._splits[key] = np.stack(
                [
                    share_table(one.draws.split(value - 1), rule, kinds) if one.unseen[value - 1] >= 2 else none
                    for one in self._removals
                ]
            )
        return self._splits[key]


class Removal(NamedTuple):
    """Two cards of the other hand, what is unseen without them, and for each game its naturals."""

    two: tuple[int, int]
    unseen: Floats
    draws: Draws
    naturals: list["Naturals"]


Naturals = dict[tuple[int, int], tuple[float, float]]
"""The value of a dealt natural after the dealer's check, and if the check finds a natural."""


def _split_values(worth: Worth) -> list[int]:
    """Values whose pairs may be split, unless the rank of a pair matters."""
    against = worth.against
    return [
        value
        for value in range(1, 11)
        if worth.play.split_rules(against, value) and not against.pairs_by_rank(value - 1)
    ]


def _unsplit_key(worth: Worth) -> Hashable:
    """All that the value of unsplit hands depends on, but the cards."""
    return worth.play, _content(worth.against, UNSPLIT, (OWN,))


def _split_key(worth: Worth, value: int) -> Hashable:
    """The same for the hands of a split pair."""
    kinds = worth.split_hands(value).kinds
    return worth.play, value, kinds, _content(worth.against, value - 1, kinds)


def _content(against: Against, pair: int, kinds: tuple[str, ...]) -> bytes:
    nets = against.pays.nets(kinds, against.cards.classes, against.boxes)
    return options_for(against.tables, against.grid.families[pair]).content(kinds, nets)


def _add(values: HandValues, plain: Floats, lost: float, removal: Removal, naturals: Naturals) -> None:
    """Adds 10 × 10 hands with the cards of a removal elsewhere, in either order."""
    possible, one, other = _possible(removal.unseen), removal.two[0] - 1, removal.two[1] - 1
    dealt, met = plain.copy(), np.full((10, 10), lost)
    for (first, second), (value, if_found) in naturals.items():
        place = [first - 1, second - 1], [second - 1, first - 1]
        dealt[place], met[place] = value, if_found
    for array, found in zip(values, (plain, dealt, met), strict=True):
        array[:, :, one, other] = array[:, :, other, one] = np.where(possible, found, 0.0)


@cache
def _places(limit: int) -> Ints:
    """10 × 10: the place of every two cards among the hands that are not split."""
    grid = grid_for(limit)
    place, of = grid.families[UNSPLIT].place, grid.hands.of
    return np.array([[int(place[of(first, second)]) for second in range(1, 11)] for first in range(1, 11)])


def _possible(unseen: Floats) -> Bools:
    """10 × 10: whether the shoe holds these two cards."""
    both: Bools = (unseen[:, None] >= 1) & (unseen[None, :] >= 1 + np.eye(10))
    return both


def _dealt_naturals(worth: Worth) -> Naturals:
    possible = _possible(worth.against.unseen)
    return {
        (first, second): natural_after_check(worth, first, second)
        for first, second in _naturals(worth.against.tables.dealing)
        if possible[first - 1, second - 1]
    }


@lru_cache(maxsize=64)
def _naturals(dealing: Dealing) -> list[tuple[int, int]]:
    """Values of two cards that are a natural, the lower one first."""
    return [two for two in TWO_CARDS if dealing.is_natural(*two)]


def natural_after_check(worth: Worth, first: int, second: int) -> tuple[float, float]:
    """The value of a dealt natural after the dealer's check, and if the check finds a natural."""
    against = worth.against
    total = sum(net * chance for net, chance in natural_results(against, first, second))
    pays = against.pays.natural(ends.NATURAL, NUMBERS[OWN])
    tie = against.cards.natural_chance(first, second) if against.peeks else 0.0
    met = pays.usual if pays.settled else pays.natural
    return ((total - tie * met) / (1 - tie) if tie < 1 else 0.0), met
