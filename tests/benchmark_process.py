"""Takes the path of a script and its words; runs it as ``python benchmarks/…`` does, in a process that has lammer
loaded (``tests/warm.py``): imports and kernels would take longer than most of the short forms."""

import runpy
import sys
from pathlib import Path

from tests.warm import ROOT


def main(words: list[str]) -> None:
    sys.argv = words
    # As Python does it for a script: its own folder is searched, and that of the project only if the script says so.
    sys.path[:] = [str(Path(words[0]).resolve().parent), *(place for place in sys.path if place != str(ROOT))]
    runpy.run_path(words[0], run_name="__main__")
