"""South Dakota, chapter 20:18:15: the standard game under the three South Dakota variations."""

from pathlib import Path

import pytest

from lammer.cards.card import parse_card
from lammer.floor.approved_sheets import decide_sheet
from lammer.floor.house import create_floor
from lammer.floor.refusals import FloorRefused
from lammer.rules.lint import lint
from lammer.rules.loader import load_sheet
from lammer.table.actions import DOUBLE, HIT, SPLIT, Action, burn, double_for
from lammer.table.state import Status, Waits
from tests.clauses.sd_fm_helpers import assert_refused, hand_result, insurance_result
from tests.rounds import finished, legal_kinds, nets, under_way

SD = "sd-blackjack"
NO_PEEK = "sd-blackjack[dealer.peek_under=[]]"


@pytest.mark.parametrize(
    ("play", "net"),
    [
        ("Th 6c 2d Tc | S | 6h", 1000),  # 12 against 22: no push in the standard game
        ("Th 6c 4d Tc | H 7h | 6h", 1000),  # 21 against 22
        ("Th 6c 4d Tc | H 8h", -1000),  # 22: lost, whatever the dealer would have drawn
    ],
)
def test_sd_a__21_or_less_wins_when_the_dealer_busts(play: str, net: int) -> None:
    assert nets(f"{SD} 1:10 | {play}") == [net]


def test_sd_a__22_loses_although_the_dealer_busts_too() -> None:
    line = f"{SD} 1:10 2:10 | Th Th 6c 4d 4c Tc | H 8h H 7h | 6h"
    assert (nets(line, 0), nets(line, 1)) == ([-1000], [1000])


@pytest.mark.parametrize(("second", "net"), [("8d", -1000), ("9d", 0), ("Td", 1000)])
def test_sd_b__a_higher_total_wins(second: str, net: int) -> None:
    assert nets(f"{SD} 1:10 | Th 9c {second} Td | S") == [net]


def test_sd_c__blackjack_beats_every_other_21() -> None:
    line = f"{SD} 1:10 2:10 | Ah Th 6c Kd 9c 5c | S | Td"
    assert finished(line).round.dealer_total == 21
    assert (nets(line, 0), nets(line, 1)) == ([1500], [-1000])


@pytest.mark.parametrize("dealer", [("Tc", "Ac"), ("Kc", "Ac")])
def test_sd_c__blackjack_does_not_beat_a_dealer_blackjack(dealer: tuple[str, str]) -> None:
    up, hole = dealer
    assert nets(f"{SD} 1:10 | Ah {up} Kd {hole}") == [0]
    assert nets(f"{SD} 1:10 | Th {up} Kd {hole}") == [-1000]


@pytest.mark.parametrize(("stake", "net"), [("5", 500), ("5.01", 501), ("499.99", 49999)])
def test_sd_d__a_win_pays_1_to_1(stake: str, net: int) -> None:
    assert nets(f"{SD} 1:{stake} | Th 9c Td 9d | S") == [net]


def test_sd_d__paying_less_departs_from_the_clause() -> None:
    entry = load_sheet(SD, ("pay.win=4:5",)).entries["pay.win"]
    assert entry.departs
    assert "SD(d)" in entry.clauses
    assert not load_sheet(SD).entries["pay.win"].departs


@pytest.mark.parametrize(("stake", "net", "breakage"), [("10", 1500, 0), ("5.02", 753, 0), ("5.01", 751, 1)])
def test_sd_e__blackjack_pays_3_to_2(stake: str, net: int, breakage: int) -> None:
    result = hand_result(f"{SD} 1:{stake} | Ah 9c Kd 9d")
    assert (result.result, result.net, result.breakage, result.breakage_of) == ("blackjack", net, breakage, 2)


def natural_remarks(*overrides: str) -> list[tuple[str, float | None]]:
    """Clause and figure of what lint remarks on the pay of a natural."""
    return [
        (remark.clause, remark.figure) for remark in lint(load_sheet(SD, overrides)) if remark.key == "natural.pays"
    ]


@pytest.mark.parametrize("decks", [2, 6, 8])
def test_sd_e__6_to_5_is_too_little_on_two_decks_and_more(decks: int) -> None:
    assert ("SD(e)", 1.2) in natural_remarks(f"shoe.decks={decks}", "natural.pays=6:5")
    assert natural_remarks(f"shoe.decks={decks}") == []


