"""Free Money Blackjack, rules of play, with the Dealer 22 Bonus and the Gold Rush Bonus."""

import pytest

from lammer.rules.loader import load_sheet
from lammer.rules.sheet import SheetFaults
from lammer.table.actions import DOUBLE, FREE_DOUBLE, FREE_SPLIT, HIT, SPLIT, SURRENDER, Action
from lammer.table.events import EventKind
from lammer.table.state import Status, Waits
from tests.clauses.sd_fm_helpers import (
    assert_refused,
    events_of_kind,
    hand_result,
    insurance_result,
    lammers_line,
    side_result,
)
from tests.rounds import finished, legal_kinds, nets, under_way

FM = "free-money"


def refused_override(override: str) -> list[tuple[str, str]]:
    """Key and clause of every fault an override meets."""
    with pytest.raises(SheetFaults) as refused:
        load_sheet(FM, (override,))
    return [(fault.key, fault.clause) for fault in refused.value.faults]


@pytest.mark.parametrize("decks", [1, 5, 7, 8])
def test_fm_1__six_decks_and_no_other_number(decks: int) -> None:
    assert load_sheet(FM).rules.shoe.decks == 6
    assert refused_override(f"shoe.decks={decks}") == [("shoe.decks", "FM.1")]


@pytest.mark.parametrize(
    ("pays", "stake", "net", "breakage"),
    [
        ("3:2", "10", 1500, (0, 2)),
        ("3:2", "5.01", 751, (1, 2)),
        ("6:5", "10", 1200, (0, 5)),
        ("6:5", "5.01", 601, (1, 5)),
        ("6:5", "5.04", 604, (4, 5)),
    ],
)
def test_fm_2__blackjack_pays_3_to_2_or_6_to_5(pays: str, stake: str, net: int, breakage: tuple[int, int]) -> None:
    result = hand_result(f"{FM}[natural.pays={pays}] 1:{stake} | Ah 9c Kd 9d")
    assert (result.net, (result.breakage, result.breakage_of)) == (net, breakage)


@pytest.mark.parametrize("pays", ["1:1", "7:5", "2:1"])
def test_fm_2__and_nothing_else(pays: str) -> None:
    assert load_sheet(FM).clause("natural.pays") == "FM.2"
    assert refused_override(f"natural.pays={pays}") == [("natural.pays", "FM.2")]


@pytest.mark.parametrize(("written", "stake"), [("5", 500), ("0.01", 1)])
def test_fm_3__insurance_pays_2_to_1(written: str, stake: int) -> None:
    assert insurance_result(f"{FM} 1:10 | Th Ac 9d Kc | I{written}").net == 2 * stake
    assert insurance_result(f"{FM} 1:10 | Th Ac 9d 9c | I{written} S").net == -stake


@pytest.mark.parametrize(
    ("up", "hole", "drawn", "draws"),
    [
        ("6c", "Ac", "", True),
        ("2c", "4c", "Ah", True),
        ("7c", "Tc", "", False),
        ("6c", "Ac", "Th", False),
        ("7c", "Ac", "", False),
    ],
)
def test_fm_4__dealer_hits_soft_17_and_not_hard_17(up: str, hole: str, drawn: str, draws: bool) -> None:
    round_ = under_way(f"{FM} 1:10 | Th {up} 9d {hole} | S | {drawn}")
    assert (round_.waits is Waits.CARD) is draws


@pytest.mark.parametrize("up", ["Tc", "Jc", "Qc", "Kc"])
def test_fm_5__the_dealer_looks_under_a_ten_value(up: str) -> None:
    found = f"{FM} 1:10 | 8h {up} 8d Ac"
    assert nets(found) == [-1000]
    assert [peek.natural for peek in events_of_kind(found, EventKind.PEEK)] == [True]
    assert under_way(f"{FM} 1:10 | 8h {up} 8d 9c").peeked


