"""The ``lammer`` command line.

``app.py`` assembles the sub-commands and maps errors to exit codes; start reading there. Each command has one module;
``play/`` is the table in the terminal. ``options.py``, ``output.py`` and ``progress.py`` are shared by the commands.
"""

import os
import signal
import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a command line and exits with a documented code."""
    # While the commands are being imported, Ctrl-C ends the process at once, without a traceback.
    default_handler = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if default_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    _forget_bad_window()
    from lammer.surfaces.cli.app import main as run

    try:
        if default_handler:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run(arguments)
    except KeyboardInterrupt:
        sys.exit(130)


def _forget_bad_window() -> None:
    """Removes an invalid window size that some shells set, so that the size is measured when needed."""
    for name in ("COLUMNS", "LINES"):
        size = os.environ.get(name, "1")
        if not (size.isascii() and size.isdecimal() and int(size[:9]) > 0):
            del os.environ[name]
