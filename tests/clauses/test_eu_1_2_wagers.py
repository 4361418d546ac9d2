"""European Free Bet, sections 1 and 2: wagers, the box and its bettors, the cut, card values."""

import pytest

from lammer.cards.card import fresh_decks
from lammer.rules.loader import load_sheet
from lammer.table.actions import DOUBLE, HIT, Action, Refused, bet
from lammer.table.cutting import offer_cut, refuse_cut, refuse_cut_card, refuse_the_cut
from lammer.table.notation import NotationError
from lammer.table.promise import Promise
from lammer.table.round import actor, refusal
from lammer.table.shoe import fill_shoe
from lammer.table.state import Stage, Waits
from tests.clauses.eu_a_helpers import cited, events, sheet_refused, stated, wager_refused
from tests.rounds import finished, legal_kinds, nets, refused, under_way

EU = "european-free-bet"
SHEET = load_sheet(EU)


def test_eu_1_1__the_minimum_is_taken_and_a_cent_less_is_not() -> None:
    assert wager_refused(EU, bet(1, 500)) is None
    below = wager_refused(EU, bet(1, 499))
    assert below is not None
    assert below.code == "below-minimum"
    assert "EU 1.1" in cited(below)


@pytest.mark.parametrize("dealt", ["8h", "8h 6c", "8h 6c 9d"])
def test_eu_1_1__no_bet_once_the_first_card_is_drawn(dealt: str) -> None:
    late = refused(f"{EU} 1:10 | {dealt}", bet(2, 1000))
    assert late.code == "bets-closed"
    assert "EU 1.1" in cited(late)


@pytest.mark.parametrize("key", ["limits.minimum", "limits.maximum"])
def test_eu_1_2__both_limits_are_posted_in_the_sheet(key: str) -> None:
    amount, clauses = stated(SHEET, key)
    assert isinstance(amount, int)
    assert amount > 0
    assert "EU 1.2" in clauses


def test_eu_1_2__what_the_plate_says_is_what_the_table_takes() -> None:
    plate = ("limits.minimum=1000", "limits.maximum=2000")
    taken = [amount for amount in (999, 1000, 2000, 2001) if wager_refused(EU, bet(1, amount), sets=plate) is None]
    assert taken == [1000, 2000]
    assert "EU 1.2" in cited(wager_refused(EU, bet(1, 999), sets=plate))


def test_eu_1_3__the_maximum_is_taken_and_a_cent_more_is_not() -> None:
    assert wager_refused(EU, bet(1, 50000)) is None
    above = wager_refused(EU, bet(1, 50001))
    assert above is not None
    assert above.code == "above-maximum"
    assert "EU 1.3" in cited(above)


def test_eu_1_4__a_third_player_fits_on_the_field_and_a_fourth_does_not() -> None:
    three = [bet(1, 1000, bettor=number) for number in (1, 2, 3)]
    assert wager_refused(EU, *three) is None
    fourth = wager_refused(EU, *three, bet(1, 1000, bettor=4))
    assert fourth is not None
    assert fourth.code == "no-such-field"
    assert "EU 1.4" in cited(fourth)


def test_eu_1_5__nobody_bets_on_a_box_before_the_player_seated_there() -> None:
    second = bet(1, 1000, bettor=2)
    assert wager_refused(EU, bet(1, 1000), second) is None
    ownerless = wager_refused(EU, second)
    assert ownerless is not None
    assert ownerless.code == "owner-first"
    assert "EU 1.5" in cited(ownerless)


def test_eu_1_6__partnerships_are_forbidden_and_nobody_doubles_up_on_a_full_field() -> None:
    assert stated(SHEET, "posted.partnerships") == ("forbidden", ("EU 1.6",))
    again = wager_refused(EU, bet(1, 50000), bet(1, 500))
    assert again is not None
    assert again.code == "spot-taken"


def test_eu_1_6__partners_cannot_pass_a_maximum_set_for_the_box() -> None:
    whole_box = ("limits.apply_to=box",)
    assert wager_refused(EU, bet(1, 49500), bet(1, 500, bettor=2), sets=whole_box) is None
    together = wager_refused(EU, bet(1, 49500), bet(1, 501, bettor=2), sets=whole_box)
    assert together is not None
    assert together.code == "above-maximum"
    assert "EU 1.6" in cited(together)


