"""Performs the scenario of the API's examples against real servers, and compares answers with recorded ones."""

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from math import isclose
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests import warm
from tests.surfaces.api_scenario import HOUSE, LOCAL, STEPS, Step

MODULE = "tests.surfaces.example_server"
JSON = "application/json"
MOST_ITEMS, MOST_PLAIN_ITEMS, MOST_ENTRIES, MOST_LETTERS, MOST_TEXT = 2, 8, 3, 200, 700
"""Items of a list, or of a list of plain values; entries of a mapping; letters of a value; letters of a whole text."""
VOLATILE = (
    re.compile(r"JVBERi0\S+"),  # a PDF in base64, which any change of the templates changes
    re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)?"),
    re.compile(r"\d{4}-\d\d-\d\d"),
    re.compile(r"(?<![0-9a-f])[0-9a-f]{16,}(?![0-9a-f])"),
)
"""Times, hashes, seeds, signatures and documents, which differ each time or with every release."""
UNCERTAIN = ("here", "seconds")
"""Whether somebody has sent a request lately, and how long an analysis took, depends on the machine."""
Schema = dict[str, Any]


class Performed(NamedTuple):
    """A step as it went. ``body`` is what was sent, ``answer`` what came: JSON as values, anything else as text."""

    step: Step
    operation: str
    body: dict[str, Any] | None
    status: int
    answer: Any


class Servers:
    def __init__(self, folder: Path, ports: dict[str, int]) -> None:
        self._folder, self.ports = folder, ports
        self._cookies: dict[tuple[str, str], str] = {}

    def address(self, server: str = HOUSE) -> str:
        return f"http://127.0.0.1:{self.ports[server]}"

    def ask(self, step: Step, body: dict[str, Any] | None) -> tuple[int, Any]:
        if step.ahead:
            (self._folder / "clock").write_text(str(step.ahead))
        method, _, path = step.request.partition(" ")
        visitor = step.server, step.user
        headers = {"Cookie": self._cookies[visitor]} if visitor in self._cookies else {}
        connection = HTTPConnection("127.0.0.1", self.ports[step.server], timeout=120)
        connection.request(
            method,
            path,
            None if body is None else json.dumps(body),
            headers | ({} if body is None else {"Content-Type": JSON}),
        )
        response = connection.getresponse()
        content = response.read()
        connection.close()
        if cookie := response.headers.get("Set-Cookie"):
            self._cookies[visitor] = cookie.partition(";")[0]
        return response.status, json.loads(content) if response.headers.get_content_type() == JSON else content.decode()


@contextmanager
def example_servers(folder: Path) -> Iterator[Servers]:
    process = warm.Process([str(folder)], MODULE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        house, local = (int(port) for port in process.stdout.readline().split())
        yield Servers(folder, {HOUSE: house, LOCAL: local})
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def operation_of(document: Schema, request: str) -> Schema:
    """The route of a request."""
    method, _, target = request.partition(" ")
    parts = urlsplit(target).path.split("/")
    fits = [path for path in document["paths"] if _fits(path.split("/"), parts)]
    best = min(fits, key=lambda path: path.count("{"))  # a fixed path comes before one with a name in it
    found: Schema = document["paths"][best][method.lower()]
    return found


def _fits(pattern: list[str], parts: list[str]) -> bool:
    same = [one == part or one.startswith("{") for one, part in zip(pattern, parts, strict=False)]
    return len(pattern) == len(parts) and all(same)


def performed(servers: Servers, document: Schema) -> Iterator[Performed]:
    for number, step in enumerate(STEPS, 1):
        route = operation_of(document, step.request)
        yield _perform(servers, document, step, route, f"example-{number:03}")


def _perform(servers: Servers, document: Schema, step: Step, route: Schema, key: str) -> Performed:
    body = step.body
    if body is not None and "key" in body_schema(document, route).get("properties", {}):
        body = {"key": key, **body}
    status, answer = servers.ask(step, body)
    return Performed(step, route["operationId"], body, status, answer)


def body_schema(document: Schema, route: Schema) -> Schema:
    return resolved(document, route["requestBody"]["content"][JSON]["schema"])


def answer_schema(route: Schema) -> Schema:
    (content,) = route["responses"]["200"]["content"].values()
    found: Schema = content["schema"]
    return found


def resolved(document: Schema, schema: Schema) -> Schema:
    if "$ref" not in schema:
        return schema
    found: Schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return found


def recorded(document: Schema, found: Performed) -> dict[str, Any]:
    """An example as it is kept: with its answer cut to a readable size."""
    schema = answer_schema(operation_of(document, found.step.request))
    example: dict[str, Any] = {"user": found.step.user, "path": found.step.request.partition(" ")[2]}
    if found.body is not None:
        example["body"] = found.body
    answer = found.answer[:MOST_TEXT] if isinstance(found.answer, str) else shortened(document, schema, found.answer)
    return example | {"answer": answer}


def shortened(document: Schema, schema: Schema, value: Any) -> Any:
    """The first items of each list, the first entries of each mapping without fixed keys, the first letters."""
    schema = resolved(document, schema)
    if isinstance(value, str):
        return value if len(value) <= MOST_LETTERS else f"{value[:MOST_LETTERS]}…"
    if isinstance(value, list):
        most = MOST_ITEMS if any(isinstance(one, dict | list) for one in value) else MOST_PLAIN_ITEMS
        return [shortened(document, schema.get("items", {}), one) for one in value[:most]]
    if not isinstance(value, dict):
        return value
    schema = next(
        (one for part in schema.get("anyOf", ()) if "properties" in (one := resolved(document, part))), schema
    )
    fields = schema.get("properties", {})
    free = [name for name in value if name not in fields][: None if fields else MOST_ENTRIES]
    kept = [name for name in value if name in fields or name in free]
    more = schema.get("additionalProperties")
    inner = more if isinstance(more, dict) else {}
    return {name: shortened(document, fields.get(name, inner), value[name]) for name in kept}


def masked(value: Any) -> Any:
    """The value without what differs each time."""
    if isinstance(value, str):
        for number, pattern in enumerate(VOLATILE):
            value = pattern.sub(f"<{number}>", value)
        return value
    if isinstance(value, list):
        return [masked(one) for one in value]
    if isinstance(value, dict):
        return {name: None if name in UNCERTAIN else masked(one) for name, one in value.items()}
    return value


def differences(kept: Any, came: Any, place: str = "") -> Iterator[str]:
    """Where two masked answers differ."""
    if isinstance(kept, dict) and isinstance(came, dict):
        for name in kept.keys() | came.keys():
            if name in kept and name in came:
                yield from differences(kept[name], came[name], f"{place}.{name}")
            else:
                yield f"{place}.{name}: only in {'the example' if name in kept else 'the answer'}"
    elif isinstance(kept, list) and isinstance(came, list) and len(kept) == len(came):
        for number, (one, other) in enumerate(zip(kept, came, strict=True)):
            yield from differences(one, other, f"{place}[{number}]")
    elif isinstance(kept, float) and isinstance(came, int | float):
        if not isclose(kept, came, rel_tol=1e-6, abs_tol=1e-9):
            yield f"{place}: {kept} in the example, {came} in the answer"
    elif kept != came:
        yield f"{place}: {kept!r} in the example, {came!r} in the answer"
