"""Index plays of one decision: the true counts at which its best play changes, in the linear model.

The exact value of a play from a full shoe without the cards in sight, and its change when one more card is gone, give
its value by true count as a straight line (``counting/count_slopes.py``). The best play changes where the upper lines
cross. ``counting/index_plays.py`` does the same for all hands of a game at once, those that look alike together.
"""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from lammer.cards.card import DECK_SIZE
from lammer.counting.tags import A_DECK, Tags
from lammer.decisions.situation import Decision
from lammer.decisions.values import value_decision
from lammer.rules.sheet import Sheet

RANGE = 6.0
"""Index plays further from the true count of a full shoe are left out."""


@dataclass(frozen=True)
class PlayChange:
    """``play_from`` is best at the true count ``index`` and above it, ``play_below`` is best below it."""

    hand: tuple[int, ...]
    up: int
    play_below: str
    play_from: str
    index: float


class Line(NamedTuple):
    """The value of a play by true count."""

    play: str
    at_zero: float
    slope: float

    def at(self, count: float) -> float:
        return self.at_zero + self.slope * count


def lines_of(sheet: Sheet, decision: Decision, tags: Tags) -> tuple[Line, ...]:
    """A line for each play that has an exact value. Raises NotAnalysed."""
    import numpy as np

    from lammer.counting.count_slopes import slopes

    seen = Counter((*decision.situation.cards, decision.situation.up, *decision.situation.gone))
    shoe = sheet.rules.shoe.decks * np.array(A_DECK, dtype=np.float64)
    about = slopes(shoe, np.array([[seen[value] for value in range(1, 11)]]), [float(tag) for tag in tags.by_value])
    start, full = float(about.start[0]), _values(sheet, decision, ())
    steep = dict.fromkeys(full, 0.0)
    for value, weight in enumerate(about.weights[:, 0].tolist(), start=1):
        if weight:
            for play, worth in _values(sheet, decision, (value,)).items():
                steep[play] += weight * (worth - full[play]) * (float(about.unseen[0]) - 1) / DECK_SIZE
    return tuple(Line(play, full[play] - slope * start, slope) for play, slope in steep.items())


def index_plays(sheet: Sheet, decision: Decision, tags: Tags) -> tuple[PlayChange, ...]:
    """The index plays of a decision, the lowest true count first."""
    start = -float(tags.per_deck)  # of a full shoe; 0 for a balanced count
    lines, found, at = lines_of(sheet, decision, tags), [], start - RANGE
    best = max(lines, key=lambda line: (line.at(at), line.slope)) if lines else None
    while best is not None:
        crossings = [
            (at + (best.at(at) - line.at(at)) / (line.slope - best.slope), -line.slope, line)
            for line in lines
            if line.slope > best.slope
        ]
        index, _, following = min(crossings, default=(0.0, 0.0, None))
        if following is None or index > start + RANGE:
            break
        found.append(PlayChange(decision.situation.cards, decision.situation.up, best.play, following.play, index))
        best, at = following, index
    return tuple(found)


def play_at(plays: tuple[PlayChange, ...], count: float) -> str:
    """The best play at a true count, from all index plays of a decision."""
    best = plays[0].play_below
    for one in plays:
        if count >= one.index:
            best = one.play_from
    return best


def _values(sheet: Sheet, decision: Decision, removed: tuple[int, ...]) -> dict[str, float]:
    """Exact values with further cards gone."""
    situation = decision.situation
    gone = decision._replace(situation=situation._replace(gone=tuple(sorted((*situation.gone, *removed)))))
    return {one.action: one.worth for one in value_decision(sheet, gone).choices}
