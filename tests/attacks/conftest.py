"""Two servers for every attack from the network: one with limits, and the control without."""

from collections.abc import Iterator

import pytest

from tests.attacks.hostile import SHORT, Attacked, attacked


@pytest.fixture(scope="session")
def limited_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    with attacked(tmp_path_factory.mktemp("limited"), SHORT) as server:
        yield server


@pytest.fixture(scope="session")
def unlimited_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    with attacked(tmp_path_factory.mktemp("unlimited"), "unlimited") as server:
        yield server


@pytest.fixture
def limited(limited_server: Attacked) -> Iterator[Attacked]:
    yield limited_server
    limited_server.hang_up()


@pytest.fixture
def unlimited(unlimited_server: Attacked) -> Iterator[Attacked]:
    yield unlimited_server
    unlimited_server.hang_up()
