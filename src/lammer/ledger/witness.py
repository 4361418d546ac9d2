"""The witness: a signed high-water mark that is kept outside the books.

The newest head is written to a file elsewhere, or sent to another lammer server, within a second after a commit and
when the journal is closed. Books that end before their witness or differ from it are refused when they are opened: an
older copy was restored, or the end was cut off. If the witness cannot be reached, that is logged and play continues.
"""

import contextlib
import json
import logging
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from lammer.ledger.keys import write_key
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.verify.keys import KeyChange, read_change

LOG = logging.getLogger("lammer.witness")
VARIABLE = "LAMMER_WITNESS"
PAUSE_SECONDS = 0.5
REPLY_SECONDS = 5.0
MAX_BYTES = 16384
MAX_CHANGES = 20
"""A head contains at most this many key changes, the last ones. More would not fit into a request."""


class Head(NamedTuple):
    """An event's number and hash, signed. It proves whether the event or an earlier one was changed."""

    journal: str
    public_key: str
    """The key that signed it."""
    number: int
    hash: str
    signature: str
    keys: tuple[KeyChange, ...] = ()
    """The key changes up to this key, for a reader who knows an earlier one."""

    def as_json(self) -> dict[str, Any]:
        """The head as it is stored and sent. ``keys`` is left out if the key never changed."""
        head = self._asdict()
        changes = [change._asdict() for change in head.pop("keys")[-MAX_CHANGES:]]
        return head | ({"keys": changes} if changes else {})


PARTS = {"journal": str, "public_key": str, "number": int, "hash": str, "signature": str}


def read_head(text: str | bytes) -> Head:
    """Raises ValueError for a text that is not a head."""
    head = json.loads(text)
    if not isinstance(head, dict) or any(type(head.get(name)) is not kind for name, kind in PARTS.items()):
        raise ValueError(f"a head has {', '.join(PARTS)}")
    changes = head.get("keys", [])
    if not isinstance(changes, list):
        raise ValueError("the keys of a head must be a list")
    return Head._make([*(head[name] for name in PARTS), tuple(read_change(one) for one in changes)])


class Witness(Protocol):
    where: str

    def read(self, journal: str) -> Head | None: ...

    def keep(self, head: Head) -> None: ...


class FileWitness:
    """One head in a file; it only ever moves forward."""

    def __init__(self, path: Path) -> None:
        self._path, self.where = path, str(path)

    def read(self, journal: str) -> Head | None:
        """The stored head; the caller checks whose it is."""
        try:
            return read_head(self._path.read_bytes())
        except FileNotFoundError:
            return None

    def keep(self, head: Head) -> None:
        with _locked(self._path):
            try:
                held = self.read(head.journal)
            except ValueError as error:
                raise OSError(f"{self._path} does not contain a head: {error}") from None
            if held is not None and held.journal != head.journal:
                raise OSError(f"{self._path} belongs to other books")
            if held is None or held.number < head.number:
                write_key(self._path, json.dumps(head.as_json()).encode())


class WebWitness:
    """Another lammer server, which keeps a head for each journal. The HTTP client is imported only when needed."""

    def __init__(self, address: str) -> None:
        self._address, self.where = address.rstrip("/"), address

    def read(self, journal: str) -> Head | None:
        from urllib.error import HTTPError

        try:
            return read_head(self._request(journal))
        except HTTPError as error:
            if error.code == 404:
                return None
            raise

    def keep(self, head: Head) -> None:
        held = read_head(self._request(head.journal, json.dumps(head.as_json()).encode()))
        if held.number < head.number:
            raise OSError(f"{self._address} did not accept event {head.number}")

    def _request(self, journal: str, body: bytes | None = None) -> bytes:
        from urllib.request import Request, urlopen

        request = Request(f"{self._address}/api/witness/{journal}", body, {"Content-Type": "application/json"})
        with urlopen(request, timeout=REPLY_SECONDS) as response:
            content: bytes = response.read(MAX_BYTES)
            return content


def witness_of(text: str) -> Witness | None:
    """The witness of ``--witness`` or the environment, if any."""
    text = text or os.environ.get(VARIABLE, "")
    if not text:
        return None
    if "://" not in text:
        return FileWitness(Path(text))
    if urlsplit(text).scheme not in ("http", "https"):
        raise LedgerFault("bad-witness", f"--witness {text}: use a file path or a URL like https://other:8777")
    return WebWitness(text)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Several server processes may share one witness file."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def check_witness(
    witness: Witness, journal: str, signed: Callable[[Head], bool], last: int, hash_of: Callable[[int], str | None]
) -> None:
    """Refuses books that are behind their witness or differ from it."""
    try:
        head = witness.read(journal)
    except ValueError as error:
        raise LedgerFault("bad-witness", f"{witness.where}: not a signed head: {error}") from None
    except OSError as error:
        LOG.warning("the witness %s cannot be reached: %s", witness.where, error)
        return
    if head is None:
        return
    if head.journal != journal:
        text = f"{witness.where} belongs to other books (journal {head.journal}, not {journal})"
        raise LedgerFault("other-witness", f"{text}: restore the right books, or use another --witness")
    if not signed(head):
        raise LedgerFault("bad-witness", f"{witness.where}: event {head.number} is not signed with these books' key")
    if last < head.number:
        missing = f"event {head.number}" if last + 1 == head.number else f"events {last + 1} to {head.number}"
        raise LedgerFault(
            "behind-witness",
            f"the books end at event {last}, but {witness.where} has seen event {head.number}: {missing} missing. "
            "Restore the newest copy; older ones are refused while this witness is used",
        )
    if hash_of(head.number) != head.hash:
        raise LedgerFault(
            "differs-from-witness",
            f"event {head.number} is not the one that {witness.where} has seen: "
            "the books were rewritten. Verify them and restore an intact copy",
        )


class Reporter:
    """Sends the newest head to the witness, from its own thread."""

    def __init__(self, witness: Witness) -> None:
        self._witness = witness
        self._newest: Head | None = None
        self._kept: Head | None = None
        self.fault = ""
        """Why the last report failed; empty if it succeeded."""
        self._news, self._stop, self._turn = threading.Event(), threading.Event(), threading.Lock()
        self._thread = threading.Thread(target=self._run, name="witness", daemon=True)
        self._thread.start()

    @property
    def where(self) -> str:
        return self._witness.where

    def note(self, head: Head) -> None:
        self._newest = head
        self._news.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            self._news.wait(PAUSE_SECONDS if self.fault else None)
            self._news.clear()
            self.report()
            self._stop.wait(PAUSE_SECONDS)

    def report(self) -> None:
        with self._turn:
            head = self._newest
            if head is None or head == self._kept:
                return
            try:
                self._witness.keep(head)
            except (OSError, ValueError) as error:
                if not self.fault:
                    LOG.warning("the witness %s cannot be reached: %s", self.where, error)
                self.fault = str(error) or type(error).__name__
            else:
                self._kept, self.fault = head, ""

    def close(self) -> None:
        self._stop.set()
        self._news.set()
        self._thread.join(PAUSE_SECONDS + 2 * REPLY_SECONDS)
        self.report()


def witness_status(reporter: Reporter | None) -> Mapping[str, Any]:
    """For health checks: the witness, and whether it can be reached."""
    if reporter is None:
        return {}
    return {"witness": {"where": reporter.where, "reached": not reporter.fault}}
