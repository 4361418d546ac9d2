"""Every surface is tested as if in a terminal of 80 by 24."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.surfaces.page_house import ROOT, SHOES, Comes, Visitor, served


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("LAMMER_COMMAND", raising=False)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    subprocess.run([sys.executable, str(ROOT / "tools" / "page.py")], check=True)
    with served(tmp_path_factory.mktemp("floor"), SHOES) as address:
        yield address


@pytest.fixture
def comes(browser: Browser, address: str) -> Iterator[Comes]:
    """Lets visitors in, and asks at the end whether their browsers were content."""
    visitors: list[Visitor] = []

    def come(at: str = address, **look: Any) -> Visitor:
        visitors.append(Visitor(browser, at, **look))
        return visitors[-1]

    yield come
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.context.close()
    assert faults == []
