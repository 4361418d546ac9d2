"""The cost of a chart's cells, and play that is best for two bets together."""

from functools import cache, lru_cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lammer.exact.analysed import analysed_tables
from lammer.exact.combined_play import JointFinding, joint
from lammer.exact.costs import cell_costs
from lammer.exact.lammers import lammer_chances
from lammer.exact.play import ByChart, Optimal
from lammer.exact.round import round_worth
from lammer.exact.shoe import full_shoe
from lammer.exact.values import Game
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import Chart, house_chart, shipped_chart, with_lammers
from tests.properties.test_exact import GAMES, charts

FIVES = {("own", "pair", 5, up): ("free-split",) for up in range(1, 11)} | {
    ("free", "pair", 5, up): ("free-split",) for up in range(1, 11)
}


@lru_cache(2)
def best_game(game: str, decks: int) -> Game:
    """Worked out once for all the charts that are held against it."""
    return Game(analysed_tables(load_sheet(game)), full_shoe(decks), Optimal())


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=2, deadline=None, suppress_health_check=[*HealthCheck])
@given(data=st.data())
def test_the_cells_add_up_to_what_the_chart_costs(game: str, data: st.DataObject) -> None:
    best = best_game(game, data.draw(st.sampled_from((1, 6))))
    played = best.played_by(ByChart(data.draw(charts(game))))
    whole = round_worth(best) - round_worth(played)
    assert sum(cell.cost for cell in cell_costs(played)) == pytest.approx(whole, abs=1e-13)


def test_a_spoilt_cell_is_named_with_what_would_be_better() -> None:
    sheet = load_sheet("sd-free-bet")
    cells = dict(house_chart(sheet).cells) | {("own", "hard", 20, 6): ("hit",)}
    dearest = cell_costs(best_game("sd-free-bet", 6).played_by(ByChart(Chart("spoilt", cells))))[0]
    assert dearest.cell == ("own", "hard", 20, 6)
    assert dearest.better == "stand"


def test_standard_strategy_at_a_free_bet_table_takes_what_is_free() -> None:
    sheet = load_sheet("sd-free-bet")
    game, plain = best_game("sd-free-bet", 6), shipped_chart("standard")
    paying = round_worth(game.played_by(ByChart(plain)))
    taking = round_worth(game.played_by(ByChart(with_lammers(plain))))
    assert paying < taking < round_worth(game.played_by(ByChart(house_chart(sheet))))
    assert with_lammers(house_chart(sheet)) is house_chart(sheet)


class TestJoint:
    sheet = load_sheet("sd-free-bet")
    game = Game(analysed_tables(sheet), full_shoe(6), Optimal())
    bet = sheet.side_bets["pot-of-gold"]
    paytable = bet.paytables["01"]

    @classmethod
    @cache
    def _joint(cls, ratio: float) -> JointFinding:
        return joint(cls.game, cls.bet, cls.paytable, ratio)

    def _value(self, ratio: float, at: float) -> float:
        """Both bets together at one ratio, played as is best at another."""
        found = self._joint(ratio)
        pays = [-1, 3, 10, 30, 60, 100, 300, 1000]
        return found.main + at * (float(found.chances.counts @ np.array(pays)) - found.chances.dealer_natural)

    def test_without_a_side_wager_it_is_the_main_game(self) -> None:
        found = self._joint(0.0)
        assert found.main == pytest.approx(round_worth(self.game), abs=1e-15)
        assert found.chances.counts == pytest.approx(lammer_chances(self.game).counts, abs=1e-15)

    def test_a_large_side_wager_splits_every_pair_of_fives(self) -> None:
        """Lammers depend on doubles and splits alone, so a chart that splits fives brings the same."""
        chart = Chart("fives", dict(house_chart(self.sheet).cells) | FIVES)
        split = lammer_chances(self.game.played_by(ByChart(chart)))
        assert self._joint(1.0).chances.counts == pytest.approx(split.counts, abs=1e-12)

    def test_each_ratio_is_played_best_by_its_own_play(self) -> None:
        ratios = (0.0, 0.033, 0.045, 0.06, 1.0)
        for at in ratios:
            best = self._value(at, at)
            assert all(self._value(other, at) <= best + 1e-15 for other in ratios)

    def test_play_changes_at_the_ratio_that_is_told(self) -> None:
        first = self._joint(0.0).flips[0]
        assert (first.hand, first.up, first.before, first.after) == ((5, 5), 6, "free-double", "free-split")
        below, above = (self._joint(first.ratio + step) for step in (-1e-9, 1e-9))
        assert below.main > above.main
        assert self._value(first.ratio - 1e-9, first.ratio) == pytest.approx(
            self._value(first.ratio + 1e-9, first.ratio), abs=1e-12
        )

    def test_ratios_do_not_depend_on_who_looks(self) -> None:
        """The same play, the same chances: the ratios at which fives are split must be the same without a peek."""
        blind = load_sheet("sd-free-bet", ("dealer.hole_card=false", "dealer.peek_under=[]"))
        found = joint(Game(analysed_tables(blind), full_shoe(6), Optimal()), self.bet, self.paytable, 1.0).flips
        looked = {(flip.hand, flip.up): flip.ratio for flip in self._joint(1.0).flips}
        assert {(flip.hand, flip.up): flip.ratio for flip in found} == pytest.approx(looked, abs=1e-9)
