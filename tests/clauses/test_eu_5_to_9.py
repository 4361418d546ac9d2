"""European Free Bet, sections 5 to 9: doubles, Push 22, insurance, interruption.

The dealer shows the six of clubs and draws a ten in most rounds, so the last card written makes 17 to 23.
"""

import pytest

from lammer.rules.loader import load_sheet
from lammer.table.actions import (
    DOUBLE,
    FREE_DOUBLE,
    VOID,
    double_for,
    insure,
)
from lammer.table.betting import open_round
from lammer.table.round import legal, refusal
from lammer.table.state import Stage
from tests.clauses.eu_a_helpers import cited, insurance_nets, side_nets, stated
from tests.rounds import finished, legal_kinds, nets, refused, seat, under_way

EU = "european-free-bet"
TEN = f"{EU} 1:10 |"
SHEET = load_sheet(EU)


@pytest.mark.parametrize("amount", [500, 999, 1001])
def test_eu_5_1__a_double_is_for_the_full_amount(amount: int) -> None:
    line = f"{TEN} Th 6c 2d |"
    assert refusal(under_way(line), double_for(1000)) is None
    other = refused(line, double_for(amount))
    assert other.code == "amount"
    assert "EU 5.1" in cited(other)


@pytest.mark.parametrize("cards", ["5h 6c 3d", "Th 6c Td", "Ah 6c 7d"])
def test_eu_5_1__any_first_two_cards_double_and_take_one_card(cards: str) -> None:
    assert under_way(f"{TEN} {cards} | D Ac").stage is Stage.DEALER


def test_eu_5_1__three_cards_do_not_double() -> None:
    third = refused(f"{TEN} 2h 6c 3d | H 4c", DOUBLE)
    assert third.code == "two-cards"
    assert "EU 5.1" in cited(third)


def test_eu_5_2__an_ace_in_a_doubled_hand_counts_as_is_better() -> None:
    assert nets(f"{TEN} 8h 6c 2d | FD Ah | Tc 4h") == [2000]
    assert nets(f"{TEN} Ah 6c 6d | D Tc | Tc Ac") == [0]


@pytest.mark.parametrize("cards", ["5h 6c 4d", "6h 6c 4d", "5h 6c 5d", "6h 6c 5d", "2h 6c 9d"])
def test_eu_5_1_1__a_two_card_9_10_or_11_doubles_free(cards: str) -> None:
    assert "free-double" in legal_kinds(f"{TEN} {cards} |")


@pytest.mark.parametrize(
    ("cards", "code"), [("5h 6c 3d", "total"), ("7h 6c 5d", "total"), ("Ah 6c 8d", "soft"), ("9h 6c Ad", "soft")]
)
def test_eu_5_1_1__8_and_12_and_a_hand_with_an_ace_do_not(cards: str, code: str) -> None:
    other = refused(f"{TEN} {cards} |", FREE_DOUBLE)
    assert other.code == code
    assert "EU 5.1.1" in cited(other)


@pytest.mark.parametrize(("last", "net"), [("Ah", 2000), ("2h", 0), ("3h", -1000)])
def test_eu_5_1_1__a_win_pays_both_a_loss_takes_the_own_bet_a_tie_keeps_it(last: str, net: int) -> None:
    assert nets(f"{TEN} 6h 6c 5d | FD 7h | Tc {last}") == [net]


def test_eu_5_1_2__a_free_double_takes_one_card_of_a_two_card_hand() -> None:
    round_ = under_way(f"{TEN} 6h 6c 5d | FD 2c")
    assert (round_.stage, round_.boxes[0].hands[0].total) == (Stage.DEALER, 13)
    assert refused(f"{TEN} 2h 6c 3d | H 4c", FREE_DOUBLE).code == "two-cards"


@pytest.mark.parametrize("split", ["FP", "P"])
def test_eu_5_1_3__each_split_hand_may_double_free(split: str) -> None:
    assert nets(f"{TEN} 8h 6c 8d | {split} 3h FD Th 2d FD 9c | Tc Ah") == [2000, 2000]
    lost = [-1000, 0 if split == "FP" else -1000]
    assert nets(f"{TEN} 8h 6c 8d | {split} 3h FD 2h 2d FD 5c | Tc Ah") == lost


