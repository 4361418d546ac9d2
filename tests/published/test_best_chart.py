"""The best chart against what others publish."""

from functools import cache

import pytest

from lammer.cards.card import LETTER_VALUES
from lammer.exact.analysed import analysed_tables
from lammer.exact.best_chart import best_chart
from lammer.exact.play import ByChart, Optimal
from lammer.exact.round import round_worth
from lammer.exact.shoe import full_shoe
from lammer.exact.values import Game
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import Chart, house_chart

UPS = "23456789TA"


@cache
def _best(game: str, decks: int) -> tuple[Chart, float, float]:
    """The chart, its edge and the edge of the best play, in percent."""
    terms, shoe = analysed_tables(load_sheet(game, (f"shoe.decks={decks}",))), full_shoe(decks)
    optimal = Game(terms, shoe, Optimal())
    chart = best_chart(optimal)
    return chart, -100 * round_worth(Game(terms, shoe, ByChart(chart))), -100 * round_worth(optimal)


def _row(stake: str, section: str, hand: int) -> str:
    chart, _, _ = _best("sd-free-bet", 6)
    letters = {"hit": "H", "stand": "S", "double": "D"}
    return "".join(letters[chart.wishes(stake, section, hand, LETTER_VALUES[up])[0]] for up in UPS)


@pytest.mark.parametrize(
    ("stake", "section", "hand", "row"),
    [
        ("own", "hard", 12, "HHHSSHHHHH"),
        ("own", "hard", 13, "HSSSSHHHHH"),
        ("own", "hard", 14, "SSSSSHHHHH"),
        ("own", "hard", 16, "SSSSSHHHHH"),
        ("own", "hard", 17, "SSSSSSSSSS"),
        ("own", "soft", 18, "SSSDDSSHHH"),
        ("free", "hard", 12, "HHHSSHHHHH"),
        ("free", "hard", 14, "HSSSSHHHHH"),
        ("free", "hard", 15, "SSSSSHHHHH"),
        ("free", "hard", 17, "SSSSSHHHSH"),
        ("free", "soft", 18, "HHDDDSHHHH"),
        ("free", "soft", 19, "SSSDDSSSSS"),
        ("free", "soft", 20, "SSSSDSSSSS"),
    ],
)
def test_free_bet_cells_both_known_sources_agree_on(stake: str, section: str, hand: int, row: str) -> None:
    assert _row(stake, section, hand) == row


@pytest.mark.parametrize(("decks", "edge"), [(1, 0.044), (2, 0.392), (4, 0.562), (6, 0.6178), (8, 0.646)])
def test_standard_total_dependent_edges(decks: int, edge: float) -> None:
    """hhoppe/blackjack; its charts may tell two-card hands from longer ones, which ours do not."""
    _, found, _ = _best("sd-blackjack", decks)
    assert found == pytest.approx(edge, abs=0.001)


@pytest.mark.parametrize("game", ["sd-blackjack", "sd-free-bet"])
def test_a_chart_is_close_to_the_best_play_and_never_better(game: str) -> None:
    _, chart, optimal = _best(game, 6)
    assert optimal <= chart < optimal + 0.01


def test_the_built_in_free_bet_chart_is_the_best_one() -> None:
    """Made with: lammer strategy sd-free-bet --format csv"""
    chart, _, _ = _best("sd-free-bet", 6)
    assert dict(house_chart(load_sheet("sd-free-bet")).cells) == dict(chart.cells)


def test_what_is_never_legal_is_never_advised() -> None:
    """In the European game a card must be drawn through 11."""
    chart, _, _ = _best("european-free-bet", 6)
    assert all(chart.wishes("own", "hard", total, up)[-1] == "hit" for total in range(4, 12) for up in range(1, 11))


def test_a_cell_nobody_comes_to_is_still_good_advice() -> None:
    """Aces are always split, but where they cannot be, soft 12 is no hand to stand on."""
    chart, _, _ = _best("sd-free-bet", 6)
    assert all(chart.wishes("own", "soft", 12, up) == ("hit",) for up in range(1, 11))


def test_paid_re_splits_are_on_the_chart() -> None:
    sheet = load_sheet("sd-free-bet", ("free.resplit=false",))
    terms, shoe = analysed_tables(sheet), full_shoe(6)
    optimal = Game(terms, shoe, Optimal())
    charted = round_worth(Game(terms, shoe, ByChart(best_chart(optimal))))
    assert round_worth(optimal) - charted < 1e-4
