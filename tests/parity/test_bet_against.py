"""The bet against one's own hand: exact chances against an oracle in fractions, kernels against the table."""

from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
import pytest

from lammer.conformance.kernels import Parity
from lammer.exact.bet_against import chances_against, mean_and_sd
from lammer.exact.finding import edge
from lammer.exact.play import Forced
from lammer.exact.refusals import NotAnalysed
from lammer.report.check import compared, exact_side, limit, wager_for
from lammer.rule_tables.tables import rule_tables
from lammer.simulate.estimates import estimate
from lammer.simulate.plays import plays_of
from lammer.simulate.run import Plan, run
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart
from tests.sheets import posted

SHOES = {
    "busts": {6: 4, 10: 6, 5: 2},
    "soft": {1: 4, 6: 4, 10: 5},
    "low": {2: 4, 4: 2, 10: 5, 9: 2},
    "naturals": {1: 3, 10: 5, 8: 3},
}
SIMULATED = 200
GAMES = (
    "winners-option[]",
    "winners-option[dealer.soft_17=stand]",
    "winners-option[against.both_bust_loses=1:1,dealer.peek_under=[]]",
    "sd-free-bet[against.offered=true]",
    "sd-free-bet[against.offered=true,natural.beats_22=false]",
    "european-free-bet[against.offered=true,against.pays=2:1]",
    "zombie-blackjack[against.offered=true]",
)


def _total(cards: tuple[int, ...]) -> tuple[int, bool]:
    hard = sum(cards)
    return (hard + 10, True) if 1 in cards and hard <= 11 else (hard, False)


def _draws(cards: tuple[int, ...], soft_stand: int) -> bool:
    total, soft = _total(cards)
    return total < (soft_stand if soft else 17)


def _net(mine: tuple[int, ...], dealer: tuple[int, ...], pushes_on_22: bool) -> Fraction:
    """From the description: the dealer must beat the hand, half is lost if both bust."""
    mine_total, dealer_total = _total(mine)[0], _total(dealer)[0]
    naturals = [len(cards) == 2 and _total(cards)[0] == 21 for cards in (mine, dealer)]
    if mine_total > 21:
        return Fraction(-1, 2) if dealer_total > 21 else Fraction(1)
    if any(naturals):
        return Fraction(naturals[1] - naturals[0])
    if dealer_total > 21:
        return Fraction(0) if dealer_total == 22 and pushes_on_22 else Fraction(-1)
    return Fraction((dealer_total > mine_total) - (dealer_total < mine_total))


def _by_hand(shoe: dict[int, int], soft_stand: int, *, pushes_on_22: bool) -> dict[Fraction, Fraction]:
    """Deals card by card: two to the hand, two to the dealer, then the hand is drawn out, then the dealer."""
    found: defaultdict[Fraction, Fraction] = defaultdict(Fraction)

    def go(left: Counter[int], mine: tuple[int, ...], dealer: tuple[int, ...], chance: Fraction) -> None:
        if len(mine) < 2 or (len(dealer) == 2 and _draws(mine, soft_stand)):
            to_me = True
        elif len(dealer) < 2 or _draws(dealer, soft_stand):
            to_me = False
        else:
            found[_net(mine, dealer, pushes_on_22)] += chance
            return
        for value, count in left.items():
            if count:
                rest = left - Counter([value])
                hands = ((*mine, value), dealer) if to_me else (mine, (*dealer, value))
                go(rest, *hands, chance * Fraction(count, left.total()))

    go(Counter(shoe), (), (), Fraction(1))
    return dict(found)


