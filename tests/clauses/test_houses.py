"""Free Bet in other houses: what each sheet changes, by a public description or the casino's rules."""

import pytest

from lammer.rules.loader import load_sheet
from lammer.rules.sheet import SheetFaults
from lammer.table.actions import DOUBLE, FREE_DOUBLE, FREE_SPLIT, HIT, SPLIT, STAND, SURRENDER, bet
from lammer.table.betting import open_round
from lammer.table.round import refusal
from lammer.table.state import Waits
from tests.clauses.sd_fm_helpers import assert_refused, side_result
from tests.rounds import legal_kinds, nets, under_way

NUGGET, NEVADA, RIDE = "golden-nugget-2012", "nevada-free-bet", "ride-free"
RAINBOW, RENDEZVOUS = "rainbow-birmingham", "rendezvous-brighton"
PENNSYLVANIA, LIVE = "pennsylvania-free-bet", "live-free-bet"
TWENTY_TWO = {"suited": "5c Kc 7c", "one colour": "5s Kc 7c", "mixed": "5h Kc 7c"}
"""Cards of a dealer 22."""


def _dealt(game: str, first: str, second: str) -> str:
    """A round in which the box has these cards against a 6; behind a hole card the dealer has 16."""
    hole = " Tc" if load_sheet(game).rules.dealer.hole_card else ""
    return f"{game} 1:10 | {first} 6c {second}{hole} |"


def _has_decks(game: str, decks: int, clause: str) -> bool:
    with pytest.raises(SheetFaults) as caught:
        load_sheet(game, ("shoe.decks=4",))
    return load_sheet(game).rules.shoe.decks == decks and caught.value.faults[0].clause == clause


def _hits_soft_17(game: str) -> bool:
    """Whether a dealer 6-A waits for another card."""
    hole = load_sheet(game).rules.dealer.hole_card
    return under_way(f"{game} 1:10 | Th 6c 6d {'Ac | S' if hole else '| S Ac'}").waits is Waits.CARD


def _push_22(game: str, cards: str) -> int:
    """The net of a bet of 1 on a dealer 22."""
    up, second, third = cards.split()
    hole = load_sheet(game).rules.dealer.hole_card
    dealer = f"{second} | S | {third}" if hole else f"| S | {second} {third}"
    return side_result(f"{game} 1:10,push-22=1 | Th {up} 9d {dealer}").net


def test_golden_nugget_rules__six_decks_and_soft_17_either_way() -> None:
    assert _has_decks(NUGGET, 6, "Golden Nugget rules")
    assert _hits_soft_17(NUGGET)
    assert not _hits_soft_17(f"{NUGGET}[dealer.soft_17=stand]")


@pytest.mark.parametrize(("then", "free"), [("H 4s", True), ("H 2s H 4c", True), ("H 3s", False), ("H 7s", False)])
def test_golden_nugget_doubles__any_number_of_cards(then: str, free: bool) -> None:
    line = f"{_dealt(NUGGET, '2h', '3d')} {then}"
    assert ("free-double" in legal_kinds(line)) is free
    if not free:
        assert_refused(line, FREE_DOUBLE, "total", "SD.14 1(a)")
    assert_refused(line, DOUBLE, "two-cards", "SD.14 1(f)")


def test_golden_nugget_doubles__a_late_one_takes_one_card_and_pays_twice() -> None:
    assert nets(f"{_dealt(NUGGET, '2h', '3d')} H 6s FD Th | Ts") == [2000]
    assert nets(f"{_dealt(NUGGET, '2h', '3d')} H 6s FD 2c | 2s") == [-1000]


def test_golden_nugget_doubles__not_on_a_soft_total() -> None:
    assert_refused(f"{_dealt(NUGGET, '2h', '6d')} H As", FREE_DOUBLE, "soft", "A5")


def test_golden_nugget_doubles__also_after_a_split() -> None:
    assert nets(f"{_dealt(NUGGET, '3h', '3d')} FP 2s H 5c FD Th Tc S | Ts") == [2000, 1000]


def test_golden_nugget_surrender__was_early_and_soon_removed() -> None:
    assert_refused(_dealt(NUGGET, "Th", "6d"), SURRENDER, "no-surrender", "Golden Nugget surrender")
    early = f"{NUGGET}[surrender.late=true,dealer.peek_under=[]]"
    assert nets(f"{early} 1:10 | Th Ac 6d Kc | N R") == [-500]
    assert nets(f"{early} 1:10 | Th Tc 6d Ac | R") == [-500]
    # A hand that is played before the check loses no more than the original wager, as behind a check.
    assert nets(f"{early} 1:10 | 8h Tc 8d Ac | FP Th S Ts S") == [-1000, 0]


