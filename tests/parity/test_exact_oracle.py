"""The exact analysis against a slow, obvious oracle: every order of a tiny shoe dealt through the table in fractions.

The oracle knows nothing of compositions, dealer trees or split patterns. It asks the fast code only what to do with a
hand, and lets the table itself deal, play and settle.
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from lammer.cards.card import VALUES
from lammer.exact.grid import UNSPLIT
from lammer.exact.hands import Floats
from lammer.exact.kernels import DOUBLE, FREE_DOUBLE, HIT, STAND
from lammer.exact.lammers import lammer_chances
from lammer.exact.play import ByChart, Optimal, Play
from lammer.exact.round import round_worth
from lammer.exact.terms import FREE, OWN, terms_of
from lammer.exact.worth import Game, SplitHands, Worth
from lammer.rules.sheet import Sheet
from lammer.strategy.chart import house_chart
from lammer.table.actions import FREE_SPLIT, PASS, SPLIT, Action, bet, card
from lammer.table.betting import open_round
from lammer.table.round import apply, begin
from lammer.table.settlement import lammers
from lammer.table.state import Round, Waits
from tests.sheets import posted

ACTIONS = {STAND: "stand", HIT: "hit", DOUBLE: "double", FREE_DOUBLE: "free-double"}
WAGER = 1000
TINY = {
    "eights": {8: 4, 10: 8, 5: 1},
    "aces": {1: 3, 10: 10, 9: 1},
    "doubles": {5: 3, 6: 2, 10: 7},
    "nines": {9: 3, 10: 10, 2: 1},
}
GAMES = (
    "sd-blackjack",
    "sd-blackjack[dealer.peek_under=[],dealer.natural_takes=original]",
    "sd-free-bet",
    "sd-free-bet[split.most_hands=3,split.resplit_aces=false]",
    "sd-free-bet[double.on_free_hand=false,free.double_after_split=false]",
    "free-money[natural.pays=6:5]",
    "european-free-bet",
    "european-free-bet[dealer.natural_takes=original]",
    "triple-win-20[natural.suited_faces_pay=1:1]",
)


def shoe_of(counts: dict[int, int]) -> Floats:
    shoe = np.zeros(10)
    for value, count in counts.items():
        shoe[value - 1] = count
    return shoe


class Chooser:
    """What the fast code would do, asked hand by hand."""

    def __init__(self, sheet: Sheet, shoe: Floats, play: Play) -> None:
        self._worths = {worth.against.up: worth for worth in Game(terms_of(sheet), shoe, play).worths}
        self._splits: dict[tuple[int, int], SplitHands] = {}

    def __call__(self, round_: Round) -> Action:
        if round_.waits is Waits.ANSWER:
            return PASS
        hand, worth = round_.hand, self._worths[VALUES[round_.dealer[0]]]
        values = [VALUES[code] for code in hand.cards]
        stake = hand.stakes[0]
        assert stake is not None
        kind = FREE if stake.own == 0 else OWN
        if len(values) == 2 and values[0] == values[1] and self._may_split(round_, worth, values[0], kind):
            free = values[0] in worth.against.terms.free_split
            return FREE_SPLIT if free else SPLIT
        row = worth.against.grid.hands.of(*values)
        if not hand.from_split:
            return Action(ACTIONS[int(worth.policy[worth.against.grid.families[UNSPLIT].place[row]])])
        pair = values[0] - 1
        place = worth.against.grid.families[pair].place[row]
        return Action(ACTIONS[int(self._split_hands(worth, pair).policy(kind)[place])])

    def _may_split(self, round_: Round, worth: Worth, value: int, kind: str) -> bool:
        rule = worth.split_rule(value)
        box = round_.boxes[round_.at_box]
        if rule is None:
            return False
        return len(box.hands) == 1 or (len(box.hands) < rule.most_hands and kind in rule.again)

    def _split_hands(self, worth: Worth, pair: int) -> SplitHands:
        key = (worth.against.up, pair)
        if key not in self._splits:
            self._splits[key] = SplitHands(worth.against, pair, worth.play)
        return self._splits[key]


def every_order(round_: Round, left: dict[int, int], choose: Chooser, count: Callable[[Round], Fraction]) -> Fraction:
    """The expectation of something counted at the end of the round."""
    if round_.waits is Waits.NOTHING:
        return count(round_)
    if round_.waits is not Waits.CARD:
        return every_order(apply(round_, choose(round_))[0], left, choose, count)
    cards = sum(left.values())
    assert cards, "the tiny shoe has run out: choose a larger one"
    total = Fraction(0)
    for value, number in left.items():
        if number:
            then = {**left, value: number - 1}
            dealt = apply(round_, card(4 * (value - 1)))[0]
            total += Fraction(number, cards) * every_order(dealt, then, choose, count)
    return total


def net(round_: Round) -> Fraction:
    settlement = round_.settlement
    assert settlement is not None
    return Fraction(sum(hand.net for hand in settlement.hands), WAGER)


def _oracle(sheet: Sheet, counts: dict[int, int], play: Play, count: Callable[[Round], Fraction]) -> Fraction:
    round_, _ = begin(open_round(sheet), (bet(1, WAGER),))
    return every_order(round_, counts, Chooser(sheet, shoe_of(counts), play), count)


@pytest.mark.parametrize("shoe", TINY)
@pytest.mark.parametrize("game", GAMES)
def test_every_order_of_a_tiny_shoe_agrees(game: str, shoe: str) -> None:
    sheet = posted(game)
    slow = _oracle(sheet, TINY[shoe], Optimal(), net)
    fast = round_worth(Game(terms_of(sheet), shoe_of(TINY[shoe]), Optimal()))
    assert fast == pytest.approx(float(slow), abs=1e-12)


@pytest.mark.parametrize("shoe", ["eights", "doubles"])
@pytest.mark.parametrize("game", ["sd-free-bet", "european-free-bet", "sd-blackjack"])
def test_a_chart_is_valued_as_it_is_played(game: str, shoe: str) -> None:
    sheet = posted(game)
    play = ByChart(house_chart(sheet))
    slow = _oracle(sheet, TINY[shoe], play, net)
    assert round_worth(Game(terms_of(sheet), shoe_of(TINY[shoe]), play)) == pytest.approx(float(slow), abs=1e-12)


@pytest.mark.parametrize("shoe", TINY)
def test_every_lammer_count_agrees(shoe: str) -> None:
    sheet = posted("sd-free-bet")
    fast = lammer_chances(Game(terms_of(sheet), shoe_of(TINY[shoe]), Optimal()))
    for number in range(8):
        slow = _oracle(
            sheet,
            TINY[shoe],
            Optimal(),
            lambda done, wanted=number: Fraction(sum(lammers(done.boxes[0], 0)) == wanted),  # type: ignore[misc]
        )
        natural = fast.dealer_natural if number == 0 else 0.0
        assert fast.counts[number] + natural == pytest.approx(float(slow), abs=1e-12)


def test_the_oracle_notices_another_rule() -> None:
    """Negative control."""
    counts = TINY["nines"]
    slow = _oracle(posted("sd-free-bet"), counts, Optimal(), net)
    other = round_worth(Game(terms_of(posted("sd-free-bet[dealer.pushes_on_22=false]")), shoe_of(counts), Optimal()))
    assert abs(other - float(slow)) > 1e-6
