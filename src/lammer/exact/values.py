"""What hands and pairs are worth against one up card when they are played by some strategy."""

from collections.abc import Callable
from copy import copy
from functools import cached_property

import numpy as np

from lammer.exact.compositions import UNSPLIT, Family, grid_for
from lammer.exact.hands import Floats, Ints
from lammer.exact.kernels import reached, worth_of
from lammer.exact.play import Play, split_stakes
from lammer.exact.splits import SplitCards, SplitRule, split_worth
from lammer.exact.stakes import OWN
from lammer.exact.up_card import Against, HandValues, options_for
from lammer.rule_tables.plays import Play as Plays
from lammer.rule_tables.tables import RuleTables


class SplitHands:
    """Hands from splits of one pair, under one policy for each kind of stake."""

    def __init__(self, against: Against, pair: int, play: Play) -> None:
        self.against, self.pair = against, pair
        self._family, self._play = against.grid.families[pair], play
        self._policies: dict[str, Ints] = {}
        self._situations: dict[int, HandValues] = {}
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
            begun = self._family.begun
            of_card = np.where(begun >= 0, self._values(kind, removed)[begun], self.against.pays.broke(kind))
            for either in (True, False):
                self._worths[kind, either, removed] = float(of_card @ self.second_card(removed, either))
        return self._worths[kind, paired, removed]

    def second_card(self, removed: int, paired: bool) -> Floats:
        """Chances of a hand's second card when ``removed`` more of the pair are elsewhere, given whether it is one."""
        left = self.against.unseen.copy()
        left[self.pair] -= 1 + removed
        draw = self.against.next_card(np.maximum(left, 0.0))
        draw *= (np.arange(10) == self.pair) == paired
        weight = float(draw.sum())
        if weight > 0:
            draw /= weight
        elif paired:  # no card of the pair is left: what the hand would be worth carries no weight
            draw[self.pair] = 1.0
        return draw

    @cached_property
    def _places(self) -> Ints:
        """Hands that can come up whatever the stake; the dealer is worked out for all of them together."""
        kinds = {OWN, *split_stakes(self.against, self.pair + 1), self.against.pays.paid_stake}
        seen = [reached(self._family.after, self.policy(kind), self._family.begun) for kind in kinds]
        places = np.unique(np.concatenate(seen))
        self.against.learn(np.concatenate([sets[places] for sets in self._family.sets[1:]]))
        return places

    def _values(self, kind: str, removed: int) -> Floats:
        if removed not in self._situations:
            self._situations[removed] = self.against.situation(self._family.pair, removed, self._places)
        here, policy = self._situations[removed], self.policy(kind)
        places = reached(self._family.after, policy, self._family.begun)
        values: Floats = worth_of(
            places, self._family.after, here.draw, here.plays(kind), policy, here.pays.broke(kind)
        )
        return values


def first_places(tables: RuleTables, family: Family) -> Ints | None:
    """Split hands that take one card only, as aces often do, are never played on: two-card hands will do."""
    drawn_to = family.pair == UNSPLIT or options_for(tables, family).legal(OWN)[Plays.HIT].any()
    return None if drawn_to else np.flatnonzero(family.two)


class Worth:
    """First hands against one up card, given that the dealer has shown no natural."""

    def __init__(self, against: Against, play: Play) -> None:
        self.against, self.play = against, play
        self._family = against.grid.families[UNSPLIT]
        self._split_worths: dict[int, dict[SplitRule, float]] = {}
        self._memory: dict[tuple[object, ...], Floats] = {}

    @cached_property
    def first(self) -> HandValues:
        self._learn_first_hands()
        return self.against.situation(UNSPLIT, 0)

    def _learn_first_hands(self) -> None:
        """Card sets of unsplit hands, and of split hands with one other card of the pair removed, in one go."""
        sets = [self._family.sets[0]]
        for pair in range(10) if self.against.tables.legality.most_hands > 1 else ():
            family = self.against.grid.families[pair]
            places = first_places(self.against.tables, family)
            sets.append(family.sets[1] if places is None else family.sets[1][places])
        self.against.learn(np.concatenate(sets))

    @cached_property
    def policy(self) -> Ints:
        return self.play.policy(self.first, OWN)

    @cached_property
    def unsplit(self) -> Floats:
        """Worth of every hand that is not split."""
        places = np.arange(len(self._family.hands))
        values: Floats = worth_of(
            places,
            self._family.after,
            self.first.draw,
            self.first.plays(OWN),
            self.policy,
            self.against.pays.broke(OWN),
        )
        return values

    def place(self, first: int, second: int) -> int:
        return int(self._family.place[self.against.grid.hands.of(first, second)])

    def of(self, first: int, second: int) -> float:
        """Worth of two first cards, split if the strategy splits them."""
        rule = self.split_rule(first) if first == second else None
        return self.unsplit_worth(first, second) if rule is None else self._split_worths[first][rule]

    def unsplit_worth(self, first: int, second: int) -> float:
        return float(self.unsplit[self.place(first, second)])

    def split_rule(self, value: int) -> SplitRule | None:
        """How the strategy splits a pair; None when it keeps it."""
        worths = self.split_worths(value)
        if not worths:
            return None
        best = max(worths, key=lambda rule: worths[rule])
        keeps = self.play.may_stay and self.unsplit_worth(value, value) >= worths[best]
        return None if keeps else best

    def split_worths(self, value: int) -> dict[SplitRule, float]:
        """Worth of each way the strategy may split a pair."""
        if value not in self._split_worths:
            cards, hands = SplitCards(self.against, value - 1), SplitHands(self.against, value - 1, self.play)
            rules = self.play.split_rules(self.against, value)
            self._split_worths[value] = {rule: split_worth(cards, rule, hands.worth) for rule in rules}
        return self._split_worths[value]

    def remembered(self, key: tuple[object, ...], work: Callable[[], Floats]) -> Floats:
        """Something worked out once for this up card."""
        if key not in self._memory:
            self._memory[key] = work()
        return self._memory[key]


class Game:
    """Rules, a shoe and a strategy: the worth of hands against every up card the shoe holds, worked out once."""

    def __init__(self, tables: RuleTables, shoe: Floats, play: Play) -> None:
        self.tables, self.shoe, self.play = tables, shoe, play
        grid = grid_for(tables.limit, max(2, tables.legality.most_hands))
        self.worths = [Worth(Against(tables, grid, up, shoe), play) for up in range(1, 11) if shoe[up - 1] >= 1]

    def played_by(self, play: Play) -> "Game":
        """The same rules and shoe under another strategy. The dealer does not depend on how hands are played, so
        both games share its chances."""
        other = copy(self)
        other.play, other.worths = play, [Worth(worth.against, play) for worth in self.worths]
        return other
