"""``lammer doctor``: what is installed and what is missing, faults of the installation and its books, and how to fix
them."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from lammer import __version__
from lammer.api.arguments import need_numba
from lammer.api.kernels import PARTS, compile_kernels
from lammer.cache import package_hash
from lammer.surfaces.cli.books import install_checks as install
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
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.folders import data_folder

STANDARD_PORT = 8777

doctor_app = App(
    name="doctor",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer doctor
  lammer progressive create main --executive erin --card E1
  lammer doctor --db jackpot.db --json

ok: works. note: optional, not there. warning: works, could be better. fault:
must be fixed; the exit code is then 1. Nothing is changed, except by --compile.
lammer verify checks the books in full.""",
)


@doctor_app.default
def doctor(
    *,
    db: DbOption = "",
    key_file: KeyFileOption = None,
    port: Annotated[int, Parameter(help="The port of the server.")] = STANDARD_PORT,
    compile_: Annotated[
        bool,
        Parameter(name="--compile", negative="", help="First compile what exact figures and simulations need."),
    ] = False,
    json: JsonOption = False,
) -> int:
    """Report what is installed, what is missing, faults of this installation and how to fix them."""
    if compile_:
        _compile()
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
        about = {"version": __version__, "sources": package_hash(), "cores": install.cores()}
        counts = {"faults": faults, "warnings": warnings, "extras": install.extras()}
        print_json(about | counts | {"findings": [one._asdict() for one in found]})
    else:
        print(f"{count(len(found), 'check')}, {count(faults, 'fault')}, {count(warnings, 'warning')}")
    return 1 if faults else 0


def _compile() -> None:
    need_numba("the exact analysis")
    with Progress("parts compiled", len(PARTS), prints=False) as progress:
        compile_kernels(lambda done, _of, part: progress.reach(done, lambda: part))


def _findings(db: str, key_file: Path | None, port: int) -> Iterator[Finding]:
    """All checks, in order. Add further checks here or in ``_of_books``."""
    yield from install.program()
    yield from install.packages(postgresql=is_address(db))
    yield from install.kernels()
    yield from machine.page()
    yield from machine.folders()
    yield from machine.disk(Path(db) if db and "://" not in db else data_folder())
    yield from machine.port(port)
    yield from install.terminal()
    yield from install.completion()
    named = [db] if db else [str(path) for path in known_books()]
    for where in named:
        yield from _of_books(where, key_file_at(where, key_file))
    if not named:
        yield ok("books", f"none in {data_folder()} yet")


def _of_books(where: str, key_file: Path) -> Iterable[Finding]:
    try:
        from lammer.surfaces.cli.books import books_checks
    except ImportError:
        return  # install.packages has reported the missing packages
    yield from books_checks.books(where, key_file)
