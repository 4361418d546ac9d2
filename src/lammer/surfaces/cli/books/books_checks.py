"""Checks of doctor on the books: readable, key and revision valid, sums and last events consistent."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from lammer.ledger.checkup import Look, look_at
from lammer.ledger.key_files import misfit, waiting, waiting_key
from lammer.ledger.postgres_tools import server_version, tool
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.signing import Seal
from lammer.ledger.store import REVISION
from lammer.ledger.verify.evidence import Unreadable, evidence
from lammer.surfaces.cli.books.findings import Finding, fault, ok, warning
from lammer.surfaces.cli.books.machine_checks import private
from lammer.surfaces.cli.books.options import count, file_of, is_address, shown

LARGE_WAL = 64_000_000
BUILT = datetime(2025, 1, 1, tzinfo=UTC)
"""An earlier time means that the clock is wrong."""
CLOCK_SLACK = timedelta(minutes=1)


def books(where: str, key_file: Path) -> Iterator[Finding]:
    """All checks of one set of books."""
    if is_address(where):
        yield from _postgresql(where)
    try:
        look = look_at(where)
    except FileNotFoundError:
        yield warning(
            "books", f"{shown(where)}: there is no such file", "lammer serve creates it; or name another --db"
        )
        return
    except (Unreadable, LedgerFault, LookupError, ValueError, TypeError) as error:
        text = f"{shown(where)} cannot be read: {' '.join(str(error).split())}"
        yield fault("books", text, "restore a backup: lammer restore FILE")
        return
    yield from _forms(where)
    for checked in (_revision(look, where), _agree(look), _key(look, key_file), clock(look.last_at)):
        yield from checked
    if not is_address(where):
        yield from _files(file_of(where))


def _forms(where: str) -> Iterator[Finding]:
    """Pit forms that wait for their second signature."""
    with evidence(where) as ask:
        bodies = [json.loads(body) for (body,) in ask("SELECT body FROM documents WHERE name LIKE 'pit form %'")]
    waiting_forms = sorted(one["form"] for one in bodies if one["status"] == "prepared")
    if waiting_forms:
        text = f"{count(len(waiting_forms), 'form')} not signed: {', '.join(waiting_forms[:5])}"
        yield warning("pit", text, "have the second person sign, or the preparer void it")
    elif bodies:
        yield ok("pit", f"{count(len(bodies), 'form')}, none waits for a signature")


def _revision(look: Look, where: str) -> Iterator[Finding]:
    text = f"{shown(where)}: {count(look.events, 'event')}, revision {look.revision}"
    if look.newer:
        yield fault("books", f"{text}, newer than this program's {REVISION}", "install the newer lammer again")
    elif look.older:
        yield warning("books", f"{text}, older than {REVISION}", "back it up; lammer serve brings it up to date")
    else:
        yield ok("books", text)


def _agree(look: Look) -> Iterator[Finding]:
    for text in look.faults:
        yield fault("last events, balances and schema", text, "run lammer verify; restore a backup if it has faults")
    if not look.faults:
        yield ok("last events, balances and schema", "agree (lammer verify checks all of it)")


def _key(look: Look, key_file: Path) -> Iterator[Finding]:
    try:
        seal = Seal.read_from(key_file)
    except (LedgerFault, OSError) as error:
        yield fault("signing key", str(error), "restore the key from your copy; nothing can be written without it")
        return
    if seal.public != look.keys.current.text and waiting_key(key_file, look.keys):
        do = "lammer serve completes the rotation, or run lammer rotate-key again"
        yield warning("signing key", f"{waiting(key_file)} is the current key; a rotation was interrupted", do)
    elif wrong := misfit(key_file, look.keys):
        what, _, do = wrong.partition(": ")
        yield fault("signing key", what, do)
    else:
        yield ok("signing key", f"{key_file} fits")
    yield from private(key_file, secret=True)


def clock(last_at: str) -> Iterator[Finding]:
    now = datetime.now(UTC)
    text = f"{now:%Y-%m-%d %H:%M:%S} UTC"
    if now < BUILT or (last_at and now + CLOCK_SLACK < datetime.fromisoformat(last_at)):
        yield fault(
            "clock", f"{text}; the time of the last event is {last_at or 'unknown'}", "set the clock, preferably by NTP"
        )
    else:
        yield ok("clock", text)


def _files(path: Path) -> Iterator[Finding]:
    yield from private(path, secret=False)
    wal = Path(f"{path}-wal")
    size = wal.stat().st_size if wal.exists() else 0
    if size > LARGE_WAL:
        do = "end long readers of the books, or restart the server: it writes the log back when it stops"
        yield warning("write-ahead log", f"{wal} has {size / 1e6:,.0f} MB", do)
    elif wal.exists():
        yield ok(
            "write-ahead log",
            f"{size / 1e6:,.1f} MB: a server is running, or was killed; copy the books with lammer backup",
        )
    else:
        yield ok("write-ahead log", "none: the file is complete without it")


def _postgresql(where: str) -> Iterator[Finding]:
    try:
        server = server_version(where)
    except LedgerFault as error:
        yield fault("postgresql", f"{shown(where)}: {error}", "start the database server, or correct the address")
        return
    yield ok("postgresql", f"{shown(where)}: version {server}")
    for name in ("pg_dump", "pg_restore"):
        try:
            yield ok("postgresql", tool(name, server))
        except LedgerFault as error:
            yield warning("postgresql", str(error), f"lammer backup and restore need {name}")
