"""Attack: an interrupted round gives the stake to the house instead of the player."""

from tests.attacks.dishonest_operator import TABLE, Operator, operator, texts

__all__ = ["operator"]


def test_a_stake_that_an_interruption_does_not_return_is_found(operator: Operator) -> None:
    void = "(SELECT number FROM events WHERE kind = 'void')"
    operator.change(
        f"UPDATE entries SET credit = 'floor/{TABLE}/bank', reason = 'box 1: lost' "
        f"WHERE event = {void} AND reason = 'box 1: stake'"
    )
    assert f"round 2 at table {TABLE}: floor/{TABLE}/bank" in texts(operator.found(), "payment")


def test_a_tip_that_an_interruption_does_not_return_is_found(operator: Operator) -> None:
    operator.change(f"UPDATE entries SET credit = 'floor/{TABLE}/tips' WHERE reason LIKE '%tip returned'")
    assert f"round 2 at table {TABLE}: floor/{TABLE}/tips" in texts(operator.found(), "payment")
