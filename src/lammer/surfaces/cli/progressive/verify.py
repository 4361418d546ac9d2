"""``lammer progressive verify``: the books read again by code that shares nothing with the code that wrote them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from lammer.surfaces.cli.books.asked import kept_head
from lammer.surfaces.cli.options import BadOption, JsonOption
from lammer.surfaces.cli.output import print_json
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.progressive.asked import Where, needed

if TYPE_CHECKING:
    from lammer.ledger.verify import Verdict


def verify(
    *,
    head: Annotated[
        Path | None, Parameter(help="A head that was kept elsewhere: lammer progressive head > FILE.")
    ] = None,
    where: Where = Where(),  # noqa: B008 (frozen)
    json: JsonOption = False,
) -> int:
    """Read the whole log again: the chain, signatures, balances and documents. Exit code 1 when anything is wrong."""
    needed()
    from lammer.floor.accounts import side_of
    from lammer.ledger.verify import verify as verified

    kept = kept_head(head) if head is not None else None
    try:
        with Progress("events", prints=False) as progress:
            verdict = verified(where.books, kept, lambda done, _total: progress.reach(done), side_of)
    except OSError as error:
        raise BadOption(f"--db {where.books}: {error}") from None
    if json:
        print_json(_told(verdict))
    else:
        _print(verdict)
    return 1 if verdict.faults else 0


def _told(verdict: "Verdict") -> dict[str, Any]:
    faults = [fault._asdict() for fault in verdict.faults]
    return verdict._asdict() | {"whole": not verdict.faults, "faults": faults}


def _print(verdict: "Verdict") -> None:
    for fault in verdict.faults:
        print(f"{fault.code}: {fault.text}")
    for warning in verdict.warnings:
        print(f"warning: {warning}")
    found = f"{len(verdict.faults)} faults" if verdict.faults else "whole"
    print(f"{verdict.events:,} events, {verdict.entries:,} entries, signed up to event {verdict.signed:,}: {found}")