@pytest.mark.parametrize("decks", [1, 5, 7, 8])
def test_eu_1_7__no_other_number_of_decks(decks: int) -> None:
    assert SHEET.rules.shoe.decks == 6
    assert sheet_refused(EU, f"shoe.decks={decks}") == ["EU 1.7"]


def test_eu_1_7__six_decks_hold_six_of_each_card_and_no_seventh() -> None:
    assert fresh_decks(SHEET.rules.shoe.decks).count(0) == 6
    six = f"{EU} 1:10 2:10 3:10 | 8h 8h 8h 8h 8h 8h"
    assert under_way(six).waits is Waits.CARD
    with pytest.raises(NotationError, match="only 6 copies of 8h"):
        under_way(f"{six} 8h")


@pytest.mark.parametrize(
    ("dealt_cut_card", "asked"),
    [(None, [2, 4, 6, "supervisor"]), (4, [4, 6, 2, "supervisor"]), (6, [6, 2, 4, "supervisor"])],
)
def test_eu_1_8__the_cut_goes_round_from_its_first_holder_to_the_supervisor(
    dealt_cut_card: int | None, asked: list[int | str]
) -> None:
    offer = offer_cut(SHEET, (6, 2, 4), dealt_cut_card)
    heard = [offer.offered_to]
    for _ in range(3):
        offer = refuse_the_cut(offer)
        heard.append(offer.offered_to)
    assert heard == asked


def test_eu_1_8__at_least_one_deck_is_cut() -> None:
    assert refuse_cut(SHEET, 52) is None
    thin = refuse_cut(SHEET, 51)
    assert thin is not None
    assert thin.code == "cut"
    assert "EU 1.8" in cited(thin)


@pytest.mark.parametrize(("behind", "taken"), [(77, False), (78, True), (156, True), (157, False)])
def test_eu_1_8__the_cut_card_goes_one_and_a_half_to_three_decks_from_the_end(behind: int, taken: bool) -> None:
    found = refuse_cut_card(SHEET, behind)
    assert (found is None) is taken
    if found is not None:
        assert found.code == "cut-card"
        assert "EU 1.8" in cited(found)


def test_eu_1_8__a_shoe_is_filled_only_from_a_proper_cut() -> None:
    shoe = fill_shoe(SHEET, Promise(bytes(32), 6, 1, 78), cut=52)
    assert len(shoe.cards) == 312
    while not shoe.cut_card_out:
        shoe.draw()
    assert shoe.left == 78
    with pytest.raises(Refused):
        fill_shoe(SHEET, Promise(bytes(32), 6, 1, 78), cut=51)
    with pytest.raises(Refused):
        fill_shoe(SHEET, Promise(bytes(32), 6, 1, 77), cut=52)


@pytest.mark.parametrize(
    ("first", "second", "draws"),
    [("Th", "6d", True), ("Th", "7d", False), ("8h", "8d", True), ("Ah", "5d", True), ("Ah", "6d", False)],
)
def test_eu_1_9__an_absent_players_hand_draws_on_16_and_stands_on_17(first: str, second: str, draws: bool) -> None:
    line = f"{EU} 1:10 | {first} 6c {second} | !1.1"
    round_ = under_way(line)
    assert round_.waits is Waits.CARD
    assert round_.stage is (Stage.PLAYING if draws else Stage.DEALER)
    assert [call.draws for call in events(line, "supervisor")] == [draws]


def test_eu_1_9__the_supervisor_takes_no_insurance_and_draws_again_until_17() -> None:
    assert nets(f"{EU} 1:10 | 2h Ac 3d !1.1 | 4h 7h 2c | 9d") == [-1000]
    assert finished(f"{EU} 1:10 | 2h Ac 3d !1.1 | 4h 7h 2c | 9d").round.boxes[0].hands[0].total == 18


SHARED = f"{EU} 1:10 1.2:20 | 6h 6c 5d |"


def test_eu_1_10__the_box_owner_decides() -> None:
    assert actor(under_way(SHARED)) == (1, 1)
    assert refusal(under_way(SHARED), Action("hit", box=1, bettor=1)) is None
    hasty = refused(SHARED, Action("hit", box=1, bettor=2))
    assert hasty.code == "not-your-turn"
    assert "EU 1.10" in cited(hasty)


@pytest.mark.parametrize(("answer", "second"), [("Y", 4000), ("O", 2000)])
def test_eu_1_10__the_others_follow_or_not(answer: str, second: int) -> None:
    assert legal_kinds(f"{SHARED} FD") == {"follow", "decline"}
    line = f"{SHARED} FD {answer} Th | Tc 2h"
    assert nets(line, 0) == [2000]
    assert nets(line, 1) == [second]


