"""How values move with the true count once some cards are seen.

A value v is computed from the N' cards that are unseen, e_c is its change when one more card c is gone, t_c are the
tags, t̄ their mean over the unseen cards and τ_c = t_c − t̄. The slope of v on the tags is b = Σ e_c τ_c / Σ τ_c², and in
the linear model (``linear_model.py``) the value at the true count T is, on average,

    v + s·(T − T₀),   s = b·(N' − 1) / 52,

where T₀ = −52·t̄ is the true count from the cards seen alone.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from lammer.cards.card import DECK_SIZE
from lammer.exact.hands import Floats


class Slopes(NamedTuple):
    """Row by hand."""

    start: Floats
    """T₀."""
    unseen: Floats
    """N'."""
    spread: Floats
    """√(Σ τ²)."""
    weights: Floats
    """10 × hands: what the effect of a value adds to b."""


def slopes(shoe: Floats, seen: Floats, tags: Sequence[float]) -> Slopes:
    """``seen``: hands × 10."""
    numbers = np.array(tags, dtype=np.float64)
    unseen = np.maximum(shoe - seen, 0.0)
    total = unseen.sum(axis=1)
    mean = unseen @ numbers / total
    centred = numbers - mean[:, None]
    squares = (unseen * centred * centred).sum(axis=1)
    weights = (unseen * centred / np.where(squares > 0, squares, 1.0)[:, None]).T
    return Slopes(-DECK_SIZE * mean, total, np.sqrt(squares), weights)
