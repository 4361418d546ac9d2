"""Chances that need nobody's play, against published and independently computed figures."""

from fractions import Fraction

import pytest

from lammer.exact.analysed import analysed_tables as exact_terms
from lammer.exact.play import Optimal
from lammer.exact.refusals import NotAnalysed
from lammer.exact.shoe import full_shoe
from lammer.exact.sidebets import check_side_bets, lammer_bets
from lammer.exact.values import Game
from lammer.rules.chances import dealer_total_chances
from lammer.rules.loader import load_sheet
from lammer.rules.meters import meter_finding
from lammer.rules.outcome_chances import Chances, outcome_chances
from lammer.rules.schema import Rules
from lammer.rules.shoe_cards import whole_decks
from lammer.rules.sidebets import fixed_side_bets


def dealer_22_chances(rules: Rules) -> dict[str, Fraction]:
    return outcome_chances(load_sheet("free-money").side_bets["dealer-22"], rules).of_best()


def sevens(decks: int) -> Chances:
    sheet = load_sheet("sd-blackjack+blazing-7s")
    return outcome_chances(sheet.side_bets["blazing-7s"], sheet.rules, whole_decks(decks))


def sevens_chances(decks: int) -> dict[str, Fraction]:
    return sevens(decks).of_best()


def _p22(decks: int) -> float:
    return float(sum(dealer_22_chances(load_sheet("sd-blackjack", (f"shoe.decks={decks}",)).rules).values()))


@pytest.mark.parametrize(("decks", "chance"), [(1, 0.073362), (2, 0.073470), (6, 0.073536)])
def test_dealer_22_h17_agrees_with_wizard_of_odds(decks: int, chance: float) -> None:
    assert _p22(decks) == pytest.approx(chance, abs=5e-7)


def test_dealer_22_bonus_by_suit() -> None:
    chances = dealer_22_chances(load_sheet("free-money").rules)
    assert float(chances["suited 22"]) == pytest.approx(0.003326899, abs=5e-10)
    assert float(chances["one-colour 22"]) == pytest.approx(0.011658729, abs=5e-10)


def test_dealer_22_bonus_edges() -> None:
    edges = {found.paytable: found.house_edge for found in fixed_side_bets(load_sheet("free-money"))}
    assert edges["PT1"] == pytest.approx(0.058539, abs=5e-7)
    assert edges["PT3"] == pytest.approx(0.117565, abs=5e-7)


def test_dealer_totals_are_certain_together() -> None:
    for game in ("sd-blackjack", "triple-win-20", "european-free-bet"):
        assert sum(dealer_total_chances(load_sheet(game).rules).values()) == 1


@pytest.mark.parametrize(
    ("outcome", "chance"),
    [("777 same colour", 7.180870e-5), ("777", 3.159583e-4), ("two 7s", 0.005285120), ("one 7", 0.142468464)],
)
def test_blazing_7s_six_decks(outcome: str, chance: float) -> None:
    assert float(sevens_chances(6)[outcome]) == pytest.approx(chance, rel=2e-7)


def test_blazing_7s_suited_is_one_in_62666() -> None:
    chances = sevens_chances(6)
    assert float(1 / (chances["777 diamonds"] + chances["777 suited"])) == pytest.approx(62_666.5, abs=0.05)


@pytest.mark.parametrize(("paytable", "meter"), [("PT1", 2_246_241), ("PT2", 9_329_385)])
def test_blazing_7s_breaks_even_at_the_published_meter(paytable: str, meter: int) -> None:
    """At the break-even meter the edge of a $1 wager is nothing, and a dollar below it is something."""

    def edge(amount: int) -> float:
        level = f"sevens_bets.blazing-7s.levels.meter={{start={amount},reset={amount}}}"
        sheet = load_sheet("sd-blackjack+blazing-7s", (level,))
        return next(found.house_edge for found in fixed_side_bets(sheet) if found.paytable == paytable)

    assert edge(meter) == pytest.approx(0, abs=1e-6)
    assert edge(meter - 100) > 0 > edge(meter + 100)


@pytest.mark.parametrize(
    ("paytable", "without", "meter", "hit"),
    [("PT1", 0.480257, 22_462.41, 62_666.5), ("PT2", 0.516161, 93_293.85, 250_666.0)],
)
def test_blazing_7s_as_a_function_of_the_meter(paytable: str, without: float, meter: float, hit: float) -> None:
    bet = load_sheet("sd-blackjack+blazing-7s").side_bets["blazing-7s"]
    found = meter_finding(bet, bet.paytables[paytable], sevens(6), {})
    assert found.without_meters == pytest.approx(without, abs=5e-7)
    assert found.levels[0].break_even == pytest.approx(meter, abs=0.005)
    assert found.awards[0].wagers_between == pytest.approx(hit, abs=0.05)


