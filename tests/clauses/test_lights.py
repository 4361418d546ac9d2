"""Marked cards that give lights, and the prize of the lights: each clause at its boundary."""

from typing import Any

import pytest

from lammer.rules.loader import load_sheet
from lammer.rules.sheet import SheetFaults
from lammer.table.actions import HIT, LIGHTS, PASS, STAND, TRADE, Action, bet
from lammer.table.round import refusal
from tests.clauses.eu_a_helpers import sheet_refused
from tests.rounds import finished, legal_kinds, refused, seat, under_way

GAME = "sd-blackjack+ten-sticks-21"
NO_TRADE = f"{GAME}[lights.trade=false]"


def result_of(line: str, game: str = GAME) -> Any:
    return seat(f"{game} {line}")


def lights(line: str, game: str = GAME) -> tuple[int, int, int]:
    found = result_of(line, game)["lights"]
    return found["before"], found["lit"], found["after"]


def test_sd_02_2__only_the_ten_of_clubs_is_marked_and_it_plays_as_a_ten() -> None:
    assert legal_kinds(f"{GAME} 1:10 | Tc 9h 5d 7c |") == {"trade", "pass"}
    for plain in ("Ts", "Jc", "9c"):
        assert "trade" not in legal_kinds(f"{GAME} 1:10 | {plain} 9h 5d 7c |")
    kept, plain_ten = result_of("1:10 | Tc 9h 9d 8c | N S"), result_of("1:10 | Ts 9h 9d 8c | S")
    assert kept["net"] == plain_ten["net"] == 1000
    down = sheet_refused("triple-win-20+ten-sticks-21", "deal.player_cards=down")
    assert any("SD.02 (2)" in fault for fault in down)


def test_sd_02_3__a_marked_card_above_21_is_a_bust() -> None:
    assert result_of("1:10 | 9h 9d 3c 7c | H Tc")["hands"][0]["result"] == "bust"
    assert legal_kinds(f"{GAME} 1:10 | 8h 9d 3c 7c | H Tc") == {"trade", "pass"}, "21 does not exceed 21"


def test_sd_02_4__a_playable_marked_card_is_kept_or_traded_for_the_next_card() -> None:
    kept, traded = result_of("1:10 | 5h 9d 6c 8h | H Tc N"), result_of("1:10 | 5h 9d 6c 8h | H Tc TR 9c S")
    assert (kept["hands"][0]["cards"], kept["net"]) == (["5h", "6c", "Tc"], 1000)
    assert (traded["hands"][0]["cards"], traded["net"]) == (["5h", "6c", "9c"], 1000)
    again = result_of("1:10 | 5h 9d 6c 8h | H Tc TR Tc TR Tc N")
    assert (again["hands"][0]["cards"], again["lights"]["lit"]) == (["5h", "6c", "Tc"], 2)
    doubled = result_of("1:10 | 5h 9d 6c 8h | D Tc TR 2c")
    assert (doubled["hands"][0]["cards"], doubled["net"]) == (["5h", "6c", "2c"], -2000), "a double gets one card"
    split = result_of("1:10 | 8h 9d 8c 8s | P Tc TR 3c S Tc N S")
    assert [hand["cards"] for hand in split["hands"]] == [["8h", "3c"], ["8c", "Tc"]]
    tens = result_of("1:10 | Tc 9d Tc 8s | N N P 2h S 3h S")
    assert tens["lights"]["lit"] == 0, "cards that were kept are not asked about again after a split"
    assert refused(f"{GAME} 1:10 | Tc 9h 5d 7c |", HIT).code == "trade-first"
    assert refused(f"{GAME} 1:10 | Tc 9h 5d 7c |", Action("trade", amount=5)).code == "no-amount"
    assert refused(f"{GAME} 1:10 | Ts 9h 5d 7c |", TRADE).code == "no-question"


def test_sd_02_5__a_trade_gives_a_light_and_a_kept_card_none() -> None:
    assert lights("1:10 | Tc 9h 9d 7c | N S 5h") == (0, 0, 0)
    assert lights("1:10 | Tc 9h 9d 7c | TR 9s S 5h") == (0, 1, 1)
    assert lights("1:10,lights=3 | Tc 9h 9d 7c | TR 9s S 5h") == (3, 1, 4)


@pytest.mark.parametrize(("before", "after", "prize"), [(8, 9, 0), (9, 0, 10_000)])
def test_sd_02_6__the_tenth_light_wins_the_prize(before: int, after: int, prize: int) -> None:
    found = result_of(f"1:10,lights={before} | Tc 9h 9d 8c | TR 9s S")
    assert (found["lights"]["after"], found["lights"].get("prize", 0)) == (after, prize)
    assert found["net"] == 1000 + prize
    assert result_of(f"1:10,lights={before} | Tc 9h 9d 8c | TR 9s S", f"{GAME}[lights.prize=2500]")["net"] == (
        1000 + prize // 4
    )


def test_sd_02_7__the_winner_starts_from_none_and_others_keep_theirs() -> None:
    line = "1:10,lights=9 2:10,lights=4 | Tc 9s 9h 5d 9d 8c | TR 6h S S"
    assert [seat(f"{GAME} {line}", at)["lights"] for at in (0, 1)] == [
        {"before": 9, "lit": 1, "after": 0, "prize": 10_000},
        {"before": 4, "lit": 0, "after": 4},
    ]
    more = lights("1:10,lights=9 | Tc 9h Tc 8c | TR 9s TR 9c S")
    assert more == (9, 2, 1), "a light after the tenth is the first of the next ten"


