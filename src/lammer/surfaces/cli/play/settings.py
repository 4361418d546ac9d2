"""The settings of a game in the terminal."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from lammer.rules.sheet import Sheet


@dataclass(frozen=True)
class PlaySettings:
    """Money is in minor units. ``bet`` and ``sides`` are the first bet that Enter places. Without a ``seed`` the shoe
    is securely random."""

    sheet: Sheet
    bankroll: int
    bet: int | None = None
    against: bool = False
    """Whether that first bet is against the player's own hand."""
    sides: Mapping[str, int] = field(default_factory=dict)
    seats: int = 1
    plain: bool = False
    colour: bool | None = None
    seed: str | None = None
    log: Path | None = None
    hints: bool = False
    terms: str = ""
    """The terms by which a progressive's meters advance; empty for matching shipped terms."""
    lights: tuple[int, ...] = ()
    """Lights from earlier games, box by box."""
    jackpots: Path | None = None
    """The file that keeps meters between games; None keeps them for this game only."""
    in_: TextIO = field(default_factory=lambda: sys.stdin)
    out: TextIO = field(default_factory=lambda: sys.stdout)
