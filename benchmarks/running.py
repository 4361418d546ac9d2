"""Shared by all benchmarks: sizes from the command line, and the folder of results."""

import sys
from collections.abc import Sequence
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
SHORT = "--short" in sys.argv[1:]
"""Whether this is a trial of a few seconds: everything runs, but nothing is recorded and the figures are
meaningless."""


def sizes(usual: Sequence[float], short: Sequence[float]) -> list[float]:
    """The numbers on the command line. Missing ones have their usual value, or with ``--short`` that of a trial."""
    given = [float(text) for text in words()]
    return given + list(short if SHORT else usual)[len(given) :]


def size(usual: float, short: float) -> int:
    return int(sizes([usual], [short])[0])


def words() -> list[str]:
    """The command line without its options."""
    return [text for text in sys.argv[1:] if not text.startswith("--")]


def record(name: str, text: str) -> None:
    """Write the results to the folder of results, unless this is a trial."""
    if not SHORT:
        (RESULTS / f"{name}.md").write_text(text.rstrip("\n") + "\n", encoding="utf-8")
