"""STREAK's published house edges: 9.7, 14.3, 8.4 and 8.2 percent for two, three, four and five rounds in a row.

They are given without rules and strategy, and both matter: a tenth of a percent of the chance to win
a decided round changes the last edge by one percent. No chance gives all four: 9.7 needs at least 0.475, 8.2 at most
0.47496. Between those, 0.47497 (the shipped chart, stand on soft 17) gives 14.3 and 8.4 as published, and 9.8 and 8.1.
"""

import pytest

from lammer.exact.analysed import analysed_tables
from lammer.exact.finding import shoe_of
from lammer.exact.play import ByChart
from lammer.exact.results import round_results
from lammer.exact.streaks import round_chances, streak_finding
from lammer.exact.values import Game
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import house_chart

PUBLISHED = {2: 9.7, 3: 14.3, 4: 8.4, 5: 8.2}
PAYS = {2: 3, 3: 7, 4: 17, 5: 37}
SIMULATED = {"win": 0.433381, "push": 0.087793, "loss": 0.478826}
"""A published simulation of 1.87 thousand million rounds: six decks, stand on soft 17, double after split, no
surrender, split to four hands, aces once, a cut card."""


def _edge(wins: int, each: float) -> float:
    return 100 * (1 - (PAYS[wins] + 1) * each**wins)


def _interval(wins: int) -> tuple[float, float]:
    """The chances of a decided round with which the edge rounds to the published one."""
    low, high = ((1 - (PUBLISHED[wins] + more) / 100) / (PAYS[wins] + 1) for more in (0.05, -0.05))
    return low ** (1 / wins), high ** (1 / wins)


def test_no_chance_of_a_round_gives_all_four_published_edges() -> None:
    lowest, highest = max(_interval(wins)[0] for wins in PAYS), min(_interval(wins)[1] for wins in PAYS)
    assert lowest > highest
    assert lowest == pytest.approx(_interval(2)[0])
    assert highest == pytest.approx(_interval(5)[1])


def test_three_digits_of_the_simulated_chance_give_two_of_them() -> None:
    rounded = round(SIMULATED["win"] / (SIMULATED["win"] + SIMULATED["loss"]), 3)
    assert rounded == 0.475
    assert [round(_edge(wins, rounded), 1) for wins in (3, 4)] == [PUBLISHED[3], PUBLISHED[4]]
    assert round(_edge(5, rounded), 1) != PUBLISHED[5]


def test_the_exact_chances_agree_with_the_published_simulation_and_with_two_of_the_edges() -> None:
    sheet = load_sheet("sd-blackjack+streak", ("dealer.soft_17=stand",))
    chances = round_chances(round_results(Game(analysed_tables(sheet), shoe_of(sheet)[0], ByChart(house_chart(sheet)))))
    # The published rounds were dealt to a cut card, the exact ones from fresh shoes.
    assert chances._asdict() == pytest.approx(SIMULATED, abs=4e-4)
    edges = {}
    for wins in PAYS:
        bet = sheet.side_bets[f"streak-{wins}"]
        edges[wins] = round(
            100 * streak_finding(f"streak-{wins}", bet, "PT1", bet.paytables["PT1"], chances).house_edge, 1
        )
    assert edges == PUBLISHED | {2: 9.8, 5: 8.1}
