"""The exact analysis against a slow, obvious oracle: every order of a tiny shoe dealt through the table in fractions.

The oracle knows nothing of compositions, dealer trees or split patterns. It asks the fast code only what to do with a
hand, and lets the table itself deal, play and settle.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache

import pytest

from lammer.conformance.every_order import Outcome, first_cards, game_of, moment, outcomes_of
from lammer.exact.lammers import lammer_chances
from lammer.exact.play import ByChart, Optimal, Play
from lammer.exact.results import round_results
from lammer.exact.round import round_worth
from lammer.exact.values import Game
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import Chart, house_chart, shipped_chart
from tests.sheets import posted

TINY = {
    "eights": {8: 4, 10: 8, 5: 1},
    "aces": {1: 3, 10: 10, 9: 1},
    "doubles": {5: 3, 6: 2, 10: 7},
    "nines": {9: 3, 10: 10, 2: 1},
}
SHOES = TINY | {"low": {2: 2, 3: 1, 4: 1, 10: 6}, "soft": {1: 1, 3: 1, 8: 2, 10: 10}}
GAMES = (
    "sd-blackjack",
    "sd-blackjack[dealer.peek_under=[],dealer.natural_takes=original]",
    "sd-free-bet",
    "sd-free-bet[split.most_hands=3,split.resplit_aces=false]",
    "sd-free-bet[double.on_free_hand=false,free.double_after_split=false]",
    "free-money[natural.pays=6:5]",
    "european-free-bet",
    "european-free-bet[dealer.natural_takes=original]",
    "triple-win-20",
    "european-free-bet[natural.beats_22=false]",
    "sd-free-bet[natural.after_split=true,natural.beats_22=false]",
    "sd-blackjack[natural.after_split=true,natural.both=dealer wins,dealer.peek_under=[]]",
    "sd-blackjack[surrender.late=true,double.after_split=false]",
    "sd-blackjack[surrender.late=true,dealer.peek_under=[]]",
    "sd-blackjack[surrender.late=true,dealer.peek_under=[],surrender.natural_takes=half]",
    "european-free-bet[surrender.late=true]",
    "sd-free-bet[free.resplit=false,split.one_card_on_aces=false]",
)
HOUSE_RULES = (
    ("sd-free-bet[free.double_cards=any number]", "low", "best"),
    ("sd-free-bet[free.double_soft=true,free.resplit=false]", "soft", "best"),
    ("sd-free-bet[free.automatic=true]", "eights", "declining"),
    ("live-free-bet", "doubles", "declining"),
    ("zombie-blackjack", "eights", "best"),
    ("zombie-blackjack", "nines", "best"),
)
"""A rule of other houses, a shoe in which it matters, and the play."""
MIXED = {("free", "pair", value, up): ("split",) for value in range(1, 11) for up in range(1, 11)}
"""Lammers' pairs are split again for money, own money's pairs for nothing."""


@cache
def oracle(game: str, shoe: str, play: str = "best") -> dict[Outcome, Fraction]:
    sheet = posted(game)
    return outcomes_of(sheet, SHOES[shoe], _play(sheet, play))


def _play(sheet: Sheet, play: str) -> Play:
    if play == "best":
        return Optimal()
    if play == "declining":
        return ByChart(shipped_chart("standard"))  # it takes no free bet by itself
    cells = dict(house_chart(sheet).cells)
    return ByChart(Chart(play, cells | MIXED if play == "mixed" else cells))


def _game(game: str, shoe: str, play: str = "best") -> Game:
    sheet = posted(game)
    return game_of(sheet, first_cards(SHOES[shoe]), _play(sheet, play))


@pytest.mark.parametrize("shoe", TINY)
@pytest.mark.parametrize("game", GAMES)
def test_every_order_of_a_tiny_shoe_agrees(game: str, shoe: str) -> None:
    assert round_worth(_game(game, shoe)) == pytest.approx(moment(oracle(game, shoe), 1), abs=1e-12)


@pytest.mark.parametrize("shoe", TINY)
@pytest.mark.parametrize("game", GAMES)
def test_the_spread_agrees_however_many_hands_are_split(game: str, shoe: str) -> None:
    slow, fast = oracle(game, shoe), round_results(_game(game, shoe))
    assert fast.mean == pytest.approx(moment(slow, 1), abs=1e-12)
    assert fast.sd**2 == pytest.approx(moment(slow, 2) - moment(slow, 1) ** 2, abs=1e-11)


@pytest.mark.parametrize(("game", "shoe", "play"), HOUSE_RULES)
def test_every_order_agrees_under_the_rules_of_other_houses(game: str, shoe: str, play: str) -> None:
    slow, fast = oracle(game, shoe, play), round_results(_game(game, shoe, play))
    assert round_worth(_game(game, shoe, play)) == pytest.approx(moment(slow, 1), abs=1e-12)
    assert fast.mean == pytest.approx(moment(slow, 1), abs=1e-12)
    assert fast.sd**2 == pytest.approx(moment(slow, 2) - moment(slow, 1) ** 2, abs=1e-11)
    assert abs(round_worth(_game("sd-free-bet", shoe, play)) - fast.mean) > 1e-6, "the rule changes nothing here"


@pytest.mark.parametrize("shoe", TINY)
@pytest.mark.parametrize("game", ["sd-free-bet[split.most_hands=2]", "sd-blackjack[split.most_hands=2]"])
def test_every_net_result_of_two_hands_agrees(game: str, shoe: str) -> None:
    slow: dict[float, float] = defaultdict(float)
    for (net, _), chance in oracle(game, shoe).items():
        slow[float(net)] += float(chance)
    assert round_results(_game(game, shoe)).chances == pytest.approx(dict(slow), abs=1e-12)


@pytest.mark.parametrize("shoe", ["eights", "doubles"])
@pytest.mark.parametrize("play", ["house", "mixed"])
@pytest.mark.parametrize("game", ["sd-free-bet", "european-free-bet", "sd-blackjack"])
def test_a_chart_is_valued_as_it_is_played(game: str, play: str, shoe: str) -> None:
    slow, fast = oracle(game, shoe, play), round_results(_game(game, shoe, play))
    assert round_worth(_game(game, shoe, play)) == pytest.approx(moment(slow, 1), abs=1e-12)
    assert fast.sd**2 == pytest.approx(moment(slow, 2) - moment(slow, 1) ** 2, abs=1e-11)


@pytest.mark.parametrize("shoe", TINY)
@pytest.mark.parametrize("game", ["sd-free-bet", "free-money[natural.pays=6:5]", "sd-free-bet[split.most_hands=3]"])
def test_every_lammer_count_agrees(game: str, shoe: str) -> None:
    fast = lammer_chances(_game(game, shoe))
    for number in range(8):
        slow = sum(chance for (_, count), chance in oracle(game, shoe).items() if count == number)
        natural = fast.dealer_natural if number == 0 else 0.0
        assert fast.counts[number] + natural == pytest.approx(float(slow), abs=1e-12)


def test_the_oracle_notices_another_rule() -> None:
    """Negative control."""
    slow = moment(oracle("sd-free-bet", "nines"), 1)
    other = round_worth(_game("sd-free-bet[dealer.pushes_on_22=false]", "nines"))
    assert abs(other - slow) > 1e-6
