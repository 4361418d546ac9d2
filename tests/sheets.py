"""The games tests go through: every shipped sheet, and every paytable of its side bets."""

from lammer.rules.loader import load_sheet
from lammer.rules.overrides import split_overrides
from lammer.rules.sheet import Sheet

PLAIN = ("sd-blackjack", "sd-free-bet", "triple-win-20", "free-money", "european-free-bet", "sd-blackjack+blazing-7s")


def _with_paytables(game: str) -> list[str]:
    sheet = load_sheet(game)
    return [
        f"{game}[{sheet.side_bet_keys[bet_id]}.paytable={paytable}]"
        for bet_id, bet in sheet.side_bets.items()
        for paytable in bet.paytables
    ]


GAMES: tuple[str, ...] = tuple(name for game in PLAIN for name in (_with_paytables(game) or [f"{game}[]"]))


def posted(game: str) -> Sheet:
    """A sheet by its name with bracketed overrides."""
    name, _, overrides = game.partition("[")
    return load_sheet(name, tuple(split_overrides(overrides.removesuffix("]"))))
