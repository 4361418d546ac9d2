"""Errors of the floor: a code for programs, a sentence for people, and the clause if there is one."""

from collections.abc import Mapping
from types import MappingProxyType

from lammer.errors import LammerError
from lammer.progressive.refusals import StepRefused
from lammer.table.actions import Refused


class FloorRefused(LammerError):
    """A command that is refused; nothing has changed."""

    def __init__(self, code: str, text: str, clause: str = "", keys: Mapping[str, str] = MappingProxyType({})) -> None:
        super().__init__(f"{text} [{clause}]" if clause else text)
        self.code, self.text, self.clause = code, text, clause
        self.keys = dict(keys)
        """For a form with several values: what is wrong with each."""


def by_the_table(refused: Refused) -> FloorRefused:
    """The table's refusal as a refusal of the floor."""
    return FloorRefused(refused.refusal.code, refused.refusal.text, refused.refusal.clause)


def by_the_desk(refused: StepRefused) -> FloorRefused:
    """The jackpot's refusal as a refusal of the floor."""
    return FloorRefused(refused.code, refused.text, refused.clause)
