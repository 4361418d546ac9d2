"""Saves the terminal's jackpots between games, in a JSON file in the user's data folder that is replaced atomically."""

import json
import os
import tempfile
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, ValidationError

from lammer.errors import LammerError
from lammer.progressive.state import Carried


class KeptLevel(BaseModel):
    """A meter with its hidden reserve. ``start`` and ``reset`` are the sheet's; other values mean another jackpot."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    start: NonNegativeInt
    reset: NonNegativeInt
    amount: NonNegativeInt
    reserve: NonNegativeInt = 0
    carried: Carried = Carried()


Levels = dict[str, KeptLevel]


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")
    version: int = Field(default=1, ge=1, le=1)
    jackpots: dict[str, Levels] = {}


class CannotKeep(LammerError):
    """The file cannot be read or written. The message says why."""


class JackpotFile:
    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, name: str) -> Levels | None:
        """The saved jackpot; None if there is none. If the file is damaged, moves it aside for inspection and raises
        CannotKeep."""
        return self._read().jackpots.get(name)

    def write(self, name: str, levels: Levels) -> None:
        """Saves this jackpot and leaves the others unchanged. A killed process leaves either the old or the new
        file."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            kept = self._read()
            text = _File(jackpots={**kept.jackpots, name: levels}).model_dump_json(indent=1)
            handle, beside = tempfile.mkstemp(dir=self.path.parent, prefix=f"{self.path.name}.")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    file.write(text + "\n")
                    file.flush()
                    os.fsync(file.fileno())
                Path(beside).replace(self.path)
            except BaseException:
                Path(beside).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise CannotKeep(f"{self.path}: {error.strerror or error}") from None

    def _read(self) -> _File:
        try:
            return _File.model_validate(json.loads(self.path.read_text(encoding="utf-8")))
        except (FileNotFoundError, NotADirectoryError):
            return _File()
        except OSError as error:
            raise CannotKeep(f"{self.path}: {error.strerror or error}") from None
        except (ValueError, RecursionError, ValidationError):
            aside = self.path.with_name(f"{self.path.name}.damaged")
            try:
                self.path.replace(aside)
            except OSError as error:
                raise CannotKeep(f"{self.path} is damaged and cannot be moved: {error.strerror or error}") from None
            raise CannotKeep(f"{self.path} was damaged; it is now {aside.name}") from None
