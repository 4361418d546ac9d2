"""Papers for the tests: quick figures of every shipped sheet, computed once in each process."""

from collections import defaultdict
from functools import cache
from typing import Any, NamedTuple

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
TOGETHER = 6
"""Side bets of one document: as many as its first page has room for."""
MARGIN = 19 * 72 / 25.4
"""Points. The margins are 20 mm wide."""


def shipped() -> list[str]:
    """Every sheet in the folder; those of side bets with the first game that they attach to, some together."""
    names, bets = list[str](), defaultdict[str, list[str]](list)
    for name in sheet_names():
        hosts = sheet_head(name).get("attaches_to")
        if hosts:
            bets[hosts[0]].append(name)
        else:
            names.append(name)
    return names + ["+".join([host, *some]) for host, attached in bets.items() for some in batched(attached, TOGETHER)]


def batched(names: list[str], size: int) -> list[list[str]]:
    return [names[at : at + size] for at in range(0, len(names), size)]


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


Box = tuple[float, float, float, float]


class Page(NamedTuple):
    width: float
    height: float
    boxes: tuple[Box, ...]
    """Left, bottom, right and top of every piece of text."""
    colours: int
    """The number of different colours on the page."""


def page_words(made: bytes) -> list[list[str]]:
    import pypdfium2

    document = pypdfium2.PdfDocument(made)
    found = []
    for page in document:
        text = page.get_textpage()
        found.append(text.get_text_range().split())
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
        boxes = tuple(_seen(text, text.get_rect(at), page.get_width()) for at in range(text.count_rects()))
        picture = page.render(scale=0.3)
        colours = len(set(picture.to_pil().getcolors(1 << 16)))
        found.append(Page(page.get_width(), page.get_height(), boxes, colours))
        text.close()
        page.close()
    document.close()
    return found


def _seen(text: Any, box: Box, width: float) -> Box:
    """A box without the space at its end, which nobody sees: in a title it is wide."""
    left, bottom, right, top = box
    edge = width - MARGIN
    only_space = right > edge and not text.get_text_bounded(edge, bottom, width, top).strip()
    return (left, bottom, edge, top) if only_space else box


def overflows(page: Page) -> list[Box]:
    """Pieces of text that reach into a margin; header and footer have their own."""
    return [
        box
        for box in page.boxes
        if box[0] < MARGIN or box[2] > page.width - MARGIN or box[1] < MARGIN / 2 or box[3] > page.height - MARGIN / 2
    ]
