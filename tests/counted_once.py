"""Chances of side bets, which all processes of the tests count once.

To count every deal of a bet takes up to five CPU seconds for each number of decks, and every test process and every
command that a test starts would do it for itself. The first count is made for real and kept on disk, by everything that
it depends on: the conditions, the shoe, the rules of the deal, and a hash of the sources that count."""

import hashlib
import os
import pickle
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from lammer.cache import cache_folder, hash_of, sources_of
from lammer.rules import outcome_chances

COUNTING = ("cards", "rules")
"""Packages whose sources decide what a chance is."""
NAMES = ("_counted", "_counted_by_up_card")


class FirstCount:
    """Replaces a function that counts. Its arguments are told apart by their texts, which name every value."""

    def __init__(self, honest: Callable[..., Any], folder: Path) -> None:
        self._honest, self._folder = honest, folder
        self._name = honest.__name__

    def __call__(self, *asked: object) -> Any:
        path = self._folder / hashlib.sha256(repr((self._name, asked)).encode()).hexdigest()
        try:
            return pickle.loads(path.read_bytes())
        except FileNotFoundError:
            found = self._honest(*asked)
        handle, written = tempfile.mkstemp(dir=self._folder)
        with os.fdopen(handle, "wb") as file:
            file.write(pickle.dumps(found))
        os.replace(written, path)  # another process finds the whole of it or nothing
        return found


def count_once() -> None:
    folder = cache_folder("counted", hash_of(sources_of(COUNTING)))
    assert folder is not None, "tests need a folder to write to"
    for name in NAMES:
        kept = FirstCount(getattr(outcome_chances, name).__wrapped__, folder)
        setattr(outcome_chances, name, lru_cache(maxsize=256)(kept))
