"""Work of the child process about a progressive: its figures, and its years ahead."""

from collections.abc import Callable, Mapping
from typing import Any

from lammer.errors import LammerError
from lammer.rules.sheet import Sheet

OnProgress = Callable[[], None]


def _figures(sheet: Sheet, asked: Mapping[str, Any], _on_progress: OnProgress) -> Any:
    from lammer.workbench.jackpots import Asked, jackpot_figures

    try:
        return jackpot_figures(sheet, Asked(**asked))
    except LammerError as why:
        return {"refused": str(why)}


def _growth(sheet: Sheet, asked: Mapping[str, Any], on_progress: OnProgress) -> Any:
    from lammer.workbench.jackpots import Asked, jackpot_growth

    try:
        ahead = asked["years"], asked["paths"], asked["seed"]
        return jackpot_growth(sheet, Asked(**asked["jackpot"]), *ahead, on_progress)
    except LammerError as why:
        return {"refused": str(why)}


WORKS = {"jackpot": (_figures, 0), "jackpot-growth": (_growth, 2)}
"""Each with its urgency: the lowest number goes first."""
