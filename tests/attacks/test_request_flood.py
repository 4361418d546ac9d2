"""Attack: requests as fast as they are answered, without logging in."""

from collections.abc import Iterator
from http.client import HTTPConnection

import pytest

from tests.attacks.hostile import SHORT, Attacked, attacked
from tests.waiting import PATIENCE

A_SECOND = 5


def flood(server: Attacked, requests: int) -> list[int]:
    line = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    found = []
    for _ in range(requests):
        line.request("GET", "/api/me")
        answer = line.getresponse()
        answer.read()
        found.append(answer.status)
    line.close()
    return found


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    with attacked(
        tmp_path_factory.mktemp("strict"), SHORT | {"requests_per_second": A_SECOND, "slowdown_seconds": 0.01}
    ) as server:
        yield server


def test_an_address_that_asks_too_often_is_slowed_down(strict: Attacked) -> None:
    answers = flood(strict, 30)
    assert answers[: 2 * A_SECOND] == [401] * (2 * A_SECOND), "a burst is allowed"
    assert 429 in answers
    assert answers.count(401) >= 2 * A_SECOND, "the connection goes on, at the rate that is allowed"


def test_control_without_limits_every_request_is_answered(unlimited: Attacked) -> None:
    assert flood(unlimited, 30) == [401] * 30
