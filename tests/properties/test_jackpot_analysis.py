"""The closed forms of a jackpot against the geometric law written out, and what must hold of them."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.progressive.analysis import Standing, analyse, level_run, long_run, new_standing, next_award, stake_today
from lammer.progressive.award_timing import LevelChances, Pace, awards_of, chance_to_take, level_chances, wagers_within
from lammer.progressive.meters import advance
from lammer.progressive.refusals import TermsFault
from lammer.progressive.reserve_cover import covered_in_the_long_run, covered_next, money_to_cover
from lammer.progressive.state import Carried
from lammer.progressive.terms import MILLION, LevelTerms, Terms, load_terms

ONE = Pace({100: 300.0}, 12.0)
TWO = Pace({100: 240.0, 500: 60.0}, 12.0)
LONG = 3000
"""Wagers after which nothing of a geometric law with the chances below is left: 0.98^3000 < 1e-26."""
LEVEL = LevelTerms(seed=5_000, increment=120_000, reserve=30_000, limit=0)
chances = st.floats(0.02, 0.5)


def terms_with(*changes: str) -> Terms:
    return load_terms("blazing-7s", changes)


def standing_at(terms: Terms, meter: int, reserve: int = 0) -> Standing:
    return new_standing(terms)._replace(meters={"meter": meter}, reserves={"meter": reserve})


def law(full: float) -> list[float]:
    """P(N = n) for n = 1, 2, …"""
    return [full * (1 - full) ** before for before in range(LONG)]


def money_law(full: float, mix: dict[int, float], most: int) -> float:
    """P(W ≥ most), from the law of N and the number of large stakes among n wagers."""
    (small, few), (large, many) = sorted(mix.items())
    return sum(
        chance * comb(n, k) * many**k * few ** (n - k)
        for n, chance in enumerate(law(full)[:200], 1)
        for k in range(n + 1)
        if small * (n - k) + large * k >= most
    )


# The law of hits


@given(chances, st.floats(0.01, 0.99))
def test_so_many_wagers_hold_a_hit_with_the_chance_asked_for(full: float, part: float) -> None:
    wagers = wagers_within(full, part)
    assert sum(law(full)[:wagers]) >= part - 1e-12
    assert sum(law(full)[: wagers - 1]) < part + 1e-12


@given(chances, st.integers(1, 50_000))
def test_money_before_a_hit_with_one_stake(full: float, money: int) -> None:
    written_out = sum(chance for n, chance in enumerate(law(full), 1) if 100 * n >= money)
    assert chance_to_take(money, full, {100: 1.0}) == pytest.approx(written_out, abs=1e-12)


@given(st.floats(0.2, 0.6), st.floats(0.1, 0.9), st.integers(-5, 3_000))
def test_money_before_a_hit_with_two_stakes(full: float, part: float, money: int) -> None:
    mix = {100: part, 250: 1 - part}
    assert chance_to_take(money, full, mix) == pytest.approx(money_law(full, mix, money), abs=1e-12)


def test_a_mix_of_nearly_one_stake_is_that_stake() -> None:
    full = awards_of(terms_with())[0].chance
    assert chance_to_take(33_333_333, full, {100: 1 - 1e-12, 500: 1e-12}) == pytest.approx(
        chance_to_take(33_333_333, full, {100: 1.0}), rel=1e-5
    )


# Meters at an award


def written_out(its: LevelTerms, of: LevelChances, meter: float, stake: int) -> float:
    """E[meter at a full award], wager by wager; without a limit if percentages are paid."""
    shown, average = meter, 0.0
    for chance in law(of.full):
        shown += its.rate * stake / MILLION + its.fixed
        shown = min(shown, its.limit) if its.limit else shown
        average += chance * shown
        shown *= 1 - of.parts / (1 - of.full)
    return average


@given(chances, st.floats(0, 0.2), st.integers(0, 100_000))
def test_the_next_full_award_with_percentages_on_the_way(full: float, parts: float, meter: int) -> None:
    of = LevelChances(full, parts)
    assert next_award(LEVEL, of, meter, ONE) == pytest.approx(written_out(LEVEL, of, meter, 100), rel=1e-10)


@given(chances, st.integers(0, 30_000), st.integers(0, 900_000))
def test_the_next_full_award_under_a_limit(full: float, room: int, increment: int) -> None:
    its = LEVEL.model_copy(update={"limit": 20_000, "increment": increment})
    meter = 20_000 - room
    assert next_award(its, LevelChances(full, 0.0), meter, ONE) == pytest.approx(
        written_out(its, LevelChances(full, 0.0), meter, 100), rel=1e-10
    )


@given(chances, st.integers(0, 30_000), st.integers(0, 90))
def test_the_next_full_award_with_a_fixed_amount_per_wager(full: float, room: int, fixed: int) -> None:
    """It counts wagers and not money: several stakes are as good as one, under a limit too."""
    of = LevelChances(full, 0.0)
    its = LevelTerms(seed=5_000, per_wager=fixed, reserve=30_000, limit=20_000)
    due = written_out(its, of, 20_000 - room, 100)
    for pace in (ONE, TWO):
        assert next_award(its, of, 20_000 - room, pace) == pytest.approx(due, rel=1e-10)
    free = its.model_copy(update={"limit": 0})
    assert next_award(free, of, 5_000, TWO) == pytest.approx(written_out(free, of, 5_000, 500), rel=1e-10)


def test_a_limit_with_percentages_or_several_stakes_has_no_closed_form() -> None:
    its = LEVEL.model_copy(update={"limit": 20_000})
    assert next_award(its, LevelChances(0.1, 0.01), 5_000, ONE) is None
    assert next_award(its, LevelChances(0.1, 0.0), 5_000, TWO) is None
    assert next_award(its, LevelChances(0.1, 0.0), 25_000, ONE) == 25_000


@given(chances, st.floats(0, 0.2))
def test_the_average_meter_is_the_one_that_a_reset_leads_back_to(full: float, parts: float) -> None:
    """A full award leaves seed and, on average, r·s̄ / f in reserve: from there the next one pays the average again."""
    of = LevelChances(full, parts)
    run = level_run("meter", LEVEL, of, ONE)
    assert run.meter == pytest.approx(written_out(LEVEL, of, LEVEL.seed + run.reserve, 100), rel=1e-10)
    assert run.reserve == pytest.approx(sum(chance * 3 * n for n, chance in enumerate(law(full), 1)), rel=1e-9)


FIXED = tuple(f"levels.{level}.per_wager={amount}" for level, amount in (("mega", 12), ("major", 6), ("minor", 4)))


@given(
    st.sampled_from(
        [
            ("blazing-7s", ()),
            ("blazing-7s-three-meters", ()),
            ("blazing-7s", ("levels.meter.per_wager=25",)),
            ("blazing-7s-three-meters", FIXED),
        ]
    ),
    st.sampled_from([ONE, TWO]),
)
def test_what_meters_pay_in_the_long_run_is_what_goes_onto_them(named: tuple[str, tuple[str, ...]], pace: Pace) -> None:
    terms = load_terms(*named)
    run, each = long_run(terms, pace), level_chances(terms)
    from_meters = sum(each[one.level].share * one.meter for one in run.levels) / pace.mean_stake
    assert from_meters == pytest.approx(run.increments + run.reserves + run.seeds, rel=1e-12)


# Today


@given(st.integers(0, 10**8), st.integers(1, 10**6), st.sampled_from([100, 500]))
def test_the_return_rises_with_the_meter_by_its_share(meter: int, more: int, stake: int) -> None:
    terms = terms_with()
    share = level_chances(terms)["meter"].share
    low, high = (stake_today(terms, standing_at(terms, amount), stake) for amount in (meter, meter + more))
    assert high.returned - low.returned == pytest.approx(share * more / stake, abs=1e-12)
    assert low.fixed == high.fixed


@given(st.sampled_from(["PT1", "PT2", "PT1-envy"]), st.sampled_from([6, 8]), st.integers(0, 10**7))
def test_at_the_break_even_meter_everything_comes_back(paytable: str, decks: int, meter: int) -> None:
    terms = terms_with(f"jackpot.paytable={paytable}", f"jackpot.decks={decks}")
    for stake in terms.stakes:
        even = round(stake_today(terms, standing_at(terms, meter), stake).break_even["meter"])
        assert stake_today(terms, standing_at(terms, even), stake).returned == pytest.approx(1, abs=1e-6)


def test_five_times_the_stake_breaks_even_at_five_times_the_meter() -> None:
    terms = terms_with()
    one, five = (stake_today(terms, standing_at(terms, 1_000_000), stake) for stake in terms.stakes)
    assert five.break_even["meter"] == pytest.approx(5 * one.break_even["meter"])
    assert five.meters["meter"] == pytest.approx(one.meters["meter"] / 5)


def test_envy_is_the_houses_cost_alone() -> None:
    with_, without = (
        analyse(terms, new_standing(terms), ONE) for terms in (terms_with("jackpot.paytable=PT1-envy"), terms_with())
    )
    assert [one.returned for one in with_.stakes] == [one.returned for one in without.stakes]
    assert with_.long_run.returned == without.long_run.returned
    assert with_.stakes[0].envy > 0 == without.stakes[0].envy


# Whether the reserve covers the seed


@given(chances, st.integers(1, 999_999), st.integers(0, 5_000), st.integers(0, 999_999))
def test_the_reserve_covers_the_seed_as_often_as_the_desk_would_have_it(
    full: float, rate: int, reserve: int, carried: int
) -> None:
    its = LEVEL.model_copy(update={"reserve": rate, "increment": 0})
    held = Carried(reserve=carried)
    shown = sum(
        chance
        for n, chance in enumerate(law(full), 1)
        if reserve + advance(its, held, 0, 100 * n, n).reserve >= its.seed
    )
    found = covered_next(its, LevelChances(full, 0.0), {100: 1.0}, 0, reserve, held)
    assert found.exact
    assert found.chance == pytest.approx(shown, abs=1e-12)


@given(chances, st.integers(0, 900_000), st.integers(0, 99_999))
def test_cover_rises_with_the_rate_of_the_reserve(full: float, rate: int, more: int) -> None:
    low, high = (
        covered_in_the_long_run(
            LEVEL.model_copy(update={"increment": 0, "reserve": each}), LevelChances(full, 0.1), {100: 1.0}
        )
        for each in (rate, rate + more)
    )
    assert low.chance <= high.chance


def test_what_goes_over_a_limit_helps_to_cover_and_percentages_make_that_a_bound() -> None:
    its = LEVEL.model_copy(update={"limit": 5_500})
    plain = covered_next(LEVEL, LevelChances(0.02, 0.0), {100: 1.0}, 5_000, 0, Carried())
    limited = covered_next(its, LevelChances(0.02, 0.0), {100: 1.0}, 5_000, 0, Carried())
    bound = covered_next(its, LevelChances(0.02, 0.01), {100: 1.0}, 5_000, 0, Carried())
    assert plain.chance == bound.chance < limited.chance
    assert (plain.exact, limited.exact, bound.exact) == (True, True, False)
    assert not covered_in_the_long_run(its, LevelChances(0.02, 0.0), {100: 1.0}).exact


def test_money_that_covers_a_seed() -> None:
    assert money_to_cover(LEVEL, 5_000, 0, Carried(), 100) == 166_667
    assert money_to_cover(LEVEL, 5_000, 5_000, Carried(), 100) == 0
    assert money_to_cover(LEVEL.model_copy(update={"reserve": 0}), 5_000, 0, Carried(), 100) is None


def test_a_fixed_amount_goes_over_a_limit_by_the_number_of_wagers() -> None:
    its = LevelTerms(seed=5_000, per_wager=12, reserve=30_000, limit=5_500)
    of = LevelChances(0.02, 0.0)
    one, rated = (
        covered_next(each, of, {100: 1.0}, 5_000, 0, Carried())
        for each in (its, LEVEL.model_copy(update={"limit": 5_500}))
    )
    assert (one.exact, one.chance) == (True, rated.chance), "12 of every wager of 100 is a rate of 12%"
    several, free = (
        covered_next(each, of, {100: 0.5, 500: 0.5}, 5_000, 0, Carried())
        for each in (its, its.model_copy(update={"limit": 0}))
    )
    assert (several.exact, free.exact) == (False, True)
    assert several.chance == free.chance, "at least what the reserve's own rate covers"


# What is refused


def test_other_stakes_are_refused() -> None:
    terms = terms_with()
    with pytest.raises(TermsFault, match="a wager of 2: a progressive wager is 1 or 5"):
        analyse(terms, new_standing(terms), Pace({200: 300.0}, 12.0))


def test_a_level_that_nothing_wins_whole_is_refused() -> None:
    with pytest.raises(TermsFault, match="never reset"):
        level_chances(terms_with().model_copy(update={"decks": 2}))
