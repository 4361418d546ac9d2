"""The exact loss of a policy: that of the chart it follows, cell by cell."""

import pytest

import lammer
from lammer.errors import BadArgument
from lammer.rule_tables.plays import Play
from lammer.strategy.chart import Chart, house_chart
from lammer.surfaces.gym.regret import Policy, regret
from lammer.surfaces.gym.spaces import Observation
from tests.gym.test_returns import choice


def follows(chart: Chart) -> Policy:
    def policy(seen: Observation) -> int:
        return choice(chart, tuple(seen["observation"][:9].tolist()), tuple(seen["action_mask"].tolist()))

    return policy


def test_a_policy_that_follows_a_chart_loses_what_the_chart_does() -> None:
    game = lammer.load("sd-free-bet")
    found = regret(follows(house_chart(game.sheet)), game)
    assert found.house_edge == pytest.approx(game.edge("house", spread=False).house_edge, abs=1e-14)
    assert found.best == pytest.approx(game.edge(spread=False).house_edge, abs=1e-14)
    assert sum(one.loss for one in found.cells) == pytest.approx(found.loss, abs=1e-12)
    assert 0 < found.loss < 1e-3
    assert found.unlike == ()


def test_one_bad_cell_is_found() -> None:
    """Negative control: the policy stands with 11 against 6."""
    game = lammer.load("sd-free-bet")
    chart = house_chart(game.sheet)
    bad = chart._replace(cells={**chart.cells, ("own", "hard", 11, 6): ("stand",)})
    found = regret(follows(bad), game)
    assert found.cells[0].cell == ("own", "hard", 11, 6)
    assert found.cells[0].better == "free-double"
    assert found.loss > regret(follows(chart), game).loss + 1e-3


def test_hands_played_unlike_by_their_number_of_cards_are_named() -> None:
    def policy(seen: Observation) -> int:
        _, total, _, two, *_ = seen["observation"].tolist()
        return Play.HIT if total < 12 or (total == 12 and two) else Play.STAND

    assert {cell[2] for cell in regret(policy, "sd-blackjack").unlike} == {12}


def test_an_illegal_action_of_a_policy_is_told() -> None:
    with pytest.raises(BadArgument, match="action 5 is not legal with own hard 4 against A"):
        regret(lambda _seen: Play.SPLIT, "sd-blackjack")
