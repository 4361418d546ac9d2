"""Winners Option: a bet against one's own hand, by public descriptions and our reading of what they leave open."""

import pytest

from lammer.rules.loader import load_sheet
from lammer.table.actions import AGAINST, DOUBLE, HIT, MAIN, SPLIT, STAND, TIP, bet, insure
from lammer.table.betting import open_round
from lammer.table.events import EventKind
from lammer.table.notation import NotationError, write_round
from lammer.table.round import apply, refusal
from lammer.table.settlement import handed_over
from lammer.table.state import Waits
from lammer.table.view import seat_view
from tests.clauses.sd_fm_helpers import events_of_kind, hand_result
from tests.rounds import finished, seat, under_way

GAME = "winners-option"
TWO_BETTORS = f"{GAME}[limits.bettors=3]"


def test_winners_bet__in_place_of_the_usual_bet() -> None:
    round_ = open_round(load_sheet(GAME))
    placed, _ = apply(round_, bet(1, 1000, AGAINST))
    again = refusal(placed, bet(1, 1000, MAIN))
    assert again is not None
    assert again.code == "spot-taken"
    refused = refusal(open_round(load_sheet("sd-blackjack")), bet(1, 1000, AGAINST))
    assert refused is not None
    assert refused.code == "no-bet-against"
    assert refusal(open_round(load_sheet("sd-free-bet", ("against.offered=true",))), bet(1, 1000, AGAINST)) is None


def test_winners_bet__within_the_table_limits_and_before_the_deal() -> None:
    sheet = load_sheet(GAME)
    for amount, code in ((499, "below-minimum"), (50001, "above-maximum")):
        refused = refusal(open_round(sheet), bet(1, amount, AGAINST))
        assert refused is not None
        assert refused.code == code
    late = refusal(under_way(f"{GAME} 1:against=10 | Th 6c 5d"), bet(2, 1000, AGAINST))
    assert late is not None
    assert late.code == "bets-closed"


def test_winners_bet__is_written_as_it_is_read() -> None:
    line = f"{GAME}@2 1:against=10,tip=1 2:10 | Th 9h 6c 5d 8d Tc Td | S 6h"
    assert write_round(finished(line)) == line
    assert seat(line)["wagers"] == {"against": 1000}
    with pytest.raises(NotationError, match="no bet against"):
        finished("sd-blackjack 1:against=10 | Th 6c 9d Tc | 5d")


@pytest.mark.parametrize(
    ("cards", "drawn", "stands"),
    [
        ("Th 6d", "A T", False),
        ("Th 7d", "", True),
        ("Ah 6d", "", False),
        ("Ah 7d", "", True),
        ("Ah 6d", "T", True),
        ("Ah 6d", "A", True),
        ("5h 5d", "", False),
    ],
)
def test_winners_play__to_hard_17_and_soft_18(cards: str, drawn: str, stands: bool) -> None:
    """At the boundary: hard 16 and 17, soft 17 and 18."""
    first, second = cards.split()
    shown = "".join(f" {rank}s" for rank in drawn.split()[:1] if cards != "Th 6d")
    round_ = under_way(f"{GAME} 1:against=10 | {first} 6c {second} Tc{shown}")
    hand = round_.boxes[0].hands[0]
    assert round_.waits is Waits.CARD, "nobody is asked: the card is the hand's or the dealer's"
    assert (hand.status == "stood") is stands


def test_winners_play__by_the_dealers_own_rule_for_soft_17() -> None:
    stands = under_way(f"{GAME}[dealer.soft_17=stand] 1:against=10 | Ah 6c 6d Tc")
    assert stands.boxes[0].hands[0].status == "stood"


@pytest.mark.parametrize("action", [HIT, STAND, DOUBLE, SPLIT, insure(500)])
def test_winners_play__no_decision_and_no_insurance(action: object) -> None:
    """A pair of fives under an ace: no insurance, no double, no split, though the same cards offer all of them."""
    round_ = under_way(f"{GAME} 1:against=10 | 5h Ac 5d 9c")
    assert round_.waits is Waits.CARD
    assert refusal(round_, action) is not None  # type: ignore[arg-type]
    assert under_way(f"{GAME} 1:10 | 5h Ac 5d 9c").waits is Waits.ANSWER
    assert seat_view(round_, 1)["legal"] == []
    assert seat_view(round_, 1)["boxes"][0]["bettors"][0]["against"]


