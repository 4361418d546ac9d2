"""A value of a sheet as people read it."""

from typing import Any

from lammer.rules.conditions.outcomes import Outcome, sentence
from lammer.rules.sheet import value_text


def value_words(value: Any) -> str:
    """A paytable row by row, the condition of an outcome as a sentence, and any other value as in ``--set``."""
    if not hasattr(value, "rows"):
        if isinstance(value, Outcome):
            return sentence(value)
        return value_text(value) if not hasattr(value, "model_dump") else str(value)
    return "; ".join(f"{row} {value.text(row)}" for row in value.paid)
