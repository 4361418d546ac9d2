"""Several commands in one commit: all of them or none are in the books, and nobody else sees them before."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import event

from lammer.floor.accounts import CAGE, chips, side_of
from lammer.ledger.journal import Books, Journal, create_journal
from lammer.ledger.records import Command, Entry, Posted, Posting
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.verify import verify
from lammer.surfaces.web.desk import Desk

NOBODY_HAS_IT = 10**9
Answer = TypeVar("Answer")


class Refused(Exception):
    pass


def pay(journal: Journal, key: str, amount: int = 5, player: str = "ann", **documents: str) -> Posted:
    entry = Entry(CAGE, chips(player), amount, "buy-in")
    return journal.post(Command(key, "buy-in", player, {}), lambda _: Posting({"at": key}, player, (entry,), documents))


def take(journal: Journal, key: str, amount: int) -> Posted:
    """Without asking first whether the chips are there: the books have the last word."""
    entry = Entry(chips("ann"), CAGE, amount, "cash out")
    return journal.post(Command(key, "cash-out", "ann", {}), lambda _: Posting({}, "ann", (entry,), {"seen": key}))


def elsewhere(ask: Callable[[], Any]) -> Any:
    """What another thread is answered."""
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(ask()))
    thread.start()
    thread.join()
    return found[0]


def in_a_loop(asked: Coroutine[Any, Any, Answer]) -> Answer:
    """In a thread of its own: where a browser was started, this one has a loop already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, asked).result()


def sound(journal: Journal) -> bool:
    return not verify(journal.where, side_of=side_of).faults


def test_nobody_else_sees_them_before_their_commit(opened: Callable[[], Journal]) -> None:
    journal, other = opened(), opened()
    pay(journal, "before", seen="0")
    with journal.together():
        pay(journal, "1", seen="1")
        pay(journal, "2", seen="2")
        assert (journal.document("seen"), journal.balance(chips("ann")).credit) == ("2", 15)
        assert journal.look("seen", [chips("ann"), "none"])[0] == "2"
        assert journal.count_about("ann") == 3
        for outside in (journal, other):
            assert elsewhere(partial(outside.document, "seen")) == "0"
            assert elsewhere(partial(outside.balance, chips("ann"))).credit == 5
            assert elsewhere(partial(outside.count_about, "ann")) == 1
    assert (other.document("seen"), other.balance(chips("ann")).credit, other.count_about("ann")) == ("2", 15, 3)
    assert pay(other, "3").number == 4
    assert pay(journal, "2", seen="2").repeated
    assert sound(journal)


def test_a_refused_command_leaves_the_others(opened: Callable[[], Journal]) -> None:
    def refuse(books: Books) -> Posting:
        assert books.document("seen") == "1"
        raise Refused

    journal = opened()
    with journal.together():
        pay(journal, "1", seen="1")
        with pytest.raises(Refused):
            journal.post(Command("refused", "buy-in", "ann", {}), refuse)
        with pytest.raises(LedgerFault, match="fall below zero"):
            take(journal, "overdrawn", NOBODY_HAS_IT)
        assert (journal.document("seen"), journal.balance(chips("ann")).credit) == ("1", 5)
        assert pay(journal, "2", seen="2").number == 2
        assert pay(journal, "1", seen="1").repeated
    assert (journal.document("seen"), journal.balance(chips("ann")).credit) == ("2", 10)
    assert pay(journal, "3").number == 3
    assert sound(journal)


def test_a_block_that_is_left_by_a_fault_leaves_nothing(opened: Callable[[], Journal]) -> None:
    journal = opened()
    pay(journal, "before", seen="0")
    with suppress(Refused), journal.together():
        pay(journal, "1", seen="1")
        raise Refused
    assert (journal.document("seen"), journal.balance(chips("ann")).credit) == ("0", 5)
    assert not pay(journal, "1", seen="1").repeated
    assert sound(journal)


def test_a_disk_that_is_full_loses_all_or_none(tmp_path: Path) -> None:
    """SQLite may roll back by itself when the disk is full; what came after would then be committed alone."""
    journal = create_journal(tmp_path / "books.db", tmp_path / "key", side_of)
    engine, most = journal._engine, [0]
    engine.dispose()
    event.listen(engine, "checkout", lambda raw, *_: raw.execute(f"PRAGMA max_page_count = {most[0]}"))
    pay(journal, "before", seen="0")
    with engine.connect() as connection:
        most[0] = connection.exec_driver_sql("PRAGMA page_count").scalar_one() + 2
    refused: list[LedgerFault] = []
    with pytest.raises(LedgerFault, match="full"):
        _pay_a_hundred(journal, refused)
    assert 0 < len(refused) < 100  # some were carried out before the disk was full
    assert {fault.code for fault in refused} == {"unusable-store"}
    most[0] = 2**30
    assert (journal.count_about("ann"), journal.document("seen")) == (1, "0")
    assert not pay(journal, "key 0", player="player 0").repeated
    assert sound(journal)
    journal.close()


def _pay_a_hundred(journal: Journal, refused: list[LedgerFault]) -> None:
    with journal.together():
        for number in range(100):
            try:
                pay(journal, f"key {number}", player=f"player {number}", seen="x" * 1000)
            except LedgerFault as fault:
                refused.append(fault)


def test_the_desk_commits_what_waits_together_and_tells_afterwards(
    opened: Callable[[], Journal], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lammer.surfaces.web.desk.LONGEST_SECONDS", 60.0)  # a busy machine takes its time
    journal = opened()
    commits: list[str] = []
    event.listen(journal._engine, "commit", lambda _: commits.append("commit"))
    desk, counts = Desk(journal), list[int]()

    def posted(key: str) -> int:
        number = pay(journal, key).number
        desk.after_commit(lambda: counts.append(elsewhere(partial(journal.count_about, "ann"))))
        return number

    def refused() -> int:
        raise Refused

    async def ask() -> list[int | BaseException]:
        tasks = [asyncio.create_task(desk.carry_out(partial(posted, key))) for key in "abc"]
        tasks += [asyncio.create_task(desk.carry_out(refused))]
        gone = asyncio.create_task(desk.carry_out(partial(posted, "gone")))
        asyncio.get_running_loop().call_soon(gone.cancel)  # after all have asked
        found = await asyncio.gather(*tasks, return_exceptions=True)
        await desk.close()
        return found

    *numbers, fault = in_a_loop(ask())
    assert numbers == [1, 2, 3]
    assert isinstance(fault, Refused)
    assert journal.count_about("ann") == 4  # one who does not wait for the answer has still asked
    assert counts == [4, 4, 4, 4]
    assert len(commits) == 1
    assert sound(journal)


def test_the_desk_waits_for_other_writers(tmp_path: Path) -> None:
    """The loop goes on meanwhile, and nothing is held while it waits."""
    journal, other = (create_journal(tmp_path / "books.db", tmp_path / "key", side_of, shared=True) for _ in range(2))
    desk = Desk(journal)

    async def ask() -> int:
        with other.together():
            pay(other, "theirs")
            ours = asyncio.create_task(desk.carry_out(lambda: pay(journal, "ours").number))
            for _ in range(5):
                assert not (await asyncio.wait([ours], timeout=0.01))[0]
        number = await ours
        await desk.close()
        return number

    assert in_a_loop(ask()) == 2
    assert sound(journal)
    journal.close()
    other.close()
