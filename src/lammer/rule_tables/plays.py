"""Plays of a hand as numbers, the same in every table, policy and kernel."""

from enum import IntEnum

from lammer.table.actions import ActionKind


class Play(IntEnum):
    """The number of an action. Its name is the one in ``table.actions.ActionKind``."""

    STAND = 0
    HIT = 1
    DOUBLE = 2
    FREE_DOUBLE = 3
    SURRENDER = 4
    SPLIT = 5
    FREE_SPLIT = 6

    @property
    def kind(self) -> str:
        return ActionKind[self.name].value


NUMBERS: dict[str, Play] = {play.kind: play for play in Play}

# Compiled code needs plain integers.
STAND, HIT, DOUBLE, FREE_DOUBLE, SURRENDER, SPLIT, FREE_SPLIT = (play.value for play in Play)
