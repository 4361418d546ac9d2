"""Runs: the same rounds whoever deals them, sums that can be stopped, kept and taken up again."""

from pathlib import Path

import numpy as np
import pytest

from lammer.rules.loader import load_sheet
from lammer.simulate.by_count import count_bins, count_tags
from lammer.simulate.estimates import estimate
from lammer.simulate.kernel_data import Tally
from lammer.simulate.plays import plays_of
from lammer.simulate.refusals import SavedFault
from lammer.simulate.run import CHUNK, Plan, Ran, run
from lammer.simulate.saving import load, store
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart

ROUNDS = 3 * CHUNK + 12_345
HI_LO = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)


def table(game: str = "sd-free-bet", **options: object) -> KernelTable:
    sheet = load_sheet(game)
    return KernelTable(sheet, plays_of(sheet, house_chart(sheet)), **options)  # type: ignore[arg-type]


def same(one: Tally, other: Tally) -> bool:
    return all(np.array_equal(mine, yours) for mine, yours in zip(one, other, strict=True))


@pytest.mark.parametrize("fast", [True, False])
def test_any_number_of_threads_deals_the_same(fast: bool) -> None:
    plan = Plan(5, ROUNDS, 234, fast=fast)
    one, four = run(table(), plan, 1), run(table(), plan, 4)
    assert same(one.tally, four.tally)
    assert one.tally.nets.sum() == ROUNDS


def test_another_seed_deals_other_rounds() -> None:
    assert not same(run(table(), Plan(1, CHUNK, 0)).tally, run(table(), Plan(2, CHUNK, 0)).tally)


def test_chunks_share_no_rounds() -> None:
    first, second = (table().deal_chunk(1, chunk, 10_000, 0) for chunk in (0, 1))
    assert not same(first, second)


@pytest.mark.parametrize("fast", [True, False])
def test_a_stopped_run_goes_on_where_it_was(fast: bool, tmp_path: Path) -> None:
    plan, dealt = Plan(9, ROUNDS, 0, fast=fast), table()
    whole = run(dealt, plan, 2)

    def interrupt(_tally: Tally, chunks: int) -> None:
        if chunks == 2:
            raise KeyboardInterrupt

    stopped = run(dealt, plan, 1, interrupt)
    assert stopped.stopped
    assert stopped.chunks == 2
    store(tmp_path / "run.json", dealt, plan, "free-bet", stopped)
    before = load(tmp_path / "run.json", dealt, plan, "free-bet")
    assert same(run(dealt, plan, 2, before=before).tally, whole.tally)


def test_a_finished_run_can_be_made_longer(tmp_path: Path) -> None:
    dealt, short, long = table(), Plan(3, CHUNK + 100, 0), Plan(3, 2 * CHUNK, 0)
    store(tmp_path / "run.json", dealt, short, "free-bet", run(dealt, short))
    before = load(tmp_path / "run.json", dealt, long, "free-bet")
    assert same(run(dealt, long, before=before).tally, run(dealt, long).tally)


def test_sums_of_another_run_are_refused(tmp_path: Path) -> None:
    dealt, plan = table(), Plan(3, CHUNK, 0)
    path = tmp_path / "run.json"
    store(path, dealt, plan, "free-bet", run(dealt, plan))
    with pytest.raises(SavedFault, match="differs in seed"):
        load(path, dealt, plan._replace(seed=4), "free-bet")
    with pytest.raises(SavedFault, match="already"):
        load(path, dealt, plan._replace(rounds=10), "free-bet")
    path.write_text("{}")
    with pytest.raises(SavedFault, match="not a file of sums"):
        load(path, dealt, plan, "free-bet")


@pytest.mark.parametrize("game", ["sd-free-bet", "european-free-bet"])
def test_both_kernels_see_the_same_game(game: str) -> None:
    """They deal different rounds, so they agree within what chance allows."""
    dealt = table(game)
    fast, general = (estimate(dealt, run(dealt, Plan(1, 4 * CHUNK, 0, fast=way)).tally) for way in (True, False))
    error = (fast.main.error**2 + general.main.error**2) ** 0.5
    assert abs(fast.main.value - general.main.value) < 4 * error
    for what in ("hands", "cards", "own money", "free doubles", "free splits", "hands pushed by 22"):
        assert fast.per_round[what] == pytest.approx(general.per_round[what], rel=5e-3)


def test_a_count_tells_good_shoes_from_bad_ones() -> None:
    dealt = table("sd-blackjack", seats=2)
    tally = run(dealt, Plan(1, 4 * CHUNK, 234, count_tags(HI_LO))).tally
    bins = {one.true_count: one for one in count_bins(dealt, tally)}
    assert bins[4].net.value > bins[0].net.value > bins[-4].net.value
    assert sum(one.share for one in bins.values()) == pytest.approx(1)
    assert bins[0].net.error > bins[0].net.sd / (bins[0].share * estimate(dealt, tally).rounds) ** 0.5


def test_a_shoe_that_runs_out_voids_the_round() -> None:
    """Seven seats can need more than a deck; nothing is won or lost then, and it is told."""
    sheet = load_sheet("sd-blackjack", ("shoe.decks=1",))
    dealt = KernelTable(sheet, plays_of(sheet, house_chart(sheet)), seats=7)
    found = estimate(dealt, run(dealt, Plan(1, CHUNK, 30)).tally)
    assert found.voids > 0
    assert found.rounds + found.voids == 7 * CHUNK


def test_a_deep_cut_is_left_to_the_kernel_that_looks() -> None:
    """Behind the cut there may be nothing but aces: the automaton would not notice the end of the shoe."""
    fast, general = (table().deal_chunk(1, 0, 20_000, 300, fast=way) for way in (True, False))
    assert same(fast, general)


def test_nothing_dealt_is_nothing_estimated() -> None:
    with pytest.raises(ValueError, match="no round"):
        estimate(table(), Ran(table().new_tally(), 0, True).tally)


def test_seats_that_meet_one_dealer_are_not_counted_as_independent() -> None:
    """Errors of several seats against how runs with different seeds really spread; taken for independent rounds, seven
    bets on one dealer's 22 would seem certain beyond reason."""
    sides, runs = {"dealer-22": 500, "gold-rush": 500}, 200
    dealt = table("free-money", seats=7, sides=sides)
    found = [estimate(dealt, dealt.deal_chunk(seed, 0, 4000, 0)) for seed in range(runs)]
    for means in ([one.main for one in found], [one.sides[0].net for one in found], [one.together for one in found]):
        first, spread = means[0], float(np.std([mean.value for mean in means if mean]))
        assert first is not None
        assert spread == pytest.approx(first.error, rel=4 / (2 * runs) ** 0.5)
        assert spread > 1.3 * first.sd / found[0].rounds ** 0.5