@pytest.mark.parametrize("name", SHOES)
@pytest.mark.parametrize(
    ("game", "soft_stand", "pushes"),
    [
        ("winners-option[]", 18, False),
        ("winners-option[dealer.soft_17=stand]", 17, False),
        ("sd-free-bet[against.offered=true]", 18, True),
    ],
)
def test_the_sum_over_pairs_of_hands_is_the_deal_in_fractions(
    name: str, game: str, soft_stand: int, pushes: bool
) -> None:
    counts = np.array([float(SHOES[name].get(value, 0)) for value in range(1, 11)])
    exact = _by_hand(SHOES[name], soft_stand, pushes_on_22=pushes)
    assert sum(exact.values()) == 1
    found = chances_against(rule_tables(posted(game), against=True), counts)
    assert {Fraction(net): pytest.approx(chance, abs=1e-12) for net, chance in found.items()} == {
        net: float(chance) for net, chance in exact.items()
    }


def test_the_oracle_notices_another_rule() -> None:
    """Negative control: soft 17 and a dealer 22 matter on these shoes."""
    soft = [_by_hand(SHOES["soft"], stand, pushes_on_22=False) for stand in (17, 18)]
    pushed = [_by_hand(SHOES["busts"], 18, pushes_on_22=pushes) for pushes in (False, True)]
    assert soft[0] != soft[1]
    assert pushed[0] != pushed[1]


def test_the_edge_is_half_the_chance_that_both_bust() -> None:
    """Both hands are drawn alike, so that otherwise nobody has an advantage."""
    sheet = posted("winners-option[]")
    chances = chances_against(rule_tables(sheet, against=True), np.array([24.0] * 9 + [96.0]))
    assert chances[1.0] == pytest.approx(chances[-1.0], abs=1e-14)
    assert -mean_and_sd(chances)[0] == pytest.approx(chances[-0.5] / 2, abs=1e-14)
    assert edge(sheet, Forced()).house_edge == pytest.approx(0.040802962, abs=5e-10)


def test_a_first_card_that_ends_the_hand_is_not_analysed() -> None:
    with pytest.raises(NotAnalysed, match="first_ace"):
        edge(posted("triple-win-20[against.offered=true]"), Forced())


@pytest.mark.parametrize("game", [*GAMES, "triple-win-20[against.offered=true]"])
@pytest.mark.parametrize("seats", [1, 3])
def test_every_payment_of_the_kernel_is_the_tables(game: str, seats: int) -> None:
    sheet = posted(game)
    assert list(Parity(sheet, house_chart(sheet), seats, against=True).differences(SIMULATED, 1)) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_automaton_deals_the_same(game: str) -> None:
    sheet, random = posted(game), np.random.default_rng(4)
    both = Parity(sheet, house_chart(sheet), against=True)
    for _ in range(SIMULATED):
        cards = random.permutation(both.kernel.decks)
        [(net, _)], taken = both.by_table(tuple(cards.tolist()))
        walked, _, walked_taken = both.kernel.walk(cards)
        assert (walked, walked_taken) == (net, taken), cards[:taken]


def test_a_kernel_that_bets_on_the_hand_is_caught() -> None:
    """Negative control."""
    sheet = posted("winners-option[]")
    both = Parity(sheet, house_chart(sheet), against=True)
    both.kernel = Parity(sheet, house_chart(sheet)).kernel
    assert next(both.differences(SIMULATED, 1), None) is not None


def test_exact_and_simulated_figures_agree() -> None:
    sheet = posted("winners-option[shoe.decks=1]")
    table = KernelTable(sheet, plays_of(sheet, house_chart(sheet), against=True), wager=wager_for(sheet), against=True)
    dealt = estimate(table, run(table, Plan(3, 1_000_000, 0), 1).tally)
    figures = list(compared(sheet, *exact_side(sheet, Forced()), dealt))
    assert {one.what for one in figures} == {"house edge", "sd", "net -1", "net -0.5", "net +0", "net +1"}
    assert max(abs(one.z) for one in figures) <= limit(len(figures))
    other = posted("winners-option[shoe.decks=1,against.both_bust_loses=1:4]")
    wrong = list(compared(other, *exact_side(other, Forced()), dealt))
    assert max(abs(one.z) for one in wrong) > limit(len(wrong)), "negative control"