@pytest.mark.parametrize("paytable", ["PT1", "PT2", "PT3", "PT1-envy", "PT2-envy"])
def test_at_a_break_even_meter_everything_comes_back(paytable: str) -> None:
    bet = load_sheet("sd-blackjack+blazing-7s").side_bets["blazing-7s"]
    found = meter_finding(bet, bet.paytables[paytable], sevens(8), {})
    for level in found.levels:
        amount = round(level.break_even * bet.minimum)
        there = meter_finding(bet, bet.paytables[paytable], sevens(8), {level.level: amount})
        assert there.returned == pytest.approx(1, abs=1e-6)
        assert there.returned > found.returned


def test_lucky_george_is_what_the_tip_pool_gets() -> None:
    bet = load_sheet("sd-blackjack+blazing-7s").side_bets["blazing-7s"]
    envy = meter_finding(bet, bet.paytables["PT1-envy"], sevens(6), {}).envy
    chances = sevens_chances(6)
    suited = chances["777 diamonds"] + chances["777 suited"]
    pool = 100 * suited + 25 * chances["777 same colour"] + 5 * chances["777"] + 2 * chances["two 7s"]
    assert envy[100] == pytest.approx(float(pool), abs=1e-12)
    assert envy[500] == pytest.approx(float(pool + chances["one 7"]) / 5, abs=1e-12)
    assert meter_finding(bet, bet.paytables["PT1"], sevens(6), {}).envy == {}


@pytest.mark.parametrize(("decks", "edge"), [(6, 23 / 311), (8, 31 / 415)])
def test_insurance(decks: int, edge: float) -> None:
    sheet = load_sheet("sd-blackjack", (f"shoe.decks={decks}",))
    found = next(one for one in fixed_side_bets(sheet) if one.id == "insurance")
    assert found.house_edge == pytest.approx(edge, abs=1e-12)


def test_an_outcome_without_a_row_is_paid_as_the_next_best() -> None:
    bonus = "first_cards_bets.tw20-bonus.paytables.PT1="
    rows = '{basis="to 1",rows={"first-card ace"=7,"pair of faces"=10}}'
    found = next(one for one in fixed_side_bets(load_sheet("triple-win-20", (bonus + rows,))) if one.id == "tw20-bonus")
    chances = {one.name: one.probability for one in found.outcomes}
    assert chances["pair of faces"] == pytest.approx(0.001140960 + 0.002281921 + 0.012322373, abs=2e-9)
    assert sum(chances.values()) == pytest.approx(1, abs=1e-12)


def test_pays_for_1_include_the_wager() -> None:
    lammers = 'lammer_bets.gold-rush.paytables.PT1={basis="for 1",rows={"1 lammer"=4}}'
    sheet = load_sheet("free-money", (lammers,))
    found = next(one for one in lammer_bets(sheet, Game(exact_terms(sheet), full_shoe(6), Optimal())))
    one_lammer = next(one for one in found.outcomes if one.name == "1 lammer")
    assert found.house_edge == pytest.approx(1 - 4 * one_lammer.probability, abs=1e-12)


@pytest.mark.parametrize(
    "override",
    [
        "side_bets.pot-of-gold.lammers.count=winning lammers",
        "side_bets.pot-of-gold.lammers.unit=hand",
    ],
)
def test_a_reading_that_is_not_followed_is_refused(override: str) -> None:
    with pytest.raises(NotAnalysed, match=override.partition("=")[0]):
        check_side_bets(load_sheet("sd-free-bet", (override,)))


def test_a_dealer_22_bet_that_comes_back_is_refused() -> None:
    with pytest.raises(NotAnalysed, match="unfinished=returned"):
        check_side_bets(load_sheet("free-money", ("dealer_22_bets.dealer-22.when_settled=returned",)))


def test_lammers_do_not_depend_on_who_looks() -> None:
    """A dealer natural loses the bet whether it is found before or after; play is the same here."""
    looks = load_sheet("sd-free-bet")
    blind = load_sheet("sd-free-bet", ("dealer.hole_card=false", "dealer.peek_under=[]"))
    found = [
        next(lammer_bets(sheet, Game(exact_terms(sheet), full_shoe(6), Optimal()))).house_edge
        for sheet in (looks, blind)
    ]
    assert found[1] == pytest.approx(found[0], abs=1e-12)
