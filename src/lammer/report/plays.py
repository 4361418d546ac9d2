"""The best play from the exact analysis as tables for the simulator's kernels. Every composition is a state."""

import numpy as np

from lammer.exact.compositions import UNSPLIT
from lammer.exact.stakes import FREE, OWN
from lammer.exact.values import Game, Worth
from lammer.rule_tables.plays import FREE_SPLIT, SPLIT, STAND
from lammer.simulate.arrays import Bytes
from lammer.simulate.plays import FIRST, SITUATIONS, UP_CARDS, Plays, situation

COMPOSITION = "composition"


def composition_plays(game: Game) -> Plays:
    """The play of ``game``'s strategy for every composition."""
    hands = game.worths[0].against.grid.hands
    bust = len(hands.total)
    after = np.full((bust + 1, 16), bust, dtype=np.uint16)
    after[:bust, 1:11] = np.where(hands.after >= 0, hands.after, bust)
    total = np.append(hands.total, hands.limit + 1).astype(np.uint8)
    two = np.zeros((16, 16), dtype=np.uint16)
    for first in range(1, 11):
        for second in range(1, 11):
            two[first, second] = hands.of(first, second)
    plays = np.full((SITUATIONS, UP_CARDS, bust + 1), STAND, dtype=np.uint8)
    pairs = np.full((SITUATIONS, 2, UP_CARDS, 16), STAND, dtype=np.uint8)
    for worth in game.worths:
        _fill(worth, plays, pairs)
    return Plays(after.ravel(), total, two.ravel(), plays.ravel(), pairs.ravel())


def _fill(worth: Worth, plays: Bytes, pairs: Bytes) -> None:
    """Fills in the plays against one up card."""
    against = worth.against
    families, hands, up = against.grid.families, against.grid.hands, against.up
    plays[FIRST, up, families[UNSPLIT].hands] = np.maximum(worth.policy, STAND)
    for value in range(1, 11):
        row = hands.of(value, value)
        rule = worth.split_rule(value)
        pairs[FIRST, :, up, value] = plays[FIRST, up, row]
        if rule is None:
            continue
        pairs[FIRST, 0, up, value] = _number(rule.first_adds)
        split = worth.split_hands(value)
        for kind in (OWN, FREE):
            here = situation(value, kind == FREE)
            plays[here, up, families[value - 1].hands] = np.maximum(split.policy(kind), STAND)
            pairs[here, :, up, value] = plays[here, up, row]
            added = rule.adds(kind)
            if added is not None:
                pairs[here, 0, up, value] = _number(added)


def _number(added: str) -> int:
    return FREE_SPLIT if added == FREE else SPLIT
