"""``lammer workbench``."""

import sys
from pathlib import Path

from cyclopts import App

from lammer.errors import MissingExtra
from lammer.surfaces.cli.options import AttachOption, BadOption, SetOption, attached
from lammer.surfaces.cli.shared import GameArgument

workbench_app = App(
    name="workbench",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer workbench sd-free-bet
  lammer workbench sd-blackjack --set dealer.soft_17=stand

Keys: arrows choose a rule and change its value; Enter types a value; / filters;
u undo, y redo, r reset, p pin the game to compare with, s save as a TOML sheet,
q quit.""",
)
NO_TERMINAL = (
    "workbench needs a terminal. Without one use lammer edge GAME --set KEY=VALUE, lammer compare GAME --effects, "
    "or the page /workbench of lammer serve"
)


@workbench_app.default
def workbench(game: GameArgument = "sd-free-bet", *, attach: AttachOption = (), set_: SetOption = ()) -> None:
    """Change the rules of a game and see its exact edge at once, full screen."""
    from lammer.workbench.session import Session

    session = Session(attached(game, attach), set_)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadOption(NO_TERMINAL)
    try:
        from lammer.surfaces.cli.workbench.screen import Workbench
    except ImportError as error:
        raise MissingExtra(f"the workbench needs {error.name}: pip install lammer") from None
    Workbench(session, Path.cwd()).run()
