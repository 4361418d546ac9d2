"""Values against one up card: probabilities of the dealer and the next card, and the value of every play."""

from collections.abc import Hashable
from functools import cached_property, lru_cache

import numpy as np

from lammer.cards.card import TEN
from lammer.exact.classes import NATURAL, PLAIN_CLASS
from lammer.exact.compositions import UNSPLIT, Family
from lammer.exact.dealer import DealerRule, dealer_chances
from lammer.exact.hands import Bools, Floats, Ints
from lammer.exact.kernels import one_more_card, standing_of
from lammer.exact.pays import Ends, digest, pays_of
from lammer.exact.play_kernels import NO_PLAY, PLAYS, HandTable, Nets, best_policies, policy_values
from lammer.exact.refusals import NotAnalysed
from lammer.exact.split_cards import SplitCards
from lammer.exact.stakes import FREE, FREE_DOUBLE, NUMBERS, OWN, PAID_DOUBLE
from lammer.exact.ten_ranks import ten_ranks
from lammer.exact.unseen import CardTables, UnseenCards, unseen_cards
from lammer.rule_tables import ends, legality
from lammer.rule_tables.plays import Play
from lammer.rule_tables.tables import RuleTables
from lammer.rules.shoe_cards import ShoeCards

NO_NATURALS = (False,) * 10


class Against:
    """The rules against one up card, and the cards that are unseen then."""

    def __init__(
        self, tables: RuleTables, up: int, shoe: Floats, known: ShoeCards | None = None,
        cards: UnseenCards | None = None,
    ) -> None:  # fmt: skip
        """``known`` is the shoe by card, if that is known; it matters only to ten-values that rules tell apart.
        ``cards`` are given if they share what is known with those of other shoes."""
        self.tables, self.up = tables, up
        self.tens = ten_ranks(float(shoe[TEN - 1]), known)
        self.pays = pays_of(tables)
        self.dealer = DealerRule(tables.dealing.drawing, tables.dealing.peeks[up])
        self.cards = cards or unseen_cards(self.dealer, tables.limit, up, shoe)
        self.grid, self.unseen = self.cards.grid, self.cards.left
        self.partner, self.peeks = self.cards.partner, self.cards.peeks
        self.boxes = tables.dealing.boxes_busts[up]
        """Whether a bust is boxed."""
        self.by_second_card: dict[Hashable, Floats] = {}
        """Worths of split hands by second card, for each pair and policy; see ``values.SplitHands``."""

    def pairs_by_rank(self, pair: int) -> bool:
        """Whether a pair of this value, 0 the ace, must be of one rank where the value has several."""
        return pair == TEN - 1 and self.tables.legality.pairs_by_rank

    def split_cards(self, pair: int) -> list[tuple[float, SplitCards]]:
        """The cards behind a split pair of this value, 0 the ace, with the chance of each case: one case unless the
        rank of the pair matters."""
        if not self.pairs_by_rank(pair):
            return [(1.0, self.cards.draws.split(pair))]
        return [(kind.chance, self.cards.draws.split(pair, kind.cards)) for kind in self.tens.pairs(self.up)]

    def one_split(self, pair: int) -> SplitCards:
        """The only case. Raises NotAnalysed if the rank of the pair matters."""
        if self.pairs_by_rank(pair):
            raise NotAnalysed(
                "split.pairs=rank: of a strategy that splits ten-values only the house edge is analysed; "
                "lammer simulate estimates the rest"
            )
        return self.cards.draws.split(pair)

    def situation(self, pair: int, removed: int, wanted: Ints | None = None) -> "HandValues":
        """A family's hands with ``removed`` further cards of the pair elsewhere; all of them, or those wanted."""
        family = self.grid.families[pair]
        places = family.places if wanted is None else wanted
        sets = family.sets[removed]
        self.cards.learn(sets if wanted is None else sets[places])
        return HandValues(self, family, places, sets)

    def nets(self, kinds: tuple[str, ...]) -> Nets:
        """The nets of hands of these kinds."""
        return self.pays.nets(kinds, self.cards.classes, self.boxes)

    def content(self, pair: int, kinds: tuple[str, ...]) -> Hashable:
        """All that the value of a family's hands of these kinds depends on, but the cards: what is legal, and the nets
        that it can lead to."""
        ends, digest = options_for(self.tables, self.grid.families[pair]).content(kinds)
        return digest, self.pays.digest(kinds, self.cards.classes, self.boxes, ends)

    def class_chance(self, class_: int, first: int, second: int) -> float:
        """How often the dealer ends in a class if the player has these two cards."""
        if class_ not in self.cards.classes:
            return 0.0
        family = self.grid.families[UNSPLIT]
        cards = family.sets[0][family.place[self.grid.hands.of(first, second)]]
        self.cards.learn(np.array([cards]))
        return float(self.cards.tables.chances[cards, self.cards.classes.index(class_)])


