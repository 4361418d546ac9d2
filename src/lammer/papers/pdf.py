"""Writes a document as PDF by typst, whose compiler and fonts are in its wheel.

The template is a program in typst's language and gets the document as JSON, so no text of a sheet is ever read as
markup. The file contains no time but the given date, no system font and no path, so the same document gives the same
bytes.
"""

import json
from datetime import UTC, datetime
from importlib.resources import files
from types import ModuleType
from typing import Any

from lammer.errors import BadArgument, MissingExtra
from lammer.papers.data import document_data, figures_json
from lammer.papers.document import Document, Paper

FIGURES = "figures.json"
"""The name of the attachment."""
TYPST_PAPERS = {"a4": "a4", "letter": "us-letter"}


def need_typst() -> ModuleType:
    try:
        import typst
    except ImportError:
        raise MissingExtra("papers need typst: pip install 'lammer[report]'") from None
    module: ModuleType = typst
    return module


def seconds_of(date: str) -> int:
    """The time stamp of a date like 2026-11-17; without a date the epoch."""
    if not date:
        return 0
    try:
        return int(datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=UTC).timestamp())
    except ValueError:
        raise BadArgument("date", f"{date!r} is not a date; write it like 2026-11-17") from None


def pdf_bytes(document: Document, paper: Paper = "a4") -> bytes:
    """Raises MissingExtra if typst is not installed."""
    made: bytes = compiled("paper.typ", document_data(document), paper, document)
    return made


def compiled(template: str, data: dict[str, Any], paper: str, document: Document) -> Any:
    inputs = {
        "document": json.dumps(data | {"paper": TYPST_PAPERS.get(paper, paper)}, ensure_ascii=False),
        "figures": figures_json(document),
    }
    source = files("lammer.papers").joinpath(template).read_bytes()
    return need_typst().compile(
        source, format="pdf", ignore_system_fonts=True, sys_inputs=inputs, timestamp=seconds_of(document.date)
    )
