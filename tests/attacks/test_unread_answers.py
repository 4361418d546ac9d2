"""Attack: clients that ask and never read. What is written for them stays in the server's memory, and their connection
with it."""

from tests.attacks.hostile import SOON, Attacked
from tests.attacks.test_many_pages import open_table
from tests.attacks.test_page_floods import raw_page
from tests.waiting import until

PLAYERS = 5
REQUEST = b"GET /openapi.json HTTP/1.1\r\nhost: here\r\n\r\n"


def asks_and_never_reads(server: Attacked) -> bool:
    """Whether the server has ended the connection."""
    line = server.connect(receives=4096)
    line.settimeout(SOON)
    try:
        for _ in range(200):
            line.sendall(REQUEST)
    except TimeoutError:
        return False
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


def test_an_answer_that_nobody_reads_is_given_up(limited: Attacked) -> None:
    assert limited.ask("GET", "/openapi.json")[0] == 200  # the document is made once, and stays
    files = limited.sockets()
    before = limited.memory()
    asks_and_never_reads(limited)
    assert until(lambda: limited.sockets() <= files)
    assert limited.answers()
    assert limited.memory() < before + 20


def test_a_page_that_never_reads_is_given_up(limited: Attacked) -> None:
    cookie = open_table(limited, "unread", "eve")
    raw_page(limited, "unread", cookie)
    for number in range(PLAYERS):
        _change(limited, f"p{number}", number + 1)
    message = "a page does not read its views"
    assert until(lambda: message in limited.said()), "a page that never reads is kept for ever"


def _change(server: Attacked, name: str, box: int) -> None:
    """Every change is sent to the page. Each player has a burst of sixty requests."""
    _, _, cookie = server.ask("POST", "/api/guest", {"name": name})
    for number in range(28):
        for step in ("sit", "leave"):
            body = {"key": f"{name} {step} {number}", "box": box}
            assert server.ask("POST", f"/api/tables/unread/{step}", body, cookie)[0] == 200


def test_control_without_limits_the_connection_stays(unlimited: Attacked) -> None:
    files = unlimited.sockets()
    asks_and_never_reads(unlimited)
    assert unlimited.answers()
    assert unlimited.sockets() > files
