"""South Dakota, rule 20:18:15:30.18: Triple Win 20 and its Bonus bet."""

import pytest

from lammer.cards.card import NAMES
from lammer.floor.views import fixed_view
from lammer.rules.loader import load_sheet
from lammer.table.actions import bet, insure
from lammer.table.state import Stage, Waits
from lammer.table.view import seat_view
from tests.clauses.eu_a_helpers import cited, events, sheet_refused, side_nets, stated, wager_refused
from tests.rounds import finished, legal_kinds, nets, refused, under_way

TW = "triple-win-20"
TEN = f"{TW} 1:10 |"
BONUS = "tw20-bonus"


@pytest.mark.parametrize(("decks", "allowed"), [(1, False), (2, True), (6, True), (7, False), (8, False)])
def test_sd_18_1__two_to_six_decks(decks: int, allowed: bool) -> None:
    assert sheet_refused(TW, f"shoe.decks={decks}") == ([] if allowed else ["SD.18 (1)"])


def test_sd_18_1__the_bonus_bet_is_optional_and_beside_the_regular_bet() -> None:
    assert side_nets(f"{TEN} Kh 6c Kd") == []
    assert wager_refused(TW, bet(1, 1000), bet(1, 100, BONUS)) is None
    alone = wager_refused(TW, bet(1, 100, BONUS))
    assert alone is not None
    assert alone.code == "main-first"
    assert "SD.18 (1)" in cited(alone)


def test_sd_18_1__the_bonus_bet_is_placed_at_the_beginning_of_the_round() -> None:
    late = refused(f"{TEN} Kh", bet(1, 100, BONUS))
    assert late.code == "bets-closed"
    assert "SD.18 (1)" in cited(late)


def test_sd_18_2__no_insurance() -> None:
    insured = refused(f"{TEN} Th 9c 7d Tc |", insure(500))
    assert insured.code == "no-insurance"
    assert "SD.18 (2)" in cited(insured)
    assert "SD.18 (2)" in sheet_refused(TW, "insurance.under=[A]")


@pytest.mark.parametrize(("dealt", "seen"), [("up", ["Th", "7d", "2c"]), ("down", ["??", "??", "2c"])])
def test_sd_18_3__the_players_first_two_are_up_or_down_and_later_cards_up(dealt: str, seen: list[str]) -> None:
    round_ = under_way(f"{TW}[deal.player_cards={dealt}] 1:10 2:10 | Th 9h 6c 7d 9s Tc | H 2c")
    assert seat_view(round_, seat=2)["boxes"][0]["hands"][0]["cards"] == seen
    assert seat_view(round_, seat=1)["boxes"][0]["hands"][0]["cards"] == ["Th", "7d", "2c"]


def test_sd_18_3__the_dealers_first_is_up_the_second_down_and_the_drawn_ones_up() -> None:
    assert seat_view(under_way(f"{TEN} Th 5c 7d 2c |"))["dealer"]["cards"] == ["5c", "??"]
    assert seat_view(under_way(f"{TEN} Th 5c 7d 2c | S 3c"))["dealer"]["cards"] == ["5c", "2c", "3c"]


def test_sd_18_4__a_first_card_ace_wins_before_any_dealer_card() -> None:
    alone = f"{TEN} Ah"
    assert nets(alone) == [1000]
    assert finished(alone).round.dealer == ()


def test_sd_18_4__it_is_decided_before_the_dealers_card_and_nothing_takes_it_back() -> None:
    line = f"{TW} 1:10 2:10 | Ah Th Tc 7d Kc"
    order = [(str(event.kind), event.box) for event in events(line, "instant-win", "card")]
    assert order.index(("instant-win", 1)) < order.index(("card", 0))
    assert [nets(line, box) for box in range(2)] == [[1000], [-1000]]
    assert [nets(f"{TW} 1:10 2:10 | Ah Th Ac", box) for box in range(2)] == [[1000], [-1000]]


def paid(line: str) -> list[int]:
    """By box: what its hand has been paid by now, as everybody at the table sees it."""
    boxes = seat_view(under_way(line))["boxes"]
    return [stake["paid"] for box in boxes for stake in box["hands"][0]["stakes"] if stake is not None]


def test_sd_18_4__it_is_paid_before_any_dealer_card() -> None:
    assert paid(f"{TW} 1:10 2:10 | Th Ah") == [0, 1000]
    assert under_way(f"{TW} 1:10 2:10 | Th Ah").dealer == ()
    assert paid(f"{TW} 1:10 2:10 | Th Ah 5c 7d Tc |") == [0, 1000]


def test_sd_18_4__a_second_card_ace_wins_nothing() -> None:
    assert legal_kinds(f"{TEN} 8h 6c Ad Tc |") >= {"hit", "stand"}


def test_sd_18_5__a_dealer_first_card_ace_beats_every_hand_not_yet_paid() -> None:
    line = f"{TW} 1:10 2:20 3:10 | Th 9h Ad Ac"
    assert [nets(line, box) for box in range(3)] == [[-1000], [-2000], [1000]]
    assert [len(box.hands[0].cards) for box in finished(line).round.boxes] == [1, 1, 1]


def test_sd_18_5__a_dealer_second_card_ace_beats_nobody_yet() -> None:
    assert under_way(f"{TEN} Th 8c 7d Ac |").waits is Waits.PLAY


