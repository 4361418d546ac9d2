"""``lammer verify``: checks the integrity of the books, and that every round was dealt and paid by the rules."""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from cyclopts import App, Parameter

from lammer.surfaces.cli.books.options import (
    DbOption,
    HeadOption,
    books_at,
    count,
    driver_needed,
    kept_head,
    ledger_needed,
    shown,
)
from lammer.surfaces.cli.options import BadOption, JsonOption
from lammer.surfaces.cli.output import print_json
from lammer.surfaces.cli.progress import Progress

if TYPE_CHECKING:
    from lammer.floor.verify import PlayVerdict
    from lammer.ledger.verify import Verdict

verify_app = App(
    name="verify",
    help_format="plaintext",
    help_epilogue="""Examples:
  lammer progressive create main --executive erin --card E1
  lammer verify --db jackpot.db
  lammer progressive head > head.json
  lammer verify --db jackpot.db --head head.json --json

The ledger: the hash chain, signatures, balances and documents. Play: every
round is dealt again and each stake, payment, tip, contribution and award is
compared with its entries. Exit code 0: sound; 1: faults; 2: cannot be read.""",
)


class Found(NamedTuple):
    """Both verdicts; None for a check that was not requested."""

    books: "Verdict | None"
    play: "PlayVerdict | None"

    @property
    def sound(self) -> bool:
        return not any(verdict is not None and verdict.faults for verdict in self)


@verify_app.default
def verify(
    *,
    db: DbOption = "",
    head: HeadOption = None,
    books: Annotated[bool, Parameter(help="Check the ledger: chain, signatures, balances, documents.")] = True,
    play: Annotated[bool, Parameter(help="Deal every round again and compare all money.")] = True,
    json: JsonOption = False,
) -> int:
    """Check the books: the ledger, and every round by the rules."""
    ledger_needed("verify")
    if not (books or play):
        raise BadOption("--no-books and --no-play: nothing is left to check; leave one out")
    if head is not None and not books:
        raise BadOption("--head is compared with the ledger; leave out --no-books")
    where = books_at(db)
    driver_needed(where)
    kept = kept_head(head) if head is not None else None
    try:
        if books and play and _are_large(where):
            found = _at_once(where, kept)
        else:
            verdict = _books_verdict(where, kept) if books else None
            found = Found(verdict, _play_verdict(where) if play else None)
    except KeyboardInterrupt:
        print("lammer: interrupted; nothing was changed", file=sys.stderr)
        raise
    if json:
        print_json(verdict_json(where, found))
    else:
        _print(found)
    return 0 if found.sound else 1


def _books_verdict(where: str, kept: dict[str, Any] | None) -> "Verdict":
    from lammer.floor.accounts import side_of
    from lammer.ledger.verify import verify as verified

    try:
        with Progress("events", prints=False) as progress:
            verdict = verified(where, kept, lambda done, _total: progress.reach(done), side_of)
    except OSError as error:
        raise BadOption(f"--db {shown(where)}: cannot be read: {error}") from None
    if not verdict.events and any(fault.code == "unreadable" for fault in verdict.faults):
        why = " ".join(verdict.faults[-1].text.partition(": ")[2].split())
        raise BadOption(f"--db {shown(where)}: cannot be read: {why}")
    return verdict


def _play_verdict(where: str) -> "PlayVerdict":
    from lammer.floor.verify import verify_play

    with _explain_unreadable(where), Progress("events", prints=False) as progress:
        return verify_play(where, lambda done, _total: progress.reach(done, lambda: "dealing every round again"))


def _at_once(where: str, kept: dict[str, Any] | None) -> Found:
    """Checks the ledger in this process and the play in others. The hash chain cannot be divided among processes."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from lammer.floor.verify import verify_play

    with ProcessPoolExecutor(1, get_context("spawn"), initializer=gc.disable) as pool:
        play = pool.submit(verify_play, where, processes=max(1, (os.cpu_count() or 1) - 1))
        books = _books_verdict(where, kept)
        with _explain_unreadable(where):
            return Found(books, play.result())


def _are_large(where: str) -> bool:
    """Whether the books are large enough to start another process."""
    from lammer.floor.verify import FEW_EVENTS
    from lammer.ledger.verify.evidence import Unreadable, evidence

    try:
        with evidence(where) as ask:
            ((last,),) = ask("SELECT coalesce(max(number), 0) FROM events")
    except (OSError, Unreadable):
        return False  # the verifiers report the error
    return bool(isinstance(last, int) and last > FEW_EVENTS)


@contextmanager
def _explain_unreadable(where: str) -> Iterator[None]:
    from lammer.ledger.verify.evidence import Unreadable

    try:
        yield
    except (OSError, Unreadable) as error:
        raise BadOption(f"--db {shown(where)}: cannot be read: {' '.join(str(error).split())}") from None


def verdict_json(where: str, found: Found) -> dict[str, Any]:
    """Both verdicts for JSON."""
    return {"db": shown(where), "sound": found.sound, "books": _plain(found.books), "play": _plain(found.play)}


def _plain(verdict: "Verdict | PlayVerdict | None") -> dict[str, Any] | None:
    if verdict is None:
        return None
    faults = [fault._asdict() for fault in verdict.faults]
    return verdict._asdict() | {"faults": faults, "warnings": list(verdict.warnings)}


def _print(found: Found) -> None:
    for verdict in found:
        for fault in verdict.faults if verdict is not None else ():
            print(f"{'books' if fault.event is None else f'event {fault.event}'}: {fault.code}: {fault.text}")
        for warning in verdict.warnings if verdict is not None else ():
            print(f"warning: {warning}")
    if (books := found.books) is not None:
        read = f"{count(books.events, 'event')}, {count(books.entries, 'entry', 'entries')}"
        print(f"books: {read}, signed up to event {books.signed:,}: {_verdict(len(books.faults), 'whole')}")
        if books.key_changes:
            changed = ", ".join(f"{number:,}" for number in books.key_changes)
            print(f"signing key: changed by event {changed}; now {books.public_key}")
    if (play := found.play) is not None:
        read = f"{count(play.rounds, 'round')} dealt again, {count(play.steps, 'jackpot step')} taken again"
        right = "every payment is right" if play.rounds or play.steps else "nothing was played"
        print(f"play: {read}: {_verdict(len(play.faults), right)}")


def _verdict(faults: int, sound: str) -> str:
    return count(faults, "fault") if faults else sound
