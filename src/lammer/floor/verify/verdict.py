"""The result of the play verifier: a verdict with faults and warnings."""

from collections.abc import Iterable
from typing import NamedTuple

MAX_FAULTS = 100


class PlayFault(NamedTuple):
    """Something the rules do not allow: its code, its event, and a sentence."""

    code: str
    event: int
    text: str


class PlayVerdict(NamedTuple):
    rounds: int
    """The number of finished rounds that were dealt again."""
    steps: int
    """The number of jackpot steps that were repeated."""
    faults: tuple[PlayFault, ...]
    warnings: tuple[str, ...]


class Findings:
    """Collects faults and warnings, the first hundred of each."""

    def __init__(self) -> None:
        self.faults: list[PlayFault] = []
        self.warnings: list[tuple[int, str]] = []
        """Each with its event."""

    def fault(self, code: str, event: int, text: str) -> None:
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(PlayFault(code, event, text))

    def warn(self, event: int, text: str) -> None:
        if len(self.warnings) < MAX_FAULTS:
            self.warnings.append((event, text))


def verdict_of(rounds: int, steps: int, findings: Iterable[Findings]) -> PlayVerdict:
    """All findings, in the order of their events."""
    several = list(findings)
    faults = sorted((fault for one in several for fault in one.faults), key=lambda fault: fault.event)
    warnings = sorted((warning for one in several for warning in one.warnings), key=lambda warning: warning[0])
    texts = tuple(text for _, text in warnings[:MAX_FAULTS])
    return PlayVerdict(rounds, steps, tuple(faults[:MAX_FAULTS]), texts)
