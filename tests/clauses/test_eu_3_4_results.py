"""European Free Bet, sections 3 and 4: results and splits.

The dealer shows the six of clubs and draws a ten in most rounds, so the last card written makes 17 to 23.
"""

import pytest

from lammer.rules.loader import load_sheet
from lammer.table.actions import (
    DOUBLE,
    EVEN_MONEY,
    FREE_DOUBLE,
    FREE_SPLIT,
    HIT,
    SPLIT,
    STAND,
    Action,
)
from lammer.table.options import refuse_hit
from lammer.table.round import actor, refusal
from lammer.table.state import Stage, Waits
from lammer.table.view import seat_view
from tests.clauses.eu_a_helpers import cited, stated
from tests.rounds import finished, legal_kinds, nets, refused, under_way

EU = "european-free-bet"
TEN = f"{EU} 1:10 |"
SHEET = load_sheet(EU)


@pytest.mark.parametrize(("last", "net"), [("Ah", 1000), ("2h", 0), ("3h", -1000), ("5h", -1000), ("7h", 1000)])
def test_eu_3_1__closest_to_21_without_passing_it_wins(last: str, net: int) -> None:
    assert nets(f"{TEN} Th 6c 8d | S | Tc {last}") == [net]


def test_eu_3_2__a_tie_leaves_the_bets_paid_doubles_too() -> None:
    assert nets(f"{TEN} Th 6c 8d | S | Tc 2h") == [0]
    assert nets(f"{TEN} Th 6c 2d | D 6d | Tc 2h") == [0]


@pytest.mark.parametrize(("last", "net"), [("5h", -1000), ("6h", 0), ("7h", 1000)])
def test_eu_3_3__a_dealer_22_leaves_the_bets(last: str, net: int) -> None:
    assert nets(f"{TEN} Th 6c Td | S | Tc {last}") == [net]


def test_eu_3_3__a_blackjack_is_the_exception_and_a_bust_is_not() -> None:
    line = f"{EU} 1:10 2:10 3:10 | Ah Th Th 6c Kd Td 6d | S H Ts | Tc 6h"
    assert [nets(line, box) for box in range(3)] == [[1500], [0], [-1000]]


def test_eu_3_4__over_21_loses_at_once_for_all_bets_on_the_field() -> None:
    line = f"{EU} 1:10 1.2:20 | Th 6c 6d | H Y 6h"
    assert len(finished(line).round.dealer) == 1
    assert [nets(line, bettor) for bettor in range(2)] == [[-1000], [-2000]]
    assert under_way(f"{TEN} Th 6c 6d | H 5h").stage is Stage.DEALER


def test_eu_3_5__a_player_must_draw_on_11_and_may_stand_on_12() -> None:
    eleven = refused(f"{TEN} 6h 6c 5d |", STAND)
    assert eleven.code == "must-draw"
    assert "EU 3.5" in cited(eleven)
    assert "stand" in legal_kinds(f"{TEN} 7h 6c 5d |")
    assert "stand" in legal_kinds(f"{TEN} Ah 6c Ad |")


def test_eu_3_5__a_player_may_draw_on_20_and_not_on_21() -> None:
    assert "hit" in legal_kinds(f"{TEN} Th 6c 4d | H 6h")
    round_ = under_way(f"{TEN} Th 6c 4d | H 7h")
    assert refusal(round_, HIT) is not None
    full = refuse_hit(round_.sheet, round_.boxes[0], round_.boxes[0].hands[0], 0)
    assert full is not None
    assert full.code == "at-limit"
    assert "EU 3.5" in cited(full)


def test_eu_3_6__the_dealers_second_card_comes_after_all_players() -> None:
    two = f"{EU} 1:10 2:10 | Th 9h 6c 8d 8s | S"
    assert len(under_way(two).dealer) == 1
    assert actor(under_way(two)) == (2, 1)
    assert under_way(f"{two} S").stage is Stage.DEALER
    assert len(under_way(f"{two} S Tc").dealer) == 2


@pytest.mark.parametrize(("second", "draws"), [("Tc", True), ("Ac", False)])
def test_eu_3_6__the_dealer_draws_on_16_and_stands_on_17(second: str, draws: bool) -> None:
    round_ = under_way(f"{TEN} Th 6c 8d | S {second}")
    assert round_.waits is (Waits.CARD if draws else Waits.NOTHING)


@pytest.mark.parametrize(
    ("play", "paid"),
    [
        ("Th 6c 8d | S | Tc Ah", [1000]),
        ("Th 6c 2d | D 9h | Tc Ah", [2000]),
        ("Th 6c Kd | P 9c S 8c S | Tc Ah", [1000, 1000]),
    ],
)
def test_eu_3_7__wins_pay_1_to_1_also_after_a_split_or_double(play: str, paid: list[int]) -> None:
    assert nets(f"{TEN} {play}") == paid


@pytest.mark.parametrize("cards", ["Ah 6c Td", "Jh 6c Ad", "Qh 6c Ad", "Ah 6c Kd"])
def test_eu_3_8__ace_and_ten_or_face_are_a_blackjack(cards: str) -> None:
    assert nets(f"{TEN} {cards}") == [1500]


