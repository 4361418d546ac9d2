"""Apps of tests, whose validators are built once in a process.

FastAPI builds a validator for every parameter and answer of every route of each new app, three quarters of the time
that an app takes, and hundreds of tests make one. Here the first of each kind is built for real, and later apps get the
same one: a validator has no state. What cannot be compared is always built anew."""

from collections.abc import Callable
from typing import Any, get_args

from fastapi._compat import v2
from pydantic import TypeAdapter


class FirstAdapter:
    """Replaces the ``TypeAdapter`` of FastAPI."""

    def __init__(self, honest: Callable[..., TypeAdapter[Any]]) -> None:
        self._honest = honest
        self._built: dict[tuple[object, str], TypeAdapter[Any]] = {}

    def __call__(self, annotated: Any, *, config: Any = None) -> TypeAdapter[Any]:
        kind, *rules = get_args(annotated)
        key = (kind, repr((kind, rules, config)))  # in writing too: the order of a union is part of it
        try:
            if key not in self._built:
                self._built[key] = self._honest(annotated, config=config)
        except TypeError:  # a kind without a hash
            return self._honest(annotated, config=config)
        return self._built[key]


def build_adapters_once() -> None:
    setattr(v2, "TypeAdapter", FirstAdapter(TypeAdapter))  # noqa: B010 (FastAPI does not export it)
