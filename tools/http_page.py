"""Writes `docs/http.md`, every route of the HTTP API with an example, from the server's OpenAPI document.

`--check` only checks whether it is up to date; `--record` first performs the examples anew against real servers."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from lammer.surfaces.web.api_document import EXAMPLES, GROUPS, read_examples, roles_text
from tools.http_document import Schema, document, operations

ROOT = Path(__file__).parents[1]
PAGE, INTRODUCTION = ROOT / "docs" / "http.md", ROOT / "tools" / "http_introduction.md"
ADDRESS = "http://127.0.0.1:8777"
JSON = "application/json"
WIDTH, LONGEST = 118, 40
OPENS = ("enter_as_guest", "log_in", "create_first_user")
"""Routes whose answer has the cookie of a new session."""


def page_text(found: Schema) -> str:
    """The introduction, a list of the groups, and every route in its group."""
    parts = [INTRODUCTION.read_text("utf-8").rstrip(), "", "| group | routes |", "| --- | --- |"]
    listed = list(operations(found))
    for group, about in GROUPS.items():
        number = sum(route["tags"] == [group] for _, _, route in listed)
        parts.append(f"| [{group}](#{group}) | {number}: {about} |")
    for group, about in GROUPS.items():
        parts += ["", f"## {group}", "", about]
        for method, path, route in listed:
            if route["tags"] == [group]:
                parts += ["", *route_lines(found, method, path, route)]
    return "\n".join(parts) + "\n"


def route_lines(found: Schema, method: str, path: str, route: Schema) -> Iterator[str]:
    text = route["description"].partition("\n\n")[0]
    roles = None if route["x-roles"] == ["anybody"] else tuple(route["x-roles"])
    yield f"### {method} {path}"
    yield ""
    yield f"{text} For {roles_text(roles)}. In the client: `{route['operationId']}`."
    fields = [*parameters(route), *body_fields(found, route)]
    if fields:
        yield from ("", "| field | in | type | |", "| --- | --- | --- | --- |", *fields)
    if "x-example" in route:
        yield from ("", "```sh", *curl_lines(method, route), "```")
        yield from ("", f"```{'json' if JSON in route['responses']['200']['content'] else 'text'}")
        yield from (*answer_lines(route), "```")


def parameters(route: Schema) -> Iterator[str]:
    for one in route.get("parameters", []):
        name = "Last-Event-ID" if one["in"] == "header" else one["name"]
        description = one.get("description") or one["schema"].get("description", "")
        yield row(name, one["in"], type_text(one["schema"]), description, needed=one.get("required", False))


def body_fields(found: Schema, route: Schema) -> Iterator[str]:
    content = route.get("requestBody", {}).get("content", {}).get(JSON)
    if content is None:
        return
    schema = found["components"]["schemas"][content["schema"]["$ref"].rpartition("/")[2]]
    for name, one in schema.get("properties", {}).items():
        yield row(name, "body", type_text(one), one.get("description", ""), needed=name in schema.get("required", []))


def row(name: str, where: str, kind: str, description: str, *, needed: bool) -> str:
    about = description if needed else f"{description} (optional)" if description else "optional"
    return f"| `{name}` | {where} | {kind} | {' '.join(about.split())} |".replace("\\|", "|")


def type_text(schema: Schema) -> str:
    """A schema in a word or two."""
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    if "anyOf" in schema:
        return " or ".join(type_text(part) for part in schema["anyOf"] if part.get("type") != "null")
    if schema.get("type") == "array":
        return f"list of {type_text(schema['items'])}" if "items" in schema else "list"
    kind = str(schema.get("type", "anything"))
    return "whole number" if kind == "integer" else kind


def curl_lines(method: str, route: Schema) -> list[str]:
    example, content = route["x-example"], route.get("requestBody", {}).get("content", {}).get(JSON)
    words = ["curl", *(["-N"] if route["operationId"] == "events" else [])]
    opens = route["operationId"] in OPENS
    words += [("-c" if opens else "-b"), f"{example['user']}.cookies"] if example["user"] else []
    words += ["-X", "POST"] if method == "POST" and not content else []
    target = f"{ADDRESS}{example['path']}"
    words.append(f"'{target}'" if "&" in target or "?" in target else target)
    if not content:
        return [" ".join(words)]
    body = json.dumps(content["example"], ensure_ascii=False).replace("'", "'\\''")
    return [f"{' '.join(words)} \\", f"  -H 'Content-Type: application/json' -d '{body}'"]


def answer_lines(route: Schema) -> list[str]:
    """The answer in at most so many lines; inner parts are on one line if they fit."""
    (content,) = route["responses"]["200"]["content"].values()
    answer = content["example"]
    lines = (answer if isinstance(answer, str) else pretty(answer)).rstrip().splitlines()
    cut = [line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…" for line in lines]
    return cut if len(cut) <= LONGEST else [*cut[: LONGEST - 1], "…"]


def pretty(value: Any, indent: int = 0) -> str:
    """JSON with as few lines as fit."""
    short = json.dumps(value, ensure_ascii=False)
    if len(short) + indent <= WIDTH or not value or not isinstance(value, dict | list):
        return short
    inner, space = indent + 2, " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{space}{json.dumps(name)}: {pretty(one, inner)}" for name, one in value.items()]
        return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"
    parts = [space + pretty(one, inner) for one in value]
    return "[\n" + ",\n".join(parts) + "\n" + " " * indent + "]"


def record() -> None:
    """Performs the scenario, and keeps each route's first request and answer."""
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")
    from tests.surfaces.api_examples import example_servers, performed, recorded

    found, examples = document(), dict[str, Any]()
    with TemporaryDirectory() as folder, example_servers(Path(folder)) as servers:
        for one in performed(servers, found):
            print(f"{one.status} {one.step.request}", file=sys.stderr)
            if one.status != 200:
                raise SystemExit(f"lammer: {one.step.request}: {one.answer}")
            examples.setdefault(one.operation, recorded(found, one))
    EXAMPLES.write_text(json.dumps(examples, indent=1, ensure_ascii=False) + "\n", "utf-8")
    read_examples.cache_clear()


def main() -> int:
    if "--record" in sys.argv[1:]:
        record()
    text = page_text(document())
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(text, "utf-8")
        return 0
    if fresh := PAGE.exists() and PAGE.read_text("utf-8") == text:
        return 0
    print("lammer: docs/http.md is out of date: run `python tools/http_page.py`", file=sys.stderr)
    return int(not fresh)


if __name__ == "__main__":
    sys.exit(main())
