"""Blackjack Switch and Super Match, by public descriptions: each clause at its boundary."""

import pytest

from lammer.rules.loader import attachments_for, load_sheet
from lammer.rules.sheet import SheetFaults
from lammer.table.actions import PASS, SPLIT, STAND, SWITCH, bet, insure
from lammer.table.betting import own_money
from lammer.table.round import apply
from lammer.table.state import Question, Status, Waits
from tests.clauses.eu_a_helpers import sheet_refused
from tests.clauses.sd_fm_helpers import assert_refused
from tests.rounds import finished, legal_kinds, nets, refused, seat, under_way

SWITCH_GAME = "blackjack-switch"
STIFF = f"{SWITCH_GAME} 1:10 | Th 9h 6c 5d Kd Tc |"
"""Ten-five and nine-king against a 6; the dealer has 16."""


def dealt(first: str, second: str, up: str = "6c", hole: str = "Tc", sets: str = "") -> str:
    """A round with two hands of two cards."""
    (a, b), (c, d) = first.split(), second.split()
    return f"{SWITCH_GAME}{f'[{sets}]' * bool(sets)} 1:10 | {a} {c} {up} {b} {d} {hole} |"


def test_switch_rules__six_or_eight_decks_and_the_dealer_hits_soft_17_and_checks() -> None:
    assert load_sheet(SWITCH_GAME).rules.shoe.decks == 6
    assert load_sheet(SWITCH_GAME, ("shoe.decks=8",)).rules.shoe.decks == 8
    with pytest.raises(SheetFaults, match="choose from 6, 8"):
        load_sheet(SWITCH_GAME, ("shoe.decks=4",))
    assert under_way(f"{dealt('Th 9d', 'Ts 8d', hole='Ac')} N S S").waits is Waits.CARD
    assert nets(dealt("Th 9d", "Ts 8d", "Tc", "Ac")) == [-1000, -1000]  # found before anybody is asked to swap


def test_switch_hands__two_equal_bets_and_two_hands_dealt_in_turn() -> None:
    round_ = under_way(f"{SWITCH_GAME} 1:10 2:20 | 2h 3h 4h 5h 6c 7d 8d 9d Td Tc |")
    cards = [[hand.cards for hand in box.hands] for box in round_.boxes]
    totals = [[hand.total for hand in box.hands] for box in round_.boxes]
    assert totals == [[9, 11], [13, 15]], cards
    assert [hand.stakes[0].own for box in round_.boxes for hand in box.hands if hand.stakes[0]] == [1000] * 2 + [
        2000
    ] * 2
    assert own_money(round_.sheet, "main", 1000) == 2000
    assert own_money(round_.sheet, "super-match", 1000) == 1000


def test_switch_hands__the_first_one_is_played_first() -> None:
    line = f"{STIFF} N"
    assert under_way(line).at_hand == 0
    assert under_way(f"{line} H 2c S").at_hand == 1
    assert nets(f"{line} H 2c S S | 5c") == [-1000, -1000]


def test_switch_hands__insurance_is_for_both_bets() -> None:
    asked = under_way(dealt("Th 9d", "Ts 8d", "Ac"))
    assert asked.asks[0].about is Question.INSURANCE
    assert len(asked.asks) == 1
    assert refused(dealt("Th 9d", "Ts 8d", "Ac"), insure(1001)).code == "amount"
    assert seat(f"{dealt('Th 9d', 'Ts 8d', 'Ac')} I10")["net"] == 0  # both lose 10, insurance wins 20


def test_switch_swap__is_asked_after_the_check_before_any_hand_is_played() -> None:
    round_ = under_way(STIFF)
    assert (round_.stage, round_.asks[0].about) == ("switching", Question.SWITCH)
    assert legal_kinds(STIFF) == {"switch", "pass"}
    assert_refused(STIFF, STAND, "switch-first")
    assert refused(f"{STIFF} N", SWITCH).code == "no-question"
    order = under_way(f"{SWITCH_GAME} 1:10 2:10 | 2h 3h 4h 5h 6c 7d 8d 9d Td Tc |").asks
    assert [(ask.box, ask.about) for ask in order] == [(0, Question.SWITCH), (1, Question.SWITCH)]


