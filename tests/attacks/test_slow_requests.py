"""Attack: headers or a body sent a byte at a time, or never to the end (slowloris), to hold connections for ever."""

import pytest

from tests.attacks.hostile import Attacked, rest, status_of, still_open
from tests.waiting import until

BODY = b"POST /api/guest HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n"
HALF = {
    "half a header": b"GET /healthz HTTP/1.1\r\nhos",
    "no body": BODY,
    "half a body": BODY + b'{"name": ',
    "half a chunk": BODY.replace(b"content-length: 100", b"transfer-encoding: chunked") + b"50\r\n{",
}


@pytest.mark.parametrize("half", HALF.values(), ids=HALF)
def test_a_request_that_is_sent_in_part_is_ended(limited: Attacked, half: bytes) -> None:
    line = limited.connect()
    line.sendall(half)
    assert limited.answers()
    assert status_of(rest(line)) == 408


@pytest.mark.parametrize("beginning", [b"GET /healthz HTTP/1.1\r\nx: ", BODY], ids=["header", "body"])
def test_a_byte_at_a_time_gains_no_time(limited: Attacked, beginning: bytes) -> None:
    line = limited.connect()
    line.sendall(beginning)
    pieces = iter(range(90))  # fewer bytes than the body has

    def ended() -> bool:
        assert next(pieces, None) is not None, "a slow client is served for ever"
        try:
            line.sendall(b" ")
        except (BrokenPipeError, ConnectionResetError):
            return True
        return False

    assert until(ended, pause=0.05)


def test_the_second_request_of_a_connection_has_its_time_too(limited: Attacked) -> None:
    line = limited.connect()
    line.sendall(b"GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n")
    assert status_of(line.recv(4096)) == 200
    line.sendall(b"GET /healthz HTT")
    assert b"HTTP/1.1 408" in rest(line)


@pytest.mark.parametrize("half", HALF.values(), ids=HALF)
def test_control_without_limits_they_hold_their_connections(
    limited: Attacked, unlimited: Attacked, half: bytes
) -> None:
    lines = [server.connect() for server in (unlimited, limited)]
    for line in lines:
        line.sendall(half)
    assert status_of(rest(lines[1])) == 408  # by now the same request is ended where there are limits
    assert still_open(lines[0])
