"""The bugs that blackjack programs are known for, one test each."""

from itertools import permutations

import pytest

from lammer.cards.card import VALUES, parse_card
from lammer.cards.hand import add_card, hand_total
from lammer.rules.loader import load_sheet
from lammer.table.actions import DOUBLE, FREE_DOUBLE, FREE_SPLIT, HIT, SPLIT, STAND, Action, Refused, bet, card, insure
from lammer.table.betting import open_round
from lammer.table.round import apply, legal, refusal
from lammer.table.state import Status, Waits
from lammer.table.view import seat_view
from tests.clauses.sd_fm_helpers import assert_refused, hand_result, insurance_result, side_result
from tests.rounds import finished, legal_kinds, nets, under_way

SD, FB, FM, EU = "sd-blackjack", "sd-free-bet", "free-money", "european-free-bet"
NO_PEEK = f"{SD}[dealer.peek_under=[]]"


def total(cards: str) -> tuple[int, bool]:
    return hand_total([parse_card(name) for name in cards.split()], 21)


# Totals


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Ah Ad", (12, True)),
        ("Ah Ad As 8h", (21, True)),
        ("Ah Ad As 9h", (12, False)),
        ("Ah Ad 9h", (21, True)),
        ("Ah Ad Th", (12, False)),
        ("Ah " * 10, (20, True)),
        ("Ah " * 11, (21, True)),
        ("Ah " * 12, (12, False)),
        ("Ah 5h 5d Th", (21, False)),
    ],
)
def test_many_aces(cards: str, expected: tuple[int, bool]) -> None:
    assert total(cards) == expected


@pytest.mark.parametrize("cards", ["Ah Ad As 8h", "Ah Ad 9h Th", "Ah 9h 2d", "Ah 5h 5d Th", "2h Ah 6d Ad"])
def test_a_total_does_not_depend_on_the_order_of_the_cards(cards: str) -> None:
    for order in permutations(parse_card(name) for name in cards.split()):
        running = (0, False)
        for code in order:
            running = add_card(*running, VALUES[code], 21)
        assert running == total(cards)


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [("", (13, True)), ("H 3c", (16, True)), ("H 3c H Tc", (16, False)), ("H 3c H Tc H 4c H Ac", (21, False))],
)
def test_a_players_ace_turns_from_11_to_1(drawn: str, expected: tuple[int, bool]) -> None:
    hand = under_way(f"{SD} 1:10 | Ah 6c 2d Td | {drawn}").boxes[0].hands[0]
    assert (hand.total, hand.soft, hand.status is Status.BUST) == (*expected, False)


def test_a_fifth_card_busts_a_hand_whose_ace_counts_1_already() -> None:
    assert nets(f"{SD} 1:10 | Ah 6c 2d Td | H 3c H Tc H 6h") == [-1000]


def test_the_dealers_ace_is_not_stuck_at_11() -> None:
    played = finished(f"{FB} 1:10 | Th 6c 9d Ac | S | 9h 5h").round
    assert (played.dealer_total, len(played.dealer)) == (21, 4)


@pytest.mark.parametrize(
    ("up", "hole", "drawn"), [("6c", "Ac", ""), ("2c", "4c", "Ah"), ("5c", "Ac", "As"), ("3c", "2c", "As Ah")]
)
def test_soft_17_in_any_number_of_cards(up: str, hole: str, drawn: str) -> None:
    deal = f"1:10 | Th {up} 9d {hole} | S | {drawn}"
    assert under_way(f"{SD}[dealer.soft_17=hit] {deal}").waits is Waits.CARD
    assert nets(f"{SD}[dealer.soft_17=stand] {deal}") == [1000]


def test_hard_17_with_an_ace_is_not_soft() -> None:
    assert nets(f"{SD} 1:10 | Th 6c 9d Tc | S | Ac") == [1000]


# Naturals


@pytest.mark.parametrize("play", ["Ah 9c Ad Td | FP Kh 9h", "Th 9c Kd Td | P Ah Ts S"])
def test_ace_and_ten_after_a_split_is_no_natural(play: str) -> None:
    result = hand_result(f"{FB} 1:10 | {play}")
    assert (result.result, result.net) == ("win", 1000)


def test_a_split_21_ties_a_dealer_21() -> None:
    assert nets(f"{FB} 1:10 | Ah 6c Ad Td | FP Kh Qh | 5c") == [0, 0]


@pytest.mark.parametrize("game", [SD, FB, FM])
@pytest.mark.parametrize("dealer", ["Tc Kd Ac", "Ac Kd Tc | N"])
def test_two_naturals_push(game: str, dealer: str) -> None:
    assert nets(f"{game} 1:10 | Ah {dealer}") == [0]


