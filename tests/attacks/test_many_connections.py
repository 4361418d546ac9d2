"""Attack: a thousand connections by one client, until nobody else gets one."""

import time

from lammer.surfaces.web.limits import MAX_WAITING
from tests.attacks.hostile import SHORT, Attacked, rest, status_of, still_open
from tests.waiting import until

MANY = 300


def test_connections_of_one_address_are_limited(limited: Attacked) -> None:
    assert until(lambda: limited.sockets() < 40)
    lines = [limited.connect() for _ in range(MANY)]
    for line in lines:
        line.setblocking(True)
    answers = [rest(line) for line in lines]
    assert {status_of(answer) for answer in answers} <= {0, 429}
    assert sum(status_of(answer) == 429 for answer in answers) >= MAX_WAITING, "some of the others are told"
    assert until(limited.answers), "when they are gone, the address is served again"


def test_whoever_is_turned_away_waits_for_it(limited: Attacked) -> None:
    """One connection after the other, as fast as they are refused, would cost more than the requests they are for."""
    waits = []

    def turned_away() -> bool:
        lines = [limited.connect() for _ in range(SHORT["connections_per_address"])]
        begun = time.monotonic()
        refused = status_of(rest(limited.connect())) == 429
        waits.extend([time.monotonic() - begun] if refused else [])
        for line in lines:
            line.close()
        return refused

    assert until(turned_away)
    assert min(waits) >= 0.99 * SHORT["slowdown_seconds"], "the server's clock may end a wait a little early"
    assert until(limited.answers)


def test_control_without_limits_all_of_them_stay(unlimited: Attacked) -> None:
    before = unlimited.sockets()
    lines = [unlimited.connect() for _ in range(MANY)]
    assert until(lambda: unlimited.sockets() >= before + MANY)
    assert still_open(lines[-1])
