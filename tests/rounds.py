"""Rounds written in one line, for tests: a finished one, one still under way, and what a decision is refused for."""

from lammer.table.actions import Action, Refusal
from lammer.table.drive import Played
from lammer.table.notation import read_round
from lammer.table.records import record
from lammer.table.round import legal, refusal
from lammer.table.state import Round


def finished(line: str) -> Played:
    """A whole round."""
    return read_round(line)


def under_way(line: str) -> Round:
    """The round where the line breaks off."""
    return read_round(line, unfinished=True).round


def nets(line: str, seat: int = 0) -> list[int]:
    """Net of each hand of a seat, in minor units."""
    return [hand["net"] for hand in record(finished(line), 1)["seats"][seat]["hands"]]


def seat(line: str, index: int = 0) -> dict[str, object]:
    """A seat's entry in the record of a finished round."""
    entry: dict[str, object] = record(finished(line), 1)["seats"][index]
    return entry


def legal_kinds(line: str) -> set[str]:
    return {option.kind for option in legal(under_way(line))}


def refused(line: str, action: Action) -> Refusal:
    """The refusal an action meets; fails when it would be taken."""
    found = refusal(under_way(line), action)
    assert found is not None, f"{action.kind} was expected to be refused"
    return found
