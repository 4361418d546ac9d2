"""Lammers of free doubles with any number of cards, against two slow oracles on small shoes: one written from the
clauses alone, and every order dealt through the table."""

import numpy as np
import pytest

import late_doubles_oracle as oracle
from lammer.conformance.every_order import outcomes_of, shoe_of
from lammer.exact.analysed import analysed_tables
from lammer.exact.combined_play import joint
from lammer.exact.finding import shoe_of as shoe_of_sheet
from lammer.exact.lammers import LammerChances, lammer_chances, of_split, shifted
from lammer.exact.late_doubles import SplitLammers, drawn_by_a_hit
from lammer.exact.play import ByChart, Optimal
from lammer.exact.play import Play as Strategy
from lammer.exact.round import round_worth
from lammer.exact.stakes import OWN
from lammer.exact.values import Game
from lammer.rule_tables.plays import Play
from lammer.strategy.chart import Chart, house_chart
from tests.sheets import posted

NUGGET = "golden-nugget-2012"
WISHES = (
    [("pair", value, "free-split") for value in (1, 2, 3, 5, 6, 7, 8, 9)]
    + [("hard", total, "free-double" if 9 <= total <= 11 else "hit") for total in range(4, 17)]
    + [("soft", total, "hit") for total in range(12, 18)]
)
TAKES_ALL = Chart(
    "every free bet",
    {
        (stake, section, hand, up): (wish,)
        for stake in ("own", "free")
        for section, hand, wish in WISHES
        for up in range(1, 11)
    },
)
"""The play of the oracle that is written from the clauses."""
SHOES = {
    "twos": {2: 5, 3: 2, 4: 1, 10: 12},
    "threes": {3: 5, 2: 1, 5: 1, 1: 1, 10: 12},
    "fours": {4: 4, 2: 1, 1: 1, 7: 1, 10: 12},
    "aces and fives": {5: 5, 1: 4, 6: 1, 10: 12},
}
SMALL = {"twos": {2: 3, 3: 1, 4: 1, 10: 11}, "threes": {3: 4, 2: 1, 10: 12}}


def _counted(game: str, shoe: dict[int, int], play: Strategy) -> LammerChances:
    return lammer_chances(Game(analysed_tables(posted(game)), shoe_of(shoe), play))


@pytest.mark.parametrize("shoe", SHOES)
def test_every_lammer_count_agrees_with_the_clauses(shoe: str) -> None:
    counts, natural = oracle.lammers_of_a_round(tuple(int(number) for number in shoe_of(SHOES[shoe])))
    fast = _counted(NUGGET, SHOES[shoe], ByChart(TAKES_ALL))
    assert fast.dealer_natural == pytest.approx(float(natural), abs=1e-14)
    assert fast.counts == pytest.approx([float(counts.get(number, 0)) for number in range(8)], abs=1e-14)


@pytest.mark.parametrize(
    ("rules", "shoe", "play"),
    [
        ("", "twos", "best"),
        ("", "threes", "house"),
        ("[surrender.late=true,dealer.peek_under=[]]", "threes", "best"),
        ("[split.most_hands=3]", "twos", "house"),
    ],
)
def test_every_lammer_count_agrees_with_the_table(rules: str, shoe: str, play: str) -> None:
    sheet = posted(NUGGET + rules)
    by = Optimal() if play == "best" else ByChart(house_chart(sheet))
    slow = outcomes_of(sheet, SMALL[shoe], by)
    fast = _counted(NUGGET + rules, SMALL[shoe], by)
    for number in range(8):
        dealt = sum(chance for (_, count), chance in slow.items() if count == number)
        natural = fast.dealer_natural if number == 0 else 0.0
        assert fast.counts[number] + natural == pytest.approx(float(dealt), abs=1e-13)


@pytest.mark.parametrize("up", [7, 10])
def test_a_hand_that_is_hit_counts_together_with_the_hands_that_wait(up: int) -> None:
    """Of three hands that came of threes the second is hit with 3, 2; the third waits for its second card."""
    counts = SHOES["threes"] | {7: 1}
    game = Game(analysed_tables(posted(NUGGET)), shoe_of(counts), ByChart(TAKES_ALL))
    worth = next(worth for worth in game.worths if worth.against.up == up)
    hands, rule = worth.split_hands(3), worth.split_rule(3)
    left = worth.against.unseen - shoe_of({3: 3, 2: 1})
    here = worth.against.situation(2, 2)
    acting = drawn_by_a_hit(here, hands.policy("own"), int(here.family.place[here.hands.of(3, 2)]))
    fast = SplitLammers(hands, left).to_come(rule, ("free",), 3, acting)
    slow = oracle.hit((2, 3), 3, 1, 3, tuple(int(number) for number in left), no_hole=1 if up == 10 else 0)
    assert fast == pytest.approx([float(slow.get(number, 0)) for number in range(8)], abs=1e-14)
    alone = SplitLammers(hands, left).to_come(rule, ("free",), 3)
    assert not np.allclose(fast, alone, atol=1e-3), "the hand that is hit would not count"


@pytest.mark.parametrize("game", ["sd-free-bet", "european-free-bet", "free-money[natural.pays=6:5]"])
def test_two_card_doubles_count_as_they_do_card_by_card(game: str) -> None:
    """The same from whole shoes where only two-card hands double free, which are counted in another way."""
    sheet = posted(game)
    for worth in Game(analysed_tables(sheet), shoe_of_sheet(sheet)[0], Optimal()).worths[::3]:
        for value in (1, 2, 8):
            rule = worth.split_rule(value)
            assert rule is not None
            left = worth.against.unseen - shoe_of({value: 2})
            to_come = SplitLammers(worth.split_hands(value), left).to_come(rule, ("own", rule.first_adds), 2)
            assert shifted(to_come, 1) == pytest.approx(of_split(worth, value, rule), abs=1e-14)


def test_the_oracle_notices_doubles_of_two_cards_only() -> None:
    """Negative control."""
    counts, _ = oracle.lammers_of_a_round(tuple(int(number) for number in shoe_of(SHOES["fours"])))
    other = _counted(f"{NUGGET}[free.double_cards=two]", SHOES["fours"], ByChart(TAKES_ALL))
    assert abs(other.counts[1] - float(counts[1])) > 1e-3


@pytest.mark.parametrize("game", [NUGGET, "sd-free-bet[free.double_cards=any number]"])
def test_joint_play_after_a_hit_is_the_main_games(game: str) -> None:
    """The main game takes every free double, so no later play brings more lammers."""
    table = Game(analysed_tables(posted(game)), shoe_of_sheet(posted(game))[0], Optimal())
    for worth in table.worths:
        assert (worth.policy[worth.first.options.legal(OWN)[Play.FREE_DOUBLE]] == Play.FREE_DOUBLE).all()


def test_joint_play_without_a_side_wager_is_the_main_game() -> None:
    sheet = posted("sd-free-bet[free.double_cards=any number]")
    table, bet = Game(analysed_tables(sheet), shoe_of_sheet(sheet)[0], Optimal()), sheet.side_bets["pot-of-gold"]
    found = joint(table, bet, bet.paytables["01"], 0.0)
    assert found.main == pytest.approx(round_worth(table), abs=1e-15)
    assert found.chances.counts == pytest.approx(lammer_chances(table).counts, abs=1e-15)
    assert {flip.hand for flip in found.flips} == {(5, 5)}
