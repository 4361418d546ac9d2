"""Our readings A1 to A16 and A18: each in its default position and in the other one."""

import pytest

from lammer.table.actions import DOUBLE, FREE_DOUBLE, SPLIT, double_for
from lammer.table.options import refuse_split
from lammer.table.round import refusal
from lammer.table.state import HandResult, Stage, Waits
from tests.clauses.eu_a_helpers import cited, events, side_nets
from tests.rounds import finished, legal_kinds, nets, refused, under_way

EU, FB, FM, TW = "european-free-bet", "sd-free-bet", "free-money", "triple-win-20"
SEVENS, MANY_SEVENS = "sd-blackjack+blazing-7s", "sevens_bets.blazing-7s.simultaneous=equal shares"
POT, RUSH = "lammer_bets.pot-of-gold", "lammer_bets.gold-rush"


def first_hand(line: str) -> HandResult:
    settlement = finished(line).round.settlement
    assert settlement is not None
    return settlement.hands[0]


@pytest.mark.parametrize(("game", "hole"), [(EU, ""), (FB, "6d"), (FM, "6d")])
@pytest.mark.parametrize(("sets", "net"), [("", 1500), ("[natural.beats_22=false]", 0)])
def test_a1__a_blackjack_is_paid_against_a_dealer_22(game: str, hole: str, sets: str, net: int) -> None:
    drawn = "Td" if hole else "6d Td"
    line = f"{game}{sets} 1:10 2:10 | Ah 9h 6c Kd 9d {hole} | S | {drawn}"
    assert finished(line).round.dealer_total == 22
    assert [nets(line, box) for box in range(2)] == [[net], [0]]


@pytest.mark.parametrize(("last", "paid"), [("Ah", [1000, 2000]), ("3h", [-1000, 2000]), ("5h", [-1000, 0])])
def test_a2__a_paid_double_on_a_lammer_costs_one_wager_and_wins_two(last: str, paid: list[int]) -> None:
    assert nets(f"{EU} 1:10 | 8h 6c 8d | FP Th S 4h D 9h | Tc {last}") == paid


def test_a2__a_lost_one_takes_the_wager_and_the_other_reading_forbids_it() -> None:
    assert nets(f"{EU} 1:10 | 8h 6c 8d | FP Th S 4h D 2h | Tc Ah") == [1000, -1000]
    off = refused(f"{EU}[double.on_free_hand=false] 1:10 | 8h 6c 8d | FP Th S 4h", DOUBLE)
    assert off.code == "free-hand"
    assert "A2" in cited(off)


@pytest.mark.parametrize("game", [EU, FB, FM])
def test_a3__a_pair_is_by_value_or_by_rank(game: str) -> None:
    hole = "" if game == EU else "Tc"
    assert "split" in legal_kinds(f"{game} 1:10 | Th 6c Kd {hole} |")
    by_rank = f"{game}[split.pairs=rank] 1:10 | Th 6c"
    assert "split" in legal_kinds(f"{by_rank} Td {hole} |")
    unlike = refused(f"{by_rank} Kd {hole} |", SPLIT)
    assert unlike.code == "no-pair"
    assert "A3" in cited(unlike)


@pytest.mark.parametrize(("game", "hole"), [(EU, ""), (FB, "Tc"), (FM, "Tc")])
def test_a4__aces_resplit_free_to_four_hands(game: str, hole: str) -> None:
    line = f"{game} 1:10 | Ah 6c Ad {hole} | FP As FP Ac FP Ah"
    hands = under_way(line).boxes[0].hands
    assert [stake.own for hand in hands for stake in hand.stakes if stake] == [1000, 0, 0, 0]
    assert under_way(line).at_hand == 1


