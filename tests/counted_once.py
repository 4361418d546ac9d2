"""Exact figures that all processes of the tests compute once: the chances of side bets, the results of a round and the
values of two hands.

To count every deal of a bet takes up to five CPU seconds for each number of decks, the results of a round up to nine,
two hands twenty. Every test process and every command that a test starts would do it for itself. The first answer is
computed for real and kept on disk, by everything that it depends on: the rules, the shoe, the strategy, and a hash of
the sources that compute it."""

import hashlib
import os
import pickle
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from lammer.cache import cache_folder, hash_of, sources_of
from lammer.exact import results, two_hands
from lammer.exact.hands import Floats
from lammer.exact.play import ByChart, Forced, Optimal, Play
from lammer.exact.values import Game
from lammer.rule_tables.tables import RuleTables
from lammer.rules import outcome_chances

KEPT = {"counted": ("cards", "rules"), "analysed": ("cards", "rules", "rule_tables", "exact", "strategy")}
"""Packages whose sources decide what a chance is, and what a hand is worth."""
NAMES = ("_counted", "_counted_by_up_card")
A_DECK = 52
"""Analyses of fewer cards take no time, and are what oracles are compared with."""


class Kept:
    """Replaces a function whose first answers are kept."""

    def __init__(self, honest: Callable[..., Any], folder: Path) -> None:
        self._honest, self._folder = honest, folder
        self._name = honest.__name__

    def kept(self, asked: object, count: Callable[[], Any]) -> Any:
        path = self._folder / hashlib.sha256(repr((self._name, asked)).encode()).hexdigest()
        try:
            return pickle.loads(path.read_bytes())
        except FileNotFoundError:
            found = count()
        handle, written = tempfile.mkstemp(dir=self._folder)
        with os.fdopen(handle, "wb") as file:
            file.write(pickle.dumps(found))
        os.replace(written, path)  # another process finds the whole of it or nothing
        return found


class FirstCount(Kept):
    """Replaces a function that counts. Its arguments are told apart by their texts, which name every value."""

    def __call__(self, *asked: object) -> Any:
        return self.kept(asked, lambda: self._honest(*asked))


class FirstAnalysis(Kept):
    """Replaces an analysis that tells of its progress. What is kept tells of as many steps."""

    def analysed(self, asked: str, on_progress: Callable[[], None], *given: object) -> Any:
        """``asked`` names every value of what is given to the analysis; without it nothing is kept."""
        if not asked:
            return self._honest(*given, on_progress)
        steps = 0

        def step() -> None:
            nonlocal steps
            steps += 1
            on_progress()

        found, kept_steps = self.kept(asked, lambda: (self._honest(*given, step), steps))
        for _ in range(steps, kept_steps):
            on_progress()
        return found


class FirstResults(FirstAnalysis):
    def __call__(self, game: Game, on_progress: Callable[[], None]) -> Any:
        return self.analysed(asked_of(game.tables, game.shoe, game.play), on_progress, game)


class FirstTwoCardValues(FirstAnalysis):
    def __call__(self, tables: RuleTables, shoe: Floats, play: Play, on_progress: Callable[[], None]) -> Any:
        return self.analysed(asked_of(tables, shoe, play), on_progress, tables, shoe, play)


def asked_of(tables: RuleTables, shoe: Floats, play: Play) -> str:
    """All that an analysis depends on, in writing: the rules without side bets, the shoe and the strategy. Nothing for
    a few cards, and for a strategy of a test's own."""
    if shoe.sum() < A_DECK or type(play) not in (Optimal, Forced, ByChart):
        return ""
    chart = sorted(play.chart.cells.items()) if isinstance(play, ByChart) else []
    rules = tables.sheet.rules.model_dump_json(exclude={"side_bets"})
    return repr((rules, tables.against, shoe.tolist(), play.name, chart))


def count_once() -> None:
    counted, analysed = (cache_folder(kind, hash_of(sources_of(sources))) for kind, sources in KEPT.items())
    assert counted is not None, "tests need a folder to write to"
    assert analysed is not None
    for name in NAMES:
        kept = FirstCount(getattr(outcome_chances, name).__wrapped__, counted)
        setattr(outcome_chances, name, lru_cache(maxsize=256)(kept))
    setattr(results, "_results", FirstResults(results._results, analysed))  # noqa: B010
    setattr(two_hands, "all_two_card_values", FirstTwoCardValues(two_hands.all_two_card_values, analysed))  # noqa: B010
