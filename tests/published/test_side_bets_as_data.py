"""Two side bets that exist only as TOML: played, analysed and simulated, with the published house edges."""

from pathlib import Path

import pytest

from lammer.exact.analysed import analysed_tables
from lammer.exact.play import ByChart
from lammer.exact.shoe import full_shoe
from lammer.exact.sidebets import side_bets
from lammer.exact.values import Game
from lammer.rules.sidebets import fixed_side_bets
from lammer.simulate.estimates import estimate
from lammer.simulate.plays import plays_of
from lammer.simulate.run import Plan, run
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart
from tests.new_side_bets import BOTH, played, sheet_from, side_results

THREE, LADIES = "twenty-one-plus-three", "lucky-ladies"


def _edges(tmp_path: Path, decks: int) -> dict[tuple[str, str], float]:
    sheet = sheet_from(tmp_path, BOTH, f"shoe.decks={decks}")
    return {(found.id, found.paytable): found.house_edge for found in fixed_side_bets(sheet)}


@pytest.mark.parametrize(
    ("decks", "three", "ladies"),
    [(1, 0.1330, 0.3816), (2, 0.0726, None), (4, 0.0424, None), (6, 0.0324, 0.2471), (8, 0.0274, 0.2405)],
)
def test_the_edges_are_the_published_ones(decks: int, three: float, ladies: float | None, tmp_path: Path) -> None:
    edges = _edges(tmp_path, decks)
    assert edges[THREE, "nine"] == pytest.approx(three, abs=5e-5)
    assert ladies is None or edges[LADIES, "A"] == pytest.approx(ladies, abs=5e-5)


@pytest.mark.parametrize(
    ("cards", "outcome", "net"),
    [
        ("7h 9h 8h 2c", "straight flush", 900),
        ("7h 9h 8c 2c", "straight", 900),
        ("Ah 2c 3d 9c", "straight", 900),
        ("Qh Ac Kd 9c", "straight", 900),
        ("Kh Ac 2d 9c", "nothing", -100),
        ("7h 7c 7d 9c", "three of a kind", 900),
        ("7h 9h 2h 9c", "flush", 900),
        ("7h 9h 2d 9c", "nothing", -100),
        ("7h 8h 7d 9c", "nothing", -100),
    ],
)
def test_21_plus_3_is_played(cards: str, outcome: str, net: int, tmp_path: Path) -> None:
    round_ = played(sheet_from(tmp_path), cards, twenty_one_plus_three=100)
    assert side_results(round_) == {THREE: (outcome, net)}


@pytest.mark.parametrize(
    ("cards", "outcome", "net"),
    [
        ("Qh Ac Qh Kc", "queens and dealer blackjack", 100_000),
        ("Qh Ac Qh 9c", "queens of hearts", 12_500),
        ("Qh 6c Qh 9c", "queens of hearts", 12_500),
        ("Qc 6c Qc 9c", "matched 20", 1_900),
        ("Qc 6c Kc 9c", "suited 20", 900),
        ("9c 6c Ac 9d", "suited 20", 900),
        ("Qc 6c Kd 9c", "any 20", 400),
        ("Qc Ac Kd Kc", "any 20", 400),
        ("Qh 6c 9h 9c", "no 20", -100),
        ("Ah 6c Ah 9c", "no 20", -100),
    ],
)
def test_lucky_ladies_is_played(cards: str, outcome: str, net: int, tmp_path: Path) -> None:
    round_ = played(sheet_from(tmp_path), cards, lucky_ladies=100)
    assert side_results(round_) == {LADIES: (outcome, net)}


@pytest.mark.parametrize("sets", [(), ("dealer.peek_under=[]",), ("dealer.peek_under=[]", "dealer.hole_card=false")])
def test_lucky_ladies_waits_for_the_dealers_natural_where_nobody_looks(sets: tuple[str, ...], tmp_path: Path) -> None:
    sheet = sheet_from(tmp_path, BOTH, *sets)
    cards = "Qh Ac Qh Kc"
    assert side_results(played(sheet, cards, lucky_ladies=100)) == {LADIES: ("queens and dealer blackjack", 100_000)}


def test_they_are_analysed_and_simulated_alike(tmp_path: Path) -> None:
    sheet = sheet_from(tmp_path)
    chart = house_chart(sheet)
    game = Game(analysed_tables(sheet), full_shoe(6), ByChart(chart))
    found = {(one.id, one.paytable): one for one in side_bets(sheet, game)}
    table = KernelTable(sheet, plays_of(sheet, chart), sides={THREE: 100, LADIES: 100})
    simulated = estimate(table, run(table, Plan(seed=1, rounds=300_000, cut=0), threads=1).tally)
    for side in simulated.sides:
        exact = found[side.id, side.paytable]
        assert -side.net.value == pytest.approx(exact.house_edge, abs=5 * side.net.error)
        for one in exact.outcomes:
            error = (one.probability * (1 - one.probability) / simulated.rounds) ** 0.5
            assert side.chances.get(one.name, 0.0) == pytest.approx(one.probability, abs=5 * error + 1e-6)
