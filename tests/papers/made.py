"""Papers for the tests: quick figures of every shipped sheet, computed once in each process."""

from functools import cache
from typing import NamedTuple

import lammer
from lammer.exact.finding import edge
from lammer.papers.document import Document, Paper
from lammer.papers.figures import Figures, figures_of
from lammer.papers.par import par_sheet
from lammer.papers.pdf import pdf_bytes
from lammer.papers.wanted import LeftOut, Wanted, attempt
from lammer.rules.loader import load_sheet, sheet_head, sheet_names
from tests.sheets import HOUSES

QUICK = Wanted(rounds=100_000, spread=False, effects=False, removal=False)
MARGIN = 19 * 72 / 25.4
"""Points. The margins are 20 mm wide."""


def shipped() -> list[str]:
    """Every sheet in the folder; a sheet of a side bet with the first game that it attaches to."""
    names = []
    for name in sheet_names():
        hosts = sheet_head(name).get("attaches_to")
        names.append(f"{hosts[0]}+{name}" if hosts else name)
    return names


def analysed_quickly(name: str) -> str:
    """A sheet as the tests print it: one with two hands for each box is not split, since its analysis takes six times
    as long with splits, and takes place four times."""
    return f"{name}[split.maximum_hands=1]" if load_sheet(name).rules.hands.per_box > 1 else name


def quick(name: str) -> Wanted:
    """The chart of a game takes longest. A side bet does not change it, and the games of other houses have those of the
    game that they extend."""
    game = name.partition("[")[0]
    return QUICK._replace(chart="+" not in game and game not in HOUSES)


@cache
def exact_edge(game: str) -> float | LeftOut:
    """Of a game by itself; the side bets attached to it do not change it."""
    return attempt(lambda: edge(lammer.load(game).sheet).house_edge)


@cache
def figures(name: str, wanted: Wanted = QUICK) -> Figures:
    return figures_of(lammer.load(name), name, wanted)


@cache
def par(name: str, wanted: Wanted = QUICK) -> Document:
    return par_sheet(figures(name, wanted), f"lammer report {name} -o par.pdf")


@cache
def pdf(name: str, wanted: Wanted = QUICK, paper: Paper = "a4") -> bytes:
    return pdf_bytes(par(name, wanted), paper)


class Page(NamedTuple):
    width: float
    height: float
    boxes: tuple[tuple[float, float, float, float], ...]
    """Left, bottom, right and top of every piece of text."""
    colours: int
    """The number of different colours on the page."""


def page_words(made: bytes) -> list[list[str]]:
    import pypdfium2

    document = pypdfium2.PdfDocument(made)
    found = []
    for page in document:
        text = page.get_textpage()
        found.append(text.get_text_range().replace("\u200b", "").split())
        text.close()
        page.close()
    document.close()
    return found


def pages(made: bytes) -> list[Page]:
    import pypdfium2

    document = pypdfium2.PdfDocument(made)
    found = []
    for page in document:
        text = page.get_textpage()
        boxes = tuple(text.get_rect(at) for at in range(text.count_rects()))
        picture = page.render(scale=0.3)
        colours = len(set(picture.to_pil().getcolors(1 << 16)))
        found.append(Page(page.get_width(), page.get_height(), boxes, colours))
        text.close()
        page.close()
    document.close()
    return found


def overflows(page: Page) -> list[tuple[float, float, float, float]]:
    """Pieces of text that reach into a margin; header and footer have their own."""
    return [
        box
        for box in page.boxes
        if box[0] < MARGIN or box[2] > page.width - MARGIN or box[1] < MARGIN / 2 or box[3] > page.height - MARGIN / 2
    ]
