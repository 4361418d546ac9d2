"""What the verifier of play says in the end."""

from collections.abc import Iterable
from typing import NamedTuple

MAX_FAULTS = 100


class PlayFault(NamedTuple):
    """Something the rules do not allow: what kind, at which event, and what."""

    code: str
    event: int
    text: str


class PlayVerdict(NamedTuple):
    rounds: int
    """Finished rounds that were dealt again."""
    steps: int
    """Steps of jackpots that were taken again."""
    faults: tuple[PlayFault, ...]
    warnings: tuple[str, ...]


class Findings:
    """Faults and warnings as they are found, the first hundred of each."""

    def __init__(self) -> None:
        self.faults: list[PlayFault] = []
        self.warnings: list[tuple[int, str]] = []
        """Each with the event it was found at."""

    def fault(self, code: str, event: int, text: str) -> None:
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(PlayFault(code, event, text))

    def warn(self, event: int, text: str) -> None:
        if len(self.warnings) < MAX_FAULTS:
            self.warnings.append((event, text))


def verdict_of(rounds: int, steps: int, found: Iterable[Findings]) -> PlayVerdict:
    """Everything that was found, in the order of the events."""
    several = list(found)
    faults = sorted((fault for one in several for fault in one.faults), key=lambda fault: fault.event)
    warnings = sorted((warning for one in several for warning in one.warnings), key=lambda warning: warning[0])
    told = tuple(text for _, text in warnings[:MAX_FAULTS])
    return PlayVerdict(rounds, steps, tuple(faults[:MAX_FAULTS]), told)
