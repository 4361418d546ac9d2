"""Actions and observations as numbers, the same for every game. They need no library of environments."""

from typing import Any

import numpy.typing as npt

from lammer.cards.card import RANKS
from lammer.rule_tables.plays import Play
from lammer.stepping.layout import LAMMER, PAIR_SEEN, SOFT, TOTAL, UP_SEEN
from lammer.table.actions import ActionKind
from lammer.table.state import Question

Array = npt.NDArray[Any]
Observation = dict[str, Array]

ANSWERS = (
    ActionKind.INSURE,
    ActionKind.EVEN_MONEY,
    ActionKind.PASS,
    ActionKind.PLACE,
    ActionKind.PARLAY,
    ActionKind.SWITCH,
    ActionKind.TRADE,
)
ACTIONS = (*(play.kind for play in Play), *(kind.value for kind in ANSWERS))
"""Names of the actions. After them follow the wagers: the first bets the first size, and so on."""
BETS = len(ACTIONS)
NUMBER_OF = {name: number for number, name in enumerate(ACTIONS)}

QUESTIONS = (
    "none",
    "bet",
    "play",
    *(one.value for one in (Question.INSURANCE, Question.SIDE_BET, Question.PARLAY, Question.SWITCH, Question.TRADE)),
)
"""What an observation asks for; none when the round is over."""

FIELDS = (
    "question",
    "total",
    "soft",
    "two cards",
    "pair",
    "split from",
    "lammer",
    "hands",
    "up card",
    *(f"{rank} seen" for rank in RANKS),
)
"""Names of the numbers in an observation. ``pair`` is the value of a pair, ``split from`` that of the pair that it was
split from (0 for none; 1 is an ace); ``lammer`` is 1 for a hand whose wager is a lammer, ``hands`` the number of
hands of the box. The last 13 count the cards seen since the shuffle."""
MOST = (len(QUESTIONS) - 1, 31, 1, 1, 10, 10, 1, 8, 10)
"""The largest value of each number but the counts of cards."""
HAND_NUMBERS = len(MOST)
"""Numbers about the question, the hand and the up card; the counts of cards follow."""

_TOTALS, _SECTIONS, _UPS = 32, 75, 11
ROWS = 2 * _SECTIONS * _UPS
"""Rows of a table with one row for every cell of a chart."""


def row_of(observed: Array) -> Array:
    """The row of a hand in a table with ``ROWS`` rows, from the numbers of one observation or of many. It depends on
    what a chart depends on: the stake, the total or the pair, and the up card."""
    pair, total = observed[..., PAIR_SEEN], observed[..., TOTAL]
    paired = pair > 0
    section = paired * (2 * _TOTALS + pair) + ~paired * (_TOTALS * observed[..., SOFT] + total)
    row: Array = (observed[..., LAMMER] * _SECTIONS + section) * _UPS + observed[..., UP_SEEN]
    return row
