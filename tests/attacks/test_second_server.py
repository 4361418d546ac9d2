"""A second server on the same SQLite file is refused while the first lives, and not a moment longer."""

import signal
from pathlib import Path

import httpx2 as httpx
import pytest

from lammer.floor.house import create_floor
from lammer.surfaces.one_server import AlreadyServed, serve_alone
from tests.surfaces.test_serve import started


def test_a_second_server_is_refused_until_the_first_is_killed(tmp_path: Path) -> None:
    books = tmp_path / "floor.db"
    arguments = ("serve", "--port", "0", "--no-browser", "--db", str(books))
    with started(tmp_path, *arguments) as first:
        address = first.address()
        with started(tmp_path, *arguments) as second:
            out, error = second.rest()
        assert (second.process.returncode, out) == (2, "")
        assert error == (
            f"lammer: {books}: another server has these books open at {address}/ (process {first.process.pid}): "
            "use that one, or choose other books with --db\n"
        )
        assert httpx.get(f"{address}/healthz").status_code == 200
        first.ended_by(signal.SIGKILL)
        with started(tmp_path, *arguments) as third:
            assert httpx.get(f"{third.address()}/healthz").status_code == 200


def test_control_the_books_alone_would_let_two_in(tmp_path: Path) -> None:
    """So do they let the desk of a jackpot in beside a server: it takes turns with it, and asks for no lock."""
    books = tmp_path / "floor.db"
    held = serve_alone(str(books), "http://127.0.0.1:1/")
    floors = [create_floor(books, tmp_path / "key") for _ in range(2)]
    for number, floor in enumerate(floors):
        assert floor.buy_in(f"buying {number}", "ann", "ann", 100).answer["chips"] == 100 * (number + 1)
        floor.journal.close()
    assert held is not None
    held.close()


def test_the_lock_is_free_again_when_it_is_closed(tmp_path: Path) -> None:
    books = str(tmp_path / "floor.db")
    held = serve_alone(books, "http://127.0.0.1:1/")
    with pytest.raises(AlreadyServed, match=r"at http://127\.0\.0\.1:1/"):
        serve_alone(books, "")
    assert held is not None
    held.close()
    again = serve_alone(books, "")
    assert again is not None
    again.close()
    assert serve_alone("postgresql://here/books", "") is None
