"""The house leaves out a round, or a whole shoe, and numbers the others anew."""

import pytest

from tests.attacks.dishonest_house import (
    Records,
    caught,
    honest,
    renumbered,
    replayed,
    unnoticed,
)


def without(entries: Records, *places: int) -> Records:
    return renumbered([one for at, one in enumerate(entries) if at not in places])


def last_of_shoe_1(entries: Records) -> int:
    return next(at for at, one in enumerate(entries) if "round" not in one) - 1


def test_a_round_in_the_middle_is_missed() -> None:
    caught(without(honest(), 4), "but the round before ended at", "the round before ended at")


def test_the_first_round_of_a_shoe_is_missed() -> None:
    caught(without(honest(), 0), "a new shoe begins at", "burned cards")


def test_the_last_round_of_a_shoe_is_missed() -> None:
    entries = honest()
    caught(without(entries, last_of_shoe_1(entries)), "was opened with", "before its end")


@pytest.mark.parametrize("number", [1, 2])
def test_a_whole_shoe_is_missed(number: int) -> None:
    entries = honest()
    gone = [at for at, one in enumerate(entries) if one["shoe"]["number"] == number]
    caught(without(entries, *gone), "a shoe is missing", f"is of shoe {number + 1}")


def test_a_gap_in_the_numbers_is_missed() -> None:
    entries = honest()
    caught([*entries[:4], *entries[5:]], "but the one before was", "comes after round 4")
    caught(entries[last_of_shoe_1(entries) + 2 :], "the records begin with it", "not round 1")


def test_scheme_1_was_fooled() -> None:
    """Negative control: the last round of a shoe, or a whole shoe, was missed by nobody."""
    entries = honest(scheme=1)
    unnoticed(without(entries, last_of_shoe_1(entries)))
    unnoticed(without(entries, *(at for at, one in enumerate(entries) if one["shoe"]["number"] == 2)))


def test_all_rounds_pass() -> None:
    unnoticed(honest())
    assert replayed(without(honest(), 4)) != []
