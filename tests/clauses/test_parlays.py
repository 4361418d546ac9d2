"""Bets settled before the second card, whose winnings may join the main wager: each clause at its boundary."""

from typing import Any

import pytest

from lammer.table.actions import HIT, PARLAY, PASS, Action, bet
from tests.clauses.eu_a_helpers import sheet_refused
from tests.rounds import finished, legal_kinds, refused, seat, under_way

WAR = "sd-blackjack+war 1:10,war=5 |"


def result_of(line: str) -> Any:
    return seat(f"{WAR} {line}")


@pytest.mark.parametrize(
    ("cards", "won"),
    [
        ("2h Ac N 9d 9c | N S", True),
        ("Ah 2c 9d Tc | S 9h", False),
        ("Ah Ac 9d 9c | N S", False),
        ("Jh Tc N 9d 9c | S", True),
        ("Qh Jc N 9d 9c | S", True),
        ("Kh Qc N 9d 9c | S", True),
        ("Th Jc 9d 9c | S", False),
        ("Kh Kc 9d 9c | S", False),
    ],
)
def test_war_reads__aces_are_low_and_faces_rank_above_the_ten(cards: str, won: bool) -> None:
    assert (result_of(cards)["side"]["war"]["outcome"] == "higher") is won
    down = sheet_refused("triple-win-20+war", "deal.player_cards=down")
    assert any("War reads" in fault for fault in down)


def test_war_pay__1_to_1_and_a_tie_loses() -> None:
    assert result_of("3h 2c N Td 9c | S 9h")["side"]["war"] == {"outcome": "higher", "net": 500}
    assert result_of("2h 2c Td 9c | S 9h")["side"]["war"] == {"outcome": "tie or lower", "net": -500}


def test_war_parlay__the_hand_is_played_for_the_larger_wager() -> None:
    doubled = result_of("Kh 6c PL Ad Tc")
    assert (doubled["wagers"]["main"], doubled["parlayed"], doubled["net"]) == (1000, 500, 500 + 2250)
    assert result_of("6h 5c PL 5d Tc | D Ts 9h")["hands"][0] == winning_hand(3000, "paid", 3000)
    assert result_of("6h 5c N 5d Tc | D Ts 9h")["hands"][0] == winning_hand(2000, "paid", 2000)
    split = result_of("8h 6c PL 8d Tc | P Ts S Th S 9h")["hands"]
    assert [hand["own"] for hand in split] == [1500, 1500]
    lammers = seat("sd-free-bet+war 1:10,war=5 | 8h 6c PL 8d Tc | FP Ts S Th S 9h")
    assert [(hand["own"], hand["free"]) for hand in lammers["hands"]] == [(1500, 0), (0, 1500)]  # type: ignore[attr-defined]
    insured = result_of("3h Ac PL 5d Tc | I7.50")
    assert (insured["insurance_wager"], insured["insurance"], insured["hands"][0]["net"]) == (750, 1500, -1500)
    surrendered = seat("sd-blackjack+war[surrender.late=true] 1:10,war=5 | Th 9c PL 6d Tc | R")
    assert surrendered["net"] == 500 - 750


def winning_hand(own: int, doubled: str, net: int) -> dict[str, object]:
    cards = ["6h", "5d", "Ts"]
    stake = {"own": own, "free": 0, "doubled": doubled, "split": None}
    return {"cards": cards, **stake, "result": "win", "net": net, "why": "dealer bust"}


def test_war_parlay__it_is_asked_before_the_second_card_and_only_of_winners() -> None:
    asked = under_way("sd-blackjack+war 1:10,war=5 2:10,war=5 3:10 | Kh 6c Qd 9c")
    assert [(ask.box, ask.bet, ask.added) for ask in asked.asks] == [(0, "war", 500)]
    assert [len(box.hands[0].cards) for box in asked.boxes] == [1, 1, 1]
    assert legal_kinds(f"{WAR} Kh 6c") == {"parlay", "pass"}
    assert legal_kinds("european-free-bet+war 1:10,war=5 | Kh 6c") == {"parlay", "pass"}


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (HIT, "parlay-first"),
        (PARLAY._replace(amount=499), "amount"),
        (PARLAY._replace(amount=1000), "amount"),
        (PASS._replace(amount=500), "no-amount"),
        (bet(1, 500, "war"), "bets-closed"),
    ],
)
def test_war_parlay__all_winnings_or_nothing(action: Action, code: str) -> None:
    assert refused(f"{WAR} Kh 6c", action).code == code
    assert finished(f"{WAR} Kh 6c PL5 9d Tc | S Th").round.boxes[0].bettors[0].parlayed == 500
    assert refused(f"{WAR} Kh 6c N 9d Tc", PARLAY).code == "no-question"


def test_war_parlay__other_bettors_and_the_tip_stay_as_they_are() -> None:
    line = "european-free-bet+war 1:10,war=5,tip=2 1.2:20,war=10 1.3:30 | Kh 6c | PL N"
    (box,) = under_way(line).boxes
    assert [(one.main, one.parlayed) for one in box.bettors] == [(1500, 500), (2000, 0), (3000, 0), (200, 0)]
    assert [stake.own for stake in box.hands[0].stakes if stake] == [1500, 2000, 3000, 200]


def test_war_parlay__an_absent_winner_is_not_asked_and_an_interruption_returns_the_wager() -> None:
    absent = seat(f"{WAR} Kh 6c !1 9d Tc | Th")
    assert "parlayed" not in absent
    assert absent["net"] == 1500
    assert seat(f"{WAR} Kh 6c PL X")["net"] == 500


def test_the_table_maximum_applies_to_a_parlay_only_if_the_sheet_says_so() -> None:
    applies = "sd-blackjack+war[side_bets.war.parlay.table_maximum=applies]"
    assert legal_kinds("sd-blackjack+war 1:500,war=5 | Kh 6c") == {"parlay", "pass"}
    assert legal_kinds(f"{applies} 1:495,war=5 | Kh 6c") == {"parlay", "pass"}
    assert legal_kinds(f"{applies} 1:496,war=5 | Kh 6c") == {"pass"}
    assert refused(f"{applies} 1:496,war=5 | Kh 6c", PARLAY).code == "above-maximum"


def test_war_parlay__games_where_an_ace_ends_the_hand_do_not_fit() -> None:
    assert all("War parlay" in fault for fault in sheet_refused("triple-win-20+war"))
    assert "War parlay" in sheet_refused("sd-blackjack+war", "void.already_won=taken back")[0]