def test_switch_swap__exchanges_the_second_cards() -> None:
    before, after = under_way(STIFF).boxes[0], under_way(f"{STIFF} SW").boxes[0]
    (a, b), (c, d) = (hand.cards for hand in before.hands)
    assert [hand.cards for hand in after.hands] == [(a, d), (c, b)]
    assert [hand.total for hand in after.hands] == [20, 14]
    assert after.swapped
    assert not before.swapped
    assert nets(f"{STIFF} SW S S | 5c") == [-1000, -1000]
    assert seat(f"{STIFF} SW S S | 5c")["swapped"] is True
    assert "swapped" not in seat(f"{STIFF} N S S | 5c")


def test_switch_swap__an_ace_and_a_ten_so_brought_together_count_21() -> None:
    line = dealt("Ah 6d", "9s Kd")
    hands = under_way(f"{line} SW").boxes[0].hands
    assert [hand.status for hand in hands] == [Status.STOOD, Status.OPEN]  # 21 needs no decision
    assert nets(f"{line} SW S | 6h") == [0, 0]  # a dealer 22 pushes it
    assert nets(f"{line} SW S | 5h") == [0, -1000]  # a dealer 21 ties it


def test_switch_swap__a_dealt_blackjack_may_be_broken_up() -> None:
    line = dealt("Ah Kd", "9s 2d")
    assert [hand.status for hand in under_way(line).boxes[0].hands] == [Status.NATURAL, Status.OPEN]
    after = under_way(f"{line} SW").boxes[0].hands
    assert [(hand.status, hand.total) for hand in after] == [(Status.OPEN, 13), (Status.OPEN, 19)]
    both = under_way(f"{dealt('Ah Kd', 'As Qd')} SW").boxes[0].hands
    assert [hand.status for hand in both] == [Status.STOOD, Status.STOOD]


def test_switch_swap__not_with_a_blackjack_that_was_paid_at_once() -> None:
    paid = "natural.paid=at once,insurance.under=[]"
    assert under_way(dealt("Ah Kd", "9s 2d", sets=paid)).waits is Waits.PLAY
    assert under_way(dealt("Ah 5d", "9s 2d", sets=paid)).waits is Waits.ANSWER


def test_switch_swap__needs_two_hands_and_its_owner() -> None:
    assert sheet_refused(SWITCH_GAME, "hands.per_box=1") == ["Switch swap"]
    assert under_way(f"{STIFF.removesuffix('|')} !1").waits is not Waits.ANSWER
    assert under_way(f"{dealt('Th 5d', '9h Kd', sets='hands.swap=none')}").waits is Waits.PLAY


@pytest.mark.parametrize(("hole", "drawn", "net"), [("Tc", "6h", 1000), ("Tc", "5h", 1000), ("9c", "7h", 1000)])
def test_switch_naturals__pay_1_to_1_also_against_22(hole: str, drawn: str, net: int) -> None:
    assert nets(f"{dealt('Ah Kd', 'Ts 7d', hole=hole)} N S | {drawn}")[0] == net


def test_switch_naturals__push_with_a_dealer_blackjack() -> None:
    assert nets(dealt("Ah Kd", "Ts 7d", "Tc", "Ac")) == [0, -1000]
    assert nets(f"{dealt('Ah Kd', 'As Qd')} N") == [1000, 1000]  # decided, so the dealer does not draw


def test_switch_22__pushes_every_other_hand_that_is_not_bust() -> None:
    assert nets(f"{dealt('Th 9d', 'Ts 6d')} N S H 9h | 6h") == [0, -1000]
    assert nets(f"{dealt('Th 9d', 'Ts 6d')} N S S | 7h") == [1000, 1000]


def test_switch_splits__each_of_the_two_hands_to_four() -> None:
    line = f"{dealt('8h 8d', '8s 8c')} N P 8h P 8d P"
    assert len(under_way(line).boxes[0].hands) == 5
    first = f"{line} Th S 2h S 3h S Tc S"
    assert under_way(first).at_hand == 4
    assert "split" in legal_kinds(first)
    assert refused(f"{line} 8s", SPLIT).code == "most-hands"
    last = f"{first} P 8s P 8h P"
    assert len(under_way(last).boxes[0].hands) == 8
    assert refused(f"{last} 8d", SPLIT).code == "most-hands"


