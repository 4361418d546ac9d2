"""Passwords and cards, typed without being shown."""

import getpass
import warnings

from lammer.errors import LammerError


class NoTerminal(LammerError):
    """Nobody can be asked unseen."""


def ask_hidden(question: str) -> str:
    """What somebody at the terminal types. Raises NoTerminal rather than show it or read it from elsewhere."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", getpass.GetPassWarning)
        try:
            return getpass.getpass(question)
        except (EOFError, getpass.GetPassWarning):
            raise NoTerminal from None
