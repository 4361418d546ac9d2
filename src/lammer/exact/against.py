"""Everything against one up card: the dealer's chances, the next card's, and the worth of every play of every hand."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from lammer.cards.hand import natural_partner
from lammer.exact.dealer import dealer_chances
from lammer.exact.grid import UNSPLIT, Family, Grid
from lammer.exact.hands import Bools, Floats, Ints
from lammer.exact.kernels import CLASSES, DOUBLE, FREE_DOUBLE, PLAYS, STAND, SURRENDER, one_more_card, standing_of
from lammer.exact.terms import ADDED, FREE, OWN, Terms


class Stake(NamedTuple):
    """Own money at risk, lammers, and how much of the own money is the original wager."""

    own: float
    free: float
    original: float


STAKES = {OWN: Stake(1, 0, 1), ADDED: Stake(1, 0, 0), FREE: Stake(0, 1, 0)}


class Against:
    """One up card and the shoe it came from. Work is done for the card sets asked for, and kept."""

    def __init__(self, terms: Terms, grid: Grid, up: int, shoe: Floats) -> None:
        self.terms, self.grid, self.up = terms, grid, up
        self.unseen = shoe.copy()
        self.unseen[up - 1] -= 1
        self.partner = natural_partner(up, terms.limit)
        self.peeks = terms.peeks(up) and self.partner is not None
        self._known = np.zeros(len(grid.sets), dtype=np.bool_)
        self._chances = np.zeros((len(grid.sets), CLASSES))
        self._draw = np.zeros((len(grid.sets), 10))

    def learn(self, sets: Ints) -> None:
        """Works out the dealer and the next card for card sets not met before; many at once is quicker."""
        wanted = np.zeros(len(self._known), dtype=np.bool_)
        wanted[sets] = True
        new = np.flatnonzero(wanted & ~self._known)
        if len(new):
            left = np.maximum(self.unseen - self.grid.sets[new], 0.0)
            self._chances[new] = dealer_chances(self.terms.dealer(self.up), self.up, left)
            self._draw[new] = self.next_card(left)
            self._known[new] = True

    def next_card(self, left: Floats) -> Floats:
        """P(next = j): n_j / M, or given that the hole card completes no natural
        n_j (M − 1 − n_b + [j = b]) / ((M − n_b)(M − 1))."""
        cards = np.maximum(left.sum(axis=-1, keepdims=True), 2.0)
        share: Floats = left / cards
        if self.peeks and self.partner is not None:
            b = self.partner - 1
            others = cards - 1 - left[..., b : b + 1] + (np.arange(10) == b)
            share = left * others / (np.maximum(cards - left[..., b : b + 1], 1.0) * (cards - 1))
        return share

    def natural_chance(self, *values: int) -> float:
        """That the dealer's second card completes a natural, when these further cards are gone."""
        left = self.unseen.copy()
        for value in values:
            left[value - 1] -= 1
        return float(max(left[self.partner - 1], 0) / left.sum()) if self.partner is not None else 0.0

    def situation(self, pair: int, away: int, wanted: Ints | None = None) -> "Situation":
        """A family's hands with ``away`` further cards of the pair elsewhere; all of them, or those wanted."""
        family = self.grid.families[pair]
        places = np.arange(len(family.hands)) if wanted is None else wanted
        sets = family.sets[away][places]
        if not self._known[sets].all():
            self.learn(sets)
        return Situation(self, family, places, self._chances[sets], self._draw[sets])


