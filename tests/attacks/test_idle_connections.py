"""Attack: connections that never send anything, or nothing more."""

from tests.attacks.hostile import Attacked, rest, status_of, still_open


def test_a_connection_that_sends_nothing_is_closed(limited: Attacked) -> None:
    lines = [limited.connect() for _ in range(20)]
    assert limited.answers()
    assert [rest(line) for line in lines] == [b""] * 20


def test_blank_lines_are_nothing(limited: Attacked) -> None:
    line = limited.connect()
    line.sendall(b"\r\n" * 100)
    assert status_of(rest(line)) == 408


def test_control_without_limits_it_stays(limited: Attacked, unlimited: Attacked) -> None:
    line = unlimited.connect()
    assert rest(limited.connect()) == b""  # one that came later and has limits is closed by now
    assert still_open(line)
