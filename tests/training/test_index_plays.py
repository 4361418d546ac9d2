"""Index plays in the linear model: near published indices, near exact values from whole shoes, and graded."""

import pytest

from lammer.cards.card import DECK_SIZE
from lammer.counting.systems import systems
from lammer.counting.tags import A_DECK, tags_of
from lammer.decisions.situation import Decision, decision_of
from lammer.exact.analysed import analysed_tables
from lammer.exact.evs import action_values
from lammer.exact.shoe import full_shoe
from lammer.rules.loader import load_sheet
from lammer.table.shuffle import DrawStream, derived_seed
from lammer.training.count_drills import CountDrill, Settings, graded, hand_key, next_question, same_question
from lammer.training.drills import Card, Memory, NoSuchHand, deal_key
from lammer.training.index_drill import NEAR, IndexQuestion
from lammer.training.index_plays import PlayChange, index_plays, play_at

HI_LO = systems()["hi-lo"]
PUBLISHED = {"10,6/10": 0, "10,5/10": 4, "10,2/3": 2, "10,2/2": 3, "7,2/2": 1, "7,2/7": 3, "10,3/2": -1, "10,6/9": 5}
"""Don Schlesinger's Illustrious 18 (Blackjack Attack) for Hi-Lo and shoes, which vary a little with the rules."""


def decision(game: str, key: str) -> Decision:
    dealt = deal_key(load_sheet(game), key, DrawStream(derived_seed("index", key)).below)
    assert dealt is not None
    found = decision_of(dealt.round)
    assert found is not None
    return found


@pytest.mark.parametrize("key", PUBLISHED)
def test_indices_are_near_the_published_ones(key: str) -> None:
    (play,) = index_plays(load_sheet("sd-blackjack"), decision("sd-blackjack", key), HI_LO.tags)
    assert abs(play.index - PUBLISHED[key]) < 1
    assert (play.play_below, play.play_from) == ("hit", "double" if key.startswith("7") else "stand")


def test_indices_of_an_unbalanced_count_are_moved_by_its_sum() -> None:
    """They were left out, being far from 0: a full shoe has a true count of its own."""
    one = decision("sd-blackjack", "10,6/10")
    (balanced,) = index_plays(load_sheet("sd-blackjack"), one, HI_LO.tags)
    (moved,) = index_plays(load_sheet("sd-blackjack"), one, tags_of(tag + 1 for tag in HI_LO.tags.by_value))
    assert moved.index == pytest.approx(balanced.index - DECK_SIZE)


def best_from_a_shoe(game: str, one: Decision, count: float) -> str:
    """The best play from a whole shoe that has this true count, with low cards for high ones or the other way."""
    sheet = load_sheet(game)
    shoe, situation = full_shoe(sheet.rules.shoe.decks), one.situation
    for value in (*situation.cards, situation.up):
        shoe[value - 1] -= 1
    tags = [float(tag) for tag in HI_LO.tags.by_value]
    moved = (count * shoe.sum() / DECK_SIZE + sum(shoe * tags)) / 2
    for value, cards in enumerate(A_DECK, start=1):
        of_kind = sum(many for many, tag in zip(A_DECK, tags, strict=True) if tag == tags[value - 1])
        shoe[value - 1] -= tags[value - 1] * moved * cards / of_kind
    values = action_values(analysed_tables(sheet), shoe.round(), situation.cards, situation.up)
    return max(values, key=lambda play: values[play])


@pytest.mark.parametrize(
    ("game", "key"), [("sd-blackjack", "10,6/10"), ("sd-free-bet", "10,2/4"), ("sd-blackjack", "7,2/7")]
)
def test_the_best_play_changes_at_the_index(game: str, key: str) -> None:
    one = decision(game, key)
    plays = index_plays(load_sheet(game), one, HI_LO.tags)
    assert plays
    for count in (plays[0].index - 1.5, plays[-1].index + 1.5):
        assert best_from_a_shoe(game, one, count) == play_at(plays, count)
    # The test can fail: one play for all counts is wrong on one side.
    assert play_at(plays, plays[0].index - 1.5) != play_at(plays, plays[-1].index + 1.5)


def test_the_play_from_several_indices() -> None:
    plays = (PlayChange((8, 8), 9, "hit", "stand", -1.0), PlayChange((8, 8), 9, "stand", "split", 2.5))
    assert [play_at(plays, count) for count in (-2, -1, 2, 3)] == ["hit", "stand", "stand", "split"]


def test_a_question_is_clear_and_graded() -> None:
    settings = Settings(load_sheet("sd-free-bet"), CountDrill.INDEX, HI_LO)
    question = next_question(settings, "1", Memory(5, {"10,2/4": Card(0, 5)}))
    assert isinstance(question, IndexQuestion)
    assert hand_key(question) == "10,2/4"
    assert all(abs(question.true_count - one.index) >= NEAR for one in question.plays)
    assert same_question(settings, "1", question.dealt) == question
    best = play_at(question.plays, question.true_count)
    other = next(offer.action for offer in question.decision.offers if offer.action != best)
    right, wrong = graded(question, best), graded(question, other)
    assert right is not None
    assert wrong is not None
    assert (right.right, wrong.right) == (True, False)
    assert "12 against 4: hit at low counts, stand from a true count of" in wrong.text
    assert graded(question, "surrender") is graded(question, "3") is None
    with pytest.raises(NoSuchHand):
        same_question(settings, "1", None)


def test_a_hand_without_an_index_is_passed_over() -> None:
    settings = Settings(load_sheet("sd-free-bet"), CountDrill.INDEX, HI_LO)
    question = next_question(settings, "2", Memory(5, {"10,10/5": Card(0, 5)}))
    assert hand_key(question) != "10,10/5"
