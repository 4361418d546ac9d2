"""Attack: a win is paid with a cent more, or to somebody else."""

from tests.attacks.dishonest_operator import TABLE, Operator, operator, texts

__all__ = ["operator"]

import pytest

WON = f"event = (SELECT min(event) FROM entries WHERE debit = 'floor/{TABLE}/bank') AND debit = 'floor/{TABLE}/bank'"


@pytest.mark.parametrize("how", ["amount = amount + 1", "amount = amount - 1", "credit = 'player/friend/chips'"])
def test_a_win_that_is_paid_otherwise_is_found(operator: Operator, how: str) -> None:
    operator.change(f"UPDATE entries SET {how} WHERE {WON} AND credit LIKE 'player/%'")
    assert f"round 1 at table {TABLE}: player/" in texts(operator.found(), "payment")
