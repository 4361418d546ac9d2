"""Two games over the same cards: the same bits whoever deals them, and a difference that chance has mostly left."""

from pathlib import Path

import numpy as np
import pytest

from lammer.exact.finding import edge
from lammer.exact.play import ByChart
from lammer.simulate.arrays import Counts
from lammer.simulate.layout import DIFFERENCE_SQUARED
from lammer.simulate.paired import PairedTables, PairEstimate, PairTally, estimate_pair
from lammer.simulate.plays import plays_of
from lammer.simulate.refusals import NotPaired
from lammer.simulate.run import CHUNK, Plan, run
from lammer.simulate.saving import load, store
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart, shipped_chart, with_lammers
from tests.properties.test_simulation import ROUNDS, table
from tests.sheets import posted

PLAN = Plan(13, 4 * CHUNK, 0)


def seat(game: str, chart: str = "") -> tuple[KernelTable, ByChart]:
    sheet = posted(game)
    play = ByChart(with_lammers(shipped_chart(chart)) if chart else house_chart(sheet))
    return KernelTable(sheet, plays_of(sheet, play.chart)), play


def pair(first: str = "sd-free-bet", second: str = "sd-free-bet[dealer.soft_17=stand]") -> PairedTables:
    return PairedTables(seat(first)[0], seat(second)[0])


def dealt(tables: PairedTables, plan: Plan = PLAN) -> PairEstimate:
    return estimate_pair(tables, run(tables, plan).tally)


@pytest.mark.parametrize(
    ("first", "second", "chart"),
    [
        ("sd-free-bet", "sd-free-bet[dealer.soft_17=stand]", ""),
        ("sd-free-bet", "sd-blackjack", ""),
        ("european-free-bet", "sd-free-bet", ""),
        ("sd-free-bet", "sd-free-bet", "standard"),
    ],
)
def test_the_difference_is_the_exact_one(first: str, second: str, chart: str) -> None:
    (one, played), (other, otherwise) = seat(first), seat(second, chart)
    found = dealt(PairedTables(one, other))
    exact = [-edge(posted(game), play).house_edge for game, play in ((first, played), (second, otherwise))]
    assert abs(found.first.value - exact[0]) < 4 * found.first.error
    assert abs(found.second.value - exact[1]) < 4 * found.second.error
    assert abs(found.difference.value - (exact[1] - exact[0])) < 4 * found.difference.error


def gain(first: Counts, second: Counts) -> float:
    """How many times smaller the variance of the difference is than that of two games with nothing in common."""
    return float((first.var() + second.var()) / (second - first).var())


def test_a_rule_shows_itself_in_far_fewer_rounds_and_lost_pairing_would_be_seen() -> None:
    """The same shoes, dealt one by one to each table alone, say how much is gained; shoes out of step, that it is the
    pairing that gains it."""
    tables = pair()
    found, random = dealt(tables), np.random.default_rng(1)
    shoes = [random.permutation(tables.first.decks) for _ in range(40_000)]
    first, second = (
        np.array([each.deal_one(shoe)[0][0].main for shoe in shoes]) for each in (tables.first, tables.second)
    )
    assert found.fewer_rounds == pytest.approx(gain(first, second), rel=0.25)
    assert gain(np.roll(first, 1), second) == pytest.approx(1, rel=0.05)
    assert found.correlation is not None
    assert found.correlation > 0.9


def test_a_game_differs_from_itself_in_no_round() -> None:
    tables = PairedTables(table(), table())
    tally = run(tables, PLAN).tally
    found = estimate_pair(tables, tally)
    assert found.rounds == PLAN.rounds
    assert tally.sums[DIFFERENCE_SQUARED] == 0
    assert found.first == found.second
    assert found.correlation == pytest.approx(1)
    assert found.fewer_rounds is None


def test_the_first_game_is_dealt_the_same_whatever_is_beside_it() -> None:
    """So that the differences of a sweep are those of the edges it prints."""
    one, other = dealt(pair()), dealt(pair("sd-free-bet", "sd-blackjack"))
    assert one.first == other.first
    assert one.difference.value == pytest.approx(one.second.value - one.first.value, abs=1e-12)


def test_tables_that_count_in_different_units_are_compared_in_money() -> None:
    """A natural at 3:2 is counted in halves of a wager, at 6:5 in tenths."""
    tables = pair("sd-blackjack", "sd-blackjack[natural.pays=6:5]")
    assert tables.first.terms.unit != tables.second.terms.unit
    exact = [edge(side.sheet, ByChart(house_chart(side.sheet))).house_edge for side in (tables.first, tables.second)]
    found = dealt(tables)
    assert abs(found.difference.value + exact[1] - exact[0]) < 4 * found.difference.error


def same(one: PairTally, other: PairTally) -> bool:
    return np.array_equal(one.sums, other.sums)


def test_any_number_of_threads_deals_the_same_pairs() -> None:
    plan = PLAN._replace(rounds=ROUNDS)
    one, four = run(pair(), plan, 1).tally, run(pair(), plan, 4).tally
    assert same(one, four)
    assert not same(one, run(pair(), plan._replace(seed=14), 1).tally)


def test_a_stopped_run_of_pairs_goes_on_where_it_was(tmp_path: Path) -> None:
    tables, path = pair(), tmp_path / "pairs.json"

    def interrupt(_tally: PairTally, chunks: int) -> None:
        if chunks == 2:
            raise KeyboardInterrupt

    stopped = run(tables, PLAN, 1, interrupt)
    assert (stopped.stopped, stopped.chunks) == (True, 2)
    store(path, tables, PLAN, "free-bet", stopped)
    assert same(run(tables, PLAN, before=load(path, tables, PLAN, "free-bet")).tally, run(tables, PLAN).tally)


def test_what_has_no_cards_in_common_is_refused() -> None:
    one, other = table(), seat("sd-free-bet[shoe.decks=8]")[0]
    with pytest.raises(NotPaired, match=r"6 decks.*8"):
        PairedTables(one, other)
    with pytest.raises(NotPaired, match="one seat"):
        PairedTables(one, table(seats=2))
    with pytest.raises(NotPaired, match="without side bets"):
        PairedTables(table(sides={"pot-of-gold": 100}), one)
    with pytest.raises(NotPaired, match="same main wager"):
        PairedTables(one, table(wager=500))
    with pytest.raises(NotPaired, match="cut card"):
        run(pair(), PLAN._replace(cut=234))
    with pytest.raises(NotPaired, match="count"):
        run(pair(), PLAN._replace(tags=np.zeros(52, dtype=np.int64)))


def test_no_pair_dealt_is_nothing_estimated() -> None:
    with pytest.raises(ValueError, match="no round"):
        estimate_pair(pair(), pair().new_tally())
