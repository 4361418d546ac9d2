"""War: the published edge is that of the bet with best parlays, per War wager."""

import pytest

from lammer.api.analysis import exact_game
from lammer.exact.finding import shoe_of
from lammer.exact.parlays import with_parlays
from lammer.exact.play import Optimal
from lammer.rules.loader import load_sheet
from lammer.rules.parlays import ParlayFinding
from lammer.rules.sidebets import fixed_side_bets


def _found(*overrides: str) -> ParlayFinding:
    sheet = load_sheet("sd-blackjack+war", overrides)
    game = exact_game(sheet, shoe_of(sheet)[0], Optimal())
    found = next(with_parlays(sheet, game, None, fixed_side_bets(sheet))).parlay
    assert found is not None
    return found


def test_the_published_edge_is_that_of_best_parlays_with_six_decks() -> None:
    """Published: about 1.17%. Without parlays the bet costs 7.40%, so they are included."""
    found = _found()
    assert round(100 * found.best, 2) == 1.17
    assert round(100 * found.alone, 2) == 7.40
    assert found.alone == pytest.approx(23 / 311)


def test_control_the_figure_belongs_to_a_dealer_who_hits_soft_17() -> None:
    assert round(100 * _found("dealer.soft_17=stand").best, 2) == 1.13


def test_the_best_player_parlays_strong_cards_only() -> None:
    cells = {(cell.first, cell.up): cell.parlays for cell in _found().cells}
    assert [up for up in range(1, 10) if cells.get((10, up))] == [2, 3, 4, 5, 6, 7, 8, 9]
    assert not cells[10, 10]
    assert not cells[10, 1]
    assert [up for up in range(1, 6) if cells[6, up]] == [4, 5]
