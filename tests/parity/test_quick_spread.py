"""The quick standard deviation against the exact one, and values of smooth shoes against every value computed."""

import numpy as np
import pytest

from lammer.exact.analysed import analysed_tables
from lammer.exact.play import Optimal
from lammer.exact.quick_spread import TOLERANCE, quick_spread
from lammer.exact.results import Results, round_results
from lammer.exact.shoe import full_shoe
from lammer.exact.unseen import UnseenCards, _draws, _unseen_cards
from lammer.exact.up_card import Against
from lammer.exact.values import Game, SplitHands
from lammer.rules.loader import load_sheet


def a_game(name: str, decks: int) -> Game:
    return Game(analysed_tables(load_sheet(name)), full_shoe(decks), Optimal())


@pytest.fixture(scope="module")
def single_deck() -> tuple[Game, Results]:
    game = a_game("sd-blackjack", 1)
    return game, round_results(game)


def test_quick_deviation_is_within_its_tolerance(single_deck: tuple[Game, Results]) -> None:
    game, exact = single_deck
    quick = quick_spread(game)
    assert quick.sd == pytest.approx(exact.sd, abs=TOLERANCE)
    assert quick.at_risk == pytest.approx(exact.at_risk, abs=1e-12)


@pytest.mark.parametrize("name", ["triple-win-20", "zombie-blackjack"])
def test_quick_deviation_with_another_limit_or_boxed_busts(name: str) -> None:
    game = a_game(name, 6)
    quick, exact = quick_spread(game), round_results(game)
    assert quick.sd == pytest.approx(exact.sd, abs=TOLERANCE)
    assert quick.at_risk == pytest.approx(exact.at_risk, abs=1e-12)


def test_independent_hands_would_miss_the_tolerance(
    single_deck: tuple[Game, Results], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, exact = single_deck
    _unseen_cards.cache_clear()
    monkeypatch.setattr(UnseenCards, "attraction", lambda _self, _pair: np.zeros((1, 10, 10)))
    fresh = Game(game.tables, game.shoe, Optimal())
    assert abs(quick_spread(fresh).sd - exact.sd) > TOLERANCE


def split_of(decks: int, few: bool) -> SplitHands:
    """Eights against a ten, from a shoe whose cards are counted as few or many."""
    against = Against(analysed_tables(load_sheet("sd-free-bet")), 10, full_shoe(decks))
    hands = SplitHands(against, 7, Optimal())
    hands.cards.few = np.array(few)
    return hands


@pytest.fixture(autouse=True)
def fresh_cards() -> None:
    """What other tests left in memory, and what a test here changes, is forgotten."""
    _unseen_cards.cache_clear()
    _draws.cache_clear()


def error_of_differences(decks: int) -> float:
    """By how much differences are wrong about a split of eights with up to four hands."""
    rule = Optimal().split_rules(split_of(decks, True).against, 8)[0]
    return abs(split_of(decks, False).split_worth(rule) - split_of(decks, True).split_worth(rule))


def test_differences_replace_the_values_of_a_large_shoe() -> None:
    assert not SplitHands(split_of(6, False).against, 7, Optimal()).cards.few
    assert error_of_differences(6) < 2e-13


def test_a_small_shoe_is_not_smooth_enough() -> None:
    against = Against(analysed_tables(load_sheet("sd-free-bet")), 10, full_shoe(2))
    assert SplitHands(against, 7, Optimal()).cards.few
    assert error_of_differences(2) > 5e-13
