"""Where rounds begin: the cards that are left in the shoe at the start of every round, as the simulator meets them.

Shoes are shuffled and dealt to the cut card by the kernels of a table, so a longer round makes the next one begin
later, exactly as in a simulation. Given the cards that are dealt, every order of the cards left is equally likely.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from lammer.cards.card import VALUES
from lammer.errors import BadArgument
from lammer.simulate.arrays import Bytes, Counts
from lammer.simulate.kernel import deal_round, true_count
from lammer.simulate.kernel_data import Shoe
from lammer.simulate.layout import START, VOID
from lammer.simulate.streams import random_state
from lammer.simulate.table import NO_NUMBERS, KernelTable, new_work

ZERO = np.uint64(0)
VALUE_OF = np.array(VALUES, dtype=np.int64) - 1
"""By card: 0 the ace … 9 the ten-values."""
COMPOSITIONS = "compositions"
"""The stream of random numbers for these shoes."""


class RoundStarts(NamedTuple):
    """Arrays with one row for each round."""

    shoes: Bytes
    """Shoes × cards in the order dealt."""
    shoe: Counts
    """The shoe of a round."""
    dealt: Counts
    """The cards that are dealt before it."""
    by_value: Counts
    """Rounds × 10: the cards that are left of each value, ace first."""
    true_counts: Counts

    def cards_left(self, round_: int) -> tuple[int, ...]:
        """The number of cards of each code that are left before a round."""
        left = self.shoes[self.shoe[round_], self.dealt[round_] :]
        return tuple(np.bincount(left, minlength=len(VALUES)).tolist())


def round_starts(
    table: KernelTable, cut: int, tags: Counts, shoes: int, seed: int, on_progress: Callable[[], None] = lambda: None
) -> RoundStarts:
    """Deals this many shoes to the cut card; ``on_progress`` is called after each. Raises BadArgument if a shoe runs
    out of cards in a round: such a round is void, and no analysis of one round describes it."""
    table.prepare(cut, tags)
    random = np.random.default_rng(random_state(seed, 0, COMPOSITIONS).tolist())
    cards = np.array([random.permutation(table.decks) for _ in range(shoes)])
    dealt = []
    for shoe in cards:
        dealt.append(_starts(table, shoe, cut))
        on_progress()
    left = np.concatenate([_left(shoe)[starts] for shoe, starts in zip(cards, dealt, strict=True)])
    numbers = np.repeat(np.arange(shoes), [len(starts) for starts in dealt])
    return RoundStarts(cards, numbers, np.concatenate(dealt), left, _true_counts(table, left, tags))


def _starts(table: KernelTable, cards: Bytes, cut: int) -> Counts:
    shoe, work, found, at = Shoe(cards, NO_NUMBERS, len(cards)), new_work(), list[int](), 0
    while at < cut:
        found.append(at)
        place = deal_round(table.seats, shoe, (np.uint64(at), ZERO), table.terms.tables, table.terms.side, work)
        if work.round[VOID]:
            raise BadArgument("cut_decks", "a round ran out of cards; leave more cards behind the cut card")
        at = int(place[0])
    return np.array(found, dtype=np.int64)


def _left(cards: Bytes) -> Counts:
    """By the number of cards dealt: the cards left of each value."""
    values = np.eye(10, dtype=np.int64)[VALUE_OF[cards]]
    left: Counts = values[::-1].cumsum(axis=0)[::-1]
    return left


def _true_counts(table: KernelTable, left: Counts, tags: Counts) -> Counts:
    """As the simulator counts: the tags of all cards dealt, for each deck that is left."""
    by_value = np.array([tags[VALUES.index(value)] for value in range(1, 11)], dtype=np.int64)
    full = np.bincount(VALUE_OF[table.decks], minlength=10)
    running = (int(tags[START]) + (full - left) @ by_value).tolist()
    cards = left.sum(axis=1).tolist()
    return np.array([true_count(*one, tags) for one in zip(running, cards, strict=True)], dtype=np.int64)