def test_eu_3_8__ace_and_nine_are_none_and_neither_is_a_21_of_three() -> None:
    assert nets(f"{TEN} Ah 6c 9d | S | Tc Ah") == [1000]
    assert nets(f"{TEN} Ah 6c 9d | H Ac | Tc Ah") == [1000]


@pytest.mark.parametrize(
    ("up", "second", "net"), [("Tc", "9c", 1500), ("Tc", "Ac", 0), ("Ac", "9c", 1500), ("Ac", "Kc", 0)]
)
def test_eu_3_9__blackjack_pays_3_to_2_and_ties_with_the_dealers(up: str, second: str, net: int) -> None:
    assert nets(f"{TEN} Ah {up} Kd | N {second}") == [net]


def test_eu_3_9__a_21_of_three_cards_loses_to_a_blackjack() -> None:
    assert nets(f"{TEN} 7h Tc 7d | H 7s | Ac") == [-1000]


@pytest.mark.parametrize("up", ["Ac", "Tc", "Jc", "Qc", "Kc"])
def test_eu_3_10__against_a_ten_or_ace_a_blackjack_may_take_1_to_1_at_once(up: str) -> None:
    line = f"{TEN} Ah {up} Kd | E"
    assert nets(line) == [1000]
    assert len(finished(line).round.dealer) == 1


def test_eu_3_10__even_money_pays_what_the_sheet_says() -> None:
    assert nets("european-free-bet[natural.even_money_pays=6:5] 1:10 | Ah Tc Kd | E") == [1200]


def test_eu_3_10__even_money_is_paid_when_it_is_taken() -> None:
    def paid(line: str) -> int:
        stake = seat_view(under_way(line))["boxes"][0]["hands"][0]["stakes"][0]
        assert stake is not None
        return stake["paid"]

    asked = "european-free-bet 1:10 2:10 | Ah Th As Kd 7d |"
    assert [paid(asked), paid(f"{asked} E"), paid(f"{asked} N")] == [0, 1000, 0]


def test_eu_3_10__even_money_is_kept_against_a_blackjack() -> None:
    line = f"{EU} 1:10 2:10 | Ah 9h Tc Kd 9d | E S Ac"
    assert [nets(line, box) for box in range(2)] == [[1000], [-1000]]


def test_eu_3_10__not_against_a_nine_and_not_without_a_blackjack() -> None:
    assert nets(f"{TEN} Ah 9c Kd") == [1500]
    no_blackjack = refused(f"{TEN} Ah Ac 9d |", EVEN_MONEY)
    assert no_blackjack.code == "no-even-money"
    assert "EU 3.10" in cited(no_blackjack)


@pytest.mark.parametrize(
    ("answers", "paid"), [("E N", [[1000], [0]]), ("N E", [[0], [2000]]), ("E E", [[1000], [2000]])]
)
def test_eu_3_11__each_bettor_on_the_box_chooses_alone(answers: str, paid: list[list[int]]) -> None:
    dealers = "" if answers == "E E" else "Ac"
    line = f"{EU} 1:10 1.2:20 | Ah Tc Kd | {answers} {dealers}"
    assert [nets(line, bettor) for bettor in range(2)] == paid


def test_eu_3_11__and_may_change_nothing_else() -> None:
    line = f"{EU} 1:10 1.2:20 | Ah Tc Kd | E"
    assert actor(under_way(line)) == (1, 2)
    assert legal_kinds(line) == {"even-money", "pass"}
    for action in (DOUBLE, HIT, Action("even-money", box=1, bettor=1)):
        assert refusal(under_way(line), action) is not None


@pytest.mark.parametrize(("up", "waits"), [("9c", False), ("Tc", True), ("Kc", True), ("Ac", True)])
def test_eu_3_12__against_an_ace_or_ten_payouts_wait_for_the_dealers_hand(up: str, waits: bool) -> None:
    round_ = under_way(f"{TEN} Ah {up} Kd |" + (" N" if waits else ""))
    assert (round_.waits is Waits.CARD) is waits
    assert (round_.settlement is None) is waits


def test_eu_4_1__a_pair_splits_for_an_equal_amount() -> None:
    hands = under_way(f"{TEN} Kh 6c Kd | P").boxes[0].hands
    assert [stake.own for hand in hands for stake in hand.stakes if stake] == [1000, 1000]
    unlike = refused(f"{TEN} Kh 6c 9d |", SPLIT)
    assert unlike.code == "no-pair"
    assert "EU 4.1" in cited(unlike)


@pytest.mark.parametrize("amount", [999, 1001])
def test_eu_4_1__no_split_for_another_amount(amount: int) -> None:
    line = f"{TEN} Kh 6c Kd |"
    assert refusal(under_way(line), Action("split", amount=1000)) is None
    unequal = refused(line, Action("split", amount=amount))
    assert unequal.code == "amount"
    assert "EU 4.1" in cited(unequal)


