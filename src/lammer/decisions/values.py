"""The value of every choice at a decision: the expected net from here on, in original wagers.

`exact_values.py` computes the values. It needs numpy and Numba and is imported when the first value is computed.
"""

from collections.abc import Mapping
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from lammer.decisions.situation import Decision, Situation
from lammer.rules.sheet import Sheet

KEPT = 16_384
_ONE_AT_A_TIME = Lock()
"""The analysis uses one processor at most, however many callers there are, so that tables stay responsive."""


class Known(NamedTuple):
    """Values of a situation by action: ``full`` for an amount of 1 wager if the action takes one, ``nothing`` for an
    amount of 0. ``left_out`` is the reason why side bets are not included."""

    full: tuple[tuple[str, float], ...]
    nothing: tuple[tuple[str, float], ...] = ()
    included: tuple[str, ...] = ()
    left_out: str = ""


class Choice(NamedTuple):
    """A legal choice: its value for the maximum amount, and for the minimum amount."""

    action: str
    worth: float
    minimum_worth: float


class Valued(NamedTuple):
    """Choices of a decision, best first; ``unvalued`` are choices without an exact value."""

    choices: tuple[Choice, ...]
    unvalued: tuple[str, ...]
    included: tuple[str, ...]
    left_out: str

    @property
    def best(self) -> Choice | None:
        return self.choices[0] if self.choices else None


def lammer_bets(sheet: Sheet) -> tuple[str, ...]:
    """The sheet's lammer bets. They make a decision depend on the side bet."""
    return tuple(bet_id for bet_id, bet in sheet.rules.side_bets.items() if bet.lammers is not None)


def value_decision(sheet: Sheet, decision: Decision) -> Valued:
    """Raises NotAnalysed if the analysis does not cover the sheet or the hand."""
    known = values_of(sheet, decision.situation)
    full, nothing = dict(known.full), dict(known.nothing)
    valued = [
        Choice(
            offer.action,
            _at(full, nothing, offer.action, offer.maximum),
            _at(full, nothing, offer.action, offer.minimum),
        )
        for offer in decision.offers
        if offer.action in full
    ]
    valued.sort(key=lambda one: -max(one.worth, one.minimum_worth))
    unvalued = tuple(offer.action for offer in decision.offers if offer.action not in full)
    return Valued(tuple(valued), unvalued, known.included, known.left_out)


def worth_of(valued: Valued, decision: Decision, action: str, amount: int) -> float | None:
    """The value of the chosen action for an amount in minor units (0: the maximum); None if it has no value."""
    found = next((one for one in valued.choices if one.action == action), None)
    offer = next((one for one in decision.offers if one.action == action), None)
    if found is None or offer is None or not amount or offer.maximum == offer.minimum:
        return None if found is None else found.worth
    share = (amount / decision.wager - offer.minimum) / (offer.maximum - offer.minimum)
    return found.minimum_worth + share * (found.worth - found.minimum_worth)


def _at(full: Mapping[str, float], nothing: Mapping[str, float], action: str, amount: float) -> float:
    if action not in nothing:
        return full[action]
    return nothing[action] + amount * (full[action] - nothing[action])


@lru_cache(maxsize=KEPT)
def values_of(sheet: Sheet, situation: Situation) -> Known:
    from lammer.decisions.exact_values import known_values

    with _ONE_AT_A_TIME:
        return known_values(sheet, situation)
