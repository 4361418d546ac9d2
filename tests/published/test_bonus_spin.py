"""The published example of Bonus Spin's wheel: its weights, and the mean prize, which is misprinted.

Source: the public analysis of the wager of 5, with a jackpot of 24,000, "an expected win of $55.99".
"""

from fractions import Fraction

from lammer.rules.loader import load_sheet

JACKPOT = 24_000


def mean_prize(jackpot: int) -> Fraction:
    wheel = load_sheet("sd-blackjack+bonus-spin").side_bets["bonus-spin"].paytables["5"].wheels["blackjack spin"]
    total = sum(stop.weight for stop in wheel)
    prizes = [(stop.weight, jackpot if stop.share else Fraction(stop.prize, 100)) for stop in wheel]
    return sum((Fraction(weight, total) * prize for weight, prize in prizes), Fraction(0))


def test_the_rows_have_a_mean_of_one_less_than_published() -> None:
    assert mean_prize(JACKPOT) == Fraction("54.991")
    assert round(float(mean_prize(JACKPOT)), 2) != 55.99


def test_the_published_mean_adds_the_sum_of_the_chances() -> None:
    """The chances add up to 1, in the column beside the prizes; the published total is higher by just that."""
    assert round(float(mean_prize(JACKPOT) + 1), 2) == 55.99
    assert mean_prize(JACKPOT + 40_000) == mean_prize(JACKPOT) + 1  # a jackpot of 64,000 would give it too
