"""Rounds of a game that are played step by step, many side by side."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from lammer.cards.card import ACE, TEN, fresh_decks
from lammer.rule_tables.legality import SOURCES
from lammer.rule_tables.plays import Play
from lammer.rule_tables.tables import RuleTables, rule_tables
from lammer.rules.sheet import Sheet
from lammer.simulate.arrays import Bytes, Counts
from lammer.simulate.generator import END, new_store
from lammer.simulate.layout import BOX, HANDS
from lammer.simulate.plays import SITUATIONS, HandStates, Plays, hand_states
from lammer.simulate.streams import random_state
from lammer.simulate.table import new_work
from lammer.simulate.terms import terms_of
from lammer.stepping.insurance import no_insurance
from lammer.stepping.layout import (
    CHOICES,
    FIELDS,
    INSURANCE,
    NET,
    OBSERVED,
    OVER,
    PHASE,
    PLAYS,
    RANDOM,
    RANKS_SEEN,
    SIDE_NET,
    Boxes,
    StepRules,
)
from lammer.stepping.refusing import refuse_questions
from lammer.stepping.single_kernel import handle_of, step_single
from lammer.stepping.step_kernel import open_boxes, step_boxes

DEAL = PLAYS
"""The action that places the wager: the first one of every round."""


class SteppedRounds:
    """``count`` rounds, each with its own shoe and random numbers. ``observed`` and ``legal`` are overwritten by every
    step; ``legal`` has a column for each play and each answer about insurance.

    ``cut``: cards dealt before a shoe is over; 0 for a fresh shoe every round. ``wager`` and side wagers are in minor
    units. ``insurable`` says when insurance is offered (``insurance.py``), by default never. Raises NotSimulated for a
    game with other questions.
    """

    def __init__(
        self,
        sheet: Sheet,
        count: int = 1,
        *,
        wager: int = 100,
        sides: Mapping[str, int] | None = None,
        cut: int = 0,
        insurable: Bytes | None = None,
    ) -> None:
        refuse_questions(sheet, sides or {})
        tables = rule_tables(sheet)
        states = hand_states(tables.limit)
        no_plays = np.zeros(0, dtype=np.uint8)
        terms = terms_of(sheet, Plays(states.after, states.totals, states.two, no_plays, no_plays), wager, sides or {})
        self.unit = terms.unit
        self.rules = StepRules(
            terms.tables,
            terms.side,
            _play_bits(tables, states),
            _pair_bits(tables),
            np.array([soft for _, soft, _ in states.keys], dtype=np.uint8),
            np.array([cards == 2 for _, _, cards in states.keys], dtype=np.uint8),
            no_insurance(1).insurable if insurable is None else insurable,
            cut,
        )
        decks = np.array(fresh_decks(tables.decks), dtype=np.uint8)
        self._decks = decks
        self.boxes = Boxes(
            cards=np.tile(decks, (count, 1)),
            random=np.zeros((count, int(END)), dtype=np.uint64),
            rounds=np.zeros((count, FIELDS), dtype=np.int64),
            hands=np.zeros((count, BOX), dtype=np.uint8),
            waiting=np.zeros((count, 2 * HANDS + 2), dtype=np.uint8),
            seen=np.zeros((count, RANKS_SEEN), dtype=np.int64),
            work=new_work(),
        )
        self.observed: Counts = np.zeros((count, OBSERVED), dtype=np.int64)
        self.legal: Bytes = np.zeros((count, CHOICES), dtype=np.uint8)
        self.played: Bytes = np.zeros(count, dtype=np.uint8)
        self._handle = handle_of(self.rules, self.boxes, self.observed, self.legal)

    def __getstate__(self) -> dict[str, Any]:
        """Without the handle: it has addresses of memory, which are those of the copied rounds."""
        return {name: value for name, value in self.__dict__.items() if name != "_handle"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._handle = handle_of(self.rules, self.boxes, self.observed, self.legal)

    def seed(self, seeds: Mapping[int, int]) -> None:
        """A new shoe for each of these rounds, shuffled by the numbers of its seed."""
        for box, seed in seeds.items():
            self.boxes.cards[box] = self._decks
            self.boxes.random[box] = new_store(random_state(seed, 0, "stepping"))
            self.boxes.rounds[box, :] = 0
            self.boxes.rounds[box, RANDOM] = int(END)
            self.boxes.rounds[box, PHASE] = OVER
            self.boxes.seen[box] = 0

    def step(self, actions: Counts) -> None:
        """One action of every round; after the end of a round any action begins the next."""
        step_boxes(self.rules, self.boxes, actions, self.observed, self.legal, self.played)

    def open(self, which: Bytes) -> None:
        """Begins the next round where ``which`` is not 0; a round that is not over is left unfinished there."""
        open_boxes(self.rules, self.boxes, which, self.observed, self.legal)

    def step_first(self, action: int) -> None:
        """An action of the first round alone, ten times as fast as ``step``."""
        self.played[0] = step_single(self._handle, action)

    @property
    def over(self) -> Bytes:
        over: Bytes = self.boxes.rounds[:, PHASE] == OVER
        return over

    @property
    def nets(self) -> Counts:
        """The net of the main wager of each settled round in minor units; 0 while a round is played."""
        nets: Counts = self.boxes.rounds[:, NET] * self.unit
        return nets

    @property
    def insurance(self) -> Counts:
        """How the insurance of each settled round ended, as ``layout.py`` numbers it."""
        return self.boxes.rounds[:, INSURANCE]

    @property
    def side_nets(self) -> Counts:
        """The same for all side bets together."""
        nets: Counts = self.boxes.rounds[:, SIDE_NET] * self.unit
        return nets


def _bits(plays: Iterable[Play]) -> int:
    return sum(1 << play for play in plays)


def _play_bits(tables: RuleTables, states: HandStates) -> Bytes:
    """A hand that is bust has no choice: it stands."""
    bits = np.full((SITUATIONS, len(states.keys)), _bits([Play.STAND]), dtype=np.uint8)
    for source in SOURCES:
        for number, (total, soft, cards) in enumerate(states.keys):
            if total <= tables.limit:
                bits[source.number, number] = _bits(tables.legality.plays(source, total, soft, cards))
    return bits.ravel()


def _pair_bits(tables: RuleTables) -> Bytes:
    bits = np.full((SITUATIONS, 2, 16), _bits([Play.STAND]), dtype=np.uint8)
    for source in SOURCES:
        for value in [source.pair] if source.pair else range(ACE, TEN + 1):
            for full, hands in enumerate((2 if source.pair else 1, tables.legality.maximum_hands)):
                bits[source.number, full, value] = _bits(tables.legality.pair_plays(source, value, hands))
    return bits.ravel()
