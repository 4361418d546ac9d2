"""Measures how fast plain Python deals, plays and records rounds, compared with a yardstick in the same run.

    python benchmarks/deal.py [--short]       about a minute; prints a table and writes benchmarks/results/deal.md

The yardstick is a loop of similar work (building and reading small tuples), so that the ratio is comparable between
machines: "rounds per million yardstick steps".
"""

import json
import platform
import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import SHORT, record
from benchmarks.timing import best
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import choose, house_chart
from lammer.table.actions import bet
from lammer.table.session import Session, seeds_from

GAMES = ("sd-blackjack", "sd-free-bet", "triple-win-20", "free-money", "european-free-bet")
ROUNDS, STEPS, TRIES = (100, 10_000, 1) if SHORT else (10_000, 1_000_000, 3)


def yardstick() -> None:
    state: tuple[int, ...] = (0, 1, 2, 3)
    for step in range(STEPS):
        first, _, *rest = state
        state = (step & 7, first, *rest)


def deal(game: str) -> None:
    sheet = load_sheet(game)
    session, chooser = Session(sheet, seeds_from("benchmark")), partial(choose, house_chart(sheet))
    wager = (bet(1, 1000),)
    for _ in range(ROUNDS):
        json.dumps(session.deal(wager, chooser), separators=(",", ":"))


def main() -> None:
    steps = STEPS / best(yardstick, TRIES)
    lines = [
        "# lammer deal: rounds a second, one seat, one core, plain Python, records included",
        "",
        f"`python benchmarks/deal.py`, Python {platform.python_version()}, best of {TRIES}; "
        f"yardstick {steps / 1e6:.2f} M steps/s.",
        "",
        "| game | rounds/s | rounds per million yardstick steps |",
        "| --- | --- | --- |",
    ]
    for game in GAMES:
        speed = ROUNDS / best(partial(deal, game), TRIES)
        lines.append(f"| {game} | {speed:,.0f} | {speed / steps * 1e6:,.0f} |")
    text = "\n".join(lines) + "\n"
    record("deal", text)
    print(text)


if __name__ == "__main__":
    main()
