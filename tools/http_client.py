"""Writes the routes of the Python client (`src/lammer/client/routes`) from the server's OpenAPI document: a class of
methods and a module of TypedDicts for each group of routes. `--check` only checks whether they are up to date.

`openapi-python-client` would bring httpx and attrs to every user of the client, and generates some hundred modules.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from keyword import iskeyword
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from lammer.surfaces.web.api_document import GROUPS, roles_text
from tools.http_document import Schema, document, operations, refs

ROOT = Path(__file__).parents[1]
ROUTES = ROOT / "src" / "lammer" / "client" / "routes"
MADE = "Generated from the server's OpenAPI document by tools/http_client.py: do not edit."
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
JSON, STREAM = "application/json", "text/event-stream"
WIDTH = 112


class Operation(NamedTuple):
    method: str
    path: str
    route: Schema

    @property
    def group(self) -> str:
        return str(self.route["tags"][0])

    @property
    def body(self) -> str:
        """The name of the body's schema; empty without a body."""
        content = self.route.get("requestBody", {}).get("content", {}).get(JSON)
        return str(content["schema"]["$ref"].rpartition("/")[2]) if content else ""

    @property
    def answer(self) -> Schema:
        """The schema of the answer; that of a string if it is not JSON."""
        content = self.route["responses"]["200"]["content"]
        if STREAM in content:
            found: Schema = content[STREAM]["itemSchema"]["properties"]["data"]["contentSchema"]
            return found
        return dict(content[JSON]["schema"]) if JSON in content else {"type": "string"}


def client_files(found: Schema) -> dict[str, str]:
    """The generated modules by their names, not formatted."""
    schemas: dict[str, Schema] = found["components"]["schemas"]
    listed = [Operation(*one) for one in operations(found)]
    homes = homes_of(schemas, listed)
    files = {}
    for group in GROUPS:
        mine = [one for one in listed if one.group == group and STREAM not in one.route["responses"]["200"]["content"]]
        if mine:
            files[f"{group}_routes.py"] = routes_text(group, mine, homes, schemas)
    for module in sorted(set(homes.values())):
        names = sorted(name for name, home in homes.items() if home == module)
        files[f"{module}.py"] = types_text(module, names, homes, schemas)
    files["__init__.py"] = package_text([name.removesuffix(".py") for name in files if name.endswith("_routes.py")])
    return files


def homes_of(schemas: dict[str, Schema], listed: Iterable[Operation]) -> dict[str, str]:
    """The module of every type that a route uses: that of its group, or one for types of several groups."""
    users: dict[str, set[str]] = {}
    for one in listed:
        for name in closure(schemas, {*refs(one.answer), *([one.body] if one.body else [])}):
            users.setdefault(name, set()).add(_types_of(one))
    return {name: next(iter(groups)) if len(groups) == 1 else _shared(groups) for name, groups in users.items()}


def _shared(groups: set[str]) -> str:
    """Tables and training share what a round shows, which is most of what is shared."""
    return "round_types" if groups == {"table_types", "training_types"} else "shared_types"


def _types_of(one: Operation) -> str:
    """The workbench has so many types that each of its tabs has a module."""
    if one.group != "workbench":
        return f"{one.group.removesuffix('s')}_types"
    tabs = ("chart", "simulator", "progressive", "paytables", "risk")
    tab = next((tab for tab in tabs if tab in one.path), "workbench")
    return f"{tab}_types"


def closure(schemas: dict[str, Schema], names: set[str]) -> set[str]:
    while more := {name for known in names for name in refs(schemas[known])} - names:
        names |= more
    return names


