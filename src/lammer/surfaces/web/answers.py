"""Error responses: a code for programs, a sentence for people, and the clause if there is one."""

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
        401: "not logged in, or wrong password",
        403: "wrong role, or a request from another page",
        404: "there is no such table or round",
        413: "the body is too large",
        409: "the floor refuses the command; nothing has changed",
        429: "too many requests, or locked after wrong passwords",
        503: "the books cannot be reached; repeat the request with the same key",
    }.items()
}
"""Errors that any route may return, always as JSON."""


class Lines(PlainTextResponse):
    """One JSON object per line."""

    media_type = "application/x-ndjson"


class Csv(PlainTextResponse):
    """CSV with a header line."""

    media_type = "text/csv"


def error(status: int, code: str, text: str, clause: str = "", keys: Mapping[str, str] | None = None) -> JSONResponse:
    """``keys`` has the error of each value, if several values are wrong."""
    body: dict[str, Any] = {"code": code, "text": _sendable(text), "clause": clause}
    if keys:
        body["keys"] = {_sendable(key): _sendable(why) for key, why in keys.items()}
    return JSONResponse({"error": body}, status)


def _sendable(text: str) -> str:
    return text.encode(errors="replace").decode()
