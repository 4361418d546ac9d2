"""Parlays in the kernel beside the table to the cent: never, always, and by the best policy."""

import pytest

from lammer.api.analysis import exact_game
from lammer.conformance.kernels import Parity
from lammer.exact.finding import shoe_of
from lammer.exact.parlays import best_parlays
from lammer.exact.play import ByChart
from lammer.rules.loader import load_sheet
from lammer.rules.parlays import ALWAYS, NEVER
from lammer.simulate.parlays import parlay_table
from lammer.strategy.chart import house_chart

SIDES = {"war": 735}
"""So much joins the main wager that halves of a cent have to be rounded."""


@pytest.mark.parametrize("game", ["sd-blackjack+war[surrender.late=true]", "sd-free-bet+war", "european-free-bet+war"])
def test_the_kernel_is_the_table(game: str) -> None:
    sheet = load_sheet(game)
    best = best_parlays(exact_game(sheet, shoe_of(sheet)[0], ByChart(house_chart(sheet))))
    assert NEVER < best < ALWAYS
    for policy in (ALWAYS, best):
        parity = Parity(sheet, house_chart(sheet), seats=2, sides=SIDES, parlays=policy)
        assert list(parity.differences(60, seed=7)) == []


def test_another_policy_would_be_noticed() -> None:
    """Negative control."""
    sheet = load_sheet("sd-blackjack+war")
    parity = Parity(sheet, house_chart(sheet), seats=2, sides=SIDES, parlays=ALWAYS)
    parity._parlays = NEVER
    assert list(parity.differences(20, seed=7))


def test_a_parlay_above_the_table_maximum_is_left_out_if_the_maximum_applies() -> None:
    applies = load_sheet("sd-blackjack+war", ("side_bets.war.parlay.table_maximum=applies",))
    assert parlay_table(applies, 49_500, {"war": 500}, ALWAYS)[1] == 500
    assert parlay_table(applies, 49_501, {"war": 500}, ALWAYS)[1] == 0
    assert parlay_table(load_sheet("sd-blackjack+war"), 50_000, {"war": 500}, ALWAYS)[1] == 500
