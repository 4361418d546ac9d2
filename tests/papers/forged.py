"""PDFs changed as a forger would: an update is appended that shows something else over the first page."""

import re

FALSE = b"q 1 1 1 rg 0 0 40 8 re f 0 0 0 rg BT /F 7.5 Tf 1 1.6 Td (0.102752%) Tj ET Q"
PRINTED_ONLY = 36
"""The flags of an annotation that is printed and not on the screen."""


def stamped(made: bytes) -> bytes:
    """With a stamp that appears only in print."""
    return _annotated(made, b"/Subtype/Stamp/F %d" % PRINTED_ONLY)


def filled_in(made: bytes) -> bytes:
    """With a form field that is filled in."""
    return _annotated(made, b"/Subtype/Widget/FT/Tx/T(x)/F 4/Ff 1", is_field=True)


def _annotated(made: bytes, annotation: bytes, *, is_field: bool = False) -> bytes:
    size, root = (_last(rb"/%s (\d+)" % name, made) for name in (b"Size", b"Root"))
    page = _last(rb"/Kids\s*\[\s*(\d+) 0 R", made)
    picture, font, note = range(size, size + 3)
    frame = b"/Type/XObject/Subtype/Form/BBox[0 0 40 8]/Resources<</Font<</F %d 0 R>>>>" % font
    objects = {
        picture: b"<<%s/Length %d>>\nstream\n%s\nendstream" % (frame, len(FALSE), FALSE),
        font: b"<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>",
        note: b"<</Type/Annot%s/Rect[427 457 467 465]/AP<</N %d 0 R>>>>" % (annotation, picture),
        page: _object(page, made).replace(b"/Contents", b"/Annots[%d 0 R]/Contents" % note),
    }
    if is_field:
        objects[root] = _object(root, made).removesuffix(b">>") + b"/AcroForm<</Fields[%d 0 R]>>>>" % note
    return _updated(made, objects, root)


def _updated(made: bytes, objects: dict[int, bytes], root: int) -> bytes:
    updated, table = made + b"\n", b"xref\n"
    for number, content in sorted(objects.items()):
        table += b"%d 1\n%010d 00000 n \n" % (number, len(updated))
        updated += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    previous = _last(rb"startxref\s+(\d+)", made)
    end = b"trailer\n<</Size %d/Root %d 0 R/Prev %d>>\nstartxref\n%d\n%%%%EOF\n"
    return updated + table + end % (max(objects) + 1, root, previous, len(updated))


def _last(pattern: bytes, made: bytes) -> int:
    return int(re.findall(pattern, made)[-1])


def _object(number: int, made: bytes) -> bytes:
    found = re.search(rb"\n%d 0 obj\b(.*?)endobj" % number, made, re.DOTALL)
    assert found
    return found[1].strip()
