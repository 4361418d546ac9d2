"""Servers for attacks on the door: a real process with users, and requests written byte by byte."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from lammer.surfaces.web.people import user_entry
from tests.surfaces.test_serve import PATIENCE, started

PASSWORD = "a long password"


def write_users(folder: Path, *names: str) -> Path:
    path = folder / "users.toml"
    path.write_text("".join(user_entry(name, PASSWORD, ("player", "auditor")) for name in names), "utf-8")
    path.chmod(0o600)
    return path


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[str]:
    """The address of ``lammer serve`` on a free port."""
    with started(folder, "serve", "--port", "0", *arguments) as server:
        yield server.address()


def raw(address: str, head: list[str], body: dict[str, Any] | None = None) -> tuple[int, str]:
    """Sends these lines as they are; gives status and all of the answer."""
    at = urlsplit(address)
    sent = json.dumps(body).encode() if body is not None else b""
    lines = [*head, "Content-Type: application/json", f"Content-Length: {len(sent)}"] if body is not None else head
    with socket.create_connection((at.hostname, at.port), PATIENCE) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode() + sent)
        got = b""
        while part := line.recv(65536):
            got += part
    text = got.decode(errors="replace")
    return int(text.split()[1]), text
