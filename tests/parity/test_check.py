"""Exact beside simulated where the comparison itself once went wrong: pays of fifths, no hole card, no spread at all.

Each kind has a control: a true difference of that kind is still found.
"""

import json
from functools import cache
from statistics import NormalDist

import pytest

from lammer.exact.analysed import analysed_tables
from lammer.exact.lammers import lammer_chances
from lammer.exact.play import ByChart
from lammer.exact.results import Results
from lammer.exact.shoe import full_shoe
from lammer.exact.values import Game
from lammer.report.check import FALSE_ALARM, Compared, compared, exact_side, limit, wager_for
from lammer.rules.sheet import Sheet
from lammer.simulate.estimates import Estimate, Mean, as_json, estimate
from lammer.simulate.plays import plays_of
from lammer.simulate.run import Plan, run
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart
from tests.sheets import posted

ROUNDS = 3_000_000
SIX_TO_FIVE = "free-money[natural.pays=6:5,split.most_hands=1]"
NO_HOLE_CARD = "sd-free-bet[dealer.hole_card=false,dealer.peek_under=[],split.most_hands=1]"
EUROPEAN = "european-free-bet[split.most_hands=1]"
RARE = "sd-blackjack+blazing-7s+lucky-ladies[split.most_hands=1]"
NOTHING_FREE = "sd-free-bet[free.double_totals=[],free.split_values=[],split.most_hands=1]"


def dealt(sheet: Sheet, sides: dict[str, int] | None = None, *, fast: bool = True) -> Estimate:
    chart = house_chart(sheet)
    table = KernelTable(sheet, plays_of(sheet, chart), wager=wager_for(sheet), sides=sides, swaps=chart.swaps)
    return estimate(table, run(table, Plan(1, ROUNDS, 0, fast=fast), 1).tally)


@cache
def exactly(game: str) -> tuple[Sheet, Game, Results]:
    """Without splits, whose spread takes long."""
    sheet = posted(game)
    return sheet, *exact_side(sheet, ByChart(house_chart(sheet)))


def figures(game: str, found: Estimate) -> dict[str, Compared]:
    return {one.what: one for one in compared(*exactly(game), found)}


def outside(found: dict[str, Compared]) -> set[str]:
    return {what for what, one in found.items() if abs(one.z) > limit(len(found))}


@cache
def six_to_five() -> Estimate:
    return dealt(posted(SIX_TO_FIVE))


class TestSixToFive:
    def test_nets_are_counted_and_not_nearly(self) -> None:
        assert 1.2 in {one["net"] for one in json.loads(json.dumps(as_json(six_to_five())))["results"]}
        assert outside(figures(SIX_TO_FIVE, six_to_five())) == set()

    def test_another_pay_is_noticed(self) -> None:
        """Negative control."""
        assert {"net +1.2", "net +1.5", "house edge"} <= outside(
            figures(SIX_TO_FIVE.replace("6:5", "3:2"), six_to_five())
        )

    def test_thirds_are_not_rounded_to_cents(self) -> None:
        game = "sd-blackjack[natural.pays=7:3,split.most_hands=1]"
        found = figures(game, dealt(posted(game)))
        assert "net +2.33333" in found
        assert outside(found) == set()


class TestNoHoleCard:
    @pytest.mark.parametrize("fast", [True, False])
    @pytest.mark.parametrize("game", [NO_HOLE_CARD, EUROPEAN])
    def test_a_natural_that_no_bet_asks_for_is_counted(self, game: str, fast: bool) -> None:
        found = figures(game, dealt(posted(game), fast=fast))
        assert found["dealer natural"].exact == pytest.approx(0.0474894, abs=1e-6)
        assert outside(found) == set()

    @pytest.mark.parametrize("fast", [True, False])
    def test_split_hands_that_all_bust_leave_it_to_be_counted_too(self, fast: bool) -> None:
        sheet = posted("european-free-bet")
        chances = lammer_chances(Game(analysed_tables(sheet), full_shoe(6), ByChart(house_chart(sheet))))
        found = dealt(sheet, fast=fast)
        assert found.dealer_natural == pytest.approx(chances.dealer_natural, abs=5e-4)
        for count, chance in enumerate(chances.counts[:4].tolist()):
            assert found.lammers[str(count)] == pytest.approx(chance, abs=4.5 * (chance / ROUNDS) ** 0.5)

    def test_naturals_that_are_left_out_are_noticed(self) -> None:
        """Negative control: what was counted when only naturals that a bet asks for were."""
        found = dealt(posted(NO_HOLE_CARD))._replace(dealer_natural=0.0356)
        assert outside(figures(NO_HOLE_CARD, found)) == {"dealer natural"}


class TestNoSpread:
    def test_a_bet_that_always_loses_agrees(self) -> None:
        found = figures(NOTHING_FREE, dealt(posted(NOTHING_FREE), {"pot-of-gold": 500}))
        assert found["pot-of-gold 01"].exact == pytest.approx(1)
        assert outside(found) == set()

    def test_a_bet_that_does_not_is_noticed(self) -> None:
        """Negative control."""
        found = dealt(posted(NOTHING_FREE), {"pot-of-gold": 500})
        side = found.sides[0]._replace(net=Mean(-0.999, 0.0, 0.0))
        assert outside(figures(NOTHING_FREE, found._replace(sides=(side,)))) == {"pot-of-gold 01"}

    @pytest.mark.parametrize(("sd", "agrees"), [((1 - 4e-10) ** 0.5, True), (0.99, False)])
    def test_results_that_all_lie_equally_far_from_their_mean(self, sd: float, agrees: bool) -> None:
        """A fair coin thrown a million times, 20 heads too many: the variance is nearly certain."""
        (sheet, game, _), shares = exactly(NOTHING_FREE), {-1.0: 0.49999, 1.0: 0.50001}
        coins = Estimate(1_000_000, Mean(2e-5, sd, 1e-3), shares, {}, 0.0, (), None, {}, 0)
        found = {one.what: one for one in compared(sheet, game, Results({-1.0: 0.5, 1.0: 0.5}, 0.0, 1.0, 1.0), coins)}
        assert ("sd" not in outside(found)) is agrees
        assert not {"net -1", "net +1", "house edge"} & outside(found)


class TestRarePays:
    """A bet whose mean is far from normal is compared by its rows."""

    def test_rows_agree_although_outcomes_are_finer(self) -> None:
        found = figures(RARE, dealt(posted(RARE), {"blazing-7s": 100, "lucky-ladies": 100}))
        assert {"blazing-7s PT1: two 7s", "blazing-7s PT1: 777 same colour", "lucky-ladies A: suited 20"} <= set(found)
        assert "blazing-7s PT1" not in found
        assert outside(found) == set()

    def test_another_chance_of_a_row_is_noticed(self) -> None:
        """Negative control."""
        found = dealt(posted(RARE), {"blazing-7s": 100})
        rows = found.sides[0].rows
        side = found.sides[0]._replace(rows=rows | {"two 7s": 1.1 * rows["two 7s"]})
        assert outside(figures(RARE, found._replace(sides=(side,)))) == {"blazing-7s PT1: two 7s"}


def test_the_limit_allows_for_the_number_of_figures() -> None:
    for number in (1, 30, 100):
        beyond = 2 * (1 - NormalDist().cdf(limit(number)))
        assert 1 - (1 - beyond) ** number == pytest.approx(FALSE_ALARM, rel=1e-3)
