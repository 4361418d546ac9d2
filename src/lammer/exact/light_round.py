"""A whole round with marked cards: the two cards of the deal, trades before the first play, and splits.

The marked cards of the deal are asked about one after the other, the first one first. The card that replaces one is
dealt to the end of the hand, and the question about the other card comes after it.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from lammer.exact.compositions import UNSPLIT
from lammer.exact.hands import Floats
from lammer.exact.light_hands import (
    Decided,
    LitHands,
    Marks,
    cards_left,
    group_of,
    lit,
    marked_share,
    settled,
    unseen_by,
)
from lammer.exact.light_splits import SplitLights, SplitPlay, split_plays_of
from lammer.exact.play import may_keep
from lammer.exact.refusals import NotAnalysed
from lammer.exact.round import hands_dealt
from lammer.exact.stakes import NUMBERS, OWN
from lammer.exact.up_card import options_for
from lammer.exact.values import Game, Worth
from lammer.rule_tables import ends
from lammer.rule_tables.lights import LightRules
from lammer.rule_tables.tables import RuleTables


class Player(NamedTuple):
    """Who plays: by the main game or by main game and lights together, and whether every marked card is traded or
    those are for which a light is worth it."""

    by_main: bool
    always: bool


MAIN = Player(by_main=True, always=True)
"""Plays as if there were no lights, and trades every marked card."""
BEST = Player(by_main=False, always=False)


class MarkedShoe(NamedTuple):
    """A shoe whose cards of one value are partly marked."""

    lights: LightRules
    marked: float
    of_value: float
    stake: int
    """In minor units."""

    @property
    def share(self) -> float:
        return self.marked / self.of_value if self.of_value else 0.0

    def marks(self, *, up_marked: bool) -> Marks:
        worth = self.lights.light / self.stake * (1.0 if self.lights.trades else self.share)
        return Marks(self.lights.value - 1, self.marked - up_marked, self.lights.trades, worth)


class UpCardLights:
    """Rounds against one up card, marked or not."""

    def __init__(self, worth: Worth, shoe: MarkedShoe, player: Player, *, up_marked: bool) -> None:
        self.worth, self.against, self.player = worth, worth.against, player
        self.lights, self.marks, self.up_marked = shoe.lights, shoe.marks(up_marked=up_marked), up_marked
        self.value = shoe.lights.value
        self._memory: dict[tuple[object, ...], Floats] = {}
        self._splits: dict[int, SplitLights] = {}

    @cached_property
    def unsplit(self) -> LitHands:
        """Hands that come from no split."""
        against, family = self.against, self.against.grid.families[UNSPLIT]
        options, dealing = options_for(against.tables, family), against.tables.dealing
        natural = np.zeros(len(family.hands), dtype=np.bool_)
        for first in range(1, 11):
            for second in range(first, 11):
                if dealing.is_natural(first, second):
                    natural[self.worth.place(first, second)] = True
        group, _ = group_of(against, family, options.masks((OWN,))[0], natural)
        always = np.ones(len(family.hands), dtype=np.bool_) if self.player.always else None
        decided = Decided(self.worth.policy if self.player.by_main else None, always, always)
        nets = against.nets((OWN,))
        return LitHands(group, cards_left(against, self.marks, group.cards), nets, self.marks, decided)

    def two(self, first: int, second: int, gone: int = 0, kept: int = 0) -> Floats:
        """Two cards about which no question is open."""
        found: Floats = self.unsplit.values[0, gone, min(kept, self.marks.kept - 1), self.worth.place(first, second)]
        if first == second and not kept:
            found = self._split(first, gone, found)
        return found

    def _split(self, value: int, gone: int, plain: Floats) -> Floats:
        """A pair, split if that is better, or as the main game splits it."""
        if self.player.by_main:
            rule = self.worth.split_rule(value)
            return plain if rule is None else self._of(value).worth(SplitPlay(rule, self.marks.trades), gone)
        keeps = may_keep(self.against, value)
        if keeps and self._of(value).hopeless(float(self.marks.score(plain))):
            return plain
        rules = self.worth.play.split_rules(self.against, value)
        ways = split_plays_of(rules, self.marks, value - 1)
        if self.player.always:
            ways = [way for way in ways if way.trades == self.marks.trades]
        found = [self._of(value).worth(way, gone) for way in ways]
        if keeps or not found:
            found.append(plain)
        return max(found, key=lambda one: float(self.marks.score(one)))

    def _of(self, value: int) -> SplitLights:
        if value not in self._splits:
            plain = self.worth.split_hands(value)
            self._splits[value] = SplitLights(self.against, self.marks, plain, main=self.player.by_main)
        return self._splits[value]

    def one(self, first: int, gone: int, kept: int = 0) -> Floats:
        """One card that waits for the second one."""
        return self._remembered(
            ("one", first, gone, kept),
            lambda: self._next_card(
                first, gone, kept, lambda card: self.two(first, card, gone, kept), lambda: self.asked(first, gone, kept)
            ),
        )

    def asked(self, other: int, gone: int = 0, kept: int = 0) -> Floats:
        """A marked card, about which the player is asked, and another one."""
        keep = self.two(other, self.value, gone, kept + 1)
        if self._natural(other) and not self.lights.naturals:
            return keep
        return self._better(keep, lambda: self.one(other, gone + 1, kept))

    def trade(self, other: int) -> tuple[Floats, Floats]:
        """A marked card of the deal and another one: kept, and traded."""
        return self.two(other, self.value, 0, 1), lit(self.one(other, 1))

    def both_asked(self, gone: int = 0) -> Floats:
        """Two marked cards; about the second one the player is asked after the first one is kept or replaced."""
        return self._remembered(
            ("both", gone),
            lambda: self._better(
                self.asked(self.value, gone, 1),
                lambda: self._next_card(
                    self.value,
                    gone + 1,
                    1,
                    lambda card: self.asked(card, gone + 1),
                    lambda: self.both_asked(gone + 1),
                ),
            ),
        )

    def _better(self, keep: Floats, trade: Callable[[], Floats]) -> Floats:
        traded = lit(trade())
        better = self.player.always or self.marks.score(traded) > self.marks.score(keep)
        return traded if better else keep

    def _next_card(
        self, held: int, gone: int, kept: int, plain: Callable[[int], Floats], marked: Callable[[], Floats]
    ) -> Floats:
        """One card more for a hand of one card, which is one of ``kept`` marked ones."""
        cards = np.zeros((1, 10), dtype=np.int64)
        cards[0, held - 1] = 1
        left = unseen_by(self.against, self.marks, cards, 0, (0,))
        draw = self.against.cards.draws.next_card(left)[0, gone, 0].tolist()
        share = float(marked_share(self.marks, left)[0, gone, min(kept, self.marks.kept - 1), 0])
        found = np.zeros(self.marks.features)
        for card, chance in enumerate(draw, start=1):
            part = share if card == self.value else 0.0
            if chance * (1 - part) > 0:
                found += chance * (1 - part) * plain(card)
            if chance * part > 0:
                found += chance * part * marked()
        return found

    def _natural(self, other: int) -> bool:
        return self.against.tables.dealing.is_natural(other, self.value)

    def _remembered(self, key: tuple[object, ...], work: Callable[[], Floats]) -> Floats:
        if key not in self._memory:
            self._memory[key] = work()
        return self._memory[key]

    def dealt(self, first: int, second: int) -> Floats:
        """The first two cards, marked or not, before the dealer looks for a natural."""
        found = self._played(first, second)
        if not self.against.peeks:
            return found
        natural = self.against.cards.natural_chance(first, second)
        lost = self._lost(first, second)
        return (1 - natural) * found + natural * lost

    def _lost(self, first: int, second: int) -> Floats:
        """A dealer natural ends the round before marked cards are traded."""
        pays = self.against.pays
        tie = self.against.tables.dealing.is_natural(first, second)
        net = pays.natural(ends.NATURAL, NUMBERS[OWN]).natural if tie else pays.lost_to_natural()
        return self._with_lights(settled(net, self.marks), first, second)

    def _with_lights(self, found: Floats, first: int, second: int) -> Floats:
        """Where cards are not traded, those of the deal give their lights at once."""
        for _ in range(0 if self.marks.trades else (first, second).count(self.value)):
            found = lit(found)
        return found

    def _played(self, first: int, second: int) -> Floats:
        if not self.marks.trades:
            return self._with_lights(self.two(first, second), first, second)
        unseen, marked = float(self.against.unseen[self.value - 1]), self.marks.number
        if first == second == self.value:
            both = marked * (marked - 1) / (unseen * (unseen - 1))
            one = 2 * marked * (unseen - marked) / (unseen * (unseen - 1))
            none = 1 - both - one
            return self._mix(
                (none, self.two, (first, second)), (one, self.asked, (first,)), (both, self.both_asked, ())
            )
        if self.value not in (first, second):
            return self.two(first, second)
        share, other = marked / unseen, first if second == self.value else second
        return self._mix((1 - share, self.two, (first, second)), (share, self.asked, (other,)))

    @staticmethod
    def _mix(*parts: tuple[float, Callable[..., Floats], tuple[int, ...]]) -> Floats:
        found: Floats = np.sum([chance * value(*cards) for chance, value, cards in parts if chance > 0], axis=0)
        return found


class LitRound:
    """Rounds against every up card, marked ones apart."""

    def __init__(self, game: Game, shoe: MarkedShoe, player: Player) -> None:
        refuse_lights(game.tables)
        self._game, self._shoe = game, shoe
        self.up_cards = list(self._up_cards(player))
        """With their share of the up cards of the same value."""

    def _up_cards(self, player: Player) -> Iterator[tuple[UpCardLights, float]]:
        shoe = self._shoe
        for worth in self._game.worths:
            share = shoe.share if shoe.lights.trades and worth.against.up == shoe.lights.value else 0.0
            if share < 1:
                yield UpCardLights(worth, shoe, player, up_marked=False), 1 - share
            if share > 0:
                yield UpCardLights(worth, shoe, player, up_marked=True), share

    def values(self) -> Floats:
        """Net, lights and the chances of their numbers; of playable cards of the marked value where cards are not
        traded."""
        found = np.zeros(self._shoe.marks(up_marked=False).features)
        for one, share in self.up_cards:
            for (first, second), chance in hands_dealt(self._game, one.worth).items():
                found += chance * share * one.dealt(first, second)
        return found


def refuse_lights(tables: RuleTables) -> None:
    """Raises NotAnalysed for rules that are not followed together with lights."""
    dealing, rule = tables.dealing, ""
    if dealing.first_values or dealing.up_values:
        rule = "first_ace: an ace that ends the round"
    elif tables.hands_per_box > 1:
        rule = "hands.per_box: more than one hand of the deal"
    elif any(dealing.boxes_busts):
        rule = "dealer.boxes_busts_under: a boxed bust"
    elif ends.SPECIAL_NATURAL in dealing.two_cards:
        rule = "natural.suited_faces_pay: a natural that depends on suits"
    if rule:
        raise NotAnalysed(f"{rule} is not analysed together with lights")
