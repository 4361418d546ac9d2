"""Sentences about decisions, used by terminal and page."""

from lammer.cards.card import VALUE_LETTERS
from lammer.cards.hand import add_card
from lammer.decisions.grades import THRESHOLDS, Grade, Verdict
from lammer.decisions.situation import Situation
from lammer.decisions.values import Valued
from lammer.rules.sheet import Sheet
from lammer.table.phrases import CHOICE_WORDS
from lammer.table.state import Question

UNITS = "Values are the expected net from here on, in bets: 1 is your main bet."
"""Shown once; every figure of the coach is in this unit."""
GRADES_TEXT = (
    f"Good costs less than {THRESHOLDS[-1][1]:g} bets, an inaccuracy less than {THRESHOLDS[1][1]:g}, "
    f"a mistake less than {THRESHOLDS[0][1]:g}, a blunder more."
)
_DID = {
    "hit": "you hit",
    "stand": "you stood",
    "double": "you doubled",
    "free-double": "you took the FREE double",
    "split": "you split",
    "free-split": "you took the FREE split",
    "surrender": "you surrendered",
    "insure": "you insured",
    "even-money": "you took even money",
    "pass": "you declined",
    "follow": "you followed",
    "decline": "you did not follow",
    "parlay": "you added the winnings",
    "switch": "you swapped",
}
_GRADES = {Grade.INACCURACY: "Inaccuracy", Grade.MISTAKE: "Mistake", Grade.BLUNDER: "Blunder"}


def action_text(action: str, about: str = Question.INSURANCE) -> str:
    """``FREE split``, ``hit``, ``no insurance``; ``about`` is the question that is answered."""
    if about == Question.SWITCH:
        return "the swap" if action == "switch" else "keeping the cards"
    if action == "pass":
        return "no parlay" if about == Question.PARLAY else "no insurance"
    word = CHOICE_WORDS.get(action, action)
    return f"FREE {word}" if action.startswith("free-") else word


def worth_text(worth: float) -> str:
    return f"{'−' if worth < 0 else '+'}{abs(worth):.3f}"


def cost_text(cost: float) -> str:
    """A small cost is never shown as 0.000."""
    return f"{cost:.3f} bets" if cost >= 0.0005 else "less than 0.001 bets"


def hand_text(sheet: Sheet, situation: Situation) -> str:
    """``16 against 10``, ``soft 18 against an ace``, ``pair of 8 against 6``."""
    against = "an ace" if situation.up == 1 else str(situation.up)
    if situation.about in (Question.INSURANCE, Question.TOP_UP):
        return f"Insurance against {against}"
    if situation.about == Question.SWITCH:
        hands = " and ".join(
            "-".join(VALUE_LETTERS[value] for value in one) for one in (situation.cards, situation.other)
        )
        return f"{hands} against {against}"
    cards = situation.cards
    if situation.about == Question.PARLAY:
        return f"First card {'an ace' if cards[0] == 1 else cards[0]} against {against}"
    if len(cards) == 2 and cards[0] == cards[1]:
        return f"Pair of {'aces' if cards[0] == 1 else cards[0]} against {against}"
    total, soft = 0, False
    for value in cards:
        total, soft = add_card(total, soft, value, sheet.rules.points.limit)
    return f"{'Soft ' if soft else ''}{total} against {against}"


def verdict_text(sheet: Sheet, situation: Situation, verdict: Verdict) -> str:
    """``16 against 10: you stood. Mistake: it cost 0.041 bets; hit was best.``"""
    hand = f"{hand_text(sheet, situation)}: {_DID.get(verdict.action, verdict.action)}."
    if verdict.cost == 0:
        return f"{hand} Good: nothing is better."
    cost, best = cost_text(verdict.cost), action_text(verdict.best, situation.about)
    if verdict.best == verdict.action:
        return f"{hand} {_GRADES.get(verdict.grade, 'Good')}: the amount cost {cost}."
    if verdict.grade is Grade.GOOD:
        return f"{hand} Good: it cost only {cost}; {best} was best."
    return f"{hand} {_GRADES[verdict.grade]}: it cost {cost}; {best} was best."


def advice_text(sheet: Sheet, situation: Situation, valued: Valued) -> str:
    """The best choice and the next one with their values: ``Pair of 8 against 6: FREE split is best, +0.735; split is
    next, +0.325.``"""
    hand = hand_text(sheet, situation)
    if not valued.choices:
        return f"{hand}: the coach has no exact value for this choice."
    best, *rest = valued.choices
    first = f"{hand}: {action_text(best.action, situation.about)} is best, {worth_text(best.worth)}"
    if not rest:
        return f"{first}."
    return f"{first}; {action_text(rest[0].action, situation.about)} is next, {worth_text(rest[0].worth)}."


def sides_text(sheet: Sheet, valued: Valued) -> str:
    """The side bets that the values include, or the reason why none are included."""
    if valued.included:
        names = " and ".join(sheet.side_bets[bet].name for bet in valued.included)
        return f"Includes {names}."
    return f"Side bets are not included: {valued.left_out}." if valued.left_out else ""
