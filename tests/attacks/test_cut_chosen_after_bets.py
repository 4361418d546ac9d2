"""The house promises a seed, waits for the bets, and then cuts where the dealer gets a natural."""

import pytest

from lammer.table.cutting import cut_range
from lammer.table.promise import PLAYER, Promise
from lammer.table.shoe import Shoe
from tests.attacks.dishonest_house import ANN, SHEET, caught, evening, honest, naturals, promised, shoe_of, unnoticed

SHOES = range(1, 4)


def best_cut(promise: Promise) -> Shoe:
    minimum, maximum = cut_range(SHEET)
    shoes = (shoe_of(promise, cut=cut) for cut in range(minimum, maximum + 1))
    return next(shoe for shoe in shoes if naturals(shoe))


def test_a_chosen_cut_is_caught() -> None:
    chosen = [best_cut(promised(number)) for number in SHOES]
    assert all(map(naturals, chosen))
    caught(evening(*chosen), "shoe.cut: is", "the seed and the contributions make it")


def test_a_cut_that_the_house_calls_a_players_is_caught() -> None:
    shoe = best_cut(promised(1))
    shoe.cut_by = "ann"
    caught(evening(shoe), "shoe.cut_by: is a player", "the seed and the contributions make it")


def test_who_cuts_cannot_be_changed_after_the_promise() -> None:
    promise = promised(1)
    shoe = best_cut(promise)
    entries = evening(shoe)
    for one in entries:
        one["shoe"] |= {"cuts": PLAYER, "cut_by": "ann"}
    caught(entries, "shoe.commitment: does not fit", "are not those that were promised")


def test_scheme_1_was_fooled() -> None:
    """Negative control: the dealer has a natural in every first round, and nobody notices."""
    chosen = [best_cut(promised(number, scheme=1)) for number in SHOES]
    assert all(map(naturals, chosen))
    unnoticed(evening(*chosen))


@pytest.mark.parametrize("given", [ANN, ()], ids=["contributed", "nobody contributed"])
def test_an_honest_cut_passes(given: tuple[tuple[str, str], ...]) -> None:
    unnoticed(honest(given=given))
