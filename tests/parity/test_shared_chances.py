"""Games from shoes that differ by one card share the dealer's chances. Each must find what it would find alone."""

import numpy as np
import pytest

from lammer.exact import shared_chances
from lammer.exact.analysed import analysed_tables
from lammer.exact.dealer import DealerRule, dealer_chances
from lammer.exact.hands import Floats, Ints
from lammer.exact.play import Optimal
from lammer.exact.round import round_worth
from lammer.exact.shared_chances import SharedChances
from lammer.exact.shoe import full_shoe
from lammer.exact.unseen import UnseenCards
from lammer.exact.values import Game
from lammer.rules.loader import load_sheet

UP, VALUES = 6, (1, 6, 10)


@pytest.fixture(scope="module")
def game() -> Game:
    found = Game(analysed_tables(load_sheet("sd-free-bet")), full_shoe(1), Optimal())
    round_worth(found)
    return found


def less(value: int) -> Floats:
    shoe: Floats = full_shoe(1) - (np.arange(1, 11) == value)
    return shoe


@pytest.mark.parametrize("value", VALUES)
def test_a_game_that_shares_is_worth_the_same_to_the_last_bit(game: Game, value: int) -> None:
    alone = round_worth(Game(game.tables, less(value), Optimal()))
    assert round_worth(game.without(value)) == alone


def test_two_cards_less(game: Game) -> None:
    alone = round_worth(Game(game.tables, less(8) - (np.arange(1, 11) == 9), Optimal()))
    assert round_worth(game.without(8).without(9)) == alone


def test_most_of_the_work_is_shared(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """After shoes without an ace, a six and a ten, the one without a four computes fewer than two of three rows."""
    rows: list[int] = []

    def counted(rule: DealerRule, up: int, left: Floats) -> Floats:
        rows.append(len(left))
        return dealer_chances(rule, up, left)

    for value in VALUES:
        round_worth(game.without(value))
    monkeypatch.setattr(shared_chances, "dealer_chances", counted)
    last = game.without(4)
    round_worth(last)
    asked = sum(int(worth.against.cards._known.sum()) for worth in last.worths)
    assert 0 < 3 * sum(rows) < 2 * asked


def test_a_wrong_key_would_be_seen(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: without the card that the shoe lacks, the chances are those of the whole shoe."""
    honest = UnseenCards._chances

    def forgets(self: UnseenCards, sets: Ints, left: Floats) -> Floats:
        self._missing = 0
        return honest(self, sets, left)

    monkeypatch.setattr(UnseenCards, "_chances", forgets)
    assert abs(round_worth(game.without(5)) - round_worth(Game(game.tables, less(5), Optimal()))) > 1e-4


def test_thousands_of_keys_are_found_again() -> None:
    worth = Game(analysed_tables(load_sheet("sd-free-bet")), full_shoe(1), Optimal()).worths[UP - 1]
    cards, random = worth.against.cards, np.random.default_rng(1)
    shared = SharedChances(cards.rule, UP, cards.left)
    removed = np.unique(random.integers(0, 3, (3000, 10)), axis=0)
    keys, left = removed @ (32 ** np.arange(10)), np.maximum(cards.left - removed, 0.0)
    for part in np.array_split(random.permutation(len(keys)), 7):
        assert (shared.chances(keys[part], left[part]) == dealer_chances(cards.rule, UP, left[part])).all()
    assert (shared.chances(keys, np.zeros_like(left)) == dealer_chances(cards.rule, UP, left)).all()
