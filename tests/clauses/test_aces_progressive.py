"""Progressive blackjack by its public description: consecutive aces from the first card. Rounds are in the notation."""

from typing import Any

import pytest

from lammer.rules.loader import load_sheet
from lammer.table.actions import bet
from tests.clauses.eu_a_helpers import cited, sheet_refused, wager_refused
from tests.rounds import finished, seat

GAME, BET = "sd-blackjack+progressive-blackjack", "progressive-blackjack"
METER = "aces=20000/10000"


def side(cards: str, game: str = GAME) -> tuple[str, int]:
    side_bets: Any = seat(f"{game} {METER} 1:10,{BET}=1 | {cards}")["side"]
    return side_bets[BET]["outcome"], side_bets[BET]["net"]


@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        ("8h 6c Ad Tc | S Tc", "fewer than two aces"),  # the first card is no ace
        ("Ah 6c 8d Tc | H As S Tc", "fewer than two aces"),  # the third card does not continue what the second broke
        ("Ah 6c Ad Tc | H 7d S Tc", "two aces"),
        ("Ah 6c Ad Tc | S Tc", "two aces"),  # the player takes no card
        ("Ah 6c Ad Tc | H As H 7d S Tc", "three aces"),
        ("Ah 6c Ad Tc | H 7d H As S Tc", "two aces"),
        ("Ah 6c Ad Tc | H As H Ac H 9d S Tc", "four aces"),
        ("Ah 6c Ad Tc | H As H Ac H Ac S Tc", "four aces"),  # a fifth ace brings no more
        ("Ah 6c Ad Tc | P 9s 9d | Tc", "two aces"),
        ("Ah 6c Ad Tc | P As Ac | Tc", "four aces"),  # the next cards of the box, whichever hand gets them
        ("Ah 6c Ad Tc | P As 9c | Tc", "three aces"),
        ("Ah 6c Ad Tc | P 9c As | Tc", "two aces"),
    ],
)
def test_aces_reads__the_cards_of_the_box_in_the_order_dealt(cards: str, outcome: str) -> None:
    assert side(cards)[0] == outcome


def test_aces_reads__a_third_ace_may_be_split_again() -> None:
    game = f"{GAME}[split.resplit_aces=true]"
    assert side("Ah 6c Ad Tc | P As P Ac S 9d 9c | Tc", game)[0] == "four aces"
    assert side("Ah 6c Ad Tc | P As P 9c Ac S 9d | Tc", game)[0] == "three aces"


def test_aces_reads__a_dealer_natural_that_is_found_ends_the_run() -> None:
    assert side("Ah Kc Ad Ac |") == ("two aces", 2400)
    assert side("Ah Kc Ad Ac | H As H Ah H 9c S", f"{GAME}[dealer.peek_under=[]]")[0] == "four aces"


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_aces_reads__four_or_more_decks(decks: int) -> None:
    assert sheet_refused(GAME, f"shoe.decks={decks}") == ["Aces reads"]
    assert BET in load_sheet(GAME, ("shoe.decks=4",)).side_bets


def test_aces_reads__a_first_card_ace_may_not_end_the_hand() -> None:
    assert "Aces reads" in " ".join(sheet_refused(f"triple-win-20+{BET}"))


def test_aces_token__one_unit_before_the_deal() -> None:
    for amount in (99, 101):
        assert cited(wager_refused(GAME, bet(1, 1000), bet(1, amount, BET))) == ["Aces token"]
    assert wager_refused(GAME, bet(1, 1000), bet(1, 100, BET)) is None


@pytest.mark.parametrize(
    ("cards", "outcome", "net"),
    [
        ("Ah 6c Ah Tc | H Ah H Ah H 9d S Tc", "four suited aces", 2_000_000 - 100),
        ("Ah 6c Ah Tc | H Ah H As H 9d S Tc", "four aces", 200_000 - 100),
        ("Ah 6c Ah Tc | H Ah H 7d S Tc", "three suited aces", 249_900),
        ("Ah 6c Ah Tc | H As H 7d S Tc", "three aces", 24_900),
        ("Ah 6c Ah Tc | H 7s S Tc", "two suited aces", 4900),
        ("Ah 6c Ad Tc | H 7s S Tc", "two aces", 2400),
        ("Ah 6c Kd Tc |", "fewer than two aces", -100),
    ],
)
def test_aces_pay__by_the_number_of_aces_and_their_suit(cards: str, outcome: str, net: int) -> None:
    assert side(cards) == (outcome, net)


def test_aces_pay__awards_come_off_the_meter_in_the_order_they_are_decided() -> None:
    line = f"{GAME} {METER} 1:10,{BET}=1 2:10,{BET}=1 | Ah Ah 6c Ad Ad Tc | H As H Ac H 9c S | H As H Ac H 9d S Tc"
    round_ = finished(line).round
    assert [(side.box, side.award) for side in round_.sides] == [(0, 200_000), (1, 180_000)]
    assert round_.meters[0].amount == 2_000_000 - 380_000


def test_aces_pay__an_interrupted_round_pays_what_the_cards_have_won() -> None:
    assert side('Ah 6c Ad Tc | X"fire"') == ("two aces", 2400)
    assert side('Ah 6c | X"fire"') == ("void", 0)
    assert side('8h 6c Ad Tc | X"fire"') == ("fewer than two aces", -100)
