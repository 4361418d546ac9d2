"""The true-count drill: a running count, and decks left or cards gone, to a true count."""

from fractions import Fraction
from typing import Literal, NamedTuple

from lammer.cards.card import DECK_SIZE
from lammer.counting.systems import System
from lammer.rules.sheet import Sheet
from lammer.table.shuffle import DrawStream, derived_seed
from lammer.training.counted import (
    Rounding,
    count_text,
    decks_text,
    half_decks,
    number_text,
    running_count,
    start_of,
    true_count,
)
from lammer.training.graded import Graded
from lammer.training.shoe_rounds import deal_shoe

ROUNDED = {
    Rounding.FLOOR: "rounded down",
    Rounding.ROUND: "rounded to the nearest",
    Rounding.TRUNCATE: "rounded towards zero",
}


class TrueCountQuestion(NamedTuple):
    """``stated`` is what the player is given beside the running count: decks left, or cards gone."""

    system: System
    running: Fraction
    decks: int
    left: int
    stated: Literal["decks", "cards"]
    rounding: Rounding

    @property
    def decks_left(self) -> Fraction:
        return half_decks(self.left)

    @property
    def text(self) -> str:
        gone = f"{self.decks * DECK_SIZE - self.left} cards of {decks_text(self.decks)} are gone"
        beside = f"decks left: {number_text(self.decks_left)}" if self.stated == "decks" else gone
        count = f"{self.system.title}: the running count is {count_text(self.running)}, {beside}"
        by = "" if self.stated == "decks" else " Divide by the decks left to the nearest half."
        return f"{count}. What is the true count, {ROUNDED[self.rounding]}?{by}"

    def graded(self, given: Fraction) -> Graded:
        right = true_count(self.running, self.decks_left, self.rounding)
        expected, exact = count_text(Fraction(right)), float(self.running / self.decks_left)
        verdict = "Right" if given == right else f"Wrong: you said {count_text(given)}"
        decks = number_text(self.decks_left)
        left = f"{self.left} cards are left, {decks_text(self.decks_left)}: " if self.stated == "cards" else ""
        quotient = f"{count_text(self.running)} / {decks} = {count_text(Fraction(round(exact * 100), 100))}"
        why = f"{left}{quotient}, {ROUNDED[self.rounding]}"
        return Graded(given == right, expected, float(abs(given - right)), f"{verdict}. {why}: {expected}.")


def true_count_question(sheet: Sheet, system: System, rounding: Rounding, seed: str) -> TrueCountQuestion:
    """The count of a shoe after any of its rounds."""
    shoe, below = deal_shoe(sheet, seed), DrawStream(derived_seed(seed, "true count")).below
    after = 1 + below(len(shoe.rounds))
    running = running_count(system.tags, shoe.seen_before(after), start_of(system.tags, shoe.decks))
    stated: Literal["decks", "cards"] = "decks" if below(2) else "cards"
    return TrueCountQuestion(system, running, shoe.decks, shoe.left_before(after), stated, rounding)