def test_sd_e__6_to_5_is_enough_on_a_single_deck() -> None:
    result = hand_result(f"{SD}[shoe.decks=1,natural.pays=6:5] 1:5.01 | Ah 9c Kd 9d")
    assert (result.net, result.breakage, result.breakage_of) == (601, 1, 5)
    assert natural_remarks("shoe.decks=1", "natural.pays=6:5") == []
    assert ("SD(e)", 1.0) in natural_remarks("shoe.decks=1", "natural.pays=1:1")


def test_sd_e__a_house_opens_tables_at_6_to_5_with_a_single_deck_only(tmp_path: Path) -> None:
    floor = create_floor(tmp_path / "floor.db", tmp_path / "floor.key")
    floor.training = False
    pays, one_deck = ("natural.pays=6:5",), ("natural.pays=6:5", "shoe.decks=1")
    with pytest.raises(FloorRefused) as refused:
        floor.open_table("six decks", "dana", "t", SD, pays)
    assert (refused.value.code, refused.value.clause) == ("sheet-departs", "SD(e)")
    decide_sheet(floor, "approve", "erin", SD, one_deck, approved=True)
    floor.open_table("one deck", "dana", "t", SD, one_deck)


@pytest.mark.parametrize(("play", "net"), [("5h 9c 6d Td | D Th", 2000), ("5h 9c 6d Td | D 2h", -2000)])
def test_sd_f__a_double_takes_one_card_and_no_more(play: str, net: int) -> None:
    line = f"{SD} 1:10 | {play}"
    assert nets(line) == [net]
    assert_refused(line, HIT, "no-play")


def test_sd_f__two_cards_double_and_three_do_not() -> None:
    assert "double" in legal_kinds(f"{SD} 1:10 | 2h 9c 3d Td |")
    assert_refused(f"{SD} 1:10 | 2h 9c 3d Td | H 4c", DOUBLE, "two-cards", "SD(f)")


def test_sd_f__a_split_hand_doubles() -> None:
    assert nets(f"{SD} 1:10 | 8h 9c 8d Td | P 3h D Th 2d S") == [2000, -1000]
    assert_refused(f"{SD}[double.after_split=false] 1:10 | 8h 9c 8d Td | P 3h", DOUBLE, "after-split", "SD(f)")


@pytest.mark.parametrize(("amount", "put_in"), [("0.01", 1), ("9.99", 999), ("10", 1000), ("", 1000)])
def test_sd_g__a_double_is_for_up_to_the_original_wager(amount: str, put_in: int) -> None:
    assert nets(f"{SD} 1:10 | 5h 9c 6d Td | D{amount} Th") == [1000 + put_in]
    assert nets(f"{SD} 1:10 | 5h 9c 6d Td | D{amount} 2h") == [-1000 - put_in]


@pytest.mark.parametrize("after", ["5h 9c 6d Td |", "8h 9c 8d Td | P 3h"])
def test_sd_g__a_cent_above_the_original_wager_is_refused(after: str) -> None:
    assert_refused(f"{SD} 1:10 | {after}", double_for(1001), "amount", "SD(g)")


@pytest.mark.parametrize("pair", ["Th Td", "Th Kd", "Jh Qd", "Ah Ad", "9h 9d", "2h 2d"])
def test_sd_h__two_cards_of_one_value_split(pair: str) -> None:
    first, second = pair.split()
    assert "split" in legal_kinds(f"{SD} 1:10 | {first} 9c {second} Td |")


@pytest.mark.parametrize("hand", ["9h Td", "8h 9d", "Ah 2d"])
def test_sd_h__neighbouring_values_do_not_split(hand: str) -> None:
    first, second = hand.split()
    assert_refused(f"{SD} 1:10 | {first} 9c {second} Td |", SPLIT, "no-pair", "SD(h)")


def test_sd_i__a_third_split_makes_four_hands() -> None:
    assert "split" in legal_kinds(f"{SD} 1:10 | 8h 6c 8d Tc | P 8c P 8s")
    assert nets(f"{SD} 1:10 | 8h 6c 8d Tc | P 8c P 8s P Th S Ts S Td S Tc S | 9h") == [1000] * 4


