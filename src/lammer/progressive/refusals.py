"""Errors of the procedure: a code for programs, a sentence for people, and the clause."""

from collections.abc import Mapping
from types import MappingProxyType

from lammer.errors import LammerError


class StepRefused(LammerError):
    """A step that is not allowed; nothing has changed."""

    def __init__(self, code: str, text: str, clause: str) -> None:
        super().__init__(f"{text} [{code}, {clause}]")
        self.code, self.text, self.clause = code, text, clause


class TermsFault(LammerError, ValueError):
    """Terms that cannot be read or do not fit together; ``keys`` says what is wrong with each value."""

    def __init__(self, text: str, keys: Mapping[str, str] = MappingProxyType({})) -> None:
        faults = [f"{key}: {why}" for key, why in keys.items()]
        super().__init__(f"{text}: {'; '.join(faults)}" if faults else text)
        self.keys = dict(keys)
