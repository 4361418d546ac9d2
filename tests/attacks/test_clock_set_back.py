"""The system's clock is set back: deadlines still come, and no event is older than the one before it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from lammer.floor.house import Floor, create_floor
from lammer.floor.steady_clock import SteadyClock
from lammer.surfaces.web.app import create_app, time_passes
from lammer.surfaces.web.people import People

START = datetime(2026, 1, 31, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Times:
    """A system's clock that somebody sets, and the one that only goes forward."""

    def __init__(self) -> None:
        self.wall, self.passed = START, 0.0

    def pass_(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.passed += seconds

    def steady(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall, lambda: self.passed)


def test_it_follows_the_system_as_long_as_that_goes_forward() -> None:
    times = Times()
    clock = times.steady()
    times.pass_(5)
    assert clock() == START + timedelta(seconds=5)
    times.wall += HOUR  # the machine slept, or the clock was late
    assert clock() == START + timedelta(seconds=5) + HOUR


def test_set_back_it_goes_on_and_waits_for_the_system() -> None:
    times = Times()
    clock = times.steady()
    before = clock()
    times.wall -= HOUR
    times.pass_(10)
    assert clock() == before + timedelta(seconds=10)
    times.wall = START + HOUR
    assert clock() == START + HOUR


def test_it_is_never_before_the_last_event_of_the_books() -> None:
    times = Times()
    clock = times.steady()
    clock.not_before(START + HOUR)
    times.pass_(1)
    assert clock() == START + HOUR + timedelta(seconds=1)


def seated(floor: Floor) -> None:
    """A table of two; one is ready, and the other has ten seconds to bet."""
    floor.open_table("open", "ann", "one", "sd-free-bet", bet_seconds=10, turn_seconds=0)
    for box, name in ((1, "ann"), (2, "bob")):
        floor.buy_in(f"buying for {name}", name, name, 100_000)
        floor.do("sit", f"{name} sits", name, "one", box=box)
    floor.do("bet", "ann bets", "ann", "one", box=1, bets={"main": 1000})


def dealt_after_the_clock_was_set_back(times: Times, floor: Floor) -> bool:
    with TestClient(create_app(floor, People(b"secret")), base_url="http://floor.test") as client:
        house = client.app.state.house  # type: ignore[attr-defined]
        seated(floor)
        time_passes(house)
        times.wall -= HOUR
        times.pass_(11)
        time_passes(house)
    dealt = floor.table("one").round == 1
    floor.journal.close()
    return dealt


def test_deadlines_come_when_the_clock_is_set_back(tmp_path: Path) -> None:
    times = Times()
    floor = create_floor(tmp_path / "floor.db", tmp_path / "key", now=times.steady())
    assert dealt_after_the_clock_was_set_back(times, floor)


def test_events_are_in_the_order_of_their_times(tmp_path: Path) -> None:
    times = Times()
    floor = create_floor(tmp_path / "floor.db", tmp_path / "key", now=times.steady())
    for number in range(5):
        floor.buy_in(f"buying {number}", "ann", "ann", 100)
        times.wall -= HOUR
    at = [event["at"] for event in floor.journal.last_events(5)]
    assert at == sorted(at)
    floor.journal.close()


def test_control_the_systems_clock_alone_holds_up_the_table(tmp_path: Path) -> None:
    times = Times()
    floor = create_floor(tmp_path / "floor.db", tmp_path / "key", now=lambda: times.wall)
    assert not dealt_after_the_clock_was_set_back(times, floor)


@pytest.mark.parametrize("seconds", [1, 3600])
def test_the_log_says_when_the_system_is_far_behind(seconds: int, caplog: pytest.LogCaptureFixture) -> None:
    times = Times()
    clock = times.steady()
    times.wall -= timedelta(seconds=seconds)
    clock()
    clock()
    assert len(caplog.records) == (seconds > 2)
