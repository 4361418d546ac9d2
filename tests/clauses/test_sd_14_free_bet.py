"""South Dakota, rule 20:18:15:30.14: Free Bet blackjack and the Pot of Gold."""

import pytest

from lammer.floor.view_types import SignalView
from lammer.floor.views import fixed_view
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import SheetFaults
from lammer.table.actions import DOUBLE, FREE_DOUBLE, FREE_SPLIT, SURRENDER, Action, ActionKind, Option, bet
from lammer.table.betting import open_round
from lammer.table.events import EventKind
from lammer.table.notation import NotationError, read_round
from lammer.table.round import actor, apply, legal, refusal
from lammer.table.state import Status, Waits
from lammer.table.view import HIDDEN, SPECTATOR, seat_view
from lammer.table.view_types import HandView
from tests.clauses.sd_fm_helpers import assert_refused, hand_result, lammers_go, lammers_line, side_result
from tests.rounds import finished, legal_kinds, nets, seat, under_way

FB = "sd-free-bet"
POT = "pot-of-gold"


@pytest.mark.parametrize(
    ("hand", "free"),
    [("5h 3d", False), ("5h 4d", True), ("6h 4d", True), ("5h 5d", True), ("6h 5d", True), ("7h 5d", False)],
)
def test_sd_14_1_a__free_double_on_hard_9_10_11_only(hand: str, free: bool) -> None:
    first, second = hand.split()
    line = f"{FB} 1:10 | {first} 6c {second} Tc |"
    assert ("free-double" in legal_kinds(line)) is free
    if not free:
        assert_refused(line, FREE_DOUBLE, "total", "SD.14 1(a)")


@pytest.mark.parametrize("hand", ["Ah 8d", "9h Ad", "Ah Ad"])
def test_sd_14_1_a__no_free_double_on_a_soft_total(hand: str) -> None:
    first, second = hand.split()
    assert_refused(f"{FB} 1:10 | {first} 6c {second} Tc |", FREE_DOUBLE, "soft", "SD.14 1(a)")


def test_sd_14_1_a__no_free_double_on_three_cards() -> None:
    assert_refused(f"{FB} 1:10 | 2h 6c 3d Tc | H 6d", FREE_DOUBLE, "two-cards", "SD.14 1(a)")


@pytest.mark.parametrize("rank", "A23456789")
def test_sd_14_1_b__free_split_on_every_pair_below_ten(rank: str) -> None:
    assert "free-split" in legal_kinds(f"{FB} 1:10 | {rank}h 6c {rank}d Tc |")


@pytest.mark.parametrize("pair", ["Th Td", "Jh Jd", "Qh Qd", "Kh Kd", "Th Kd"])
def test_sd_14_1_b__no_free_split_of_ten_values(pair: str) -> None:
    first, second = pair.split()
    assert_refused(f"{FB} 1:10 | {first} 6c {second} Tc |", FREE_SPLIT, "pair", "SD.14 1(b)")


@pytest.mark.parametrize(("split", "net"), [("FP", [2000, 2000]), ("P", [2000, 2000])])
def test_sd_14_1_c__free_double_after_a_split_or_free_split(split: str, net: list[int]) -> None:
    assert nets(f"{FB} 1:10 | 8h 6c 8d Tc | {split} 3h FD Th 3d FD Ts | 4h") == net
    off = f"{FB}[free.double_after_split=false] 1:10 | 8h 6c 8d Tc | {split} 3h"
    assert_refused(off, FREE_DOUBLE, "after-split", "SD.14 1(c)")


@pytest.mark.parametrize(("card", "net"), [("9h", [1000] * 4), ("2h", [0] * 4), ("5h", [-1000, 0, 0, 0])])
def test_sd_14_1_d__free_resplits_make_four_hands_on_one_wager(card: str, net: list[int]) -> None:
    assert nets(f"{FB} 1:10 | 8h 6c 8d Tc | FP 8c FP 8s FP Th S Ts S Td S Tc S | {card}") == net


