"""Plays random rounds of every game and searches everything that is published about them for secrets.

    python benchmarks/leaks.py [rounds] [--short]   prints and writes benchmarks/results/leaks.md

Views, answers, refusals, log lines and events are searched after every step, and the state is compared with twins that
have other hidden cards; in every 5th round the coach's advice for both is compared. In every 25th round the real app is
queried too, including errors and history. Before that, planted leaks must be found.
"""

import json
import logging
import platform
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.running import SHORT, record, size
from lammer.floor import house
from lammer.floor.state import FloorTable
from lammer.floor.view_json import view_texts
from lammer.surfaces.web import guard
from lammer.surfaces.web.app import create_app
from lammer.surfaces.web.limits import UNLIMITED
from lammer.surfaces.web.people import People
from lammer.table.state import Round
from tests.floor_play import Play, new_play
from tests.surfaces.leak_check import PLANTED, PLANTED_ADVICE, PLAYED, Watcher, coach_who_knows

APP_EVERY = 25
COACHED_EVERY = 5
CHIPS = 10**10
PLAYERS = 2
VIEWS, ADVICE = (PLANTED[:1], PLANTED_ADVICE[:1]) if SHORT else (PLANTED, PLANTED_ADVICE)
"""Leaks to plant. A trial plants one of each kind; tests/surfaces/test_leaks.py plants them all."""


def played(
    game: str,
    rounds: int,
    folder: Path,
    seed: int,
    overrides: tuple[str, ...] = (),
    coached_every: int = COACHED_EVERY,
    *,
    to_first_fault: bool = False,
) -> tuple[list[str], Counter[str]]:
    """The faults found, and how much was searched."""
    play = new_play(folder, game, PLAYERS, seed, chips=CHIPS, overrides=overrides)
    watcher, people = Watcher(play), People(b"a secret of this benchmark")
    cookies = {name: people.cookie(name) for name in ("p1", "p2", "somebody")}
    # The client is not entered, so that the app's clock does not run and deal between a look at the table and a
    # request.
    client = TestClient(create_app(play.floor, people, UNLIMITED), base_url="http://floor.test")
    with read_by(watcher):
        for number in range(rounds):
            with_app, coached = number % APP_EVERY == 0, number % coached_every == 0
            _round(play, watcher, client if with_app else None, cookies, coached)
            if number % 100 == 99:
                print(f"{game}: {number + 1:,} rounds, {len(watcher.faults)} faults", file=sys.stderr, flush=True)
            if to_first_fault and watcher.faults:
                break
    play.floor.journal.close()
    return watcher.faults, watcher.counted


def _round(play: Play, watcher: Watcher, client: TestClient | None, cookies: dict[str, str], coached: bool) -> None:
    def look() -> None:
        watcher.look(coached=coached)
        if client is not None:
            watcher.history(client, cookies)

    play.round(look)


@contextmanager
def read_by(watcher: Watcher) -> Iterator[None]:
    """Sends every log line to the watcher, from more loggers than a server enables, and lifts the rate limit."""
    root = logging.getLogger()
    before, burst = root.level, guard.BURST
    root.addHandler(watcher)
    root.setLevel(logging.INFO)
    setattr(guard, "BURST", 1e9)  # noqa: B010
    try:
        yield
    finally:
        root.removeHandler(watcher)
        root.setLevel(before)
        setattr(guard, "BURST", burst)  # noqa: B010


def caught(plant: Callable[[FloorTable, dict[str, Any]], None], folder: Path) -> bool:
    """Negative control: whether a leak in the pushed views is found within ten rounds."""
    honest = view_texts

    def leaking(table: FloorTable, chips: Any, jackpot: Any) -> dict[str, str]:
        views = {viewer: json.loads(text) for viewer, text in honest(table, chips, jackpot).items()}
        if table.inputs:
            for view in views.values():
                plant(table, view)
        return {viewer: json.dumps(view) for viewer, view in views.items()}

    setattr(house, "view_texts", leaking)  # noqa: B010
    try:
        return bool(played("sd-free-bet", 10, folder, seed=3, to_first_fault=True)[0])
    finally:
        setattr(house, "view_texts", honest)  # noqa: B010


def caught_coach(game: str, overrides: tuple[str, ...], plant: Callable[[Round], int], folder: Path) -> bool:
    """Negative control: whether a coach who knows too much is found."""
    with coach_who_knows(plant):
        return bool(played(game, 10, folder, 3, overrides, coached_every=1, to_first_fault=True)[0])


def main() -> None:
    rounds = size(10_000, short=len(PLAYED))
    begun, faults, counted = time.perf_counter(), list[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        places = (Path(folder, str(number)) for number in count())
        found = sum(caught(plant, _made(next(places))) for plant in VIEWS)
        found += sum(caught_coach(*planted, _made(next(places))) for planted in ADVICE)
        for number, (game, overrides) in enumerate(PLAYED):
            share = rounds // len(PLAYED) + (number < rounds % len(PLAYED))
            some, read = played(game, share, _made(next(places)), number, overrides)
            faults += [f"{game}: {fault}" for fault in some]
            counted += read
    minutes = (time.perf_counter() - begun) / 60
    verdict = "nothing was told that must not be" if not faults else "; ".join(faults[:10])
    lines = [
        f"`python benchmarks/leaks.py {rounds}`, Python {platform.python_version()}, {minutes:.0f} minutes.",
        "",
        f"{rounds:,} rounds of {len(PLAYED)} games, {PLAYERS} players, a spectator and a guest: **{verdict}**.",
        f"Planted leaks found: {found} of {len(VIEWS) + len(ADVICE)} (hole card, cards of the shoe, seed; in "
        "the coach's values, hole card and a neighbour's hidden cards).",
        "",
        "| read | how many |",
        "| --- | --- |",
        *(f"| {what} | {number:,} |" for what, number in sorted(counted.items())),
    ]
    text = "\n".join(["# What is told of a table", "", *lines]) + "\n"
    record("leaks", text)
    print(text)


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


if __name__ == "__main__":
    main()
