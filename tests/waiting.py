"""Wait for a sign, never for a fixed time: a busy machine needs longer than anybody expects.

This is the only module of the tests that may sleep; ``tests/tidy/test_waiting.py`` checks that.
"""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 60.0
"""Seconds after which a sign that has not come will not come, also on a machine that is ten times busier."""
PAUSE = 0.02

Sign = TypeVar("Sign")


def until(sign: Callable[[], Sign], patience: float = PATIENCE, pause: float = PAUSE) -> Sign:
    """Ask again and again until the answer is true; gives that answer, or the last one when patience is at its end."""
    end = time.monotonic() + patience
    while not (found := sign()) and time.monotonic() < end:
        time.sleep(pause)
    return found


def think(seconds: float) -> None:
    """Play a client that takes its time between two requests. Nothing is waited for here: whoever calls this must be
    right however long it takes."""
    time.sleep(seconds)
