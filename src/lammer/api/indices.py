"""Index plays of a game, from user-supplied arguments, with readable results."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lammer.api import html
from lammer.api.analysis import ANALYSIS
from lammer.api.arguments import OnProgress, need_numba, text_of
from lammer.api.arguments import steps_of as step_reporter
from lammer.api.counting import known_shoe, penetration_of
from lammer.api.shoes import ShoeChoice
from lammer.api.text import aligned
from lammer.counting.systems import named_count
from lammer.counting.true_counts import checked_rounding
from lammer.rules.sheet import Sheet

if TYPE_CHECKING:
    from lammer.counting.index_finding import AskedIndices, IndexFinding
    from lammer.counting.index_plays import IndexPlay


@dataclass(frozen=True, repr=False)
class Indices:
    """At which true counts another play becomes better, for own hands and for hands on a lammer. The largest gain
    first."""

    finding: "IndexFinding"

    def __iter__(self) -> "Iterator[IndexPlay]":
        return iter(self.finding.plays)

    def __len__(self) -> int:
        return len(self.finding.plays)

    def of(self, hand: str, up: str, stake: str = "own") -> "tuple[IndexPlay, ...]":
        """The index plays of a hand, like "hard 16" or "8,8", against an up card, A, 2 … 9, T. ``stake`` is own or
        lammer."""
        return tuple(one for one in self if (one.hand, one.up, one.stake) == (hand, up, stake))

    @property
    def insurance(self) -> "tuple[IndexPlay, ...]":
        """The index of insurance by up card; empty if it is not offered or the count tells nothing about it."""
        return self.finding.insurance

    def as_json(self) -> dict[str, Any]:
        """Plain values, as ``lammer indices --json`` prints them."""
        return self.finding.as_json()

    def _table(self) -> tuple[list[str], list[list[str]]]:
        rows = [
            [
                one.stake,
                f"{one.hand} v {one.up}",
                f"{one.other} {threshold_text(self.finding.learned(one), above=one.above)}, else {one.play}",
                f"{one.true_count:+z.2f}",
                f"{100 * one.frequency:.4f}",
                f"{one.gain:.5f}",
            ]
            for one in (*self.insurance, *self)
        ]
        return ["stake", "hand", "play", "index", "per 100 rounds", "gain per 100"], rows

    def _title(self) -> str:
        return f"{self.finding.sheet}, {self.finding.shoe}, {self.finding.system.name}"

    def __str__(self) -> str:
        header, rows = self._table()
        return "\n".join([self._title(), *aligned([header, *rows])])

    def __repr__(self) -> str:
        return f"<Indices {self._title()}: {len(self)} index plays>"

    def _repr_html_(self) -> str:
        return html.table(f"{self._title()}: index plays", *self._table())


def threshold_text(count: int, *, above: bool) -> str:
    """Where the play changes, as a player learns it.

    >>> threshold_text(4, above=True), threshold_text(0, above=False)
    ('at +4 or above', 'below 0')
    """
    number = f"{count:+d}" if count else "0"
    return f"at {number} or above" if above else f"below {number}"


def asked_indices(count: str, true_count: str, penetration: float | None) -> "AskedIndices":
    """What is asked for, checked."""
    from lammer.counting.index_finding import AskedIndices

    return AskedIndices(named_count(text_of("count", count)), checked_rounding(true_count), penetration_of(penetration))


def indices_of_game(
    sheet: Sheet, choice: ShoeChoice, asked: "AskedIndices", on_progress: OnProgress | None = None
) -> Indices:
    need_numba(ANALYSIS)
    from lammer.counting.index_finding import indices_of, steps_of_indices

    shoe = known_shoe(sheet, choice)
    return Indices(indices_of(sheet, shoe, asked, step_reporter(on_progress, steps_of_indices(shoe))))
