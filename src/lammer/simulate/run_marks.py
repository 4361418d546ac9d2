"""A side bet on the player's cards in the order dealt, as a state machine that the kernel runs over them.

A state is a start of the cards that may still improve, or the outcomes with which the bet is decided. The table has the
next state for each state and card, and the outcome class of each state is that of a round that ends there.
"""

from functools import lru_cache

import numpy as np

from lammer.cards.card import DECK_SIZE
from lammer.rules.conditions.outcomes import IN_ORDER, Classifier, Outcome, features_used, run_length
from lammer.rules.conditions.reading import seen
from lammer.simulate.class_tables import ClassTable, Numbered
from lammer.simulate.dealer_marks import MAX_STATES
from lammer.simulate.layout import RUN_BET
from lammer.simulate.refusals import NotSimulated

State = tuple[int, ...] | frozenset[str]
"""The first cards, or the outcomes that hold if no better one can follow."""


class _Machine:
    def __init__(self, outcomes: dict[str, Outcome], rows: tuple[str, ...], limit: int) -> None:
        self._classify, self._rows, self._limit = Classifier(outcomes), rows, limit
        self._length, self._names = run_length(outcomes), tuple(outcomes)
        features, first = features_used(outcomes), dict[object, int]()
        self._like = [first.setdefault(features.of(code), code) for code in range(DECK_SIZE)]

    def held(self, state: State) -> tuple[str, ...]:
        if isinstance(state, frozenset):
            return tuple(name for name in self._names if name in state)
        return self._classify(seen((IN_ORDER,), self._limit, mine=state))

    def after(self, state: State, code: int) -> State:
        if isinstance(state, frozenset):
            return state
        cards = (*state, self._like[code])
        read = seen((IN_ORDER,), self._limit, mine=cards, mine_done=False)
        if len(cards) < self._length and self._classify.may_improve(read, self._rows):
            return cards
        return frozenset(self._classify(read))


@lru_cache(maxsize=64)
def run_table(outcomes: tuple[tuple[str, Outcome], ...], rows: tuple[str, ...], limit: int) -> ClassTable:
    """Raises NotSimulated if there are too many states."""
    machine = _Machine(dict(outcomes), rows, limit)
    numbers: dict[State, int] = {(): 0}
    table: list[int] = []
    for state in (states := list[State]([()])):
        for code in range(DECK_SIZE):
            after = machine.after(state, code)
            if after not in numbers:
                numbers[after] = len(states)
                states.append(after)
            table.append(numbers[after])
        if len(states) > MAX_STATES:
            raise NotSimulated(f"its conditions on the order of cards need more than {MAX_STATES} states")
    held = [machine.held(state) for state in states]
    numbered = Numbered(dict(outcomes), rows, set(held))
    classes = np.array([numbered.of(one, whole=True) for one in held], dtype=np.uint8)
    marks = np.array(table, dtype=np.uint8)
    return ClassTable(RUN_BET, 1, 0, classes, numbered.held, states=len(states), marks=marks)