def test_sd_14_1_d__no_fifth_hand() -> None:
    assert "free-split" in legal_kinds(f"{FB} 1:10 | 8h 6c 8d Tc | FP 8c FP 8s")
    assert_refused(f"{FB} 1:10 | 8h 6c 8d Tc | FP 8c FP 8s FP 8h", FREE_SPLIT, "most-hands", "SD.14 1(d)")


@pytest.mark.parametrize("pair", ["Th Td", "Th Kd", "8h 8d", "Ah Ad"])
def test_sd_14_1_e__every_pair_splits_for_money(pair: str) -> None:
    first, second = pair.split()
    assert "split" in legal_kinds(f"{FB} 1:10 | {first} 6c {second} Tc |")


@pytest.mark.parametrize(("card", "net"), [("9c", [1000, 1000]), ("2c", [1000, 0]), ("5c", [-1000, -1000])])
def test_sd_14_1_e__split_tens_carry_own_money_on_both_hands(card: str, net: list[int]) -> None:
    assert nets(f"{FB} 1:10 | Th 6c Kd Tc | P 9h S 8d S | {card}") == net


@pytest.mark.parametrize("hand", ["5h 3d", "6h 5d", "7h 5d", "Ah 8d", "Th Td"])
def test_sd_14_1_f__regular_double_on_any_two_cards(hand: str) -> None:
    first, second = hand.split()
    assert "double" in legal_kinds(f"{FB} 1:10 | {first} 6c {second} Tc |")


@pytest.mark.parametrize(("play", "net"), [("D 9h | 4d", 2000), ("D 8h | 4d", 0), ("D 8h | 5d", -2000)])
def test_sd_14_1_f__a_regular_double_risks_own_money(play: str, net: int) -> None:
    assert nets(f"{FB} 1:10 | 7h 6c 5d Tc | {play}") == [net]
    assert_refused(f"{FB} 1:10 | 7h 6c 2d Tc | H 2c", DOUBLE, "two-cards", "SD.14 1(f)")


@pytest.mark.parametrize(("card", "net"), [("5h", -1000), ("6h", 0), ("7h", 1000)])
def test_sd_14_1_g__dealer_21_wins_22_pushes_23_loses(card: str, net: int) -> None:
    assert nets(f"{FB} 1:10 | Th 6c Kd Tc | S | {card}") == [net]


def test_sd_14_1_g__dealer_22_saves_no_busted_hand_and_ties_no_lammer() -> None:
    line = f"{FB} 1:10 2:10 | Th 5h 6c 6d 6d Tc | H 9h FD Th | 6h"
    assert (nets(line, 0), nets(line, 1)) == ([-1000], [0])


@pytest.mark.parametrize(
    ("up", "hole", "drawn", "draws"),
    [
        ("6c", "Ac", "", True),  # soft 17
        ("2c", "4c", "Ah", True),  # soft 17 in three cards
        ("5c", "Ac", "Ah", True),  # soft 17 with two aces
        ("7c", "Tc", "", False),  # hard 17
        ("6c", "Ac", "Th", False),  # soft 17 turned hard 17
        ("7c", "Ac", "", False),  # soft 18
    ],
)
def test_sd_14_1_h__dealer_hits_soft_17_and_not_hard_17(up: str, hole: str, drawn: str, draws: bool) -> None:
    round_ = under_way(f"{FB} 1:10 | Th {up} 9d {hole} | S | {drawn}")
    assert (round_.waits is Waits.CARD) is draws


@pytest.mark.parametrize(("stake", "net", "breakage"), [("10", 1500, 0), ("5.01", 751, 1)])
def test_sd_14_1_i__blackjack_pays_3_to_2(stake: str, net: int, breakage: int) -> None:
    result = hand_result(f"{FB} 1:{stake} | Ah 9c Kd 9d")
    assert (result.net, result.breakage, result.breakage_of) == (net, breakage, 2)


