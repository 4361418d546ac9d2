"""Compiles the kernels before they are first needed, which takes a minute or two on a new installation.

Every part is a small piece of real work, so that its kernels are compiled for the types that they are called with. A
file beside the kernels marks a finished part; another version of lammer, Numba or Python has other marks.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from lammer.cache import cache_folder
from lammer.compiled import source_hash

WAIT_SECONDS = 0.2
ROUNDS = 1000
OnPart = Callable[[int, int, str], None]
"""Called with the number of parts done, of how many, and the name of the part that begins."""


def _values() -> None:
    from lammer.rules.loader import load_sheet
    from lammer.workbench.measures import measures

    for game in ("triple-win-20", "sd-free-bet"):  # the second one has bets on lammers
        measures(load_sheet(game))


def _deviations() -> None:
    from lammer.rules.loader import load_sheet
    from lammer.workbench.measures import quick_deviation, spread

    sheet = load_sheet("triple-win-20")
    quick_deviation(sheet)
    spread(sheet)


def _simulator() -> None:
    from lammer.api.game import load

    load("sd-free-bet").simulate(ROUNDS)


def _two_hands() -> None:
    from lammer.api.game import load

    load("blackjack-switch").simulate(ROUNDS)


VALUES = "exact values"
PARTS: dict[str, Callable[[], None]] = {
    VALUES: _values,
    "standard deviations": _deviations,
    "simulator": _simulator,
    "simulator of two hands": _two_hands,
}
"""What the server needs, in the order in which it is needed: the coach needs only the first part."""


def kernels_home() -> Path | None:
    """The folder of the compiled kernels; None where nothing can be kept."""
    return cache_folder("kernels", source_hash())


def not_compiled() -> list[str]:
    """The parts that are not compiled yet; none where Numba is missing or nothing can be kept."""
    home = kernels_home()
    if home is None or not _numba():
        return []
    return [part for part in PARTS if not _mark(home, part).exists()]


def compile_kernels(
    on_part: OnPart = lambda _done, _of, _part: None, on_wait: Callable[[], None] = lambda: None
) -> None:
    """Compiles what is not compiled yet. While another process does so, it waits and calls ``on_wait``."""
    home = kernels_home()
    if home is None:
        return
    with _alone(home / "compiling", on_wait):
        missing = not_compiled()
        done = len(PARTS) - len(missing)
        for number, part in enumerate(missing):
            on_part(done + number, len(PARTS), part)
            PARTS[part]()
            _mark(home, part).touch()
        on_part(len(PARTS), len(PARTS), "")


def _mark(home: Path, part: str) -> Path:
    return home / f"{part.replace(' ', '-')}-{_numba()}-{sys.implementation.cache_tag}.compiled"


def _numba() -> str:
    """Its version; empty if it is not installed."""
    try:
        return version("numba")
    except PackageNotFoundError:
        return ""


@contextmanager
def _alone(path: Path, on_wait: Callable[[], None]) -> Iterator[None]:
    with path.open("w") as file:
        while not _locked(file.fileno()):
            on_wait()
            time.sleep(WAIT_SECONDS)
        yield


def _locked(file: int) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows: two processes may compile the same
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
