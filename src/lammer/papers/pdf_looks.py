"""What a PDF contains beside its text: annotations, form fields, scripts, attachments, and what its pages look like."""

from collections.abc import Iterator

SCALE = 2.0
"""Pixels for each point, when the pages of two files are compared."""


def contents(made: bytes) -> dict[str, str]:
    """By name, the parts that a program may show or run although they are not in the pages, and the metadata."""
    import pypdfium2
    from pypdfium2 import raw

    pdf = pypdfium2.PdfDocument(made)
    try:
        found = {f"metadata {name}": value for name, value in pdf.get_metadata_dict().items()}
        found["attachments"] = str(pdf.count_attachments())
        found["form fields"] = "none" if pdf.get_formtype() == raw.FORMTYPE_NONE else "some"
        found["scripts"] = str(raw.FPDFDoc_GetJavaScriptActionCount(pdf.raw))
        for number, page in enumerate(pdf, 1):
            found[f"annotations on page {number}"] = str(raw.FPDFPage_GetAnnotCount(page.raw))
            page.close()
        return found
    finally:
        pdf.close()


def pictures(made: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Every page on a screen and in print, with annotations and form fields, some of which appear on only one."""
    import pypdfium2

    pdf = pypdfium2.PdfDocument(made)
    try:
        pdf.init_forms()
        for page in pdf:
            screen, paper = page.render(scale=SCALE), page.render(scale=SCALE, optimize_mode="print")
            yield bytes(screen.buffer), bytes(paper.buffer)
            page.close()
    finally:
        pdf.close()
