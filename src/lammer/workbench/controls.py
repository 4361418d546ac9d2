"""Every value of a sheet that can be set, as a control: what kind of input it takes, its clause, its default.

All of it follows from the schema and the sheet, so a new rule or side bet has its control without any code here.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

from pydantic import BaseModel

from lammer.rules.loader import expected_keys
from lammer.rules.overrides import parse_value
from lammer.rules.schema import PROCEDURE, Label, NamesOneOf, Rules, Section
from lammer.rules.schema_walk import (
    adapter,
    is_section,
    is_statement,
    json_schema_of,
    map_item,
    schema_at,
    schema_children,
)
from lammer.rules.sheet import Sheet, value_text

Kind = Literal["yes-no", "choice", "number", "list", "odds", "paytable", "amounts", "text"]
"""``amounts`` is a table of named numbers; ``text`` is anything else, written as after ``--set key=``."""
PROCEDURE_TITLE = "Without effect on these figures"
LONGEST_CHOICE = 30
"""A list of whole numbers offers each of them, if there are no more."""


class Choice(NamedTuple):
    """``text`` is what is written after ``--set key=``."""

    text: str
    label: str


class Control(NamedTuple):
    """``text`` is the value and ``default`` the sheet's own, both as they are written after ``--set key=``. ``value``
    is the value as JSON. ``choices`` are what may be chosen, ``minimum``, ``maximum`` and ``step`` bound a number."""

    key: str
    label: str
    clause: str
    note: str
    kind: Kind
    text: str
    default: str
    value: Any
    choices: tuple[Choice, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    step: float | None = None


class Group(NamedTuple):
    """Controls under one heading. ``side_bet`` is the id of the bet that they are about, if any; ``procedure`` says
    that no edge depends on them."""

    title: str
    side_bet: str
    procedure: bool
    controls: tuple[Control, ...]


def control_groups(sheet: Sheet, default: Sheet) -> list[Group]:
    """The controls of a sheet in the order of the schema, those without effect on any figure last. ``default`` is the
    same sheet without overrides."""
    found: dict[tuple[str, str], list[Control]] = {}
    procedure: list[Control] = []
    for key in dict.fromkeys(expected_keys(sheet.entries)):
        control = _control(sheet, default, key)
        if control is None:
            continue
        if is_procedure(key):
            if control.kind != "text":
                procedure.append(control._replace(label=f"{_title(sheet, key)[0]}: {control.label}"))
        else:
            found.setdefault(_title(sheet, key), []).append(control)
    groups = [Group(title, bet, False, tuple(controls)) for (title, bet), controls in found.items()]
    return [*groups, Group(PROCEDURE_TITLE, "", True, tuple(procedure))]


def controls(sheet: Sheet, default: Sheet) -> list[Control]:
    """The controls that a figure may depend on."""
    return [one for group in control_groups(sheet, default) if not group.procedure for one in group.controls]


def setting_text(value: Any) -> str:
    """A value as it is written after ``--set key=``; quoted where a plain word would be read as something else."""
    text = value_text(value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) and parse_value(text) != value else text


def is_procedure(key: str) -> bool:
    """Whether a value only says how the table is run."""
    sections, marks = _along(key)
    return PROCEDURE in marks or any(section.procedure for section in sections)


def _along(key: str) -> tuple[list[type[Section]], tuple[Any, ...]]:
    """The sections that a key goes through, and the marks of its value."""
    annotation: Any = Rules
    sections: list[type[Section]] = []
    for part in key.split("."):
        if is_section(annotation):
            sections.append(annotation)
        item = map_item(annotation)
        annotation = item if item is not None else schema_children(annotation)[part]
    return sections, _marks(annotation)


def _marks(annotation: Any) -> tuple[Any, ...]:
    return get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()


def _title(sheet: Sheet, key: str) -> tuple[str, str]:
    """The heading of a value, and the side bet that it belongs to."""
    section, _, rest = key.partition(".")
    if map_item(schema_children(Rules)[section]) is not None:
        bet_id = rest.partition(".")[0]
        return sheet.side_bets[bet_id].name, bet_id
    return schema_children(Rules)[section].title or _words(section).capitalize(), ""


def _words(name: str) -> str:
    return name.replace("_", " ")


def _label(key: str) -> str:
    _, marks = _along(key)
    label = next((mark.text for mark in marks if isinstance(mark, Label)), "")
    if label:
        return label
    *_, table, name = key.split(".")
    is_named = map_item(schema_at(key.rpartition(".")[0])) is not None
    return f"{_words(table).removesuffix('s')} {name}" if is_named else _words(name)


def _control(sheet: Sheet, default: Sheet, key: str) -> Control | None:
    """None for a value with a single choice."""
    annotation, entry = schema_at(key), sheet.entries[key]
    if is_statement(annotation) or (entry.allowed is not None and len(entry.allowed) < 2):
        return None
    value = adapter(annotation).dump_python(entry.value, mode="json", exclude_unset=True)
    own = default.entries[key].value
    plain = Control(
        key, _label(key), entry.clause, entry.note, "text", setting_text(entry.value), setting_text(own), value
    )
    if entry.allowed is not None:
        return plain._replace(kind="choice", choices=_choices(entry.allowed))
    named = next((mark.table for mark in _marks(annotation) if isinstance(mark, NamesOneOf)), "")
    if named:
        prefix = f"{key.rpartition('.')[0]}.{named}."
        names = [one.removeprefix(prefix) for one in sheet.entries if one.startswith(prefix)]
        return plain._replace(kind="choice", choices=_choices(names)) if len(names) > 1 else None
    return _by_schema(plain, json_schema_of(annotation), entry.value)


def _choices(values: Any) -> tuple[Choice, ...]:
    return tuple(Choice(setting_text(value), value_text(value)) for value in values)


def _by_schema(plain: Control, schema: Mapping[str, Any], value: Any) -> Control:
    """The control that fits the JSON Schema of its value."""
    kind = schema.get("type")
    if kind == "boolean":
        return plain._replace(kind="yes-no", choices=(Choice("true", "yes"), Choice("false", "no")))
    if "enum" in schema:
        return plain._replace(kind="choice", choices=_choices(schema["enum"]))
    if kind in ("integer", "number"):
        return _number(plain, schema)
    if kind == "array":
        items = list(_items(schema.get("items", {})))
        # Inside a list a value is written plainly: what it holds is read as the schema says.
        choices = tuple(Choice(value_text(item), value_text(item)) for item in items)
        return plain._replace(kind="list", choices=choices) if items else plain
    if kind == "string" and "pattern" in schema:
        return plain._replace(kind="odds")
    if isinstance(value, BaseModel) and "rows" in type(value).model_fields:
        return plain._replace(kind="paytable", minimum=0, step=1)
    properties = schema.get("properties", {})
    if properties and all(one.get("type") == "integer" for one in properties.values()):
        return plain._replace(kind="amounts", minimum=0, step=1)
    return plain


def _number(plain: Control, schema: Mapping[str, Any]) -> Control:
    step = schema.get("multipleOf", 1 if schema["type"] == "integer" else None)
    return plain._replace(kind="number", minimum=schema.get("minimum"), maximum=schema.get("maximum"), step=step)


def _items(schema: Mapping[str, Any]) -> Iterator[Any]:
    """What a list may hold, if that can be listed."""
    if "enum" in schema:
        yield from schema["enum"]
    elif schema.get("type") == "integer" and {"minimum", "maximum"} <= schema.keys():
        whole = range(schema["minimum"], schema["maximum"] + 1)
        yield from whole if len(whole) <= LONGEST_CHOICE else ()
