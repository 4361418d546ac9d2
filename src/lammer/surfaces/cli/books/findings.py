"""The findings of doctor: one line for each check."""

from typing import Literal, NamedTuple

Level = Literal["ok", "note", "warning", "fault"]


class Finding(NamedTuple):
    level: Level
    check: str
    text: str
    do: str = ""
    """What to do about it; empty when nothing is wrong."""


def ok(check: str, text: str) -> Finding:
    return Finding("ok", check, text)


def note(check: str, text: str, do: str) -> Finding:
    """Something optional that is not there."""
    return Finding("note", check, text, do)


def warning(check: str, text: str, do: str) -> Finding:
    return Finding("warning", check, text, do)


def fault(check: str, text: str, do: str) -> Finding:
    return Finding("fault", check, text, do)
