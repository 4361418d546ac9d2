"""Writes `surfaces/web/edges.json`, the exact house edge of every shipped game, which the lobby shows."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from lammer.exact.finding import edge
from lammer.rules.loader import load_sheet
from lammer.surfaces.web.lobby import KEPT, edge_key, playable


def edges() -> dict[str, float]:
    return {edge_key(sheet): edge(sheet).house_edge for sheet in map(load_sheet, playable())}


if __name__ == "__main__":
    KEPT.write_text(json.dumps(edges(), indent=2) + "\n", "utf-8")
