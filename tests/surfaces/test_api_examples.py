"""Every route is documented with an example, and each example is what a real server answers."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from lammer.surfaces.web.api_document import GROUPS, read_examples
from tests.surfaces.api_examples import (
    Performed,
    Schema,
    answer_schema,
    body_schema,
    differences,
    example_servers,
    masked,
    operation_of,
    performed,
    recorded,
)
from tests.surfaces.test_web_api import MATRIX
from tools.http_client import client_files, formatted, stale
from tools.http_document import document, operations
from tools.http_page import PAGE, page_text


@pytest.fixture(scope="module")
def api() -> Schema:
    return document()


def undocumented(api: Schema) -> list[str]:
    """What each route lacks."""
    found = []
    for method, path, route in operations(api):
        (content,) = route["responses"]["200"]["content"].values()
        asked = route.get("requestBody", {"content": {}})["content"].values()
        lacks = [part for part in ("summary", "description", "x-roles", "x-example") if not route.get(part)]
        lacks += ["group"] if route.get("tags", [""])[0] not in GROUPS else []
        lacks += ["example of an answer"] if "example" not in content else []
        lacks += ["example of a body"] if any("example" not in one for one in asked) else []
        found += [f"{method} {path}: {part}" for part in lacks]
    return found


def invalid(api: Schema, schema: Schema, value: Any) -> list[str]:
    """How a value violates its schema."""
    whole = {**schema, "components": api["components"]}
    return [one.message for one in jsonschema_rs.validator_for(whole).iter_errors(value)]


def faults(api: Schema, found: Performed, kept: dict[str, Any]) -> list[str]:
    """How a step differs from what the document says of its route."""
    if found.status != 200:
        return [f"{found.step.request}: {found.status} {found.answer}"]
    route = operation_of(api, found.step.request)
    problems = [f"answer: {one}" for one in invalid(api, answer_schema(route), found.answer)]
    if found.body is not None:
        problems += [f"body: {one}" for one in invalid(api, body_schema(api, route), found.body)]
    came = recorded(api, found)
    if kept and kept["body" if "body" in kept else "path"] == came["body" if "body" in came else "path"]:
        problems += differences(masked(kept), masked(came))
    return [f"{found.step.request}: {one}" for one in problems]


def test_every_route_is_documented_with_an_example(api: Schema) -> None:
    assert undocumented(api) == []
    assert len({route["operationId"] for _, _, route in operations(api)}) == len(list(operations(api)))


def test_control_a_route_without_an_example_is_noticed(api: Schema) -> None:
    planted = deepcopy(api)
    route = planted["paths"]["/api/tables/{table}/sit"]["post"]
    del route["x-example"]
    del route["requestBody"]["content"]["application/json"]["example"]
    planted["paths"]["/api/new"] = {"get": {"responses": {"200": {"content": {"application/json": {}}}}}}
    assert undocumented(planted)[:2] == [
        "POST /api/tables/{table}/sit: x-example",
        "POST /api/tables/{table}/sit: example of a body",
    ]
    assert {one for one in undocumented(planted) if "/api/new" in one} >= {
        "GET /api/new: summary",
        "GET /api/new: x-roles",
        "GET /api/new: example of an answer",
    }


def test_roles_are_those_of_the_matrix(api: Schema) -> None:
    for method, path, route in operations(api):
        if (allowed := MATRIX.get((method, path))) and allowed[0]:
            expected = [role for role in allowed[0] if role != "nobody"]
            roles = route["x-roles"]
            assert "nobody" in allowed[0] if roles == ["anybody"] else sorted(roles) == sorted(expected), path


def test_a_real_server_answers_the_examples(api: Schema, tmp_path: Path) -> None:
    kept, found, steps = dict(read_examples()), list[str](), list[Performed]()
    with example_servers(tmp_path) as servers:
        for one in performed(servers, api):
            steps.append(one)
            found += faults(api, one, kept.pop(one.operation, {}))
    assert found == [], "if the answers are right, run: python tools/http_page.py --record"
    assert kept == {}, "examples of routes that the scenario does not ask"
    _control(api, steps)


def _control(api: Schema, steps: list[Performed]) -> None:
    """Negative control: another value, another shape, another status."""
    sat = next(one for one in steps if one.operation == "sit")
    kept = recorded(api, sat)
    assert faults(api, sat, kept) == []
    for planted in (
        sat._replace(answer=sat.answer | {"box": 7}),
        sat._replace(answer={name: value for name, value in sat.answer.items() if name != "hash"}),
        sat._replace(answer=sat.answer | {"event": "one"}),
        sat._replace(status=409),
    ):
        assert faults(api, planted, kept)
    assert faults(api, sat._replace(answer=sat.answer | {"hash": "0" * 64}), kept) == []


def test_the_page_of_the_api_is_up_to_date(api: Schema) -> None:
    assert PAGE.read_text("utf-8") == page_text(api), "run: python tools/http_page.py"


def test_the_client_is_up_to_date(api: Schema) -> None:
    files = formatted(client_files(api))
    assert list(stale(files)) == [], "run: python tools/http_client.py"
    assert list(stale(files | {"tables_routes.py": "# old"})) == ["tables_routes.py"]  # negative control