@pytest.mark.parametrize("hole", ["Tc", "Kc"])
def test_fm_5__the_dealer_looks_under_an_ace(hole: str) -> None:
    assert nets(f"{FM} 1:10 | 8h Ac 8d {hole} | N") == [-1000]
    assert under_way(f"{FM} 1:10 | 8h Ac 8d 9c | N").waits is Waits.PLAY


def test_fm_5__the_dealer_does_not_look_under_a_nine() -> None:
    assert events_of_kind(f"{FM} 1:10 | Th 9c 9d Tc | S", EventKind.PEEK) == []


@pytest.mark.parametrize(("pair", "split", "third"), [("8h 8d", "FP", "8"), ("Th Kd", "P", "T")])
def test_fm_6__three_splits_and_no_fourth(pair: str, split: str, third: str) -> None:
    first, second = pair.split()
    twice = f"{FM} 1:10 | {first} 6c {second} Tc | {split} {third}s {split} {third}s"
    action = FREE_SPLIT if split == "FP" else SPLIT
    assert action.kind in legal_kinds(twice)
    assert_refused(f"{twice} {split} {third}s", action, "most-hands", "FM.6")


@pytest.mark.parametrize("hand", ["5h 3d", "7h 5d", "Th Kd", "Ah 2d", "Ah 9d"])
def test_fm_7__double_on_any_two_cards(hand: str) -> None:
    first, second = hand.split()
    assert "double" in legal_kinds(f"{FM} 1:10 | {first} 6c {second} Tc |")


@pytest.mark.parametrize(("play", "net"), [("D 9h | 4d", 2000), ("D 8h | 4d", 0), ("D 8h | 5d", -2000)])
def test_fm_7__a_double_costs_another_wager(play: str, net: int) -> None:
    assert nets(f"{FM} 1:10 | 7h 6c 5d Tc | {play}") == [net]


def test_fm_7__three_cards_do_not_double() -> None:
    assert_refused(f"{FM} 1:10 | 7h 6c 2d Tc | H 3c", DOUBLE, "two-cards", "FM.7")


def test_fm_8__double_after_a_split() -> None:
    assert nets(f"{FM} 1:10 | 8h 6c 8d Tc | FP 4h D 9h Ts S | 4h") == [2000, 0]
    assert nets(f"{FM} 1:10 | 8h 6c 8d Tc | FP 4h D 2h Ts S | 4h") == [-2000, 0]
    off = f"{FM}[double.after_split=false] 1:10 | 8h 6c 8d Tc | FP 4h"
    assert_refused(off, DOUBLE, "after-split", "FM.8")


def test_fm_9__aces_resplit_to_four_hands() -> None:
    line = f"{FM} 1:10 | Ah 9c Ad Td | FP As FP Ac FP Th 9h 8h 7h"
    assert nets(line) == [1000, 1000, 0, 0]  # 21, 20, 19 and 18 against 19
    assert "FM.9" in load_sheet(FM).entries["split.resplit_aces"].clauses


def test_fm_9__the_choice_is_the_resplit() -> None:
    deal = "1:10 | Ah 9c Ad Td | FP As"
    assert legal_kinds(f"{FM} {deal}") == {"stand", "free-split"}
    assert under_way(f"{FM}[split.resplit_aces=false] {deal}").at_hand == 1


def test_fm_9__no_fifth_ace() -> None:
    round_ = under_way(f"{FM} 1:10 | Ah 9c Ad Td | FP As FP Ac FP Ah")
    assert len(round_.boxes[0].hands) == 4
    assert (round_.at_hand, round_.waits) == (1, Waits.CARD)


@pytest.mark.parametrize("action", [HIT, FREE_DOUBLE, DOUBLE])
def test_fm_10__split_aces_may_not_be_hit(action: Action) -> None:
    assert_refused(f"{FM} 1:10 | Ah 9c Ad Td | FP As", action, "split-aces", "FM.10")


def test_fm_10__a_split_ace_stands_on_its_card() -> None:
    round_ = under_way(f"{FM} 1:10 | Ah 6c Ad Td | FP 2h")
    assert (round_.boxes[0].hands[0].status, round_.at_hand) == (Status.STOOD, 1)


