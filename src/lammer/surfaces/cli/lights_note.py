"""The remark of commands that simulate a game with lights."""

import sys

from lammer.rules.sheet import Sheet


def say_lights(sheet: Sheet) -> None:
    """Says on standard error that the figures do not include lights, if the game has them."""
    if sheet.rules.lights is not None:
        text = "simulated players keep marked cards and get no prize; lammer sidebets has the exact figures"
        text = f"{sheet.rules.lights.name}: {text}"
        print(f"lammer: {text}", file=sys.stderr)
