"""The games tests go through: every shipped sheet, and every paytable of its side bets."""

from lammer.rules.loader import game_names, load_sheet, sheet_head, sheet_names
from lammer.rules.overrides import split_overrides
from lammer.rules.sheet import Sheet

BASE = "sd-blackjack"
ATTACHED = tuple(f"{host}+{name}" for name in sheet_names() for host in sheet_head(name).get("attaches_to", ())[:1])
PLAIN = (*game_names(), *ATTACHED)
HOUSES = tuple(game for game in game_names() if sheet_head(game).get("extends", BASE) != BASE)
"""Games that differ by a few values from a variant of blackjack that is shipped too."""


def fewer(game: str, usual: int) -> int:
    """How many rounds to deal: of a game of ``HOUSES`` a sixth, because the game it extends is dealt too."""
    return usual // 6 if game.partition("[")[0] in HOUSES else usual


def _with_paytables(game: str) -> list[str]:
    sheet = load_sheet(game)
    if game in HOUSES:
        return []
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
