"""Attack: requests that are cheap to send and expensive to answer, as fast as they can be sent: past rounds, records,
the coach."""

from collections import Counter
from http.client import HTTPConnection

import pytest

from lammer.surfaces.web.history import gently
from lammer.surfaces.web.limits import Limits
from tests.attacks.hostile import Attacked
from tests.attacks.test_many_pages import open_table
from tests.waiting import PATIENCE

PATHS = {"rounds": 200, "records": 200, "coach": 409}
"""With what each is answered at a table where nothing was played yet."""


def asked(server: Attacked, path: str, cookie: str, times: int) -> Counter[int]:
    line = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    found: Counter[int] = Counter()
    for _ in range(times):
        line.request("GET", path, headers={"Cookie": f"lammer={cookie}"})
        answer = line.getresponse()
        answer.read()
        found[answer.status] += 1
    line.close()
    return found


@pytest.mark.parametrize(("what", "status"), PATHS.items())
def test_one_user_gets_so_many_and_others_are_served(limited: Attacked, what: str, status: int) -> None:
    cookie = open_table(limited, f"dear-{what}", f"eve {what}")
    path = f"/api/tables/dear-{what}/{what}"
    found = asked(limited, path, cookie, Limits.costly + 20)
    assert set(found) == {status, 429}
    _, _, other = limited.ask("POST", "/api/guest", {"name": f"ann {what}"})
    assert asked(limited, path, other, 1) == {status: 1}


def test_control_without_limits_all_are_answered(unlimited: Attacked) -> None:
    cookie = open_table(unlimited, "dear-rounds", "eve")
    assert asked(unlimited, "/api/tables/dear-rounds/rounds", cookie, Limits.costly + 20) == {200: Limits.costly + 20}


def test_long_readings_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []
    monkeypatch.setattr("lammer.surfaces.web.history.time.sleep", rests.append)
    assert list(gently(range(5))) == [0, 1, 2, 3, 4]
    assert len(rests) == 5
