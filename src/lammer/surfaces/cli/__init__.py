"""Takes command lines; gives the lammer command."""

import os
import signal
import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a command line and exits with a documented code."""
    # Until the commands are loaded nothing can be lost: Ctrl-C ends the process at once, without a traceback.
    waits = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if waits:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    _forget_bad_window()
    from lammer.surfaces.cli.app import main as run

    try:
        if waits:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run(arguments)
    except KeyboardInterrupt:
        sys.exit(130)


def _forget_bad_window() -> None:
    """A window without width or height, as some shells report one, is measured again by whoever draws in it."""
    for name in ("COLUMNS", "LINES"):
        size = os.environ.get(name, "1")
        if not (size.isascii() and size.isdecimal() and int(size[:9]) > 0):
            del os.environ[name]
