"""Actions and observations, the same for every game and for every kind of environment."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from lammer.cards.card import RANKS
from lammer.rule_tables.plays import Play
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


def action_space(sizes: int) -> spaces.Discrete[Any]:
    return spaces.Discrete(BETS + sizes)


def observation_space(sizes: int, decks: int) -> "spaces.Space[Any]":
    most = np.array([*MOST, *[4 * decks] * len(RANKS)], dtype=np.int64)
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(most), most, dtype=np.int64),
            "action_mask": spaces.Box(0, 1, (BETS + sizes,), dtype=np.int8),
        }
    )
