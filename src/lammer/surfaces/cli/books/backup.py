"""``lammer backup``: a consistent copy of the books while a server is writing."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from cyclopts import App, Parameter

from lammer.surfaces.cli.books.options import (
    DbOption,
    KeyFileOption,
    books_at,
    count,
    driver_needed,
    file_of,
    is_address,
    key_file_at,
    ledger_needed,
    shown,
)
from lammer.surfaces.cli.options import BadOption, JsonOption
from lammer.surfaces.cli.output import print_json
from lammer.surfaces.cli.progress import Progress

if TYPE_CHECKING:
    from lammer.ledger.backup import Last
    from lammer.ledger.signing import Seal

backup_app = App(
    name="backup",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer progressive create main --executive erin --card E1
  lammer backup monday.db --db jackpot.db
  lammer verify --db monday.db --head monday.db.head.json

The copy is one moment of the books; it is verified before it gets its name.
FILE.head.json is the signed head of its last event: keep it elsewhere. Keys
are not in a backup: keep copies of them apart from it (docs/operations.md).
Books on PostgreSQL are copied by pg_dump, in its custom format.""",
)


class BackedUp(NamedTuple):
    last: "Last"
    head: dict[str, Any] | None
    faults: tuple[str, ...] = ()


@backup_app.default
def backup(
    file: Annotated[Path, Parameter(help="The new file.")],
    *,
    db: DbOption = "",
    key_file: KeyFileOption = None,
    json: JsonOption = False,
) -> int:
    """Copy the books to a file while a server runs."""
    ledger_needed("backup")
    where = books_at(db)
    driver_needed(where)
    from lammer.ledger.backup import head_file, write_json, written_whole

    for path in (file, head_file(file)):
        if path.exists():
            raise BadOption(f"{path}: this file exists; a backup never replaces a file")
    if not file.absolute().parent.is_dir():
        raise BadOption(f"{file}: no such folder: {file.absolute().parent}")
    seal = _seal(key_file_at(where, key_file), required=key_file is not None)
    with written_whole(file) as beside:
        done = (_dumped if is_address(where) else _copied)(where, beside, seal)
        if done.faults:
            # Kept for inspection, under a name that no good backup has.
            aside = file.with_name(f"{file.name}.faulty")
            beside.rename(aside)
            raise BadOption(
                f"{shown(where)}: the copy has {count(len(done.faults), 'fault')}, the first: {done.faults[0]}. "
                f"It is {aside}; see lammer verify"
            )
        if done.head is not None:
            write_json(head_file(file), done.head)
    _print(file, where, done, json=json)
    return 0


def _seal(key_file: Path, *, required: bool) -> "Seal | None":
    """The signing key; None if it cannot be read and is not required. The backup may run as another user."""
    from lammer.ledger.refusals import LedgerFault
    from lammer.ledger.signing import Seal

    try:
        return Seal.read_from(key_file)
    except (LedgerFault, OSError):
        if required:
            raise
        return None


def _copied(where: str, beside: Path, seal: "Seal | None") -> BackedUp:
    from lammer.floor.accounts import side_of
    from lammer.ledger.backup import back_up
    from lammer.ledger.verify import verify

    source = file_of(where)
    if not source.is_file():
        raise BadOption(f"--db {source}: there is no such file")
    with Progress("pages", prints=False) as progress:
        last, head = back_up(source, beside, seal, lambda done, _total: progress.reach(done))
    with Progress("events verified", prints=False) as progress:
        reach: Callable[[int, int], None] = lambda done, _total: progress.reach(done)  # noqa: E731
        verdict = verify(str(beside), head, reach, side_of)
    return BackedUp(last, head, tuple(fault.text for fault in verdict.faults))


def _dumped(where: str, beside: Path, seal: "Seal | None") -> BackedUp:
    from lammer.ledger.postgres_tools import dump

    return BackedUp(*dump(where, beside, seal))


def _print(file: Path, where: str, done: BackedUp, *, json: bool) -> None:
    from lammer.ledger.backup import head_file

    head, signed = head_file(file), done.head["number"] if done.head else 0
    if json:
        report = {"file": str(file), "db": shown(where), "events": done.last.number, "verified": not is_address(where)}
        print_json(report | {"head": str(head) if done.head else None, "signed": signed})
        return
    checked = "lammer restore will verify it" if is_address(where) else "verified"
    print(f"{file}: {count(done.last.number, 'event')} of journal {done.last.journal}; {checked}")
    if done.head is not None:
        print(f"{head}: the signed head of event {signed:,}; keep it elsewhere")
    print("The backup does not contain the signing key or the users: keep copies of them elsewhere.")
