"""Apps of tests, which share their validators.

FastAPI builds a pydantic ``TypeAdapter`` for every parameter and answer of every route whenever an app is created: 230
of them, half the time that takes. They depend on types alone and are never changed, so one of each serves all apps of a
process."""

from typing import Any

from fastapi._compat import v2
from pydantic import ConfigDict, TypeAdapter

_made: dict[tuple[Any, str, str], TypeAdapter[Any]] = {}


def _shared(annotated: Any, *, config: ConfigDict | None = None) -> TypeAdapter[Any]:
    """``annotated`` is a type with what its field says about it."""
    about = repr(annotated.__metadata__)
    if " at 0x" in about:  # an address does not identify an object for long
        return TypeAdapter(annotated, config=config)
    key = (annotated.__origin__, about, repr(config))
    if key not in _made:
        _made[key] = TypeAdapter(annotated, config=config)
    return _made[key]


def share_type_adapters() -> None:
    setattr(v2, "TypeAdapter", _shared)  # noqa: B010
