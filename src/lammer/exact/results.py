"""The result of a round: the probability of each net, the standard deviation, and the own money put at risk.

One hand against the dealer is exact. Hands of a split pair meet one dealer hand, and each takes cards from the others:
every two of them are taken together with the dealer exactly, so the expectation and the variance are exact however many
there are. For three and four hands the chance of each net result follows from those
pairs; what three hands have in common beyond that, an effect of the third order in 1 / cards, is left out.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, lcm, sqrt
from typing import NamedTuple

import numpy as np

from lammer.exact.bet_against import chances_against, mean_and_sd
from lammer.exact.classes import BUST_CLASS, NATURAL, PLAIN_CLASS
from lammer.exact.hands import Floats, Ints
from lammer.exact.kernels import reach_weights
from lammer.exact.pair_kernels import convolved
from lammer.exact.pays import Pays
from lammer.exact.refusals import TWO_HANDS, NotAnalysed
from lammer.exact.round import first_aces, natural_results, openings
from lammer.exact.split_outcomes import BROKE, End
from lammer.exact.split_pairs import Tables, Together
from lammer.exact.splits import SplitRule, endings
from lammer.exact.stakes import DOUBLED, FREE, FREE_DOUBLE, NUMBERS, OWN, PAID_DOUBLE
from lammer.exact.values import Game, Worth
from lammer.rule_tables import ends
from lammer.rule_tables.plays import Play

NOTHING = 1e-15
"""Chances below this are what rounding leaves of none."""


class Results(NamedTuple):
    """Net results of a round in original wagers with their probabilities, mean and standard deviation, and the own
    money put at risk on average."""

    chances: dict[float, float]
    mean: float
    sd: float
    at_risk: float


class Tally:
    """Chances of net results, gathered."""

    def __init__(self) -> None:
        self.chances: dict[float, float] = defaultdict(float)
        self.at_risk = 0.0

    def add(self, net: float, chance: float) -> None:
        self.chances[round(float(net), 9) + 0.0] += chance

    def add_all(self, other: "Tally") -> None:
        for net, chance in other.chances.items():
            self.chances[net] += chance
        self.at_risk += other.at_risk


def round_results(game: Game, on_progress: Callable[[], None] = lambda: None) -> Results:
    """One round from the game's shoe; ``on_progress`` is called after each of its up cards."""
    if game.tables.hands_per_box > 1:
        raise NotAnalysed(TWO_HANDS)
    if game.tables.against:
        against = chances_against(game.tables, game.shoe)
        return Results(against, *mean_and_sd(against), at_risk=1.0)
    return _results(game, on_progress)


def _results(game: Game, on_progress: Callable[[], None]) -> Results:
    def tallies() -> Iterator[Tally]:
        for worth in game.worths:
            yield tally_against(game, worth)
            on_progress()

    return results_from(game, tallies())


def tally_against(game: Game, worth: Worth) -> Tally:
    """All rounds with one up card."""
    tally = Tally()
    tally_up_card(game, worth, tally, _split)
    return tally


def results_from(game: Game, tallies: Iterable[Tally]) -> Results:
    """The results of a round from the tallies of all up cards."""
    tally = Tally()
    for net, chance in first_aces(game):
        tally.add(net, chance)
    for one in tallies:
        tally.add_all(one)
    mean = sum(net * chance for net, chance in tally.chances.items())
    variance = sum((net - mean) ** 2 * chance for net, chance in tally.chances.items())
    # From a handful of cards, three hands can have so much in common that a chance comes out below 0.
    kept = {net: chance for net, chance in sorted(tally.chances.items()) if chance > NOTHING}
    return Results(kept, mean, sqrt(variance), 1 + tally.at_risk)


SplitTally = Callable[[Worth, int, SplitRule, float, Tally], None]
"""Adds a split pair of a value, with its rule and chance, to a tally."""


def tally_up_card(game: Game, worth: Worth, tally: Tally, split: SplitTally) -> None:
    """Adds all rounds with one up card to a tally."""
    against, family = worth.against, worth.first.family
    start = np.zeros(len(family.hands))
    for first, second, chance in openings(game, worth):
        if game.tables.dealing.is_natural(first, second):
            for net, share in natural_results(against, first, second):
                tally.add(net, chance * share)
            continue
        found = against.cards.natural_chance(first, second) if against.peeks else 0.0
        tally.add(against.pays.lost_to_natural(), chance * found)
        rule = worth.split_rule(first) if first == second else None
        if rule is None:
            start[worth.place(first, second)] += chance * (1 - found)
        else:
            split(worth, first, rule, chance * (1 - found), tally)
    _first_hands(worth, start, tally)


def _first_hands(worth: Worth, start: Floats, tally: Tally) -> None:
    here, policy, own, pays = worth.first, worth.policy, NUMBERS[OWN], worth.against.pays
    weight = reach_weights(here.family.after, here.draw, policy, start)
    stands, paid, free = (weight * (policy == play) for play in (Play.STAND, Play.DOUBLE, Play.FREE_DOUBLE))
    ways = stands @ here.standing
    # What does not stand, double or surrender in the end has gone over the limit.
    given_up = policy == Play.SURRENDER
    surrendered = float(weight[given_up].sum())
    broke = float(start.sum() - stands.sum() - paid.sum() - free.sum()) - surrendered
    _ended(tally, pays, own, np.append(ways, broke), float(stands.sum()) + broke)
    _ended(tally, pays, own + PAID_DOUBLE, paid @ here.one_more, float(paid.sum()))
    _ended(tally, pays, own + FREE_DOUBLE, free @ here.one_more, float(free.sum()))
    if worth.against.boxes:
        hits = weight * (policy == Play.HIT)
        for stake, part in ((own, hits), (own + PAID_DOUBLE, paid), (own + FREE_DOUBLE, free)):
            _revived(tally, pays, stake, float(part @ here.both_bust))
    kept, lost = (pays.net(ends.SURRENDERED, class_, own) for class_ in (PLAIN_CLASS, NATURAL))
    taken = float(weight[given_up] @ here.met(NATURAL)[given_up]) if kept != lost else 0.0
    tally.add(kept, surrendered - taken)
    tally.add(lost, taken)
    tally.at_risk += float(paid.sum())


