"""Bonus Spin by its public description: an ace pays, a blackjack spins the wheel. Rounds are in the notation."""

from typing import Any

import pytest

from lammer.rules.loader import load_sheet
from lammer.table.actions import bet, card, spin
from lammer.table.state import Waits
from tests.clauses.eu_a_helpers import cited, sheet_refused, wager_refused
from tests.rounds import finished, refused, seat, under_way

GAME, BET = "sd-blackjack+bonus-spin", "bonus-spin"
METER = "wheel=20000/10000"


def side(cards: str, at: int = 0, boxes: str = f"1:10,{BET}=5") -> dict[str, Any]:
    side_bets: Any = seat(f"{GAME} {METER} {boxes} | {cards}", at)["side"]
    return dict(side_bets[BET])


@pytest.mark.parametrize(
    ("cards", "outcome", "net"),
    [
        ("Ah 6c 9d Tc | S Tc", "ace, no blackjack", 500),
        ("9h 6c Ad Tc | S Tc", "ace, no blackjack", 500),
        ("Ah 6c Ad Tc | S Tc", "ace, no blackjack", 500),  # two aces are no more than one
        ("9h 6c 8d Tc | H Ad S Tc", "no ace", -500),  # an ace in play does not count
        ("Ah 6c Kd Tc | *1", "blackjack spin", 3500),
        ("Kh Ac Ad Tc | *2 N", "blackjack spin", 4500),  # the dealer's blackjack does not matter
    ],
)
def test_bonus_spin_reads__an_ace_or_a_blackjack_in_the_first_two_cards(cards: str, outcome: str, net: int) -> None:
    result = side(cards)
    assert (result["outcome"], result["net"]) == (outcome, net)


def test_bonus_spin_reads__games_with_other_blackjacks_do_not_fit() -> None:
    assert "Bonus Spin reads" in " ".join(sheet_refused(f"triple-win-20+{BET}"))


def test_bonus_spin_wager__five_and_nothing_else() -> None:
    for amount in (400, 600):
        assert cited(wager_refused(GAME, bet(1, 1000), bet(1, amount, BET))) == ["Bonus Spin wager"]
    assert wager_refused(GAME, bet(1, 1000), bet(1, 500, BET)) is None


PRIZES = [40, 50, 60, 70, 75, 40, 200, 250, 750, 500, 5000, 20_000]


@pytest.mark.parametrize("stop", range(1, 13))
def test_bonus_spin_wheel__every_stop_pays_its_prize_for_the_wager(stop: int) -> None:
    result = side(f"Ah 6c Kd Tc | *{stop}")
    assert (result["stop"], result["net"]) == (stop, 100 * PRIZES[stop - 1] - 500)
    assert result.get("award", 0) == (2_000_000 if stop == 12 else 0)


def test_bonus_spin_wheel__weights_of_the_published_example() -> None:
    wheel = load_sheet(GAME).side_bets[BET].paytables["5"].wheels["blackjack spin"]
    assert sum(stop.weight for stop in wheel) == 40_000
    assert [stop.weight for stop in wheel] == [16750, 9000, 4744, 3000, 2200, 3400, 675, 100, 50, 75, 5, 1]


def test_bonus_spin_wheel__others_who_made_the_bet_are_paid_too() -> None:
    boxes = f"1:10,{BET}=5 2:10,{BET}=5 3:10"
    line = f"{GAME} {METER} {boxes} | Ah 9c 8c 6c Kd 9d 7c Tc | *7 S S Tc"
    seats = [seat(line, at)["side"] for at in range(3)]
    assert seats[0] == {BET: {"outcome": "blackjack spin", "net": 19_500, "stop": 7}}
    assert seats[1] == {BET: {"outcome": "no ace", "net": 4500, "from_others": 5000}}
    assert seats[2] == {}  # nothing for a player without the bet


def test_bonus_spin_wheel__two_spins_counter_clockwise_and_each_pays_the_other() -> None:
    boxes = f"1:10,{BET}=5 2:10,{BET}=5"
    first, second = (side("Ah As 6c Kd Kc Tc | *6 *10", at, boxes) for at in range(2))
    assert (second["stop"], second["net"]) == (6, 4000 - 500 + 10_000)
    assert (first["stop"], first["net"]) == (10, 50_000 - 500 + 1500)


def test_bonus_spin_wheel__the_round_waits_for_the_spin_and_makes_none() -> None:
    line = f"{GAME} 1:10,{BET}=5 | Ah 6c Kd Tc |"
    assert under_way(line).waits is Waits.SPIN
    assert refused(line, spin(13)).code == "no-such-stop"
    assert refused(line, spin(0)).code == "no-such-stop"
    assert refused(line, card(3)).code == "no-card"
    assert refused(f"{GAME} 1:10,{BET}=5 | Ah 6c 9d Tc |", spin(1)).code == "no-spin"


def test_bonus_spin_wheel__an_interruption_before_the_spin_returns_the_wager() -> None:
    assert side('Ah 6c Kd Tc | X"fire"') == {"outcome": "void", "net": 0}


def test_bonus_spin_meter__a_full_award_resets_it() -> None:
    round_ = finished(f"{GAME} {METER} 1:10,{BET}=5 | Ah 6c Kd Tc | *12").round
    assert round_.meters[0].amount == 1_000_000
    assert load_sheet(GAME).jackpots[BET].levels["wheel"].start == 1_000_000