@pytest.mark.parametrize("game", [f"{NO_PEEK} 1:10 | 7h Tc 7d Ac | H 7c", f"{EU} 1:10 | 7h Tc 7d | H 7c | Ac"])
def test_a_dealer_natural_beats_21_in_three_cards(game: str) -> None:
    assert nets(game) == [-1000]


def test_a_natural_is_not_paid_before_the_dealers_check() -> None:
    assert under_way(f"{SD} 1:10 | Ah Ac Kd").settlement is None
    asked = under_way(f"{SD} 1:10 | Ah Ac Kd Tc")
    assert (asked.settlement, asked.waits) == (None, Waits.ANSWER)


@pytest.mark.parametrize(("pays", "net"), [("3:2", 1500), ("6:5", 1200)])
def test_3_to_2_is_not_6_to_5(pays: str, net: int) -> None:
    assert nets(f"{FM}[natural.pays={pays}] 1:10 | Ah 9c Kd 9d") == [net]


@pytest.mark.parametrize(("stake", "net", "breakage"), [("5.01", 751, 1), ("5.02", 753, 0), ("7.77", 1165, 1)])
def test_half_a_cent_is_rounded_down_and_recorded(stake: str, net: int, breakage: int) -> None:
    line = f"{SD} 1:{stake} | Ah 9c Kd 9d"
    result = hand_result(line)
    assert (result.net, result.breakage, result.breakage_of) == (net, breakage, 2)
    assert [event.amount for event in finished(line).events if event.kind == "breakage"] == [breakage] * breakage


def test_nobody_acts_after_a_dealer_natural() -> None:
    over = f"{SD} 1:10 | 8h Tc 8d Ac"
    assert legal(finished(over).round) == ()
    assert_refused(over, HIT, "no-play")


@pytest.mark.parametrize(
    ("up", "one", "other", "answer"), [("Ac", "Kc", "2c", ""), ("Tc", "9c", "2c", ""), ("Ac", "9c", "2c", "N")]
)
def test_the_check_tells_nothing_about_the_hole_card(up: str, one: str, other: str, answer: str) -> None:
    views = [seat_view(under_way(f"{SD} 1:10 | 8h {up} 9d {hole} | {answer}"), 1) for hole in (one, other)]
    assert views[0] == views[1]
    assert views[0]["dealer"]["cards"] == [up, "??"]


# Insurance


def test_insurance_pays_2_to_1_and_not_1_to_1() -> None:
    assert insurance_result(f"{SD} 1:10 | Th Ac 9d Kc | I5").net == 1000
    assert insurance_result(f"{SD} 1:10 | Th Ac 9d 9c | I5 S").net == -500


@pytest.mark.parametrize("game", [SD, FB, FM])
@pytest.mark.parametrize(("stake", "half"), [("10", 500), ("5.01", 250)])
def test_insurance_is_at_most_half(game: str, stake: str, half: int) -> None:
    line = f"{game} 1:{stake} | Th Ac 9d Kc |"
    assert refusal(under_way(line), insure(half)) is None
    assert_refused(line, insure(half + 1), "amount")


# Splits


@pytest.mark.parametrize("play", ["8h 6c 8d Tc | H 2c", "2h 6c 8d Tc | H 8c"])
def test_no_split_after_a_hit(play: str) -> None:
    line = f"{FB} 1:10 | {play}"
    assert not {"split", "free-split"} & legal_kinds(line)
    assert_refused(line, SPLIT, "no-pair")
    assert_refused(line, FREE_SPLIT, "no-pair")


@pytest.mark.parametrize("first", ["Th S", "3h FD Th", "Th H 9h", "3h H Th"])
def test_the_second_split_hand_is_dealt_its_card(first: str) -> None:
    round_ = under_way(f"{FB} 1:10 | 8h 6c 8d Tc | FP {first}")
    assert (round_.at_hand, round_.waits, len(round_.hand.cards)) == (1, Waits.CARD, 1)
    dealt, _ = apply(round_, card(parse_card("2c")))
    assert (dealt.waits, dealt.hand.total) == (Waits.PLAY, 10)


@pytest.mark.parametrize(
    ("by", "pair", "splits"), [("value", "Td Kh", True), ("rank", "Td Kh", False), ("rank", "Kd Kh", True)]
)
def test_ten_and_king_are_a_pair_by_value_and_not_by_rank(by: str, pair: str, splits: bool) -> None:
    first, second = pair.split()
    assert ("split" in legal_kinds(f"{FB}[split.pairs={by}] 1:10 | {first} 6c {second} Tc |")) is splits


