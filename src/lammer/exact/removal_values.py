"""Values of hands for every two cards that the other hand of the box may hold.

The cards of the other hand are a *removal*: they are missing in the shoe. A hand and a removal together are a set of
cards that are gone from the whole shoe. The same sets come up again and again, so the dealer and the next card are
computed once for each. A kernel values a family of hands for all removals. The first axis of arrays is that of the
removals that the shoe has.
"""

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np

from lammer.exact.compositions import TWO_CARDS, UNSPLIT, Family, grid_for, two_card_places, with_two_more
from lammer.exact.dealer import DealerRule
from lammer.exact.hands import Floats, Ints
from lammer.exact.kernels import reached
from lammer.exact.pays import Ends, digest
from lammer.exact.play_kernels import NO_PLAY, begun_by_removal, best_by_removal, values_by_removal
from lammer.exact.splits import LEVELS
from lammer.exact.stakes import OWN
from lammer.exact.unseen import Draws, UnseenCards
from lammer.exact.up_card import Against, HandValues, Options, options_for
from lammer.exact.values import SMOOTH, SplitHands, Worth, first_places
from lammer.rule_tables.plays import DOUBLE, FREE_DOUBLE, SURRENDER

NOTHING_CHOSEN = np.empty(0, dtype=np.int64)


class Removal(NamedTuple):
    """Two cards of the other hand, and what is unseen without them."""

    two: tuple[int, int]
    shoe: Floats
    """Without the two cards, the up card included."""
    cards: UnseenCards


class Removals:
    """All removals from a shoe, against one up card."""

    def __init__(self, rule: DealerRule, limit: int, up: int, shoe: Floats) -> None:
        wider = with_two_more(limit)
        self.cards = UnseenCards(rule, wider.grid, up, shoe)
        """The whole shoe. Its card sets are those of a hand and a removal together."""
        shoes = [shoe - np.bincount(two, minlength=11)[1:] for two in TWO_CARDS]
        held = [at for at, left in enumerate(shoes) if left.min() >= 0 and left[up - 1] >= 1]
        self.all = [Removal(TWO_CARDS[at], shoes[at], UnseenCards(rule, grid_for(limit), up, shoes[at])) for at in held]
        left = [removal.cards.left for removal in self.all]
        self.draws = Draws(np.array(left).reshape(-1, 10), self.cards.draws.hole_is_not)
        """Those of all removals at once."""
        self._numbers = wider.numbers[held]
        """removals × the usual card sets: the number of each set and the removal together."""
        self._known: dict[Hashable, Floats] = {}
        """Values of split hands, by all that they depend on."""

    def two_cards(self, worth: Worth) -> Floats:
        """removals × 10 × 10: value of two cards that are not split. ``worth`` has the rules and the play."""
        against, play = worth.against, worth.play
        family, options = self._family(against, UNSPLIT)
        sets, chosen = self._numbers[:, family.sets[0]], two_card_places(self.cards.grid.limit).ravel()
        self.cards.learn(sets.ravel())
        here = family.places, sets, options.hands, self.cards.tables, against.nets((OWN,))
        value, found = np.empty((len(family.hands), 1)), np.empty((len(sets), len(chosen)))
        if play.shared:
            policies = np.full((len(sets), 1, len(family.hands)), NO_PLAY)
            best_by_removal(*here, options.masks((OWN,)), value, policies, chosen, found)
        else:
            policy = play.policies(HandValues(against, family, family.places, sets[0]), (OWN,))
            values_by_removal(*here, policy, value, chosen, found)
        return found.reshape(-1, 10, 10)

    def by_second_card(self, hands: SplitHands) -> Floats:
        """removals × kinds × removed × 10: worth of a split hand by its second card; 0 where the shoe has no pair."""
        found = np.zeros((len(self.all), len(hands.kinds), LEVELS, 10))
        held = self.draws.left[:, hands.pair] >= 2
        few = held & (hands.against.pairs_by_rank(hands.pair) | self.draws.split(hands.pair).few)
        if few.any():
            found[few] = self._second_cards(hands, np.flatnonzero(few), LEVELS)
        if (held & ~few).any():
            smooth = self._second_cards(hands, np.flatnonzero(held & ~few), SMOOTH.shape[1])
            found[held & ~few] = np.concatenate([smooth, SMOOTH @ smooth], axis=2)
        return found

    def _second_cards(self, hands: SplitHands, which: Ints, levels: int) -> Floats:
        """The same for some removals and for 1, 2, … further cards of the pair."""
        policies = self._policies(hands, which)
        # Other rules often lead to the same play.
        key = levels, _content(hands, which, policies)
        if key not in self._known:
            self._known[key] = self._begun(hands, which, policies, levels)
        return self._known[key]

    def _begun(self, hands: SplitHands, which: Ints, policies: Ints, levels: int) -> Floats:
        family, options = self._family(hands.against, hands.pair)
        places = reached(family.after, policies.reshape(-1, len(family.hands)), family.begun)
        here = self._numbers[which[:, None, None], family.sets[1 : 1 + levels, places]]
        self.cards.learn(here.ravel())
        sets = np.zeros((len(which), levels, len(family.hands)), dtype=np.int64)
        sets[:, :, places] = here
        value = np.empty((len(family.hands), len(hands.kinds)))
        found = np.empty((len(which), len(hands.kinds), levels, 10))
        nets = hands.against.nets(hands.kinds)
        begun_by_removal(places, sets, options.hands, self.cards.tables, nets, policies, value, family.begun, found)
        return found

    def _policies(self, hands: SplitHands, which: Ints) -> Ints:
        """removals × kinds × hands: chosen with one other card of the pair removed."""
        against, kinds = hands.against, hands.kinds
        family, options = self._family(against, hands.pair)
        places = first_places(against.tables, family)
        places = family.places if places is None else places
        sets = self._numbers[which[:, None], family.sets[1]]
        policies = np.full((len(sets), len(kinds), len(family.hands)), NO_PLAY)
        if hands.play.shared:
            self.cards.learn(sets[:, places].ravel())
            value, nothing = np.empty((len(family.hands), len(kinds))), np.empty((len(sets), 0))
            best_by_removal(
                places, sets, options.hands, self.cards.tables, against.nets(kinds), options.masks(kinds), value,
                policies, NOTHING_CHOSEN, nothing,
            )  # fmt: skip
        else:
            policies[:] = hands.play.policies(HandValues(against, family, places, sets[0]), kinds)
        return policies

    def _family(self, against: Against, pair: int) -> tuple[Family, Options]:
        family = self.cards.grid.families[pair]
        return family, options_for(against.tables, family)


def _content(hands: SplitHands, which: Ints, policies: Ints) -> Hashable:
    """All that the value of split hands under these policies depends on, but the cards."""
    against = hands.against
    naturals = options_for(against.tables, against.grid.families[hands.pair]).natural
    met = (policies == DOUBLE, policies == FREE_DOUBLE, policies == SURRENDER, naturals)
    ended = Ends(*(bool(one.any()) for one in met))
    nets = against.pays.digest(hands.kinds, against.cards.classes, against.boxes, ended)
    return hands.pair, hands.kinds, digest(which, policies.astype(np.int8), naturals), nets
