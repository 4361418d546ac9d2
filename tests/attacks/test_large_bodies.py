"""Attack: bodies larger than any command, told beforehand or not."""

from tests.attacks.hostile import Attacked, pour, rest, status_of

HEAD = b"POST /api/guest HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n"
CHUNK = b"ffff\r\n" + b"a" * 0xFFFF + b"\r\n"


def test_a_body_that_is_told_to_be_large_is_not_read(limited: Attacked) -> None:
    line = limited.connect()
    line.sendall(HEAD + b"content-length: 100000000\r\n\r\n")
    assert status_of(rest(line)) == 413


def test_a_body_that_grows_is_refused(limited: Attacked) -> None:
    before = limited.memory()
    line = limited.connect()
    line.sendall(HEAD + b"transfer-encoding: chunked\r\n\r\n")
    assert pour(line, CHUNK, 1500) < 1500, "the server reads a body of 100 MB"
    assert status_of(rest(line)) in (413, 0)
    assert limited.answers()
    assert limited.memory() < before + 20


def test_control_without_limits_it_is_read_to_the_end(unlimited: Attacked) -> None:
    line = unlimited.connect()
    line.sendall(HEAD + b"transfer-encoding: chunked\r\n\r\n")
    # The application refuses it, but the connection goes on reading and dropping what comes.
    assert pour(line, CHUNK, 300) == 300
