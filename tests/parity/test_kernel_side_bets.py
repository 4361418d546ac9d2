"""Side bets that exist only as TOML: the kernel beside the table, card by card and to the cent."""

from pathlib import Path

import pytest

from lammer.conformance.kernels import Parity
from lammer.rules.sheet import Sheet
from lammer.simulate.plays import plays_of
from lammer.simulate.refusals import NotSimulated
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart
from tests.new_side_bets import BOTH, BUST_BONUS, HEAD, new_bet, sheet_from

SHOES = 300
FINAL = '["the dealer\'s final hand", "the up card", "the dealer\'s natural"]'
BY_UP = """
"natural" = { dealer_natural = true }
"suited bust" = { dealer_bust = true, same = ["suit"] }
"bust under a red card" = { dealer_bust = true, up = { every = ["red"] } }
"long" = { cards = { least = 5 } }
"total" = { total = { least = 17, most = 18 }, not_same = ["colour"] }
"""
UP_ALONE = """
"red ace" = { every = ["A"], same = ["colour"], up = { every = ["red"] } }
"high" = { hard_total = { least = 10 } }
"""


def parity(sheet: Sheet, seats: int = 1) -> Parity:
    sides = {bet_id: bet.minimum for bet_id, bet in sheet.side_bets.items()}
    return Parity(sheet, house_chart(sheet), seats, sides)


@pytest.mark.parametrize("sets", [(), ("dealer.peek_under=[]", "dealer.hole_card=false")])
def test_opening_bets_and_a_bet_on_the_dealers_natural(sets: tuple[str, ...], tmp_path: Path) -> None:
    assert list(parity(sheet_from(tmp_path, BOTH, *sets), seats=2).differences(SHOES, 1)) == []


@pytest.mark.parametrize(
    "sets", [(), ("dealer.peek_under=[]",), ("dealer.peek_under=[]", "dealer.hole_card=false", "insurance.under=[]")]
)
def test_a_bet_placed_after_the_up_card(sets: tuple[str, ...], tmp_path: Path) -> None:
    sheet = sheet_from(tmp_path, HEAD + BUST_BONUS, "shoe.decks=1", *sets)
    assert list(parity(sheet, seats=2).differences(SHOES, 4)) == []


LISTED = """
"eights" = { exactly = [8, 8, 8] }
"aces, no club" = { none = ["clubs"], dealer = { count = { of = ["A"], number = { least = 1 } } } }
"""
EVERY = '"no spot cards" = { every = ["faces", "5", "6"] }'


@pytest.mark.parametrize("outcomes", [LISTED, EVERY])
def test_a_bet_on_single_cards_of_the_final_hand(outcomes: str, tmp_path: Path) -> None:
    reads = '["the dealer\'s final hand"]'
    text = new_bet(reads, "when the dealer is done", outcomes, unfinished="dealer completes")
    assert list(parity(sheet_from(tmp_path, text, "shoe.decks=1")).differences(SHOES, 5)) == []


def test_too_many_lists_of_cards_are_refused(tmp_path: Path) -> None:
    names = ["2", "3", "4", "5", "6", "7", "8", "9"]
    outcomes = "\n".join(f'"no {name}" = {{ none = ["{name}"], cards = 3 }}' for name in names)
    sheet = sheet_from(tmp_path, new_bet(FINAL, "when the dealer is done", outcomes))
    with pytest.raises(NotSimulated, match=r"need 256 states, at most 255"):
        KernelTable(sheet, plays_of(sheet, house_chart(sheet)), sides={"test": 100})


@pytest.mark.parametrize("unfinished", ["dealer completes", "returned"])
def test_a_bet_on_the_final_hand(unfinished: str, tmp_path: Path) -> None:
    text = new_bet(FINAL, "when the dealer is done", BY_UP, unfinished=unfinished)
    assert list(parity(sheet_from(tmp_path, text)).differences(SHOES, 2)) == []


def test_a_bet_on_the_up_card_alone(tmp_path: Path) -> None:
    text = new_bet('["the up card"]', "after the deal", UP_ALONE)
    assert list(parity(sheet_from(tmp_path, text)).differences(SHOES, 3)) == []


def test_a_wrong_class_would_be_noticed(tmp_path: Path) -> None:
    """Negative control."""
    found = parity(sheet_from(tmp_path))
    found.kernel.terms.side.classes[:] = 0
    assert list(found.differences(SHOES, 1))


def test_what_the_kernel_does_not_follow_is_refused(tmp_path: Path) -> None:
    sheet = sheet_from(tmp_path, new_bet(FINAL, "when the dealer is done", '"run" = { sequence = true }'))
    with pytest.raises(NotSimulated, match=r"side_bets.test: .* not ranks in sequence"):
        KernelTable(sheet, plays_of(sheet, house_chart(sheet)), sides={"test": 100})
