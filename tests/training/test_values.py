"""Values of decisions: what `lammer evs` says, seen from a seat, with every kind of choice; and what choices cost."""

import json
import shlex

import pytest

from lammer.decisions.grades import Grade, grade_of, judge
from lammer.decisions.review import review
from lammer.decisions.situation import Decision, decision_of
from lammer.decisions.values import Valued, lammer_bets, value_decision
from lammer.exact.analysed import analysed_tables
from lammer.exact.combined_hand import LammerPays, LammerWager, combined_values
from lammer.exact.combined_play import choices
from lammer.exact.finding import shoe_of
from lammer.exact.play import Optimal
from lammer.exact.values import Game
from lammer.rules.loader import load_sheet
from lammer.table.actions import Action
from lammer.table.notation import read_round
from lammer.training.words import advice_text, verdict_text
from tests.surfaces.commands import run


def valued(line: str) -> tuple[Decision, Valued]:
    round_ = read_round(line, unfinished=True).round
    decision = decision_of(round_, (), lammer_bets(round_.sheet))
    assert decision is not None
    return decision, value_decision(round_.sheet, decision)


def worths(line: str) -> dict[str, float]:
    return {one.action: one.worth for one in valued(line)[1].choices}


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("sd-free-bet 1:10 | 8h 6c 8d Tc", 'evs sd-free-bet "8h 8d" --up 6'),
        ("sd-free-bet 1:10 | 8h 6c 8d Tc | FP Th S 3h", 'evs sd-free-bet "8h 3h" --up 6 --free --remove Th'),
        ("sd-free-bet 1:10 | 8h 6c 8d Tc | FP 8s FP 2h", 'evs sd-free-bet "8h 2h" --up 6 --split --hands 3'),
        ("sd-blackjack 1:10 2:10 | Th 9h 6c 2d 9d Tc", 'evs sd-blackjack "Th 2d" --up 6 --remove "9h 9d"'),
        ("european-free-bet 1:10 | Th Ts 6d", 'evs european-free-bet "Th 6d" --up T'),
    ],
)
def test_a_decision_is_worth_what_evs_says_of_the_cards_in_sight(line: str, command: str) -> None:
    done = run(*shlex.split(command), "--json")
    exact = json.loads(done.out)["values"]
    assert worths(line) == {action: pytest.approx(exact[action], abs=1e-9) for action in exact}


def test_insurance_is_worth_what_the_unseen_tens_make_it() -> None:
    """Six decks: 96 tens of 309 cards are unseen besides 8, 8 and the ace; insurance of half a bet pays 2 to 1."""
    values = worths("sd-free-bet 1:10 | 8h Ac 8d Tc")
    assert values["insure"] - values["pass"] == pytest.approx(0.5 * (2 * 96 / 309 - 213 / 309))
    assert values["pass"] > values["insure"]


def test_even_money_is_one_and_declining_it_is_worth_more() -> None:
    values = worths("european-free-bet 1:10 | Ah As Kd")
    assert values["even-money"] == 1
    assert values["pass"] == pytest.approx(1.5 * (1 - 95 / 309))


def test_a_double_for_less_lies_between_one_card_and_the_full_double() -> None:
    decision, found = valued("sd-blackjack 1:10 | 6h 6c 5d Tc")
    double = next(one for one in found.choices if one.action == "double")
    offer = next(one for one in decision.offers if one.action == "double")
    half = judge(found, decision, "double", 500)
    assert offer.minimum < offer.maximum == 1
    assert half is not None
    assert half.cost == pytest.approx((double.worth - double.minimum_worth) * 0.5 / (1 - offer.minimum))
    assert "the amount cost" in verdict_text(load_sheet("sd-blackjack"), decision.situation, half)
    hit = next(one for one in found.choices if one.action == "hit")
    assert double.worth == pytest.approx(2 * hit.worth, abs=1e-6)  # 11 against 6 draws one card either way


def test_surrender_is_valued_where_the_sheet_has_it() -> None:
    values = worths("sd-blackjack[surrender.late=true] 1:10 | Th Tc 6d 7c")
    assert values["surrender"] == -0.5


@pytest.mark.parametrize("hand", [(5, 5), (8, 8), (4, 5), (2, 2), (2, 4)])
@pytest.mark.parametrize("ratio", [0.0, 0.5, 2.0])
@pytest.mark.parametrize("cards", ["two", "any number"])
def test_a_pot_of_gold_is_valued_as_the_joint_play_does(hand: tuple[int, int], ratio: float, cards: str) -> None:
    sheet = load_sheet("sd-free-bet", (f"free.double_cards={cards}",))
    tables, (shoe, _) = analysed_tables(sheet), shoe_of(sheet)
    bet = sheet.rules.side_bets["pot-of-gold"]
    pays = LammerPays.of(bet, bet.paytables[bet.paytable])
    game = Game(tables, shoe, Optimal())
    for worth in game.worths[1::4]:
        joint = max(one.worth + ratio * one.pay(pays.nets) for one in choices(worth, *hand))
        values = combined_values(tables, shoe, hand, worth.against.up, None, LammerWager(ratio), pays)
        assert max(values.values()) == pytest.approx(joint, abs=1e-12)


