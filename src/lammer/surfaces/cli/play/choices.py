"""The choices of a turn as keys: what each costs in own money, and which the purse cannot cover."""

import re
from typing import NamedTuple

from lammer.cards.money import NotMoney, money_text, parse_money
from lammer.table.actions import ANSWERS, PLAYS, Action, Option
from lammer.table.phrases import CHOICE_KEYS, CHOICE_ORDER, CHOICE_WORDS, OWN_SPLIT_KEY
from lammer.table.view_types import SeatView

_TYPED = re.compile(r"([a-z][a-z -]*?)\s*(\$?\d[\d.,]*)?")


class Choice(NamedTuple):
    """``most`` is what the purse can put up of the option's amount; None when it cannot cover the least of it."""

    key: str
    option: Option
    most: int | None

    @property
    def kind(self) -> str:
        return self.option.kind

    @property
    def free(self) -> bool:
        return self.kind.startswith("free")

    @property
    def ranged(self) -> bool:
        """An amount may be named."""
        return self.most is not None and self.option.least < self.most

    def label(self) -> str:
        """``FREE double``, ``double 10``, ``hit``."""
        word = CHOICE_WORDS[self.kind]
        if self.free:
            return f"FREE {word}"
        if self.most is not None and self.most < self.option.most:
            return f"{word} for less {money_text(self.most)}"
        return f"{word} {money_text(self.option.most)}" if self.option.most else word

    def action(self) -> Action:
        """The choice in full, or for all the purse can put up."""
        assert self.most is not None  # only affordable choices are taken
        return Action(self.kind, amount=self.most if self.most < self.option.most else 0)


def choices_for(view: SeatView, left: int) -> tuple[Choice, ...]:
    """The legal choices of the turn, for a purse with so much left."""
    options = sorted((Option(**option) for option in view["legal"]), key=lambda option: CHOICE_ORDER.index(option.kind))
    both = {"split", "free-split"} <= {option.kind for option in options}
    keys = CHOICE_KEYS | ({"split": OWN_SPLIT_KEY} if both else {})
    return tuple(Choice(keys[option.kind], option, _covers(option, left)) for option in options)


def _covers(option: Option, left: int) -> int | None:
    most = min(option.most, left - left % option.step)
    return None if most < option.least else most


def amount_choice(choices: tuple[Choice, ...]) -> Choice | None:
    """The choice that takes an amount other than the full one."""
    return next((choice for choice in choices if choice.ranged), None)


def amount_range(choice: Choice) -> str:
    assert choice.most is not None  # ranged choices are affordable
    steps = f" in steps of {money_text(choice.option.step)}" if choice.option.step > 1 else ""
    return f"{money_text(choice.option.least)} to {money_text(choice.most)}{steps}"


def too_dear(choice: Choice, left: int) -> str:
    return f"{choice.label()} is not affordable: it takes your own money, and you have {money_text(left)} left"


def read_choice(text: str, choices: tuple[Choice, ...]) -> tuple[Action, Choice | None] | None:
    """What was typed, and the choice it is; an action that is no choice now is left for the table to refuse."""
    match = _TYPED.fullmatch(text.strip().lower())
    if match is None:
        return None
    word, kind = match[1].strip(), match[1].strip().replace(" ", "-")
    for choice in choices:
        if word == choice.key or kind == choice.kind:
            action = Action(choice.kind) if choice.most is None else choice.action()
            return _with_amount(action, match[2]), choice
    kinds = [each for each, key in CHOICE_KEYS.items() if word == key or kind == each]
    return (Action(kinds[0]), None) if kinds and kinds[0] in (*PLAYS, *ANSWERS) else None


def _with_amount(action: Action, text: str | None) -> Action:
    """Raises NotMoney when the amount cannot be read."""
    if not text:
        return action
    amount = parse_money(text)
    if amount == 0:
        raise NotMoney("an amount of 0 is nothing; name more or choose otherwise")
    return action._replace(amount=amount)
