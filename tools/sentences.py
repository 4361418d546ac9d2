"""Writes docs/sentences.md from docs/sentences.toml: every normative sentence, where it is implemented, and its tests.

python tools/sentences.py                      write the page
python tools/sentences.py --sources FOLDER     compare with the rule documents (they are not part of this repository)
"""

import html
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "sentences.toml"
PAGE = ROOT / "docs" / "sentences.md"
PLACES = ("engine", "terminal", "floor", "page", "desk")
NOT_APPLICABLE = "not applicable: "
TEST = re.compile(r"^\s*def (test_\w+)", re.MULTILINE)
LEAD_IN = re.compile(
    r"Source|General Authority|Law Implemented|Variations of the play|Prohibition of|The paytable choices|The rules are"
    r"|[^.;]*:\s*-?\s*$"
)
"""Headings, references and words that only introduce a list, which are not sentences."""


class Sentence(NamedTuple):
    document: str
    paragraph: str
    number: int
    opens: str
    says: str
    where: str
    tests: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.document} {self.paragraph} s{self.number}"


def documents() -> list[dict[str, object]]:
    found: list[dict[str, object]] = tomllib.loads(DATA.read_text(encoding="utf-8"))["document"]
    return found


def sentences() -> Iterator[Sentence]:
    for document in documents():
        paragraphs = document["paragraphs"]
        assert isinstance(paragraphs, dict)
        for paragraph, rows in paragraphs.items():
            for number, (opens, says, where, tests) in enumerate(rows, 1):
                named = tuple(f"test_{test}" for test in tests.split())
                yield Sentence(str(document["id"]), paragraph, number, opens, says, where, named)


def faults(sentence: Sentence) -> list[str]:
    """The faults of an entry: no place, no reason, no test, or a test that does not exist."""
    reason = sentence.where.removeprefix(NOT_APPLICABLE)
    if reason != sentence.where:
        return [] if reason.strip() else [f"{sentence.name}: not applicable without a reason"]
    found = [
        f"{sentence.name}: {place!r} is not one of {', '.join(PLACES)}"
        for place in sentence.where.split()
        if place not in PLACES
    ]
    if not sentence.where:
        found.append(f"{sentence.name}: no place")
    if not sentence.tests:
        found.append(f"{sentence.name}: no test")
    return found + [f"{sentence.name}: there is no test {test}" for test in sentence.tests if test not in all_tests()]


@cache
def all_tests() -> frozenset[str]:
    files = (path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    return frozenset(name for text in files for name in TEST.findall(text))


def page() -> str:
    lines = [
        "# Sentence by sentence",
        "",
        "Every normative sentence of the five rule documents, restated in our words, with where lammer does it and the",
        "tests that show it. *Engine* is the round engine, and so every surface that plays rounds; *terminal*,",
        "*floor*, *page* and *desk* name what a surface adds of its own. Made by `python tools/sentences.py` from",
        "`docs/sentences.toml`; a test fails for a sentence without an entry.",
    ]
    every = list(sentences())
    for document in documents():
        own = [one for one in every if one.document == document["id"]]
        lines += ["", f"## {document['id']}: {document['name']}", "", f"{len(own)} sentences.", ""]
        lines += ["| sentence | opens with | says | done in | tests |", "| --- | --- | --- | --- | --- |"]
        for one in own:
            where = one.where if one.where.startswith(NOT_APPLICABLE) else ", ".join(one.where.split())
            tests = "<br>".join(f"`{test}`" for test in one.tests)
            lines.append(f"| {one.paragraph} s{one.number} | {one.opens} … | {one.says} | {where} | {tests} |")
    return "\n".join(lines) + "\n"


def source_text(path: Path) -> str:
    """A document as plain text, without deleted passages."""
    text = re.sub(r"<style.*?</style>|~~.*?~~", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = html.unescape(re.sub(r"<[^>]+>", " ", text)).replace("\\$", "$").replace("*", "")
    return re.sub(r"\s+", " ", text.replace("(Ex.,", "(Ex,").replace("e.g.", "eg"))


def compare(folder: Path) -> Iterator[str]:
    """Entries that are not in a document, and sentences of a document without an entry."""
    for document in documents():
        own = [one for one in sentences() if one.document == document["id"]]
        for source in document["sources"]:  # type: ignore[attr-defined]
            path = next(folder.glob(f"{source}*"), None)
            yield from _compared(source_text(path), str(document["begins"]), own) if path else [f"no document {source}"]


def _compared(text: str, begins: str, own: list[Sentence]) -> Iterator[str]:
    at = text.index(begins)
    last = 0
    for one in own:
        place = text.find(one.opens, at)
        if place < 0:
            yield f"{one.name}: {one.opens!r} does not follow in the document"
            continue
        between = re.split(r"(?<=[.;])\s+(?=[A-Z\"])", text[last or place : place])[1:]
        yield from (f"before {one.name}: no entry for {left[:60]!r}" for left in between if _is_sentence(left))
        last, at = place, place + len(one.opens)


def _is_sentence(text: str) -> bool:
    return len(text.split()) > 6 and not LEAD_IN.match(text)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--sources"]:
        found = list(compare(Path(sys.argv[2])))
        print(*found, f"{sum(1 for _ in sentences())} sentences compared, {len(found)} faults", sep="\n")
        sys.exit(bool(found))
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
