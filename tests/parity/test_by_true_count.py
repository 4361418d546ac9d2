"""Exact and simulated figures by true count agree, and their parts agree with slow computations."""

from fractions import Fraction
from functools import cache
from math import floor

import numpy as np
import pytest

from lammer.api.by_true_count import CountWork, asked_by_count
from lammer.cards.card import VALUES
from lammer.counting.bin_estimates import FEATURES, AllStarts, Sampled, averages_by_bin, features
from lammer.counting.by_true_count import exact_by_count, sample_of
from lammer.counting.composition_figures import BetFigures, composition_figures
from lammer.counting.effects import INSURANCE, MAIN
from lammer.errors import BadArgument
from lammer.exact.play import ByChart, Optimal
from lammer.report.by_true_count import compared_by_count
from lammer.rules.loader import load_sheet
from lammer.rules.removal_chances import without_card
from lammer.rules.shoe_cards import ShoeCards, whole_decks
from lammer.simulate.by_count import CountBin, count_bins
from lammer.simulate.round_starts import RoundStarts
from lammer.simulate.run import run
from lammer.strategy.chart import house_chart

NO_SPLITS = "sd-blackjack[split.maximum_hands=1]"
HI_LO = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)
ROUNDS = 4_000_000
EACH = 12
"""Compositions of a true count: six true counts make halves large enough for the control variate."""
SHOES = 400
LIMIT = 4.5
"""Twelve figures, some with few compositions; a chart or pay that differs gives more, as the control shows."""


@cache
def work(count: str = "hi-lo") -> CountWork:
    sheet = load_sheet(NO_SPLITS)
    asked = asked_by_count(count, "floor", "-2..3", EACH, 1)._replace(shoes=SHOES)
    return CountWork(sheet, ByChart(house_chart(sheet)), asked)


@cache
def starts() -> RoundStarts:
    return work().starts()


def dealt(count: str) -> list[CountBin]:
    return count_bins(work(count).table, run(work(count).table, work(count).plan(ROUNDS)).tally)


def test_exact_and_simulated_figures_agree_by_true_count() -> None:
    analysed = work().analysed(starts(), sample_of(starts(), work().asked))
    exact = exact_by_count(starts(), analysed)
    main = compared_by_count(exact, dealt("hi-lo"))[0]
    assert (main.bet, [row.true_count for row in main.rows]) == (MAIN, list(work().asked.bins))
    for row in main.rows:
        assert row.compositions == EACH
        for figure in (row.mean, row.sd):
            assert figure is not None
            assert figure.z is not None
            assert abs(figure.z) < LIMIT, row
    # The player gains with the count.
    assert main.at(3).mean.exact - main.at(-2).mean.exact > 0.01
    # Negative control: rounds sorted by the count with the opposite sign do not fit.
    turned = compared_by_count(exact, dealt("A=1,2=-1,3=-1,4=-1,5=-1,6=-1,T=1"))[0]
    assert abs(turned.at(3).mean.z or 0) > 2 * LIMIT


def test_a_burned_card_changes_nothing() -> None:
    """With a fixed chart the average over the card that leaves the shoe is the figure of the full shoe, for the
    expectation and the expected square of every bet. With the best play of each shoe it is not: seeing a card helps."""
    sheet = load_sheet("sd-blackjack+dealer-bust-21", ("split.maximum_hands=1",))
    play, full = ByChart(house_chart(sheet)), ShoeCards((1,) * 52)
    whole = {one.name: one for one in composition_figures(sheet, full, play)}
    assert set(whole) >= {MAIN, "insurance under A", "dealer-bust-21 PT1"}
    burned: dict[str, list[tuple[float, BetFigures]]] = {}
    for code in range(0, 52, 4):
        if code < 40:  # cards of a value are alike to these bets; all ten-values are counted with the first
            share = VALUES.count(VALUES[code]) / 52
            for one in composition_figures(sheet, without_card(full, code), play):
                burned.setdefault(one.name, []).append((share, one))
    for name, one in whole.items():
        placed = sum(share * each.placed for share, each in burned[name])
        mean = sum(share * each.placed * each.mean for share, each in burned[name])
        assert placed == pytest.approx(one.placed, abs=1e-9)
        if one.square is None:
            assert mean > one.mean + 1e-5
            continue
        assert mean == pytest.approx(one.placed * one.mean, abs=1e-9), name
        square = sum(share * each.placed * (each.square or 0) for share, each in burned[name])
        assert square == pytest.approx(one.placed * one.square, abs=1e-9), name


def test_rounds_begin_where_the_round_before_ended() -> None:
    found, table = starts(), work().table
    for place in range(300):
        cards = found.shoes[found.shoe[place]]
        at = int(found.dealt[place])
        assert at < work().cut
        assert place == 0 or at > found.dealt[place - 1] or at == 0
        taken = at + table.deal_one(cards[at:])[1]
        assert found.dealt[place + 1] == (taken if taken < work().cut else 0)
        left = found.cards_left(place)
        assert sum(left) == len(cards) - at
        running = sum(HI_LO[VALUES[card] - 1] for card in cards[:at].tolist())
        assert found.true_counts[place] == floor(Fraction(52 * running, sum(left)))
        by_value = [sum(n for code, n in enumerate(left) if VALUES[code] == value) for value in range(1, 11)]
        assert found.by_value[place].tolist() == by_value


def test_shares_of_true_counts_are_those_of_the_simulation() -> None:
    simulated = {one.true_count: one.share for one in dealt("hi-lo")}
    for true_count in range(-2, 4):
        assert (starts().true_counts == true_count).mean() == pytest.approx(simulated[true_count], abs=0.02)


def test_what_is_linear_in_the_composition_has_no_error() -> None:
    everything = AllStarts(features(starts().by_value), starts().true_counts, starts().shoe)
    places = np.array(sample_of(starts(), work().asked))
    bins = everything.bins[places]
    slope = np.linspace(-1, 1, FEATURES)
    linear = everything.features @ slope
    found = averages_by_bin(everything, Sampled(places, bins, linear[places][:, None]))
    plain = averages_by_bin(everything, Sampled(places[:36], bins[:36], linear[places[:36]][:, None]))
    for bin_, averages in found.items():
        assert averages.means[0] == pytest.approx(linear[everything.bins == bin_].mean(), abs=1e-9)
        # A sample too small for coefficients is averaged as it is, and its error is larger.
        assert plain[bin_].means[0] == pytest.approx(linear[places[:36]][bins[:36] == bin_].mean(), abs=1e-12)
        assert plain[bin_].covariances[0, 0] > 0
    # Negative control: what is not linear leaves an error.
    square = averages_by_bin(everything, Sampled(places, bins, linear[places][:, None] ** 2))
    assert all(averages.covariances[0, 0] > 0 for averages in square.values())


def test_play_that_is_no_chart_is_refused() -> None:
    """The simulator would follow the best play of the full shoe, the exact side that of each composition."""
    with pytest.raises(BadArgument, match="one chart is followed at every count"):
        CountWork(work().sheet, Optimal(), work().asked)


def test_insurance_is_weighted_by_how_often_it_is_offered() -> None:
    few_aces = ShoeCards(tuple(1 if code < 4 else 6 for code in range(52)))
    one = next(
        each for each in composition_figures(work().sheet, few_aces, work().play, best=False) if each.bet == INSURANCE
    )
    assert one.placed == pytest.approx(4 / 292)
    assert one.mean == pytest.approx(3 * 96 / 291 - 1)
    assert whole_decks(6).of_value(1) == 24
