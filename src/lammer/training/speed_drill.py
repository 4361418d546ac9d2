"""The speed drill: cards are shown one after another, then the running count is asked for."""

from fractions import Fraction
from typing import Literal, NamedTuple

from lammer.cards.card import VALUE_LETTERS, VALUES
from lammer.counting.systems import System
from lammer.rules.sheet import Sheet
from lammer.training.counted import count_text, running_count, start_of
from lammer.training.graded import Graded
from lammer.training.shoe_rounds import deal_shoe

Group = Literal["1", "2", "3", "round"]
"""Cards that are shown together: one to three, or all cards of a round."""
LENGTH = 52
SHORTEST, LONGEST = 5, 416


class SpeedQuestion(NamedTuple):
    system: System
    start: Fraction
    groups: tuple[tuple[int, ...], ...]

    @property
    def cards(self) -> tuple[int, ...]:
        return tuple(card for group in self.groups for card in group)

    @property
    def text(self) -> str:
        return f"{self.system.title}, starting at {count_text(self.start)}: what is the running count?"

    def graded(self, given: Fraction) -> Graded:
        right = running_count(self.system.tags, self.cards, self.start)
        expected = count_text(right)
        verdict = "Right" if given == right else f"Wrong: you said {count_text(given)}"
        text = f"{verdict}. The running count is {expected}: {self._sum()}."
        return Graded(given == right, expected, float(abs(given - right)), text)

    def _sum(self) -> str:
        """The cards by tag: ``22 cards of +1 (2 3 4 5 6), 20 of −1 (A T)``."""
        by_tag: dict[Fraction, list[int]] = {}
        for card in self.cards:
            by_tag.setdefault(self.system.tags.by_value[VALUES[card] - 1], []).append(VALUES[card])
        parts = []
        for tag, values in sorted(by_tag.items(), reverse=True):
            letters = " ".join(VALUE_LETTERS[value] for value in sorted(set(values)))
            parts.append(f"{len(values)} of {count_text(tag)} ({letters})")
        begun = f"{count_text(self.start)} at the start, " if self.start else ""
        return f"{begun}{len(self.cards)} cards, " + ", ".join(parts)


def speed_question(sheet: Sheet, system: System, length: int, group: Group, seed: str) -> SpeedQuestion:
    """The first ``length`` cards of a shoe, or fewer if the cut card comes before; with ``round`` whole rounds."""
    shoe = deal_shoe(sheet, seed)
    groups: list[tuple[int, ...]] = []
    if group == "round":
        for cards in shoe.rounds:
            if sum(map(len, groups)) < length:
                groups.append(cards)
    else:
        cards = shoe.seen_before(len(shoe.rounds))[:length]
        groups = [cards[at : at + int(group)] for at in range(0, len(cards), int(group))]
    return SpeedQuestion(system, start_of(system.tags, shoe.decks), tuple(groups))
