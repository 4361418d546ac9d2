"""Checks a document: makes it again and compares the bytes. If they differ, it finds out what differs: figures of the
JSON, printed words in their order, what the pages look like, and what a PDF contains beside them.
"""

import json
from collections.abc import Container, Mapping
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from lammer.papers.data import figures_json
from lammer.papers.document import Document, FileKind
from lammer.papers.formats import file_bytes
from lammer.papers.pdf_looks import contents, pictures
from lammer.papers.reading import ReadDocument, read_document

PART: Mapping[FileKind, str] = {"pdf": "page", "html": "section"}
FIRST: Mapping[FileKind, int] = {"pdf": 1, "html": 0}
"""The number of the first part. What stands before the sections of an HTML page is section 0."""
ALIKE: Mapping[FileKind, str] = {
    "pdf": "all figures, all printed words and the look of every page",
    "html": "all figures and all words",
}


class Difference(NamedTuple):
    """``where`` is the key of a figure, or a page. ``file`` is what the file says. With neither text ``where`` is a
    sentence."""

    where: str
    file: str = ""
    computed: str = ""

    def __str__(self) -> str:
        text = self.where
        if self.file or self.computed:
            text += f": the file says {self.file or 'nothing'}, computed {self.computed or 'nothing'}"
        # A changed file could contain sequences that a terminal carries out.
        return "".join(one if one.isprintable() else "\ufffd" for one in text)


def differences(made: bytes, found: ReadDocument, again: Document) -> list[Difference]:
    """Nothing only if the file is byte for byte what is made now: other bytes can show something else in another
    program, and the versions that the file states are no excuse, since they can be changed with the rest."""
    remade = file_bytes(again, found.file_kind, found.paper)
    if remade == made:
        return []
    listed = _stated(found.about, json.loads(figures_json(again)))
    listed += _printed(found, read_document(remade))
    if found.file_kind == "pdf":
        listed += _by_name(contents(made), contents(remade))
        listed += _looks(made, remade, {one.where for one in listed})
    return listed or [Difference(_unseen(found, again))]


def _stated(file: Mapping[str, Any], again: Mapping[str, Any]) -> list[Difference]:
    """First the figures, then what else the JSON says."""
    listed = _by_name(file["figures"], again["figures"])
    for key in dict.fromkeys([*again, *file]):
        one, other = file.get(key), again.get(key)
        if key == "figures":
            continue
        if isinstance(one, dict) and isinstance(other, dict):
            nested = ({f"{key}.{name}": _text(value) for name, value in part.items()} for part in (one, other))
            listed += _by_name(*nested)
        else:
            listed += _by_name(*({key: _text(part[key])} if key in part else {} for part in (file, again)))
    return listed


def _text(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "what is nested too deeply to print"


def _by_name(file: Mapping[str, str], again: Mapping[str, str]) -> list[Difference]:
    return [
        Difference(name, file.get(name, ""), again.get(name, ""))
        for name in dict.fromkeys([*file, *again])
        if file.get(name) != again.get(name)
    ]


def _printed(file: ReadDocument, again: ReadDocument) -> list[Difference]:
    """Words that the pages do not have in common, or have in another order."""
    found, part = list[Difference](), PART[file.file_kind]
    if len(file.pages) != len(again.pages):
        found.append(Difference("the document", f"{len(file.pages)} {part}s", f"{len(again.pages)} {part}s"))
    for number, (one, other) in enumerate(zip(file.pages, again.pages, strict=False), FIRST[file.file_kind]):
        for what, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
            if what != "equal":
                found.append(Difference(f"{part} {number}", " ".join(one[a:b]), " ".join(other[c:d])))
    return found


def _looks(made: bytes, remade: bytes, known: Container[str]) -> list[Difference]:
    """Words can be hidden or covered, and a drawing has none. Pages that are ``known`` to differ are left out."""
    pairs = zip(pictures(made), pictures(remade), strict=False)
    return [
        Difference(f"page {number} does not look like the one that is made now, although it has the same words")
        for number, (one, other) in enumerate(pairs, 1)
        if one != other and f"page {number}" not in known
    ]


def _unseen(file: ReadDocument, again: Document) -> str:
    reason = "something was added or changed that they do not show"
    if "versions" not in again.about:
        reason += ", or another version of lammer made it"
    return (
        f"the file is not the one that {again.about['command']} makes, although {ALIKE[file.file_kind]} agree: {reason}"
    )
