"""Conditions on single cards of the dealer's final hand, as a small state machine that the kernel runs over the cards.

A state is the number of cards in each list of names, counted up to the largest number that a condition distinguishes.
The table has the next state for each state and card. A bet without such conditions has one state, and its machine is
not run.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from lammer.cards.card import DECK_SIZE
from lammer.rules.conditions.cards import codes_named
from lammer.rules.conditions.outcomes import Outcome, card_words
from lammer.rules.conditions.words import COUNT, EVERY, EXACTLY, NONE, Range, Word
from lammer.simulate.arrays import Bytes
from lammer.simulate.layout import MAX_DEALER_CARDS
from lammer.simulate.refusals import NotSimulated

COUNTED = (EVERY, NONE, EXACTLY, COUNT)
"""The conditions on single cards that the simulator supports."""
MAX_STATES = 255


class Marks(NamedTuple):
    """``states``: by state, the number of cards in each list of names. ``table``: 52 · states, the next state."""

    lists: tuple[tuple[str, ...], ...]
    states: tuple[tuple[int, ...], ...]
    table: Bytes

    def counts(self, state: int) -> dict[tuple[str, ...], int]:
        return dict(zip(self.lists, self.states[state], strict=True))


def marks_of(outcomes: Mapping[str, Outcome]) -> Marks:
    """Raises NotSimulated if there are too many states."""
    caps: dict[tuple[str, ...], int] = {}
    for outcome in outcomes.values():
        for scope, word, argument in card_words(outcome):
            for names in word.lists(argument) if scope != "up" and word in COUNTED else ():
                caps[names] = max(caps.get(names, 0), _cap(word, argument, names))
    lists = tuple(caps)
    states = tuple(product(*(range(cap + 1) for cap in caps.values())))
    if len(states) > MAX_STATES:
        raise NotSimulated(f"its conditions on the dealer's cards need {len(states)} states, at most {MAX_STATES}")
    number = {state: at for at, state in enumerate(states)}
    members = [[code in codes_named(names) for names in lists] for code in range(DECK_SIZE)]
    table = [
        number[tuple(min(count + one, cap) for count, one, cap in zip(state, member, caps.values(), strict=True))]
        for state in states
        for member in members
    ]
    return Marks(lists, states, np.array(table, dtype=np.uint8))


def _cap(word: Word, argument: Any, names: tuple[str, ...]) -> int:
    """The largest number of cards that the condition distinguishes."""
    if word == EVERY:
        return MAX_DEALER_CARDS
    if word == NONE:
        return 1
    if word == EXACTLY:
        return 1 + int(argument.count(names[0]))
    number = argument.number
    if isinstance(number, Range):
        return 1 + (number.maximum if number.maximum < MAX_DEALER_CARDS else min(number.minimum, MAX_DEALER_CARDS))
    return 1 + (max(number) if isinstance(number, tuple) else int(number))
