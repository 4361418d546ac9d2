"""A document as the bytes of a file."""

from lammer.papers.document import Document, FileKind, Paper
from lammer.papers.html_page import html_page
from lammer.papers.pdf import pdf_bytes


def file_bytes(document: Document, kind: FileKind, paper: Paper) -> bytes:
    """Raises MissingExtra if what makes such a file is not installed."""
    return html_page(document).encode() if kind == "html" else pdf_bytes(document, paper)
