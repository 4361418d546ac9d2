"""Checks a document: makes it again and compares every figure with the file's JSON, the words that it prints, in their
order, and what its pages look like.
"""

import json
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from lammer.errors import LammerError, MissingExtra
from lammer.papers.data import figures_json
from lammer.papers.document import PAPERS, Document, Paper
from lammer.papers.pdf import FIGURES, pdf_bytes

A4_WIDTH = 595
"""Points. The other paper is wider."""


class NotADocument(LammerError, ValueError):
    """The file is not a document that lammer made. The message says why."""


SCALE = 2.0
"""Pixels for each point, when the pages of two files are compared."""


class Difference(NamedTuple):
    """``where`` is the key of a figure, or a page. ``file`` is what the file says. With neither text ``where`` is a
    sentence."""

    where: str
    file: str = ""
    computed: str = ""

    def __str__(self) -> str:
        if not self.file and not self.computed:
            return self.where
        return f"{self.where}: the file says {self.file or 'nothing'}, computed {self.computed or 'nothing'}"


class ReadPdf(NamedTuple):
    """The embedded JSON, the words of each page, and the paper."""

    about: dict[str, Any]
    pages: tuple[tuple[str, ...], ...]
    paper: Paper


def read_pdf(made: bytes) -> ReadPdf:
    """Raises NotADocument, and MissingExtra if the reader is not installed."""
    try:
        import pypdfium2
    except ImportError:
        raise MissingExtra("checking a paper needs pypdfium2: pip install 'lammer[report]'") from None
    try:
        pdf = pypdfium2.PdfDocument(made)
    except pypdfium2.PdfiumError:
        raise NotADocument("this is not a PDF file, or it is damaged") from None
    try:
        pages = tuple(_words(page) for page in pdf)
        paper: Paper = PAPERS[0] if abs(pdf[0].get_width() - A4_WIDTH) < 5 else PAPERS[1]
        for at in range(pdf.count_attachments()):
            one = pdf.get_attachment(at)
            if one.get_name() == FIGURES:
                return ReadPdf(json.loads(bytes(one.get_data()).decode()), pages, paper)
    except (ValueError, pypdfium2.PdfiumError):
        raise NotADocument(f"its attachment {FIGURES} cannot be read") from None
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


def read_file(path: Path) -> tuple[bytes, ReadPdf]:
    try:
        made = path.read_bytes()
    except OSError as error:
        raise NotADocument(f"{path}: {error.strerror}") from None
    try:
        return made, read_pdf(made)
    except NotADocument as fault:
        raise NotADocument(f"{path}: {fault}") from None


def differences(made: bytes, found: ReadPdf, again: Document) -> list[Difference]:
    """Nothing if the file is what would be made today. Else first the figures of the JSON, then the printed words, and
    pages that look different although their words are the same."""
    remade = pdf_bytes(again, found.paper)
    if remade == made:
        return []
    stated, figures = found.about.get("figures", {}), again.figures()
    listed = [
        Difference(key, str(stated.get(key, "")), figures.get(key, ""))
        for key in dict.fromkeys([*stated, *figures])
        if stated.get(key) != figures.get(key)
    ]
    about = json.loads(figures_json(again))
    listed += [
        Difference(key, json.dumps(found.about.get(key)), json.dumps(about[key]))
        for key in about
        if key != "figures" and found.about.get(key) != about[key]
    ]
    return listed + (_printed(found.pages, read_pdf(remade).pages) or _looks(made, remade))


def _looks(made: bytes, remade: bytes) -> list[Difference]:
    """Words can be hidden or covered, and a drawing has none."""
    pairs = zip(_pictures(made), _pictures(remade), strict=True)
    return [
        Difference(f"page {number} does not look like the one that is made now, although it has the same words")
        for number, (one, other) in enumerate(pairs, 1)
        if one != other
    ]


def _pictures(made: bytes) -> Iterator[bytes]:
    import pypdfium2

    pdf = pypdfium2.PdfDocument(made)
    try:
        for page in pdf:
            yield bytes(page.render(scale=SCALE).buffer)
            page.close()
    finally:
        pdf.close()


def _printed(pages: tuple[tuple[str, ...], ...], again: tuple[tuple[str, ...], ...]) -> list[Difference]:
    """Words that the pages do not have in common, or have in another order."""
    found = []
    if len(pages) != len(again):
        found.append(Difference("the document", f"{len(pages)} pages", f"{len(again)} pages"))
    for number, (one, other) in enumerate(zip(pages, again, strict=False), 1):
        for what, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
            if what != "equal":
                found.append(Difference(f"page {number}", " ".join(one[a:b]), " ".join(other[c:d])))
    return found
