"""Two tables that play the same cards, round by round (common random numbers).

Most of the variance of a difference between two games comes from the cards. With the same cards it cancels, so that far
fewer rounds are needed to measure the difference.
"""

from typing import Any, NamedTuple

import numpy as np

from lammer.simulate.arrays import Bytes, Counts
from lammer.simulate.estimates import Mean, mean_of
from lammer.simulate.generator import new_store
from lammer.simulate.kernel_data import Shoe
from lammer.simulate.layout import (
    BOTH_DEALT,
    BOTH_VOID,
    DIFFERENCE,
    DIFFERENCE_SQUARED,
    FIRST_NET,
    FIRST_SQUARED,
    PAIR_FIELDS,
    SECOND_NET,
    SECOND_SQUARED,
)
from lammer.simulate.paired_kernel import deal_pairs
from lammer.simulate.refusals import NotPaired
from lammer.simulate.streams import random_state
from lammer.simulate.table import KernelTable, new_work


class PairTally(NamedTuple):
    """Integer sums of a run of two games."""

    sums: Counts

    def plus(self, other: "PairTally") -> "PairTally":
        return PairTally(self.sums + other.sums)


class PairedTables:
    """One seat at each of two tables that share a shoe, which is full for every round."""

    def __init__(self, first: KernelTable, second: KernelTable) -> None:
        self.first, self.second = first, second
        decks = [table.terms.rule_tables.decks for table in (first, second)]
        if decks[0] != decks[1]:
            raise NotPaired(
                f"{first.sheet.ref} is dealt from {decks[0]} decks and {second.sheet.ref} from {decks[1]}: "
                "only games with the same shoe can be dealt the same cards"
            )
        if first.wager != second.wager:
            raise NotPaired("a difference needs the same main wager at both tables")
        for table in (first, second):
            if table.hands > 1:
                raise NotPaired(f"{table.sheet.ref}: the same cards are dealt to one hand per box")
            if table.seats > 1 or table.terms.side_bets:
                raise NotPaired(f"{table.sheet.ref}: the same cards are dealt to one seat without side bets")

    def belongs(self) -> dict[str, Any]:
        """Everything that determines the rounds of both tables."""
        return {"first": self.first.belongs(), "second": self.second.belongs()}

    def prepare(self, cut: int, tags: Counts | None) -> None:
        """Raises NotPaired for a cut card or counting, where cards of one round affect the next."""
        if cut:
            raise NotPaired("with a cut card two games would soon play different cards: deal from a fresh shoe")
        if tags is not None:
            raise NotPaired("there is nothing to count in a fresh shoe")

    def new_tally(self, *, counting: bool = False) -> PairTally:
        return PairTally(np.zeros(PAIR_FIELDS, dtype=np.int64))

    def deal_chunk(
        self, seed: int, chunk: int, rounds: int, cut: int = 0, tags: Counts | None = None, *, fast: bool = False
    ) -> PairTally:
        """Deals chunk ``chunk`` of a seed, which always has the same rounds. There is only one kernel for pairs."""
        self.prepare(cut, tags)
        return self.deal(rounds, seed, chunk)[0]

    def deal(self, rounds: int, seed: int, chunk: int) -> tuple[PairTally, Bytes]:
        """Deals rounds of both games. Returns the sums, and the cards of the last round in the order dealt."""
        first, second, tally = self.first.terms, self.second.terms, self.new_tally()
        cards, copy = self.first.decks.copy(), self.first.decks.copy()
        deal_pairs(
            rounds, Shoe(cards, new_store(random_state(seed, chunk, "pairs")), 0),
            Shoe(copy, new_store(random_state(seed, chunk, "pairs, beyond")), 0),
            cards.view(np.uint32), copy.view(np.uint32),
            first.tables, first.unit, second.tables, second.unit, first.side, new_work(), tally.sums,
        )  # fmt: skip
        return tally, copy


class PairEstimate(NamedTuple):
    """The results of two games with the same cards, in original wagers."""

    rounds: int
    first: Mean
    second: Mean
    difference: Mean
    """Second minus first."""
    correlation: float | None
    """None if a game always has the same result."""
    fewer_rounds: float | None
    """The factor of rounds that two separate runs would need for the same error; None if the two never differ."""
    voids: int


def estimate_pair(tables: PairedTables, tally: PairTally) -> PairEstimate:
    """Raises ValueError if no round has been dealt."""
    sums: list[int] = tally.sums.tolist()
    rounds, unit = sums[BOTH_DEALT], 1 / tables.first.wager
    if rounds == 0:
        raise ValueError("no round has been dealt")
    first = mean_of(sums[FIRST_NET], sums[FIRST_SQUARED], rounds, unit)
    second = mean_of(sums[SECOND_NET], sums[SECOND_SQUARED], rounds, unit)
    difference = mean_of(sums[DIFFERENCE], sums[DIFFERENCE_SQUARED], rounds, unit)
    apart, spread = first.sd**2 + second.sd**2, 2 * first.sd * second.sd
    return PairEstimate(
        rounds,
        first,
        second,
        difference,
        (apart - difference.sd**2) / spread if spread else None,
        apart / difference.sd**2 if difference.sd else None,
        sums[BOTH_VOID],
    )
