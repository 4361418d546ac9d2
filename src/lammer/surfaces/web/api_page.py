"""The documentation of the API at ``/docs``: plain HTML made from the OpenAPI document, without scripts or external
files, so that it needs no exception from the content security policy."""

import json
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from typing import Any

from fastapi import FastAPI
from fastapi.responses import HTMLResponse

_STYLE = """body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
summary { cursor: pointer; padding: .3rem 0; } code, pre { font-family: ui-monospace, monospace; }
pre { overflow: auto; background: #8882; padding: .5rem; }
.method { display: inline-block; width: 4rem; font-weight: 600; }
:root { color-scheme: light dark; }"""


def add_api_page(app: FastAPI) -> None:
    page = lru_cache(lambda: api_page(app.openapi()))

    @app.get("/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(page())


def api_page(document: dict[str, Any]) -> str:
    title = escape(f"{document['info']['title']} {document['info']['version']}: API")
    intro = (
        'Every route with its parameters, body and answers. For programs: <a href="/openapi.json">/openapi.json</a>.'
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{title}</h1><p>{intro}</p>{''.join(_routes(document))}</body></html>"
    )


def _routes(document: dict[str, Any]) -> Iterator[str]:
    for path, methods in sorted(document["paths"].items()):
        for method, route in methods.items():
            head = f'<span class="method">{method.upper()}</span><code>{escape(path)}</code> {escape(route["summary"])}'
            yield f"<details><summary>{head}</summary>{''.join(_parts(document, route))}</details>"


def _parts(document: dict[str, Any], route: dict[str, Any]) -> Iterator[str]:
    if text := route.get("description"):
        yield f"<p>{escape(text)}</p>"
    if parameters := route.get("parameters"):
        named = (f"<li><code>{escape(one['name'])}</code> ({escape(one['in'])})</li>" for one in parameters)
        yield f"<h4>Parameters</h4><ul>{''.join(named)}</ul>"
    for kind, body in route.get("requestBody", {}).get("content", {}).items():
        schema = json.dumps(_resolved(document, body.get("schema", {})), indent=2)
        yield f"<h4>Body ({escape(kind)})</h4><pre>{escape(schema)}</pre>"
    answers = (f"<li>{status}: {escape(one['description'])}</li>" for status, one in sorted(route["responses"].items()))
    yield f"<h4>Answers</h4><ul>{''.join(answers)}</ul>"
    yield from _example(route)


def _example(route: dict[str, Any]) -> Iterator[str]:
    """The body and the answer of a real request, if there is one."""
    parts = {"body": route.get("requestBody", {}), "answer": route["responses"]["200"]}
    for name, part in parts.items():
        for content in part.get("content", {}).values():
            if "example" in content:
                example = content["example"]
                text = example if isinstance(example, str) else json.dumps(example, indent=1, ensure_ascii=False)
                yield f"<h4>Example: {name}</h4><pre>{escape(text)}</pre>"


def _resolved(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The schema, with a reference replaced by what it refers to."""
    name = schema.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = document["components"]["schemas"][name] if name else schema
    return found
