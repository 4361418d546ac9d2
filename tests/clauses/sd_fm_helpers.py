"""What the SD, SD.14 and FM clause tests ask over and over: refusals with their clause, and how the money ended."""

from lammer.table.actions import Action
from lammer.table.events import Event, EventKind
from lammer.table.state import HandResult, InsuranceResult, Settlement, SideResult
from tests.rounds import finished, refused


def assert_refused(line: str, action: Action, code: str, *clauses: str) -> None:
    """The action is refused with this code, and every given clause is one of those cited."""
    found = refused(line, action)
    assert found.code == code
    assert set(clauses) <= set(found.clause.split("; ")), f"{found.code} cites {found.clause!r}, not {clauses}"


def settled(line: str) -> Settlement:
    settlement = finished(line).round.settlement
    assert settlement is not None
    return settlement


def hand_result(line: str, index: int = 0) -> HandResult:
    return settled(line).hands[index]


def side_result(line: str) -> SideResult:
    """The only side wager of a round."""
    (result,) = settled(line).sides
    return result


def insurance_result(line: str) -> InsuranceResult:
    """The only insurance of a round."""
    (result,) = settled(line).insurance
    return result


def events_of_kind(line: str, kind: EventKind) -> list[Event]:
    """Every event of a kind."""
    return [event for event in finished(line).events if event.kind is kind]


def lammers_go(line: str) -> list[tuple[int, str]]:
    """How many lammers go where at the end of a round; to the dealer where no bet is named."""
    return [(event.amount, event.bet) for event in events_of_kind(line, EventKind.LAMMERS_TO)]


def lammers_line(game: str, bets: str, splits: int, doubles: int) -> str:
    """A round with so many free splits and, on the first hands, free doubles; the hands reach 21 or 18 against 20."""
    if splits == 0:
        return f"{game} {bets} | 8h 6c 3d Tc | {'FD Ts' if doubles else 'S'} | 4h"
    pairs = " ".join(f"FP {card}" for card in ("8c", "8s")[: splits - 1])
    hands = " ".join("3s FD Ts" if hand < doubles else "Ts S" for hand in range(splits + 1))
    return f"{game} {bets} | 8h 6c 8d Tc | {pairs} FP {hands} | 4h"
