"""Money is an integer number of minor units. A fraction that cannot be paid is breakage."""

import re
from typing import NamedTuple

from lammer.errors import LammerError

MINOR_UNITS = 100
"""Minor units (cents) in one unit of the currency."""


class Odds(NamedTuple):
    """Pays ``numerator`` for every ``denominator`` wagered."""

    numerator: int
    denominator: int

    def __str__(self) -> str:
        return f"{self.numerator}:{self.denominator}"


AMOUNT = re.compile(r"\$?(\d{1,12}|[1-9]\d{0,2}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?", re.ASCII)
"""A plain number, or one with a comma before every three digits. Any other comma could be a decimal comma."""


class NotMoney(LammerError, ValueError):
    """The text is not an amount."""


def parse_odds(text: str) -> Odds:
    match = re.fullmatch(r"\s*(\d{1,6})\s*(?::|/|to)\s*(\d{1,6})\s*", str(text))
    if not match or int(match[2]) == 0:
        raise ValueError(f"{text!r} is not odds: write them like 3:2")
    return Odds(int(match[1]), int(match[2]))


def pay(amount: int, odds: Odds, rounding: str) -> tuple[int, int]:
    """The winnings on an amount, and the breakage in ``1/denominator`` of a minor unit.

    ``paid * denominator + breakage == amount * numerator``, so every fraction is recorded.
    """
    exact = amount * odds.numerator
    if rounding == "down":
        paid = exact // odds.denominator
    elif rounding == "up":
        paid = -(-exact // odds.denominator)
    else:
        paid = (2 * exact + odds.denominator) // (2 * odds.denominator)
    return paid, exact - paid * odds.denominator


def parse_money(text: str) -> int:
    """Minor units from text: ``10``, ``7.50``, ``$1,000``."""
    match = AMOUNT.fullmatch(text.strip())
    if not match:
        raise NotMoney(f"{text[:40]!r} is not an amount; write it like 10, 7.50 or 1,000")
    return int(match[1].replace(",", "")) * MINOR_UNITS + int((match[2] or "0").ljust(2, "0"))


def money_text(minor: int, *, signed: bool = False) -> str:
    """``1050`` → ``10.50``; whole units have no decimals: ``1000`` → ``10``."""
    sign = "-" if minor < 0 else "+" if signed and minor > 0 else ""
    units, cents = divmod(abs(minor), MINOR_UNITS)
    return f"{sign}{units}" if cents == 0 else f"{sign}{units}.{cents:02d}"
