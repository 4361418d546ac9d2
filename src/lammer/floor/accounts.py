"""The accounts of the floor. A player's chips and the stakes held on a table can never fall below zero."""

from lammer.progressive.accounts import RESERVED
from lammer.progressive.accounts import side_of as jackpot_side_of

OWN = RESERVED
"""Names with which the floor's accounts begin, so no jackpot may have them."""
CAGE = "cage/bank"
"""The source of play money."""


def chips(player: str) -> str:
    return f"player/{player}/chips"


def held(table: str) -> str:
    """Stakes on the table, which belong neither to the player nor to the house."""
    return f"floor/{table}/held"


def bank(table: str) -> str:
    """The table's tray."""
    return f"floor/{table}/bank"


def tips(table: str) -> str:
    """The dealers' tips: bets for them, and what these won."""
    return f"floor/{table}/tips"


def side_of(account: str) -> str:
    kind, _, name = account.rpartition("/")
    if kind == "cage" or kind.startswith(("player/", "floor/")):
        return "credit" if name in ("chips", "held") else "either"
    return jackpot_side_of(account)