def test_a4__or_only_once() -> None:
    round_ = under_way(f"{EU}[split.resplit_aces=false] 1:10 | Ah 6c Ad | FP As")
    assert (round_.waits, round_.at_hand, len(round_.boxes[0].hands)) == (Waits.CARD, 1, 2)
    again = refuse_split(round_.sheet, round_.boxes[0], round_.boxes[0].hands[0], 0)
    assert again is not None
    assert again.code == "resplit-aces"
    assert "A4" in cited(again)


@pytest.mark.parametrize(("game", "hole"), [(EU, ""), (FB, "Tc"), (FM, "Tc")])
@pytest.mark.parametrize("other", ["8d", "9d"])
def test_a5__a_soft_total_does_not_double_free_unless_the_sheet_says_so(game: str, hole: str, other: str) -> None:
    soft = refused(f"{game} 1:10 | Ah 6c {other} {hole} |", FREE_DOUBLE)
    assert soft.code == "soft"
    assert "A5" in cited(soft)
    assert "free-double" in legal_kinds(f"{game}[free.double_soft=true] 1:10 | Ah 6c {other} {hole} |")


@pytest.mark.parametrize(("game", "key", "spot"), [(FB, POT, "pot-of-gold"), (FM, RUSH, "gold-rush")])
@pytest.mark.parametrize(
    ("play", "every", "winning"),
    [
        ("6h 6c 5d Tc | FD 2h | 4h", 300, -100),  # lost
        ("6h 6c 5d Tc | FD 9h | 4h", 300, -100),  # tied
        ("8h 6c 8d Tc | FP Th S 7c H 7h | Ah", 300, -100),  # the lammer's hand busted
        ("6h 6c 5d Tc | FD Th | 4h", 300, 300),  # won
    ],
)
def test_a6__every_lammer_counts_or_only_the_winning_ones(
    game: str, key: str, spot: str, play: str, every: int, winning: int
) -> None:
    assert side_nets(f"{game} 1:10,{spot}=1 | {play}") == [every]
    assert side_nets(f"{game}[{key}.count=winning lammers] 1:10,{spot}=1 | {play}") == [winning]


@pytest.mark.parametrize(("sets", "net"), [("", 1000), (f"[{POT}.unit=hand]", 300)])
def test_a7__lammers_are_counted_over_the_round_or_by_hand(sets: str, net: int) -> None:
    assert side_nets(f"{FB}{sets} 1:10,pot-of-gold=1 | 8h 6c 8d Tc | FP 3h FD Th Tc S | 4h") == [net]


def test_a7__a_box_collects_seven_at_most_and_no_box_counts_anothers() -> None:
    seven = "FP 8c FP 8s FP 3h FD Th 3c FD Th 3d FD Th 3s FD Th"
    assert side_nets(f"{FB} 1:10,pot-of-gold=1 | 8h 6c 8d Tc | {seven} | 4h") == [100000]
    two = f"{FB} 1:10,pot-of-gold=1 2:10,pot-of-gold=1 | 6h 6s 6c 5d 5s Tc | FD Th FD Td | 4h"
    assert side_nets(two) == [300, 300]


COMPLETES, RETURNED = "", "[dealer_22_bets.push-22.when_settled=returned]"


@pytest.mark.parametrize(("last", "net"), [("6h", 500), ("5h", -500)])
def test_a8__with_every_hand_settled_the_dealer_completes_for_the_side_bet(last: str, net: int) -> None:
    assert side_nets(f"{EU}{COMPLETES} 1:10,push-22=5 | Th 6c 6d | H Ts | Tc {last}") == [net]


def test_a8__or_the_side_bet_is_returned() -> None:
    line = f"{EU}{RETURNED} 1:10,push-22=5 | Th 6c 6d | H Ts"
    assert side_nets(line) == [0]
    assert len(finished(line).round.dealer) == 1


@pytest.mark.parametrize("sets", [COMPLETES, RETURNED])
def test_a8__a_dealer_blackjack_loses_it(sets: str) -> None:
    assert side_nets(f"{EU}{sets} 1:10,push-22=5 | Th Ac 9d | N S | Kc") == [-500]