class Situation:
    """Hands that share where they come from and which cards are known to lie elsewhere."""

    def __init__(self, against: Against, family: Family, places: Ints, chances: Floats, draw: Floats) -> None:
        self.terms, self.family, self.places = against.terms, family, places
        self.hands, self.up = against.grid.hands, against.up
        self.draw = np.zeros((len(family.hands), 10))
        self.draw[places] = draw
        self.standing = np.zeros((len(family.hands), 3))
        self.standing[places] = self._standing(chances, family.total[places])
        self.push_22 = np.zeros(len(family.hands))
        self.push_22[places] = chances[:, 22]

    def _standing(self, chances: Floats, total: Ints) -> Floats:
        """Chance to win, to lose and to meet a dealer natural when the hand stands."""
        standing: Floats = standing_of(chances, total, self.terms.limit, self.terms.push_22, self.terms.ties_push)
        return standing

    @cached_property
    def one_more(self) -> Floats:
        """Chance to win, lose, meet a natural or bust after one more card, for two-card hands."""
        two = self.places[self.family.two[self.places]]
        return one_more_card(two, self.family.after, self.draw, self.standing)

    def worth(self, ways: Floats, stake: Stake) -> Floats:
        """win·(own + free) − lose·own − natural·(all own, or the original only) − bust·own."""
        natural = stake.own if self.terms.natural_takes_all else stake.original
        won: Floats = ways[:, 0] * (self.terms.win * (stake.own + stake.free)) - ways[:, 1] * stake.own
        won -= ways[:, 2] * natural
        return won - ways[:, 3] * stake.own if ways.shape[1] > 3 else won

    def plays(self, kind: str) -> Floats:
        """hands × PLAYS: worth of standing, doubling and surrendering for a kind of stake; −inf where not allowed."""
        stake = STAKES[kind]
        values = np.full((len(self.family.hands), PLAYS), -np.inf)
        values[:, STAND] = np.where(self.options.stand, self._stand(stake), -np.inf)
        paid, gratis = self.options.double(kind), self.options.free_double
        values[paid, DOUBLE] = self.worth(self.one_more[paid], stake._replace(own=stake.own + 1))
        values[gratis, FREE_DOUBLE] = self.worth(self.one_more[gratis], stake._replace(free=stake.free + 1))
        given_up = self.options.surrender
        values[given_up, SURRENDER] = -0.5 * stake.own * (1 + self.surrender_taken[given_up])
        return values

    @property
    def surrender_taken(self) -> Floats:
        """Chance that a dealer natural takes the other half of a surrendered wager too."""
        return self.standing[:, 2] * self.terms.surrender_late

    def _stand(self, stake: Stake) -> Floats:
        value = self.worth(self.standing, stake)
        if self.family.pair != UNSPLIT and self.terms.natural_after_split:
            natural = self.family.two & (self.family.total == self.terms.limit)
            value = np.where(natural, self._natural(stake), value)
        return value

    def _natural(self, stake: Stake) -> Floats:
        """Worth of a natural that a split hand makes."""
        terms, pays = self.terms, self.terms.natural_pays * (stake.own + stake.free)
        if terms.natural_at_once:
            return np.full(len(self.push_22), pays)
        spared = 1 - self.standing[:, 2] - self.push_22 * terms.natural_pushed_by_22
        lost = stake.own if terms.natural_takes_all else stake.original
        worth: Floats = pays * spared - (0.0 if terms.natural_ties else lost) * self.standing[:, 2]
        return worth

    @cached_property
    def options(self) -> "Options":
        return options_for(self.terms, self.family)


class Options:
    """What the rules allow with each hand of a family; cards elsewhere do not matter to it."""

    def __init__(self, terms: Terms, family: Family) -> None:
        self._terms = terms
        split = family.pair != UNSPLIT
        nothing = np.zeros(len(family.hands), dtype=np.bool_)
        closed = ~nothing if family.pair == 0 and terms.one_card_on_aces else nothing
        self.hit: Bools = ((family.total < terms.limit) | terms.draw_on_limit) & ~closed
        self.stand: Bools = (family.total > terms.must_draw_through) | closed
        two = family.two & self.hit
        counted = np.where(family.soft, family.hard, family.total)
        gratis = two & np.isin(counted, list(terms.free_totals)) & (~family.soft | terms.free_soft)
        self.free_double: Bools = gratis & (terms.free_after_split or not split)
        paid = two & (terms.double_after_split or not split)
        self._double: Bools = paid if terms.double_where_free else paid & ~self.free_double
        self.surrender: Bools = family.two if terms.surrender and not split else nothing
        self._none: Bools = nothing

    def double(self, kind: str) -> Bools:
        return self._none if kind == FREE and not self._terms.double_on_free_hand else self._double


_OPTIONS: dict[tuple[Terms, int], Options] = {}


def options_for(terms: Terms, family: Family) -> Options:
    key = (terms, family.pair)
    if key not in _OPTIONS:
        _OPTIONS[key] = Options(terms, family)
    return _OPTIONS[key]
