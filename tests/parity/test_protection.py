"""What ``lammer protect`` computes against simulated rounds, and its own bookkeeping.

``benchmarks/protection.py`` is the long run, which also shows where the models deviate.
"""

import numpy as np
import pytest

from benchmarks.protection import BATCHES, Compared, compare, effects_for, model_for
from lammer.counting.best_tags import NoCount
from lammer.counting.cards_per_round import CardsPerRound, cards_per_round
from lammer.counting.count_finding import best_by_value
from lammer.counting.effects import Effects
from lammer.counting.protection import CUTS, TableTerms, best_trigger, counted_bet
from lammer.counting.systems import systems
from lammer.counting.tags import parse_tags, tags_of
from lammer.rules.loader import load_sheet
from lammer.simulate.plays import plays_of
from lammer.simulate.table import KernelTable
from lammer.strategy.chart import house_chart

GAME, BET = "sd-blackjack+dealer-bust-21", "dealer-bust-21"
ROUNDS = 64_000 * BATCHES
LIMIT = 4.5
"""Standard errors, themselves estimated from the batches."""


@pytest.fixture(scope="module")
def effects() -> Effects:
    return effects_for(load_sheet(GAME), BET)


@pytest.fixture(scope="module")
def length() -> CardsPerRound:
    sheet = load_sheet(GAME)
    return cards_per_round(KernelTable(sheet, plays_of(sheet, house_chart(sheet))), 1 << 18)


def test_share_and_edge_agree_with_simulation(effects: Effects, length: CardsPerRound) -> None:
    """The control: the model of another trigger is found to differ."""
    tags = best_by_value(effects, 1, balanced=True)
    counted = counted_bet(effects, tags, length, model_for(load_sheet(GAME), effects, tags), whole=True)
    assert counted.model == "exact"
    found = compare(load_sheet(GAME), BET, counted, length, ROUNDS)
    assert abs(found.share.z) < LIMIT, found
    assert abs(found.edge.z) < LIMIT, found
    deeper = counted.at_cut(1.0, TableTerms(length.mean))
    wrong = Compared(found.share._replace(model=deeper.share), found.edge._replace(model=-deeper.edge))
    assert abs(wrong.share.z) > LIMIT


def test_the_trigger_is_where_the_line_crosses_zero(effects: Effects) -> None:
    """With a count that is the effects themselves, the expectation is 0 at the trigger, at every depth."""
    tags = best_by_value(effects, 1, balanced=True)
    linear = effects._replace(
        by_card={code: 0.001 * float(tags.by_value[min(code // 4, 9)]) for code in effects.by_card}
    )
    found = counted_bet(linear, tags, CardsPerRound(5.4))
    assert found.correlation == pytest.approx(1.0)
    assert found.trigger == pytest.approx(-52 * effects.ev / (effects.cards - 1) / 0.001)
    low = counted_bet(
        linear, parse_tags(str(tags).replace("-", "~").replace("+", "-").replace("~", "")), CardsPerRound(5.4)
    )
    assert not low.high
    assert low.trigger == pytest.approx(-found.trigger)
    assert low.wins == pytest.approx(found.wins)


@pytest.mark.parametrize("whole", [False, True])
def test_a_tag_more_on_every_card_moves_the_trigger_by_a_deck(effects: Effects, *, whole: bool) -> None:
    """Such a count says the same, and -52 times the average tag of the cards left is 52 less."""
    tags = systems()["hi-lo"].tags
    more = tags_of([tag + 1 for tag in tags.by_value])
    for models in ([model_for(load_sheet(GAME), effects, one) for one in (tags, more)], [None, None]):
        plain, moved = (
            counted_bet(effects, one, CardsPerRound(5.4), known, whole=whole)
            for one, known in zip((tags, more), models, strict=True)
        )
        assert moved.trigger == pytest.approx(plain.trigger - 52)
        assert moved.wins == pytest.approx(plain.wins)


def test_deeper_shoes_are_worth_more_and_the_cut_card_is_the_first_that_suffices(
    effects: Effects, length: CardsPerRound
) -> None:
    found = counted_bet(effects, systems()["hi-lo"].tags, length)
    terms = TableTerms(length.mean, 60, 100)
    worth = [found.at_cut(behind, terms).win_per_hour for behind in CUTS]
    assert worth == sorted(worth, reverse=True)
    amount = worth[2]
    behind = found.cards_behind_for(amount, terms)
    assert behind == round(52 * CUTS[2]) + 1
    assert found.at_cut(behind / 52, terms).win_per_hour < amount
    assert found.cards_behind_for(1e6, terms) == 0
    assert found.cards_behind_for(-1.0, terms) is None


def test_the_best_trigger_wins_more_than_any_other() -> None:
    random = np.random.default_rng(1)
    counts, wins = random.integers(-9, 10, (104, 7)) / 2.0, random.normal(size=(104, 7))
    chances = np.ones_like(wins)
    chances[:, 0] = 0.0
    dealt, possible = slice(0, 52), slice(1, 7)
    for whole, tried in ((False, np.arange(-9, 10) / 2), (True, np.arange(-5, 5))):
        won = [wins[dealt, possible][counts[dealt, possible] >= one].sum() for one in tried]
        assert best_trigger(counts, chances, wins, 7.5, whole=whole) == tried[int(np.argmax(won))]
    assert best_trigger(counts, chances, -abs(wins), 7.5, whole=False) == 7.5
    assert best_trigger(0 * counts, chances, abs(wins), 7.5, whole=False) == 0


def test_a_bet_on_which_all_cards_have_the_same_effect_is_refused(effects: Effects) -> None:
    same = effects._replace(by_card=dict.fromkeys(effects.by_card, 0.0))
    with pytest.raises(NoCount):
        counted_bet(same, systems()["hi-lo"].tags, CardsPerRound(5.4))
