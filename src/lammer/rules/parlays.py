"""Parlays: when the winnings of a side bet may join the main wager, and what that is worth by first card and up card.

The main game is worth what it is worth for any wager, so a parlay gains the winnings times the value of the main game
given the two cards. The best player parlays where that value is above 0. All figures are per side wager of 1.
"""

from typing import Any, NamedTuple

from lammer.cards.card import ACE, TEN, VALUE_LETTERS
from lammer.rules.sheet import Sheet

DIGITS = 12
Policy = frozenset[tuple[int, int]]
"""Values of first cards and up cards with which a player adds winnings to the main wager."""
NEVER: Policy = frozenset()
ALWAYS: Policy = frozenset((first, up) for first in range(ACE, TEN + 1) for up in range(ACE, TEN + 1))


def within_maximum(sheet: Sheet, bet_id: str, wager: int) -> bool:
    """Whether winnings of the bet may make a main wager as large as this."""
    parlay = sheet.rules.side_bets[bet_id].parlay
    return parlay is None or parlay.table_maximum != "applies" or wager <= sheet.rules.limits.maximum


class ParlayCell(NamedTuple):
    """First cards and up cards of these values. ``won``: the winnings that they bring on average, that is their chance
    times the pay. ``worth``: the value of the main game for a wager of 1, given these cards."""

    first: int
    up: int
    won: float
    worth: float

    @property
    def parlays(self) -> bool:
        """Whether the best player adds the winnings."""
        return self.worth > 0


class ParlayFinding(NamedTuple):
    """``alone`` is the house edge of the side bet without parlays."""

    alone: float
    cells: tuple[ParlayCell, ...]

    @property
    def best(self) -> float:
        """The house edge with best parlays: what the house keeps of the side wager, with the gain in the main game."""
        return self.alone - sum(cell.won * cell.worth for cell in self.cells if cell.parlays)

    @property
    def always(self) -> float:
        """The house edge of a player who always parlays."""
        return self.alone - sum(cell.won * cell.worth for cell in self.cells)

    def as_json(self) -> dict[str, Any]:
        cells = [
            {"first": VALUE_LETTERS[cell.first], "up": VALUE_LETTERS[cell.up], "won": round(cell.won, DIGITS)}
            | {"worth": round(cell.worth, DIGITS), "parlay": cell.parlays}
            for cell in self.cells
        ]
        edges = {"never": self.alone, "always": self.always, "best": self.best}
        return {"house_edges": {name: round(edge, DIGITS) for name, edge in edges.items()}, "table": cells}
