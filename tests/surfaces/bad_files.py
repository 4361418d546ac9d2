"""Bad charts, sheets and books for the tests of bad input."""

import json
from pathlib import Path

from lammer.progressive.desk import create_desk
from lammer.progressive.terms import load_terms
from lammer.strategy.chart import chart_tree, shipped_chart, write_chart

HEADER = "stake,section,hand,2,3,4,5,6,7,8,9,T,A\n"
ROW = ",H" * 10 + "\n"


def write_bad_files(folder: Path) -> Path:
    """Every file that a row of bad input names; gives the folder back."""
    for name, text in _charts().items():
        (folder / name).write_text(text, encoding="utf-8")
    desk = create_desk(str(folder / "jackpot.db"))
    desk.create("create", "main", load_terms("blazing-7s"), "erin", "card of erin")
    desk.journal.close()
    return folder


def _charts() -> dict[str, str]:
    whole = write_chart(shipped_chart("free-bet"))
    lines = whole.splitlines(keepends=True)
    tree = chart_tree(shipped_chart("free-bet"))
    tree["own"]["hard"]["7-9"] = tree["own"]["hard"].pop("9")
    return {
        "cut-off.csv": "".join(lines[:9]),
        "one-cell.toml": '[own.hard.12]\n2 = "H"\n',
        "hole.csv": "".join(_holed(line) if line.startswith("own,hard,16,") else line for line in lines),
        "no-pairs.csv": "".join(line for line in lines if ",pair," not in line),
        "twice.csv": f"{HEADER}own,hard,4-7{ROW}own,hard,8{ROW}own,hard,8-9{ROW}",
        "overlap.json": json.dumps(tree),
        "same-key.json": '{"own": {"hard": {"12": {"2": "H"}, "12": {"2": "S"}}}}',
        "endless.csv": HEADER + "H" * 200_000,
        "nul.csv": f"{HEADER}own,hard,\0{ROW}",
    }


def _holed(line: str) -> str:
    """Without what to do against a ten."""
    cells = line.split(",")
    cells[-2] = "-"
    return ",".join(cells)