def test_fm_11__no_late_surrender() -> None:
    line = f"{FM} 1:10 | Th 9c 6d Tc |"
    assert "surrender" not in legal_kinds(line)
    assert_refused(line, SURRENDER, "no-surrender", "FM.11")


@pytest.mark.parametrize(("card", "net"), [("5h", -1000), ("6h", 0), ("7h", 1000)])
def test_fm_12__dealer_21_wins_22_pushes_23_loses(card: str, net: int) -> None:
    assert nets(f"{FM} 1:10 | Th 6c Kd Tc | S | {card}") == [net]


def test_fm_12__dealer_22_pushes_own_money_and_no_busted_hand() -> None:
    line = f"{FM} 1:10 2:10 | Th 7h 6c 6d 5d Tc | H 9h D 8h | 6h"
    assert (nets(line, 0), nets(line, 1)) == ([-1000], [0])


@pytest.mark.parametrize(
    ("hand", "free"),
    [
        ("5h 3d", False),
        ("5h 4d", True),
        ("6h 4d", True),
        ("6h 5d", True),
        ("7h 5d", False),
        ("Ah 8d", False),
        ("Ah 9d", False),
    ],
)
def test_fm_13__hard_9_10_11_double_free_and_every_other_hand_for_money(hand: str, free: bool) -> None:
    first, second = hand.split()
    line = f"{FM} 1:10 | {first} 6c {second} Tc |"
    assert {"double", "free-double"} & legal_kinds(line) == {"free-double" if free else "double"}
    if free:
        assert_refused(line, DOUBLE, "free-instead", "FM.13")
    else:
        assert_refused(line, FREE_DOUBLE, "soft" if first == "Ah" else "total", "FM.13")


def test_fm_13__three_cards_do_not_double_free() -> None:
    assert_refused(f"{FM} 1:10 | 2h 6c 3d Tc | H 6d", FREE_DOUBLE, "two-cards", "FM.13")


@pytest.mark.parametrize(
    ("play", "net"), [("FD Th | 4h", 2000), ("FD Th | 5h", 0), ("FD Th | 6h", 0), ("FD 2h | 4h", -1000)]
)
def test_fm_13__one_card_then_win_pays_twice_tie_returns_loss_takes_the_wager(play: str, net: int) -> None:
    line = f"{FM} 1:10 | 5h 6c 6d Tc | {play}"
    assert nets(line) == [net]
    assert len(finished(line).round.boxes[0].hands[0].cards) == 3


@pytest.mark.parametrize("rank", "A23456789")
def test_fm_14__pairs_below_ten_split_free_and_not_for_money(rank: str) -> None:
    line = f"{FM} 1:10 | {rank}h 6c {rank}d Tc |"
    assert "free-split" in legal_kinds(line)
    assert_refused(line, SPLIT, "free-instead", "FM.14")


@pytest.mark.parametrize("pair", ["Th Td", "Jh Jd", "Qh Qd", "Kh Kd", "Th Kd"])
def test_fm_14__ten_values_split_for_money_and_not_free(pair: str) -> None:
    first, second = pair.split()
    line = f"{FM} 1:10 | {first} 6c {second} Tc |"
    assert "split" in legal_kinds(line)
    assert_refused(line, FREE_SPLIT, "pair", "FM.14")


@pytest.mark.parametrize(
    ("split", "stakes"), [("8h 6c 8d Tc | FP", [(1000, 0), (0, 1000)]), ("Th 6c Kd Tc | P", [(1000, 0), (1000, 0)])]
)
def test_fm_14__own_wager_on_the_first_hand_lammer_on_the_second(split: str, stakes: list[tuple[int, int]]) -> None:
    hands = under_way(f"{FM} 1:10 | {split}").boxes[0].hands
    assert [(stake.own, stake.free) for hand in hands for stake in hand.stakes if stake is not None] == stakes


