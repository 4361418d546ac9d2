"""What the procedure says no to: a code for programs, a sentence for people, the clause it stands on."""

from collections.abc import Mapping
from types import MappingProxyType

from lammer.errors import LammerError


class StepRefused(LammerError):
    """A step that may not be taken; nothing has changed."""

    def __init__(self, code: str, text: str, clause: str) -> None:
        super().__init__(f"{text} [{code}, {clause}]")
        self.code, self.text, self.clause = code, text, clause


class TermsFault(LammerError, ValueError):
    """Terms that cannot be read or do not fit together; ``keys`` tells what is wrong with each value."""

    def __init__(self, text: str, keys: Mapping[str, str] = MappingProxyType({})) -> None:
        told = [f"{key}: {why}" for key, why in keys.items()]
        super().__init__(f"{text}: {'; '.join(told)}" if told else text)
        self.keys = dict(keys)
