"""Counting drills: the choice of one, its settings, and its questions.

A question follows from the settings and a seed, that about a hand also from the hand. So a server can grade an answer
without keeping the question.
"""

from enum import StrEnum
from typing import NamedTuple

from lammer.counting.systems import System
from lammer.rules.sheet import Sheet
from lammer.table.drive import Played
from lammer.training.counted import Rounding, read_number
from lammer.training.deck_drill import DeckQuestion, deck_question
from lammer.training.drills import Memory, NoSuchHand
from lammer.training.graded import Graded
from lammer.training.index_drill import IndexQuestion, index_question, next_index
from lammer.training.speed_drill import LENGTH, Group, SpeedQuestion, speed_question
from lammer.training.true_count_drill import TrueCountQuestion, true_count_question


class CountDrill(StrEnum):
    SPEED = "speed"
    DECKS = "decks"
    TRUE_COUNT = "true-count"
    INDEX = "index"


ERRORS = {
    CountDrill.SPEED: "points",
    CountDrill.DECKS: "half decks",
    CountDrill.TRUE_COUNT: "points",
    CountDrill.INDEX: "",
}
"""The unit of the error of an answer; a play is right or wrong."""
Question = SpeedQuestion | DeckQuestion | TrueCountQuestion | IndexQuestion


class Settings(NamedTuple):
    sheet: Sheet
    drill: CountDrill
    system: System
    rounding: Rounding = Rounding.FLOOR
    length: int = LENGTH
    group: Group = "1"


def next_question(settings: Settings, seed: str, memory: Memory) -> Question:
    """A new question; hands that are due again come first. Raises NoSuchHand and NotAnalysed."""
    sheet, drill, system, rounding, length, group = settings
    if drill is CountDrill.SPEED:
        return speed_question(sheet, system, length, group, seed)
    if drill is CountDrill.DECKS:
        return deck_question(sheet, seed)
    if drill is CountDrill.TRUE_COUNT:
        return true_count_question(sheet, system, rounding, seed)
    return next_index(sheet, system, seed, memory)


def same_question(settings: Settings, seed: str, dealt: Played | None) -> Question:
    """The question again, for its answer; ``dealt`` is its hand. Raises NoSuchHand and NotAnalysed."""
    if settings.drill is not CountDrill.INDEX:
        return next_question(settings, seed, Memory())
    found = index_question(settings.sheet, settings.system, seed, dealt) if dealt is not None else None
    if found is None:
        raise NoSuchHand("this hand has no index")
    return found


def graded(question: Question, given: str) -> Graded | None:
    """An answer as it was written; None if it is not a number, or not a play that is legal."""
    if isinstance(question, IndexQuestion):
        legal = {offer.action for offer in question.decision.offers}
        return question.graded(given) if given in legal else None
    number = read_number(given)
    return None if number is None else question.graded(number)


def hand_key(question: Question) -> str:
    """The key of the hand, by which it is repeated; empty for a question without one."""
    return question.key if isinstance(question, IndexQuestion) else ""


def cards_shown(question: Question) -> int:
    """The cards that the player has to count."""
    return len(question.cards) if isinstance(question, SpeedQuestion) else 0
