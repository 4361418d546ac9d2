"""How the dealer draws, in words."""

from lammer.rules.sheet import Sheet

USUAL = 17
"""The total on which dealers usually stand."""


def draws(sheet: Sheet) -> str:
    """``hits soft 17``, ``stands on all 17s``, ``stands on hard 16 and soft 17``."""
    dealer = sheet.rules.dealer
    if dealer.stand_on_hard == dealer.stand_on_soft != USUAL:
        return f"stands on {dealer.stand_on_hard} or more"
    if dealer.stand_on_hard != USUAL:
        return f"stands on hard {dealer.stand_on_hard} and soft {dealer.stand_on_soft}"
    return "hits soft 17" if dealer.soft_17 == "hit" else "stands on all 17s"


def standing_totals(sheet: Sheet) -> str:
    """``17 to 21``, ``hard 16 to 20 or soft 17 to 20``."""
    dealer, limit = sheet.rules.dealer, sheet.rules.points.limit
    if dealer.stand_on_hard == dealer.stand_on_soft:
        return f"{dealer.stand_on_hard} to {limit}"
    return f"hard {dealer.stand_on_hard} to {limit} or soft {dealer.stand_on_soft} to {limit}"
