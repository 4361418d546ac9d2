"""Attack: thousands of requests in one piece, on one connection, without waiting for an answer."""

from tests.attacks.hostile import Attacked, rest
from tests.waiting import until

REQUEST = b"GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n"
LAST = b"GET /healthz HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n"
MANY = 3000


def test_a_pipelined_flood_ends_its_connection(limited: Attacked) -> None:
    line = limited.connect()
    line.sendall(REQUEST * MANY)
    assert rest(line).count(b"HTTP/1.1 200") < 20
    assert until(limited.answers)


def test_a_few_pipelined_requests_are_all_answered(limited: Attacked) -> None:
    line = limited.connect()
    line.sendall(REQUEST * 2 + LAST)
    assert rest(line).count(b"HTTP/1.1 200") == 3


def test_control_without_limits_all_of_them_are_answered(unlimited: Attacked) -> None:
    line = unlimited.connect()
    line.sendall(REQUEST * (MANY // 10) + LAST)
    assert rest(line).count(b"HTTP/1.1 200") > MANY // 10
