"""Attack: one user opens WebSocket after WebSocket, and everything that happens must be sent to all of them."""

from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.attacks.hostile import SHORT, Attacked
from tests.waiting import PATIENCE, until

MAXIMUM = int(SHORT["pages_per_user"])


def open_table(server: Attacked, table: str, name: str) -> str:
    """A new table with a guest; the guest's cookie."""
    _, _, cookie = server.ask("POST", "/api/guest", {"name": name})
    body = {"key": f"opening {table}", "table": table, "game": "sd-free-bet", "turn_seconds": 0}
    assert server.ask("POST", "/api/tables", body, cookie)[0] == 200
    return cookie


def page(server: Attacked, table: str, cookie: str) -> ClientConnection:
    here = f"127.0.0.1:{server.port}"
    headers = {"Cookie": f"lammer={cookie}", "Origin": f"http://{here}"}
    return connect(f"ws://{here}/api/tables/{table}/live", additional_headers=headers, open_timeout=PATIENCE)


def test_a_user_has_so_many_pages_and_no_more(limited: Attacked) -> None:
    cookie = open_table(limited, "pages", "eve")
    with ExitStack() as pages:
        for _ in range(MAXIMUM):
            pages.enter_context(page(limited, "pages", cookie)).recv(PATIENCE)
        with pytest.raises(InvalidStatus) as refused, page(limited, "pages", cookie):
            pass
        assert refused.value.response.status_code == 429
        _, _, other = limited.ask("POST", "/api/guest", {"name": "ann"})
        pages.enter_context(page(limited, "pages", other)).recv(PATIENCE)
    assert until(lambda: _opens(limited, cookie)), "closed pages count no more"


def _opens(server: Attacked, cookie: str) -> bool:
    try:
        with page(server, "pages", cookie):
            return True
    except InvalidStatus:
        return False


def test_control_without_limits_there_is_no_end(unlimited: Attacked) -> None:
    cookie = open_table(unlimited, "pages", "eve")
    with ExitStack() as pages:
        for _ in range(3 * MAXIMUM):
            pages.enter_context(page(unlimited, "pages", cookie)).recv(PATIENCE)
