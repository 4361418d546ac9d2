"""The ``lammer`` command: its sub-commands, error messages and exit codes.

Exit codes: 0 success; 1 a check found faults (in a record, or in a sheet with lint --strict); 2 the command or its
input was refused; 130 interrupted; 141 the reader of its output left before the end; 143 terminated.
"""

import io
import os
import signal
import sys
from collections.abc import Sequence
from typing import Annotated

from cyclopts import App, CycloptsError, Parameter

from lammer import __version__
from lammer.cache import package_hash
from lammer.errors import BadArgument, LammerError
from lammer.surfaces.cli.completion_script import Shell, script_for, script_place
from lammer.surfaces.cli.older_names import with_present_names
from lammer.surfaces.cli.start import SERVE, start
from lammer.surfaces.cli.stopping import UNREAD, exit_code, terminate

EXIT_REFUSED = 2


def version_text() -> str:
    """Version and sources, to name a program exactly: two of one version may differ."""
    return f"lammer {__version__} (sources {package_hash()})"


app = App(
    name="lammer",
    help="Free Bet blackjack and its family: play it, deal it, check it, from the regulators' own rules.",
    help_format="plaintext",
    version=version_text,
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
COMMANDS = (
    ("table:play_app", "play", "Play a game in this terminal."),
    ("games:games_app", "games", "List the games and side bets."),
    ("rules:rules_app", "rules", "Show, lint and compare rule sheets."),
    ("analysis.edge:edge_app", "edge", "The exact house edge of a game."),
    ("analysis.strategy:strategy_app", "strategy", "The best chart for a game."),
    ("analysis.evs:evs_app", "evs", "The exact value of every action with a hand."),
    ("drill:drill_app", "drill", "Practise hands, graded by their exact values, or counting cards."),
    ("analysis.sidebets:sidebets_app", "sidebets", "Every side bet of a game: chances, pays, edge."),
    ("analysis.eor:eor_app", "eor", "The effect of each card's removal on a game and its side bets."),
    ("analysis.count:count_app", "count", "The best counts for a game, and how published systems serve it."),
    ("analysis.protect:protect_app", "protect", "Game protection: what each bet is worth to a counter, by cut card."),
    ("analysis.indices:indices_app", "indices", "The true counts at which another play becomes better, and the gain."),
    (
        "analysis.compare:compare_app",
        "compare",
        "Exact edges of games, of rule variations, and of every single change.",
    ),
    (
        "workbench.command:workbench_app",
        "workbench",
        "Change the rules of a game and see its exact edge at once, full screen.",
    ),
    ("simulation.simulate:simulate_app", "simulate", "Deal millions of rounds a second by a chart."),
    ("simulation.by_count:by_count_app", "by-count", "Every bet by true count, exact and simulated side by side."),
    ("simulation.sweep:sweep_app", "sweep", "A table of simulated edges over games, rules, charts and seeds."),
    ("simulation.risk:risk_app", "risk", "Risk of ruin and winnings of a bankroll, flat or by true count."),
    ("simulation.check:check_app", "check", "Compare the exact analysis with a simulation."),
    ("papers.report:report_app", "report", "A PAR sheet of a game as PDF or HTML, and its check."),
    ("papers.plot:plot_app", "plot", "A picture of a game's figures as SVG or PNG."),
    ("papers.table_papers:card_app", "card", "A pocket card of a game: rules, pays and chart."),
    ("papers.table_papers:layout_app", "layout", "The felt of a table as a drawing to scale."),
    ("conform:conform_app", "conform", "Test sheets by the conformance kit, your own too."),
    ("simulation.bench:bench_app", "bench", "Measure the speed of dealing and analysis on this machine."),
    ("progressive.app:progressive_app", "progressive", "Run a progressive jackpot: meters, hands, wins, approvals."),
    ("deal:deal_app", "deal", "Deal rounds, played by a chart; one record a line."),
    ("replay:replay_app", "replay", "Check every payment of recorded rounds."),
    ("shoe:shoe_app", "shoe", "Repeat the shuffle of a seed."),
    ("books.verify:verify_app", "verify", "Check the books: the ledger, and every round by the rules."),
    ("books.backup:backup_app", "backup", "Copy the books to a file while a server runs."),
    ("books.restore:restore_app", "restore", "Restore a backup of the books."),
    ("books.rotate_key:rotate_key_app", "rotate-key", "Replace the signing key of the books."),
    ("books.doctor:doctor_app", "doctor", "Report faults of this installation and how to fix them."),
    ("docs:docs_app", "docs", "This documentation in the browser, or as a folder."),
    ("books.pit:pit_app", "pit", "What the tables won against what they should have won, and their numbered forms."),
)
"""Where each command is, its name and its help. A command is imported when it is used: half of the time that a short
command takes would be imports otherwise."""
for path, name, summary in COMMANDS:
    app.command(f"lammer.surfaces.cli.{path}", name=name, help=summary)
app.command(f"{SERVE}:serve_app", name="serve", help="Tables in the browser, for one player or many.")
app.default(start)


COMPLETION = """Examples:
  lammer completion bash --install
  lammer completion zsh --install
  lammer completion fish --install
  lammer completion bash > lammer.bash     # then: source lammer.bash

--install writes the script where bash (with the package bash-completion) and
fish look for it; for zsh it says what to add to ~/.zshrc. Nothing else is
changed. The scripts know lammer and ./run, with games, charts and terms."""
ZSH_LINE = "add this line to ~/.zshrc, before compinit: fpath=(~/.zsh/completions $fpath)"


@app.command(help_epilogue=COMPLETION)
def completion(
    shell: Annotated[Shell, Parameter(help="The shell that the script is for.")],
    *,
    install: Annotated[bool, Parameter(negative="", help="Write it where the shell looks for it.")] = False,
) -> int:
    """Print the completion script for a shell, or install it."""
    if not install:
        print(script_for(app, shell))
        return 0
    path = script_place(shell)
    if path is None:
        print(f"lammer: {shell} has no folder for such scripts; load the printed one in its profile", file=sys.stderr)
        return EXIT_REFUSED
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script_for(app, shell), encoding="utf-8")
    print(f"{path} written; a new shell uses it")
    if shell == "zsh":
        print(ZSH_LINE)
    return 0


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a command line and exits with a documented code."""
    _open_streams()
    signal.signal(signal.SIGTERM, terminate)
    try:
        words = with_present_names(sys.argv[1:] if arguments is None else arguments)
        code = app(words, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as mistake:
        from lammer.surfaces.cli.mistakes import explained  # not sooner: it loads the rules

        print(f"lammer: {explained(app, mistake)}", file=sys.stderr)
        code = EXIT_REFUSED
    except LammerError as fault:
        _explain(fault)
        code = EXIT_REFUSED
    except KeyboardInterrupt as stop:
        code = exit_code(stop)
    except BrokenPipeError:
        _stop_writing()
        code = UNREAD
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
    from lammer.rules.sheet import SheetFaults
    from lammer.surfaces.cli.mistakes import as_option
    from lammer.table.notation import NotationError

    faults = fault.faults if isinstance(fault, SheetFaults) else (fault,)
    for one in faults:
        message = as_option(one) if isinstance(one, BadArgument) else one
        print(f"lammer: {message}", file=sys.stderr)
    if isinstance(fault, NotationError):
        print(fault.pointer(), file=sys.stderr)
