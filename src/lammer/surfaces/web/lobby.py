"""The games a table can be opened for, each with its one-line rules and its exact house edge."""

import threading
from functools import lru_cache

from lammer.rules.loader import load_sheet, sheet_head, sheet_names
from lammer.surfaces.web.replies import Game


@lru_cache
def playable() -> tuple[str, ...]:
    """Every sheet that stands alone, or on the first one it may attach to."""
    heads = {name: sheet_head(name).get("attaches_to") for name in sheet_names()}
    return tuple(f"{hosts[0]}+{name}" if hosts else name for name, hosts in heads.items())


class Lobby:
    """Edges are worked out once, from the first time anybody asks, beside everything else, since they take seconds."""

    def __init__(self) -> None:
        self._edges: dict[str, float] = {}
        self._begun = threading.Event()

    def _begin(self) -> None:
        if not self._begun.is_set():
            self._begun.set()
            threading.Thread(target=self._work_out, name="edges", daemon=True).start()

    def _work_out(self) -> None:
        try:
            from lammer.exact.finding import edge
        except ImportError:
            return
        for game in playable():
            self._edges[game] = edge(load_sheet(game)).house_edge

    def games(self) -> list[Game]:
        self._begin()
        told: list[Game] = []
        for game in playable():
            sheet = load_sheet(game)
            told.append(
                {
                    "game": game,
                    "name": sheet.name,
                    "summary": sheet.summary,
                    "house_edge": self._edges.get(game),
                    "side_bets": [bet.name for bet in sheet.side_bets.values()],
                    "least": sheet.rules.limits.least,
                    "most": sheet.rules.limits.most,
                }
            )
        return told
