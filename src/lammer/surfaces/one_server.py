"""One server for one SQLite file. Two that do not know of each other would each remember tables that the other changes,
and neither would tell its viewers what the other did. The workers of one server do know, and share its lock. PostgreSQL
tells everybody, so there any number of servers may serve.

The lock is the system's, on a file beside the books, so that a server that is killed leaves none behind. Commands at a
jackpot's desk do not ask for it: they change the books and nobody looks at them."""

import os
from pathlib import Path
from typing import IO

from lammer.errors import LammerError

Held = IO[str]


class AlreadyServed(LammerError):
    """Who serves these books, and what to do."""

    def __init__(self, who: str, advice: str) -> None:
        super().__init__(f"{who}: {advice}")
        self.who = who


def serve_alone(where: str, address: str) -> Held | None:
    """Holds the lock until the process ends or the file is closed. ``address`` is told to whoever comes later."""
    if "://" in where:
        return None
    path = Path(f"{Path(where).resolve()}.lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    held = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
    if not _locked(held):
        other = _address_text(path)
        held.close()
        text = f"{where}: another server has these books open{other}"
        raise AlreadyServed(text, "use that one, or choose other books with --db")
    held.truncate(0)
    held.write(f"{os.getpid()} {address}\n")
    held.flush()
    return held


def _address_text(path: Path) -> str:
    process, _, address = path.read_text("utf-8").strip().partition(" ")
    return f" at {address} (process {process})" if address else ""


def _locked(file: Held) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
