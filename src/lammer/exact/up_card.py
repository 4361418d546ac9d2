"""Everything against one up card: the dealer's chances, the next card's, and the worth of every play of every hand."""

from functools import cached_property, lru_cache

import numpy as np

from lammer.exact.classes import CLASSES, NATURAL, PLAIN_CLASS
from lammer.exact.compositions import UNSPLIT, Family, Grid
from lammer.exact.dealer import DealerRule, dealer_chances
from lammer.exact.hands import Bools, Floats, Ints
from lammer.exact.kernels import PLAYS, one_more_card, standing_of, worth_of
from lammer.exact.pays import pays_of
from lammer.exact.stakes import FREE, FREE_DOUBLE, NUMBERS, PAID_DOUBLE
from lammer.rule_tables import ends, legality
from lammer.rule_tables.plays import Play
from lammer.rule_tables.tables import RuleTables


class Against:
    """One up card and the shoe it came from. Work is done for the card sets asked for, and kept."""

    def __init__(self, tables: RuleTables, grid: Grid, up: int, shoe: Floats) -> None:
        self.tables, self.grid, self.up = tables, grid, up
        self.pays = pays_of(tables)
        self.unseen = shoe.copy()
        self.unseen[up - 1] -= 1
        dealing = tables.dealing
        self.partner = dealing.drawing.partner(up)
        self.peeks = dealing.peeks[up] and self.partner is not None
        self.dealer = DealerRule(dealing.drawing, dealing.peeks[up])
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
            self._chances[new] = dealer_chances(self.dealer, self.up, left)
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

    def situation(self, pair: int, removed: int, wanted: Ints | None = None) -> "HandValues":
        """A family's hands with ``removed`` further cards of the pair elsewhere; all of them, or those wanted."""
        family = self.grid.families[pair]
        places = np.arange(len(family.hands)) if wanted is None else wanted
        sets = family.sets[removed][places]
        if not self._known[sets].all():
            self.learn(sets)
        return HandValues(self, family, places, self._chances[sets], self._draw[sets])


class HandValues:
    """Hands that share where they come from and which cards are known to lie elsewhere."""

    def __init__(self, against: Against, family: Family, places: Ints, chances: Floats, draw: Floats) -> None:
        self.tables, self.pays = against.tables, against.pays
        self.family, self.places = family, places
        self.hands, self.up = against.grid.hands, against.up
        self.draw = np.zeros((len(family.hands), 10))
        self.draw[places] = draw
        self.standing = np.zeros((len(family.hands), self.pays.ways))
        self.standing[places] = standing_of(chances, family.total[places], self.pays.columns, self.pays.ways)
        self._chances = chances

    def met(self, class_: int) -> Floats:
        """Chance that the dealer ends in this class, for every hand."""
        met = np.zeros(len(self.family.hands))
        met[self.places] = self._chances[:, class_]
        return met

    @cached_property
    def one_more(self) -> Floats:
        """Chance of each way to meet the dealer, and to bust, after one more card, for two-card hands."""
        two = self.places[self.family.two[self.places]]
        return one_more_card(two, self.family.after, self.draw, self.standing)

    def worth(self, ways: Floats, stake: int) -> Floats:
        """The sum over ways to meet the dealer of their chance times what they pay to a stake."""
        won: Floats = np.zeros(len(ways))
        for way in range(ways.shape[1]):
            net = self.pays.by_column[way, stake]
            if net:
                won += ways[:, way] * net
        return won

    def plays(self, kind: str) -> Floats:
        """hands × PLAYS: worth of standing, doubling and surrendering for a kind of stake; −inf where not allowed."""
        stake, legal = NUMBERS[kind], self.options.legal(kind)
        values = np.full((len(self.family.hands), PLAYS), -np.inf)
        values[:, Play.STAND] = np.where(legal[Play.STAND], self._stand(stake), -np.inf)
        for play, added in ((Play.DOUBLE, PAID_DOUBLE), (Play.FREE_DOUBLE, FREE_DOUBLE)):
            values[legal[play], play] = self.worth(self.one_more[legal[play]], stake + added)
        given_up = legal[Play.SURRENDER]
        if given_up.any():
            values[given_up, Play.SURRENDER] = self._surrender(stake)[given_up]
        return values

    def all_plays(self, kind: str, policy: Ints) -> tuple[Floats, Floats]:
        """(hands × PLAYS: worth of every play if the rest is played by the policy, hands: worth of the policy)."""
        plays, broke, after = self.plays(kind), self.pays.broke(kind), self.family.after
        values = worth_of(np.arange(len(self.family.hands)), after, self.draw, plays, policy, broke)
        hit = (self.draw * np.where(after >= 0, values[after], broke)).sum(axis=1)
        plays[:, Play.HIT] = np.where(self.options.legal(kind)[Play.HIT], hit, -np.inf)
        return plays, values

    def _surrender(self, stake: int) -> Floats:
        """A dealer natural that shows afterwards may take more of a surrendered wager."""
        kept, taken = (self.pays.net(ends.SURRENDERED, class_, stake) for class_ in (PLAIN_CLASS, NATURAL))
        return kept + self.met(NATURAL) * (taken - kept)

    def _stand(self, stake: int) -> Floats:
        value = self.worth(self.standing, stake)
        natural = self.options.natural
        return np.where(natural, self._natural(stake), value) if natural.any() else value

    def _natural(self, stake: int) -> Floats:
        """Worth of a natural that a split hand makes."""
        pays = self.pays.natural(ends.NATURAL, stake)
        if pays.settled:
            return np.full(len(self.family.hands), pays.usual)
        natural = self.met(NATURAL)
        spared = 1 - natural
        for class_ in pays.against:
            spared = spared - self.met(class_)
        worth: Floats = pays.usual * spared + pays.natural * natural
        for class_, net in pays.against.items():
            worth = worth + net * self.met(class_)
        return worth

    @cached_property
    def options(self) -> "Options":
        return options_for(self.tables, self.family)


class Options:
    """What is legal with each hand of a family, read from the rule tables; cards elsewhere do not matter to it."""

    def __init__(self, tables: RuleTables, family: Family) -> None:
        self._tables, self._family = tables, family
        self._legal: dict[bool, dict[Play, Bools]] = {}
        self.natural: Bools = np.zeros(len(family.hands), dtype=np.bool_)
        """Hands that come from a split and count as naturals."""
        for value in range(1, 11) if family.pair != UNSPLIT else ():
            if tables.dealing.is_split_natural(family.pair + 1, value):
                self.natural[family.begun[value - 1]] = True

    def legal(self, kind: str) -> dict[Play, Bools]:
        """Where each play is legal for a kind of stake; splits are decided apart."""
        free = kind == FREE
        if free not in self._legal:
            self._legal[free] = self._asked(free)
        return self._legal[free]

    def _asked(self, free: bool) -> dict[Play, Bools]:
        family = self._family
        source = legality.UNSPLIT if family.pair == UNSPLIT else legality.Source(family.pair + 1, free)
        found: dict[Play, Bools] = {play: np.zeros(len(family.hands), dtype=np.bool_) for play in Play}
        for (soft, total), places in family.cells.items():
            for cards, these in ((2, places[family.two[places]]), (3, places[~family.two[places]])):
                for play in self._tables.legality.plays(source, total, soft, cards) if len(these) else ():
                    found[play][these] = True
        return found


@lru_cache(maxsize=1024)
def options_for(tables: RuleTables, family: Family) -> Options:
    return Options(tables, family)
