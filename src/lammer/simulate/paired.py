"""Two tables that play the very same cards, round by round.

Most of the chance in a difference of two games is the luck of the cards. Where both have the same luck it cancels: what
is left is what the games do differently, and far fewer rounds show it.
"""

from typing import Any, NamedTuple

import numpy as np

from lammer.simulate.arrays import Bytes, Counts
from lammer.simulate.estimates import Mean, mean_of
from lammer.simulate.generator import new_store
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
    """One seat at each of two tables, and one shoe between them: a full one for every round."""

    def __init__(self, first: KernelTable, second: KernelTable) -> None:
        self.first, self.second = first, second
        decks = [table.sheet.rules.shoe.decks for table in (first, second)]
        if decks[0] != decks[1]:
            raise NotPaired(
                f"{first.sheet.ref} is dealt from {decks[0]} decks and {second.sheet.ref} from {decks[1]}: "
                "only games with the same shoe can be dealt the same cards"
            )
        if first.wager != second.wager:
            raise NotPaired("a difference needs the same main wager at both tables")
        for table in (first, second):
            if table.seats > 1 or table.terms.side_bets:
                raise NotPaired(f"{table.sheet.ref}: the same cards are dealt to one seat without side bets")

    def belongs(self) -> dict[str, Any]:
        """All that decides what both tables deal."""
        return {"first": self.first.belongs(), "second": self.second.belongs()}

    def prepare(self, cut: int, tags: Counts | None) -> None:
        """Refuses what would carry one game's cards over to its next round."""
        if cut:
            raise NotPaired("behind a cut card two games would soon play different cards: deal from a fresh shoe")
        if tags is not None:
            raise NotPaired("there is nothing to count in a fresh shoe")

    def new_tally(self, *, counting: bool = False) -> PairTally:
        return PairTally(np.zeros(PAIR_FIELDS, dtype=np.int64))

    def deal_chunk(
        self, seed: int, chunk: int, rounds: int, cut: int = 0, tags: Counts | None = None, *, fast: bool = False
    ) -> PairTally:
        """Chunk ``chunk`` of a seed: always the same rounds, whoever deals them. There is but one kernel for pairs."""
        self.prepare(cut, tags)
        return self.deal(rounds, seed, chunk)[0]

    def deal(self, rounds: int, seed: int, chunk: int) -> tuple[PairTally, Bytes]:
        """So many rounds of both, and the cards of the last one in the order they were dealt."""
        first, second, tally = self.first.terms, self.second.terms, self.new_tally()
        cards, copy = self.first.decks.copy(), self.first.decks.copy()
        deal_pairs(
            rounds, cards, copy, cards.view(np.uint32), copy.view(np.uint32),
            new_store(random_state(seed, chunk, "pairs")), new_store(random_state(seed, chunk, "pairs, beyond")),
            first.flags, tuple(first.tables), first.unit, second.flags, tuple(second.tables), second.unit,
            *new_work(), tally.sums,
        )  # fmt: skip
        return tally, copy


class PairEstimate(NamedTuple):
    """What two games bring over the same cards, in original wagers."""

    rounds: int
    first: Mean
    second: Mean
    difference: Mean
    """Second less first."""
    correlation: float | None
    """None where a game always brings the same."""
    fewer_rounds: float | None
    """How many times as many rounds two runs of their own would need; None where the two never differ."""
    voids: int


def estimate_pair(tables: PairedTables, tally: PairTally) -> PairEstimate:
    """Raises ValueError when nothing has been dealt."""
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
