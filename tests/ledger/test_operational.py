"""Sessions, failed log-ins and memories of drills in both stores, as several server processes use them."""

import threading
from collections.abc import Callable

from lammer.floor.accounts import side_of
from lammer.ledger.journal import Journal
from lammer.ledger.operational import SessionRow
from lammer.ledger.records import Command, Posting
from lammer.ledger.verify import verify

PATIENCE = 60.0


def row(id_: str, name: str = "ann", created: float = 100.0) -> SessionRow:
    return SessionRow(id_, name, "floor", "stamp", created, created, created + 1000, 0.0, "proof")


def test_a_session_that_one_process_ends_is_ended_for_all(opened: Callable[[], Journal]) -> None:
    one, other = opened().operational, opened().operational
    one.add_session(row("a"), 50)
    one.add_session(row("b"), 50)
    one.add_session(row("c", "bob"), 50)
    assert other.session("a") == row("a")
    assert other.session("none") is None
    assert one.end_session("a", 150.0) == ["a"]
    assert one.end_session("a", 160.0) == []  # the first time counts
    assert other.ended_since(149.0) == {"a"}
    assert other.ended_since(151.0) == set()
    assert one.end_sessions_of("ann", 170.0) == ["b"]
    assert other.ended_since(0.0) == {"a", "b"}
    one.seen({"c": 180.0})
    one.seen({"c": 175.0})  # a process whose clock is behind
    assert other.session("c") == row("c", "bob")._replace(seen=180.0)


def test_sessions_are_bounded_by_user_and_time(opened: Callable[[], Journal]) -> None:
    tables = opened().operational
    for number in range(5):
        surplus = tables.add_session(row(str(number), created=100.0 + number), 3)
    assert surplus == ["1"]
    assert tables.ended_since(0.0) == {"0", "1"}
    tables.add_session(row("later", created=5000.0), 3)
    assert tables.session("4") is None  # expired
    assert tables.session("later") is not None


def test_failures_counted_at_once_by_several_are_all_counted(opened: Callable[[], Journal]) -> None:
    doors = [opened().operational for _ in range(3)]
    keys = ["name ann from x", "address x", "name ann"]

    def count(door: int) -> None:
        for number in range(5):
            # In another order each time: they must not wait for each other for ever.
            asked = keys[number % 3 :] + keys[: number % 3]
            doors[door].count_failures(asked, 100.0, 0.0, lambda _, failures: 100.0 + failures, 1000)

    threads = [threading.Thread(target=count, args=(door,)) for door in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert doors[0].attempts() == dict.fromkeys(keys, 15)
    assert doors[0].blocked_until(keys) == dict.fromkeys(keys, 115.0)
    doors[1].forgive(keys[0], keys[1:])
    assert doors[0].attempts() == dict.fromkeys(keys[1:], 14)
    assert doors[0].blocked_until(keys) == dict.fromkeys(keys[1:], 0.0)
    # Long ago is forgotten.
    assert doors[0].count_failures(["address x"], 999.0, 500.0, lambda *_: 0.0, 1000) == {"address x": 1}


def test_security_events_are_found_newest_first_by_their_index(opened: Callable[[], Journal]) -> None:
    journal = opened()
    for number in range(1, 9):
        kind = "security" if number % 2 else "other"
        journal.post(Command(f"key {number}", kind, "ann", {}), lambda _: Posting({}, "security/ann"))
    assert [one["number"] for one in journal.security_events(0, 3)] == [7, 5, 3]
    assert [one["number"] for one in journal.security_events(5, 3)] == [3, 1]
    assert verify(journal.where, side_of=side_of).faults == ()
    journal.operational.add_session(row("a"), 50)
    assert verify(journal.where, side_of=side_of).faults == ()  # no part of the chain


def test_a_drill_continues_in_another_process(opened: Callable[[], Journal]) -> None:
    one, other = opened().operational, opened().operational
    assert one.drill_memory("ann", "sd-free-bet") is None
    assert one.change_drill_memory("ann", "sd-free-bet", lambda before: f"{before} 1", 100.0, 2) == "None 1"
    assert other.change_drill_memory("ann", "sd-free-bet", lambda before: f"{before} 2", 101.0, 2) == "None 1 2"
    one.change_drill_memory("ann", "free-money", lambda _: "money", 102.0, 2)
    other.change_drill_memory("bob", "free-money", lambda _: "of bob", 103.0, 2)
    one.change_drill_memory("ann", "triple-win-20", lambda _: "twenty", 104.0, 2)
    assert other.drill_memory("ann", "sd-free-bet") is None  # drilled longest ago
    assert [other.drill_memory("ann", game) for game in ("free-money", "triple-win-20")] == ["money", "twenty"]
    other.forget_drills_of("ann")
    assert one.drill_memory("ann", "free-money") is None
    assert one.drill_memory("bob", "free-money") == "of bob"
