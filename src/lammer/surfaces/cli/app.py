"""The ``lammer`` command: its sub-commands, error messages and exit codes.

Exit codes: 0 success; 1 a check found faults (in a record, or in a sheet with lint --strict); 2 the command or its
input was refused; 130 interrupted; 143 terminated.
"""

import io
import os
import signal
import sys
from collections.abc import Sequence
from typing import Annotated

from cyclopts import App, CycloptsError, Parameter

from lammer import __version__
from lammer.errors import BadArgument, LammerError
from lammer.rules.sheet import SheetFaults
from lammer.surfaces.cli.analysis.compare import compare_app
from lammer.surfaces.cli.analysis.edge import edge_app
from lammer.surfaces.cli.analysis.evs import evs_app
from lammer.surfaces.cli.analysis.sidebets import sidebets_app
from lammer.surfaces.cli.analysis.strategy import strategy_app
from lammer.surfaces.cli.books.backup import backup_app
from lammer.surfaces.cli.books.doctor import doctor_app
from lammer.surfaces.cli.books.pit import pit_app
from lammer.surfaces.cli.books.restore import restore_app
from lammer.surfaces.cli.books.rotate_key import rotate_key_app
from lammer.surfaces.cli.books.verify import verify_app
from lammer.surfaces.cli.completion_script import Shell, script_for
from lammer.surfaces.cli.deal import deal_app
from lammer.surfaces.cli.drill import drill_app
from lammer.surfaces.cli.games import games_app
from lammer.surfaces.cli.mistakes import as_option, explained
from lammer.surfaces.cli.older_names import with_present_names
from lammer.surfaces.cli.options import Terminated, exit_code
from lammer.surfaces.cli.progressive.app import progressive_app
from lammer.surfaces.cli.replay import replay_app
from lammer.surfaces.cli.rules import rules_app
from lammer.surfaces.cli.shoe import shoe_app
from lammer.surfaces.cli.simulation.bench import bench_app
from lammer.surfaces.cli.simulation.check import check_app
from lammer.surfaces.cli.simulation.simulate import simulate_app
from lammer.surfaces.cli.simulation.sweep import sweep_app
from lammer.surfaces.cli.start import SERVE, start
from lammer.surfaces.cli.table import play_app
from lammer.table.notation import NotationError

EXIT_REFUSED = 2

app = App(
    name="lammer",
    help="Free Bet blackjack and its family: play it, deal it, check it, from the regulators' own rules.",
    help_format="plaintext",
    version=__version__,
    help_epilogue="""Examples:
  lammer                                # tables in the browser, on this machine
  lammer play                           # a table in this terminal
  lammer games                          # what can be played
  lammer rules show european-free-bet   # every rule with its clause
  lammer edge sd-blackjack              # its exact house edge
  lammer simulate sd-blackjack --rounds 1e7   # the same, from dealt rounds
  lammer deal sd-free-bet --rounds 1000 --seed 1 --json > rounds.jsonl
  lammer replay rounds.jsonl            # check every payment

Without a command: lammer serve. Completion for your shell:
lammer completion --help""",
)
for command in (
    play_app,
    games_app,
    rules_app,
    edge_app,
    strategy_app,
    evs_app,
    drill_app,
    sidebets_app,
    compare_app,
    simulate_app,
    sweep_app,
    check_app,
    bench_app,
    progressive_app,
    deal_app,
    replay_app,
    shoe_app,
    verify_app,
    backup_app,
    restore_app,
    rotate_key_app,
    doctor_app,
    pit_app,
):
    app.command(command)
app.command(f"{SERVE}:serve_app", name="serve", help="Tables in the browser, for one player or many.")
app.default(start)


COMPLETION = """Examples:
  lammer completion bash > lammer.bash
  lammer completion zsh > _lammer
  lammer completion fish > lammer.fish

Then, for bash: source lammer.bash, or keep the script in
~/.local/share/bash-completion/completions/lammer. For zsh, put _lammer into a
folder of $fpath; for fish, into ~/.config/fish/completions. The scripts know
lammer and ./run, with games, charts and terms."""


@app.command(help_epilogue=COMPLETION)
def completion(shell: Annotated[Shell, Parameter(help="The shell to print the script for.")]) -> None:
    """Print the completion script for a shell; nothing is installed."""
    print(script_for(app, shell))


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a command line and exits with a documented code."""
    _open_streams()
    signal.signal(signal.SIGTERM, _terminate)
    try:
        words = with_present_names(sys.argv[1:] if arguments is None else arguments)
        code = app(words, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as mistake:
        print(f"lammer: {explained(app, mistake)}", file=sys.stderr)
        code = EXIT_REFUSED
    except LammerError as fault:
        _explain(fault)
        code = EXIT_REFUSED
    except KeyboardInterrupt as stop:
        code = exit_code(stop)
    except BrokenPipeError:
        _stop_writing()
        code = 0
    except UnicodeError as error:
        print(f"lammer: the command line contains bytes that are not text: {error}", file=sys.stderr)
        code = EXIT_REFUSED
    except OSError as error:
        _stop_writing()
        print(f"lammer: {error}", file=sys.stderr)
        code = EXIT_REFUSED
    sys.exit(_flushed(code or 0))


def _open_streams() -> None:
    """Replaces closed streams by the null device, and makes characters that a terminal cannot encode print as
    escapes."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _terminate(_number: int, _frame: object) -> None:
    raise Terminated


def _stop_writing() -> None:
    """Redirects stdout after a write error, so that Python does not report the error again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _flushed(code: int) -> int:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _stop_writing()
    except OSError as error:
        _stop_writing()
        print(f"lammer: {error}", file=sys.stderr)
        return EXIT_REFUSED
    return code


def _explain(fault: Exception) -> None:
    faults = fault.faults if isinstance(fault, SheetFaults) else (fault,)
    for one in faults:
        message = as_option(one) if isinstance(one, BadArgument) else one
        print(f"lammer: {message}", file=sys.stderr)
    if isinstance(fault, NotationError):
        print(fault.pointer(), file=sys.stderr)
