"""The house keeps the seed of a shoe to itself, so that nobody can say whether its cards were those promised."""

import pytest

from lammer.table.replay import RecordChecker
from tests.attacks.dishonest_house import Records, caught, honest, unnoticed


def unopened(number: int, scheme: int = 2) -> Records:
    entries = honest(scheme, shoes=2)
    return [one for one in entries if "round" in one or one["shoe"]["number"] != number]


@pytest.mark.parametrize("scheme", [1, 2])
@pytest.mark.parametrize("number", [1, 2])
def test_it_is_a_fault(number: int, scheme: int) -> None:
    caught(unopened(number, scheme), f"shoe {number} was never opened", f"shoe {number}: was never opened")


def test_only_the_last_shoe_of_a_table_that_plays_may_wait() -> None:
    unnoticed(unopened(2), live=True)
    caught(unopened(1), "shoe 1 was never opened", "shoe 1: was never opened", live=True)


def test_it_was_none() -> None:
    """Negative control: without the check at the end, as before, nothing is wrong with the records."""
    checker = RecordChecker()
    assert [fault for line, one in enumerate(unopened(1)) for fault in checker.check(line, one)] == []
    assert checker.unopened > 0
