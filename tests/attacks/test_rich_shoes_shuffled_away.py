"""The house counts the cards and starts a new shoe whenever the rest of the old one favours the players."""

import pytest

from lammer.cards.card import VALUES
from lammer.table.replay import RecordChecker
from lammer.table.shoe import Shoe
from tests.attacks.dishonest_house import Records, caught, evening, honest, promised, replayed, shoe_of, unnoticed

SHOES = range(1, 5)


def is_rich(shoe: Shoe) -> bool:
    """More tens and aces among the cards to come than in a full shoe."""
    rest = [VALUES[card] for card in shoe.cards[shoe.position :]]
    return shoe.position > 30 and sum(value in (1, 10) for value in rest) / len(rest) > 5 / 13


def left_when_rich(scheme: int) -> Records:
    shoes = [shoe_of(promised(number, scheme)) for number in SHOES]
    entries = evening(*shoes, leave=is_rich)
    assert any(shoe.left > shoe.promise.ends_at for shoe in shoes)
    return entries


def test_a_shoe_left_before_its_end_is_caught() -> None:
    caught(left_when_rich(2), "was opened with", "before its end")


def test_a_new_shoe_begun_before_the_end_of_the_old_one_is_caught() -> None:
    """Even where the opening of the old one is told late, after the new one has begun."""
    entries = left_when_rich(2)
    openings = [one for one in entries if "round" not in one]
    caught([*(one for one in entries if "round" in one), *openings], "was left with", "was left with")


def test_an_end_that_was_moved_is_caught() -> None:
    entries = left_when_rich(2)
    for one in entries:
        one["shoe"]["ends_at"] = 300
    caught(entries, "in the sheet", "are not those that were promised")


def test_a_table_that_is_closed_for_it_is_told() -> None:
    entries = left_when_rich(2)
    for one in entries:
        if "round" not in one:
            one["shoe"]["closed"] = True
    unnoticed(entries)
    checker = RecordChecker()
    assert [fault for line, one in enumerate(entries) for fault in checker.check(line, one)] == []
    assert any("ended early" in warning for warning in checker.warnings)


@pytest.mark.parametrize("scheme", [1, 2])
def test_shoes_dealt_to_their_end_pass(scheme: int) -> None:
    unnoticed(honest(scheme))


def test_scheme_1_was_fooled() -> None:
    """Negative control."""
    unnoticed(left_when_rich(1))
    assert replayed(left_when_rich(2))
