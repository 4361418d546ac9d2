"""The remark of commands that compute figures of a game with lights."""

import sys

from lammer.rules.sheet import Sheet


def say_lights(sheet: Sheet) -> None:
    """Says on standard error that the figures do not include lights, if the game has them."""
    if sheet.rules.lights is not None:
        told = f"{sheet.rules.lights.name} has no wager; figures are of players who keep marked cards, without prizes"
        print(f"lammer: {told}", file=sys.stderr)