def test_eu_1_10__an_unanswered_question_stops_the_play() -> None:
    waiting = refused(f"{SHARED} FD", DOUBLE)
    assert waiting.code == "follow-first"
    assert "EU 1.10" in cited(waiting)


def test_eu_1_11__with_the_owner_absent_the_second_field_decides() -> None:
    assert actor(under_way(f"{SHARED} !1.1")) == (1, 2)
    assert refusal(under_way(f"{SHARED} !1.1"), HIT) is None
    line = f"{SHARED} !1.1 FD Th | Tc 2h"
    assert nets(line, 0) == [1000]
    assert nets(line, 1) == [4000]


def test_eu_1_11__with_both_absent_the_supervisor_calls() -> None:
    assert actor(under_way(f"{SHARED} !1.1 !1.2")) is None
    assert [call.draws for call in events(f"{SHARED} !1.1 !1.2", "supervisor")] == [True]


@pytest.mark.parametrize(("last", "aside"), [("2h", [2000]), ("3h", [1000]), ("4h", [])])
def test_eu_1_12__an_absent_bettors_won_or_tied_bet_is_taken_off_the_field(last: str, aside: list[int]) -> None:
    line = f"{EU} 1:10 | Th 6c 9d !1.1 | Tc {last}"
    assert [event.amount for event in events(line, "set-aside")] == aside


def test_eu_1_12__a_present_bettors_win_stays_on_the_field() -> None:
    assert events(f"{EU} 1:10 | Th 6c 9d S | Tc 2h", "set-aside") == []


def test_eu_1_12__a_lost_lammer_hand_is_no_win_and_no_tie() -> None:
    line = f"{EU} 1:10 | 8h 6c 8d | FP Th !1.1 9c | Tc 4h"
    assert nets(line) == [-1000, 0]
    assert events(line, "set-aside") == []


def test_eu_1_13__bets_and_wins_are_collected_after_all_payouts_of_the_box() -> None:
    line = f"{EU} 1:10,push-22=5 1.2:20 2:10 | 8h 9h 6c 8d 9d | P Y Th S 9c S | S | Tc 2h"
    order = [(str(event.kind), event.box) for event in events(line, "settle", "side", "collect")]
    first, second = order.index(("collect", 1)), order.index(("collect", 2))
    assert order[:first] == [("settle", 1)] * 4 + [("side", 1)]
    assert order[first + 1 : second] == [("settle", 2)]
    assert order[second + 1 :] == []


@pytest.mark.parametrize("face", ["Jh", "Qh", "Kh"])
def test_eu_2_1__faces_count_ten(face: str) -> None:
    assert under_way(f"{EU} 1:10 | {face} 6c 9d |").hand.total == 19


@pytest.mark.parametrize(("card", "value"), [*((f"{n}h", n) for n in range(2, 10)), ("Th", 10)])
def test_eu_2_2__other_cards_count_their_number(card: str, value: int) -> None:
    assert under_way(f"{EU} 1:10 | {card} 6c Jd |").hand.total == 10 + value


@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [("Ah 6c 9d |", 20, True), ("Ah 6c Ad |", 12, True), ("Ah 6c 5d | H 5s", 21, True), ("Ah 6c 5d | H 6s", 12, False)],
)
def test_eu_2_3__a_players_ace_counts_1_or_11(cards: str, total: int, soft: bool) -> None:
    hand = under_way(f"{EU} 1:10 | {cards}").boxes[0].hands[0]
    assert (hand.total, hand.soft) == (total, soft)


def test_eu_2_4__the_dealers_ace_counts_11_once_that_makes_17() -> None:
    assert nets(f"{EU} 1:10 | Th 6c 8d | S Ac") == [1000]
    assert nets(f"{EU} 1:10 | Th Ac 7d | N S 6d") == [0]


@pytest.mark.parametrize("dealer", ["5d", "5d Th"])
def test_eu_2_4__below_17_the_dealer_draws_on_with_the_ace_as_1_or_11(dealer: str) -> None:
    round_ = under_way(f"{EU} 1:10 | Th Ac 7d | N S {dealer}")
    assert (round_.stage, round_.waits, round_.dealer_total) == (Stage.DEALER, Waits.CARD, 16)