class HandValues:
    """Hands of one origin with the same cards removed."""

    def __init__(self, against: Against, family: Family, places: Ints, sets: Ints) -> None:
        self.tables, self.pays, self.cards = against.tables, against.pays, against.cards
        self.family, self.places, self.sets = family, places, sets
        self.hands, self.up, self.boxes = against.grid.hands, against.up, against.boxes

    @cached_property
    def draw(self) -> Floats:
        """hands × 10: chance of the next card."""
        return self._of_places(self.cards.tables.draw)

    @cached_property
    def standing(self) -> Floats:
        """hands × ways: chance to meet the dealer in each way for a hand that stands on its total."""
        columns = self.pays.columns[:, list(self.cards.classes)]
        return standing_of(self._chances, self.family.total, columns, self.pays.ways)

    @cached_property
    def _chances(self) -> Floats:
        """hands × the dealer's classes."""
        return self._of_places(self.cards.tables.chances)

    def _of_places(self, table: Floats) -> Floats:
        found = np.zeros((len(self.family.hands), table.shape[1]))
        found[self.places] = table[self.sets[self.places]]
        return found

    def best(self, kinds: tuple[str, ...]) -> tuple[Floats, Ints]:
        """hands × kinds: the value of every hand under the best play for each kind of stake; kinds × hands: that
        play."""
        hands = len(self.family.hands)
        value, policy = np.zeros((hands, len(kinds))), np.full((len(kinds), hands), NO_PLAY)
        best_policies(*self._for_kernel(kinds), self.options.masks(kinds), value, policy)
        return value, policy

    def values(self, kind: str, policy: Ints) -> Floats:
        """The value of every hand under a policy."""
        value = np.zeros((len(self.family.hands), 1))
        policy_values(*self._for_kernel((kind,)), policy[None], value)
        return value[:, 0]

    def _for_kernel(self, kinds: tuple[str, ...]) -> tuple[Ints, Ints, HandTable, CardTables, Nets]:
        nets = self.pays.nets(kinds, self.cards.classes, self.boxes)
        return self.places, self.sets, self.options.hands, self.cards.tables, nets

    def met(self, class_: int) -> Floats:
        """Chance that the dealer ends in this class, for every hand."""
        if class_ not in self.cards.classes:
            return np.zeros(len(self.family.hands))
        met: Floats = self._chances[:, self.cards.classes.index(class_)]
        return met

    @cached_property
    def one_more(self) -> Floats:
        """Chance of each way to meet the dealer, and to bust, after one more card, for hands that may be doubled."""
        doubled = self.places[(self.family.two | self.options.doubled_later)[self.places]]
        return one_more_card(doubled, self.family.after, self.draw, self.standing)

    def worth(self, ways: Floats, stake: int) -> Floats:
        """The sum over ways to meet the dealer of their chance times what they pay to a stake."""
        won: Floats = np.zeros(len(ways))
        for way in range(ways.shape[1]):
            net = self.pays.by_column[way, stake]
            if net:
                won += ways[:, way] * net
        return won

    def doubled(self, which: Bools | slice, stake: int) -> Floats:
        """Value of some hands that take one more card and stand, for the stake they have then."""
        return self.worth(self.one_more[which], stake) + self.revived(stake)[which]

    def revived(self, stake: int) -> Floats:
        """hands: what a boxed bust by the next card is worth more than a lost one."""
        if not self.boxes:
            return np.zeros(len(self.family.hands))
        worth: Floats = self.pays.revived(stake) * self.both_bust
        return worth

    def bust_worth(self, kind: str, place: int, card: int) -> float:
        """Value of a hand that a card busts, 0 the ace."""
        broke = self.pays.broke(kind)
        if not self.boxes:
            return broke
        left = np.maximum(self.cards.left - self.cards.grid.sets[self.sets[place]] - (np.arange(10) == card), 0.0)
        met = dealer_chances(self.cards.rule, self.up, left[None])[0, -1]
        return broke + self.pays.revived(NUMBERS[kind]) * float(met)

    @cached_property
    def both_bust(self) -> Floats:
        """hands: chance that the next card busts the hand and the dealer busts with more than 22, as in the kernel."""
        dealer, after = self._chances[:, -1], self.family.after
        chance: Floats = dealer - (self.draw * np.where(after >= 0, dealer[after], 0.0)).sum(axis=1)
        return chance

    def plays(self, kind: str) -> Floats:
        """hands × PLAYS: worth of standing, doubling and surrendering for a kind of stake; −inf where not allowed."""
        stake, legal = NUMBERS[kind], self.options.legal(kind)
        values = np.full((len(self.family.hands), PLAYS), -np.inf)
        values[:, Play.STAND] = np.where(legal[Play.STAND], self._stand(stake), -np.inf)
        for play, added in ((Play.DOUBLE, PAID_DOUBLE), (Play.FREE_DOUBLE, FREE_DOUBLE)):
            values[legal[play], play] = self.doubled(legal[play], stake + added)
        given_up = legal[Play.SURRENDER]
        if given_up.any():
            values[given_up, Play.SURRENDER] = self._surrender(stake)[given_up]
        return values

    def all_plays(self, kind: str, policy: Ints) -> tuple[Floats, Floats]:
        """(hands × PLAYS: worth of every play if the rest is played by the policy, hands: worth of the policy)."""
        plays, broke, after = self.plays(kind), self.pays.broke(kind), self.family.after
        values = self.values(kind, policy)
        hit = (self.draw * np.where(after >= 0, values[after], broke)).sum(axis=1) + self.revived(NUMBERS[kind])
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
        """Value of a natural of a split hand."""
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

    def __init__(self, plays: legality.Legality, naturals: Bools, family: Family) -> None:
        self._plays, self._family = plays, family
        self._legal: dict[bool, dict[Play, Bools]] = {}
        self._masks: dict[tuple[str, ...], Bools] = {}
        self._contents: dict[tuple[str, ...], tuple[Ends, bytes]] = {}
        self.natural: Bools = np.zeros(len(family.hands), dtype=np.bool_)
        """Hands that come from a split and count as naturals."""
        self.natural[family.begun[naturals]] = True
        self.hands = HandTable(family.after, family.total, self.natural)

    def content(self, kinds: tuple[str, ...]) -> tuple[Ends, bytes]:
        """How hands of these kinds can end, and a digest of what is legal with each of them."""
        if kinds not in self._contents:
            legal = self.masks(kinds)
            plays = (legal[:, :, play] for play in (Play.DOUBLE, Play.FREE_DOUBLE, Play.SURRENDER))
            ends = Ends(*(bool(hands.any()) for hands in (*plays, self.natural)))
            self._contents[kinds] = ends, digest(legal, self.natural)
        return self._contents[kinds]

    def legal(self, kind: str) -> dict[Play, Bools]:
        """Where each play is legal for a kind of stake; splits are decided apart."""
        free = kind == FREE
        if free not in self._legal:
            self._legal[free] = self._asked(free)
        return self._legal[free]

    @cached_property
    def drawn_to(self) -> bool:
        """Whether a hand may take a card and play on."""
        return bool(self.legal(OWN)[Play.HIT].any())

    @cached_property
    def doubled_later(self) -> Bools:
        """Hands of more than two cards that may be doubled."""
        doubles = [self.legal(kind)[play] for kind in (OWN, FREE) for play in (Play.DOUBLE, Play.FREE_DOUBLE)]
        later: Bools = np.logical_or.reduce(doubles) & ~self._family.two
        return later

    def masks(self, kinds: tuple[str, ...]) -> Bools:
        """kinds × hands × PLAYS: the same for kernels."""
        if kinds not in self._masks:
            legal = [self.legal(kind) for kind in kinds]
            self._masks[kinds] = np.stack(
                [np.stack([one[Play(play)] for play in range(PLAYS)], axis=1) for one in legal]
            )
        return self._masks[kinds]

    def _asked(self, free: bool) -> dict[Play, Bools]:
        family = self._family
        source = legality.UNSPLIT if family.pair == UNSPLIT else legality.Source(family.pair + 1, free)
        found: dict[Play, Bools] = {play: np.zeros(len(family.hands), dtype=np.bool_) for play in Play}
        for (soft, total), places in family.cells.items():
            for cards, these in ((2, places[family.two[places]]), (3, places[~family.two[places]])):
                for play in self._plays.plays(source, total, soft, cards) if len(these) else ():
                    found[play][these] = True
        return found


def options_for(tables: RuleTables, family: Family) -> Options:
    """Sheets that differ only in what they pay share them."""
    naturals = NO_NATURALS if family.pair == UNSPLIT else tables.dealing.split_naturals[family.pair]
    return _options(tables.legality, naturals, family)


@lru_cache(maxsize=1024)
def _options(plays: legality.Legality, naturals: tuple[bool, ...], family: Family) -> Options:
    return Options(plays, np.array(naturals), family)
