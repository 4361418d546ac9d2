"""The deck drill: how many decks are left, from the height of the discard tray or of the cards in the shoe."""

from fractions import Fraction
from typing import Literal, NamedTuple

from lammer.cards.card import DECK_SIZE
from lammer.rules.sheet import Sheet
from lammer.table.shuffle import DrawStream, derived_seed
from lammer.training.counted import decks_text, number_text
from lammer.training.graded import Graded
from lammer.training.shoe_rounds import deal_shoe

QUARTER = Fraction(1, 4)
EIGHTHS = " ▏▎▍▌▋▊▉"
COLUMNS = 8
"""Columns of one deck in a terminal that is wide enough."""


class DeckQuestion(NamedTuple):
    """``shown`` is the pile in the picture: the discard tray or the shoe."""

    decks: int
    left: int
    shown: Literal["tray", "shoe"]

    @property
    def filled(self) -> Fraction:
        """The height of the pile, as a part of the whole shoe."""
        left = Fraction(self.left, self.decks * DECK_SIZE)
        return left if self.shown == "shoe" else 1 - left

    @property
    def text(self) -> str:
        pile = "the cards left in the shoe" if self.shown == "shoe" else "the discard tray"
        return f"{decks_text(self.decks)}, the picture shows {pile}: how many decks are left to be dealt?"

    def bar(self, columns: int) -> str:
        """The pile to scale, for a terminal of so many columns; the frame holds the whole shoe."""
        width = min(COLUMNS, max(1, (columns - len("▕▏")) // self.decks)) * self.decks
        full, eighth = divmod(round(self.filled * width * 8), 8)
        return f"▕{('█' * full + EIGHTHS[eighth] * (eighth > 0)).ljust(width)}▏"

    def graded(self, given: Fraction) -> Graded:
        """Right within a quarter of a deck, which is the nearest half deck. The error is in half decks."""
        exact = Fraction(self.left, DECK_SIZE)
        error = abs(given - exact)
        right = error <= QUARTER
        expected = number_text(Fraction(round(exact * 100), 100))
        verdict = "Right" if right else f"Wrong: you said {number_text(given)}"
        gone = self.decks * DECK_SIZE - self.left
        why = f"{gone} of {self.decks * DECK_SIZE} cards are gone, {self.left} are left: {expected} decks"
        text = f"{verdict}. {why}. You were {float(2 * error):.1f} half decks off."
        return Graded(right, expected, float(2 * error), text)


def deck_question(sheet: Sheet, seed: str) -> DeckQuestion:
    """A shoe after any of its rounds."""
    shoe, below = deal_shoe(sheet, seed), DrawStream(derived_seed(seed, "decks")).below
    after = 1 + below(len(shoe.rounds))
    return DeckQuestion(shoe.decks, shoe.left_before(after), "tray" if below(2) else "shoe")
