"""Writes two files of the page: `types.ts` from the server's OpenAPI document, and `phrases.ts` from the words that
terminal and page share. `--check` only checks whether they are up to date.

The document uses only a dozen kinds of schema. `openapi-typescript` would need some thirty packages, and generates
names like `components["schemas"]["TableView"]`.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from lammer.table import phrases
from tools.http_document import REF, Schema, document, refs

HOUSE = Path(__file__).parents[1] / "src" / "lammer" / "surfaces" / "web" / "ui" / "src" / "house"
TYPES, PHRASES = HOUSE / "types.ts", HOUSE / "phrases.ts"
HEAD = "/** What the server answers. Made from its OpenAPI document by tools/page_types.py: do not edit. */\n"
PHRASES_HEAD = "/** Words that terminal and page share, from table/phrases.py by tools/page_types.py: do not edit. */\n"
CHOICES = ("CHOICE_KEYS", "OWN_SPLIT_KEY", "AMOUNT_KEY", "CHOICE_WORDS", "PLAY_KINDS", "CHOICE_ORDER")
WORDS = ("HIDDEN", "SOFT_TOTAL", "CARD_NAMES", "BOXED", *CHOICES)
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def types_text(document: Schema) -> str:
    """The declarations of every type that answers use, by name."""
    schemas = document["components"]["schemas"]
    names = {name for answer in _answers(document) for name in refs(answer)}
    while more := {name for known in names for name in refs(schemas[known])} - names:
        names |= more
    return HEAD + "".join(f"\n{_declared(name, schemas[name])}" for name in sorted(names))


def _answers(document: Schema) -> Iterator[Schema]:
    for methods in document["paths"].values():
        for route in methods.values():
            # The page gets its news by WebSocket and does not read the event stream.
            yield route["responses"]["200"]["content"].get("application/json", {})


def _declared(name: str, schema: Schema) -> str:
    note = f"/** {' '.join(schema['description'].split())} */\n" if "description" in schema else ""
    if "properties" not in schema and schema["type"] != "object":
        return f"{note}export type {name} = {type_of(schema)};\n"
    required = schema.get("required", [])
    fields = [
        f"  {key}{'' if key in required else '?'}: {type_of(part)};\n"
        for key, part in schema.get("properties", {}).items()
    ]
    more = ["  [more: string]: unknown;\n"] if schema.get("additionalProperties") is True else []
    return f"{note}export interface {name} {{\n{''.join(fields + more)}}}\n"


def type_of(schema: Schema) -> str:
    """The TypeScript type of a schema. Raises ValueError for an unsupported kind of schema."""
    if "$ref" in schema:
        return str(schema["$ref"].removeprefix(REF))
    if "enum" in schema or "const" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    if "anyOf" in schema:
        return " | ".join(type_of(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        inner = type_of(schema["items"])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {type_of(values) if isinstance(values, dict) else 'unknown'}>"
    if schema.get("type") in PLAIN:
        return PLAIN[schema["type"]]
    if not schema.keys() - {"title", "description"}:
        return "unknown"
    raise ValueError(f"no TypeScript is known for {schema}")


def phrases_text() -> str:
    return PHRASES_HEAD + "".join(_constant(name, getattr(phrases, name)) for name in WORDS)


def _constant(name: str, value: str | tuple[str, ...] | dict[str, str]) -> str:
    kind = {str: "string", tuple: "string[]", dict: "Record<string, string>"}[type(value)]
    return f"\nexport const {name}: {kind} = {json.dumps(value, indent=2, ensure_ascii=False)};\n"


def main() -> int:
    made = {TYPES: types_text(document(witness=False)), PHRASES: phrases_text()}
    if "--check" not in sys.argv[1:]:
        for path, text in made.items():
            path.write_text(text, "utf-8")
        return 0
    stale = [path.name for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text]
    if stale:
        print(f"lammer: {', '.join(stale)} out of date: run `python tools/page_types.py`", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
