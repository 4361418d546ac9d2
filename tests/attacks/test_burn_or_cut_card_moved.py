"""The house burns more cards than it promised, or moves the cut card, once it knows the order."""

import pytest

from tests.attacks.dishonest_house import Records, caught, evening, promised, shoe_of, unnoticed

BURNED, BEHIND = 4, 90


def moved(scheme: int, key: str) -> Records:
    """A shoe that is dealt as if the house had promised something else, with the commitment that it did publish."""
    honest = promised(1, scheme)
    other = honest._replace(burn=BURNED) if key == "burn" else honest._replace(behind_cut_card=BEHIND)
    entries = evening(shoe_of(other))
    for one in entries:
        one["shoe"]["commitment"] = honest.commitment
    return entries


@pytest.mark.parametrize("key", ["burn", "behind_cut_card"])
def test_it_is_caught(key: str) -> None:
    by_replay = "shoe.burn" if key == "burn" else "shoe.commitment"
    caught(moved(2, key), by_replay, "are not those that were promised")


def test_burned_cards_that_are_told_right_and_dealt_wrong_are_caught() -> None:
    entries = moved(2, "burn")
    for one in entries:
        one["shoe"]["burn"] = promised(1).burn
    caught(entries, "a new shoe begins at", "burned cards")


@pytest.mark.parametrize("key", ["burn", "behind_cut_card"])
def test_scheme_1_was_fooled(key: str) -> None:
    """Negative control."""
    unnoticed(moved(1, key))