def _ended(tally: Tally, pays: Pays, stake: int, ways: Floats, chance: float) -> None:
    """Hands of one stake that meet the dealer in these ways or, the last, go over the limit; the rest push."""
    nets: list[float] = pays.by_column[:, stake].tolist()
    chances: list[float] = ways.tolist()
    if nets[-1] in nets[:-1]:
        chances[nets.index(nets[-1])] += chances.pop()
    for net, part in zip(nets, chances, strict=False):
        tally.add(net, part)
    tally.add(0.0, chance - float(ways.sum()))


def _revived(tally: Tally, pays: Pays, stake: int, chance: float) -> None:
    """Busts that were counted as lost and win, since they are boxed and the dealer busts too."""
    lost = pays.net(pays.bust, BUST_CLASS, stake)
    tally.add(lost, -chance)
    tally.add(lost + pays.revived(stake), chance)


def _split(worth: Worth, value: int, rule: SplitRule, chance: float, tally: Tally) -> None:
    hands = worth.split_hands(value)
    together = Together(hands, sorted(rule.kinds), rule.maximum_hands)
    nets = _SplitNets(worth.against.pays, together, rule, worth.against.boxes)
    for tables in together.tables(endings(worth.against.one_split(value - 1), rule)):
        for net, part in nets.of(tables):
            tally.add(net, chance * tables.chance * part)
        tally.at_risk += chance * tables.chance * (nets.own_money(tables) - 1)


class _SplitNets:
    """Net results of all hands of a split pair. Nets lie on a grid of the smallest unit that any pay needs."""

    def __init__(self, pays: Pays, together: Together, rule: SplitRule, boxed: bool) -> None:
        self._pays, self._together = pays, together
        self._bust = ends.BOXED if boxed else pays.bust
        nets = {kind: self._nets(kind) for kind in rule.kinds}
        every = [Fraction(net).limit_denominator(1000) for rows in nets.values() for row in rows for net in row]
        self._unit = lcm(*(net.denominator for net in every))
        self._middle = int(rule.maximum_hands * max(abs(net) for net in every) * self._unit) + 1
        self._places = {kind: np.rint(np.array(rows) * self._unit).astype(np.int64) for kind, rows in nets.items()}
        """By kind, ends × classes: the net of a hand, in units."""

    def _nets(self, kind: str) -> list[list[float]]:
        """Ends × classes: the net of a split hand by its end and the dealer's final class."""
        return [
            [self._pays.net(self._ended(end), int(class_), NUMBERS[kind] + DOUBLED[end.doubled]) for class_ in classes]
            for classes in [self._together.classes]
            for end in self._together.ends(kind)
        ]

    def _ended(self, end: End) -> int:
        if end.total == BROKE.total:
            return self._bust
        return ends.NATURAL if end.natural else end.total

    def of(self, tables: Tables) -> list[tuple[float, float]]:
        """Net and chance, given the kinds of hands."""
        on_grid = self._pair(tables, *tables.kinds) if len(tables.kinds) == 2 else self._by_pairs(tables)
        chances = on_grid.sum(axis=0)
        return [((int(at) - self._middle) / self._unit, float(chances[at])) for at in np.flatnonzero(chances)]

    def own_money(self, tables: Tables) -> float:
        """Own money at risk on average: what was wagered on hands, and what doubled them."""
        money = 0.0
        for kind in tables.kinds:
            chances = tables.one[kind].sum(axis=1)
            paid = [at for at, end in enumerate(self._together.ends(kind)) if end.doubled == "paid"]
            money += (kind != FREE) + float(chances[paid].sum())
        return money

    def _by_pairs(self, tables: Tables) -> Floats:
        """All hands: as if independent given the dealer, corrected for each pair of hands."""
        dealer, kinds = tables.dealer[: len(self._together.classes)], tables.kinds
        singles = {kind: self._alone(tables, kind) / np.where(dealer > 0, dealer, 1.0)[:, None] for kind in set(kinds)}
        total = np.zeros((len(dealer), 2 * self._middle + 1))
        total[:, self._middle] = dealer * (1 - comb(len(kinds), 2))
        for kind in kinds:
            total = convolved(total, singles[kind])
        for pair, number in Counter(combinations(kinds, 2)).items():
            joined = number * self._pair(tables, *pair)
            for kind in (Counter(kinds) - Counter(pair)).elements():
                joined = convolved(joined, singles[kind])
            total += joined
        return total

    def _alone(self, tables: Tables, kind: str) -> Floats:
        """classes × grid."""
        places = self._places[kind]
        return self._on_grid(tables.one[kind][:, : places.shape[1]].T, places.T)

    def _pair(self, tables: Tables, first: str, second: str) -> Floats:
        """classes × grid: the sum of two hands."""
        places = self._places[first][:, None, :] + self._places[second][None, :, :]
        classes = places.shape[2]
        chances = tables.two[first, second][..., :classes]
        return self._on_grid(chances.reshape(-1, classes).T, places.reshape(-1, classes).T)

    def _on_grid(self, chances: Floats, places: Ints) -> Floats:
        width = 2 * self._middle + 1
        on_grid = np.zeros((len(chances), width))
        np.add.at(on_grid, (np.arange(len(chances))[:, None], places + self._middle), chances)
        return on_grid
