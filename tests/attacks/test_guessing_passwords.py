"""Guessing passwords: from one address, from many, by several server processes, across a restart; and who must not be
locked out by it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lammer.ledger.operational import in_memory
from lammer.surfaces.web import attempts
from lammer.surfaces.web.attempts import (
    LONGEST_BLOCK,
    MAX_FAILURES,
    MAX_FOR_NAME,
    MAX_FROM_ADDRESS,
    SHORTEST_BLOCK,
    Attempts,
    back_off,
    keys_of,
)


class Clock:
    def __init__(self) -> None:
        self.now = 1e9

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(clock: Clock) -> Attempts:
    return Attempts(in_memory(), clock)


def guess(door: Attempts, name: str, address: str) -> bool:
    """One wrong password; False when it was not even looked at."""
    keys = keys_of("name", name, address)
    if door.blocked(keys):
        return False
    door.failed(keys)
    return True


def guesses(door: Attempts, count: int, name: Callable[[int], str], address: Callable[[int], str]) -> int:
    return sum(guess(door, name(number), address(number)) for number in range(count))


def test_one_name_from_one_address(door: Attempts) -> None:
    assert guesses(door, 100, lambda _: "ann", lambda _: "192.0.2.1") == MAX_FAILURES
    assert not door.blocked(keys_of("name", "ann", "192.0.2.2"))  # its owner, elsewhere


def test_many_names_from_one_address(door: Attempts) -> None:
    assert guesses(door, 100, lambda number: f"user{number}", lambda _: "192.0.2.1") == MAX_FROM_ADDRESS
    assert not door.blocked(keys_of("name", "ann", "192.0.2.2"))


def test_one_customer_with_all_the_addresses_of_a_network(door: Attempts) -> None:
    assert guesses(door, 100, lambda _: "ann", lambda number: f"2001:db8::{number:x}") == MAX_FAILURES
    assert not door.blocked(keys_of("name", "ann", "2001:db8:0:1::1"))


def test_one_name_from_thousands_of_addresses(door: Attempts) -> None:
    spread = lambda number: f"10.{number >> 8}.{number & 255}.1"  # noqa: E731
    assert guesses(door, 2 * MAX_FOR_NAME, lambda _: "ann", spread) == MAX_FOR_NAME
    assert not door.blocked(keys_of("name", "bob", "192.0.2.2"))


def test_control_without_limits_every_guess_is_taken(door: Attempts, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("MAX_FAILURES", "MAX_FROM_ADDRESS", "MAX_FOR_NAME"):
        monkeypatch.setattr(attempts, limit, 10**9)
    assert guesses(door, 100, lambda _: "ann", lambda _: "192.0.2.1") == 100


def test_the_back_off_grows_and_is_bounded(door: Attempts, clock: Clock) -> None:
    guesses(door, MAX_FAILURES, lambda _: "ann", lambda _: "192.0.2.1")
    waited = []
    for _ in range(10):
        waited.append(door.blocked(keys_of("name", "ann", "192.0.2.1")))
        clock.now += waited[-1]
        assert guess(door, "ann", "192.0.2.1")
    assert waited[:3] == [SHORTEST_BLOCK, 2 * SHORTEST_BLOCK, 4 * SHORTEST_BLOCK]
    assert waited[-1] == LONGEST_BLOCK
    assert back_off(10**6, 5) == LONGEST_BLOCK


def test_a_clock_that_was_set_back_locks_nobody_out(door: Attempts, clock: Clock) -> None:
    guesses(door, MAX_FAILURES, lambda _: "ann", lambda _: "192.0.2.1")
    clock.now -= 7 * 24 * 3600
    assert not door.blocked(keys_of("name", "ann", "192.0.2.1"))


def test_two_processes_and_a_restart_share_the_count(clock: Clock) -> None:
    tables = in_memory()
    one, other = Attempts(tables, clock), Attempts(tables, clock)
    assert sum(guess(door, "ann", "192.0.2.1") for door in (one, other) * 50) == MAX_FAILURES
    assert Attempts(tables, clock).blocked(keys_of("name", "ann", "192.0.2.1"))
    separate = (Attempts(in_memory(), clock), Attempts(in_memory(), clock))
    assert sum(guess(door, "ann", "192.0.2.1") for door in separate * 50) == 2 * MAX_FAILURES  # control


def test_a_right_password_forgives_its_own_attempt_alone(door: Attempts) -> None:
    """Whoever has an account cannot use it to guess at others' without end."""
    taken = 0
    for number in range(100):
        taken += guess(door, f"user{number}", "192.0.2.1")
        mine = keys_of("name", "mallory", "192.0.2.1")
        if not door.blocked(mine):
            door.failed(mine)  # counted before the answer is known
            door.succeeded(mine)
    assert taken == MAX_FROM_ADDRESS


def test_the_table_is_bounded(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts, "MAX_ROWS", 50)
    tables = in_memory()
    door = Attempts(tables, clock)
    for number in range(100):
        clock.now += 1
        guess(door, f"user{number}", f"10.0.{number}.1")
    assert len(tables.attempts()) <= 50 + 3
    assert "name user99 from 10.0.99.1" in tables.attempts()  # the newest stay


def test_unknown_names_and_typed_passwords_are_not_written(tmp_path: Path) -> None:
    from lammer.floor.house import create_floor
    from lammer.surfaces.web.people import NotLetIn, People

    people, floor = People(b"secret", {}), create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    people.keep_in(floor.journal)
    for _ in range(MAX_FAILURES + 1):
        with pytest.raises(NotLetIn):
            people.login("my password by mistake", "wrong", "192.0.2.1")
    events = people.security.page(0)
    assert [one["what"] for one in events] == ["locked", "wrong-password"]
    assert {one["user"] for one in events} == {"-"}
    assert "mistake" not in str(events)
