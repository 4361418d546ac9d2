"""The games a table can be opened for, each with its one-line rules, its exact house edge and the side bets to
attach."""

import json
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from lammer.rules.files import ANY
from lammer.rules.loader import attachments_for, load_sheet, sheet_file, sheet_names
from lammer.rules.sheet import Sheet
from lammer.surfaces.web.replies import AttachableBet, Game

FIRST = "sd-free-bet"
"""The first game in the lobby; the other games with free bets follow, and variants of games come last."""


@lru_cache
def playable() -> tuple[str, ...]:
    """Every game, and every side bet of one game only, attached to it. A side bet that attaches to any game is chosen
    with the game (``attachable``), so that the list does not grow with every pair of them."""
    files = {name: sheet_file(name) for name in sheet_names()}
    found = [
        f"{file.usual_host}+{name}" if file.is_side_bet else name
        for name, file in files.items()
        if not _for_any_game(name)
    ]
    return tuple(sorted(found, key=lambda game: (game != FIRST, _is_variant(game), not _has_free_bets(game))))


def _is_variant(game: str) -> bool:
    return sheet_file(game.partition("+")[0]).kind == "variant"


def _for_any_game(name: str) -> bool:
    return ANY in sheet_file(name).head.get("attaches_to", ())


@lru_cache
def attachable(game: str) -> tuple[AttachableBet, ...]:
    """The side bets that can be attached to a game when its table is opened."""
    files = [sheet_file(name) for name in attachments_for(game) if _for_any_game(name)]
    return tuple(
        {"id": file.head["id"], "name": file.head["name"], "summary": file.head["summary"], "origin": file.origin}
        for file in files
    )


def shown_cards(game: str) -> list[str]:
    """The cards that stand for a game: those of the side bet's sheet, of the game's own, or of the one it extends."""
    files = [sheet_file(name) for name in reversed(game.split("+"))]
    while files[-1].head.get("extends"):
        files.append(sheet_file(files[-1].head["extends"]))
    return next((list(file.head["cards"]) for file in files if "cards" in file.head), [])


def _has_free_bets(game: str) -> bool:
    free = load_sheet(game).rules.free
    return bool(free.double_totals or free.split_values)


KEPT = Path(__file__).parent / "edges.json"
"""House edges of the shipped sheets, from `tools/edges.py`."""


def edge_key(sheet: Sheet) -> str:
    """Name, version and a digest of the sheet's values, so that a changed sheet does not get an old edge. A rule that
    the schema gains does not change the digest of a sheet that does not state it."""
    return f"{sheet.ref} {sheet.digest[:12]}"


@lru_cache
def kept_edges() -> dict[str, float]:
    found: dict[str, float] = json.loads(KEPT.read_text("utf-8")) if KEPT.is_file() else {}
    return found


class Lobby:
    """Edges that are not in the file are computed once in a background thread, because they take seconds.
    ``may_compute``: whether a figure would not wait for its kernels to be compiled."""

    def __init__(self, may_compute: Callable[[], bool] = lambda: True) -> None:
        self._may_compute = may_compute
        kept = {game: kept_edges().get(edge_key(load_sheet(game))) for game in playable()}
        self._edges = {game: edge for game, edge in kept.items() if edge is not None}
        self._begun = threading.Event()

    def _begin(self) -> None:
        if not self._begun.is_set() and len(self._edges) < len(playable()) and self._may_compute():
            self._begun.set()
            threading.Thread(target=self._compute, name="edges", daemon=True).start()

    def _compute(self) -> None:
        try:
            from lammer.exact.finding import edge
        except ImportError:
            return
        for game in playable():
            if game not in self._edges:
                self._edges[game] = edge(load_sheet(game)).house_edge

    def edge(self, game: str) -> float | None:
        """The house edge of a shipped game; None until it is computed. Attached side bets do not change it."""
        self._begin()
        return self._edges.get(game, self._edges.get(game.partition("+")[0]))

    def games(self) -> list[Game]:
        self._begin()
        listed: list[Game] = []
        for game in playable():
            sheet = load_sheet(game)
            listed.append(
                {
                    "game": game,
                    "name": sheet.name,
                    "summary": sheet.summary,
                    "house_edge": self._edges.get(game),
                    "side_bets": [bet.name for bet in sheet.side_bets.values()],
                    "attachable": list(attachable(game)),
                    "origin": sheet.origins[0].kind,
                    "variant": _is_variant(game),
                    "free_bets": _has_free_bets(game),
                    "minimum": sheet.rules.limits.minimum,
                    "maximum": sheet.rules.limits.maximum,
                    "cards": shown_cards(game),
                }
            )
        return listed