@pytest.mark.parametrize("play", ["7h 9c 7d Tc | H 7c", "Th 9c Td Tc | P Ah 5c S"])
def test_sd_14_1_i__other_21s_pay_even_money(play: str) -> None:
    assert nets(f"{FB} 1:10 | {play}")[0] == 1000


@pytest.mark.parametrize(("decks", "allowed"), [(5, False), (6, True), (7, False), (8, True)])
def test_sd_14_1_j__six_or_eight_decks(decks: int, allowed: bool) -> None:
    if allowed:
        assert load_sheet(FB, (f"shoe.decks={decks}",)).rules.shoe.decks == decks
        return
    with pytest.raises(SheetFaults) as refused:
        load_sheet(FB, (f"shoe.decks={decks}",))
    assert [(fault.key, fault.clause) for fault in refused.value.faults] == [("shoe.decks", "SD.14 1(j)")]


def test_sd_14_1_j__a_seventh_eight_of_hearts_needs_eight_decks() -> None:
    deal = " ".join(f"{box}:5" for box in range(1, 8)) + " |" + " 8h" * 7
    assert under_way(f"{FB}[shoe.decks=8] {deal}").waits is Waits.CARD
    with pytest.raises(NotationError, match="only 6 copies of 8h"):
        under_way(f"{FB} {deal}")


def test_sd_14_1_k__no_late_surrender() -> None:
    line = f"{FB} 1:10 | Th 9c 6d Tc |"
    assert "surrender" not in legal_kinds(line)
    assert_refused(line, SURRENDER, "no-surrender", "SD.14 1(k)")


def test_sd_14_2__the_pot_of_gold_is_optional_and_goes_with_a_main_wager() -> None:
    opened = open_round(load_sheet(FB))
    alone = refusal(opened, bet(1, 500, POT))
    assert alone is not None
    assert (alone.code, alone.clause) == ("main-first", "SD.14 2")
    with_main, _ = apply(opened, bet(1, 1000))
    assert refusal(with_main, bet(1, 500, POT)) is None
    assert finished(f"{FB} 1:10 | Th 9c Kd 9d | S").round.settlement is not None


@pytest.mark.parametrize("dealt", ["|", "| 8h", "| 8h 6c 8d Tc |"])
def test_sd_14_2__no_pot_of_gold_once_the_deal_began(dealt: str) -> None:
    assert_refused(f"{FB} 1:10 {dealt}", bet(1, 500, POT), "bets-closed", "SD.14 2")


FREE_SPLIT_OUTCOMES = [("9h", [1000, 1000]), ("5h", [-1000, 0]), ("2h", [0, 0]), ("6h", [0, 0])]


@pytest.mark.parametrize(("card", "net"), FREE_SPLIT_OUTCOMES)
def test_sd_14_3_a__win_pays_the_lammer_loss_takes_the_original_tie_pushes(card: str, net: list[int]) -> None:
    assert nets(f"{FB} 1:10 | 8h 6c 8d Tc | FP Th S Ts S | {card}") == net


@pytest.mark.parametrize(("card", "net"), FREE_SPLIT_OUTCOMES)
def test_sd_14_3_a__in_every_outcome_the_lammer_goes_to_the_pot_of_gold(card: str, net: list[int]) -> None:
    play = f"8h 6c 8d Tc | FP Th S Ts S | {card}"
    assert lammers_go(f"{FB} 1:10 | {play}") == [(1, "")]
    assert lammers_go(f"{FB} 1:10,{POT}=1 | {play}") == [(1, POT)]
    assert side_result(f"{FB} 1:10,{POT}=1 | {play}").net == 300


def test_sd_14_3_b__a_busted_original_lies_face_down_until_the_end() -> None:
    line = f"{FB} 1:10 | 8h 6c 8d Tc | FP Th H 9h"
    round_ = under_way(line)
    original = round_.boxes[0].hands[0]
    assert (original.status, original.face_down, round_.settlement) == (Status.BUST, True, None)
    kinds = [event.kind for event in finished(f"{line} Ts S | 9h").events]
    assert kinds.index(EventKind.FACE_DOWN) < kinds.index(EventKind.DEALER) < kinds.index(EventKind.SETTLE)


