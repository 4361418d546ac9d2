"""The spaces of actions and observations, the same for every game and for every kind of environment."""

from typing import Any

import numpy as np
from gymnasium import spaces

from lammer.cards.card import RANKS
from lammer.stepping.observations import (
    ACTIONS,
    BETS,
    FIELDS,
    MOST,
    NUMBER_OF,
    QUESTIONS,
    ROWS,
    Array,
    Observation,
    row_of,
)

__all__ = [
    "ACTIONS",
    "BETS",
    "FIELDS",
    "MOST",
    "NUMBER_OF",
    "QUESTIONS",
    "ROWS",
    "Array",
    "Observation",
    "action_space",
    "observation_space",
    "row_of",
]


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
