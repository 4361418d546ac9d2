"""Accounts of the floor. A player's chips and what lies held on a table can never fall below zero."""

from lammer.progressive.accounts import RESERVED
from lammer.progressive.accounts import side_of as jackpot_side_of

OWN = RESERVED
"""What the floor's accounts begin with, so no jackpot may be called so."""
CAGE = "cage/bank"
"""Where play money comes from."""


def chips(player: str) -> str:
    return f"player/{player}/chips"


def held(table: str) -> str:
    """Stakes on the table: no longer the player's, not yet the house's."""
    return f"floor/{table}/held"


def bank(table: str) -> str:
    """The table's tray."""
    return f"floor/{table}/bank"


def tips(table: str) -> str:
    """What tip bets won for the dealers."""
    return f"floor/{table}/tips"


def side_of(account: str) -> str:
    kind, _, name = account.rpartition("/")
    if kind == "cage" or kind.startswith(("player/", "floor/")):
        return "credit" if name in ("chips", "held") else "either"
    return jackpot_side_of(account)
