"""The gain of many decisions in the linear model, compiled: a count is judged by more than a million of them."""

from math import erfc, exp, pi, sqrt

import numpy as np

from lammer.compiled import njit
from lammer.exact.hands import Floats

LARGEST_Z = 38.0
"""Beyond it the density is 0 in double precision."""


@njit()
def normal_gains(hurdles: Floats, sigmas: Floats) -> Floats:
    """``linear_model.gain`` of each."""
    found = np.empty(hurdles.shape[0])
    for row in range(hurdles.shape[0]):
        hurdle, sigma = hurdles[row], sigmas[row]
        if sigma <= 0.0:
            found[row] = max(-hurdle, 0.0)
            continue
        z = hurdle / sigma
        loss = 0.0
        if z < LARGEST_Z:
            loss = exp(-z * z / 2) / sqrt(2 * pi) - z * erfc(z / sqrt(2.0)) / 2
        found[row] = sigma * loss
    return found
