"""Draws the pictures of the README from rounds in notation, with the code that draws the terminal table."""

import io
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from lammer.surfaces.cli.play.choices import choices_for
from lammer.surfaces.cli.play.drawing import Look, side_by_side, table_lines
from lammer.surfaces.cli.play.felt import key_text
from lammer.surfaces.cli.play.purse import at_stake
from lammer.surfaces.cli.play.screen import Scene
from lammer.surfaces.cli.play.seen import table_view
from lammer.table.notation import read_round
from lammer.table.records import record
from lammer.table.state import Waits

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
WIDTH = 80
PICTURES = {
    "free-splits": "sd-free-bet 1:10,pot-of-gold=5 | 8h 6c 8d Tc | FP 8s FP 3h FD Th 3s FD 9c 2d",
    "dealer-22": "free-money 1:10,dealer-22=5 2:25 | 5h 9h 3h 6d Qs 8h | FD 9d S | 2h 9h",
}


def picture(line: str) -> str:
    """The table at the end of the line, as SVG without external files."""
    played = read_round(line, unfinished=True)
    over = played.round.waits is Waits.NOTHING
    view = table_view(played.round)
    held = 0 if over else at_stake(view)
    entry = record(played, 1) if over else None
    net = sum(seat["net"] for seat in entry["seats"]) if entry else 0
    scene = Scene(played.round.sheet, view, 100_000 - held + net, held, net, entry)
    console = Console(file=io.StringIO(), record=True, width=WIDTH, force_terminal=True, color_system="truecolor")
    keys = side_by_side([[key_text(choice)] for choice in choices_for(view, 100_000)], WIDTH) if not over else [Text()]
    for text in (*table_lines(scene, Look(WIDTH, small=False)), *keys):
        console.print(text)
    return re.sub(r"@font-face \{.*?\}", "", console.export_svg(title=played.round.sheet.name), flags=re.DOTALL)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, line in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(picture(line), encoding="utf-8")
