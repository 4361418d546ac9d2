"""Takes a sheet, a bankroll and a person at a keyboard; gives a table in the terminal and the records of its rounds.

``run_play(PlaySettings(...))`` plays until the person leaves and returns an exit code.
"""

from lammer.surfaces.cli.play.game import run_play
from lammer.surfaces.cli.play.settings import PlaySettings

__all__ = ["PlaySettings", "run_play"]