def test_golden_nugget_splits__fours_and_tens_split_for_money_only() -> None:
    for rank in "4T":
        assert_refused(_dealt(NUGGET, f"{rank}h", f"{rank}d"), FREE_SPLIT, "pair", "Golden Nugget splits")
        assert "split" in legal_kinds(_dealt(NUGGET, f"{rank}h", f"{rank}d"))
    assert "free-split" in legal_kinds(_dealt(NUGGET, "5h", "5d"))
    assert "free-split" in legal_kinds(f"{_dealt(NUGGET, 'Ah', 'Ad')} FP As")


def test_nevada_rules__six_decks_and_the_dealer_hits_soft_17() -> None:
    assert _has_decks(NEVADA, 6, "Nevada rules")
    assert _hits_soft_17(NEVADA)


def test_nevada_splits__to_four_hands_aces_too() -> None:
    assert_refused(f"{_dealt(NEVADA, '8h', '8d')} FP 8s FP 8c FP 8h", FREE_SPLIT, "most-hands", "Nevada splits")
    assert "free-split" in legal_kinds(f"{_dealt(NEVADA, 'Ah', 'Ad')} FP As FP Ac")


def test_ride_free_rules__six_decks_and_the_dealer_hits_soft_17() -> None:
    assert _has_decks(RIDE, 6, "Ride Free rules")
    assert _hits_soft_17(RIDE)


def test_ride_free_aces__are_split_once_and_other_pairs_to_four_hands() -> None:
    # A split ace that may not be split again is not asked about: the next card is for the second ace.
    assert nets(f"{_dealt(RIDE, 'Ah', 'Ad')} FP As Tc | Ts") == [1000, 1000]
    assert "free-split" in legal_kinds(f"{_dealt(RIDE, '8h', '8d')} FP 8s FP 8c")


def test_ride_free_pot_of_gold__is_offered() -> None:
    assert side_result(f"{RIDE} 1:10,pot-of-gold=5 | 6h 6c 5d Tc | FD Th | 8h").net == 1500
    assert refusal(open_round(load_sheet(NEVADA)), bet(1, 500, "pot-of-gold")) is not None


def test_rainbow_rules__six_decks_no_hole_card_and_the_dealer_stands_on_soft_17() -> None:
    assert _has_decks(RAINBOW, 6, "Rainbow rules")
    assert not load_sheet(RAINBOW).rules.dealer.hole_card
    assert not _hits_soft_17(RAINBOW)


def test_rainbow_splits__fives_and_tens_split_for_money_only() -> None:
    for rank in "5T":
        assert_refused(_dealt(RAINBOW, f"{rank}h", f"{rank}d"), FREE_SPLIT, "pair", "Rainbow splits")
        assert "split" in legal_kinds(_dealt(RAINBOW, f"{rank}h", f"{rank}d"))
    assert "free-split" in legal_kinds(_dealt(RAINBOW, "4h", "4d"))


@pytest.mark.parametrize(("cards", "pays"), [("suited", 35), ("one colour", 17), ("mixed", 10)])
def test_rainbow_push_22__pays_10_17_35(cards: str, pays: int) -> None:
    assert _push_22(RAINBOW, TWENTY_TWO[cards]) == pays * 100


def test_rendezvous_rules__six_or_eight_decks_no_hole_card_and_the_dealer_stands_on_soft_17() -> None:
    assert _has_decks(RENDEZVOUS, 6, "Rendezvous rules")
    assert load_sheet(RENDEZVOUS, ("shoe.decks=8",)).rules.shoe.decks == 8
    assert not load_sheet(RENDEZVOUS).rules.dealer.hole_card
    assert not _hits_soft_17(RENDEZVOUS)


def test_rendezvous_splits__all_pairs_but_tens_split_free() -> None:
    assert "free-split" in legal_kinds(_dealt(RENDEZVOUS, "5h", "5d"))
    assert_refused(_dealt(RENDEZVOUS, "Th", "Td"), FREE_SPLIT, "pair", "Rendezvous splits")


@pytest.mark.parametrize(("cards", "pays"), [("suited", 35), ("one colour", 17), ("mixed", 10)])
def test_rendezvous_push_22__pays_10_17_35(cards: str, pays: int) -> None:
    assert _push_22(RENDEZVOUS, TWENTY_TWO[cards]) == pays * 100


