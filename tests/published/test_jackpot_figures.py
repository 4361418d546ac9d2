"""The jackpot's analysis gives the figures the world has of Blazing 7's, and those of the side bet's own analysis."""

import pytest

from lammer.progressive.analysis import analyse, new_standing
from lammer.progressive.award_timing import Pace
from lammer.progressive.terms import Terms, load_terms
from lammer.rules.loader import load_sheet
from lammer.rules.meters import meter_finding
from lammer.rules.outcome_chances import count_outcomes
from lammer.rules.shoe_cards import deal_of, whole_decks

PACE = Pace({100: 300.0}, 12.0)


def terms_of(paytable: str) -> Terms:
    return load_terms("blazing-7s", [f"jackpot.paytable={paytable}"])


@pytest.mark.parametrize(
    ("paytable", "without", "meter", "hit"),
    [("PT1", 0.480257, 22_462.41, 62_666.5), ("PT2", 0.516161, 93_293.85, 250_666.0)],
)
def test_blazing_7s_in_wagers(paytable: str, without: float, meter: float, hit: float) -> None:
    terms = terms_of(paytable)
    found = analyse(terms, new_standing(terms), PACE)
    for stake in found.stakes:
        assert stake.fixed == pytest.approx(without, abs=5e-7)
        assert stake.break_even["meter"] / stake.stake == pytest.approx(meter, abs=0.005)
    assert found.long_run.levels[0].average.wagers == pytest.approx(hit, abs=0.05)


def test_pt1_with_the_shipped_terms() -> None:
    """Seeds return 1.595749e-5 × 10,000 of a wager of 1, increments 20% and reserves 3%."""
    terms = terms_of("PT1")
    run = analyse(terms, new_standing(terms), PACE).long_run
    assert run.seeds == pytest.approx(0.1595749, abs=5e-8)
    assert run.returned == pytest.approx(0.480257 + 0.2 + 0.03 + 0.159575, abs=1e-6)
    share = 1.595749e-5 + 7.180870e-5 / 10
    assert run.levels[0].meter == pytest.approx(100 * (0.2 + 0.03 + 0.1595749) / share, rel=1e-6)


@pytest.mark.parametrize("paytable", ["PT1", "PT2", "PT1-envy", "PT2-envy"])
def test_today_is_what_the_side_bets_analysis_says(paytable: str) -> None:
    bet = load_sheet("sd-blackjack+blazing-7s").side_bets["blazing-7s"]
    chances = count_outcomes(bet.reads, bet.outcomes, whole_decks(6), deal_of(load_sheet("sd-blackjack").rules))
    there = meter_finding(bet, bet.paytables[paytable], chances, {"meter": 1_000_000})
    terms = terms_of(paytable)
    here = analyse(terms, new_standing(terms), PACE).stakes
    assert here[0].returned == pytest.approx(there.returned, rel=1e-12)
    assert here[0].break_even["meter"] == pytest.approx(100 * there.levels[0].break_even, rel=1e-12)
    assert [one.envy for one in here] == pytest.approx([there.envy.get(one.stake, 0) for one in here], rel=1e-12)