@pytest.mark.parametrize("fifth", ["P 8h", "P Th S 8h", "P Th S Ts S Td S 8h"])
def test_sd_i__a_fourth_split_is_refused(fifth: str) -> None:
    assert_refused(f"{SD} 1:10 | 8h 6c 8d Tc | P 8c P 8s {fifth}", SPLIT, "most-hands", "SD(i)")


@pytest.mark.parametrize(
    ("play", "cards", "turn"),
    [
        ("P", [1, 1], 0),
        ("P 3h", [2, 1], 0),
        ("P 3h H 2h", [3, 1], 0),
        ("P 3h S", [2, 1], 1),
        ("P 3h D Th", [3, 1], 1),
        ("P 5h H Th", [3, 1], 1),  # bust
        ("P 3h S 2d", [2, 2], 1),
    ],
)
def test_sd_j__the_first_split_hand_is_completed_first(play: str, cards: list[int], turn: int) -> None:
    round_ = under_way(f"{SD} 1:10 | 8h 6c 8d Tc | {play}")
    assert [len(hand.cards) for hand in round_.boxes[0].hands] == cards
    assert round_.at_hand == turn


def test_sd_k__split_aces_take_one_card_each() -> None:
    assert nets(f"{SD} 1:10 | Ah 9c Ad Td | P 9h 5c") == [1000, -1000]
    round_ = under_way(f"{SD} 1:10 | Ah 6c Ad Td | P 9h 5c")
    assert [hand.status for hand in round_.boxes[0].hands] == [Status.STOOD, Status.STOOD]
    assert round_.waits is Waits.CARD


@pytest.mark.parametrize("action", [HIT, DOUBLE])
def test_sd_k__a_second_card_on_a_split_ace_is_refused(action: Action) -> None:
    assert_refused(f"{SD}[split.resplit_aces=true] 1:10 | Ah 9c Ad Td | P As", action, "split-aces", "SD(k)")


@pytest.mark.parametrize(
    ("play", "net"),
    [
        ("5h Tc 6d Ac | D Th", [-1000]),
        ("5h Tc 6d Ac | D5 Th", [-1000]),
        ("8h Tc 8d Ac | P Th S 9h S", [-1000, 0]),
        ("8h Tc 8d Ac | P 3h D Th 3d D Ts", [-1000, 0]),
    ],
)
def test_sd_l__a_dealer_blackjack_takes_the_original_wager_only(play: str, net: list[int]) -> None:
    assert nets(f"{NO_PEEK} 1:10 | {play}") == net


def test_sd_l__any_other_dealer_21_takes_everything() -> None:
    assert nets(f"{NO_PEEK} 1:10 | 8h 6c 8d Tc | P 3h D 2h 3d D 2s | 5h") == [-2000, -2000]


@pytest.mark.parametrize(("written", "stake"), [("5", 500), ("2.37", 237), ("0.01", 1)])
def test_sd_m__insurance_pays_2_to_1(written: str, stake: int) -> None:
    assert insurance_result(f"{SD} 1:10 | Th Ac 9d Kc | I{written}").net == 2 * stake
    assert insurance_result(f"{SD} 1:10 | Th Ac 9d 9c | I{written} S").net == -stake


@pytest.mark.parametrize("hole", ["7d", "8d", "9d", "Td"])
def test_sd_n__a_card_drawn_on_a_standing_total_is_burned(hole: str) -> None:
    line = f"{SD} 1:10 | Th Tc 9d {hole} | S"
    mistaken = finished(f"{line} ~5h").round
    assert mistaken.burned == (parse_card("5h"),)
    assert mistaken._replace(burned=()) == finished(line).round._replace(sheet=mistaken.sheet)


def test_sd_n__a_card_on_a_dealer_21_is_burned() -> None:
    assert nets(f"{SD} 1:10 | Th 6c 9d Tc | S 5c ~6h") == [-1000]


@pytest.mark.parametrize(
    "line",
    [
        "Th 6c 5d Tc | H 9h",  # all bust, the dealer's 16 does not stand
        "Th 6c 7d Tc | S | 6h",  # 22
        "Th 9c 7d Tc |",  # a 19, but the players are not done
    ],
)
def test_sd_n__no_other_card_is_burned(line: str) -> None:
    assert_refused(f"{SD} 1:10 | {line}", burn(parse_card("5h")), "no-burn", "SD(n)")
