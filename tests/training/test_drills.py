"""Drills: hands of the class that was asked for, in every game; what was got wrong comes back in time."""

from collections.abc import Callable

import pytest

from lammer.decisions.situation import Decision, decision_of
from lammer.decisions.values import value_decision
from lammer.rules.loader import load_sheet
from lammer.table.notation import read_round, write_round
from lammer.table.shuffle import DrawStream, derived_seed
from lammer.training.drills import CLOSE, Card, Drill, Memory, NoSuchHand, deal_key, key_of, next_hand

GAMES = ("sd-free-bet", "free-money", "european-free-bet", "triple-win-20", "sd-blackjack", "sd-free-bet[shoe.decks=8]")


def below(label: str) -> Callable[[int], int]:
    return DrawStream(derived_seed("drills", label)).below


def asked(game: str, drill: Drill, count: int) -> list[Decision]:
    sheet, source, found = load_sheet(game), below(f"{game} {drill}"), []
    for _ in range(count):
        dealt = next_hand(sheet, drill, Memory(), source)
        again = read_round(write_round(dealt), unfinished=True)  # the shoe holds these cards, and the line says it all
        decision = decision_of(again.round)
        assert decision is not None
        found.append(decision)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_hands_are_of_the_class(game: str) -> None:
    for one in asked(game, Drill.PAIRS, 5):
        assert one.situation.cards[0] == one.situation.cards[1]
        assert {offer.action for offer in one.offers} & {"split", "free-split"}
    for one in asked(game, Drill.SOFT, 5):
        assert one.hand_class == "soft"


def test_free_hands_have_something_free_or_are_free() -> None:
    found = asked("sd-free-bet", Drill.FREE, 12)
    free = [one for one in found if {offer.action for offer in one.offers} & {"free-double", "free-split"}]
    lammers = [one for one in found if one.situation.split == "free"]
    assert len(free) > 0 < len(lammers)
    assert all(one in free or one in lammers for one in found)


def test_close_decisions_are_close() -> None:
    sheet = load_sheet("sd-free-bet")
    for one in asked("sd-free-bet", Drill.CLOSE, 3):
        best, second, *_ = value_decision(sheet, one).choices
        assert 0 < best.worth - second.worth < CLOSE


def test_a_game_without_such_hands_says_so() -> None:
    with pytest.raises(NoSuchHand, match="Blackjack has no hands for this drill"):
        next_hand(load_sheet("sd-blackjack"), Drill.FREE, Memory(), below("none"))
    with pytest.raises(NoSuchHand, match="you have made no mistakes yet"):
        next_hand(load_sheet("sd-blackjack"), Drill.MISTAKES, Memory(), below("none"))


@pytest.mark.parametrize("key", ["8,8/6", "8,3/6/free", "2,3,4/10", "7,1/9"])
def test_a_hand_is_dealt_again_by_its_key(key: str) -> None:
    dealt = deal_key(load_sheet("sd-free-bet"), key, below(key))
    assert dealt is not None
    decision = decision_of(dealt.round)
    assert decision is not None
    assert key_of(decision.situation) == key


def test_keys_that_no_hand_has_are_not_dealt() -> None:
    assert [deal_key(load_sheet("sd-free-bet"), key, below(key)) for key in ("10,10,5/6", "12,3/4", "1,10/6")] == [
        None
    ] * 3


def test_what_is_got_wrong_comes_back_ever_later_until_it_is_learned() -> None:
    memory, key = Memory().after("8,8/6", right=False), "8,8/6"
    assert memory.cards == {key: Card(0, 4)}
    waits = []
    for _ in range(4):
        assert memory.due() is None
        waits.append(memory.cards[key].due - memory.answered)
        memory = memory._replace(answered=memory.cards[key].due)
        assert memory.due() == key
        memory = memory.after(key, right=True)
    assert waits == [3, 9, 27, 81]
    assert memory.cards == {}


def test_a_right_answer_to_a_new_hand_is_not_repeated_and_a_wrong_one_starts_over() -> None:
    assert Memory().after("8,8/6", right=True).cards == {}
    assert Memory(20, {"8,8/6": Card(3, 20)}).after("8,8/6", right=False).cards == {"8,8/6": Card(0, 24)}


def test_hands_that_are_due_come_first() -> None:
    memory = Memory(10, {"8,3/6/free": Card(0, 10), "7,1/9": Card(1, 40)})
    dealt = next_hand(load_sheet("sd-free-bet"), Drill.PAIRS, memory, below("due"))
    decision = decision_of(dealt.round)
    assert decision is not None
    assert key_of(decision.situation) == "8,3/6/free"


def test_hands_got_wrong_elsewhere_are_due_and_known_ones_keep_their_level() -> None:
    memory = Memory(7, {"8,8/6": Card(2, 20)}).with_hands(["8,8/6", "10,6/10"])
    assert memory == Memory(7, {"8,8/6": Card(2, 20), "10,6/10": Card(0, 7)})
    assert memory.due() == "10,6/10"
