"""Reads a document back from its file, PDF or HTML: the JSON in it, and its words in their order."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

from lammer.errors import LammerError, MissingExtra
from lammer.papers.document import PAPERS, FileKind, Paper
from lammer.papers.html_page import FIGURES_ID
from lammer.papers.pdf import FIGURES

A4_WIDTH = 595
"""Points. The other paper is wider."""
HTML_BEGINS = re.compile(rb"\s*<!doctype html", re.IGNORECASE)
UNSEEN = ("script", "style")


class NotADocument(LammerError, ValueError):
    """The file is not a document that lammer made. The message says why."""


class ReadDocument(NamedTuple):
    """The JSON of a file, the words of each page, and the paper. An HTML page has those of each section instead, and
    no paper."""

    about: dict[str, Any]
    pages: tuple[tuple[str, ...], ...]
    paper: Paper = PAPERS[0]
    file_kind: FileKind = "pdf"


def read_file(path: Path) -> tuple[bytes, ReadDocument]:
    try:
        made = path.read_bytes()
    except OSError as error:
        raise NotADocument(f"{path}: {error.strerror}") from None
    try:
        return made, read_document(made)
    except NotADocument as fault:
        raise NotADocument(f"{path}: {fault}") from None


def read_document(made: bytes) -> ReadDocument:
    return read_html(made) if HTML_BEGINS.match(made) else read_pdf(made)


def read_pdf(made: bytes) -> ReadDocument:
    """Raises NotADocument, and MissingExtra if the reader is not installed."""
    try:
        import pypdfium2
    except ImportError:
        raise MissingExtra("checking a paper needs pypdfium2: pip install 'lammer[report]'") from None
    try:
        pdf = pypdfium2.PdfDocument(made)
    except pypdfium2.PdfiumError:
        raise NotADocument("this is neither a PDF nor an HTML file, or it is damaged") from None
    try:
        pages = tuple(_words(page) for page in pdf)
        paper: Paper = PAPERS[0] if abs(pdf[0].get_width() - A4_WIDTH) < 5 else PAPERS[1]
        for at in range(pdf.count_attachments()):
            one = pdf.get_attachment(at)
            if one.get_name() == FIGURES:
                return ReadDocument(_about(bytes(one.get_data()), FIGURES), pages, paper)
    except pypdfium2.PdfiumError:
        raise NotADocument("its pages or attachments cannot be read; it is damaged") from None
    finally:
        pdf.close()
    raise NotADocument(f"it has no attachment {FIGURES}; lammer report makes documents that have one")


def _words(page: Any) -> tuple[str, ...]:
    text = page.get_textpage()
    try:
        found: str = text.get_text_range()
    finally:
        text.close()
        page.close()
    return tuple(found.replace("\u200b", "").replace("\ufffe", "").split())


def read_html(made: bytes) -> ReadDocument:
    try:
        page = _Page(made.decode())
    except UnicodeDecodeError:
        raise NotADocument("it is not text in UTF-8; it is damaged") from None
    if not page.figures:
        raise NotADocument(f"it has no element {FIGURES_ID!r}; lammer report makes documents that have one")
    about = _about("".join(page.figures), f"element {FIGURES_ID!r}")
    return ReadDocument(about, tuple(map(tuple, page.sections)), file_kind="html")


class _Page(HTMLParser):
    """``sections`` are the words before the first section, and those of each section."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.sections: list[list[str]] = [[]]
        self.figures: list[str] = []
        self._within = ""
        self._is_figures = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within = tag
        self._is_figures = tag == "script" and ("id", FIGURES_ID) in attrs
        if tag == "section":
            self.sections.append([])

    def handle_endtag(self, tag: str) -> None:
        self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within not in UNSEEN:
            self.sections[-1] += data.split()
        elif self._is_figures:
            self.figures.append(data)


def _about(content: bytes | str, where: str) -> dict[str, Any]:
    """What the JSON of a file says. Every later reader relies on its figures being texts by their keys."""
    try:
        about = json.loads(content)
        json.dumps(about, ensure_ascii=False).encode()  # JSON can name characters that cannot be printed
    except (ValueError, RecursionError):
        raise NotADocument(f"its {where} is not JSON; the file was changed or is damaged") from None
    figures = about.get("figures") if isinstance(about, dict) else None
    if not isinstance(figures, dict) or not all(isinstance(text, str) for text in figures.values()):
        raise NotADocument(f"its {where} has no list of figures; the file was changed, or another program made it")
    found: dict[str, Any] = about
    return found
