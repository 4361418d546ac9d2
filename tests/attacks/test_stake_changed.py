"""Attack: a stake is written down smaller, and given back smaller, so that limits and play look lower."""

from tests.attacks.dishonest_operator import TABLE, Operator, operator, texts

__all__ = ["operator"]


def test_a_stake_that_is_written_smaller_is_found(operator: Operator) -> None:
    held = f"'floor/{TABLE}/held'"
    bet = f"(SELECT min(event) FROM entries WHERE credit = {held})"
    settled = f"(SELECT min(event) FROM entries WHERE debit = {held}) AND debit = {held} AND credit LIKE 'player/%'"
    operator.change(
        f"UPDATE entries SET amount = amount - 300 WHERE event = {bet} AND credit = {held}",
        f"UPDATE entries SET amount = amount - 300 WHERE event = {settled}",
    )
    assert "the stake of player/p1/chips" in texts(operator.found(), "payment")
