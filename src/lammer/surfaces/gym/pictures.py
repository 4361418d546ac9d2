"""What ``render`` returns: the round as text, or as a picture of the table."""

import json
from typing import Any

from gymnasium.error import DependencyNotInstalled

from lammer.api.game import Game
from lammer.api.tables import Round
from lammer.errors import BadArgument

MODES = ("ansi", "rgb_array")
SIZE = (320, 180)
"""The picture in points; it has two pixels a point."""
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
TYPST = """
#let table = json(bytes(sys.inputs.table))
#set page(width: 320pt, height: 180pt, margin: 12pt, fill: rgb("#14532d"))
#set text(size: 9pt, fill: white)
#let card(one) = box(fill: if one == "??" { rgb("#7f1d1d") } else { white }, radius: 2pt, width: 20pt, height: 26pt,
  align(center + horizon, text(size: 10pt, fill: if one.ends-with("♥") or one.ends-with("♦") { red } else { black },
    if one == "??" { "" } else { one })))
#for row in table.rows {
  block(spacing: 5pt, grid(columns: (52pt, auto), align: horizon, row.name, stack(dir: ltr, spacing: 3pt,
    ..row.cards.map(card), text(size: 8pt, "  " + row.says))))
}
#v(1fr)
#text(size: 8pt, table.says)
"""


def known_mode(mode: str | None) -> str | None:
    """Raises BadArgument for a mode that ``render`` does not have."""
    if mode not in (None, *MODES):
        raise BadArgument("render_mode", f"{mode!r} is not one of {', '.join(MODES)}")
    return mode


def picture_of(game: Game, round_: Round | None, mode: str | None) -> Any:
    if mode is None:
        return None
    if mode == "ansi":
        return str(round_) if round_ is not None else f"{game.ref}\nthe round waits for its wager"
    return _pixels(_rows(game, round_))


def _rows(game: Game, round_: Round | None) -> dict[str, Any]:
    if round_ is None:
        return {"rows": [], "says": f"{game.sheet.name}: place your bet"}
    rows = [{"name": "Dealer", "cards": [_face(one) for one in round_.dealer], "says": ""}]
    for number, hand in enumerate(round_.hands, start=1):
        says = f"{'soft ' if hand.soft else ''}{hand.total}"
        says += f", lammer {hand.free}" if hand.free else ""
        rows.append({"name": f"Hand {number}", "cards": [_face(one) for one in hand.cards], "says": says})
    return {"rows": rows, "says": str(round_).splitlines()[-1]}


def _face(card: str) -> str:
    return card if card == "??" else card[0].replace("T", "10") + SUITS[card[1]]


def _pixels(table: dict[str, Any]) -> Any:
    try:
        import pypdfium2
        import typst
    except ImportError as error:
        raise DependencyNotInstalled(f"a picture needs {error.name}: pip install 'lammer[report]'") from None
    made = typst.compile(TYPST.encode(), sys_inputs={"table": json.dumps(table)}, format="pdf")
    return pypdfium2.PdfDocument(made)[0].render(scale=2, rev_byteorder=True).to_numpy()[:, :, :3].copy()
