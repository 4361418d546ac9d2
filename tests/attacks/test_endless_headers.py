"""Attack: a request whose headers never end. 90 MB of them once held up everybody for six seconds."""

import pytest

from tests.attacks.hostile import Attacked, pour, rest, status_of

PIECE = b"a" * 60_000
BEGINNINGS = {
    "one endless header": b"GET /healthz HTTP/1.1\r\nhost: here\r\nx-endless: ",
    "an endless address": b"GET /",
    "an endless method": b"",
}


@pytest.mark.parametrize("beginning", BEGINNINGS.values(), ids=BEGINNINGS)
def test_endless_headers_are_refused(limited: Attacked, beginning: bytes) -> None:
    before = limited.memory()
    line = limited.connect()
    line.sendall(beginning)
    assert pour(line, PIECE, 1500) < 1500, "the server reads 90 MB of headers"
    # A connection that is reset may lose the answer; a method without end is no HTTP at all.
    assert status_of(rest(line)) in ((431, 0) if beginning else (400, 0))
    assert limited.answers()
    assert limited.memory() < before + 10


def test_headers_without_number_are_refused(limited: Attacked) -> None:
    line = limited.connect()
    line.sendall(b"GET /healthz HTTP/1.1\r\n" + b"".join(b"h%d: x\r\n" % number for number in range(200)))
    assert status_of(rest(line)) == 431


def test_the_refusal_is_logged_once_for_many(limited: Attacked) -> None:
    for _ in range(5):
        line = limited.connect()
        pour(line, b"GET / HTTP/1.1\r\nx: " + PIECE, 2)
        rest(line)
    lines = [line for line in limited.said().splitlines() if "headers have at most 16384 bytes" in line]
    assert 1 <= len(lines) <= 3


def test_control_without_limits_they_are_read_to_the_end(unlimited: Attacked) -> None:
    before = unlimited.memory()
    line = unlimited.connect()
    line.sendall(BEGINNINGS["one endless header"])
    assert pour(line, PIECE, 300) == 300
    line.sendall(b"\r\n\r\n")
    assert status_of(line.recv(1000)) == 200
    assert unlimited.memory() > before + 15  # 300 pieces are 18 MB
