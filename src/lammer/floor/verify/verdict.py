"""What the verifier of play says in the end."""

from typing import NamedTuple

MOST_FAULTS = 100


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
    """Faults as they are found, the first hundred."""

    def __init__(self) -> None:
        self.faults: list[PlayFault] = []
        self.warnings: list[str] = []

    def fault(self, code: str, event: int, text: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(PlayFault(code, event, text))

    def warn(self, text: str) -> None:
        if len(self.warnings) < MOST_FAULTS:
            self.warnings.append(text)
