"""The OpenAPI document of a server with every route, for the tools that write files from it."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lammer.floor.house import create_floor
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.people import People

REF = "#/components/schemas/"
Schema = dict[str, Any]


def document(*, witness: bool = True) -> Schema:
    """``witness``: also the routes of a witness, which `lammer serve` has."""
    with TemporaryDirectory() as folder:
        floor = create_floor(Path(folder) / "floor.db", Path(folder) / "floor.key")
        try:
            return create_app(floor, People(b""), witness_folder=Path(folder) if witness else None).openapi()
        finally:
            floor.journal.close()


def operations(document: Schema) -> Iterator[tuple[str, str, Schema]]:
    """Method, path and route of every operation."""
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            yield method.upper(), path, route


def refs(schema: Any) -> Iterator[str]:
    """The names that a schema refers to."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].removeprefix(REF)
        for part in schema.values():
            yield from refs(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from refs(part)
