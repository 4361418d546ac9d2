"""``lammer progressive verify``: checks the books with code that is independent of the code that wrote them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from lammer.surfaces.cli.books.options import kept_head
from lammer.surfaces.cli.options import BadOption, JsonOption
from lammer.surfaces.cli.output import print_json
from lammer.surfaces.cli.progress import Progress
from lammer.surfaces.cli.progressive.options import Where, needed

if TYPE_CHECKING:
    from lammer.ledger.verify import Verdict


def verify(
    *,
    head: Annotated[
        Path | None, Parameter(help="A signed head that was saved elsewhere. As lammer progressive head prints one.")
    ] = None,
    where: Where = Where(),  # noqa: B008 (frozen)
    json: JsonOption = False,
) -> int:
    """Check the whole log: the hash chain, signatures, balances, documents and the schema. Exit code 1 if there is a
    fault. With --head or --witness it also detects books that are not the newest."""
    needed()
    from lammer.floor.accounts import side_of
    from lammer.ledger.verify import verify as verified

    try:
        kept = kept_head(head) if head is not None else _witnessed(where)
        with Progress("events", prints=False) as progress:
            verdict = verified(where.books, kept, lambda done, _total: progress.reach(done), side_of)
    except OSError as error:
        raise BadOption(f"--db {where.books}: {error}") from None
    if json:
        print_json(_as_json(verdict))
    else:
        _print(verdict)
    return 1 if verdict.faults else 0


def _as_json(verdict: "Verdict") -> dict[str, Any]:
    faults = [fault._asdict() for fault in verdict.faults]
    return verdict._asdict() | {"whole": not verdict.faults, "faults": faults}


def _print(verdict: "Verdict") -> None:
    for fault in verdict.faults:
        print(f"{fault.code}: {fault.text}")
    for warning in verdict.warnings:
        print(f"warning: {warning}")
    found = f"{len(verdict.faults)} faults" if verdict.faults else "whole"
    print(f"{verdict.events:,} events, {verdict.entries:,} entries, signed up to event {verdict.signed:,}: {found}")


def _witnessed(where: Where) -> dict[str, Any] | None:
    """The head of these books that the witness has."""
    from lammer.ledger.verify.evidence import FACTS, Unreadable, evidence
    from lammer.ledger.witness import witness_of

    witness = witness_of(where.witness)
    if witness is None:
        return None
    try:
        with evidence(where.books) as ask:
            facts: dict[str, str] = dict(ask(FACTS.query))
    except Unreadable:
        return None  # the verdict reports it
    try:
        found = witness.read(facts.get("journal", ""))
    except (OSError, ValueError) as error:
        raise BadOption(f"--witness {witness.where}: cannot be read: {error}") from None
    if found is None:
        raise BadOption(f"--witness {witness.where}: does not know these books")
    return found.as_json()