def hands_seen(line: str, seat_: int) -> list[HandView]:
    """Box 1's hands as a seat sees them."""
    return seat_view(read_round(line, unfinished=True).round, seat_)["boxes"][0]["hands"]


def test_sd_14_3_b__its_cards_are_withheld_from_all_but_its_own_box_until_the_end() -> None:
    line = f"{FB} 1:10 2:10 | 8h 9h 6c 8d 9d Tc | FP Th H 9h"
    mine, *_ = hands_seen(line, 1)
    assert (mine["cards"], mine["total"], mine["face_down"]) == (["8h", "Th", "9h"], 27, True)
    for other in (2, SPECTATOR):
        first, second = hands_seen(line, other)
        assert (first["cards"], first["face_down"], first["status"]) == ([HIDDEN] * 3, True, "bust")
        assert "total" not in first
        assert second["cards"] == ["8d"]
        assert hands_seen(line.replace("FP Th H 9h", "FP 6h H Kd"), other) == [first, second]
    over = hands_seen(f"{line} Ts S S | 9h", SPECTATOR)[0]
    assert (over["cards"], over["face_down"]) == (["8h", "Th", "9h"], False)


@pytest.mark.parametrize(
    ("rest", "net"),
    [("FP Th H 9h Ts S | 9h", [-1000, 1000]), ("FP 8c FP Th H 9h Ts S Td S | 9h", [-1000, 1000, 1000])],
)
def test_sd_14_3_b__winning_free_hands_are_paid_the_original_bet_each(rest: str, net: list[int]) -> None:
    assert nets(f"{FB} 1:10 | 8h 6c 8d Tc | {rest}") == net


@pytest.mark.parametrize(
    "play",
    [
        "Th 6c 5d Tc | H 9h",  # no other hand
        "Th 6c Kd Tc | P 5h H 9h",  # the other hand is paid for
        "8h 6c 8d Tc | FP Th S Ts H 9h",  # a free hand busts, the last
        "8h 6c 8d Tc | FP 8c FP Th S Ts H 9h",  # a free hand busts while another lives
    ],
)
def test_sd_14_3_b__no_other_bust_lies_face_down(play: str) -> None:
    (box,) = under_way(f"{FB} 1:10 | {play}").boxes
    assert Status.BUST in [hand.status for hand in box.hands]
    assert not any(hand.face_down for hand in box.hands)


def test_sd_14_3_c__free_resplits_up_to_four_hands_whichever_hand_pairs() -> None:
    three = f"{FB} 1:10 | 8h 6c 8d Tc | FP Th S 8c FP Ts S 8s"
    assert "free-split" in legal_kinds(three)
    assert_refused(f"{three} FP 8h", FREE_SPLIT, "most-hands")
    assert_refused(f"{FB}[free.resplit=false] 1:10 | 8h 6c 8d Tc | FP 8c", FREE_SPLIT, "resplit", "SD.14 3(c)")


def test_sd_14_3_d__two_fingers_face_down_signal_a_free_split() -> None:
    sheet = load_sheet(FB)
    assert sheet.clause("signals.free_split") == "SD.14 3(d)"
    assert all(words in sheet.rules.signals.free_split for words in ("two fingers", "face down", "beside the wager"))
    assert {"action": "free split", "sign": sheet.rules.signals.free_split, "clause": "SD.14 3(d)"} in shown_signals()


def shown_signals(game: str = FB) -> list[SignalView]:
    """What a table tells the browser."""
    return fixed_view(load_sheet(game), None)["signals"]


@pytest.mark.parametrize(("cards", "net"), [("2h S Th S Ah S", [-1000, 0, 1000]), ("Ah S 2h S Th S", [1000, 0, 0])])
def test_sd_14_3_e__each_split_hand_stands_on_its_own(cards: str, net: list[int]) -> None:
    assert nets(f"{FB} 1:10 | 8h 6c 8d Tc | FP 8c FP {cards} | 2d") == net


