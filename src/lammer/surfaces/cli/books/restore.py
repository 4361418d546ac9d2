"""``lammer restore``: restores a backup, and never replaces newer books without confirmation."""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from lammer.surfaces.cli.books.options import (
    DATABASE,
    DbOption,
    HeadOption,
    YesOption,
    count,
    driver_needed,
    file_of,
    is_address,
    kept_head,
    key_file_at,
    ledger_needed,
    shown,
)
from lammer.surfaces.cli.options import BadOption, JsonOption
from lammer.surfaces.cli.output import print_json
from lammer.surfaces.cli.progress import Progress

if TYPE_CHECKING:
    from lammer.ledger.restore import Behind

restore_app = App(
    name="restore",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer progressive create main --executive erin --card E1
  lammer backup monday.db --db jackpot.db
  lammer restore monday.db --db copy.db
  lammer progressive enrol dana dealer --as erin
  lammer restore monday.db --db jackpot.db                    # refused
  lammer restore monday.db --db jackpot.db --go-back --yes

Stop the server first. The backup is verified before and after. Books that are
replaced are kept beside them, and so is a list of the events that are lost.
A PostgreSQL dump is restored into an empty database by pg_restore.""",
)
GO_BACK = "--go-back"


@restore_app.default
def restore(
    file: Annotated[Path, Parameter(help="The backup.")],
    *,
    db: DbOption = "",
    head: HeadOption = None,
    go_back: Annotated[
        bool, Parameter(name=GO_BACK, negative="", show_default=False, help="Replace books that are newer.")
    ] = False,
    yes: YesOption = False,
    json: JsonOption = False,
) -> int:
    """Restore a backup of the books."""
    ledger_needed("restore")
    where = _target(db)
    driver_needed(where)
    if not file.is_file():
        raise BadOption(f"{file}: there is no such file")
    kept = _head_beside(file, head)
    if is_address(where):
        report = _loaded(file, where, kept)
    else:
        report = _put_back(file, file_of(where), kept, go_back=go_back, yes=yes)
    if warning := _key_warning(where, key_file_at(where, None)):
        report["warning"] = warning
    _print(report, json=json)
    return 0


def _key_warning(where: str, key_file: Path) -> str:
    """What to do about the signing key before a server can use the restored books; empty if nothing."""
    from lammer.ledger.checkup import keys_at
    from lammer.ledger.key_files import misfit, waiting_key

    if not key_file.exists():
        return f"the signing key {key_file} is missing: restore it before you start the server"
    keys = keys_at(where)
    return "" if waiting_key(key_file, keys) else misfit(key_file, keys)


def _target(db: str) -> str:
    """The books to restore to: as named, or the only books in the data folder. On a new machine they must be named."""
    from lammer.surfaces.cli.books.options import books_at, known_books

    if db or os.environ.get(DATABASE) or known_books():
        return books_at(db)
    raise BadOption(f"--db: name the books to restore to: --db FILE, --db postgresql://… or ${DATABASE}")


def _head_beside(file: Path, head: Path | None) -> dict[str, Any] | None:
    from lammer.ledger.backup import head_file

    if head is None and not head_file(file).is_file():
        return None
    return kept_head(head or head_file(file))


def _verified(where: str, kept: dict[str, Any] | None, what: str) -> int:
    """The number of events; refuses books with a fault."""
    from lammer.floor.accounts import side_of
    from lammer.ledger.verify import verify

    with Progress(f"events of {what}", prints=False) as progress:
        verdict = verify(where, kept, lambda done, _total: progress.reach(done), side_of)
    if verdict.faults:
        first = verdict.faults[0].text
        raise BadOption(f"{what} has {count(len(verdict.faults), 'fault')}, the first: {first}; see lammer verify")
    return verdict.events


def _loaded(file: Path, where: str, kept: dict[str, Any] | None) -> dict[str, Any]:
    from lammer.ledger.postgres_tools import load, must_be_empty

    must_be_empty(where)
    load(where, file)
    return {"db": shown(where), "events": _verified(where, kept, "the restored database")}


def _put_back(file: Path, where: Path, kept: dict[str, Any] | None, *, go_back: bool, yes: bool) -> dict[str, Any]:
    from lammer.ledger.backup import opened
    from lammer.ledger.restore import put_new

    if file.absolute() == where.absolute():
        raise BadOption(f"{file}: the backup and the target are the same file")
    _verified(str(file), kept, f"the backup {file}")
    report: dict[str, Any] = {"db": str(where)}
    with closing(opened(file)) as backup:
        if where.exists():
            report |= _replaced(where, backup, file, go_back=go_back, yes=yes)
        else:
            where.absolute().parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            put_new(where, backup)
    return report | {"events": _verified(str(where), kept, f"the restored file {where}")}


def _replaced(where: Path, backup: sqlite3.Connection, file: Path, *, go_back: bool, yes: bool) -> dict[str, Any]:
    """Replaces existing books. Nothing is changed before the user has confirmed."""
    from lammer.ledger.refusals import LedgerFault
    from lammer.ledger.restore import alone, compared, lost_events, put_new, record_loss, replace, set_aside

    try:
        with alone(where) as books:
            behind = compared(books, where, backup, file)
            if not behind.lost:
                return {"replaced": str(replace(where, books, backup))}
            _may_go_back(_events_lost_text(where, behind), go_back=go_back, yes=yes)
            lost = record_loss(where, lost_events(books, behind))
            return {"replaced": str(replace(where, books, backup)), "lost": str(lost), "events_lost": behind.lost}
    except LedgerFault as fault:
        if fault.code not in ("unreadable", "no-books"):
            raise
        _may_go_back(f"{where} cannot be read, so its events after the backup are unknown", go_back=go_back, yes=yes)
    kept = set_aside(where)
    put_new(where, backup)
    return {"replaced": str(kept)}


def _events_lost_text(where: Path, behind: "Behind") -> str:
    events = count(behind.lost, "event")
    return f"{where} has {events} after event {behind.common:,} that the backup does not have"


def _may_go_back(why: str, *, go_back: bool, yes: bool) -> None:
    if not go_back:
        raise BadOption(f"{why}; {GO_BACK} replaces it and lists the lost events")
    if yes:
        return
    if not sys.stdin.isatty():
        raise BadOption(f"{why}; no terminal to confirm at: add --yes")
    print(f"{why}. Go back? Type yes: ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip() != "yes":
        raise BadOption("nothing was changed")


def _print(report: dict[str, Any], *, json: bool) -> None:
    if json:
        print_json(report)
        return
    print(f"{report['db']}: {count(report['events'], 'event')} restored and verified")
    if "replaced" in report:
        print(f"{report['replaced']}: the replaced books")
    if "lost" in report:
        print(f"{report['lost']}: {count(report['events_lost'], 'event')} that the restored books do not have")
    if "warning" in report:
        print(f"warning: {report['warning']}")
