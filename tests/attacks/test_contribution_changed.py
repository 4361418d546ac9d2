"""Attack: a meter or its reserve advances by less or more than the terms say."""

from tests.attacks.dishonest_operator import Operator, operator, texts

__all__ = ["operator"]

import pytest


@pytest.mark.parametrize(("reason", "by"), [("contribution", -1), ("reserve", 1), ("seed", -1)])
def test_a_contribution_that_is_not_the_terms_is_found(operator: Operator, reason: str, by: int) -> None:
    operator.change(f"UPDATE entries SET amount = amount + {by} WHERE reason = '{reason}'")
    verdict = operator.found()
    assert {fault.code for fault in verdict.faults} & {"award", "step"}
    assert "the books lack" in texts(verdict, "award")
