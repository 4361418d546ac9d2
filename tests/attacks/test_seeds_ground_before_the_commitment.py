"""The house draws seeds until one gives the dealer a natural in the first round, and promises that one."""

from itertools import count

from lammer.table.promise import Promise
from lammer.table.shuffle import derived_seed
from tests.attacks.dishonest_house import evening, naturals, promised, shoe_of, unnoticed

GROUND = 6
CONTRIBUTIONS = 600
CHANCE = 2 * (24 * 96) / (312 * 311)
"""Of a dealer's natural from six decks."""


def ground(number: int) -> Promise:
    seeds = (derived_seed("ground", f"{number} {attempt}") for attempt in count())
    return next(one for one in (promised(number, seed=seed) for seed in seeds) if naturals(shoe_of(one, ())))


def test_with_a_contribution_a_ground_seed_gives_nothing() -> None:
    """The naturals of ground seeds, each with many contributions that the house could not foresee, are those of chance:
    within four standard deviations."""
    promises = [ground(number) for number in range(1, GROUND + 1)]
    found = sum(
        naturals(shoe_of(promises[at % GROUND], (("ann", derived_seed("a player", f"{at}").hex()[:32]),)))
        for at in range(CONTRIBUTIONS)
    )
    expected = CONTRIBUTIONS * CHANCE
    assert abs(found - expected) < 4 * (expected * (1 - CHANCE)) ** 0.5


def test_without_a_contribution_grinding_works() -> None:
    """Negative control: every first round is the dealer's. The verifiers only warn that nobody contributed."""
    chosen = [shoe_of(ground(number), ()) for number in range(1, 4)]
    assert all(map(naturals, chosen))
    unnoticed(evening(*chosen))
