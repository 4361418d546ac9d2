"""Exact figures against those of others, each to the precision it was printed with."""

from functools import cache

import pytest

from lammer.exact.analysed import analysed_tables
from lammer.exact.dealer import DealerRule, dealer_chances, dealer_tree
from lammer.exact.evs import action_values
from lammer.exact.finding import edge
from lammer.exact.lammers import lammer_chances
from lammer.exact.play import Optimal
from lammer.exact.results import Results, round_results
from lammer.exact.shoe import ENDLESS, full_shoe
from lammer.exact.values import Game
from lammer.rule_tables.tables import rule_tables
from lammer.rules.loader import load_sheet

NO_HOLE = ("dealer.hole_card=false", "dealer.peek_under=[]", "dealer.natural_takes=all")


@cache
def _results(game: str, *overrides: str) -> Results:
    """Worked out once: the spread takes seconds."""
    return round_results(Game(analysed_tables(load_sheet(game, overrides)), full_shoe(6), Optimal()))


def _edge(game: str, *overrides: str) -> float:
    return 100 * edge(load_sheet(game, overrides)).house_edge


def test_standard_six_decks_h17_agrees_with_farmer() -> None:
    assert _edge("sd-blackjack") == pytest.approx(0.615389, abs=5e-7)


def test_without_re_splits_agrees_with_farmer() -> None:
    assert _edge("sd-blackjack", "split.most_hands=2") == pytest.approx(0.668951, abs=5e-7)


@pytest.mark.parametrize(
    ("decks", "overrides", "expected"),
    [
        (1, ("dealer.soft_17=stand",), 0.001839),
        (1, ("dealer.soft_17=stand", "double.after_split=false"), 0.000423),
        (1, (), -0.000072),
        (1, ("double.after_split=false",), -0.001513),
        (2, (), -0.003797),
        (2, ("double.after_split=false",), -0.005252),
        (5, (), -0.005918),
        (5, ("double.after_split=false",), -0.007366),
        (5, ("dealer.soft_17=stand",), -0.003804),
        (5, ("dealer.soft_17=stand", "double.after_split=false"), -0.005225),
        (6, NO_HOLE, -0.0072705),
        (6, (*NO_HOLE, "double.after_split=false"), -0.0086975),
    ],
)
def test_wizard_of_odds_appendix_9(decks: int, overrides: tuple[str, ...], expected: float) -> None:
    """Their play after splits is not stated; the difference grows with few decks and stays under 0.00001."""
    assert -_edge("sd-blackjack", f"shoe.decks={decks}", *overrides) / 100 == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(("decks", "cost"), [(1, 1.394773), (2, 1.373499), (6, 1.359690)])
def test_6_to_5_costs(decks: int, cost: float) -> None:
    dear = _edge("sd-blackjack", f"shoe.decks={decks}", "natural.pays=6:5")
    assert dear - _edge("sd-blackjack", f"shoe.decks={decks}") == pytest.approx(cost, abs=5e-7)


@pytest.mark.parametrize(
    ("up", "chances"),
    [
        (1, (0.057270, 0.142822, 0.142935, 0.143284, 0.065858, 0.308682, 0.037204, 0.101945)),
        (2, (0.130071, 0.135978, 0.131607, 0.125662, 0.120022, 0, 0.152116, 0.204544)),
        (6, (0.115064, 0.114574, 0.115043, 0.110177, 0.105882, 0, 0.089287, 0.349972)),
        (10, (0.111914, 0.111669, 0.111945, 0.340014, 0.034817, 0.077170, 0.052262, 0.160209)),
    ],
)
def test_dealer_outcomes_six_decks_h17(up: int, chances: tuple[float, ...]) -> None:
    shoe = full_shoe(6)
    shoe[up - 1] -= 1
    drawing = rule_tables(load_sheet("sd-free-bet")).dealing.drawing
    rule = DealerRule(drawing, peeks=False)
    found = dict(zip(dealer_tree(rule, up).classes, dealer_chances(rule, up, shoe[None, :])[0], strict=True))
    assert [found.get(class_, 0) for class_ in (17, 18, 19, 20, 21, 24, 22, 23)] == pytest.approx(chances, abs=5e-7)


