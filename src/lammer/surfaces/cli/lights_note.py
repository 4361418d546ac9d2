"""The remarks of commands whose figures leave lights or side bets out."""

import sys

from lammer.rules.sheet import Sheet


def say_lights(sheet: Sheet) -> None:
    """Says on standard error that the figures do not include lights, if the game has them."""
    if sheet.rules.lights is not None:
        text = "simulated players keep marked cards and get no prize; lammer sidebets has the exact figures"
        text = f"{sheet.rules.lights.name}: {text}"
        print(f"lammer: {text}", file=sys.stderr)


def say_lights_left_out(sheet: Sheet) -> None:
    """The same for commands that compute figures of the main game."""
    if sheet.rules.lights is not None:
        text = "marked cards are kept and not traded, and their prize is not in these figures; see lammer sidebets"
        print(f"lammer: {sheet.rules.lights.name}: {text}", file=sys.stderr)


def say_no_side_bets(sheet: Sheet) -> None:
    """Says on standard error that side bets which somebody attached are not bet."""
    if "+" in sheet.id and sheet.side_bets:
        print(f"lammer: not bet, so not in these figures: {', '.join(sheet.side_bets)}", file=sys.stderr)
