"""Hypothesis explores at a desk and repeats itself in CI, where a rare find must not look like a new fault."""

import atexit
import os
import shutil
import tempfile

from hypothesis import settings

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

if "LAMMER_KEYS" not in os.environ:
    # Books that a test makes leave no keys in the user's own folder.
    os.environ["LAMMER_KEYS"] = tempfile.mkdtemp(prefix="lammer-keys-")
    atexit.register(shutil.rmtree, os.environ["LAMMER_KEYS"], ignore_errors=True)

# Tests already run side by side, one on each core; kernels that want every core too would only wait for one another.
if os.environ.get("PYTEST_XDIST_WORKER"):
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")