def test_12_against_4_with_endless_decks() -> None:
    values = action_values(analysed_tables(load_sheet("sd-free-bet")), full_shoe(ENDLESS), (10, 2), 4)
    assert values["stand"] == pytest.approx(-0.301161, abs=5e-7)
    assert values["hit"] == pytest.approx(-0.279823, abs=5e-7)


def test_no_lammer_at_all() -> None:
    found = lammer_chances(Game(analysed_tables(load_sheet("sd-free-bet")), full_shoe(6), Optimal()))
    assert found.counts[0] + found.dealer_natural == pytest.approx(0.838228071, abs=5e-10)


def test_free_bet_lies_where_others_found_it() -> None:
    """Second-hand and simulated figures: 1.04% and 1.02%; no re-split of aces costs about 0.08%."""
    assert _edge("sd-free-bet") == pytest.approx(1.02, abs=0.03)
    assert _edge("sd-free-bet", "split.resplit_aces=false") - _edge("sd-free-bet") == pytest.approx(0.08, abs=0.005)


def test_splitting_fives_costs_what_others_say() -> None:
    """0.15%: the difference between the free double and the free split of 5,5, over every up card."""
    terms, shoe = analysed_tables(load_sheet("sd-free-bet")), full_shoe(6)
    cost = 0.0
    for up in range(1, 11):
        values = action_values(terms, shoe, (5, 5), up)
        cost += shoe[up - 1] / shoe.sum() * (values["free-double"] - values["free-split"])
    pair = 24 * 23 / (312 * 311)
    assert 100 * cost * pair == pytest.approx(0.15, abs=0.08)


@pytest.mark.parametrize(("stand_on", "soft", "ahead"), [(17, "hit", 6.2), (16, "stand", -0.5)])
def test_triple_win_20_by_a_quick_solver(stand_on: int, soft: str, ahead: float) -> None:
    found = _edge("triple-win-20", f"dealer.stand_on_hard={stand_on}", f"dealer.soft_17={soft}")
    assert -found == pytest.approx(ahead, abs=0.35)


@pytest.mark.parametrize(
    ("game", "overrides", "expected", "within"),
    [
        ("sd-blackjack", ("split.most_hands=2",), 1.15280, 5e-6),  # Farmer, exact
        ("sd-blackjack", (), 1.160, 5e-4),  # two simulators
        ("sd-free-bet", (), 1.067, 3e-3),  # "about", a simulator
    ],
)
def test_standard_deviation(game: str, overrides: tuple[str, ...], expected: float, within: float) -> None:
    found = _results(game, *overrides)
    assert found.sd == pytest.approx(expected, abs=within)
    assert found.mean == pytest.approx(edge(load_sheet(game, overrides)).ev, abs=1e-12)
    assert sum(found.chances.values()) == pytest.approx(1, abs=1e-12)


def test_a_dealer_drawn_again_for_every_hand_would_be_noticed() -> None:
    """Negative control: a public simulator redraws the dealer and gets 1.143."""
    assert abs(_results("sd-blackjack").sd - 1.143) > 0.01


@pytest.mark.parametrize(("natural_takes", "percent"), [("all", 0.529771), ("half", -0.097816)])
def test_a_surrender_without_a_peek_is_late_unless_the_sheet_says_otherwise(natural_takes: str, percent: float) -> None:
    """Late, it costs the house little more than with a peek (0.527192%); early, the game favours the player."""
    rules = ("surrender.late=true", "dealer.peek_under=[]", f"surrender.natural_takes={natural_takes}")
    assert 100 * edge(load_sheet("sd-blackjack", rules)).house_edge == pytest.approx(percent, abs=1e-6)
