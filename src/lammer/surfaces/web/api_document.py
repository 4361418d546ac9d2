"""The OpenAPI document: what FastAPI knows of the routes, and for each its group, its roles and an example.

Examples are requests and answers of a real server, in order (`tools/http_examples.py`). The first use of the document
reads them.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute

from lammer.surfaces.web.cookies import COOKIE, SECURE_COOKIE
from lammer.surfaces.web.guard import Guard
from lammer.surfaces.web.people import ROLES

EXAMPLES = Path(__file__).parent / "api_examples.json"
ABOUT = (
    "Amounts are whole numbers of minor units: 1000 is 10.00. A command has a `key` that its sender chooses; a command "
    "that is sent again with its key is carried out once and gets the same answer. A refusal has a code for programs, "
    "a sentence for people and, if there is one, the clause of the rules."
)
GROUPS = {
    "session": "Log in and out. The session is a cookie.",
    "tables": "Watch, open and play at tables.",
    "jackpots": "Meters, and the steps of a jackpot's procedure, each for its role.",
    "events": "A stream of events for your own screens.",
    "history": "Finished rounds, records, and the verification of the books.",
    "training": "What choices cost: reviews, reports and drills.",
    "pit": "Numbered forms, and actual against theoretical win.",
    "administration": "Users, staff, approved sheets and security events.",
    "workbench": "Exact figures of a game as it is set.",
    "server": "The server itself, for monitoring, and as a witness for other books.",
}
_PLACES = (
    ("tables/{table}/jackpot/", "jackpots"),
    ("tables/{table}/duty", "jackpots"),
    ("tables/{table}/rounds/{number}/review", "training"),
    ("tables/{table}/verdicts", "training"),
    ("tables/{table}/grades", "training"),
    ("tables/{table}/rounds", "history"),
    ("tables/{table}/records", "history"),
    ("tables", "tables"),
    ("games", "tables"),
    ("buy-in", "tables"),
    ("links", "jackpots"),
    ("terms", "jackpots"),
    ("events", "events"),
    ("verify", "history"),
    ("review", "training"),
    ("report", "training"),
    ("drills", "training"),
    ("pit/", "pit"),
    ("users", "administration"),
    ("staff", "administration"),
    ("approved-sheets", "administration"),
    ("security", "administration"),
    ("workbench/", "workbench"),
    ("witness/", "server"),
)
SESSION = ("guest", "login", "first-user", "session", "me", "logout")
STREAM = "text/event-stream"


def add_document(app: FastAPI) -> None:
    """Replaces FastAPI's own document. It is made once, when it is first asked for."""
    made = app.openapi

    @lru_cache(maxsize=1)
    def document() -> dict[str, Any]:
        found = made()
        found["info"]["description"] = ABOUT
        found["tags"] = [{"name": name, "description": text} for name, text in GROUPS.items()]
        found["components"]["securitySchemes"] = {
            "session": {
                "type": "apiKey",
                "in": "cookie",
                "name": COOKIE,
                "description": f"The session's token; over TLS the cookie is {SECURE_COOKIE}.",
            }
        }
        examples = read_examples()
        for route in app.routes:
            if isinstance(route, APIRoute) and route.include_in_schema:
                for method in route.methods or ():
                    operation = found["paths"][route.path_format][method.lower()]
                    _describe(operation, route)
                    _exemplify(operation, examples.get(route.unique_id))
        return found

    app.openapi = document  # type: ignore[method-assign]


def group_of(path: str) -> str:
    """The group of a route, by its path."""
    inner = path.removeprefix("/api/")
    if inner in SESSION:
        return "session"
    return next((group for place, group in _PLACES if inner.startswith(place)), "server")


def roles_of(route: APIRoute) -> tuple[str, ...] | None:
    """The roles that may use a route; all of them if a log-in is enough, None if it needs none."""
    waiting = [route.dependant]
    for dependant in waiting:
        waiting += dependant.dependencies  # a dependency may itself depend on the log-in
        if (roles := getattr(dependant.call, "roles", None)) is not None:
            return tuple(roles)
        if getattr(dependant.call, "__func__", None) is Guard.anyone:
            return ROLES
    return None


def roles_text(roles: tuple[str, ...] | None) -> str:
    if roles is None:
        return "anybody, without a log-in"
    if set(roles) == set(ROLES):
        return "everybody who is logged in"
    return " or ".join(roles)


def _describe(operation: dict[str, Any], route: APIRoute) -> None:
    text = " ".join(operation["description"].split())
    roles = roles_of(route)
    operation["tags"] = [group_of(route.path_format)]
    operation["summary"] = text.partition(". ")[0].removesuffix(".")
    operation["description"] = f"{text}\n\nFor: {roles_text(roles)}."
    operation["x-roles"] = list(roles) if roles is not None else ["anybody"]
    if (stream := operation["responses"]["200"]["content"].get(STREAM)) is not None:
        _describe_stream(stream)
    if roles is not None:
        operation["security"] = [{"session": []}]


def _describe_stream(content: dict[str, Any]) -> None:
    """The answer is text; each message of it has an id and an event as JSON."""
    event = {"$ref": content["schema"]["$ref"]}
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": event}
    content["schema"] = {"type": "string"}
    content["itemSchema"] = {"type": "object", "properties": {"id": {"type": "string"}, "data": data}}


def _exemplify(operation: dict[str, Any], example: dict[str, Any] | None) -> None:
    if example is None:
        return
    operation["x-example"] = {"path": example["path"], "user": example["user"]}
    if "body" in example:
        operation["requestBody"]["content"]["application/json"]["example"] = example["body"]
    (content,) = operation["responses"]["200"]["content"].values()
    content["example"] = example["answer"]


@lru_cache(maxsize=1)
def read_examples() -> dict[str, Any]:
    """By operation: who asks for which path with what body, and the answer."""
    found: dict[str, Any] = json.loads(EXAMPLES.read_text("utf-8")) if EXAMPLES.exists() else {}
    return found
