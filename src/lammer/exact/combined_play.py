"""Optimal play for the main game and a lammer bet together, at a given ratio of the two wagers.

A lammer bet pays by the number of lammers, so a player who has made it may take one where the main game alone would
not: 5,5 is doubled for nothing, but splitting it can bring more. For every first hand the choices are kept with their
worth in the main game and the lammers they bring; the best of them is a straight line in the ratio, so the ratios at
which it changes are exact. Play of hands after a split or a hit is the main game's; which pairs are split again is
chosen too.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from lammer.exact.hands import Floats
from lammer.exact.lammers import LammerChances, certain, gathered, of_hit, of_kept, of_split
from lammer.exact.play import NAMES, may_keep
from lammer.exact.round import first_aces, hand_worth, openings
from lammer.exact.sidebets import lammer_net
from lammer.exact.splits import SplitRule
from lammer.exact.stakes import OWN
from lammer.exact.values import Game, Worth
from lammer.rule_tables.plays import FREE_DOUBLE, HIT
from lammer.rules.paytable import Paytable
from lammer.rules.schema import MAX_LAMMERS, SideBet

NEGLIGIBLE = 1e-12


class Choice(NamedTuple):
    """Something to do with a first hand: its worth in the main game (given no dealer natural where the dealer looks for
    one), and the lammers it brings without one."""

    name: str
    worth: float
    lammers: Floats

    def pay(self, nets: Floats) -> float:
        """Expected net of the side bet, given no dealer natural."""
        return float(self.lammers @ nets)


class Flip(NamedTuple):
    """The ratio of side wager to main wager from which another play of a first hand is better."""

    ratio: float
    hand: tuple[int, int]
    up: int
    before: str
    after: str


class JointFinding(NamedTuple):
    """Chances of the side bet and worth of the main game, when both are played together."""

    ratio: float
    main: float
    chances: LammerChances
    flips: tuple[Flip, ...]


def joint(game: Game, bet: SideBet, paytable: Paytable, ratio: float) -> JointFinding:
    """``game`` is the main game with its best play."""
    nets = np.array([lammer_net(bet, paytable, count) for count in range(MAX_LAMMERS + 1)])
    chosen: dict[tuple[int, int, int], Choice] = {}
    main = sum(net * chance for net, chance in first_aces(game))
    flips: list[Flip] = []
    for worth in game.worths:
        for first, second, chance in openings(game, worth):
            options = list(choices(worth, first, second))
            if not options:
                main += chance * hand_worth(worth, first, second)
                continue
            natural = worth.against.cards.natural_chance(first, second)
            # Where nobody looks, the worths include the rounds that a natural ends; the side bet's pays do not.
            found, part = (natural, 1.0) if worth.against.peeks else (0.0, 1 - natural)
            best = max(options, key=lambda option: option.worth + ratio * part * option.pay(nets))
            chosen[worth.against.up, first, second] = best
            main += chance * ((1 - found) * best.worth + found * worth.against.pays.lost_to_natural())
            if first <= second:
                flips.extend(_flips(worth.against.up, (first, second), options, part * nets))

    def of_hand(worth: Worth, first: int, second: int) -> Floats:
        option = chosen.get((worth.against.up, first, second))
        return certain(0) if option is None else option.lammers

    return JointFinding(ratio, float(main), gathered(game, of_hand), tuple(sorted(flips)))


def choices(worth: Worth, first: int, second: int) -> Iterator[Choice]:
    """The main game's choice first, then what brings other lammers; none for a natural."""
    if worth.against.tables.dealing.is_natural(first, second):
        return
    place = worth.place(first, second)
    rule = worth.split_rule(first) if first == second else None
    kept = _kept(worth, place)
    if rule is None:
        yield from kept
    for other in worth.split_worths(first) if first == second else ():
        split = Choice(_split_name(other), worth.split_worths(first)[other], of_split(worth, first, other))
        if other == rule or not np.allclose(split.lammers, kept[0].lammers, atol=NEGLIGIBLE):
            yield split
    if rule is not None and may_keep(worth.against, first):
        yield from kept


def _kept(worth: Worth, place: int) -> list[Choice]:
    play = int(worth.policy[place])
    found = [Choice(NAMES[play], float(worth.unsplit[place]), of_kept(worth, place))]
    free = float(worth.first.plays(OWN)[place, FREE_DOUBLE])
    if play != FREE_DOUBLE and np.isfinite(free):
        found.append(Choice(NAMES[FREE_DOUBLE], free, certain(1)))
    hit = of_hit(worth, place)
    if play != HIT and hit[1] > 0:
        worths = worth.remembered(("plays",), lambda: worth.first.all_plays(OWN, worth.policy)[0])
        found.append(Choice(NAMES[HIT], float(worths[place, HIT]), hit))
    return found


def _split_name(rule: SplitRule) -> str:
    again = {kind for kind, _ in rule.again}
    if again >= rule.kinds:
        return rule.name
    return f"{rule.name}, {' and '.join(sorted(again))} again" if again else f"{rule.name} once"


def _flips(up: int, hand: tuple[int, int], options: list[Choice], nets: Floats) -> Iterator[Flip]:
    """Follows the upper edge of the lines worth + ratio · expected pay from ratio 0 on."""
    here = max(options, key=lambda option: (option.worth, option.pay(nets)))
    while True:
        crossings = [
            ((here.worth - other.worth) / (other.pay(nets) - here.pay(nets)), -other.pay(nets), other)
            for other in options
            if other.pay(nets) > here.pay(nets) + NEGLIGIBLE
        ]
        if not crossings:
            return
        ratio, _, better = min(crossings, key=lambda entry: entry[:2])
        yield Flip(max(ratio, 0.0), hand, up, here.name, better.name)
        here = better
