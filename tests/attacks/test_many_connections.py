"""Attack: a thousand connections by one client, until nobody else gets one."""

from tests.attacks.hostile import Attacked, rest, status_of, still_open
from tests.waiting import until

MANY = 300


def test_connections_of_one_address_are_limited(limited: Attacked) -> None:
    assert until(lambda: limited.sockets() < 40)
    lines = [limited.connect() for _ in range(MANY)]
    for line in lines:
        line.setblocking(True)
    answers = [rest(line) for line in lines]
    assert {status_of(answer) for answer in answers} <= {0, 429}
    assert sum(status_of(answer) == 429 for answer in answers) > MANY // 10, "the others are told"
    assert until(limited.answers), "when they are gone, the address is served again"


def test_control_without_limits_all_of_them_stay(unlimited: Attacked) -> None:
    before = unlimited.sockets()
    lines = [unlimited.connect() for _ in range(MANY)]
    assert until(lambda: unlimited.sockets() >= before + MANY)
    assert still_open(lines[-1])
