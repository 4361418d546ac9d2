"""The ``lammer`` command: its sub-commands, and what a user's mistake looks like.

Exit codes: 0 fine; 1 what was checked is wrong (a record, a sheet under lint --strict); 2 the command or its input
was refused; 130 interrupted.
"""

import os
import sys
from collections.abc import Sequence

from cyclopts import App
from rich.console import Console

from lammer import __version__
from lammer.cards.card import NotACard
from lammer.cards.money import NotMoney
from lammer.rules.sheet import SheetFaults
from lammer.strategy.chart import ChartFault
from lammer.surfaces.cli.deal import deal_app
from lammer.surfaces.cli.games import games_app
from lammer.surfaces.cli.options import BadOption
from lammer.surfaces.cli.replay import replay_app
from lammer.surfaces.cli.rules import rules_app
from lammer.surfaces.cli.shoe import shoe_app
from lammer.surfaces.cli.table import play_app, start_playing
from lammer.table.actions import Refused
from lammer.table.notation import NotationError

EXIT_WRONG, EXIT_REFUSED, EXIT_INTERRUPTED = 1, 2, 130
USER_FAULTS = (SheetFaults, NotationError, Refused, ChartFault, NotMoney, NotACard, BadOption)

app = App(
    name="lammer",
    help="Free Bet blackjack and its family: play it, deal it, check it, from the regulators' own rules.",
    help_format="plaintext",
    version=__version__,
    help_epilogue="""Examples:
  lammer                                    sit down at a Free Bet table
  lammer games                              what can be played
  lammer rules show european-free-bet       every rule with its clause
  lammer deal sd-free-bet --rounds 1000 --seed 1 --json > rounds.jsonl
  lammer replay rounds.jsonl                check every payment

Without a command: plays sd-free-bet in this terminal. Completion for your shell: lammer --install-completion""",
)
for command in (play_app, games_app, rules_app, deal_app, replay_app, shoe_app):
    app.command(command)
app.default(start_playing)
app.register_install_completion_command()


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a command line and exits with a code that means something."""
    try:
        code = app(arguments, error_console=Console(stderr=True), result_action="return_value")
    except USER_FAULTS as fault:
        _explain(fault)
        code = EXIT_REFUSED
    except KeyboardInterrupt:
        code = EXIT_INTERRUPTED
    except BrokenPipeError:
        # Whoever reads us has had enough, as head does; keep Python from complaining while it shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except SystemExit as ending:
        # cyclopts ends with 1 on a command line it cannot read; for us that is a refusal.
        code = EXIT_REFUSED if ending.code == 1 else ending.code
    sys.exit(code or 0)


def _explain(fault: Exception) -> None:
    faults = fault.faults if isinstance(fault, SheetFaults) else (fault,)
    for one in faults:
        print(f"lammer: {one}", file=sys.stderr)
    if isinstance(fault, NotationError):
        print(fault.pointer(), file=sys.stderr)
