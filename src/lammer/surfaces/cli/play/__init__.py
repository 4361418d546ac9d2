"""A table in the terminal, played at the keyboard, with records of its rounds.

``run_play(PlaySettings(...))`` plays until the player leaves and returns an exit code. Start with ``game.py``;
``asking.py`` reads the player's answers, ``felt.py`` and ``screen.py`` show the table drawn or as text.
"""

from lammer.surfaces.cli.play.game import run_play
from lammer.surfaces.cli.play.settings import PlaySettings

__all__ = ["PlaySettings", "run_play"]
