"""Values of hands and pairs against one up card under a strategy."""

from collections.abc import Callable
from copy import copy
from functools import cached_property

import numpy as np

from lammer.exact.compositions import UNSPLIT, Family
from lammer.exact.hands import Floats, Ints
from lammer.exact.kernels import reached
from lammer.exact.play import Play, split_stakes
from lammer.exact.play_kernels import begun_values
from lammer.exact.splits import SplitRule, split_worth
from lammer.exact.stakes import OWN
from lammer.exact.up_card import Against, HandValues, options_for
from lammer.rule_tables.plays import Play as Plays
from lammer.rule_tables.tables import RuleTables


class SplitHands:
    """Hands from splits of one pair, under one policy for each kind of stake."""

    def __init__(self, against: Against, pair: int, play: Play) -> None:
        self.against, self.pair = against, pair
        self.cards = against.cards.split(pair)
        self._family, self._play = against.grid.families[pair], play
        self._policies: dict[str, Ints] = {}
        self._begun: dict[str, Floats] = {}
        self._worths: dict[tuple[str, bool, int], float] = {}

    def policy(self, kind: str) -> Ints:
        """Chosen with one other card of the pair removed, whatever the number of hands becomes."""
        if kind not in self._policies:
            places = first_places(self.against.tables, self._family)
            self._policies[kind] = self._play.policy(self.against.situation(self._family.pair, 1, places), kind)
        return self._policies[kind]

    def worth(self, kind: str, paired: bool, removed: int) -> float:
        """Worth of a hand that begins with the pair's card, given whether its second card is another of them."""
        if (kind, paired, removed) not in self._worths:
            of_card = self._by_second_card(kind)[removed - 1]
            self._worths[kind, paired, removed] = float(of_card @ self.cards.second_card(removed, paired))
        return self._worths[kind, paired, removed]

    @cached_property
    def _places(self) -> Ints:
        """Hands that can come up whatever the stake; the dealer is worked out for all of them together."""
        kinds = {OWN, *split_stakes(self.against, self.pair + 1), self.against.pays.paid_stake}
        seen = [reached(self._family.after, self.policy(kind), self._family.begun) for kind in kinds]
        return np.unique(np.concatenate(seen))

    def _by_second_card(self, kind: str) -> Floats:
        """removed × 10: worth of a hand by its second card, when 1, 2, … further cards of the pair are removed."""
        if kind not in self._begun:
            against, family, sets = self.against, self._family, self._family.sets[1:]
            against.cards.learn(sets[:, self._places].ravel())
            self._begun[kind] = begun_values(
                self._places, sets, options_for(against.tables, family).hands, against.cards.tables,
                against.pays.nets(kind, against.cards.classes), self.policy(kind), family.begun,
            )  # fmt: skip
        return self._begun[kind]


def first_places(tables: RuleTables, family: Family) -> Ints | None:
    """Split hands that take one card only, as aces often do, are never played on: two-card hands will do."""
    drawn_to = family.pair == UNSPLIT or options_for(tables, family).legal(OWN)[Plays.HIT].any()
    return None if drawn_to else np.flatnonzero(family.two)


class Worth:
    """First hands against one up card, given that the dealer has shown no natural."""

    def __init__(self, against: Against, play: Play) -> None:
        self.against, self.play = against, play
        self._family = against.grid.families[UNSPLIT]
        self._split_hands: dict[int, SplitHands] = {}
        self._split_worths: dict[int, dict[SplitRule, float]] = {}
        self._memory: dict[tuple[object, ...], Floats] = {}

    @cached_property
    def first(self) -> HandValues:
        self._learn_first_hands()
        return self.against.situation(UNSPLIT, 0)

    def _learn_first_hands(self) -> None:
        """Card sets of unsplit hands, and of split hands with one other card of the pair removed, in one go."""
        sets = [self._family.sets[0]]
        for pair in range(10) if self.against.tables.legality.maximum_hands > 1 else ():
            family = self.against.grid.families[pair]
            places = first_places(self.against.tables, family)
            sets.append(family.sets[1] if places is None else family.sets[1][places])
        self.against.cards.learn(np.concatenate(sets))

    @cached_property
    def policy(self) -> Ints:
        return self.play.policy(self.first, OWN)

    @cached_property
    def unsplit(self) -> Floats:
        """Value of every hand that is not split."""
        return self.first.values(OWN, self.policy)

    def place(self, first: int, second: int) -> int:
        return int(self._family.place[self.against.grid.hands.of(first, second)])

    def of(self, first: int, second: int) -> float:
        """Value of the first two cards, split if the strategy splits them."""
        rule = self.split_rule(first) if first == second else None
        return self.unsplit_worth(first, second) if rule is None else self._split_worths[first][rule]

    def unsplit_worth(self, first: int, second: int) -> float:
        return float(self.unsplit[self.place(first, second)])

    def split_rule(self, value: int) -> SplitRule | None:
        """The split of a pair by the strategy; None if it keeps the pair."""
        worths = self.split_worths(value)
        if not worths:
            return None
        best = max(worths, key=lambda rule: worths[rule])
        keeps = self.play.may_stay and self.unsplit_worth(value, value) >= worths[best]
        return None if keeps else best

    def split_worths(self, value: int) -> dict[SplitRule, float]:
        """Value of each possible split of a pair."""
        if value not in self._split_worths:
            hands = self.split_hands(value)
            rules = self.play.split_rules(self.against, value)
            self._split_worths[value] = {rule: split_worth(hands.cards, rule, hands.worth) for rule in rules}
        return self._split_worths[value]

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
    """Rules, a shoe and a strategy: the worth of hands against every up card the shoe holds, worked out once."""

    def __init__(self, tables: RuleTables, shoe: Floats, play: Play) -> None:
        self.tables, self.shoe, self.play = tables, shoe, play
        self.worths = [Worth(Against(tables, up, shoe), play) for up in range(1, 11) if shoe[up - 1] >= 1]

    def played_by(self, play: Play) -> "Game":
        """The same rules and shoe under another strategy. The dealer does not depend on how hands are played, so
        both games share its chances."""
        other = copy(self)
        other.play, other.worths = play, [Worth(worth.against, play) for worth in self.worths]
        return other