@pytest.mark.parametrize(
    ("play", "net"), [("FD Th | 4h", 2000), ("FD Th | 5h", 0), ("FD Th | 6h", 0), ("FD 2h | 4h", -1000)]
)
def test_sd_14_3_f__free_double_pays_twice_and_risks_once(play: str, net: int) -> None:
    line = f"5h 6c 6d Tc | {play}"
    assert nets(f"{FB} 1:10 | {line}") == [net]
    assert lammers_go(f"{FB} 1:10 | {line}") == [(1, "")]
    assert lammers_go(f"{FB} 1:10,{POT}=1 | {line}") == [(1, POT)]


@pytest.mark.parametrize(
    ("pair", "card", "code"),
    [
        ("6", "2h", "total"),
        ("6", "3h", ""),
        ("8", "2h", ""),
        ("8", "3h", ""),
        ("8", "4h", "total"),
        ("8", "Ah", "soft"),
    ],
)
def test_sd_14_3_g__free_double_after_a_split_needs_hard_9_10_11(pair: str, card: str, code: str) -> None:
    line = f"{FB} 1:10 | {pair}h 6c {pair}d Tc | FP {card}"
    assert ("free-double" in legal_kinds(line)) is (code == "")
    if code:
        assert_refused(line, FREE_DOUBLE, code, "SD.14 1(a)")


def test_sd_14_3_g__three_cards_after_a_split_do_not_double_free() -> None:
    assert_refused(f"{FB} 1:10 | 6h 6c 6d Tc | FP 2h H 3h", FREE_DOUBLE, "two-cards")
    off = f"{FB}[free.double_after_split=false] 1:10 | 6h 6c 6d Tc | FP 5h"
    assert_refused(off, FREE_DOUBLE, "after-split", "SD.14 3(g)")


def test_sd_14_3_h__one_pointing_finger_signals_a_free_double() -> None:
    sheet = load_sheet(FB)
    assert sheet.clause("signals.free_double") == "SD.14 3(h)"
    assert all(words in sheet.rules.signals.free_double for words in ("point", "one finger", "beside the wager"))
    assert {"action": "free double", "sign": sheet.rules.signals.free_double, "clause": "SD.14 3(h)"} in shown_signals()
    assert [one["action"] for one in shown_signals("sd-blackjack")] == ["hit", "stand", "double", "split"]


@pytest.mark.parametrize(
    ("play", "net"),
    [
        ("8h 6c 8d Tc | FP Th S Ts S | 9h", 1000),
        ("8h 6c 8d Tc | FP Th S Ts S | 5h", -500),
        ("8h 6c 8d Tc | FP Th S Ts S | 6h", 0),
        ("5h 6c 6d Tc | FD Th | 4h", 1000),
        ("5h 6c 6d Tc | FD 2h | 4h", -500),
        ("8h 6c 8d Tc | FP 3h FD Th 3d FD Ts | 4h", 2000),
    ],
)
def test_sd_14_3_i__a_bet_for_the_dealer_gets_the_same_free_bets(play: str, net: int) -> None:
    line = f"{FB} 1:10,tip=5 | {play}"
    assert seat(line)["tip"] == {"wager": 500, "net": net}
    assert sum(nets(line)) == 2 * net


@pytest.mark.parametrize(
    ("play", "tip"),
    [
        ("Th 6c 2d Tc | D Y 9h | Ah", {"wager": 500, "net": 1000, "added": 500}),
        ("Th 6c 2d Tc | D Y 3h | Ah", {"wager": 500, "net": -1000, "added": 500}),
        ("Th 6c 2d Tc | D Y2 9h | Ah", {"wager": 500, "net": 700, "added": 200}),
        ("Th 6c 2d Tc | D O 9h | Ah", {"wager": 500, "net": 500}),
        ("Th 6c Kd Tc | P Y 9c S 8c S | Ah", {"wager": 500, "net": 1000, "added": 500}),
        ("Th 6c Kd Tc | P O 9c S 2c S | 9h", {"wager": 500, "net": 500}),
        ("8h 6c 8d Tc | FP 4c D Y 9c 2d S | 2h", {"wager": 500, "net": 1000, "added": 500}),
    ],
)
def test_sd_14_3_i__the_owner_may_add_to_the_dealers_bet_at_a_paid_double_or_split(
    play: str, tip: dict[str, int]
) -> None:
    assert seat(f"{FB} 1:10,tip=5 | {play}")["tip"] == tip


