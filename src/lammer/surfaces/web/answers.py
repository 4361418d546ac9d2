"""How a refusal is told: a code for programs, a sentence for people, the clause where there is one."""

from collections.abc import Mapping
from typing import Any

from fastapi.responses import JSONResponse, PlainTextResponse

PARTS = ("code", "text", "clause")
KEYS = {"type": "object", "additionalProperties": {"type": "string"}}
REFUSAL = {
    "type": "object",
    "required": list(PARTS),
    "properties": {part: {"type": "string"} for part in PARTS} | {"keys": KEYS},
}
SCHEMA = {"type": "object", "required": ["error"], "properties": {"error": REFUSAL}}
DOCUMENTED: dict[int | str, dict[str, Any]] = {
    status: {"description": what, "content": {"application/json": {"schema": SCHEMA}}}
    for status, what in {
        400: "the body cannot be read",
        401: "nobody is logged in, or the password is wrong",
        403: "another role's, or another page's",
        404: "there is no such table or round",
        413: "the body is larger than any command",
        409: "the floor refuses it; nothing has changed",
        429: "too fast, or locked after wrong passwords",
        503: "the books or the analysis cannot be reached; ask again, a command under the same key",
    }.items()
}
"""Refusals that any route may give, in JSON whatever it gives otherwise."""


class Lines(PlainTextResponse):
    """One JSON object a line."""

    media_type = "application/x-ndjson"


class Csv(PlainTextResponse):
    """A table with a line of names above it."""

    media_type = "text/csv"


def error(status: int, code: str, text: str, clause: str = "", keys: Mapping[str, str] | None = None) -> JSONResponse:
    """``keys`` tells what is wrong with each of several values."""
    told: dict[str, Any] = {"code": code, "text": _sendable(text), "clause": clause}
    if keys:
        told["keys"] = {_sendable(key): _sendable(why) for key, why in keys.items()}
    return JSONResponse({"error": told}, status)


def _sendable(text: str) -> str:
    return text.encode(errors="replace").decode()