def test_a9__gold_rush_loses_to_a_dealer_blackjack() -> None:
    assert side_nets(f"{FM} 1:10,gold-rush=1 | 6h Tc 5d Ac") == [-100]


@pytest.mark.parametrize(("count", "net"), [("loses", -100), ("counts", 300)])
def test_a9__where_the_dealer_does_not_peek_the_switch_tells(count: str, net: int) -> None:
    game = f"{FM}[dealer.peek_under=[],{RUSH}.dealer_natural={count}]"
    assert side_nets(f"{game} 1:10,gold-rush=1 | 6h Tc 5d Ac | FD Th") == [net]


@pytest.mark.parametrize(
    ("play", "everything", "original"),
    [
        ("Th Tc 2d | D 9h", [-2000], [-1000]),
        ("Th Tc Kd | P 9c S 8c S", [-1000, -1000], [-1000, 0]),
        ("8h Tc 8d | FP Th S 4c D 9h", [-1000, -1000], [-1000, 0]),
        ("8h Tc 8d | FP Th S 9c S", [-1000, 0], [-1000, 0]),
    ],
)
def test_a10__a_dealer_blackjack_takes_all_own_money_or_the_original(
    play: str, everything: list[int], original: list[int]
) -> None:
    assert nets(f"{EU} 1:10 | {play} | Ac") == everything
    assert nets(f"{EU}[dealer.natural_takes=original] 1:10 | {play} | Ac") == original


@pytest.mark.parametrize(
    ("sets", "nets_"), [("", [-100, 700]), ("[first_cards_bets.tw20-bonus.dealer_first_ace=returned]", [0, 700])]
)
def test_a11__a_dealer_first_card_ace_takes_or_returns_an_unpaid_bonus(sets: str, nets_: list[int]) -> None:
    assert side_nets(f"{TW}{sets} 1:10,tw20-bonus=1 2:10,tw20-bonus=1 | Kh Ah Ac") == nets_


@pytest.mark.parametrize(("sets", "paid"), [("", [0, -1000]), ("[natural.after_split=true]", [1000, -1000])])
def test_a12__a_two_card_20_after_a_split_is_ordinary_or_instant(sets: str, paid: list[int]) -> None:
    line = f"{TW}{sets} 1:10 | 9h 5c 9d Tc | P Ac Th S | 5h"
    assert finished(line).round.dealer_total == 20
    assert nets(line) == paid


@pytest.mark.parametrize(
    ("sets", "up", "hole", "draws"),
    [
        ("", "5c", "Tc", True),
        ("", "6c", "Tc", False),
        ("", "5c", "Ac", True),
        ("", "6c", "Ac", False),
        ("[dealer.stand_on_hard=17]", "6c", "Tc", True),
        ("[dealer.stand_on_hard=17]", "7c", "Tc", False),
        ("[dealer.soft_17=hit]", "6c", "Ac", True),
        ("[dealer.soft_17=hit]", "7c", "Ac", False),
    ],
)
def test_a13__where_the_triple_win_20_dealer_stops(sets: str, up: str, hole: str, draws: bool) -> None:
    round_ = under_way(f"{TW}{sets} 1:10 | Th {up} 8d {hole} | S")
    assert round_.stage is (Stage.DEALER if draws else Stage.DONE)


WAGERS = "1:10,blazing-7s=1 2:10,blazing-7s=1"
BOTH_SUITED, LAST_COLOUR = "7h 7h 7h 7h 7h Tc |", "7h 7d 7h 7h 7h Tc |"


def awards(line: str) -> list[tuple[int, int]]:
    return [(event.box, event.amount) for event in events(line, "meter-win")]


