"""Side bets placed after the up card: when they are offered, to whom, and what is refused."""

from pathlib import Path

import pytest

from lammer.cards.card import parse_card
from lammer.rules.sheet import Sheet, SheetFaults
from lammer.table.actions import HIT, PASS, Action, Refused, absent, bet, card, place, void
from lammer.table.betting import open_round
from lammer.table.drive import LiveRound, close_bets
from lammer.table.events import EventKind
from lammer.table.round import legal, refusal
from lammer.table.state import Question, Round, SideWager, Stage
from tests.new_side_bets import BUST_BONUS, HEAD, sheet_from

NO_PEEK = ("dealer.peek_under=[]", "dealer.hole_card=false", "insurance.under=[]")


def begun(sheet: Sheet, cards: str, *wagers: Action) -> LiveRound:
    live = LiveRound(close_bets(open_round(sheet), wagers or (bet(1, 1000),)))
    for name in cards.split():
        live.do(card(parse_card(name)))
    return live


def asked(round_: Round) -> list[tuple[int, str]]:
    return [(round_.boxes[ask.box].number, ask.bet) for ask in round_.asks if ask.about is Question.SIDE_BET]


@pytest.fixture
def sheet(tmp_path: Path) -> Sheet:
    return sheet_from(tmp_path, HEAD + BUST_BONUS)


@pytest.mark.parametrize(("cards", "offered"), [("9h 2c 9d Tc", True), ("9h Tc 9d 9c", True), ("9h Tc 9d Ac", False)])
def test_it_is_offered_once_the_dealer_has_checked(cards: str, offered: bool, sheet: Sheet) -> None:
    live = begun(sheet, cards)
    assert bool(asked(live.round)) is offered
    assert live.over is not offered


def test_with_an_ace_it_is_offered_after_insurance_and_the_check(sheet: Sheet) -> None:
    live = begun(sheet, "9h Ac 9d 5c")
    assert live.round.stage is Stage.INSURING
    live.do(PASS)
    assert live.round.peeked
    assert asked(live.round) == [(1, "bust-bonus")]


def test_without_a_hole_card_it_is_offered_before_a_natural_is_known(tmp_path: Path) -> None:
    live = begun(sheet_from(tmp_path, HEAD + BUST_BONUS, *NO_PEEK), "9h Tc 9d")
    assert asked(live.round) == [(1, "bust-bonus")]


def test_every_box_is_asked_with_its_limits_and_the_wager_is_told(sheet: Sheet) -> None:
    live = begun(sheet, "9h 8h 2c 9d 8d Tc", bet(1, 1000), bet(2, 1000))
    assert asked(live.round) == [(1, "bust-bonus"), (2, "bust-bonus")]
    assert [(one.kind.value, one.minimum, one.maximum) for one in legal(live.round)] == [
        ("place", 100, 10_000),
        ("pass", 0, 0),
    ]
    (event,) = live.do(place(500))
    assert (event.kind, event.box, event.amount, event.bet) == (EventKind.BET, 1, 500, "bust-bonus")
    assert live.do(PASS)[0].bet == "bust-bonus"
    assert live.round.stage is Stage.PLAYING
    assert [bettor.sides for box in live.round.boxes for bettor in box.bettors] == [(SideWager("bust-bonus", 500),), ()]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (place(99), "side-limits"),
        (place(10_001), "side-limits"),
        (place(0), "no-amount"),
        (HIT, "side-bet-first"),
        (bet(1, 500, "bust-bonus"), "placed-later"),
    ],
)
def test_other_answers_are_refused(action: Action, code: str, sheet: Sheet) -> None:
    refused = refusal(begun(sheet, "9h 2c 9d Tc").round, action)
    assert refused is not None
    assert refused.code == code


def test_it_is_not_taken_with_the_main_wager(sheet: Sheet) -> None:
    with pytest.raises(Refused, match="placed when it is offered, after the up card is seen"):
        begun(sheet, "", bet(1, 1000), bet(1, 500, "bust-bonus"))


def test_an_absent_bettor_places_nothing_and_a_void_gives_the_wager_back(sheet: Sheet) -> None:
    live = begun(sheet, "9h 8h 2c 9d 8d Tc", bet(1, 1000), bet(2, 1000))
    live.do(place(500))
    live.do(absent(2))
    live.do(void("a card fell"))
    assert live.round.settlement is not None
    assert [(side.box, side.net) for side in live.round.settlement.sides] == [(0, 0)]


def test_a_bet_that_reads_only_known_cards_is_refused(tmp_path: Path) -> None:
    text = BUST_BONUS.replace('["the up card", "the dealer\'s final hand"]', '["the up card"]')
    with pytest.raises(SheetFaults, match="a bet placed after the up card must read the dealer's final hand"):
        sheet_from(tmp_path, HEAD + text)