@pytest.mark.parametrize(("split", "owner"), [("P", [1000, -1000]), ("FP", [1000, 0])])
def test_eu_4_2__bettors_who_decline_move_behind_the_left_card(split: str, owner: list[int]) -> None:
    line = f"{EU} 1:10 1.2:20 | 8h 6c 8d | {split} O Th S 7c S | Tc Ac"
    assert nets(line, 0) == owner
    assert nets(line, 1) == [2000]


def test_eu_4_3__the_first_cards_hand_is_finished_before_the_next() -> None:
    line = f"{TEN} 8h 6c 8d | P 2h"
    assert [len(hand.cards) for hand in under_way(line).boxes[0].hands] == [2, 1]
    assert under_way(f"{line} H 3h").at_hand == 0
    assert [len(hand.cards) for hand in under_way(f"{line} H 3h S 4h").boxes[0].hands] == [3, 2]


@pytest.mark.parametrize(("split", "paid"), [("P", [2000, 1000]), ("FP", [2000, 1000])])
def test_eu_4_4__a_split_hand_may_be_doubled_for_one_card(split: str, paid: list[int]) -> None:
    line = f"{TEN} 8h 6c 8d | {split} 4h D 9c"
    assert len(under_way(line).boxes[0].hands[0].cards) == 3
    assert under_way(line).at_hand == 1
    assert nets(f"{line} Th S | Tc Ah") == paid


def test_eu_4_5__three_splits_make_four_bets_and_there_is_no_fifth() -> None:
    third = f"{TEN} 8h 6c 8d | P 8c P 8s"
    assert "split" in legal_kinds(third)
    fourth = refused(f"{third} P 8h", SPLIT)
    assert len(under_way(f"{third} P 8h").boxes[0].hands) == 4
    assert fourth.code == "most-hands"
    assert "EU 4.5" in cited(fourth)


@pytest.mark.parametrize(("last", "paid"), [("Ah", [1000, 1000]), ("5h", [0, 0]), ("6h", [0, 0])])
@pytest.mark.parametrize("play", ["Th 6c Kd | P Ac Ad", "Ah 6c Ad | P Tc Kd"])
def test_eu_4_6__ace_and_ten_after_a_split_is_21_and_no_blackjack(play: str, last: str, paid: list[int]) -> None:
    assert nets(f"{TEN} {play} | Tc {last}") == paid


def test_eu_4_7__each_split_ace_takes_one_card() -> None:
    round_ = under_way(f"{TEN} Ah 6c Ad | FP 2c 3c")
    assert round_.stage is Stage.DEALER
    assert [len(hand.cards) for hand in round_.boxes[0].hands] == [2, 2]


@pytest.mark.parametrize("action", [HIT, DOUBLE, FREE_DOUBLE])
def test_eu_4_7__no_third_card_on_a_split_ace(action: Action) -> None:
    third = refused(f"{TEN} Ah 6c Ad | FP As", action)
    assert third.code == "split-aces"
    assert "EU 4.7" in cited(third)


def test_eu_4_8__aces_resplit_to_four_bets_and_no_more() -> None:
    third = f"{TEN} Ah 6c Ad | FP As FP Ac"
    assert "free-split" in legal_kinds(third)
    round_ = under_way(f"{third} FP Ah")
    assert len(round_.boxes[0].hands) == 4
    assert (round_.waits, round_.at_hand) == (Waits.CARD, 1)


@pytest.mark.parametrize("rank", "A23456789")
def test_eu_4_1_1__every_pair_below_ten_splits_free(rank: str) -> None:
    first, second = under_way(f"{TEN} {rank}h 6c {rank}d | FP").boxes[0].hands
    assert [(stake.own, stake.free) for stake in first.stakes if stake] == [(1000, 0)]
    assert [(stake.own, stake.free) for stake in second.stakes if stake] == [(0, 1000)]


@pytest.mark.parametrize("rank", "TJQK")
def test_eu_4_1_1__ten_values_do_not(rank: str) -> None:
    tens = refused(f"{TEN} {rank}h 6c {rank}d |", FREE_SPLIT)
    assert tens.code == "pair"
    assert "EU 4.1.1" in cited(tens)


@pytest.mark.parametrize(
    ("last", "paid"), [("7h", [1000, 1000]), ("Ah", [1000, 0]), ("2h", [0, 0]), ("5h", [-1000, 0])]
)
def test_eu_4_1_1__a_win_pays_both_a_loss_takes_the_own_bet_a_tie_keeps_it(last: str, paid: list[int]) -> None:
    assert nets(f"{TEN} 8h 6c 8d | FP Th S 9c S | Tc {last}") == paid


def test_eu_4_1_2__a_free_split_follows_the_rules_of_a_usual_split() -> None:
    assert {"free-split", "split"} <= legal_kinds(f"{TEN} 8h 6c 8d | FP 8c FP 8s")
    fourth = refused(f"{TEN} 8h 6c 8d | FP 8c FP 8s FP 8h", FREE_SPLIT)
    assert fourth.code == "most-hands"
    assert "EU 4.5" in cited(fourth)
    assert "EU 4.1.2" in stated(SHEET, "free.resplit")[1]
