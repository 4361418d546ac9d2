"""A policy as a chart: it is asked about every hand of a chart, in every situation in which the hand is dealt.

A cell of a chart is asked about with two cards and with more, before and after each split. Each answer says: of these
legal plays, this one. The plays of the cell are then ordered so that in each situation the first legal one is the
answer. If there is no such order, the policy looks at more than a chart does; the first situations, which are the most
frequent, are followed then, and the cell is listed in ``unlike``.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from lammer.api.strategies import stakes_of
from lammer.cards.card import ACE, RANKS, TEN, VALUE_LETTERS
from lammer.cards.hand import add_card
from lammer.errors import BadArgument
from lammer.rule_tables.legality import SPLITS, UNSPLIT, Legality, Source
from lammer.rule_tables.plays import Play
from lammer.rule_tables.tables import rule_tables
from lammer.rules.sheet import Sheet
from lammer.stepping.observations import BETS, QUESTIONS, Observation
from lammer.strategy.chart import Cell, Chart, hand_label

Policy = Callable[[Observation], int]
"""Gives the number of an action for an observation; KeyError if it does not know the observation."""
LEAST_OF_THREE = {"hard": 6, "soft": 13}
"""The smallest totals of three cards."""


class Answer(NamedTuple):
    legal: frozenset[Play]
    play: Play


class Answered(NamedTuple):
    chart: Chart
    unlike: tuple[Cell, ...]
    unknown: frozenset[Cell]
    """Cells about which the policy knows nothing."""


class Situation(NamedTuple):
    """``two``: whether the hand has two cards; ``hands``: the number of hands of the box."""

    source: Source
    two: bool
    hands: int
    legal: frozenset[Play]


def answered(policy: Policy, sheet: Sheet) -> Answered:
    """Raises BadArgument if the policy gives an illegal action."""
    asked = _Asked(policy, sheet)
    cells, unlike, unknown = dict[Cell, tuple[str, ...]](), list[Cell](), set[Cell]()
    for cell in _cells(sheet):
        answers = asked.answers(cell)
        if answers is None:
            unknown.add(cell)
            continue
        plays, fits = in_order(answers)
        cells[cell] = tuple(play.kind for play in plays)
        if not fits:
            unlike.append(cell)
    return Answered(Chart("policy", cells), tuple(unlike), frozenset(unknown))


def cell_text(cell: Cell) -> str:
    """``own hard 16 against T``."""
    stake, section, hand, up = cell
    return f"{stake} {section} {hand_label(section, hand)} against {VALUE_LETTERS[up]}"


def in_order(answers: Iterable[Answer]) -> tuple[list[Play], bool]:
    """Plays of which the first legal one is the answer in every situation, and whether there is such an order.

    >>> two, more = frozenset({Play.HIT, Play.STAND, Play.DOUBLE}), frozenset({Play.HIT, Play.STAND})
    >>> in_order([Answer(more, Play.HIT), Answer(two, Play.DOUBLE)])
    ([<Play.DOUBLE: 2>, <Play.HIT: 1>], True)
    >>> in_order([Answer(two, Play.HIT), Answer(more, Play.STAND)])
    ([<Play.HIT: 1>], False)
    """
    left, plays, fits = list(answers), list[Play](), True
    while left:
        first = [
            answer.play
            for answer in left
            if all(other.play == answer.play for other in left if answer.play in other.legal)
        ]
        fits = fits and bool(first)
        play = first[0] if first else left[0].play
        plays.append(play)
        left = [answer for answer in left if play not in answer.legal]
    return plays, fits


def _cells(sheet: Sheet) -> Iterator[Cell]:
    limit = sheet.rules.points.limit
    hands = [("hard", range(4, limit)), ("soft", range(12, limit)), ("pair", range(ACE, TEN + 1))]
    for stake in stakes_of(sheet):
        for section, totals in hands:
            yield from ((stake, section, hand, up) for hand in totals for up in range(ACE, TEN + 1))


class _Asked:
    def __init__(self, policy: Policy, sheet: Sheet) -> None:
        tables = rule_tables(sheet)
        self._policy, self._limit = policy, tables.limit
        self._legality: Legality = tables.legality
        self._known: dict[tuple[str, str, int], list[Situation]] = {}
        split = {value: self._legality.pair_plays(UNSPLIT, value, 1) & SPLITS for value in range(ACE, TEN + 1)}
        self._own = [UNSPLIT, *(Source(value) for value, splits in split.items() if splits)]
        self._free = [Source(value, free=True) for value, splits in split.items() if Play.FREE_SPLIT in splits]

    def answers(self, cell: Cell) -> list[Answer] | None:
        """What the policy does in the situations of the cell; None if it knows none of them."""
        situations, answers = self._situations(cell), list[Answer]()
        choices = [one for one in situations if len(one.legal) > 1]
        for one in choices:
            try:
                answers.append(Answer(one.legal, self._ask(cell, one)))
            except KeyError:
                continue
        if choices:
            return answers or None
        return [Answer(one.legal, next(iter(one.legal))) for one in situations]  # as the rules force it

    def _situations(self, cell: Cell) -> list[Situation]:
        stake, section, hand, _ = cell
        if (stake, section, hand) not in self._known:
            find = self._of_pair if section == "pair" else self._of_total
            self._known[stake, section, hand] = list(find(stake, section, hand))
        return self._known[stake, section, hand]

    def _of_pair(self, stake: str, _section: str, value: int) -> Iterator[Situation]:
        most = self._legality.maximum_hands
        if stake == "own":
            yield Situation(UNSPLIT, True, 1, self._legality.pair_plays(UNSPLIT, value, 1))
        source = Source(value, free=stake == "free")
        if source in (*self._own, *self._free):
            for hands in dict.fromkeys((2, most)):
                yield Situation(source, True, hands, self._legality.pair_plays(source, value, hands))

    def _of_total(self, stake: str, section: str, total: int) -> Iterator[Situation]:
        soft = section == "soft"
        for source in self._own if stake == "own" else self._free:
            for two in (True, False):
                if self._dealt(source, total, soft) if two else total >= LEAST_OF_THREE[section]:
                    legal = self._legality.plays(source, total, soft, 2 if two else 3)
                    yield Situation(source, two, 2 if source.pair else 1, legal)

    def _dealt(self, source: Source, total: int, soft: bool) -> bool:
        """Whether two cards that are no pair can have this total."""
        firsts = [source.pair] if source.pair else range(ACE, TEN + 1)
        return any(
            add_card(*add_card(0, False, first, self._limit), second, self._limit) == (total, soft)
            for first in firsts
            for second in range(ACE, TEN + 1)
            if first != second or first == TEN  # king and queen may be no pair
        )

    def _ask(self, cell: Cell, situation: Situation) -> Play:
        observed = self._observed(cell, situation)
        mask = np.zeros(BETS + 1, dtype=np.int8)
        mask[list(situation.legal)] = 1
        action = int(self._policy({"observation": observed, "action_mask": mask}))
        if action not in situation.legal:
            raise BadArgument("policy", f"action {action} is not legal with {cell_text(cell)}")
        return Play(action)

    def _observed(self, cell: Cell, situation: Situation) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
        stake, section, hand, up = cell
        source, two, hands, _ = situation
        pair = hand if section == "pair" else 0
        total, soft = hand, section == "soft"
        if pair:
            total, soft = add_card(*add_card(0, False, pair, self._limit), pair, self._limit)
        numbers = [QUESTIONS.index("play"), total, soft, two, pair, source.pair, stake == "free", hands, up]
        return np.array([*numbers, *[0] * len(RANKS)], dtype=np.int64)
