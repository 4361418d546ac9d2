"""The pages of the documentation site: which files they are, where each stands in the menu, and their text.

Sources are Markdown files that can also be read on their own, with links between files of the repository. Here the
links are changed to those of the site. A link to a file that the site does not have, such as a program, becomes text.
"""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from tools.notebooks import notebook_page

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PROJECT = {
    "README.md": "project/tour.md",
    "ARCHITECTURE.md": "project/decisions.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "GLOSSARY.md": "glossary.md",
}
"""Files beside docs/, and their place in the site."""
MENU: dict[str, tuple[str | tuple[str, str], ...]] = {
    "Home": ("index.md",),
    "Tutorials": (
        "tutorials/player.md",
        "tutorials/mathematician.md",
        "tutorials/operator.md",
        "tutorials/programmer.md",
        "tutorials/",
    ),
    "How to": (
        "how-to/your-own-game.md",
        "how-to/submit-to-a-lab.md",
        "how-to/",
        ("Notebooks", "notebooks/"),
    ),
    "Guides": (
        "install.md",
        "trainer.md",
        "sheets.md",
        "side-bets.md",
        "conformance.md",
        "workbench.md",
        "simulation.md",
        "counting.md",
        "protection.md",
        "risk.md",
        "papers.md",
        "floor.md",
        "pit.md",
        "progressive.md",
        "ledger.md",
        "operations.md",
        "http.md",
        "client.md",
        "threats.md",
        "python.md",
        "gym.md",
    ),
    "Games": ("games.md", "games/"),
    "Mathematics": ("mathematics.md", "progressive-mathematics.md", "findings.md", "published.md"),
    "Reference": (
        "reference/",
        ("Commands", "reference/commands/"),
        "notation.md",
        "records.md",
        "clauses.md",
        "sentences.md",
        "glossary.md",
    ),
    "Project": ("project/", "licences.md", ("Benchmarks", "benchmarks/")),
}
"""Sections of the site. A folder stands for its other pages, with a title as a section of its own; a page that no
section names stands at the end of the guides."""
OTHERS = "Guides"
PICTURES = {".svg", ".jpg", ".png"}
FENCE = re.compile(r"^( *)```.*?^\1```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
SUBSCRIPT = re.compile(r"(?<=[\w)])_(?:\{([^}]*)\}|(\w)(?!\w))")
POWER = re.compile(r"(?<=[\w)])\^(\|\w\||\([^()]*\)|\w)")
LIST_ITEM = re.compile(r"^(?:- |\d+\. )")


@cache
def sources() -> dict[str, Path]:
    """Every page by its place in the site."""
    found = {place: ROOT / name for name, place in PROJECT.items()}
    for path in sorted([*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")]):
        found[path.relative_to(DOCS).with_suffix(".md").as_posix()] = path
    for path in sorted((ROOT / "benchmarks" / "results").glob("*.md")):
        found[f"benchmarks/{path.name}"] = path
    return found


@cache
def pictures() -> dict[str, Path]:
    return {path.relative_to(DOCS).as_posix(): path for path in sorted(DOCS.rglob("*")) if path.suffix in PICTURES}


@cache
def places() -> dict[Path, str]:
    """Where each file is in the site."""
    return {path.resolve(): place for place, path in (sources() | pictures()).items()}


def menu() -> list[Any]:
    """Sections in order, each a table of its title and its pages; a page is a table of its title and its place."""
    pages = list(sources())
    sections = {
        title: list(dict.fromkeys(place for name in named for place in _named(name, pages)))
        for title, named in MENU.items()
    }
    known = {place for section in sections.values() for place in section}
    sections[OTHERS] += [place for place in pages if place not in known]
    return [{title: _entries(places, MENU[title])} for title, places in sections.items() if places]


def _named(name: str | tuple[str, str], pages: list[str]) -> list[str]:
    """The page of that name, or the pages of that folder; its index comes first."""
    folder = name[1] if isinstance(name, tuple) else name
    if not folder.endswith("/"):
        return [folder] if folder in pages else []
    inside = [page for page in pages if PurePosixPath(page).parent.as_posix() == folder.rstrip("/")]
    return sorted(inside, key=lambda page: (not page.endswith("index.md"), page))


def _entries(places: list[str], named: tuple[str | tuple[str, str], ...]) -> list[Any]:
    """The pages of a section, those of a folder with a title of its own below that title."""
    titles = {folder: title for title, folder in (one for one in named if isinstance(one, tuple))}
    entries: list[Any] = []
    for place in places:
        # An index belongs to its section, and has no line of its own.
        entry = place if place.endswith("index.md") else {title_of(place): place}
        if title := titles.get(f"{PurePosixPath(place).parent.as_posix()}/"):
            if not entries or title not in entries[-1]:
                entries.append({title: []})
            entries[-1][title].append(entry)
        else:
            entries.append(entry)
    return entries


def title_of(place: str) -> str:
    """The first heading of a page."""
    found = re.search(r"^# (.+)$", page_text(place), re.MULTILINE)
    return found[1].replace("`", "") if found else place


def page_text(place: str) -> str:
    """A page as the generator gets it."""
    source = sources()[place]
    text = source.read_text("utf-8")
    if source.suffix == ".ipynb":
        return notebook_page(text)
    mathematics = place in MENU["Mathematics"]
    return "".join(
        _commands(part) if is_code else _prose(part, place, source, mathematics=mathematics)
        for is_code, part in parts(text)
    )


def parts(text: str) -> Iterator[tuple[bool, str]]:
    """The text in pieces, and whether each is a block of code."""
    at = 0
    for block in FENCE.finditer(text):
        yield False, text[at : block.start()]
        yield True, block.group()
        at = block.end()
    yield False, text[at:]


def _commands(block: str) -> str:
    """Somebody who reads the site has installed lammer; ./run belongs to a checkout."""
    return re.sub(r"(^\$ |\| )\./run\b", r"\1lammer", block, flags=re.MULTILINE) if "```console" in block else block


def _prose(text: str, place: str, source: Path, *, mathematics: bool) -> str:
    text = LINK.sub(lambda found: _link(found, place, source), _spaced_lists(text))
    if not mathematics:
        return text
    pieces = re.split(r"(`[^`]*`|\]\([^)]*\))", text)  # not within code or in the target of a link
    return "".join(piece if number % 2 else _formulas(piece) for number, piece in enumerate(pieces))


def _formulas(text: str) -> str:
    """Subscripts and powers, which the source writes as x_r and x^2. They may contain one another."""
    while (changed := SUBSCRIPT.sub(lambda one: f"<sub>{one[1] or one[2]}</sub>", text)) != text:
        text = changed
    return POWER.sub(lambda one: f"<sup>{one[1].removeprefix('(').removesuffix(')')}</sup>", text)


def _spaced_lists(text: str) -> str:
    """The generator begins a list only after an empty line, and takes what belongs to an item from four spaces on."""
    lines: list[str] = []
    for line in text.split("\n"):
        if LIST_ITEM.match(line) and lines and lines[-1] and not LIST_ITEM.match(lines[-1]) and lines[-1][0] != " ":
            lines.append("")
        inner = len(line) - len(line.lstrip(" "))
        lines.append(" " * (4 - inner) + line if inner in (2, 3) else line)
    return "\n".join(lines)


def _link(found: re.Match[str], place: str, source: Path) -> str:
    picture, text, target = found.groups()
    file, _, anchor = target.partition("#")
    if not file or "://" in file:
        return found.group()
    wanted = (source.parent / file).resolve()
    if wanted not in places():
        return str(text)
    relative = os.path.relpath(places()[wanted], PurePosixPath(place).parent.as_posix())
    return f"{picture}[{text}]({Path(relative).as_posix()}{'#' * bool(anchor)}{anchor})"
