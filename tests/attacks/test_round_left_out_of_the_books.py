"""Attack: a whole round is taken out of the books, with its bet, and everything behind it moves up."""

from tests.attacks.dishonest_operator import TABLE, Operator, operator, texts

__all__ = ["operator"]

import pytest


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_round_that_is_left_out_is_found(operator: Operator, number: int) -> None:
    operator.leave_out(f"floor/{TABLE}/{number}", before="bet")
    verdict = operator.found()
    assert texts(verdict, "round-missing") == f"round {number + 1} at table {TABLE} was dealt after round {number - 1}"
    assert verdict.rounds == 6


def test_a_round_that_never_ends_is_found(operator: Operator) -> None:
    """Its last event says that it goes on, so that nobody compares what it paid."""
    ended = f"about = 'floor/{TABLE}/3' AND answer LIKE '%\"over\":true%'"
    operator.change(f"UPDATE events SET answer = replace(answer, '\"over\":true', '\"over\":false') WHERE {ended}")
    assert f"round 3 at table {TABLE} never ended" in texts(operator.found(), "round-missing")
