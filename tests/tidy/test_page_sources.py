"""The page's sources keep the habits of the rest: short files, no address, no untyped corner."""

import json
import re
from pathlib import Path

import pytest

from tools.http_document import document
from tools.page_types import HEAD, PHRASES, TYPES, phrases_text, type_of, types_text

UI = Path(__file__).resolve().parents[2] / "src" / "lammer" / "surfaces" / "web" / "ui"
SOURCES = sorted(path for folder in ("src", "style") for path in (UI / folder).rglob("*") if path.is_file())
MOST_LINES = 250
MAX_PACKAGES = 6
# The name of SVG is no address: nothing is fetched by it.
ADDRESS = re.compile(r"(?<!\w)(?:https?|wss?|ftp|file)://(?!www\.w3\.org/2000/svg)", re.I)
UNTYPED = re.compile(r"(?::|<|\bas) *any\b|@ts-ignore|@ts-nocheck|@ts-expect-error")


def test_the_page_is_found() -> None:
    assert UI / "src" / "main.tsx" in SOURCES


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(UI).as_posix())
def test_a_source_is_short_typed_and_self_contained(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= MOST_LINES or text.startswith(HEAD)
    assert UNTYPED.findall(text) == []
    assert ADDRESS.findall(text) == []


@pytest.mark.parametrize("name", ["index.html", "package.json", "package-lock.json", ".npmrc"])
def test_nothing_is_fetched_from_elsewhere(name: str) -> None:
    assert ADDRESS.findall((UI / name).read_text("utf-8")) == []


def test_no_script_or_style_is_inline() -> None:
    page = (UI / "index.html").read_text("utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\son\w+=", page) == []


def test_packages_are_few_and_hashed() -> None:
    asked = json.loads((UI / "package.json").read_text("utf-8"))
    assert len(asked["dependencies"] | asked["devDependencies"]) <= MAX_PACKAGES
    locked = json.loads((UI / "package-lock.json").read_text("utf-8"))["packages"]
    assert [name for name, package in locked.items() if name and not package["integrity"].startswith("sha512-")] == []


def test_types_are_those_of_the_server() -> None:
    schema = document(witness=False)
    assert TYPES.read_text("utf-8") == types_text(schema), "run `python tools/page_types.py`"
    schema["components"]["schemas"]["Game"]["properties"]["decks"] = {"type": "integer"}
    assert TYPES.read_text("utf-8") != types_text(schema)  # negative control


def test_words_are_those_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert PHRASES.read_text("utf-8") == phrases_text(), "run `python tools/page_types.py`"
    monkeypatch.setattr("lammer.table.phrases.SOFT_TOTAL", "{total} (soft)")
    assert PHRASES.read_text("utf-8") != phrases_text()  # negative control


@pytest.mark.parametrize(
    ("schema", "type_"),
    [
        ({"anyOf": [{"$ref": "#/components/schemas/Game"}, {"type": "null"}]}, "Game | null"),
        ({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}, "(number | string)[]"),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "Record<string, number>"),
        ({"type": "object", "additionalProperties": True}, "Record<string, unknown>"),
        ({"enum": ["hit", "stand"], "type": "string"}, '"hit" | "stand"'),
        ({"const": "ok", "type": "string"}, '"ok"'),
        ({"title": "Value"}, "unknown"),
    ],
)
def test_a_schema_becomes_a_type(schema: dict[str, object], type_: str) -> None:
    assert type_of(schema) == type_


def test_a_schema_of_a_new_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="no TypeScript is known"):
        type_of({"allOf": [{"type": "string"}]})


def test_controls() -> None:
    assert UNTYPED.findall("const a: any = 1; b as any; // @ts-ignore") == [": any", "as any", "@ts-ignore"]
    assert UNTYPED.findall("many: number; any other") == []
    assert ADDRESS.findall("url(https://example.org/a.png) ws://a http://www.w3.org/2000/svg") == ["https://", "ws://"]
