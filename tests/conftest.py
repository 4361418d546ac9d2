"""Hypothesis explores at a desk and repeats itself in CI, where a rare find must not look like a new fault."""

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")
