"""What a person sets before sitting down."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from lammer.rules.sheet import Sheet


@dataclass(frozen=True)
class PlaySettings:
    """Money in minor units. ``bet`` and ``sides`` are what Enter bets first; ``seed`` None deals a secure shoe."""

    sheet: Sheet
    bankroll: int
    bet: int | None = None
    sides: Mapping[str, int] = field(default_factory=dict)
    seats: int = 1
    plain: bool = False
    colour: bool | None = None
    seed: str | None = None
    log: Path | None = None
    hints: bool = False
    terms: str = ""
    """By which a progressive's meters advance; empty for the shipped ones that fit."""
    jackpots: Path | None = None
    """Where meters are kept between games; None keeps them for this game only."""
    in_: TextIO = field(default_factory=lambda: sys.stdin)
    out: TextIO = field(default_factory=lambda: sys.stdout)
