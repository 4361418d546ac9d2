"""Published figures of Winners Option, to the digits printed, or the exact figure that refutes them."""

import pytest

from lammer.exact.finding import played_game, shoe_of
from lammer.exact.play import Forced
from lammer.exact.results import round_results
from lammer.rules.loader import load_sheet


def _percent(decks: int, *overrides: str) -> dict[float, float]:
    sheet = load_sheet("winners-option", (f"shoe.decks={decks}", *overrides))
    found = round_results(played_game(sheet, shoe_of(sheet)[0], Forced()))
    return {net: 100 * chance for net, chance in found.chances.items()} | {9.0: -100 * found.mean}


EDGE = 9.0
"""The key of the edge beside the nets."""


@pytest.mark.parametrize("decks", [1, 8])
def test_about_four_percent_at_any_number_of_decks(decks: int) -> None:
    for rule in ("hit", "stand"):
        assert round(_percent(decks, f"dealer.soft_17={rule}")[EDGE]) == 4


def test_chances_at_four_decks() -> None:
    """Published: a win 41%, a push about 9.5%, both bust about 8.2%, a loss 41%."""
    found = _percent(4)
    assert (round(found[1.0]), round(found[-1.0]), round(found[-0.5], 1)) == (41, 41, 8.2)
    assert found[0.0] == pytest.approx(9.6281, abs=5e-5), "9.6, not 9.5"


def test_the_published_edge_at_one_deck_is_refuted() -> None:
    """4.24% is printed. Half the chance that both bust is 4.12%; that chance itself ends in the printed digits."""
    found = _percent(1)
    assert found[EDGE] == pytest.approx(4.118884, abs=5e-7)
    assert found[-0.5] == pytest.approx(8.24, abs=0.005), "where 8.24 is, 4.24 was printed"
    assert found[EDGE] == pytest.approx(found[-0.5] / 2, abs=1e-9)
    for other in (
        found[EDGE],
        _percent(1, "dealer.soft_17=stand")[EDGE],
        _percent(1, "dealer.pushes_on_22=true")[EDGE],
    ):
        assert other != pytest.approx(4.24, abs=0.005)