def test_jamul_rules__two_decks_and_the_dealer_hits_soft_17() -> None:
    assert _has_decks("jamul", 2, "Jamul rules")
    assert _hits_soft_17("jamul")


@pytest.mark.parametrize(("card", "free"), [("8d", True), ("9d", True), ("7d", False), ("2d", False)])
def test_jamul_doubles__the_ace_counts_either_way(card: str, free: bool) -> None:
    assert ("free-double" in legal_kinds(_dealt("jamul", "Ah", card))) is free
    if not free:
        assert_refused(_dealt("jamul", "Ah", card), FREE_DOUBLE, "total", "SD.14 1(a)")
    assert "free-double" in legal_kinds(_dealt("jamul", "6h", "5d"))


def test_jamul_splits__the_most_that_the_program_plays_are_four_hands() -> None:
    line = f"{_dealt('jamul', '8h', '8d')} FP 8s FP 8c FP 8h"
    assert_refused(line, FREE_SPLIT, "most-hands", "Jamul splits")
    assert "no limit" in load_sheet("jamul").entries["split.maximum_hands"].note


@pytest.mark.parametrize(("cards", "pays"), [("suited", 50), ("one colour", 20), ("mixed", 8)])
def test_jamul_push_22__pays_8_20_50(cards: str, pays: int) -> None:
    assert _push_22("jamul", TWENTY_TWO[cards]) == pays * 100


def test_choctaw_rules__six_decks_and_the_dealer_hits_soft_17() -> None:
    assert _has_decks("choctaw", 6, "Choctaw rules")
    assert _hits_soft_17("choctaw")


def test_choctaw_splits__one_is_free_and_later_ones_are_for_money() -> None:
    line = f"{_dealt('choctaw', '8h', '8d')} FP 8s"
    assert_refused(line, FREE_SPLIT, "resplit", "Choctaw splits")
    # Own money, the lammer, and own money again: a bust costs nothing on the lammer's hand.
    assert nets(f"{line} P Ts S Tc S 9s H Th | Ts") == [1000, 1000, 0]


def test_choctaw_even_money__under_an_ace_only() -> None:
    assert "even-money" in legal_kinds("choctaw 1:10 | Ah Ac Kd 9c |")
    assert nets("choctaw 1:10 | Ah Ac Kd Tc | E") == [1000]
    assert nets("choctaw 1:10 | Ah Tc Kd 9c |") == [1500]


def test_pennsylvania_decks__six() -> None:
    assert load_sheet(PENNSYLVANIA).rules.shoe.decks == 6


def test_pennsylvania_672a_2__six_players_and_the_dealer_stands_on_all_17s_and_no_surrender() -> None:
    opened = open_round(load_sheet(PENNSYLVANIA))
    assert refusal(opened, bet(6, 1000)) is None
    assert refusal(opened, bet(7, 1000)) is not None
    assert not _hits_soft_17(PENNSYLVANIA)
    assert_refused(_dealt(PENNSYLVANIA, "Th", "6d"), SURRENDER, "no-surrender")


def test_pennsylvania_672a_10__any_pair_but_tens_splits_free() -> None:
    assert "free-split" in legal_kinds(_dealt(PENNSYLVANIA, "5h", "5d"))
    assert_refused(_dealt(PENNSYLVANIA, "Th", "Td"), FREE_SPLIT, "pair", "Pennsylvania 672a.10")


@pytest.mark.parametrize(("table", "pays"), [("8-20-50", 50), ("10-17-35", 35), ('"11"', 11)])
def test_pennsylvania_push_22__the_common_paytables(table: str, pays: int) -> None:
    game = f"{PENNSYLVANIA}[side_bets.push-22.paytable={table}]"
    assert _push_22(game, TWENTY_TWO["suited"]) == pays * 100


def test_live_rules__eight_decks_and_the_dealer_stands_on_soft_17() -> None:
    assert _has_decks(LIVE, 8, "Live rules")
    assert not _hits_soft_17(LIVE)


def test_live_splits__are_not_split_again() -> None:
    line = f"{_dealt(LIVE, '8h', '8d')} FP 8s"
    assert_refused(line, FREE_SPLIT, "most-hands", "Live splits")
    assert_refused(line, SPLIT, "most-hands", "Live splits")


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("6h 5d", {"free-double"}),
        ("8h 8d", {"free-split"}),
        ("5h 5d", {"free-double", "free-split"}),
        ("Th Td", {"stand", "hit", "double", "split"}),
        ("9h 3d", {"stand", "hit", "double"}),
    ],
)
def test_live_automatic_bets__a_free_bet_is_not_declined(hand: str, plays: set[str]) -> None:
    line = _dealt(LIVE, *hand.split())
    assert legal_kinds(line) == plays
    for action in (STAND, HIT, DOUBLE):
        if plays <= {"free-double", "free-split"}:
            assert_refused(line, action, "free-automatic", "Live automatic bets")


