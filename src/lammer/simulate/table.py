"""``KernelTable``: a sheet, a strategy and wagers, prepared for the kernels to deal one round or many."""

from collections.abc import Mapping
from copy import copy
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from lammer.cards.card import fresh_decks
from lammer.rule_tables.ends import OPEN
from lammer.rules.parlays import NEVER, Policy
from lammer.rules.sheet import Sheet
from lammer.simulate.arrays import Bytes, Counts, Words
from lammer.simulate.automaton import Automaton, automaton_of, fits
from lammer.simulate.fast_kernel import run_automaton
from lammer.simulate.generator import new_store
from lammer.simulate.hand_kernel import split_round
from lammer.simulate.kernel import deal_round, deal_rounds
from lammer.simulate.kernel_data import FastSums, FastTables, Shoe, Tables, Tally, Work
from lammer.simulate.layout import (
    ALL_LAMMERS,
    BIN_FIELDS,
    BINS,
    BOX,
    CARDS_DEALT,
    CLASSES,
    DEALER_22S,
    DEALER_NATURAL,
    DEALER_NATURAL_CLASS,
    FACTS,
    FREE_DOUBLES_MADE,
    HANDS,
    HANDS_PLAYED,
    LOOKS,
    MAX_SIDE_BETS,
    NET,
    OTHERS,
    OWN_MONEY,
    PUSHES,
    ROUND_FIELDS,
    ROUNDS,
    SEAT_FIELDS,
    SEAT_NUMBERS,
    SEATS,
)
from lammer.simulate.plays import Plays
from lammer.simulate.refusals import NotSimulated
from lammer.simulate.side_kernel import side_class
from lammer.simulate.streams import random_state
from lammer.simulate.swap_arrays import swap_array
from lammer.simulate.terms import Terms, terms_of
from lammer.simulate.two_hand_kernel import deal_two_hand_round, deal_two_hand_rounds
from lammer.strategy.swaps import NO_SWAPS, SwapValues

NO_NUMBERS = np.zeros(0, dtype=np.uint64)
FRESH = np.uint64(0), np.uint64(0)
"""The position at the beginning of a shoe."""
SPINS = "spins"
"""The stream of random numbers for wheels."""
NO_BINS = 4
"""The length of an array that is not used. It was four in earlier files of sums."""
NO_TAGS = np.zeros(1, dtype=np.int64)
VALUES_ALONE = np.arange(16, dtype=np.uint8)
NO_NATURALS = np.full(52 * 52, OPEN, dtype=np.uint8)


class SeatResult(NamedTuple):
    """The result of one seat in minor units: the main net, and the net of each side bet with its outcome class."""

    main: int
    sides: tuple[tuple[int, int], ...]


def _numbers(size: int) -> Counts:
    return np.zeros(size, dtype=np.int64)


def _hand_over(seed: int, chunk: int) -> Counts:
    """The array ``FastTables.at``: the position of a shoe, and the initial state of the random stream for looks."""
    return np.array([0, random_state(seed, chunk, "looks")[:1].view(np.int64)[0]], dtype=np.int64)


def new_work(spins: Words | None = None) -> Work:
    """``spins``: a buffer of random numbers for wheels, which the work may share with others one after the other."""
    spins = new_store(random_state(0, 0, SPINS)) if spins is None else spins
    hands, waiting = np.zeros(SEATS * BOX, dtype=np.uint8), np.zeros(2 * HANDS, dtype=np.uint8)
    return Work(hands, waiting, _numbers(SEAT_NUMBERS), _numbers(ROUND_FIELDS), spins)


def _of_values(terms: Terms) -> Tables:
    """The tables for a shoe of values instead of cards."""
    arrays = terms.arrays._replace(value=VALUES_ALONE, alike=VALUES_ALONE, split_cards=NO_NATURALS)
    return terms.tables._replace(packed=arrays.joined())


