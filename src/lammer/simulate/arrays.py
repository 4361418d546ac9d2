"""Names for the arrays that kernels work on."""

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
"""Where a deal stands: cards taken from the shoe, and the place of the next random number."""
whole = cast(Callable[[Any], int], np.int64)
"""A number out of an array, as compiled code wants it: small and unsigned numbers would overflow or become floats."""
