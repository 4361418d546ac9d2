"""Attack: a jackpot's award is paid higher, or to somebody else."""

from tests.attacks.dishonest_operator import Operator, operator, texts

__all__ = ["operator"]

import pytest


@pytest.mark.parametrize("how", ["amount = amount + 100", "credit = 'player/friend/chips'"])
def test_an_award_that_is_paid_otherwise_is_found(operator: Operator, how: str) -> None:
    operator.change(f"UPDATE entries SET {how} WHERE reason LIKE 'spot 4: %' AND debit = 'cage/bank'")
    found = texts(operator.found(), "award")
    assert "no rule explains" in found
    assert "the books lack" in found