def routes_text(group: str, mine: list[Operation], homes: dict[str, str], schemas: dict[str, Schema]) -> str:
    bodies = [method_text(one, schemas) for one in mine]
    body = "".join(bodies)
    used = {name for one in mine for name in (*refs(one.answer), *([one.body] if one.body else []))}
    typing = [name for name in ("Literal", "Unpack", "cast") if re.search(rf"\b{name}\b[\[(]", body)]
    lines = [f"from typing import {', '.join(typing)}", ""]
    lines += ["from lammer.client.connection import quoted"] if "quoted(" in body else []
    lines += ["from lammer.client.requests import Routes", *imports(used, homes)]
    name = class_name(group)
    head = head_text(f"Routes: {GROUPS[group]}")
    return f"{head}{chr(10).join(lines)}\n\n\nclass {name}(Routes):\n{doc(GROUPS[group], 4)}\n{body}"


def head_text(text: str) -> str:
    """A module's docstring."""
    return f'"""{text}\n\n{MADE}\n"""\n\n'


def class_name(group: str) -> str:
    return f"{group.capitalize()}Routes"


def imports(used: set[str], homes: dict[str, str], here: str = "") -> list[str]:
    modules = sorted({homes[name] for name in used} - {here})
    return [
        f"from lammer.client.routes.{module} import {', '.join(sorted(n for n in used if homes[n] == module))}"
        for module in modules
    ]


def method_text(one: Operation, schemas: dict[str, Schema]) -> str:
    parameters = one.route.get("parameters", [])
    places = [part for part in parameters if part["in"] == "path"]
    fields = {*schemas[one.body].get("properties", {})} if one.body else set[str]()
    asked = [part for part in parameters if part["in"] == "query"]
    keyed = "key" in fields
    given = [f"{part['name']}: {python_type(part['schema'])}" for part in places if part["name"] not in fields]
    given += (["*"] if asked else []) + [_optional(part) for part in asked]
    given += [f"**body: Unpack[{one.body}]"] if one.body else []
    answer = python_type(one.answer)
    # The body tells a part of the path again where it must be the same.
    path = re.sub(
        r"\{(\w+)\}", lambda part: f"{{quoted({f'body[{part[1]!r}]' if part[1] in fields else part[1]})}}", one.path
    )
    sent = [f'f"{path}"' if places else f'"{path}"', *(["body"] if one.body else [])]
    sent += [f"{part['name']}={part['name']}" for part in asked]
    unwell = one.route["responses"].get("503", {}).get("content", {}).get(JSON, {}).get("schema", {})
    if unwell.get("$ref", "") == one.answer.get("$ref"):
        sent.append("accepted=(200, 503)")
    how = "_get" if one.method == "GET" else "_command" if keyed else "_post"
    text = f"{one.route['description'].partition(chr(10))[0]} For: {roles_text(_roles(one.route))}."
    call = f"self.{how}({', '.join(sent)})"
    return (
        f"\n    def {one.route['operationId']}({', '.join(['self', *given])}) -> {answer}:\n"
        f"{doc(text, 8)}        return cast({answer}, {call})\n"
    )


def _roles(route: Schema) -> tuple[str, ...] | None:
    return None if route["x-roles"] == ["anybody"] else tuple(route["x-roles"])


def _optional(part: Schema) -> str:
    return f"{part['name']}: {python_type(part['schema'])} | None = None"


def types_text(module: str, names: list[str], homes: dict[str, str], schemas: dict[str, Schema]) -> str:
    body = "".join(declared(name, schemas[name]) for name in names)
    used = {other for name in names for other in refs(schemas[name])}
    typing = [name for name in ("Any", "Literal", "NotRequired", "TypedDict") if re.search(rf"\b{name}\b", body)]
    what = module.removesuffix("_types").replace("_", " ")
    head = head_text(f"Types of bodies and answers ({what}).")
    lines = ["from __future__ import annotations", "", f"from typing import {', '.join(typing)}", ""]
    return head + "\n".join([*lines, *imports(used, homes, module), ""]) + body


