"""What the clause tests share: clauses cited exactly, wagers offered to a fresh table, side bets and events."""

from lammer.rules.loader import load_sheet
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.table.actions import Action, Refusal
from lammer.table.betting import open_round
from lammer.table.events import Event
from lammer.table.notation import read_round
from lammer.table.round import apply, refusal
from tests.rounds import finished


def cited(refused: Refusal | None) -> list[str]:
    """The clause ids of a refusal, whole: EU 5.1 is not EU 5.1.1."""
    assert refused is not None, "a refusal was expected"
    return refused.clause.split("; ")


def wager_refused(game: str, *wagers: Action, sets: tuple[str, ...] = ()) -> Refusal | None:
    """How a fresh table answers the last of these wagers."""
    round_ = open_round(load_sheet(game, sets))
    for wager in wagers[:-1]:
        round_, _ = apply(round_, wager)
    return refusal(round_, wagers[-1])


def sheet_refused(game: str, *overrides: str) -> list[str]:
    """The clauses under which a sheet with these overrides is refused; empty when it is taken."""
    try:
        load_sheet(game, overrides)
    except SheetFaults as error:
        return [fault.clause for fault in error.faults]
    return []


def stated(sheet: Sheet, key: str) -> tuple[object, tuple[str, ...]]:
    """A value of a sheet and the clauses behind it."""
    return sheet.entries[key].value, sheet.entries[key].clauses


def side_nets(line: str) -> list[int]:
    """Nets of the side wagers of a finished round, box by box."""
    settlement = finished(line).round.settlement
    assert settlement is not None
    return [side.net for side in sorted(settlement.sides, key=lambda side: (side.box, side.bettor))]


def insurance_nets(line: str) -> list[int]:
    settlement = finished(line).round.settlement
    assert settlement is not None
    return [insured.net for insured in settlement.insurance]


def events(line: str, *kinds: str) -> list[Event]:
    """Events so far, of these kinds (all when none is named)."""
    return [event for event in read_round(line, unfinished=True).events if not kinds or event.kind in kinds]
