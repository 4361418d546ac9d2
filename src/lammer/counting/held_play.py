"""Play by composition that is held fixed while the shoe changes."""

import numpy as np

from lammer.exact.compositions import UNSPLIT
from lammer.exact.hands import Ints
from lammer.exact.splits import SplitRule
from lammer.exact.up_card import Against, HandValues
from lammer.exact.values import Game


class Held:
    """The play of a game from its own shoe, followed whatever the shoe is. It is chosen once for every up card."""

    may_stay = False
    shared = False

    def __init__(self, game: Game) -> None:
        self.name = f"{game.play.name}, held"
        self._worths = {worth.against.up: worth for worth in game.worths}

    def policies(self, here: HandValues, kinds: tuple[str, ...]) -> Ints:
        worth, pair = self._worths[here.up], here.family.pair
        if pair == UNSPLIT:
            return np.stack([worth.policy for _ in kinds])
        return np.stack([worth.split_hands(pair + 1).policy(kind) for kind in kinds])

    def split_rules(self, against: Against, value: int) -> list[SplitRule]:
        rule = self._worths[against.up].split_rule(value)
        return [] if rule is None else [rule]