@pytest.mark.parametrize("cards", ["Kh 6c Qd", "Th Tc Td", "9h 9c Ad"])
def test_sd_18_6__two_cards_of_20_win_before_the_dealers_second(cards: str) -> None:
    assert nets(f"{TEN} {cards}") == [1000]
    assert len(finished(f"{TEN} {cards}").round.dealer) == 1


@pytest.mark.parametrize(("second", "won"), [("9d", 0), ("Td", 1000), ("Kh", 1500)])
def test_sd_18_6__two_cards_of_20_are_paid_before_the_dealers_second(second: str, won: int) -> None:
    line = f"{TW} 1:10 2:10 | Kh 9h 5c {second} 7d"
    assert paid(line) == [won, 0]
    assert len(under_way(line).dealer) == 1


def test_sd_18_6__what_is_paid_stays_paid_when_the_round_is_void() -> None:
    assert [nets(f"{TW} 1:10 2:10 | Kh 9h 5c Td 7d Tc | X", box) for box in range(2)] == [[1000], [0]]


def test_sd_18_6__two_cards_of_19_do_not_and_a_later_dealer_20_changes_nothing() -> None:
    assert under_way(f"{TEN} Th 6c 9d").waits is Waits.CARD
    line = f"{TW} 1:10 2:10 | Kh Th Tc Qd 9d Kc"
    assert [nets(line, box) for box in range(2)] == [[1000], [-1000]]


@pytest.mark.parametrize(
    ("up", "second", "wins"), [("Tc", "Kc", True), ("9c", "Ac", True), ("Tc", "9d", False), ("Tc", "Ac", False)]
)
def test_sd_18_7__a_dealer_two_card_20_wins(up: str, second: str, wins: bool) -> None:
    line = f"{TEN} Th {up} 9d {second}"
    assert under_way(line).stage is (Stage.DONE if wins else Stage.PLAYING)
    if wins:
        assert nets(line) == [-1000]


@pytest.mark.parametrize(("card", "stage"), [("3h", Stage.DEALER), ("4h", Stage.DONE)])
def test_sd_18_8__a_player_over_20_has_lost(card: str, stage: Stage) -> None:
    line = f"{TEN} Th 5c 7d Tc | H {card}"
    assert under_way(line).stage is stage
    if stage is Stage.DONE:
        assert nets(line) == [-1000]


@pytest.mark.parametrize(("last", "net"), [("5h", -1000), ("6h", 1000), ("7h", 1000)])
def test_sd_18_8__a_dealer_over_20_has_lost_22_included(last: str, net: int) -> None:
    assert nets(f"{TEN} Th 5c 7d Tc | S | {last}") == [net]


def test_sd_18_8__an_ace_that_would_pass_20_counts_1() -> None:
    assert under_way(f"{TEN} Th 6c Ad Tc |").hand.total == 11


@pytest.mark.parametrize(("play", "last"), [("Th 5c 7d Tc | S", "2h"), ("8h 5c 7d Tc | H 5d", "5h")])
def test_sd_18_9__equal_totals_push_20_of_three_cards_too(play: str, last: str) -> None:
    assert nets(f"{TEN} {play} | {last}") == [0]


def test_sd_18_9__except_for_the_instant_wins() -> None:
    line = f"{TW} 1:10 2:10 3:10 | Kh Ah 8h 5c Qd 7d Tc | H 5d | 5h"
    assert finished(line).round.dealer_total == 20
    assert [nets(line, box) for box in range(3)] == [[1000], [1000], [0]]


@pytest.mark.parametrize(
    ("cards", "main", "bonus"),
    [
        ("Ah", 1000, 700),
        ("Kh 6c Kd", 1000, 1000),
        ("Qh 6c Qd", 1000, 1000),
        ("Jh 6c Jd", 1000, 1000),
        ("Kh 6c Kh", 1500, 5000),
        ("Qh 6c Qh", 1500, 2000),
        ("Jh 6c Jh", 1500, 2000),
        ("Th 6c Th", 1000, -100),
        ("Kh 6c Qh", 1000, -100),
        ("9h 6c Ah", 1000, -100),
    ],
)
def test_sd_18_10__the_pay_schedules(cards: str, main: int, bonus: int) -> None:
    line = f"{TW} 1:10,{BONUS}=1 | {cards}"
    assert nets(line) == [main]
    assert side_nets(line) == [bonus]


def test_sd_18_10__beating_the_dealer_pays_1_to_1_and_a_second_card_ace_no_bonus() -> None:
    line = f"{TW} 1:10,{BONUS}=1 | 8h 6c Ad Tc | S"
    assert nets(line) == [1000]
    assert side_nets(line) == [-100]
    assert "SD.18 (10)" in stated(load_sheet(TW), "pay.win")[1]
    assert [NAMES[code] for code in finished(line).round.dealer] == ["6c", "Tc"]


def test_sd_18_10__the_pay_schedule_is_posted() -> None:
    rows = {row["hand"]: row["pays"] for row in fixed_view(load_sheet(TW), None)["pays"]}
    assert rows == {
        "two-card 20": "1:1",
        "two-card 20 of suited kings, queens or jacks": "3:2",
        "first-card ace (11)": "1:1",
        "any other win": "1:1",
    }
    changed = load_sheet(TW, ("natural.suited_faces_pay=2:1", "first_ace.player=plays on"))
    assert [row["pays"] for row in fixed_view(changed, None)["pays"]] == ["1:1", "2:1", "1:1"]
