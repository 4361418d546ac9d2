"""Simulated years of a jackpot against the closed forms, within standard errors; every comparison can fail."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from lammer.progressive.analysis import Standing, level_run, long_run, new_standing
from lammer.progressive.award_timing import Award, Pace, awards_of, level_chances, wagers_within
from lammer.progressive.claims import FULL
from lammer.progressive.growth_report import Average, Plan
from lammer.progressive.growth_simulation import LevelPaths, average_of, grow, link_paths, ratio_of, take_wagers
from lammer.progressive.refusals import TermsFault
from lammer.progressive.terms import MILLION, Terms, load_terms

ONE = Pace({100: 300.0}, 12.0)
TWO = Pace({100: 240.0, 500: 60.0}, 12.0)
PATHS = 3000
FAR = 4
"""Standard errors that an honest figure is never away, in these fixed runs."""


def z(found: Average | None, expected: float) -> float:
    assert found is not None
    return abs(found.value - expected) / found.error


def settled(terms: Terms, pace: Pace) -> Standing:
    """Every level as it stands on average before a wager, so that every wager finds the average meter."""
    runs = {one.level: (one, terms.levels[one.level]) for one in long_run(terms, pace).levels}
    stake = pace.mean_stake
    return new_standing(terms)._replace(
        meters={level: round(run.meter - its.mean_advance(stake)) for level, (run, its) in runs.items()},
        reserves={level: round(run.reserve - stake / MILLION * its.reserve) for level, (run, its) in runs.items()},
    )


def played(
    terms: Terms, standing: Standing, pace: Pace, wagers: int, awards: Sequence[Award] | None = None
) -> dict[str, LevelPaths]:
    levels = link_paths(terms, standing, PATHS)
    random = np.random.default_rng(7)
    take_wagers(random, levels, awards or awards_of(terms), pace.mix, np.full(PATHS, wagers))
    return levels


def after_settling(terms: Terms, pace: Pace, level: str, cycles: int) -> tuple[Average | None, Average | None]:
    """What full awards pay and how often they find a seed in reserve, the first cycles left out."""
    levels, random = link_paths(terms, new_standing(terms), PATHS), np.random.default_rng(8)
    wagers = round(cycles / level_chances(terms)[level].full)
    one = levels[level]
    take_wagers(random, levels, awards_of(terms), pace.mix, np.full(PATHS, wagers // 4))
    paid, won, covered = one.paid[FULL], one.won[FULL], one.covered
    take_wagers(random, levels, awards_of(terms), pace.mix, np.full(PATHS, wagers))
    number = one.won[FULL] - won
    return ratio_of(one.paid[FULL] - paid, number), ratio_of(one.covered - covered, number)


@pytest.mark.parametrize("changes", [("jackpot.paytable=PT1",), ("jackpot.paytable=PT2", "levels.meter.per_wager=36")])
@pytest.mark.parametrize("pace", [ONE, TWO], ids=["one stake", "two stakes"])
def test_awards_come_as_often_and_pay_as_much_as_they_should(changes: tuple[str, ...], pace: Pace) -> None:
    terms = load_terms("blazing-7s", changes)
    wagers = 500_000
    level = played(terms, settled(terms, pace), pace, wagers)["meter"]
    average = long_run(terms, pace).levels[0].meter
    for award in awards_of(terms):
        won, paid = level.won[award.percent], level.paid[award.percent]
        assert z(average_of(won), wagers * award.chance) < FAR
        assert z(average_of(paid), wagers * award.chance * average * award.percent / FULL) < FAR


def test_the_last_wager_before_a_month_ends_wins_as_often_as_any() -> None:
    terms, random = load_terms("blazing-7s"), np.random.default_rng(9)
    levels = link_paths(terms, new_standing(terms), PATHS)
    frequent = [one._replace(chance=chance) for one, chance in zip(awards_of(terms), (0.1, 0.3), strict=True)]
    for _ in range(50):
        take_wagers(random, levels, frequent, ONE.mix, np.full(PATHS, 2))
    for one in frequent:
        assert z(average_of(levels["meter"].won[one.percent]), 100 * one.chance) < FAR


def test_control_a_fixed_amount_is_no_rate() -> None:
    """With two stakes 20 for every wager is less than a rate of a fifth."""
    fixed, rate = load_terms("blazing-7s", ["levels.meter.per_wager=20"]), load_terms("blazing-7s")
    paid = played(fixed, settled(fixed, TWO), TWO, 500_000)["meter"]
    pays = ratio_of(paid.paid[FULL], paid.won[FULL])
    assert z(pays, long_run(fixed, TWO).levels[0].meter) < FAR
    assert z(pays, long_run(rate, TWO).levels[0].meter) > FAR


def test_control_twice_the_chance_is_noticed() -> None:
    terms, wagers = load_terms("blazing-7s"), 500_000
    honest = awards_of(terms)
    average = long_run(terms, ONE).levels[0].meter
    for at, percent in enumerate((FULL, 10)):
        loaded = [one._replace(chance=one.chance * (1 + (one is honest[at]))) for one in honest]
        level = played(terms, settled(terms, ONE), ONE, wagers, loaded)["meter"]
        assert z(average_of(level.won[percent]), wagers * honest[at].chance) > FAR
        assert z(ratio_of(level.paid[FULL], level.won[FULL]), average) > FAR


def test_reserves_cover_seeds_as_often_as_they_should() -> None:
    """From an empty reserve no award before wager n* finds a seed, and every later one with (1 − f)^(n* − 1)."""
    terms = load_terms("blazing-7s", ["levels.meter.reserve=150000"])
    wagers, first = 1_000_000, -(-terms.levels["meter"].seed * MILLION // (100 * 150_000))
    full, covered = level_chances(terms)["meter"].full, long_run(terms, ONE).levels[0].covered
    assert covered.chance == pytest.approx((1 - full) ** (first - 1), rel=1e-9)
    level = played(terms, new_standing(terms), ONE, wagers)["meter"]
    assert z(average_of(level.covered), full * (wagers - first + 1) * covered.chance) < FAR
    assert z(average_of(level.covered), full * (wagers - first + 1) * (1 - 2 * full) ** (first - 1)) > FAR


def test_reserves_from_two_stakes_cover_seeds_as_often_as_they_should() -> None:
    terms = load_terms("blazing-7s", ["levels.meter.reserve=60000"])
    expected = long_run(terms, TWO).levels[0]
    pays, covered = after_settling(terms, TWO, "meter", 60)
    assert expected.covered.exact
    assert z(covered, expected.covered.chance) < FAR
    assert z(pays, expected.meter) < FAR
    mean = load_terms("blazing-7s", ["levels.meter.reserve=66000"])
    assert z(covered, long_run(mean, TWO).levels[0].covered.chance) > FAR


def test_the_average_award_stands_under_a_limit() -> None:
    """What goes over the limit comes back with the reserve: the average is what it would be without a limit."""
    terms = load_terms("blazing-7s-three-meters", ["levels.minor.limit=100000"])
    minor = long_run(terms, ONE).levels[2]
    pays, covered = after_settling(terms, ONE, "minor", 150)
    assert z(pays, minor.meter) < FAR
    assert covered is not None
    assert not minor.covered.exact
    assert covered.value + FAR * covered.error > minor.covered.chance


def test_nothing_is_lost_on_any_path() -> None:
    """Seeds and contributions are on the meter, in reserve, paid, or carried; to the millionth of a minor unit."""
    terms = load_terms(
        "blazing-7s-three-meters",
        ["levels.major.limit=300000", "levels.minor.increment=33333", "levels.mega.reserve=7"],
    )
    wagers = 400_000
    for name, level in played(terms, new_standing(terms), ONE, wagers).items():
        its = terms.levels[name]
        held = level.meter + level.reserve + sum(level.paid.values()) - its.seed * (1 + level.won[FULL])
        parts = held * MILLION + level.left + level.reserve_left
        assert (parts == 100 * wagers * (its.rate + its.reserve)).all(), name


def test_growth_tells_its_years() -> None:
    terms = load_terms("blazing-7s")
    plan = Plan(years=2, paths=400, seed=3, above={"meter": 2_246_241})
    months: list[int] = []
    growth = grow(terms, new_standing(terms), ONE, plan, lambda: months.append(1))
    level, wagers = growth.levels[0], 2 * 365 * 12 * 300
    assert (growth.wagers, len(months), len(growth.fan)) == (wagers, 24, 25)
    assert z(level.awards[0].number, wagers * level_chances(terms)["meter"].full) < FAR
    assert growth.fan[0].meters["meter"] == dict.fromkeys((5, 25, 50, 75, 95), 1_000_000)
    assert growth.fan[-1].day == 730
    assert all(list(point.meters["meter"].values()) == sorted(point.meters["meter"].values()) for point in growth.fan)
    assert level.peak[5] <= level.peak[95]
    assert 0.5 < level.ever_above.value <= 1
    assert growth == grow(terms, new_standing(terms), ONE, plan)
    assert growth != grow(terms, new_standing(terms), ONE, plan._replace(seed=4))


def test_the_chance_that_a_meter_is_passed_is_that_of_so_long_a_wait() -> None:
    """From its seed, mega passes X in the first cycle or a later one; up to then nothing but N counts."""
    terms = load_terms("blazing-7s-three-meters")
    wagers, full = 12 * 300 * 365, level_chances(terms)["mega"].full
    above = 2_500_000 + 12 * wagers - 1
    plan = Plan(years=1, paths=PATHS, seed=5, above={"mega": above, "major": 0, "minor": 10**9})
    mega, major, minor = grow(terms, new_standing(terms), ONE, plan).levels
    assert wagers_within(full, 0.99) < wagers
    assert z(mega.ever_above, (1 - full) ** (wagers - 1)) < FAR
    assert (major.ever_above.value, minor.ever_above.value) == (1, 0)


def test_a_path_without_awards_has_no_average_award() -> None:
    terms = load_terms("blazing-7s")
    quiet = grow(terms, new_standing(terms), Pace({100: 0.001}, 1.0), Plan(1, 5, 1, {"meter": 0}))
    assert quiet.levels[0].awards[0].pays is None
    assert quiet.as_json()["levels"][0]["reserve_covers_seed"] is None


def test_amounts_too_large_to_count_are_refused() -> None:
    terms = load_terms("blazing-7s", ["levels.meter.seed=10000000000000"])
    with pytest.raises(TermsFault, match="too much to simulate"):
        grow(terms, new_standing(terms), ONE, Plan(1, 2, 1, {"meter": 0}))


def test_the_mean_stake_is_that_of_the_mix() -> None:
    assert TWO.mean_stake == pytest.approx(float(Fraction(100 * 240 + 500 * 60, 300)))
    run = level_run(
        "meter", load_terms("blazing-7s").levels["meter"], level_chances(load_terms("blazing-7s"))["meter"], TWO
    )
    assert run.average.hours == pytest.approx(62_666.5 / 300)
    assert run.average.days == pytest.approx(62_666.5 / 3600)
