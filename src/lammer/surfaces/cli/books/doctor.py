"""``lammer doctor``: reports faults of this installation and its books, and how to fix them."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from lammer.surfaces.cli.books import machine_checks as machine
from lammer.surfaces.cli.books.findings import Finding, ok
from lammer.surfaces.cli.books.options import (
    DATABASE,
    DbOption,
    KeyFileOption,
    count,
    is_address,
    key_file_at,
    known_books,
)
from lammer.surfaces.cli.options import JsonOption
from lammer.surfaces.cli.output import print_json
from lammer.surfaces.folders import data_folder

STANDARD_PORT = 8777

doctor_app = App(
    name="doctor",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer doctor
  lammer progressive create main --executive erin --card E1
  lammer doctor --db jackpot.db --json

Nothing is changed. Exit code 1 if there is a fault; warnings do not count.
lammer verify checks the books in full.""",
)


@doctor_app.default
def doctor(
    *,
    db: DbOption = "",
    key_file: KeyFileOption = None,
    port: Annotated[int, Parameter(help="The port of the server.")] = STANDARD_PORT,
    json: JsonOption = False,
) -> int:
    """Report faults of this installation and how to fix them."""
    found = list[Finding]()
    for finding in _findings(db or os.environ.get(DATABASE, ""), key_file, port):
        found.append(finding)
        if not json:
            print(f"{finding.level:8}{finding.check}: {finding.text}")
            if finding.do:
                print(f"{'':8}→ {finding.do}")
    faults = sum(one.level == "fault" for one in found)
    warnings = sum(one.level == "warning" for one in found)
    if json:
        print_json({"faults": faults, "warnings": warnings, "findings": [one._asdict() for one in found]})
    else:
        print(f"{count(len(found), 'check')}, {count(faults, 'fault')}, {count(warnings, 'warning')}")
    return 1 if faults else 0


def _findings(db: str, key_file: Path | None, port: int) -> Iterator[Finding]:
    """All checks, in order. Add further checks here or in ``_of_books``."""
    yield from machine.python()
    yield from machine.packages(postgresql=is_address(db))
    yield from machine.page()
    yield from machine.folder()
    yield from machine.disk(Path(db) if db and "://" not in db else data_folder())
    yield from machine.port(port)
    named = [db] if db else [str(path) for path in known_books()]
    for where in named:
        yield from _of_books(where, key_file_at(where, key_file))
    if not named:
        yield ok("books", f"none in {data_folder()} yet")


def _of_books(where: str, key_file: Path) -> Iterable[Finding]:
    try:
        from lammer.surfaces.cli.books import books_checks
    except ImportError:
        return  # machine.packages has reported the missing packages
    yield from books_checks.books(where, key_file)