def test_winners_play__an_absent_bettors_hand_draws_by_the_same_rule() -> None:
    """Absent hands of this game draw through 16 and stand on soft 17; this one does not."""
    events = events_of_kind(f"{GAME} 1:against=10 | Ah 6c 6d Tc !1.1 9s 4s | 5d", EventKind.FORCED)
    assert [event.draws for event in events] == [True, True, False]
    assert not events_of_kind(f"{GAME} 1:against=10 | Ah 6c 6d Tc !1.1 9s 4s | 5d", EventKind.SUPERVISOR)


@pytest.mark.parametrize(
    ("line", "net"),
    [
        ("Th 6c 6d Tc | Td 6h", -500),
        ("Th 6c 6d Tc | Td 5h", 1000),
        ("Th 6c 7d Tc | 6h", -1000),
    ],
)
def test_winners_busts__half_is_lost_if_both_bust(line: str, net: int) -> None:
    """Both bust; only the hand; only the dealer. The dealer draws although the hand is bust."""
    assert hand_result(f"{GAME} 1:against=10 | {line}").net == net


def test_winners_busts__the_returned_half_is_rounded_down() -> None:
    result = hand_result(f"{GAME} 1:against=10.01 | Th 6c 6d Tc | Td 6h")
    assert (result.net, result.breakage, result.breakage_of) == (-501, 1, 2)
    third = hand_result(f"{GAME}[against.both_bust_loses=1:3] 1:against=9 | Th 6c 6d Tc | Td 6h")
    assert third.net == -300


@pytest.mark.parametrize(
    ("line", "result", "net"),
    [
        ("Ah 6c Td 5c | Th", "lose", -1000),
        ("5h Ac Td Kc", "win", 1000),
        ("Ah Ac Td Kc", "push", 0),
        ("Th 7c 9d Kc", "lose", -1000),
        ("Th 9c 7d Kc", "win", 1000),
        ("Th 9c 9d Kc", "push", 0),
    ],
)
def test_winners_naturals__the_opposite_of_the_hands_result_at_even_money(line: str, result: str, net: int) -> None:
    head, _, dealer = line.partition(" | ")
    found = hand_result(f"{GAME} 1:against=10 | {head}")
    assert (found.result, found.net) == (result, net), dealer


def test_winners_naturals__a_dealer_22_pushes_where_it_pushes_hands() -> None:
    """And if the hand is bust too, both bust."""
    game = "sd-free-bet[against.offered=true]"
    assert hand_result(f"{game} 1:against=10 | Th 6c 7d Tc | 6h").why == "dealer 22"
    assert hand_result(f"{game} 1:against=10 | Th 6c 6d Tc | Td 6h").net == -500


def test_winners_naturals__a_natural_paid_at_once_is_lost_at_once() -> None:
    game = f"{GAME}[natural.paid=at once,insurance.under=[]]"
    round_ = under_way(f"{game} 1:against=10 2:10 | Ah 9h 6c Td 8d Tc")
    assert handed_over(round_).hands == ()
    assert hand_result(f'{game} 1:against=10 2:10 | Ah 9h 6c Td 8d Tc | X"stopped"').net == -1000
    assert hand_result(f'{GAME} 1:against=10 2:10 | Ah 9h 6c Td 8d Tc | X"stopped"').net == 0


@pytest.mark.parametrize(("first", "second"), [(AGAINST, MAIN), (MAIN, AGAINST)])
def test_winners_company__all_bettors_of_a_box_bet_the_same_way(first: str, second: str) -> None:
    round_ = open_round(load_sheet(GAME, ("limits.bettors=3",)))
    round_ = apply(round_, bet(1, 1000, first))[0]
    refused = refusal(round_, bet(1, 1000, second, bettor=2))
    assert refused is not None
    assert refused.code == "other-way"
    assert refused.clause == "Winners company"
    assert refusal(round_, bet(1, 1000, first, bettor=2)) is None
    assert refusal(round_, bet(2, 1000, second)) is None, "another box is free to differ"


def test_winners_company__a_tip_is_bet_the_same_way() -> None:
    round_ = apply(open_round(load_sheet(GAME)), bet(1, 1000, AGAINST))[0]
    round_ = apply(round_, bet(1, 100, TIP))[0]
    assert all(bettor.against for bettor in round_.boxes[0].bettors)
    assert seat(f"{GAME} 1:against=10,tip=1 | Th 6c 6d Tc | Td 5h")["tip"] == {"wager": 100, "net": 100}