def test_sd_02_8__lights_belong_to_the_owner_of_the_box() -> None:
    line = f"{GAME}[limits.bettors=2] 1:10 1.2:10 | Tc 9h 9d 8c | TR 9s S"
    assert [("lights" in seat(line, at)) for at in (0, 1)] == [True, False]
    with pytest.raises(ValueError, match="owner of a box"):
        finished(f"{GAME}[limits.bettors=2] 1:10 1.2:10,lights=2 | Tc 9h 9d 8c | N S")
    for wrong in (0, 10, 11):
        with pytest.raises(ValueError, match="1 to 9 lights"):
            finished(f"{GAME} 1:10,lights={wrong} | Tc 9h 9d 8c | N S")
    with pytest.raises(ValueError, match="told already"):
        finished(f"{GAME} 1:10,lights=1,lights=2 | Tc 9h 9d 8c | N S")
    with pytest.raises(ValueError, match="no lights"):
        finished("sd-blackjack 1:10,lights=1 | Tc 9h 9d 8c | S")
    amount = refusal(under_way(f"{GAME} 1:10 | Tc"), bet(1, 500, LIGHTS, carried=2))
    assert amount is not None


def test_sd_02_9__the_dealers_marked_card_is_a_ten() -> None:
    assert lights("1:10 | 9h Tc 9d 8c | S", NO_TRADE) == (0, 0, 0)
    assert lights("1:10 | 9h 9s 9d 3c | S Tc", NO_TRADE) == (0, 0, 0)
    assert result_of("1:10 | 9h 9s 9d 3c | S Tc")["hands"][0]["why"] == "dealer bust"


def test_sd_02_no_trade__every_playable_marked_card_gives_a_light() -> None:
    assert lights("1:10 | Tc 9h 9d 8c | S", NO_TRADE) == (0, 1, 1)
    assert lights("1:10 | 8h 9d 3c 7c | H Tc 5c", NO_TRADE) == (0, 1, 1)
    assert lights("1:10 | 9h 9d 3c 7c | H Tc", NO_TRADE) == (0, 0, 0)
    assert lights("1:10,lights=9 | Tc Ah Tc Kd | N", NO_TRADE) == (9, 2, 1), "also against a dealer natural"
    assert refused(f"{NO_TRADE} 1:10 | Tc 9h 5d 7c |", TRADE).code == "no-question"
    assert refused(f"{NO_TRADE} 1:10 | Tc 9h 5d 7c |", PASS).code == "no-question"


def test_sd_02_card__lights_are_kept_or_lost_by_a_player_who_leaves() -> None:
    assert finished(f"{GAME} 1:10 | 9h Tc 9d 8c | S").round.sheet.rules.lights.left == "kept"  # type: ignore[union-attr]
    assert load_sheet(GAME, ("lights.left=lost",)).rules.lights.left == "lost"  # type: ignore[union-attr]
    with pytest.raises(SheetFaults, match="kept"):
        load_sheet(GAME, ("lights.left=returned",))


def test_sticks_opening__opening_cards_are_traded_in_the_turn_of_the_box_after_the_check() -> None:
    line = f"{GAME} 1:10 2:10 | 9h Tc Kd 9d 5d 7c |"
    assert legal_kinds(line) >= {"hit", "stand"}, "box 1 plays first"
    assert legal_kinds(f"{line} S") == {"trade", "pass"}
    assert lights("1:10 | Tc Ah 9d Kd | N") == (0, 0, 0), "a dealer natural ends the round before"
    absent = result_of("1:10 | Tc 9h 9d 8c | !1")
    assert (absent["hands"][0]["cards"], absent["lights"]["lit"]) == (["Tc", "9d"], 0)


def test_sticks_natural__may_be_traded_until_it_is_paid() -> None:
    assert result_of("1:10 | Tc 9h Ad 8c | N")["net"] == 1500
    traded = result_of("1:10 | Tc 9h Ad 8c | TR 5d S")
    assert (traded["hands"][0]["cards"], traded["net"], traded["lights"]["lit"]) == (["Ad", "5d"], -1000, 1)
    even = result_of("1:10 | Tc Ah Ad 9c | E", f"{GAME}[natural.even_money_under=[A]]")
    assert (even["net"], even["lights"]["lit"]) == (1000, 0), "even money was paid"
    at_once = result_of("1:10 | Tc 9h Ad", "free-money+ten-sticks-21[natural.paid=at once,insurance.under=[]]")
    assert (at_once["lights"]["lit"], at_once["hands"][0]["why"]) == (0, "natural")


def test_sticks_replaced__an_ace_and_a_ten_are_a_natural() -> None:
    natural = result_of("1:10 | Tc 9h Ad 8c | TR Kd")["hands"][0]
    assert (natural["why"], natural["net"]) == ("natural", 1500)
    third = result_of("1:10 | 5h 9h 6d 8c | H Tc TR Td")["hands"][0]
    assert (third["why"], third["net"]) == ("higher total", 1000)
    split = result_of("1:10 | Ah 9h Ad 8c | P Tc TR Kd 5c")["hands"][0]
    assert split["why"] == "higher total", "no natural after a split in this game"


def test_sticks_interrupted__no_light_and_no_prize() -> None:
    found = result_of('1:10,lights=9 | Tc 9h 9d 8c | TR 9s X"a card fell"')
    assert (found["lights"], found["net"]) == ({"before": 9, "lit": 0, "after": 9}, 0)


def test_a_hand_that_is_bet_against_trades_nothing() -> None:
    against = result_of("1:against=10 | Tc 6c 6d Tc | Td 6h", "winners-option+ten-sticks-21")
    assert against["lights"]["lit"] == 0
    assert refused("winners-option+ten-sticks-21 1:against=10 | Tc 6c", STAND).code == "no-play"
