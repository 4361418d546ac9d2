"""``lammer rotate-key``: a new signing key for the books, signed by the old one, and a new key for live seeds."""

import getpass
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from lammer.surfaces.books_options import KeysOption, WitnessOption
from lammer.surfaces.cli.books.options import (
    DbOption,
    KeyFileOption,
    books_at,
    driver_needed,
    file_of,
    is_address,
    key_place_at,
    ledger_needed,
    shown,
)
from lammer.surfaces.cli.options import BadOption, JsonOption
from lammer.surfaces.cli.output import print_json

if TYPE_CHECKING:
    from lammer.ledger.journal import Journal

rotate_key_app = App(
    name="rotate-key",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer progressive create main --executive erin --card E1
  lammer rotate-key --db jackpot.db
  lammer rotate-key --db jackpot.db --remove-old --json
  lammer verify --db jackpot.db

Stop the server first. The old key signs an event that names the new key; from
the next event on only the new key is valid. The key for the seeds of shoes in
play is replaced too. Old keys are kept beside the new ones as ….old-N: earlier
backups need them. Save copies of the new keys, copy them to every server of the
same PostgreSQL database, and restart those servers.""",
)


@rotate_key_app.default
def rotate_key(
    *,
    db: DbOption = "",
    key_file: KeyFileOption = None,
    keys: KeysOption = None,
    witness: WitnessOption = "",
    operator: Annotated[
        str, Parameter(show_default=False, help="The person to record in the books (default: the system's user).")
    ] = "",
    remove_old: Annotated[
        bool, Parameter(name="--remove-old", negative="", show_default=False, help="Delete the old keys.")
    ] = False,
    json: JsonOption = False,
) -> int:
    """Replace the signing key of the books."""
    ledger_needed("rotate-key")
    if key_file is not None and keys is not None:
        raise BadOption("--key-file and --keys: give one of them")
    where = books_at(db)
    driver_needed(where)
    books = where if is_address(where) else str(file_of(where))
    place = key_place_at(where, key_file, keys)
    with _not_served(books):
        from lammer.floor.accounts import side_of
        from lammer.ledger.journal import open_journal

        with closing(open_journal(books, place, side_of, witness=witness)) as journal:
            report = _rotated(journal, operator or _user(), remove_old=remove_old)
    _print({"db": shown(where)} | report, where, json=json)
    return 0


def _rotated(journal: "Journal", actor: str, *, remove_old: bool) -> dict[str, Any]:
    from lammer.floor.seeds import SeedVault, change_seed_key
    from lammer.ledger.rotation import rotate

    assert journal.keys is not None
    if journal.keys.seeds(journal.id).exists():
        SeedVault.of(journal)  # raises for a wrong key before anything is changed
    done = rotate(journal, actor)
    seeds = change_seed_key(journal, actor)
    kept = [path for path in (done.kept, seeds) if path is not None]
    for path in kept if remove_old else ():
        path.unlink()
    return {
        "journal": journal.id,
        "event": done.event,
        "old_key": done.old,
        "new_key": done.new,
        "key_file": str(done.key_file),
        "seeds_file": None if seeds is None else str(journal.keys.seeds(journal.id)),
        "kept": [] if remove_old else [str(path) for path in kept],
    }


@contextmanager
def _not_served(books: str) -> Iterator[None]:
    """Holds the lock of a server of an SQLite file, so that no server can start meanwhile."""
    from lammer.surfaces.one_server import AlreadyServed, serve_alone

    if "://" not in books and not Path(books).is_file():
        raise BadOption(f"--db {books}: there is no such file")
    try:
        held = serve_alone(books, "")
    except AlreadyServed as served:
        raise BadOption(f"{served.who}: stop it first; it still signs with the old key") from None
    with held or nullcontext():
        yield


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a container whose user has no name
        return "operator"


def _print(report: dict[str, Any], where: str, *, json: bool) -> None:
    if json:
        print_json(report)
        return
    print(f"{report['db']}: event {report['event']:,} introduces a new signing key")
    print(f"old key {report['old_key']}")
    print(f"new key {report['new_key']}")
    print(f"{report['key_file']}: the new signing key; keep a copy apart from the books")
    if report["seeds_file"]:
        print(f"{report['seeds_file']}: the new key for seeds of shoes in play; keep a copy too")
    for path in report["kept"]:
        print(f"{path}: an old key; only earlier backups need it")
    if is_address(where):
        print("Running servers of this database now refuse commands: copy the keys to them and restart them.")
