"""The wagers of an environment: the sizes of the main wager, and side bets."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lammer.api.arguments import Amount, minor_units
from lammer.api.tables import refuse_wagers, side_wagers
from lammer.errors import BadArgument
from lammer.rules.sheet import Sheet


class Wagers(NamedTuple):
    """In minor units. Rewards are in units of the first size."""

    sizes: tuple[int, ...]
    sides: dict[str, int]

    @property
    def unit(self) -> int:
        return self.sizes[0]


def wagers_for(sheet: Sheet, bets: Sequence[Amount], side_bets: Mapping[str, Amount] | None) -> Wagers:
    """Raises Refused, with the clause, for wagers that the table does not accept."""
    if isinstance(bets, str) or not isinstance(bets, Sequence):
        raise BadArgument("bets", "write a list of sizes, like (10, 25)")
    if side_bets is not None and not isinstance(side_bets, Mapping):
        raise BadArgument("side_bets", 'write the amount of each side bet by its id, like {"pot-of-gold": 5}')
    if not bets:
        raise BadArgument("bets", "give at least one size of the main wager")
    wagers = Wagers(tuple(minor_units(one) for one in bets), side_wagers(side_bets or {}))
    for size in wagers.sizes:
        refuse_wagers(sheet, size, wagers.sides)
    return wagers
