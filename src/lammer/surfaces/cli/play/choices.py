"""The choices of a turn: their keys, their cost in own money, and whether the player can afford them."""

import re
from typing import NamedTuple

from lammer.cards.money import NotMoney, money_text, parse_money
from lammer.table.actions import ANSWERS, PLAYS, Action, ActionKind, Option
from lammer.table.phrases import CHOICE_KEYS, CHOICE_ORDER, CHOICE_WORDS, OWN_SPLIT_KEY
from lammer.table.view_types import SeatView

_TYPED = re.compile(r"([a-z][a-z -]*?)\s*(\$?\d[\d.,]*)?")


class Choice(NamedTuple):
    """``maximum`` is the largest amount that the player can afford; None if not even the minimum is affordable."""

    key: str
    option: Option
    maximum: int | None
    usual: int = 0
    """The default amount of a side bet."""

    @property
    def kind(self) -> str:
        return self.option.kind

    @property
    def free(self) -> bool:
        return self.kind.startswith("free")

    @property
    def ranged(self) -> bool:
        """Whether the player may choose an amount."""
        return self.maximum is not None and self.option.minimum < self.maximum

    def label(self) -> str:
        """``FREE double``, ``double 10``, ``hit``."""
        word = CHOICE_WORDS[self.kind]
        if self.free:
            return f"FREE {word}"
        if self.kind == ActionKind.PLACE:
            return f"{word} {money_text(self._placed())}"
        if self.maximum is not None and self.maximum < self.option.maximum:
            return f"{word} for less {money_text(self.maximum)}"
        return f"{word} {money_text(self.option.maximum)}" if self.option.maximum else word

    def other_amount(self) -> str:
        """The label of the key for choosing an amount."""
        return "another amount" if self.kind == ActionKind.PLACE else f"{self.kind} for less"

    def action(self) -> Action:
        """The action for the full amount, or for as much as the player can afford."""
        assert self.maximum is not None  # only affordable choices are taken
        if self.kind == ActionKind.PLACE:
            return Action(self.kind, amount=self._placed())
        return Action(self.kind, amount=self.maximum if self.maximum < self.option.maximum else 0)

    def _placed(self) -> int:
        return min(self.usual or self.option.minimum, self.option.minimum if self.maximum is None else self.maximum)


def choices_for(view: SeatView, left: int, usual: int = 0) -> tuple[Choice, ...]:
    """The legal choices of the turn for a player with ``left`` money. ``usual`` is the default of an offered side
    bet."""
    options = sorted((Option(**option) for option in view["legal"]), key=lambda option: CHOICE_ORDER.index(option.kind))
    both = {"split", "free-split"} <= {option.kind for option in options}
    keys = CHOICE_KEYS | ({"split": OWN_SPLIT_KEY} if both else {})
    return tuple(Choice(keys[option.kind], option, _covers(option, left), usual) for option in options)


def _covers(option: Option, left: int) -> int | None:
    maximum = min(option.maximum, left - left % option.step)
    return None if maximum < option.minimum else maximum


def amount_choice(choices: tuple[Choice, ...]) -> Choice | None:
    """The choice for which the player may choose an amount."""
    return next((choice for choice in choices if choice.ranged), None)


def amount_range(choice: Choice) -> str:
    assert choice.maximum is not None  # ranged choices are affordable
    steps = f" in steps of {money_text(choice.option.step)}" if choice.option.step > 1 else ""
    return f"{money_text(choice.option.minimum)} to {money_text(choice.maximum)}{steps}"


def too_dear(choice: Choice, left: int) -> str:
    return f"{choice.label()} is not affordable: it needs your own money, and you have {money_text(left)} left"


def read_choice(text: str, choices: tuple[Choice, ...]) -> tuple[Action, Choice | None] | None:
    """The typed action and its choice. For an action that is not a choice now the choice is None; the table refuses
    it."""
    match = _TYPED.fullmatch(text.strip().lower())
    if match is None:
        return None
    word, kind = match[1].strip(), match[1].strip().replace(" ", "-")
    for choice in choices:
        if word == choice.key or kind == choice.kind:
            action = Action(choice.kind) if choice.maximum is None else choice.action()
            return _with_amount(action, match[2]), choice
    kinds = [each for each, key in CHOICE_KEYS.items() if word == key or kind == each]
    return (Action(kinds[0]), None) if kinds and kinds[0] in (*PLAYS, *ANSWERS) else None


def _with_amount(action: Action, text: str | None) -> Action:
    """Raises NotMoney when the amount cannot be read."""
    if not text:
        return action
    amount = parse_money(text)
    if amount == 0:
        raise NotMoney("an amount of 0 is not possible; enter more or choose another action")
    return action._replace(amount=amount)
