"""The file of ``lammer drill``: what is kept of every game and drill, by name. It is written after every answer."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lammer.papers.files import write_whole
from lammer.surfaces.cli.options import BadOption
from lammer.training.drills import Card


class DrillFile:
    def __init__(self, path: Path) -> None:
        self._path, self._all = path, _read(path)

    def entry(self, name: str) -> dict[str, Any]:
        """What is kept under a name; empty if nothing is."""
        found = self._all.get(name, {})
        if not isinstance(found, dict):
            raise self.fault()
        return found

    def put(self, name: str, entry: Mapping[str, Any]) -> None:
        self._all[name] = dict(entry)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, json.dumps(self._all, indent=1).encode())
        except OSError as fault:
            raise BadOption(f"--memory: {self._path} cannot be written ({fault}); name another file") from None

    def fault(self) -> BadOption:
        return _not_a_drill_file(self._path)


def cards_from(kept: Mapping[str, Any]) -> dict[str, Card]:
    """Hands that are repeated, by key."""
    return {key: Card(*map(int, card)) for key, card in kept.items()}


def cards_kept(cards: Mapping[str, Card]) -> dict[str, list[int]]:
    return {key: list(card) for key, card in cards.items()}


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as fault:
        raise BadOption(f"--memory: {path} cannot be read ({fault}); name another file") from None
    if not isinstance(found, dict):
        raise _not_a_drill_file(path)
    return found


def _not_a_drill_file(path: Path) -> BadOption:
    return BadOption(f"--memory: {path} is not a file of lammer drill; name another file")
