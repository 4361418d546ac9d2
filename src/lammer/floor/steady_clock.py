"""A clock that never goes backwards, for deadlines and the times of events.

The system's clock may be set back by hand or by a time server. A deadline of thirty seconds would then be an hour away,
and a later event would have an earlier time."""

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock

LOG = logging.getLogger("lammer.floor")
NOTICED = timedelta(seconds=2)


class SteadyClock:
    """The system's time, while it goes forward. When it is set back, this clock follows the monotonic clock until the
    system's time has caught up."""

    def __init__(
        self,
        wall: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall, self._monotonic, self._lock = wall, monotonic, Lock()
        self._time, self._at = wall(), monotonic()
        self._behind = False

    def __call__(self) -> datetime:
        with self._lock:
            wall, at = self._wall(), self._monotonic()
            steady = self._time + timedelta(seconds=at - self._at)
            self._warn_once(steady - wall)
            self._time, self._at = max(wall, steady), at
            return self._time

    def not_before(self, time: datetime) -> None:
        """Continues from this time or later; used with the time of the last event of existing books."""
        with self._lock:
            self._time = max(self._time, time)

    def _warn_once(self, behind: timedelta) -> None:
        was, self._behind = self._behind, behind > NOTICED
        if self._behind and not was:
            LOG.warning("the system clock is %.0f s behind: times continue from the last one", behind.total_seconds())
