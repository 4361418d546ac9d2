"""The published example of Bonus Spin's wheel: its weights, and the mean prize, which is misprinted.

Source: the public analysis of the wager of 5, with a jackpot of 24,000, "an expected win of $55.99".
"""

from fractions import Fraction

from lammer.rules.loader import load_sheet

SHEET = load_sheet("sd-blackjack+bonus-spin")
WHEEL = SHEET.side_bets["bonus-spin"].paytables["5"].wheels["blackjack spin"]
JACKPOT = 24_000


def mean_prize(jackpot: int) -> Fraction:
    total = sum(stop.weight for stop in WHEEL)
    prizes = [(stop.weight, jackpot if stop.share else Fraction(stop.prize, 100)) for stop in WHEEL]
    return sum((Fraction(weight, total) * prize for weight, prize in prizes), Fraction(0))


def test_the_rows_have_a_mean_of_one_less_than_published() -> None:
    assert mean_prize(JACKPOT) == Fraction("54.991")
    assert round(float(mean_prize(JACKPOT)), 2) != 55.99


def test_the_published_mean_adds_the_sum_of_the_chances() -> None:
    """The chances add up to 1, in the column beside the prizes; the published total is higher by just that."""
    assert round(float(mean_prize(JACKPOT) + 1), 2) == 55.99
    assert mean_prize(JACKPOT + 40_000) == mean_prize(JACKPOT) + 1  # a jackpot of 64,000 would give it too


def test_each_other_bettor_lowers_the_edge_by_what_spins_pay_to_others() -> None:
    """docs/findings.md: 2.19% of the wager of 5. Two of six decks are a natural with chance 2·24·96 / 312·311."""
    natural = Fraction(2 * 24 * 96, 312 * 311)
    to_others = Fraction(sum(stop.weight * stop.others for stop in WHEEL), sum(stop.weight for stop in WHEEL))
    assert SHEET.rules.shoe.decks == 6
    assert f"{float(natural * to_others / 500):.2%}" == "2.19%"
