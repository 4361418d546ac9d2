"""How a command ends that was told to stop."""

from typing import NoReturn

INTERRUPTED, UNREAD, TERMINATED = 130, 141, 143
"""128 plus the signal's number, as shells count. A pipe that nobody reads ends other programs by such a signal."""
_terminated = False


class Terminated(KeyboardInterrupt):
    """The process was asked to terminate; results are kept as after Ctrl-C."""


def terminate(_number: int, _frame: object) -> NoReturn:
    """Handles the signal to terminate."""
    global _terminated
    _terminated = True
    raise Terminated


def exit_code(stop: KeyboardInterrupt) -> int:
    return TERMINATED if isinstance(stop, Terminated) else INTERRUPTED


def stopped_code() -> int:
    """The same for a run that was stopped and has returned its results."""
    return TERMINATED if _terminated else INTERRUPTED
