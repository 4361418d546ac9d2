"""Work of the child process about papers: a document or picture of a game as it is set, as a file."""

import base64
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from lammer.errors import LammerError
from lammer.rules.sheet import Sheet

if TYPE_CHECKING:
    from lammer.api.game import Game

ROUNDS, SEED = 1_000_000, 1
"""Of a simulation in a paper: a tenth of the command's, because the child has one core."""
PDF, SVG = "application/pdf", "image/svg+xml"
PLOT = "plot-"


class Progress(Protocol):
    """Called now and then; ``tell`` says how many parts are done, of how many, and which one begins."""

    def __call__(self) -> None: ...

    def tell(self, done: int, of: int, part: str) -> None: ...


def _paper(sheet: Sheet, asked: Mapping[str, Any], on_progress: Progress) -> Any:
    from lammer.api.game import load

    kind, paper = asked["kind"], asked["paper"]
    try:
        name, content = _made(load(sheet.ref), kind, paper, on_progress)
    except LammerError as why:  # also if the extra is not installed
        return {"refused": str(why)}
    game = re.sub(r"[^a-z0-9]+", "-", sheet.ref.partition("[")[0]).strip("-")
    return {
        "file": f"{name}-{game}.{'pdf' if content.startswith(b'%PDF') else 'svg'}",
        "type": PDF if content.startswith(b"%PDF") else SVG,
        "content": base64.b64encode(content).decode(),
    }


def _made(game: "Game", kind: str, paper: str, on_progress: Progress) -> tuple[str, bytes]:
    """The first part of the file's name, and its content."""
    if kind.startswith(PLOT):
        return kind.removeprefix(PLOT), _plot(game, kind.removeprefix(PLOT))
    makers: dict[str, Callable[[], bytes]] = {
        "par": lambda: _par(game, paper, on_progress),
        "rules": lambda: _sign(game, paper),
        "card": lambda: _card(game),
        "felt": lambda: _felt(game),
    }
    return kind, makers[kind]()


def _par(game: "Game", paper: str, on_progress: Progress) -> bytes:
    from lammer.papers.figures import STEPS, figures_of
    from lammer.papers.par import command_for, par_sheet
    from lammer.papers.pdf import need_typst, pdf_bytes
    from lammer.papers.pictures import need_matplotlib
    from lammer.papers.wanted import Wanted

    need_typst()
    need_matplotlib()
    begun = 0

    def step(part: str) -> None:
        nonlocal begun
        on_progress.tell(begun, len(STEPS), part)
        begun += 1
        on_progress()

    wanted = Wanted(rounds=ROUNDS, seed=SEED)
    figures = figures_of(game, game.ref, wanted, step)
    document = par_sheet(figures, command_for(game.ref, wanted, "lab", "", paper))
    return pdf_bytes(document, "letter" if paper == "letter" else "a4")


def _sign(game: "Game", paper: str) -> bytes:
    from lammer.papers.posted import sign_pdf

    return sign_pdf(game.sheet, paper)


def _card(game: "Game") -> bytes:
    from lammer.papers.posted import card_pdf

    return card_pdf(game.sheet, game.strategy("total").chart)


def _felt(game: "Game") -> bytes:
    from lammer.papers.felt import felt_svg

    return felt_svg(game.sheet).encode()


def _plot(game: "Game", what: str) -> bytes:
    from lammer.papers.pictures import drawn, need_matplotlib
    from lammer.papers.plots import plot

    need_matplotlib()
    found = plot(game, what, ROUNDS, SEED)
    return drawn(found.height, found.draw, "svg")


WORKS = {"paper": (_paper, 4, False)}
"""Each with its urgency, and whether its answer is kept: files are large, and are asked for once."""