def test_switch_splits__any_two_cards_double_also_after_a_split() -> None:
    assert "double" in legal_kinds(f"{dealt('Th 5d', '9h Kd')} N")
    assert "double" in legal_kinds(f"{dealt('8h 8d', '9s Kc')} N P 3h")
    assert nets(f"{dealt('6h 5d', '9h Kd')} N D Th S | 5c") == [0, -1000]


def test_switch_aces__take_one_card_and_are_re_split_as_the_house_chooses() -> None:
    line = dealt("Ah Ad", "9s Kc")
    assert under_way(f"{line} N P As Tc").at_hand == 2
    again = dealt("Ah Ad", "9s Kc", sets="split.resplit_aces=true")
    assert "split" in legal_kinds(f"{again} N P As")
    assert legal_kinds(f"{again} N P As") == {"split", "stand"}


MATCH = f"{SWITCH_GAME}+super-match"


def matched(cards: str, sets: str = "") -> tuple[str, int]:
    """The outcome and the net of a wager of 2 on the four cards, dealt to the two hands in turn."""
    a, c, b, d = cards.split()
    line = f"{MATCH}{f'[{sets}]' * bool(sets)} 1:10,super-match=2 | {a} {c} Tc {b} {d} Ac"
    side = seat(line)["side"]
    assert isinstance(side, dict)
    return side["super-match"]["outcome"], side["super-match"]["net"]


def test_super_match_reads__the_four_cards_of_the_deal_before_a_swap() -> None:
    round_ = under_way(f"{MATCH} 1:10,super-match=2 | Th Ts 6c 5d 9d Tc |")
    assert [(side.outcome, side.net) for side in round_.sides] == [("one pair", 200)]
    assert (
        refused(f"{MATCH} 1:10,super-match=2 | Th Ts 6c 5d 9d Tc |", bet(1, 100, "super-match")).code == "bets-closed"
    )
    assert attachments_for(SWITCH_GAME).count("super-match") == 1
    assert "super-match" not in attachments_for("sd-blackjack")
    assert sheet_refused("sd-blackjack+super-match") == ["Super Match reads"]


@pytest.mark.parametrize(
    ("cards", "outcome", "net"),
    [
        ("2h 3h 4h 5h", "no pair", -200),
        ("Th Jh Qh Kh", "no pair", -200),  # ten-values of different rank
        ("2h 3h 4h 2s", "one pair", 200),
        ("2h 2d 3h 3s", "two pair", 1600),
        ("2h 3d 2c 3s", "two pair", 1600),
        ("2h 2d 2c 3s", "three of a kind", 1000),
        ("2h 2d 2c 2h", "four of a kind", 8000),
    ],
)
def test_super_match_pay__a_pair_or_better_of_one_rank(cards: str, outcome: str, net: int) -> None:
    assert matched(cards) == (outcome, net)


def test_super_match_8_decks__two_pair_pay_7() -> None:
    eight = "shoe.decks=8,side_bets.super-match.paytable=8d"
    assert matched("2h 2d 3h 3s", eight) == ("two pair", 1400)
    assert sheet_refused(MATCH, "side_bets.super-match.paytable=8d") == ["Super Match 8 decks"]
    assert sheet_refused(MATCH, "shoe.decks=8") == ["Super Match pay"]


def test_bets_on_one_hand_do_not_fit_two_hands() -> None:
    assert {"21-plus-3", "perfect-pairs", "buster"}.isdisjoint(attachments_for(SWITCH_GAME))
    assert sheet_refused(f"{SWITCH_GAME}+21-plus-3") == ["Switch hands"]
    assert {"push-22", "bust-bonus"} <= set(attachments_for(SWITCH_GAME))


def test_the_round_is_refused_nothing_after_the_answers() -> None:
    """Every answer leads on to the play of the hands."""
    for answer in (SWITCH, PASS):
        assert apply(under_way(STIFF), answer)[0].waits is Waits.PLAY
    assert finished(f"{STIFF} sw S S | 5c").round.boxes[0].swapped
