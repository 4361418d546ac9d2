"""The server does what its OpenAPI document says, whatever is asked: Schemathesis makes requests from the document,
good and bad, and holds every answer against it."""

import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from lammer.floor.house import create_floor
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.lobby import Lobby
from lammer.surfaces.web.people import ROLES, People
from lammer.surfaces.web.users_file import UsersFile
from tests.users import user_entry

HERE = "http://floor.test"
EXAMPLES = 5
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


TOO_LARGE = 413


STREAM = "/api/events"
"""It has no end; test_event_stream.py and test_event_news.py read it."""


def all_routes() -> list[tuple[str, str]]:
    """By method and path. The document itself takes half a second, and every test process makes this list."""
    with TemporaryDirectory() as folder:
        floor = create_floor(Path(folder) / "floor.db", Path(folder) / "floor.key")
        routes = create_app(floor, People(b"")).routes
        floor.journal.close()
    api_routes = (route for route in routes if isinstance(route, APIRoute) and route.include_in_schema)
    return sorted(
        (method, route.path) for route in api_routes for method in route.methods or () if route.path != STREAM
    )


ROUTES = all_routes()


class Floor:
    """A floor with a table, a user of every role, and nobody who is told to slow down."""

    def __init__(self, folder: Path) -> None:
        users = folder / "users.toml"
        users.write_text(user_entry("ann", "correct horse", ROLES), "utf-8")
        self.people = People(b"secret", UsersFile(users))
        floor = create_floor(folder / "floor.db", folder / "floor.key")
        floor.open_table("open", "house", "one", "sd-free-bet")
        floor.buy_in("chips", "ann", "ann", 10**6)
        self.app = create_app(floor, self.people)

    @property
    def cookie(self) -> str:
        return f"lammer={self.people.cookie('ann')}"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Floor, TestClient]]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("lammer.surfaces.web.guard.BURST", 1e9)
        patched.setattr("lammer.surfaces.web.attempts.MAX_FAILURES", 10**9)
        patched.setattr("lammer.surfaces.web.attempts.MAX_FROM_ADDRESS", 10**9)
        patched.setattr("lammer.surfaces.web.attempts.MAX_FOR_NAME", 10**9)
        patched.setattr(Lobby, "_begin", lambda self: None)
        made = Floor(tmp_path_factory.mktemp("floor"))
        with TestClient(made.app, base_url=HERE, raise_server_exceptions=False) as client:
            yield made, client


@cache
def document_of(app: FastAPI) -> Any:
    """Read once: to resolve the references of the whole document takes longer than the requests of a route. Without its
    cookie, which would be made up otherwise; the tests send their own."""
    document = app.openapi()
    paths = {
        path: {method: {**route, "security": []} for method, route in methods.items()}
        for path, methods in document["paths"].items()
    }
    return schemathesis.openapi.from_dict({**document, "paths": paths})


@cache
def requests_of(app: FastAPI, method: str, path: str) -> Any:
    """Good and bad requests of a route."""
    operation = document_of(app)[path][method]
    good, bad = (operation.as_strategy(generation_mode=mode) for mode in GenerationMode)
    return good | bad if _can_be_wrong(operation) else good


def hold_against(app: FastAPI, client: TestClient, method: str, path: str, cookie: str, table: str = "") -> None:
    """Raises a FailureGroup for an answer that the document does not foresee."""

    @given(case=requests_of(app, method, path))
    @settings(
        max_examples=EXAMPLES,
        phases=[Phase.explicit, Phase.generate],
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    def holds(case: Any) -> None:
        if table:
            case.path_parameters["table"] = table
        asked = case.as_transport_kwargs(base_url=HERE)
        asked["headers"] = {**asked["headers"], **({"cookie": cookie} if cookie else {})}
        client.cookies.clear()
        known = {name: value for name, value in asked.items() if name in ("method", "url", "headers", "params", "json")}
        answer = client.request(**known, content=asked.get("data"))
        # Schemathesis does not take "too large" for a refusal of data that is also wrong.
        refused = answer.status_code == TOO_LARGE
        case.validate_response(
            answer, checks=[one for one in CHECKS if one is not negative_data_rejection or not refused]
        )

    holds()


def _can_be_wrong(operation: Any) -> bool:
    """Where nothing is asked for, nothing can be said that is not."""
    return bool(list(operation.iter_parameters()) or operation.body)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_answers_are_as_documented(floor: tuple[Floor, TestClient], method: str, path: str) -> None:
    made, client = floor
    hold_against(made.app, client, method, path, cookie="")
    hold_against(made.app, client, method, path, made.cookie)
    if "{table}" in path:
        hold_against(made.app, client, method, path, made.cookie, table="one")


def test_every_route_of_the_document_is_tested(floor: tuple[Floor, TestClient]) -> None:
    paths = floor[0].app.openapi()["paths"]
    listed = [(method.upper(), path) for path, methods in paths.items() for method in methods if path != STREAM]
    assert sorted(listed) == ROUTES
    assert STREAM in paths


def test_every_answer_has_a_type_of_its_own(floor: tuple[Floor, TestClient]) -> None:
    """A route that returns just any object would pass the checks above whatever it said."""
    made, _ = floor
    for path, methods in made.app.openapi()["paths"].items():
        for method, route in methods.items():
            for kind, content in route["responses"]["200"]["content"].items():
                schema = content["schema"].get("items", content["schema"])
                assert kind != "application/json" or "$ref" in schema, f"{method} {path}"


def test_a_round_that_is_far_off_is_not_searched_for(floor: tuple[Floor, TestClient]) -> None:
    """Found by the above: it looked for the shoe of every round that never was, a thousand million of them."""
    made, client = floor
    begun = time.monotonic()
    answer = client.get("/api/tables/one/records?after=1000000000", headers={"cookie": made.cookie})
    assert (answer.status_code, answer.text) == (200, "")
    assert time.monotonic() - begun < 10


def test_a_broken_route_is_found(floor: tuple[Floor, TestClient]) -> None:
    """Negative control: one route that fails, one that says what it did not promise."""
    app = FastAPI()

    @app.get("/fails/{number}")
    def fails(number: int) -> dict[str, int]:
        return {"share": 100 // (number * 0)}

    @app.get("/promises", responses={200: {"model": dict[str, int]}})
    def promises() -> JSONResponse:
        return JSONResponse({"share": "none"})

    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
        for path, said in (("/fails/{number}", "Server error"), ("/promises", "violates schema")):
            with pytest.raises(FailureGroup, match=said):
                hold_against(app, client, "GET", path, cookie="")
