"""Where a user's own files are kept."""

import os
from pathlib import Path


def data_folder() -> Path:
    """For what is kept between two starts: books of a local floor, the terminal's jackpot."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()) / "lammer"