@pytest.mark.parametrize(
    ("play", "net"),
    [
        ("8h 6c 8d Tc | FP Th S Ts S | 9h", [1000, 1000]),
        ("8h 6c 8d Tc | FP Th S Ts S | 5h", [-1000, 0]),
        ("8h 6c 8d Tc | FP Th S Ts S | 2h", [0, 0]),
        ("8h 6c 8d Tc | FP 3h FD Th 8c FP 3d FD Ts 2s S | 4h", [2000, 2000, 0]),
        ("Th 6c Kd Tc | P 9h S 8d S | 5h", [-1000, -1000]),
        ("Th 6c Kd Tc | P 9h S 8d S | 9h", [1000, 1000]),
    ],
)
def test_fm_14__a_winning_lammer_is_paid_and_a_losing_one_costs_nothing(play: str, net: list[int]) -> None:
    assert nets(f"{FM} 1:10 | {play}") == net


DEALER_22 = {"PT1": (50, 20, 8), "PT2": (50, 20, 7), "PT3": (11, 11, 11)}


@pytest.mark.parametrize("paytable", DEALER_22)
@pytest.mark.parametrize(
    ("up", "hole", "drawn", "row"),
    [
        ("6c", "Tc", "6c", 0),
        ("2h", "5h", "3h 2h Th", 0),
        ("6c", "Tc", "6s", 1),
        ("6h", "Td", "6d", 1),
        ("6c", "Tc", "6h", 2),
        ("6h", "Td", "6s", 2),
        ("6h", "Tc", "6s", 2),
    ],
)
def test_fm_15__suited_one_colour_and_other_22(paytable: str, up: str, hole: str, drawn: str, row: int) -> None:
    game = f"{FM}[dealer_22_bets.dealer-22.paytable={paytable}]"
    line = f"{game} 1:10,dealer-22=1.01 | Th {up} 9d {hole} | S | {drawn}"
    assert side_result(line).net == DEALER_22[paytable][row] * 101


@pytest.mark.parametrize(
    "play", ["6c 9d Tc | S | 5c", "6c 9d Tc | S | 7c", "9c 9d Tc | S", "Tc 9d Ac", "6c 9d Tc | S | Tc"]
)
def test_fm_15__any_other_total_loses(play: str) -> None:
    assert side_result(f"{FM} 1:10,dealer-22=1 | Th {play}").net == -100


def test_fm_15__a_fourth_paytable_is_refused() -> None:
    assert [clause for _, clause in refused_override("dealer_22_bets.dealer-22.paytable=PT4")] == ["FM.15"]


GOLD_RUSH = {"PT1": (3, 10, 30, 60, 100, 300, 1000), "PT2": (3, 12, 30, 50, 100, 100, 100)}
WAYS = [(splits, doubles) for splits in range(4) for doubles in range(splits + 2) if splits + doubles]


@pytest.mark.parametrize("paytable", GOLD_RUSH)
@pytest.mark.parametrize(("splits", "doubles"), WAYS)
def test_fm_16__gold_rush_pays_by_lammers_received(paytable: str, splits: int, doubles: int) -> None:
    game = f"{FM}[lammer_bets.gold-rush.paytable={paytable}]"
    to_one = GOLD_RUSH[paytable][splits + doubles - 1]
    assert side_result(lammers_line(game, "1:10,gold-rush=1.01", splits, doubles)).net == to_one * 101


@pytest.mark.parametrize(
    "play", ["Th 6c 9d Tc | S | 4h", "Th 6c Kd Tc | P 9h S 8d D 3h | 4h", "7h 6c 5d Tc | D 9h | 4d"]
)
def test_fm_16__no_lammer_loses(play: str) -> None:
    assert side_result(f"{FM} 1:10,gold-rush=1 | {play}").net == -100


def test_fm_16__a_third_paytable_is_refused() -> None:
    assert [clause for _, clause in refused_override("lammer_bets.gold-rush.paytable=PT3")] == ["FM.16"]