def test_a_pot_of_gold_changes_the_best_play_and_says_so() -> None:
    plain, rides = (
        valued("sd-free-bet 1:10 | 5h 6c 5d Tc")[1],
        valued("sd-free-bet 1:10,pot-of-gold=5 | 5h 6c 5d Tc")[1],
    )
    assert (plain.choices[0].action, rides.choices[0].action) == ("free-double", "free-split")
    assert rides.included == ("pot-of-gold",)


def test_lammers_that_are_taken_and_to_come_count() -> None:
    """With a hand still to come, one more lammer is worth more than the last one would be."""
    line = "sd-free-bet 1:10,pot-of-gold=5 | 8h 6c 8d Tc | FP 3h"
    side = valued(line)[0].situation.sides[0]
    assert (side.ratio, side.taken, side.pending) == (0.5, 1, ("free",))
    with_bet, alone = worths(line), worths(line.replace(",pot-of-gold=5", ""))
    assert with_bet["free-double"] - with_bet["hit"] > alone["free-double"] - alone["hit"]


def test_a_hit_is_worth_the_lammer_that_it_may_still_bring() -> None:
    """5 against 7 draws to a free double of three cards or more, where the sheet allows it."""
    line = "sd-free-bet[free.double_cards={}] 1:10,pot-of-gold=5 | 2h 6c 3d Tc"
    sides = {}
    for cards in ("two", "any number"):
        with_bet, alone = worths(line.format(cards)), worths(line.format(cards).replace(",pot-of-gold=5", ""))
        assert with_bet["stand"] - alone["stand"] == pytest.approx(-0.5)
        sides[cards] = with_bet["hit"] - alone["hit"]
    assert sides["two"] == pytest.approx(-0.5)
    assert sides["any number"] > 0


@pytest.mark.parametrize(
    ("cost", "grade"),
    [
        (0.0, Grade.GOOD),
        (0.0049, Grade.GOOD),
        (0.005, Grade.INACCURACY),
        (0.0299, Grade.INACCURACY),
        (0.03, Grade.MISTAKE),
        (0.0999, Grade.MISTAKE),
        (0.1, Grade.BLUNDER),
    ],
)
def test_grades_begin_at_their_thresholds(cost: float, grade: Grade) -> None:
    assert grade_of(cost) is grade


def test_a_round_is_reviewed_decision_by_decision() -> None:
    played = read_round("sd-free-bet 1:10 2:10 | 8h Th 6c 8d 6d Tc | FP Th S 3h FD 9c H 5s | 5d")
    mine = list(review(played, lambda field: field[0] == 1))
    assert [(one.chosen.kind, one.verdict.cost if one.verdict else None) for one in mine] == [
        ("free-split", 0),
        ("stand", 0),
        ("free-double", 0),
    ]
    (other,) = review(played, lambda field: field[0] == 2)
    assert other.verdict is not None
    assert other.verdict.grade is Grade.BLUNDER
    sheet, situation = played.round.sheet, other.decision.situation
    assert verdict_text(sheet, situation, other.verdict).startswith("16 against 6: you hit. Blunder: it cost 0.2")
    assert other.valued is not None
    assert advice_text(sheet, situation, other.valued).startswith(
        "16 against 6: stand is best, −0.218; hit is next, −0.469."
    )


def test_what_other_seats_hide_does_not_count() -> None:
    lines = (f"triple-win-20[deal.player_cards=down] 1:10 2:10 | Th {card} 6c 5d 9d Tc" for card in ("9h", "2h"))
    assert len({valued(line)[0].situation for line in lines}) == 1


def test_following_has_no_exact_value() -> None:
    decision, found = valued("european-free-bet 1:10 1.2:10 | 8h 6c 8d | FP")
    assert decision.hand_class == "other"
    assert not found.choices
    assert judge(found, decision, Action("follow").kind) is None


@pytest.mark.parametrize(
    ("line", "offered", "best"),
    [
        ("live-free-bet 1:10 | 8h 6c 8d Tc", {"free-split"}, "free-split"),
        ("live-free-bet 1:10 | 6h 6c 5d Tc", {"free-double"}, "free-double"),
        ("live-free-bet 1:10 | 5h 6c 5d Tc", {"free-double", "free-split"}, "free-double"),
        ("golden-nugget-2012 1:10 | 2h 6c 3d Tc | H 6s", {"stand", "hit", "free-double"}, "free-double"),
        ("jamul 1:10 | Ah 6c 8d Tc", {"stand", "hit", "double", "free-double"}, "free-double"),
        ("choctaw 1:10 | 8h 6c 8d Tc | FP 8s", {"stand", "hit", "double", "split"}, "split"),
    ],
)
def test_every_choice_is_valued_under_the_rules_of_other_houses(line: str, offered: set[str], best: str) -> None:
    decision, valuation = valued(line)
    assert {offer.action for offer in decision.offers} == offered
    assert ({one.action for one in valuation.choices}, valuation.unvalued) == (offered, ())
    assert valuation.best is not None
    assert valuation.best.action == best


def test_a_hit_that_may_be_boxed_is_worth_more() -> None:
    """16 against a ten: a bust may still win. Against a 6 it has lost, and a dealer 22 pushes what was a win."""
    assert worths("zombie-blackjack 1:10 | Th Tc 6d 9c")["hit"] > worths("sd-blackjack 1:10 | Th Tc 6d 9c")["hit"]
    assert worths("zombie-blackjack 1:10 | Th 6c 6d Tc")["hit"] < worths("sd-blackjack 1:10 | Th 6c 6d Tc")["hit"]
