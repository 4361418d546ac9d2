"""The JSON Schema of a sheet file, so that an editor can complete keys and clauses."""

from typing import Any

from lammer.rules.clauses import clause_texts
from lammer.rules.files import KINDS, ORIGINS
from lammer.rules.schema import Rules
from lammer.rules.schema_walk import adapter, is_leaf, map_item, schema_children
from lammer.rules.sheet import HOUSE


def sheet_schema() -> dict[str, Any]:
    """The schema of a TOML sheet. Sections are optional, because a sheet may inherit them from the one it extends."""
    head: dict[str, Any] = {
        key: {"type": "string"} for key in ("id", "name", "summary", "source", "extends", "chart", "unknown")
    }
    head["origin"] = {"enum": list(ORIGINS)}
    head["kind"] = {"enum": list(KINDS)}
    head["version"] = {"type": "integer", "minimum": 1}
    head["attaches_to"] = {"type": "array", "items": {"type": "string"}}
    head["cards"] = {"type": "array", "items": {"type": "string"}}
    head["leaves_out"] = {"type": "array", "items": {"type": "string"}}
    head["requires"] = {"type": "object"}
    sections = {name: _node(child) for name, child in schema_children(Rules).items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "lammer rule sheet",
        "type": "object",
        "additionalProperties": False,
        "required": ["id", "version", "name", "summary", "source"],
        "properties": {**head, **sections},
        "$defs": {"clause": {"enum": [HOUSE, *clause_texts()]}},
    }


def _node(annotation: Any) -> dict[str, Any]:
    if is_leaf(annotation):
        return _entry(annotation)
    item = map_item(annotation)
    if item is not None:
        return {"type": "object", "additionalProperties": _node(item)}
    properties = {name: _node(child) for name, child in schema_children(annotation).items()}
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _entry(annotation: Any) -> dict[str, Any]:
    """A value with its clause."""
    value = _inlined(adapter(annotation).json_schema())
    clause = {"$ref": "#/$defs/clause"}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["value", "clause"],
        "properties": {
            "value": value,
            "clause": {"anyOf": [clause, {"type": "array", "items": clause, "minItems": 1}]},
            "allowed": {"type": "array", "items": value},
            "note": {"type": "string"},
        },
    }


def _inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with its definitions inlined, because it becomes part of a larger one."""
    definitions = schema.pop("$defs", {})

    def put(node: Any) -> Any:
        if isinstance(node, dict):
            if "$ref" in node:
                return put(definitions[node["$ref"].rsplit("/", 1)[1]])
            return {key: put(value) for key, value in node.items()}
        return [put(item) for item in node] if isinstance(node, list) else node

    result: dict[str, Any] = put(schema)
    return result