@pytest.mark.parametrize(
    ("sets", "won"), [("", [(2, 100000), (1, 50000)]), (f"[{MANY_SEVENS}]", [(2, 50000), (1, 50000)])]
)
def test_a14__two_full_awards_go_in_order_or_in_equal_shares(sets: str, won: list[tuple[int, int]]) -> None:
    line = f"{SEVENS}{sets} meter=1000/500 {WAGERS} | {BOTH_SUITED}"
    assert awards(line) == won
    assert [meter.amount for meter in under_way(line).meters] == [50000]


@pytest.mark.parametrize("sets", ["", f"[{MANY_SEVENS}]"])
def test_a14__a_meter_never_pays_more_than_it_shows_to_a_share_and_a_full_award(sets: str) -> None:
    line = f"{SEVENS}{sets} meter=1000/500 {WAGERS} | {LAST_COLOUR}"
    assert awards(line) == [(2, 10000), (1, 90000)]


@pytest.mark.parametrize(("rounding", "net", "breakage"), [("down", 751, 1), ("up", 752, -1)])
def test_a15__three_to_two_is_rounded_and_the_breakage_recorded(rounding: str, net: int, breakage: int) -> None:
    line = f"{EU}[pay.rounding={rounding}] 1:5.01 | Ah 6c Kd"
    result = first_hand(line)
    assert (result.net, result.breakage, result.breakage_of) == (net, breakage, 2)
    assert [(event.amount, event.parts) for event in events(line, "breakage")] == [(breakage, 2)]


def test_a15__a_whole_amount_breaks_nothing() -> None:
    assert first_hand(f"{EU} 1:5.02 | Ah 6c Kd").net == 753
    assert events(f"{EU} 1:5.02 | Ah 6c Kd", "breakage") == []


@pytest.mark.parametrize(("rounding", "award"), [("down", 10000), ("up", 10001)])
def test_a15__a_percentage_is_rounded_and_the_rest_stays_on_the_meter(rounding: str, award: int) -> None:
    line = f"{SEVENS}[pay.rounding={rounding}] meter=1000.05/500 1:10,blazing-7s=1 | 7h 7h 7d Tc |"
    assert awards(line) == [(1, award)]
    assert [meter.amount for meter in under_way(line).meters] == [100005 - award]


def test_a15__the_odd_cent_of_equal_shares_is_recorded() -> None:
    line = f"{SEVENS}[{MANY_SEVENS}] meter=1000.01/500 {WAGERS} | {BOTH_SUITED}"
    assert awards(line) == [(2, 50000), (1, 50000)]
    assert len(events(line, "breakage")) == 1


@pytest.mark.parametrize(("game", "hole", "less"), [(FB, "Tc", True), (EU, "", False), (FM, "Tc", False)])
def test_a16__a_paid_double_for_less_only_where_the_base_allows_it(game: str, hole: str, less: bool) -> None:
    for sets, allowed in (("", less), (f"[double.for_less={str(not less).lower()}]", not less)):
        found = refusal(under_way(f"{game}{sets} 1:10 | Th 6c 2d {hole} |"), double_for(999))
        assert (found is None) is allowed
        if found is not None:
            assert found.code == "amount"
            assert "A16" in cited(found)


def test_a16__never_for_more_and_a_free_bet_always_equals_the_original() -> None:
    assert refused(f"{FB} 1:10 | Th 6c 2d Tc |", double_for(1001)).code == "amount"
    assert nets(f"{FB} 1:7.77 | 6h 6c 5d Tc | FD Th | Ah") == [1554]


@pytest.mark.parametrize(("up", "hole"), [("Tc", "Kc"), ("9c", "Ac")])
def test_a18__a_dealer_two_card_20_is_found_before_or_after_the_players_act(up: str, hole: str) -> None:
    assert nets(f"{TW} 1:10 | 6h {up} 5d {hole}") == [-1000]
    unseen = f"{TW}[dealer.peek_under=[],dealer.natural_takes=all] 1:10 | 6h {up} 5d {hole} |"
    assert "double" in legal_kinds(unseen)
    assert nets(f"{unseen} D 8h") == [-2000]
