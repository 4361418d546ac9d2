"""Whether the floor can be played: the books can be read and written. A fault is logged once, in one line."""

import logging
import os
import time
from pathlib import Path
from threading import Lock

from sqlalchemy.exc import SQLAlchemyError

from lammer.floor.house import Floor
from lammer.ledger.refusals import LedgerFault

LOG = logging.getLogger("lammer.floor")
PROBED = b"0" * 65536
"""More bytes than a command writes."""
PROBE_SECONDS = 1.0
"""A probe waits for the disk, so within this time the last result is returned."""
OF_THE_COMMAND = ("key-reused", "overdrawn", "bad-key", "bad-entry")
"""Faults of the command, not of the books."""
LOST = "the books cannot be reached"
RESTART = "the signing key of the books was changed, so this server must be restarted"


class Health:
    def __init__(self, floor: Floor) -> None:
        self._floor, self._lock = floor, Lock()
        self._fault = ""
        self._probed, self._disk = -PROBE_SECONDS, ""

    def knows(self, fault: Exception) -> bool:
        """Whether this is a fault of the books, and not an error in the program."""
        return isinstance(fault, SQLAlchemyError) or (
            isinstance(fault, LedgerFault) and fault.code not in OF_THE_COMMAND
        )

    def failed(self, fault: Exception) -> None:
        """Records that the books could not be read or written."""
        lines = str(getattr(fault, "orig", None) or fault).strip().splitlines()
        with self._lock:
            first, self._fault = not self._fault, lines[0] if lines else type(fault).__name__
        if first:
            LOG.error("%s: %s", LOST, self._fault)

    def worked(self) -> None:
        with self._lock:
            was, self._fault = self._fault, ""
        if was:
            LOG.warning("the books can be reached again")

    def faults(self) -> dict[str, str]:
        """The current faults, by part; empty if the floor can be played."""
        with self._lock:
            in_doubt = bool(self._fault)
        try:
            # After a failed command, only a write shows whether the next one would succeed.
            self._floor.journal.probe(write=in_doubt)
        except (LedgerFault, SQLAlchemyError) as fault:
            self.failed(fault)
        else:
            self.worked()
        found = {"books": self._fault} if self._fault else {}
        return found | ({"disk": disk} if (disk := self._full()) else {})

    def _full(self) -> str:
        """Why nothing can be written beside the books; empty if it can, or if the books are on a database server."""
        if not self._floor.journal.in_file:
            return ""
        with self._lock:
            if time.monotonic() - self._probed >= PROBE_SECONDS:
                self._disk = _written(Path(f"{self._floor.journal.where}.probe-{os.getpid()}"))
                self._probed = time.monotonic()
            return self._disk


def _written(path: Path) -> str:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            written = os.write(descriptor, PROBED)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
            path.unlink()
    except OSError as error:
        return f"nothing can be written beside the books: {error.strerror}"
    return "" if written == len(PROBED) else "the disk is full"
