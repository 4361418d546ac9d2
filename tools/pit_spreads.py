"""Writes `floor/pit/spreads.json`, the exact edge and standard deviation of every shipped game and its side bets. They
take minutes to compute, and the pit report needs them at once. `python tools/pit_spreads.py [GAME …]`."""

import json
import sys

from lammer.floor.pit.spreads import STORED, compute_spreads
from lammer.rules.loader import load_sheet
from lammer.surfaces.web.lobby import playable


def main(games: list[str]) -> None:
    kept = json.loads(STORED.read_text("utf-8")) if STORED.exists() else {}
    for game in games:
        sheet = load_sheet(game)
        kept[sheet.ref] = compute_spreads(sheet).as_json()
        print(f"{sheet.ref}: {kept[sheet.ref]}", flush=True)
        STORED.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or list(playable()))
