"""The worth of every action with a hand when a bet on lammers rides along: the main game and the side bet together.

The side bet pays by the number of lammers of the whole round, so an action is worth what the hand brings plus what the
lammers bring that the player has, that the action adds, and that the hands bring which wait for their second card.
As in `combined_play.py` those later hands, and this one after a hit, are played for the main game; which pairs are
split again is chosen too.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from lammer.exact.compositions import UNSPLIT
from lammer.exact.evs import FromSplit, action_values, checked_up_card, split_choices
from lammer.exact.hands import Floats
from lammer.exact.lammers import certain, lammers_to_come, shifted
from lammer.exact.late_doubles import Drawn, SplitLammers, drawn_by_a_hit
from lammer.exact.play import Optimal
from lammer.exact.sidebets import lammer_net
from lammer.exact.splits import SplitRule
from lammer.exact.stakes import FREE
from lammer.exact.up_card import Against
from lammer.exact.values import SplitHands
from lammer.rule_tables.plays import Play
from lammer.rule_tables.tables import RuleTables
from lammer.rules.paytable import Paytable
from lammer.rules.schema import MAX_LAMMERS, SideBet


class LammerWager(NamedTuple):
    """A bet on lammers that rides: its wager in original wagers, the lammers so far, and the stakes of the box's hands
    that wait for their second card."""

    ratio: float
    taken: int = 0
    pending: tuple[str, ...] = ()


class LammerPays(NamedTuple):
    """What a wager of 1 nets by the number of lammers."""

    nets: Floats

    @classmethod
    def of(cls, bet: SideBet, paytable: Paytable) -> "LammerPays":
        return cls(np.array([lammer_net(bet, paytable, count) for count in range(MAX_LAMMERS + 1)]))

    def worth(self, lammers: Floats, natural: float) -> float:
        """Expected net by the chances of the number of lammers without a dealer natural, which loses the wager."""
        return (1 - natural) * float(lammers @ self.nets) - natural


def combined_values(
    tables: RuleTables,
    shoe: Floats,
    cards: tuple[int, ...],
    up: int,
    split: FromSplit | None,
    wager: LammerWager,
    pays: LammerPays,
) -> dict[str, float]:
    """As ``action_values``, with the side bet's expected net added to every action."""
    main = action_values(tables, shoe, cards, up, split)
    against = checked_up_card(tables, shoe, cards, up, split)
    here = _Here(against, cards, split, wager, pays)
    values = {action: worth + wager.ratio * here.side(action) for action, worth in main.items()}
    if len(cards) == 2 and cards[0] == cards[1]:
        ways: dict[str, list[float]] = {}
        for play, rule, worth in split_choices(against, cards[0], split):
            ways.setdefault(play.kind, []).append(worth + wager.ratio * here.side_of_split(rule))
        values |= {kind: max(worths) for kind, worths in ways.items()}
    return dict(sorted(values.items(), key=lambda entry: -entry[1]))


class _Here:
    """The side bet at one decision."""

    def __init__(
        self,
        against: Against,
        cards: tuple[int, ...],
        split: FromSplit | None,
        wager: LammerWager,
        pays: LammerPays,
    ) -> None:
        self._against, self._cards, self._split, self._wager, self._pays = against, cards, split, wager, pays
        self._kind, self._number = split or FromSplit(hands=1)
        seen = (*cards, *((cards[0],) * (self._number - 1)))
        # Where the dealer has looked, there is no natural.
        self._natural = 0.0 if against.peeks else against.cards.natural_chance(*seen)
        self._left = against.unseen.copy()
        for value in seen:
            self._left[value - 1] -= 1
        self._hands = SplitHands(against, cards[0] - 1, Optimal())

    def side(self, action: str) -> float:
        """When the hand is played without another split."""
        pending, to_come = self._wager.pending, certain(0)
        hit = action == Play.HIT.kind and self._against.tables.legality.doubles_later
        rule = self._usual_rule() if pending else None
        if hit:
            to_come = SplitLammers(self._hands, self._left).to_come(rule, pending, self._number, self._drawn_by_a_hit)
        elif rule is not None:
            to_come = lammers_to_come(self._hands, rule, pending, self._number, self._left)
        return self._worth(to_come, int(action == Play.FREE_DOUBLE.kind))

    @cached_property
    def _drawn_by_a_hit(self) -> Drawn:
        """Until the hand doubles free, if it does."""
        here = self._against.situation(self._cards[0] - 1 if self._split else UNSPLIT, self._number - 1)
        place = int(here.family.place[here.hands.of(*self._cards)])
        return drawn_by_a_hit(here, here.best((self._kind,))[1][0], place)

    def side_of_split(self, rule: SplitRule) -> float:
        pending = (self._kind, rule.first_adds, *self._wager.pending)
        to_come = lammers_to_come(self._hands, rule, pending, self._number + 1, self._left)
        return self._worth(to_come, int(rule.first_adds == FREE))

    def _worth(self, to_come: Floats, added: int) -> float:
        return self._pays.worth(shifted(to_come, self._wager.taken + added), self._natural)

    def _usual_rule(self) -> SplitRule:
        """How the main game splits this pair, for hands that may yet be split again."""
        against, pair = self._against, self._hands.pair
        rules = Optimal().split_rules(against, pair + 1)
        return max(rules, key=lambda rule: self._hands.split_worth(rule))
