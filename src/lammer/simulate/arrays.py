"""Names for the arrays that kernels work on."""

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
