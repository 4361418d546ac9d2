"""A document as plain data, which both writers read: every block has its ``kind``, every figure is its text."""

import json
from dataclasses import fields, is_dataclass
from typing import Any

from lammer.papers.document import Document, Number


def document_data(document: Document) -> dict[str, Any]:
    found: dict[str, Any] = _data(document)
    return found | {"kind": document.kind}


def figures_json(document: Document) -> str:
    """The JSON in the file: what the document is about, and every figure by its key."""
    return json.dumps({**document.about, "figures": document.figures()}, indent=1, ensure_ascii=False)


def _data(part: Any) -> Any:
    if isinstance(part, Number):
        return part.text
    if is_dataclass(part) and not isinstance(part, type):
        named = {one.name: _data(getattr(part, one.name)) for one in fields(part)}
        return {"kind": type(part).__name__} | named
    if isinstance(part, tuple) and hasattr(part, "_asdict"):
        return {name: _data(value) for name, value in part._asdict().items()}
    if isinstance(part, list | tuple):
        return [_data(one) for one in part]
    if isinstance(part, dict):
        return {key: _data(value) for key, value in part.items()}
    return part
