"""The schema as data: the dotted keys of a sheet and the type of each value."""

from collections.abc import Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import TypeAdapter, ValidationError

from lammer.rules.schema import STATED, Rules, Section
from lammer.rules.wording import explained


def _children(section: type[Section]) -> Iterator[tuple[str, Any]]:
    for name, field in section.model_fields.items():
        annotation = _section_within(field.annotation) or field.annotation
        yield name, Annotated[annotation, *field.metadata] if field.metadata else annotation


def _section_within(annotation: Any) -> type[Section] | None:
    """The section in ``Section | None``, which a block may leave out; else None."""
    parts = get_args(annotation) if isinstance(annotation, UnionType) else ()
    return next((part for part in parts if is_section(part)), None) if NoneType in parts else None


def may_be_left_out(section: type[Section], name: str) -> bool:
    return _section_within(section.model_fields[name].annotation) is not None


def is_section(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Section)


def map_item(annotation: Any) -> Any | None:
    """The item type of a ``dict[str, item]``, else None."""
    return get_args(annotation)[1] if get_origin(annotation) is dict else None


@cache
def schema_children(section: type[Section]) -> dict[str, Any]:
    return dict(_children(section))


@cache
def adapter(annotation: Any) -> TypeAdapter[Any]:
    return TypeAdapter(annotation)


@cache
def json_schema_of(annotation: Any) -> dict[str, Any]:
    """The JSON Schema of a type; not to be changed."""
    return adapter(annotation).json_schema()


def schema_at(key: str) -> Any | None:
    """The type of the value at a dotted key; None if there is no such key."""
    annotation: Any = Rules
    for part in key.split("."):
        item = map_item(annotation)
        if item is not None:
            annotation = item
        elif is_section(annotation) and part in schema_children(annotation):
            annotation = schema_children(annotation)[part]
        else:
            return None
    return annotation


def is_statement(annotation: Any) -> bool:
    """Whether a value does not drive the game: it has a single choice, or is marked as posted only."""
    if get_origin(annotation) is Annotated:
        inner, *marks = get_args(annotation)
        return STATED in marks or is_statement(inner)
    return get_origin(annotation) is Literal and len(get_args(annotation)) == 1


def is_leaf(annotation: Any) -> bool:
    return not is_section(annotation) and map_item(annotation) is None


def check_value(annotation: Any, value: Any) -> tuple[Any, list[str]]:
    """The typed value, and the faults of the given one."""
    try:
        return adapter(annotation).validate_json(_as_json(value)), []
    except ValidationError as error:
        return None, [explained(problem, value) for problem in error.errors()]


def _as_json(value: Any) -> bytes:
    # JSON makes arrays valid for tuples, although the models are strict about everything else.
    return TypeAdapter(Any).dump_json(value)