@pytest.mark.parametrize(
    ("line", "action"),
    [
        (f"{FB} 1:10 | Th 6c Kd Tc | P Js P Qs P Ts", SPLIT),
        (f"{FB} 1:10 | 8h 6c 8d Tc | P 8c FP 8s P 8h", FREE_SPLIT),
        (f"{EU} 1:10 | 8h 6c 8d | FP 8c FP 8s FP 8h", FREE_SPLIT),
    ],
)
def test_no_fifth_hand(line: str, action: Action) -> None:
    assert len(under_way(line).boxes[0].hands) == 4
    assert_refused(line, action, "most-hands")


@pytest.mark.parametrize("game", [f"{SD}[split.resplit_aces=true]", FB, FM])
def test_split_aces_are_not_hit(game: str) -> None:
    split = "FP" if game in (FB, FM) else "P"
    assert under_way(f"{game} 1:10 | Ah 6c Ad Tc | {split} 2h").at_hand == 1
    assert_refused(f"{game} 1:10 | Ah 6c Ad Tc | {split} Ac", HIT, "split-aces")


# Doubles


@pytest.mark.parametrize("action", [DOUBLE, FREE_DOUBLE])
@pytest.mark.parametrize(("play", "code"), [("8h 6c 8d Tc | FP", "no-play"), ("2h 6c 3d Tc | H 6h", "two-cards")])
def test_no_double_on_one_card_or_three(action: Action, play: str, code: str) -> None:
    assert_refused(f"{FB} 1:10 | {play}", action, code)


def test_a_lammer_is_not_lost_as_own_money() -> None:
    assert nets(f"{FB} 1:10 | 5h 6c 6d Tc | FD 2h | 4h") == [-1000]
    assert nets(f"{FB} 1:10 | 5h 6c 6d Tc | D 2h | 4h") == [-2000]
    assert nets(f"{FB} 1:10 | 8h 6c 8d Tc | FP 3h FD 2h 3d FD 2s | 4h") == [-1000, 0]


# Dealer


def test_the_dealer_does_not_draw_when_nobody_is_left() -> None:
    played = finished(f"{FB} 1:10 2:10 | Th Ah 6c 5d Kh Tc | H 9h").round
    assert len(played.dealer) == 2


@pytest.mark.parametrize("play", ["Th 6c 5d Tc | H 9h", "Ah 6c Kd Tc |"])
def test_the_dealer_draws_on_for_a_bet_on_22(play: str) -> None:
    line = f"{FM} 1:10,dealer-22=1 | {play}"
    assert under_way(line).waits is Waits.CARD
    assert side_result(f"{line} | 6h").net == 800
    assert side_result(f"{line} | 5h").net == -100


# Money


@pytest.mark.parametrize(
    "play",
    [
        "Th 9c 9d Tc | S",
        "5h 9c 6d Tc | D 8h",
        "5h 9c 6d Tc | FD 8h",
        "Th 9c Td Tc | P 9h S 9s S",
        "8h 9c 8d Tc | FP Ah S As S",
    ],
)
def test_a_push_is_no_loss(play: str) -> None:
    line = f"{FB} 1:10 | {play}"
    assert set(nets(line)) == {0}
    assert hand_result(line).result == "push"


@pytest.mark.parametrize(
    ("play", "stakes"),
    [
        ("7h 6c 5d Tc |", [(1000, 0)]),
        ("7h 6c 5d Tc | D", [(2000, 0)]),
        ("7h 6c 5d Tc | D2.50", [(1250, 0)]),
        ("7h 6c 4d Tc | FD", [(1000, 1000)]),
        ("8h 6c 8d Tc | P", [(1000, 0), (1000, 0)]),
        ("8h 6c 8d Tc | FP", [(1000, 0), (0, 1000)]),
        ("8h 6c 8d Tc | FP Th S 4h D", [(1000, 0), (1000, 1000)]),
        ("8h 6c 8d Tc | P 8c FP", [(1000, 0), (0, 1000), (1000, 0)]),
    ],
)
def test_the_money_put_in_is_the_money_on_the_hands(play: str, stakes: list[tuple[int, int]]) -> None:
    hands = under_way(f"{FB} 1:10 | {play}").boxes[0].hands
    assert [(stake.own, stake.free) for hand in hands for stake in hand.stakes if stake is not None] == stakes


def test_a_spot_takes_one_wager() -> None:
    opened = open_round(load_sheet(FB))
    placed, _ = apply(apply(opened, bet(1, 1000))[0], bet(1, 500, "pot-of-gold"))
    for again in (bet(1, 1000), bet(1, 500, "pot-of-gold")):
        found = refusal(placed, again)
        assert found is not None
        assert found.code == "spot-taken"