def declared(name: str, schema: Schema) -> str:
    """A TypedDict, or a name for a choice of values. A key is not required of a caller: the client makes one."""
    if schema.get("type") != "object":
        note = " ".join(schema.get("description", "").split())
        return f"\n\n{name} = {python_type(schema)}\n" + (doc(note, 0) if note else "")
    required = {*schema.get("required", [])} - ({"key"} if schema.get("additionalProperties") is False else set())
    fields = [
        f"    {key}: {python_type(part) if key in required else f'NotRequired[{python_type(part)}]'}\n"
        for key, part in schema.get("properties", {}).items()
    ]
    text = " ".join(schema.get("description", "").split())
    if schema.get("additionalProperties") is True:
        text = f"{text} There may be further fields." if text else "There may be further fields."
    if any(not key.isidentifier() or iskeyword(key) for key in schema.get("properties", {})):
        return _declared_by_call(name, text, schema)
    note = doc(text, 4) + ("\n" if fields else "") if text else ""
    return f"\n\nclass {name}(TypedDict):\n{note}{''.join(fields)}{'' if note or fields else '    pass' + chr(10)}"


def _declared_by_call(name: str, text: str, schema: Schema) -> str:
    """A TypedDict with a field that cannot be written in a class, such as ``return``. All its fields are required."""
    fields = ", ".join(f'"{key}": "{python_type(part)}"' for key, part in schema["properties"].items())
    assert schema["properties"].keys() == {*schema["required"]}
    return f'\n\n{name} = TypedDict("{name}", {{{fields}}})\n' + (doc(text, 0) if text else "")


def python_type(schema: Schema) -> str:
    """The Python type of a schema. Raises ValueError for an unsupported kind of schema."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema or "const" in schema:
        return f"Literal[{', '.join(json.dumps(value) for value in schema.get('enum', [schema.get('const')]))}]"
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(python_type(part) for part in schema["anyOf"]))
    if "prefixItems" in schema:
        return f"tuple[{', '.join(python_type(part) for part in schema['prefixItems'])}] | list[Any]"
    if schema.get("type") == "array":
        return f"list[{python_type(schema.get('items', {}))}]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"dict[str, {python_type(values) if isinstance(values, dict) else 'Any'}]"
    if schema.get("type") in PLAIN:
        return PLAIN[schema["type"]]
    if not schema.keys() - {"title", "description"}:
        return "Any"
    raise ValueError(f"no Python type is known for {schema}")


def doc(text: str, indent: int) -> str:
    """A docstring of one or several lines."""
    space = " " * indent
    lines = wrap(text, WIDTH - indent)
    return f'{space}"""' + f"\n{space}".join(lines) + '"""\n'


def package_text(modules: list[str]) -> str:
    names = {module: class_name(module.removesuffix("_routes")) for module in modules}
    lines = [f"from lammer.client.routes.{module} import {name}" for module, name in sorted(names.items())]
    head = head_text("All routes of the HTTP API, a class for each group.")
    bases = ", ".join(names.values())
    return f'{head}{chr(10).join(lines)}\n\n\nclass AllRoutes({bases}):\n    """Every route."""\n'


def formatted(files: dict[str, str]) -> dict[str, str]:
    with TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / name).write_text(text, "utf-8")
        for what in (["check", "--select", "I", "--fix"], ["format"]):
            words = [*what, "-q", "--config", str(ROOT / "pyproject.toml"), folder]
            subprocess.run([sys.executable, "-m", "ruff", *words], check=True)
        return {name: (Path(folder) / name).read_text("utf-8") for name in files}


def stale(files: dict[str, str]) -> Iterator[str]:
    """The files that are missing, differ or are no longer generated."""
    present = {path.name: path.read_text("utf-8") for path in ROUTES.glob("*.py")}
    yield from sorted(name for name in files.keys() | present.keys() if files.get(name) != present.get(name))


def main() -> int:
    files = formatted(client_files(document()))
    if "--check" in sys.argv[1:]:
        if old := list(stale(files)):
            print(f"lammer: {', '.join(old)} out of date: run `python tools/http_client.py`", file=sys.stderr)
        return 1 if old else 0
    ROUTES.mkdir(exist_ok=True)
    for name in stale(files):
        if name in files:
            (ROUTES / name).write_text(files[name], "utf-8")
        else:
            (ROUTES / name).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
