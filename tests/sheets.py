"""The games tests go through: every shipped sheet, every paytable of its side bets, and every attachable side bet."""

from lammer.rules.files import ANY
from lammer.rules.loader import game_names, load_sheet, sheet_file, sheet_head, sheet_names
from lammer.rules.overrides import split_overrides
from lammer.rules.sheet import Sheet

BASE = "sd-blackjack"
OF_ONE_GAME = tuple(
    f"{sheet_file(name).usual_host}+{name}"
    for name in sheet_names()
    if sheet_file(name).is_side_bet and ANY not in sheet_file(name).head["attaches_to"]
)
"""Side bets that attach to certain games only; the others are ``ATTACHED``."""
PLAIN = (*game_names(), *OF_ONE_GAME)
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


def side_bet_sheets() -> list[str]:
    """Every sheet of the folder that is a side bet to attach."""
    games = set(game_names())
    return [name for name in sheet_names() if name not in games]


def _all_attached() -> tuple[str, ...]:
    """Every attachable side bet, on the game it is shown with."""
    hosts: dict[str, list[str]] = {}
    for name in side_bet_sheets():
        hosts.setdefault(sheet_file(name).usual_host, []).append(name)
    return tuple("+".join([host, *names]) for host, names in hosts.items())


ATTACHED = _all_attached()
