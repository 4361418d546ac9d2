"""Options of the commands that make documents."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from lammer.api.game import Game, load
from lammer.papers.data import document_data
from lammer.papers.document import Document, FileKind
from lammer.papers.letters import missing_letters
from lammer.rules.overrides import split_game
from lammer.surfaces.cli.options import attached
from lammer.surfaces.cli.shared import shared

OutputOption = Annotated[Path | None, shared("--output", alias="-o", show_default=False)]
PaperOption = Annotated[Literal["a4", "letter"], shared("--paper")]
DateOption = Annotated[
    str, Parameter(help="A date to print, like 2026-11-17. Without it the document has none.", show_default=False)
]


def game_and_name(game: str, attach: tuple[str, ...], set_: tuple[str, ...]) -> tuple[Game, str]:
    """The game, and the name under which it can be loaded again."""
    name, overrides = split_game(attached(game, attach))
    texts = (*overrides, *set_)
    whole = f"{name}[{','.join(texts)}]" if texts else name
    return load(whole), whole


@contextmanager
def says_if_stopped(result: str) -> Iterator[None]:
    """Says after Ctrl-C, or a request to terminate, what became of the file."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"lammer: interrupted{result and '; '}{result}", file=sys.stderr)
        raise


def warn_of_letters(document: Document, kind: FileKind) -> None:
    """Says which letters of a PDF print as empty boxes."""
    letters = missing_letters(document_data(document)) if kind == "pdf" else ""
    if letters:
        print(f"lammer: the fonts of a PDF have no {letters}: these letters print as empty boxes", file=sys.stderr)
