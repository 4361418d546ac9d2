"""A client that writes its own ``X-Forwarded-For`` to guess from ever new addresses: believed only from a proxy that
the operator named."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from lammer.surfaces.web.attempts import MAX_FAILURES
from lammer.surfaces.web.proxies import Proxies, network_of
from tests.attacks.doors import served, write_users
from tests.surfaces.test_serve import PATIENCE


def guesses(address: str, header: str, name: str) -> list[int]:
    """Wrong passwords for one name, each as if from another address."""
    codes = []
    for number in range(MAX_FAILURES + 1):
        forged = f"198.51.100.{number}" if header == "X-Forwarded-For" else f"for=198.51.100.{number};proto=https"
        body = {"name": name, "password": "wrong"}
        codes.append(
            httpx.post(f"{address}/api/login", json=body, headers={header: forged}, timeout=PATIENCE).status_code
        )
    return codes


def test_a_forged_address_does_not_get_around_the_limit(tmp_path: Path) -> None:
    users = write_users(tmp_path, "ann")
    with served(tmp_path, "--users", str(users)) as address:
        assert guesses(address, "X-Forwarded-For", "ann") == [401] * MAX_FAILURES + [429]
        assert guesses(address, "Forwarded", "nobody") == [401] * MAX_FAILURES + [429]


def test_control_from_a_trusted_proxy_they_are_different_addresses(tmp_path: Path) -> None:
    users = write_users(tmp_path, "ann")
    with served(tmp_path, "--users", str(users), "--trust-proxy", "127.0.0.0/8") as address:
        assert guesses(address, "X-Forwarded-For", "ann") == [401] * (MAX_FAILURES + 1)


@pytest.mark.parametrize(
    ("peer", "headers", "client", "scheme"),
    [
        ("10.0.0.5", {"x-forwarded-for": "192.0.2.1"}, "192.0.2.1", "http"),
        (
            "10.0.0.5",
            {"x-forwarded-for": "203.0.113.9, 192.0.2.1"},
            "192.0.2.1",
            "http",
        ),  # the first is the client's own
        ("10.0.0.5", {"x-forwarded-for": "192.0.2.1, 10.0.0.7"}, "192.0.2.1", "http"),  # two proxies of ours
        ("10.0.0.5", {"x-forwarded-for": "192.0.2.1, nonsense"}, "10.0.0.5", "http"),
        ("10.0.0.5", {"x-forwarded-for": "192.0.2.1:4711", "x-forwarded-proto": "https"}, "192.0.2.1", "https"),
        ("10.0.0.5", {"x-forwarded-proto": "https, http"}, "10.0.0.5", "http"),  # the proxy next to us wrote the last
        ("10.0.0.5", {"forwarded": 'for="[2001:db8::1]:80";proto=https'}, "2001:db8::1", "https"),
        ("::ffff:10.0.0.5", {"x-forwarded-for": "192.0.2.1"}, "192.0.2.1", "http"),
        ("192.0.2.77", {"x-forwarded-for": "10.0.0.5", "x-forwarded-proto": "https"}, "192.0.2.77", "http"),
    ],
)
def test_what_a_trusted_proxy_says(peer: str, headers: Mapping[str, str], client: str, scheme: str) -> None:
    seen: dict[str, Any] = {}

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.update(scope)

    given = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "client": (peer, 1), "scheme": "http", "headers": given}
    proxies = Proxies(app, [network_of("10.0.0.0/8")])
    with ThreadPoolExecutor(1) as pool:  # where a browser was started, this thread has a loop already
        pool.submit(asyncio.run, proxies(scope, _nothing, _nothing)).result()
    assert (seen["client"][0], seen["scheme"]) == (client, scheme)


async def _nothing(*_: Any) -> Any:
    """Nobody is asked and nothing is sent."""
