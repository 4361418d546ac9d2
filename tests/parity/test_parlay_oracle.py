"""The value of parlays against every order of a tiny shoe, dealt through the table in fractions."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from lammer.conformance.every_order import Chooser, shoe_of
from lammer.decisions.situation import decision_of
from lammer.decisions.values import value_decision
from lammer.exact.analysed import analysed_tables
from lammer.exact.parlays import best_parlays, with_parlays
from lammer.exact.play import Optimal
from lammer.exact.round import round_worth
from lammer.exact.values import Game
from lammer.rules.loader import load_sheet
from lammer.rules.parlays import ALWAYS, Policy
from lammer.rules.shoe_cards import ShoeCards
from lammer.rules.sidebets import fixed_side_bets
from lammer.table.actions import Action, bet, card
from lammer.table.betting import open_round
from lammer.table.parlays import standing_parlay
from lammer.table.round import apply, begin
from lammer.table.state import Round, Waits
from tests.rounds import under_way

WAGER = 1000
SHOES = {"eights": {8: 4, 10: 8, 5: 1}, "nines": {2: 1, 9: 3, 10: 10}}
GAMES = ("sd-blackjack+war", "sd-free-bet+war", "european-free-bet+war")


def expected(round_: Round, left: dict[int, int], choose: Callable[[Round], Action]) -> Fraction:
    """The expected net of the main wager and the side bet together, in wagers."""
    if round_.settlement is not None:
        hands, sides = round_.settlement.hands, round_.settlement.sides
        return Fraction(sum(hand.net for hand in hands) + sum(side.net for side in sides), WAGER)
    if round_.waits is not Waits.CARD:
        return expected(apply(round_, choose(round_))[0], left, choose)
    cards = sum(left.values())
    assert cards, "the tiny shoe has run out: choose a larger one"
    return sum(
        (
            Fraction(number, cards)
            * expected(apply(round_, card(4 * (value - 1)))[0], {**left, value: number - 1}, choose)
            for value, number in left.items()
            if number
        ),
        Fraction(0),
    )


def test_the_coach_knows_which_answer_is_better_and_by_how_much() -> None:
    """A parlay of half a wager makes the main game worth half as much again."""
    for cards, best in (("Kh 6c", "parlay"), ("3h 2c", "pass"), ("2h Ac", "pass")):
        round_ = under_way(f"sd-blackjack+war 1:10,war=5 | {cards}")
        decision = decision_of(round_)
        assert decision is not None
        valued = value_decision(round_.sheet, decision)
        worths = {one.action: one.worth for one in valued.choices}
        assert valued.best is not None
        assert valued.best.action == best
        assert worths["parlay"] == pytest.approx(1.5 * worths["pass"])
    assert worths["pass"] == pytest.approx(-0.4791, abs=5e-5)


@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("game", GAMES)
def test_every_order_of_a_tiny_shoe_agrees(game: str, shoe: str) -> None:
    sheet, counts = load_sheet(game), SHOES[shoe]
    cards = ShoeCards(tuple(counts.get(code // 4 + 1, 0) if code % 4 == 0 else 0 for code in range(52)))
    table = Game(analysed_tables(sheet), shoe_of(counts), Optimal())
    chooser = Chooser(table)
    (found,) = [one for one in with_parlays(sheet, table, cards, fixed_side_bets(sheet, shoe=cards)) if one.parlay]
    assert found.parlay is not None
    dealt, _ = begin(open_round(sheet), (bet(1, WAGER), bet(1, WAGER, "war")))

    def slow(policy: Policy) -> float:
        return float(expected(dealt, counts, lambda round_: standing_parlay(round_, policy) or chooser(round_)))

    main, best = round_worth(table), best_parlays(table)
    assert slow(best) == pytest.approx(main - found.parlay.best, abs=1e-12)
    assert slow(ALWAYS) == pytest.approx(main - found.parlay.always, abs=1e-12)
    assert slow(frozenset()) == pytest.approx(main - found.parlay.alone, abs=1e-12)
    flipped = best ^ {(10, 8), (10, 9)}
    assert slow(flipped) < slow(best) - 1e-6, "a player who parlays otherwise must do worse"
