"""A small house that keeps books: enough of everything that the verifier looks at."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from lammer.ledger.journal import Books, Journal, create_journal
from lammer.ledger.records import Command, Entry, Posting, canonical

EVENTS = 250


def side_of(account: str) -> str:
    """The cage hands money out, meters hold it, and what is in dispute may stand either way."""
    return {"cage": "debit", "meter": "credit"}.get(account.split(" ")[0], "either")


def ticking(step: timedelta = timedelta(microseconds=250_001)) -> Callable[[], datetime]:
    """A clock that moves on by itself."""
    times = (datetime(2026, 1, 1, tzinfo=UTC) + step * tick for tick in count())
    return lambda: next(times)


def posting_of(round_: int) -> Posting:
    """The wagers of one round: sometimes nothing to enter, sometimes three lines, and paid out again now and then."""
    entries = [Entry("cage", f"meter {name}", 100 + round_, "rate") for name in ("major", "minör")[: round_ % 3]]
    if round_ % 5 == 0:
        entries.append(Entry("dispute", "meter major", 7, "by hand"))
    if round_ % 10 == 6:
        entries.append(Entry("meter major", "cage", 50, "jackpot"))
    documents = {"link": canonical({"rounds": round_})} if round_ % 2 else {}
    if round_ % 7 == 0:
        documents[f"table {round_ % 3}"] = canonical({"open": True, "last": round_})
    return Posting({"round": round_, "said": ["öffen", None]}, f"table {round_ % 3}", tuple(entries), documents)


def command_of(round_: int) -> Command:
    return Command(f"key-{round_}", "wager", "pit “1”", {"round": round_, "wager": [2500, "€"]})


def _as_it_is(posting: Posting, _: Books) -> Posting:
    return posting


def post(journal: Journal, rounds: Iterable[int]) -> None:
    for round_ in rounds:
        journal.post(command_of(round_), partial(_as_it_is, posting_of(round_)))


class Kept(NamedTuple):
    """Where books are, the key they are signed with and the head they end with."""

    where: str
    key_file: Path
    head: dict[str, Any]


def keep_books(where: str, key_file: Path, **more: Any) -> Kept:
    """Books of ``EVENTS`` events."""
    journal = create_journal(where, key_file, side_of, **({"now": ticking()} | more))
    post(journal, range(1, EVENTS + 1))
    head = journal.sign_head()
    journal.close()
    return Kept(where, key_file, head)