def test_live_automatic_bets__no_surrender_instead_of_one() -> None:
    game = "sd-free-bet[free.automatic=true,surrender.late=true]"
    assert legal_kinds(_dealt(game, "8h", "8d")) == {"free-split"}
    assert "surrender" in legal_kinds(_dealt(game, "Th", "6d"))


ZOMBIE = "zombie-blackjack"


def test_zombie_rules__six_or_eight_decks_and_the_dealer_hits_soft_17_and_no_surrender() -> None:
    assert _has_decks(ZOMBIE, 6, "Zombie rules")
    assert load_sheet(ZOMBIE, ("shoe.decks=8",)).rules.shoe.decks == 8
    assert _hits_soft_17(ZOMBIE)
    assert_refused(_dealt(ZOMBIE, "Th", "6d"), SURRENDER, "no-surrender")


def test_zombie_naturals__pay_3_to_2_or_6_to_5() -> None:
    assert nets(f"{ZOMBIE} 1:10 | Ah 6c Kd Tc |") == [1500]
    assert nets(f"{ZOMBIE}[natural.pays=6:5] 1:10 | Ah 6c Kd Tc |") == [1200]


@pytest.mark.parametrize(
    ("up", "hole", "drawn", "net"),
    [("7c", "6c", "Tc", 1000), ("7c", "6c", "9c", -1000), ("7c", "6c", "8c", -1000), ("7c", "Tc", "", -1000),
     ("Ac", "5c", "8c 2c Tc", 1000), ("Tc", "6c", "7c", 1000), ("9c", "6c", "Ts", 1000)],
)  # fmt: skip
def test_zombie_boxes__a_bust_wins_if_the_dealer_busts_with_more_than_22(
    up: str, hole: str, drawn: str, net: int
) -> None:
    asked = " N" if up == "Ac" else ""
    assert nets(f"{ZOMBIE} 1:10 | Th {up} 6d {hole} |{asked} H Ts | {drawn}") == [net]


@pytest.mark.parametrize("up", "23456")
def test_zombie_boxes__under_a_2_to_6_a_bust_has_lost_and_the_dealer_does_not_draw(up: str) -> None:
    assert nets(f"{ZOMBIE} 1:10 | Th {up}c 6d Tc | H Ts") == [-1000]


def test_zombie_boxes__also_after_a_double_or_split() -> None:
    assert nets(f"{ZOMBIE} 1:10 | Th 7c 2d 6c | D Ts | Tc") == [2000]
    assert nets(f"{ZOMBIE} 1:10 | 8h 7c 8d 6c | P Th H Ts Tc S | Tc") == [1000, 1000]


def test_zombie_boxes__a_boxed_bet_is_still_at_stake_when_the_round_is_void() -> None:
    assert nets(f"{ZOMBIE} 1:10 2:10 | Th 8h 7c 6d 9d 6c | H Ts X") == [0]
    assert nets(f"{ZOMBIE} 1:10 2:10 | Th 8h 6c 6d 9d Tc | H Ts X") == [-1000]


def test_zombie_22__pushes_all_but_blackjacks_and_boxed_bets() -> None:
    assert nets(f"{ZOMBIE} 1:10 2:10 3:10 | Th Ah Th 7c 9d Kd 6d 6c | S H Ts | 9c") == [0]
    assert nets(f"{ZOMBIE} 1:10 2:10 3:10 | Th Ah Th 7c 9d Kd 6d 6c | S H Ts | 9c", 1) == [1500]
    assert nets(f"{ZOMBIE} 1:10 2:10 3:10 | Th Ah Th 7c 9d Kd 6d 6c | S H Ts | 9c", 2) == [-1000]


def test_zombie_aces__are_re_split_as_the_house_chooses() -> None:
    assert "split" in legal_kinds(f"{_dealt(ZOMBIE, 'Ah', 'Ad')} P As")
    assert nets(f"{_dealt(f'{ZOMBIE}[split.resplit_aces=false]', 'Ah', 'Ad')} P As Tc | Ts") == [1000, 1000]
