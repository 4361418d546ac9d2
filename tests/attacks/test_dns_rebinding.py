"""DNS rebinding: a page of ``evil.example`` lets its own name lead to 127.0.0.1 and asks the local floor as if it were
its own server. The browser sends the page's name as ``Host``, so the request is refused (421) and does nothing."""

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from lammer.surfaces.web.options import ROLES
from tests.attacks.doors import raw, served
from tests.surfaces.commands import run

EVIL = "evil.example"


def rebound(address: str, host: str) -> tuple[int, str]:
    """What the page would do first: become a guest, who has every role on a local floor."""
    head = ["POST /api/guest HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", "Connection: close"]
    return raw(address, head, {"name": "mallory"})


def roles(answer: str) -> list[str]:
    found: list[str] = json.loads(answer.partition("\r\n\r\n")[2])["roles"]
    return found


def test_a_rebound_page_gets_no_role_and_no_socket(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        port = urlsplit(address).port
        for host in (f"{EVIL}:{port}", EVIL, "", f"127.0.0.1.{EVIL}:{port}", f"[::1:{port}", "127.0.0.1:1"):
            status, answer = rebound(address, host)
            assert status in (400, 403, 421), host  # 400 and 403: no such thing as a host, or as its origin
            assert "set-cookie" not in answer.lower()
        status, answer = rebound(address, f"{EVIL}:{port}")
        assert status == 421
        assert "--allow-host" in answer
        upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
        head = ["GET /api/tables/one/live HTTP/1.1", f"Host: {EVIL}:{port}", f"Origin: http://{EVIL}:{port}"]
        assert raw(address, [*head, *upgrade, "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="])[0] == 421
        # Two names: which of them counts is not left to chance.
        twice = ["GET /healthz HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Host: {EVIL}", "Connection: close"]
        assert raw(address, twice)[0] in (400, 421)
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LOCALHOST:{port}", f"[::1]:{port}"):
            assert rebound(address, host)[0] == 200, host


def test_control_a_server_that_answers_to_the_name_gives_every_role(tmp_path: Path) -> None:
    with served(tmp_path, "--allow-host", EVIL) as address:
        status, answer = rebound(address, f"{EVIL}:{urlsplit(address).port}")
        assert status == 200
        assert set(roles(answer)) == set(ROLES)


@pytest.mark.parametrize("name", ["two names", "a:b", "[::1"])
def test_a_name_that_is_none_is_refused_at_the_start(name: str) -> None:
    done = run("serve", "--port", "0", "--allow-host", name)
    assert done.code == 2
    assert done.error.startswith(f"lammer: --allow-host {name}: ")
    assert len(done.error.splitlines()) == 1
