"""Several processes on the same books: what one remembers is never older than what another wrote, and each hears of
what the others do."""

import random
import threading
from contextlib import closing
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from lammer.floor.accounts import CAGE, chips, side_of
from lammer.ledger import standing
from lammer.ledger.journal import Books, Journal, create_journal
from lammer.ledger.records import Command, Entry, Posting
from lammer.ledger.verify import verify
from tests.ledger.conftest import OpenBooks

PATIENCE = 60.0
PLAYERS = ("ann", "bob", "cy")
COMMANDS = 120


def count_up(player: str, books: Books) -> Posting:
    """Reads what the last command for this player left, whoever carried it out."""
    before = int(books.document(player) or "0")
    have = books.balance(chips(player)).credit
    entry = Entry(CAGE, chips(player), before + 1, "buy-in")
    return Posting({"before": before, "had": have}, player, (entry,), {player: str(before + 1)})


def check_counts(journals: list[Journal], seed: int) -> None:
    chance, counts = random.Random(seed), dict.fromkeys(PLAYERS, 0)
    for number in range(COMMANDS):
        journal, player = chance.choice(journals), chance.choice(PLAYERS)
        had = counts[player] * (counts[player] + 1) // 2
        answer = journal.post(Command(f"{seed} {number}", "count", player, {}), partial(count_up, player)).answer
        assert answer == {"before": counts[player], "had": had}, number
        counts[player] += 1


def test_what_others_wrote_is_never_overlooked(opened: OpenBooks) -> None:
    journals = [opened(shared=True), opened(shared=True), opened(shared=True)]
    check_counts(journals, 1)
    assert not verify(journals[0].where, side_of=side_of).faults


def test_control_one_that_forgets_nothing_overlooks_it(opened: OpenBooks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lammer.ledger.journal.changed_since", lambda _, known, last: known._replace(last=last))
    with pytest.raises(AssertionError):
        check_counts([opened(shared=True), opened(shared=True)], 1)


def test_after_many_events_of_others_all_is_forgotten(opened: OpenBooks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "MAX_CHANGED", 1)
    check_counts([opened(shared=True), opened(shared=True)], 1)


def test_each_hears_of_what_the_others_do(tmp_path: Path) -> None:
    make = partial(create_journal, tmp_path / "books.db", tmp_path / "key", side_of, shared=True)
    news: SimpleQueue[str] = SimpleQueue()
    stop = threading.Event()
    with closing(make()) as journal, closing(make()) as other:
        journal.post(Command("long ago", "count", "ann", {}), partial(count_up, "ann"))
        journal.listen(news.put, stop)
        while not _heard(other, news):
            pass  # it listens from some moment on
        journal.post(Command("ours", "count", "bob", {}), partial(count_up, "bob"))
        other.post(Command("theirs", "count", "cy", {}), partial(count_up, "cy"))
        while (about := news.get(timeout=PATIENCE)) == "ann":
            pass  # what was told before we were sure
        assert about == "cy"
        stop.set()


def _heard(other: Journal, news: "SimpleQueue[str]") -> bool:
    number = other.last_events(1)[0]["number"]
    other.post(Command(f"after {number}", "count", "ann", {}), partial(count_up, "ann"))
    try:
        return news.get(timeout=0.1) == "ann"
    except Empty:
        return False