@pytest.mark.parametrize(("last", "net"), [("5h", -500), ("6h", 500), ("7h", -500)])
def test_eu_6__push_22_pays_1_to_1_when_the_dealer_totals_22(last: str, net: int) -> None:
    assert side_nets(f"{EU} 1:10,push-22=5 | Th 6c Td | S | Tc {last}") == [net]


def test_eu_7_1__insurance_is_offered_against_an_ace() -> None:
    assert legal_kinds(f"{TEN} Th Ac 6d |") == {"insure", "pass"}


@pytest.mark.parametrize("up", ["Tc", "Kc", "9c"])
def test_eu_7_1__and_against_nothing_else(up: str) -> None:
    other = refused(f"{TEN} Th {up} 6d |", insure(500))
    assert other.code == "no-insurance"
    assert "EU 7.1" in cited(other)


@pytest.mark.parametrize(("dealer", "net"), [("Kc", 1000), ("9c", -500), ("5c 5d", -500)])
def test_eu_7_2__insurance_pays_2_to_1_on_a_two_card_blackjack(dealer: str, net: int) -> None:
    assert insurance_nets(f"{TEN} Th Ac 9d | I5 S | {dealer}") == [net]


def test_eu_7_3__no_insurance_once_the_third_round_of_dealing_began() -> None:
    late = refused(f"{TEN} Th Ac 2d | N H 2c", insure(500))
    assert late.code == "no-insurance"
    assert "EU 7.3" in cited(late)


@pytest.mark.parametrize("play", ["Th Ac 2d | I5 D", "Th Ac 2d | N D", "8h Ac 8d | I5 P", "8h Ac 8d | N P"])
def test_eu_7_3__more_only_after_doubling_or_splitting(play: str) -> None:
    assert legal_kinds(f"{TEN} {play}") == {"insure", "pass"}
    assert "insure" not in legal_kinds(f"{TEN} Th Ac 2d | I5 H 2c")


@pytest.mark.parametrize(
    ("amount", "taken"), [(249, False), (250, True), (251, False), (500, True), (501, False), (750, False)]
)
def test_eu_7_4__half_the_minimum_its_multiples_and_at_most_half_the_bet(amount: int, taken: bool) -> None:
    found = refusal(under_way(f"{TEN} Th Ac 6d |"), insure(amount))
    assert (found is None) is taken
    if found is not None:
        assert found.code == "amount"
        assert "EU 7.4" in cited(found)


def test_eu_7_4__half_of_an_odd_bet_is_cut_to_a_multiple() -> None:
    offered = legal(under_way(f"{EU} 1:9.99 | Th Ac 6d |"))[0]
    assert (offered.kind, offered.minimum, offered.maximum, offered.step) == ("insure", 250, 250, 250)


@pytest.mark.parametrize(("second", "main", "insured"), [("Kc", 0, 1000), ("9c", 1500, -500)])
def test_eu_7_5__a_blackjack_may_be_insured(second: str, main: int, insured: int) -> None:
    line = f"{TEN} Ah Ac Kd | I5 {second}"
    assert nets(line) == [main]
    assert insurance_nets(line) == [insured]


def test_eu_8__devices_are_forbidden_as_posted() -> None:
    assert stated(SHEET, "posted.devices") == ("forbidden", ("EU 8",))


@pytest.mark.parametrize("play", ["Th X", "Th Ac 2d | I5 X", "Th Ac 2d | I5 D N X", "Th Ac 2d | I5 D N 9c X"])
def test_eu_9__an_interrupted_round_returns_own_money_at_stake(play: str) -> None:
    entry = seat(f"{EU} 1:10,push-22=5 | {play}")
    assert entry["net"] == 0
    assert entry["insurance"] == 0
    assert entry["side"] == {"push-22": {"outcome": "void", "net": 0}}


def test_eu_9__only_a_round_under_way_is_interrupted() -> None:
    for round_ in (open_round(SHEET), finished(f"{TEN} Ah 9c Kd").round):
        idle = refusal(round_, VOID)
        assert idle is not None
        assert idle.code == "nothing-to-void"
        assert "EU 9" in cited(idle)
