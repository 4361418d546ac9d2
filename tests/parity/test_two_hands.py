"""Two hands per box: the exact analysis against brute force in fractions, and against the simulator."""

import numpy as np
import pytest

import two_hands_oracle as oracle
from lammer.exact.best_chart import swap_values
from lammer.exact.play import ByChart, Optimal
from lammer.exact.two_hands import Starts, starts, swaps_by
from lammer.exact.values import Game
from lammer.rule_tables.tables import rule_tables
from lammer.rules.loader import load_sheet
from lammer.strategy.chart import Chart, house_chart
from lammer.strategy.swaps import answer_by
from lammer.table.notation import read_round

GAME = "blackjack-switch"
NO_SPLITS = ("split.maximum_hands=1",)
SHOES = {
    "tens": (1, 1, 5, 6, 6, 10, 10, 10, 10, 10, 10),
    "sixes": (1, 2, 2, 6, 6, 6, 6, 8, 8, 10, 10, 10, 10),
}
DIGITS = 1e-12


def analysed(shoe: tuple[int, ...], *overrides: str) -> Starts:
    counts = np.array([float(shoe.count(value)) for value in range(1, 11)])
    return starts(rule_tables(load_sheet(GAME, (*NO_SPLITS, *overrides))), counts, Optimal())


@pytest.mark.parametrize("name", SHOES)
def test_the_edge_and_every_start_are_those_of_brute_force(name: str) -> None:
    shoe = SHOES[name]
    found = analysed(shoe)
    assert found.worth() == pytest.approx(float(oracle.ev(shoe)), abs=DIGITS)
    swapped = 0
    for start, chance in oracle.starts(shoe):
        a, b, c, d, up = start
        place = (up - 1, a - 1, b - 1, c - 1, d - 1)
        left = oracle.less(shoe, *start)
        assert found.chance[place] == pytest.approx(float(chance), abs=DIGITS)
        if not oracle.holes(up, left):
            continue
        keep, swap = oracle.choices(start, shoe)
        assert found.keep[place] == pytest.approx(float(keep), abs=DIGITS), start
        assert found.swap[place] == pytest.approx(float(swap), abs=DIGITS), start
        swapped += found.swaps[place]
    assert swapped > 100


@pytest.mark.parametrize(
    ("hands", "up"), [(((6, 10), (2, 6)), 10), (((2, 8), (6, 6)), 6), (((1, 6), (2, 6)), 10), (((6, 8), (2, 2)), 8)]
)
def test_the_values_of_two_hands_add_up_though_they_take_each_others_cards(
    hands: tuple[tuple[int, int], ...], up: int
) -> None:
    """Both hands and the dealer are dealt from the same cards, one after the other."""
    left = oracle.less(SHOES["sixes"], up, *(card for hand in hands for card in hand))
    alone = [max(oracle.plays(hand, up, left).values()) for hand in hands]
    assert oracle.together(hands, up, left) == sum(alone)
    assert oracle.together(hands, up, oracle.less(left, left[-1])) != sum(alone)  # negative control


def test_a_swapped_ace_and_ten_count_21() -> None:
    """A dealt blackjack is worth 1, the same cards after a swap less: 22 pushes them."""
    found = analysed(SHOES["tens"])
    ten, ace, six = 9, 0, 5
    dealt, broken = found.keep[5, ace, ten, ten, six], found.swap[5, ace, ten, ten, six]
    assert found.swap[5, ace, six, ten, ten] < dealt  # brings ace and ten together
    assert dealt > broken
    assert not found.swaps[5, ace, ten, ten, six]


def test_a_chart_swaps_in_the_analysis_as_at_the_table() -> None:
    sheet = load_sheet(GAME)
    tables, chart = rule_tables(sheet), house_chart(sheet)
    swaps = swaps_by(tables, ByChart(chart), Starts(*(np.zeros((10,) * 5) for _ in Starts._fields)))
    cards = "A23456789T"
    random = np.random.default_rng(1)
    seen = set()
    for up, a, b, c, d in random.integers(0, 10, (400, 5)).tolist():
        hole = "2c" if up == 9 else "9c"
        line = f"{GAME} 1:10 | {cards[a]}h {cards[c]}d {cards[up]}c {cards[b]}s {cards[d]}h {hole} |"
        round_ = read_round(f"{line} N" if up == 0 else line, unfinished=True).round
        answer = answer_by(chart.swaps, round_).kind
        seen.add(answer)
        assert (answer == "switch") == swaps[up, a, b, c, d], line
    assert seen == {"switch", "pass"}


def test_without_values_a_chart_never_swaps() -> None:
    sheet = load_sheet(GAME)
    found = Starts(*(np.zeros((10,) * 5) for _ in Starts._fields))
    assert not swaps_by(rule_tables(sheet), ByChart(Chart("plain", house_chart(sheet).cells)), found).any()


def test_the_shipped_values_are_those_of_the_analysis() -> None:
    sheet = load_sheet(GAME)
    counts = np.array([24.0] * 9 + [96.0])
    known = house_chart(sheet).swaps
    found = swap_values(Game(rule_tables(sheet), counts, Optimal()))
    assert found.keys() == known.keys()
    assert max(abs(found[place] - known[place]) for place in known) < 6e-5
