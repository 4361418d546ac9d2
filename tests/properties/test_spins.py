"""Spins of a wheel: fair by weight, reproducible from the seed, apart from the cards, and checked by replay."""

import json
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from lammer.rules.loader import load_sheet
from lammer.rules.outcome_chances import outcome_chances
from lammer.rules.sidebets import fixed_side_bets
from lammer.strategy.chart import choose, house_chart
from lammer.table.actions import bet
from lammer.table.replay import RecordChecker
from lammer.table.session import Session, seeds_from
from lammer.table.spins import spin_of, stop_at
from tools.check_shoe import Checker, wheel_stop

GAME, BET = "sd-blackjack+bonus-spin", "bonus-spin"
WEIGHTS = (1, 2, 3, 10)
SEED = bytes(range(32))


def _excess(stops: list[int], weights: tuple[int, ...]) -> float:
    """The distance from the weights, in standard deviations of chi-square."""
    counts, total, freedom = Counter(stops), sum(weights), len(weights) - 1
    expected = [len(stops) * weight / total for weight in weights]
    chi_square = sum((counts[at + 1] - ought) ** 2 / ought for at, ought in enumerate(expected))
    return (chi_square - freedom) / sqrt(2 * freedom)


def test_stops_are_as_frequent_as_their_weights() -> None:
    stops = [spin_of(SEED, number, 1, WEIGHTS) for number in range(8000)]
    assert abs(_excess(stops, WEIGHTS)) < 5


def test_equal_stops_for_unequal_weights_would_be_noticed() -> None:
    """Negative control."""
    stops = [spin_of(SEED, number, 1, (1, 1, 1, 1)) for number in range(8000)]
    assert _excess(stops, WEIGHTS) > 100
    slightly = [spin_of(SEED, number, 1, (2, 3, 4, 11)) for number in range(8000)]
    assert _excess(slightly, WEIGHTS) > 5


def test_every_number_below_the_sum_has_its_stop() -> None:
    assert Counter(stop_at(number, WEIGHTS) for number in range(16)) == {1: 1, 2: 2, 3: 3, 4: 10}
    with pytest.raises(ValueError, match="not below"):
        stop_at(16, WEIGHTS)


def test_a_spin_depends_on_seed_round_and_number_and_on_nothing_else() -> None:
    even = (1,) * 50
    one = spin_of(SEED, 5, 1, even)
    assert spin_of(SEED, 5, 1, even) == one == wheel_stop(SEED, 5, 1, list(even))
    others = {(seed, number, nth) for seed in (SEED, bytes(32)) for number in (5, 6, 51) for nth in (1, 2)}
    assert len({spin_of(*other, even) for other in others}) > 6


def _records() -> list[dict[str, object]]:
    sheet = load_sheet(GAME)
    session, chart = Session(sheet, seeds_from("spins")), house_chart(sheet)
    bets = tuple(one for box in (1, 2, 3) for one in (bet(box, 1000), bet(box, 500, BET)))
    return [session.deal(bets, lambda round_: choose(chart, round_)) for _ in range(25)]


def test_replay_and_an_independent_program_check_every_spin() -> None:
    records = _records()
    spun = next(record for record in records if "spins" in record)
    assert _faults(records) == ([], [])
    stop = spun["spins"][0]["stop"]  # type: ignore[index]
    other = 2 if stop != 2 else 3
    text = json.dumps(records).replace(f"*{stop} ", f"*{other} ", 1)
    checked, independent = _faults(_rewritten(json.loads(text)))
    assert any("the wheel stopped at" in fault for fault in checked)
    assert any("the wheel stopped at" in fault for fault in independent)


def _rewritten(records: list[dict[str, object]]) -> list[dict[str, object]]:
    """The records that a dishonest house would write for these rounds: everything but the shoe follows."""
    from lammer.table.notation import read_round
    from lammer.table.records import record

    return [record(read_round(str(one["notation"])), int(str(one["round"]))) | {"shoe": one["shoe"]} for one in records]


def _faults(records: list[dict[str, object]]) -> tuple[list[str], list[str]]:
    checker, independent = RecordChecker(), Checker()
    found = [str(fault) for line, one in enumerate(records, 1) for _, fault in checker.check(line, one)]
    for line, one in enumerate(records, 1):
        independent.line(line, json.dumps(one))
    return found, [fault for fault in independent.faults if "wheel stopped" in fault]  # it knows no other attached bets


def test_exact_chances_of_ace_and_blackjack_times_the_weights() -> None:
    sheet = load_sheet(GAME)
    chances = outcome_chances(sheet.side_bets[BET], sheet.rules).of_best()
    natural, none = Fraction(2 * 24 * 96, 312 * 311), Fraction(288 * 287, 312 * 311)
    assert chances["blackjack spin"] == natural
    assert chances["ace, no blackjack"] == 1 - natural - none
    finding = next(one for one in fixed_side_bets(sheet) if one.id == BET)
    by_name = {outcome.name: outcome.probability for outcome in finding.outcomes}
    assert by_name["blackjack spin, stop 3"] == pytest.approx(float(natural * 4744 / 40_000), abs=1e-15)
    returned = float(2 * (1 - natural - none)) + float(natural) * (54.391 + 0.25) / 5
    assert finding.house_edge == pytest.approx(1 - returned, abs=1e-12)
    richer = next(one for one in fixed_side_bets(sheet, {"wheel": 2_400_000}) if one.id == BET)
    assert richer.house_edge == pytest.approx(finding.house_edge - float(natural) * 14_000 / 40_000 / 5, abs=1e-12)
    assert finding.sd == pytest.approx(4.366972792, abs=1e-8)
