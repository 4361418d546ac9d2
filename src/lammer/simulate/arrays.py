"""Type names for the arrays of kernels."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.uint16]
Fours = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Place = tuple[np.uint64, np.uint64]
"""The position of a deal: cards taken from the shoe, and the index of the next random number."""
whole = cast(Callable[[Any], int], np.int64)
"""Converts a number from an array for compiled code, where small and unsigned integers would overflow or become
floats."""
