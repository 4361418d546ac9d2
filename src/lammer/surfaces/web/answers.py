"""Error responses: a code for programs, a sentence for people, and the clause if there is one."""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi.responses import JSONResponse, PlainTextResponse

from lammer.surfaces.web.requests import BAD_NAME

PARTS = ("code", "text", "clause")
KEYS = {"type": "object", "additionalProperties": {"type": "string"}}
REFUSAL = {
    "type": "object",
    "required": list(PARTS),
    "properties": {part: {"type": "string"} for part in PARTS} | {"keys": KEYS},
}
SCHEMA = {"type": "object", "required": ["error"], "properties": {"error": REFUSAL}}
UNREADABLE = {
    "type": "object",
    "required": ["detail", "error"],
    "properties": {"detail": {"type": "array", "items": {"type": "object"}}, "error": REFUSAL},
}
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
        503: "the books or the analysis cannot be reached; repeat the request, a command with the same key",
    }.items()
}
DOCUMENTED[422] = {"description": "a value cannot be used", "content": {"application/json": {"schema": UNREADABLE}}}
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


def unreadable(faults: Sequence[Mapping[str, Any]]) -> JSONResponse:
    """A request whose values cannot be used: pydantic's faults for programs, and a sentence for people. What was
    sent is not sent back: it may be a password, or nothing that can be written as JSON."""
    detail = [{"loc": one["loc"], "msg": _fault_text(one), "type": one["type"]} for one in faults]
    keys = {_field(one): one["msg"] for one in detail}
    names = [one["msg"] for one in detail if one["type"] == BAD_NAME]
    text = names[0] if names else f"Some values of this request cannot be used: {', '.join(keys)}."
    fault = {"code": "unreadable", "text": text, "clause": "", "keys": keys}
    return JSONResponse({"detail": detail, "error": fault}, 422)


def _fault_text(fault: Mapping[str, Any]) -> str:
    if fault["type"] == "string_pattern_mismatch":
        return "This has characters that are not allowed here."
    return _sendable(fault["msg"])


def _field(fault: Mapping[str, Any]) -> str:
    """``chips.100`` for the place ``body``, ``chips``, ``100``; ``body`` where the whole cannot be read."""
    place = [str(part) for part in fault["loc"]]
    return _sendable(".".join(place[1:] or place))


def _sendable(text: str) -> str:
    return text.encode(errors="replace").decode()
