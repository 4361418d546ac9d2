"""A table for tests: scripted people, stacked shoes, screens that remember, and the records of an evening."""

import io
import json
import os
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from lammer.cards.card import parse_card
from lammer.rules.loader import load_sheet
from lammer.surfaces.cli.play import PlaySettings, run_play
from lammer.table.shoe import Shoe, ShoeEmpty

BETS = {
    "sd-blackjack": "10",
    "sd-free-bet": "10 pot-of-gold=5 tip=1",
    "triple-win-20": "10 tw20-bonus=5",
    "free-money": "7.50 gold-rush=1 dealer-22=2",
    "european-free-bet": "10 push-22=5",
    "sd-blackjack+blazing-7s": "10 blazing-7s=1",
}
KEYS = ["h", "s", "s", "f", "f", "p", "p", "d", "o", "i", "e", "n", "n", "d 2", "i 2.50", "m", "l", "zz", ""]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal(io.StringIO):
    """Output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Person(Terminal):
    """Somebody who types lines and then raises an exception, such as Ctrl-C."""

    def __init__(self, *lines: str, then: type[BaseException] | None = None) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))
        self._then = then

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        line = super().readline(size)
        if not line and self._then is not None:
            raise self._then
        return line


def play(game: str, *lines: str, code: int = 0, bankroll: int = 100_000, **more: Any) -> str:
    """What is shown to somebody who pipes these lines in."""
    out = more.pop("out", None) or io.StringIO()
    source = more.pop("in_", None) or io.StringIO("".join(f"{line}\n" for line in lines))
    more.setdefault("seed", "table")
    sheet = load_sheet(game, more.pop("overrides", ()))
    assert run_play(PlaySettings(sheet, bankroll, in_=source, out=out, **more)) == code
    return str(out.getvalue())


def records(path: Path) -> list[dict[str, Any]]:
    """Rounds of a log; the lines that open a shoe are left out."""
    return [entry for entry in map(json.loads, path.read_text().splitlines()) if "notation" in entry]


def stack(monkeypatch: pytest.MonkeyPatch, cards: str) -> None:
    """The shoe deals these cards and no other."""
    codes = [parse_card(card) for card in reversed(cards.split())]

    def draw(_shoe: Shoe) -> int:
        if not codes:
            raise ShoeEmpty("the stacked cards are dealt")
        return codes.pop()

    monkeypatch.setattr(Shoe, "draw", draw)


class Output(io.StringIO):
    """A screen whose last words can be read, drawn on or spoken."""

    def __init__(self, *, drawn: bool) -> None:
        super().__init__()
        self._drawn, self.last = drawn, ""

    def isatty(self) -> bool:
        return self._drawn

    def write(self, text: str) -> int:
        self.last = text if text.strip() else self.last
        return super().write(text)


class Improviser(io.StringIO):
    """Answers prompts at random, sensibly or not, for so many rounds."""

    def __init__(self, out: Output, seed: str, rounds: int, keys: list[str]) -> None:
        super().__init__()
        self._out, self._chance, self._rounds, self._keys = out, random.Random(seed), rounds, keys

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        if "Your bet?" not in self._out.last or self._chance.random() < 0.2:
            return self._chance.choice(self._keys) + "\n"
        self._rounds -= 1
        return "\n" if self._rounds >= 0 else ""


def scripted(game: str, seed: int, lines: int) -> list[str]:
    chance = random.Random(f"{game} {seed}")
    return [BETS[game], *(chance.choice(KEYS) for _ in range(lines))]


def pair(text: str) -> tuple[str, str]:
    spot, _, amount = text.partition("=")
    return spot, amount


def put_up(entry: dict[str, Any]) -> int:
    """Own money a round took."""
    total = 0
    for seat in entry["seats"]:
        total += sum(hand["own"] for hand in seat["hands"]) + seat.get("insurance_wager", 0)
        total += sum(amount for spot, amount in seat["wagers"].items() if spot != "main")
        total += _tip(seat)
    return total


def brought(entry: dict[str, Any]) -> int:
    """What a round brought the player: the tip is the dealers' unless it comes back from an interrupted round."""
    return int(sum(seat["net"] - _tip(seat) + seat.get("tip", {}).get("returned", 0) for seat in entry["seats"]))


def _tip(seat: dict[str, Any]) -> int:
    tip = seat.get("tip", {})
    return int(tip.get("wager", 0) + tip.get("added", 0))


def final_bankroll(shown: str) -> int:
    last = re.findall(r"Your bankroll is (\d+)(?:\.(\d\d))?\.", ESCAPES.sub("", shown))[-1]
    return int(last[0]) * 100 + int(last[1] or 0)


def environment() -> dict[str, str]:
    path = os.pathsep.join(entry for entry in sys.path if entry)
    return {**os.environ, "PYTHONPATH": path, "TERM": "xterm-256color"}
