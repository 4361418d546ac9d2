"""Hypothesis explores at a desk and repeats itself in CI, where a rare find must not look like a new fault. One browser
serves all tests of a process."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# No deadlines: on a busy machine any example may take long.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

if "LAMMER_KEYS" not in os.environ:
    # Books that a test makes leave no keys in the user's own folder.
    os.environ["LAMMER_KEYS"] = tempfile.mkdtemp(prefix="lammer-keys-")
    atexit.register(shutil.rmtree, os.environ["LAMMER_KEYS"], ignore_errors=True)

# Tests already run side by side, one on each core; kernels that want every core too would only wait for one another.
if os.environ.get("PYTEST_XDIST_WORKER"):
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")

LONGEST = (
    "tests/tidy/test_benchmarks.py",
    "tests/tidy/test_docs.py",
    "tests/properties/test_costs.py",
    "tests/properties/test_exact.py",
    "tests/surfaces/test_bad_input.py",
    "tests/surfaces/test_cli_examples.py",
    "tests/surfaces/test_cli_analysis.py",
    "tests/parity/test_kernel.py",
)
"""Files whose tests take ten seconds and more. They go first, so that no worker is left with one of them at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        file = item.nodeid.partition("::")[0]
        return LONGEST.index(file) if file in LONGEST else len(LONGEST)

    items.sort(key=place)  # stable: files stay whole, and what a module shares is set up once


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Here and not in a folder: a process can start Playwright only once."""
    from playwright.sync_api import sync_playwright

    from tools.chromium import FLAGS, chromium

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield browser
        browser.close()