def test_sd_14_3_i__it_is_the_owners_choice_and_never_more_than_the_dealers_bet() -> None:
    asked = f"{FB} 1:10,tip=5 | Th 6c 2d Tc | D"
    assert actor(under_way(asked)) == (1, 1)
    assert legal(under_way(asked)) == (Option(ActionKind.FOLLOW, 1, 500), Option(ActionKind.DECLINE))
    assert_refused(asked, Action("follow", amount=501), "amount")
    assert_refused(asked, DOUBLE, "follow-first", "SD.14 3(i)")
    gone = under_way(f"{asked} !1")
    assert gone.waits is Waits.CARD, "an owner who has left adds nothing"
    stays = f"{FB}[tips.paid_bets=stays as it is] 1:10,tip=5 | Th 6c 2d Tc | D"
    assert under_way(stays).waits is Waits.CARD
    assert under_way(f"{FB} 1:10 | Th 6c 2d Tc | D").waits is Waits.CARD


def test_sd_14_3_i__the_dealers_lammers_are_not_the_players() -> None:
    assert side_result(f"{FB} 1:10,{POT}=1,tip=5 | 5h 6c 6d Tc | FD Th | 4h").outcome == "1 lammer"


POSTED = {"01": (3, 10, 30, 60, 100, 300, 1000), "02": (3, 12, 30, 50, 100, 100, 100)}
WAYS = [(splits, doubles) for splits in range(4) for doubles in range(splits + 2) if splits + doubles]


@pytest.mark.parametrize("schedule", POSTED)
@pytest.mark.parametrize(("splits", "doubles"), WAYS)
def test_sd_14_3_j__the_pot_of_gold_pays_by_lammers(schedule: str, splits: int, doubles: int) -> None:
    game = f"{FB}[lammer_bets.{POT}.paytable='{schedule}']"
    to_one = POSTED[schedule][splits + doubles - 1]
    assert side_result(lammers_line(game, f"1:10,{POT}=1.01", splits, doubles)).net == to_one * 101


def test_sd_14_3_j__no_lammer_loses() -> None:
    assert side_result(lammers_line(FB, f"1:10,{POT}=1.01", 0, 0)).net == -101
    assert side_result(f"{FB} 1:10,{POT}=1 | 8h 6c 8d Tc | P 3h D Th 3d D Ts | 4h").net == -100


def test_sd_14_3_j__a_third_schedule_is_refused() -> None:
    with pytest.raises(SheetFaults) as refused:
        load_sheet(FB, (f"lammer_bets.{POT}.paytable='03'",))
    assert [fault.clause for fault in refused.value.faults] == ["SD.14 3(j)"]


@pytest.mark.parametrize("hands", ["8h Tc 8d Ac", "Ah Tc Kd Ac"])
def test_sd_14_3_k__the_pot_of_gold_loses_to_a_dealer_blackjack(hands: str) -> None:
    assert side_result(f"{FB} 1:10,{POT}=5 | {hands}").net == -500


def test_sd_14_3_k__also_when_lammers_were_collected_and_not_to_another_21() -> None:
    unseen = f"{FB}[dealer.peek_under=[]] 1:10,{POT}=5"
    assert side_result(f"{unseen} | 8h Tc 8d Ac | FP 3h FD Th 3d FD Ts").net == -500
    assert side_result(f"{unseen} | 8h 6c 8d Tc | FP 3h FD Th 3d FD Ts | 5h").net == 30 * 500
