"""Events say what happened in typed fields, for every game and any legal play."""

import pytest

from lammer.table.actions import AGAINST, MAIN, bet
from lammer.table.betting import open_round
from lammer.table.drive import LiveRound, close_bets
from lammer.table.events import CardRole, Event, EventKind
from lammer.table.shuffle import derived_seed, shoe_order
from lammer.table.state import Question, Result, Why
from tests.random_play import RandomPlayer
from tests.sheets import ATTACHED, PLAIN, posted

OF_KIND = {
    "role": {EventKind.CARD},
    "about": {
        EventKind.LAMMER,
        *map(EventKind, ("bet", "insure", "even-money", "pass", "follow", "decline", "parlay", "switch", "trade")),
    },
    "result": {EventKind.SETTLE},
    "why": {EventKind.SETTLE},
    "bet": {
        *(EventKind.BET, EventKind.PASS, EventKind.SIDE, EventKind.LAMMERS_TO, EventKind.CARRIED),
        *(EventKind.SPIN, EventKind.FROM_OTHERS, EventKind.PARLAY),
    },
    "outcome": {EventKind.SIDE, EventKind.SPIN, EventKind.CARRIED},
    "level": {EventKind.METER_WIN, EventKind.BREAKAGE},
    "natural": {EventKind.PEEK, EventKind.DEALER},
    "bust": {EventKind.DEALER},
    "draws": {EventKind.SUPERVISOR, EventKind.FORCED},
}
TYPES = {"kind": EventKind, "role": CardRole, "about": Question, "result": Result, "why": Why}


def _spin(nth: int, weights: tuple[int, ...]) -> int:
    return 1 + nth % len(weights)


def events_of(game: str, number: int) -> list[Event]:
    sheet = posted(game)
    sides = [bet(1, side.minimum, bet_id) for bet_id, side in sheet.side_bets.items() if not side.placed_later]
    second = bet(2, 1000, AGAINST if sheet.rules.against.offered else MAIN)
    deal = LiveRound(close_bets(open_round(sheet), (bet(1, 1000), bet(1, 500, "tip"), *sides, second)), _spin)
    cards = iter(shoe_order(derived_seed("events", str(number)), sheet.rules.shoe.decks))
    player, events = RandomPlayer(f"events {number}"), list[Event]()
    while not deal.over:
        events += deal.step(lambda: next(cards), player)
    return events


@pytest.mark.parametrize("game", [*PLAIN, *ATTACHED])
def test_each_kind_fills_its_own_fields_and_no_other(game: str) -> None:
    for event in (event for number in range(40) for event in events_of(game, number)):
        for field, kinds in OF_KIND.items():
            assert event.kind in kinds or getattr(event, field) == Event._field_defaults[field], event
        for field, kind in TYPES.items():
            assert isinstance(getattr(event, field), kind | None), event
        assert (event.kind is EventKind.SETTLE) == (event.result is not None) == (event.why is not None)


def test_events_carry_no_prose() -> None:
    assert "note" not in Event._fields
