"""Attack: a player's decision, or a card, is written down otherwise, so that a hand that won has lost."""

from tests.attacks.dishonest_operator import TABLE, Operator, operator, texts

__all__ = ["operator"]

ROUND = f"about = 'floor/{TABLE}/1'"


def test_a_decision_the_player_did_not_send_is_found(operator: Operator) -> None:
    operator.change(f"UPDATE events SET answer = replace(answer, '| S 9s', '| H 9s') WHERE {ROUND} AND kind = 'act'")
    assert f"round 1 at table {TABLE}" in texts(operator.found(), "round")


def test_a_decision_that_is_altered_in_the_command_is_found(operator: Operator) -> None:
    operator.change(f"UPDATE events SET body = replace(body, 'stand', 'hit') WHERE {ROUND} AND kind = 'act'")
    assert "its decisions are ['S']; the players sent ['H']" in texts(operator.found(), "round")


def test_a_card_that_makes_the_dealer_win_is_found(operator: Operator) -> None:
    """The round can be dealt, but then it must be paid otherwise."""
    operator.change(f"UPDATE events SET answer = replace(answer, 'S 9s', 'S 5s') WHERE {ROUND} AND kind = 'act'")
    assert f"round 1 at table {TABLE}: player/p1/chips" in texts(operator.found(), "payment")