class KernelTable:
    """``wager`` and side wagers are in minor units; every seat plays the same."""

    def __init__(
        self,
        sheet: Sheet,
        plays: Plays,
        *,
        wager: int = 100,
        sides: Mapping[str, int] | None = None,
        seats: int = 1,
        against: bool = False,
        parlays: Policy = NEVER,
        swaps: SwapValues = NO_SWAPS,
    ) -> None:
        self.sheet, self.seats, self.wager = sheet, seats, wager
        self.terms = terms_of(sheet, plays, wager, sides or {}, parlays, against=against)
        self.hands = self.terms.rule_tables.hands_per_box
        """The number of hands that a box is dealt; ``wager`` lies on each of them."""
        self.swaps = swap_array(self.terms.rule_tables, swaps)
        self.decks: Bytes = np.array(fresh_decks(self.terms.rule_tables.decks), dtype=np.uint8)

    def with_decks(self, decks: Bytes) -> "KernelTable":
        """The same table with other cards in its shoe."""
        self.automaton  # noqa: B018 (built once for both)
        other = copy(self)
        other.decks = decks
        return other

    @property
    def staked(self) -> int:
        """The own money of a seat before the deal: its original wager."""
        return self.wager * self.hands

    def belongs(self) -> dict[str, Any]:
        """Everything that determines the rounds of this table."""
        *plays, parlays = self.terms.tables
        found: dict[str, Any] = {
            "sheet": self.sheet.ref,
            "rules": self.sheet.digest,
            "plays": [int(np.asarray(part, dtype=np.int64).sum()) for part in plays],
            "sides": {bet.id: bet.amount for bet in self.terms.side_bets},
            "seats": self.seats,
        }
        found |= {"against": True} if self.terms.rule_tables.against else {}
        found |= {"swaps": int(self.swaps.sum())} if self.hands > 1 else {}
        return found | ({"parlays": sorted(np.flatnonzero(parlays).tolist())} if parlays.any() else {})

    def prepare(self, cut: int, tags: Counts | None) -> None:
        """Builds the automaton before several threads need it."""
        if self.hands > 1 and tags is not None:
            raise NotSimulated("hands.per_box=2: counts are not kept with two hands per box")
        self.automaton  # noqa: B018

    def deal_one(self, cards: Bytes, work: Work | None = None) -> tuple[list[SeatResult], int]:
        """One round from cards in this order: the result of every seat, and the number of cards taken. ``work`` is that
        of the round before, for bets on rounds won in a row."""
        work, terms, shoe = work or new_work(), self.terms, Shoe(cards, NO_NUMBERS, len(cards))
        if self.hands > 1:
            at = deal_two_hand_round(self.seats, shoe, FRESH, terms.tables, self.swaps, terms.side, work)
        else:
            at = deal_round(self.seats, shoe, FRESH, terms.tables, terms.side, work)
        return [self._result(work, seat) for seat in range(self.seats)], min(int(at[0]), len(cards))

    def walk(self, cards: Bytes) -> tuple[int, int, int]:
        """One round through the automaton from cards in this order: net in minor units, class of lammers, cards taken.

        Raises ValueError if there is no automaton.
        """
        automaton, terms, work = self.automaton, self.terms, new_work()
        if automaton is None:
            raise ValueError("there is no automaton for these terms")
        values, state, taken = terms.arrays.value[cards], 0, 0
        while True:
            state = int(automaton.table[16 * state + int(values[taken])])
            taken += 1
            if state >= automaton.escape:
                break
            if state < len(automaton.paid):
                paid = automaton.paid[state]
                return paid.net * terms.unit, paid.lammers, taken
        code, at = state - automaton.escape, (np.uint64(taken), np.uint64(0))
        if code >= LOOKS:
            paid = automaton.paid[int(automaton.table[16 * (code - LOOKS) + int(values[taken])])]
            return paid.net * terms.unit, paid.lammers, taken
        shoe = Shoe(values, NO_NUMBERS, len(values))
        place = code >> 8, (code >> 4) & 15, code & 15
        at = split_round(shoe, at, _of_values(terms), work, *place)
        lammers = DEALER_NATURAL_CLASS if work.round[DEALER_NATURAL] else int(work.seats[ALL_LAMMERS])
        return int(work.seats[NET]) * terms.unit, lammers, int(at[0])

    def _result(self, work: Work, seat: int) -> SeatResult:
        terms, sides = self.terms, []
        for bet, side in enumerate(terms.side_bets):
            read = work.seats, seat, work.round, terms.side.classes, work.hands
            class_ = int(side_class(terms.side.bets, bet, *read))
            others = int(work.round[OTHERS + seat * MAX_SIDE_BETS + bet]) * terms.unit if side.wheels.size else 0
            sides.append((side.nets[class_] + others, class_))
        return SeatResult(int(work.seats[seat * SEAT_FIELDS + NET]) * terms.unit, tuple(sides))

    def new_tally(self, *, counting: bool = False) -> Tally:
        bets = len(self.terms.side_bets)
        return Tally(
            _numbers(2 * self.terms.middle + 1),
            _numbers(CLASSES),
            _numbers(bets * CLASSES),
            _numbers(FACTS),
            _numbers(2 + (2 * bets if self.terms.side.wheels.shape[0] > 1 else 0)),
            _numbers(2 + bets),
            _numbers(BINS * self.bin_size if counting else NO_BINS),
        )

    @property
    def bin_size(self) -> int:
        """The numbers that are kept for each true count (``layout.BIN_FIELDS``)."""
        return BIN_FIELDS + 2 * self.terms.middle * self.seats + 1 + len(self.terms.side_bets) * CLASSES

    @cached_property
    def automaton(self) -> Automaton | None:
        """The complete round as one table, if the terms allow it."""
        return automaton_of(self.terms) if self.seats == 1 and fits(self.terms) else None

    def deal_chunk(
        self, seed: int, chunk: int, rounds: int, cut: int, tags: Counts | None = None, *, fast: bool = True
    ) -> Tally:
        """Deals chunk ``chunk`` of a seed, which always has the same rounds.

        ``fast`` uses the automaton if there is one; it deals other rounds than the general kernel.
        """
        if fast and tags is None and self.automaton is not None and self.runs_fast(cut):
            return self._run_automaton(self.automaton, seed, chunk, rounds, cut)
        tally, terms = self.new_tally(counting=tags is not None), self.terms
        shoe = Shoe(self.decks.copy(), new_store(random_state(seed, chunk)), 0)
        work = new_work(new_store(random_state(seed, chunk, SPINS)))
        if self.hands > 1:
            swaps = terms.tables, self.swaps, terms.side
            deal_two_hand_rounds(self.seats, rounds, cut, shoe, *swaps, work, tally)
            return tally
        counted = NO_TAGS if tags is None else tags
        deal_rounds(self.seats, rounds, cut, shoe, terms.tables, terms.side, work, counted, tally)
        return tally

    def runs_fast(self, cut: int) -> bool:
        """Whether the automaton may deal to this cut. It does not check for the end of the shoe, so the cards behind
        the cut must be enough for a round even if they are the lowest ones. No hand has more than 31 points, with aces
        counted as 1."""
        if self.automaton is None:
            return False
        lowest = np.sort(self.terms.arrays.value[self.decks])[: len(self.decks) - cut]
        return int(lowest.sum()) >= 31 * (self.terms.rule_tables.legality.maximum_hands + 1)

    def _run_automaton(self, automaton: Automaton, seed: int, chunk: int, rounds: int, cut: int) -> Tally:
        """Runs the automaton, which divides the rounds among three shoes."""
        tally, terms = self.new_tally(), self.terms
        visits = _numbers(automaton.escape)
        fast = FastTables(
            table=automaton.table,
            begins=np.uint64(len(automaton.paid)),
            escape=np.uint64(automaton.escape),
            cut=np.uint64(cut),
            size=np.uint64(len(self.decks)),
            tables=_of_values(terms),
            work=new_work(),
            at=_hand_over(seed, chunk),
            store=new_store(random_state(seed, chunk, "splits")),
            sums=FastSums(visits, tally.nets, tally.lammers, tally.facts),
        )
        run_automaton(rounds, np.tile(terms.arrays.value[self.decks], 3), random_state(seed, chunk), fast)
        for count, paid in zip(visits.tolist(), automaton.paid, strict=False):
            tally.nets[terms.middle + paid.net] += count
            tally.lammers[paid.lammers] += count
            tally.facts[HANDS_PLAYED] += count
            tally.facts[OWN_MONEY] += count * paid.own
            tally.facts[FREE_DOUBLES_MADE] += count * paid.doubles
            tally.facts[PUSHES] += count * paid.pushed
            tally.facts[DEALER_22S] += count * paid.dealer_22
        tally.facts[CARDS_DEALT] += visits.sum()
        tally.facts[ROUNDS] += rounds
        return tally
