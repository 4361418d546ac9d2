"""Plain error messages: pydantic's errors in words, and suggestions for mistyped names."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

MAX_SHOWN = 80
"""The maximum number of characters of a wrong value in a message."""
KINDS = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "string": "a text",
    "list": "a list",
    "tuple": "a list",
    "dict": "a table of values",
    "model": "a table of values",
    "model_attributes": "a table of values",
}
BOUNDS = {
    "greater_than": ("gt", "above"),
    "greater_than_equal": ("ge", "at least"),
    "less_than": ("lt", "below"),
    "less_than_equal": ("le", "at most"),
}
ENDINGS = ("_type", "_parsing", "_from_float", "_strict")


def explained(problem: Mapping[str, Any], given: Any = ...) -> str:
    """The message for one of pydantic's errors. ``given`` is the whole value as it was written, if known."""
    where = ".".join(str(part) for part in problem["loc"])
    value = problem["input"] if where or given is ... else given
    message = _message(problem, value)
    return f"{where}: {message}" if where else message


def _message(problem: Mapping[str, Any], value: Any) -> str:
    kind, context = problem["type"], problem.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "is not known here; leave it out"
    if kind == "too_short":
        return f"should have at least {context['min_length']}"
    if kind == "value_error" and isinstance(value, Mapping):
        return str(problem["msg"].removeprefix("Value error, "))
    if kind == "value_error":
        return f"{problem['msg'].removeprefix('Value error, ')}, found {_found(value)}"
    return f"should be {_expected(kind, context, problem['msg'])}, found {_found(value)}"


def _expected(kind: str, context: Mapping[str, Any], message: str) -> str:
    if kind in BOUNDS:
        bound, word = BOUNDS[kind]
        return f"{word} {context[bound]}"
    if kind in ("literal_error", "enum"):
        return str(context["expected"])
    for ending in ENDINGS:
        if kind.endswith(ending) and kind.removesuffix(ending) in KINDS:
            return KINDS[kind.removesuffix(ending)]
    return message.removeprefix("Input should be ").removeprefix("Input should have ").removeprefix("Input should ")


def _found(value: Any) -> str:
    if value is None:
        return "nothing"
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"


def nearest(text: str, known: Iterable[str]) -> str:
    """The known name most similar to a mistyped one; empty if there is none."""
    names = {name.lower(): name for name in known}
    near = get_close_matches(text.lower(), names, n=1)
    return names[near[0]] if near else ""


def did_you_mean(text: str, known: Iterable[str]) -> str:
    """A suggestion to append to an error message, with a leading space; empty if there is none."""
    near = nearest(text, known)
    return f" Did you mean {near!r}?" if near else ""