@pytest.mark.parametrize(
    "action", [FREE_SPLIT, FREE_DOUBLE, insure(500), bet(2, 1000), card(0), Action("double", amount=1001)]
)
def test_a_refused_action_changes_nothing(action: Action) -> None:
    round_ = under_way(f"{FB} 1:10 | Th 6c 2d Tc |")
    before = repr(round_)
    with pytest.raises(Refused):
        apply(round_, action)
    assert repr(round_) == before


@pytest.mark.parametrize("dealt", ["|", "| Th", "| Th 6c 2d Tc |", "| Th 9c 9d Tc | S"])
def test_no_bet_once_the_cards_are_out(dealt: str) -> None:
    assert_refused(f"{FB} 1:10 {dealt}", bet(2, 1000), "bets-closed")


@pytest.mark.parametrize(
    ("play", "outcome", "net"),
    [
        ("FP Th H 9h Ts H 9s", "1 lammer", 300),  # both bust
        ("FP 3h FD 2h 3d FD 2s | 4h", "3 lammers", 3000),  # both lose
        ("FP Th S Ts S | 2h", "1 lammer", 300),  # both tie
        ("P 3h D 2h 3d D 2s | 4h", "0 lammers", -100),  # money is no lammer
    ],
)
def test_the_pot_of_gold_counts_lammers_of_lost_and_tied_hands(play: str, outcome: str, net: int) -> None:
    result = side_result(f"{FB} 1:10,pot-of-gold=1 | 8h 6c 8d Tc | {play}")
    assert (result.outcome, result.net) == (outcome, net)


# Turns


@pytest.mark.parametrize("action", [Action("hit", box=2), Action("hit", box=1, bettor=2), Action("stand", box=2)])
def test_nobody_acts_out_of_turn(action: Action) -> None:
    line = f"{FB} 1:10 2:10 | Th Th 6c 2d 2c Tc |"
    assert refusal(under_way(line), Action("hit", box=1, bettor=1)) is None
    assert_refused(line, action, "not-your-turn")


def test_nobody_answers_for_another_box() -> None:
    line = f"{FB} 1:10 2:10 | Th Th Ac 2d 2c Tc |"
    assert refusal(under_way(line), Action("insure", amount=500, box=1)) is None
    assert_refused(line, Action("insure", amount=500, box=2), "not-your-turn")


def test_no_hit_after_standing() -> None:
    assert_refused(f"{FB} 1:10 | Th 6c 2d Tc | S", HIT, "no-play")
    assert_refused(f"{FB} 1:10 2:10 | Th Th 6c 2d 2c Tc | S", Action("hit", box=1), "not-your-turn")


@pytest.mark.parametrize(
    ("action", "code"), [(HIT, "no-play"), (STAND, "no-play"), (card(0), "no-card"), (insure(1), "no-insurance")]
)
def test_nothing_happens_after_the_round(action: Action, code: str) -> None:
    assert_refused(f"{FB} 1:10 | Th 9c 9d Tc | S", action, code)


# Surrender


@pytest.mark.parametrize(
    ("game", "play", "net"),
    [
        (f"{SD}[surrender.late=true]", "Th Tc 6d 9c | R", -500),
        (f"{SD}[surrender.late=true,dealer.peek_under=[]]", "Th Tc 6d 9c | R", -500),
        (f"{SD}[surrender.late=true,dealer.peek_under=[]]", "Th Tc 6d Ac | R", -1000),
        (f"{SD}[surrender.late=true,dealer.peek_under=[],dealer.natural_takes=all]", "Th Tc 6d Ac | R", -1000),
        (f"{SD}[surrender.late=true,dealer.peek_under=[],surrender.natural_takes=half]", "Th Tc 6d Ac | R", -500),
        (f"{SD}[surrender.late=true,surrender.returns=1:4]", "Th Tc 6d 9c | R", -750),
        (f"{EU}[surrender.late=true]", "Th Tc 6d | R | Ac", -1000),
        (f"{EU}[surrender.late=true]", "Th Tc 6d | R | 2c", -500),
        (f"{EU}[surrender.late=true]", "Th 9c 6d | R", -500),
        (f"{EU}[surrender.late=true,surrender.natural_takes=half]", "Th Tc 6d | R", -500),
    ],
)
def test_a_late_surrender_loses_everything_to_a_dealer_natural(game: str, play: str, net: int) -> None:
    """Without a peek the natural shows only at the end; half a wager back would be an early surrender."""
    assert nets(f"{game} 1:10 | {play}") == [net]
