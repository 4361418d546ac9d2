"""The index drill: a hand, an up card and a true count, near the index at which the best play changes."""

from math import floor
from typing import NamedTuple

from lammer.counting.systems import System
from lammer.decisions.situation import Decision, decision_of
from lammer.decisions.values import value_decision
from lammer.rules.sheet import Sheet
from lammer.table.drive import Played
from lammer.table.shuffle import DrawStream, derived_seed
from lammer.training.drills import Drill, Memory, NoSuchHand, deal_key, key_of, random_hand
from lammer.training.graded import Graded
from lammer.training.index_plays import PlayChange, index_plays, play_at
from lammer.training.words import action_text, hand_text

LEAD = 0.1
"""Hands whose best play is further ahead in the full shoe have no index worth knowing."""
NEAR = 0.25
"""True counts this near to an index are not asked about: the linear model is not so sharp."""
BELOW, WIDTH = 2, 6
"""The true counts that are asked about begin this far below the index, and are this many."""
TRIES = 60


class IndexQuestion(NamedTuple):
    dealt: Played
    system: System
    plays: tuple[PlayChange, ...]
    true_count: int

    @property
    def decision(self) -> Decision:
        found = decision_of(self.dealt.round)
        assert found is not None  # the hand of a drill waits for the player
        return found

    @property
    def key(self) -> str:
        return key_of(self.decision.situation)

    @property
    def text(self) -> str:
        return f"{self.system.title}: the true count is {_count(self.true_count)}. Your play?"

    def graded(self, given: str) -> Graded:
        best, hand = play_at(self.plays, self.true_count), hand_text(self.dealt.round.sheet, self.decision.situation)
        ranges = [f"{action_text(self.plays[0].play_below)} at low counts"]
        ranges += [f"{action_text(one.play_from)} from a true count of {one.index:+.1f}" for one in self.plays]
        why = f"{hand}: {', '.join(ranges).replace('-', '−')}"
        verdict = "Right" if given == best else f"Wrong: {action_text(best)} is best at {_count(self.true_count)}"
        return Graded(given == best, best, 0.0, f"{verdict}. {why}.")


def next_index(sheet: Sheet, system: System, seed: str, memory: Memory) -> IndexQuestion:
    """A hand that is due again, or any hand with an index. Raises NoSuchHand and NotAnalysed."""
    below, due = DrawStream(derived_seed(seed, "index")).below, memory.due()
    for attempt in range(TRIES):
        first = due if attempt == 0 else None
        dealt = deal_key(sheet, first, below) if first else random_hand(sheet, Drill.CLOSE, below)
        found = index_question(sheet, system, seed, dealt) if dealt is not None else None
        if found is not None:
            return found
    raise NoSuchHand(f"{sheet.name} has no index plays for {system.name}")


def index_question(sheet: Sheet, system: System, seed: str, dealt: Played) -> IndexQuestion | None:
    """The question about a hand; None if it has no index. The same hand and seed give the same true count."""
    decision = decision_of(dealt.round)
    assert decision is not None  # the hand of a drill waits for the player
    worths = sorted((one.worth for one in value_decision(sheet, decision).choices), reverse=True)
    plays = index_plays(sheet, decision, system.tags) if len(worths) > 1 and worths[0] - worths[1] < LEAD else ()
    if not plays:
        return None
    below = DrawStream(derived_seed(seed, "true count")).below
    lowest = floor(plays[below(len(plays))].index) - BELOW
    counts = [lowest + at for at in range(WIDTH)]
    clear = [count for count in counts if all(abs(count - one.index) >= NEAR for one in plays)]
    return IndexQuestion(dealt, system, plays, clear[below(len(clear))]) if clear else None


def _count(count: int) -> str:
    return f"{count:+d}".replace("-", "−") if count else "0"
