"""A strategy as tables that a kernel can follow without asking: what to do with every hand, worked out beforehand.

A hand is a state: the number of a row that says what one more card makes of it and what its total is. A chart needs a
row for each total (of two cards, and of more); composition-dependent play has a row for each composition. Kernels do
not know which of the two they follow.

Whether an action is legal is asked of the table itself, so that kernel and table cannot read a rule differently.
"""

from typing import NamedTuple

import numpy as np

from lammer.cards.card import ACE, TEN
from lammer.cards.hand import add_card
from lammer.rules.sheet import Sheet
from lammer.simulate.arrays import Bytes, Shorts
from lammer.simulate.layout import DOUBLE, FREE_DOUBLE, FREE_SPLIT, HIT, SPLIT, STAND, SURRENDER
from lammer.strategy.chart import Chart
from lammer.table.options import CHECKS, closed_ace
from lammer.table.state import Bettor, Box, Hand, Stake

NUMBERS = {
    "stand": STAND,
    "hit": HIT,
    "double": DOUBLE,
    "free-double": FREE_DOUBLE,
    "surrender": SURRENDER,
    "split": SPLIT,
    "free-split": FREE_SPLIT,
}
FIRST = 0
"""The situation of a hand that comes from no split; see ``situation``."""
SITUATIONS = 21
UP_CARDS = 11
WAGER = 2
"""Any even wager will do to ask what is legal."""


def situation(pair: int, free: bool) -> int:
    """Where a split hand's rows stand: by the value of the pair it comes from and whose money plays it."""
    return 2 * pair - 1 + free


class Plays(NamedTuple):
    """Everything a kernel needs to play, as flat tables; axes named after cards have room for values 0 … 15 or 10."""

    after: Shorts
    """states × 16: the state after one more card."""
    total: Bytes
    """Total of a state; above the limit when it is bust."""
    two: Shorts
    """16 × 16: the state of two cards."""
    plays: Bytes
    """situations × up cards × states: what to do with two cards or more that may not be split."""
    pairs: Bytes
    """situations × full × up cards × 16: what to do with a pair, while hands may still be added and when not."""


class _States:
    """Totals as states: of two cards, of more, and bust."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.keys: list[tuple[int, bool, int]] = []
        self._numbers: dict[tuple[int, bool, int], int] = {}
        self.bust = self.number(limit + 1, False, 3)

    def number(self, total: int, soft: bool, cards: int) -> int:
        key = (min(total, self.limit + 1), soft and total <= self.limit, min(cards, 3) if total <= self.limit else 3)
        if key not in self._numbers:
            self._numbers[key] = len(self.keys)
            self.keys.append(key)
        return self._numbers[key]

    def after(self, key: tuple[int, bool, int], value: int) -> int:
        total, soft, cards = key
        if total > self.limit:
            return self.bust
        return self.number(*add_card(total, soft, value, self.limit), cards + 1)


def plays_of(sheet: Sheet, chart: Chart) -> Plays:
    """The chart as it is played at this sheet's table."""
    states = _States(sheet.rules.points.limit)
    two = np.zeros((16, 16), dtype=np.uint16)
    for first in range(ACE, TEN + 1):
        for second in range(ACE, TEN + 1):
            total, soft = add_card(*add_card(0, False, first, states.limit), second, states.limit)
            two[first, second] = states.number(total, soft, 2)
    rows: list[list[int]] = []
    while len(rows) < len(states.keys):
        key = states.keys[len(rows)]
        rows.append([0] + [states.after(key, value) for value in range(ACE, TEN + 1)] + [0] * 5)
    plays = np.zeros((SITUATIONS, UP_CARDS, len(rows)), dtype=np.uint8)
    pairs = np.zeros((SITUATIONS, 2, UP_CARDS, 16), dtype=np.uint8)
    for pair, free in [(0, False), *((value, free) for value in range(ACE, TEN + 1) for free in (False, True))]:
        here = situation(pair, free) if pair else FIRST
        for up in range(ACE, TEN + 1):
            for number, (total, soft, cards) in enumerate(states.keys):
                if cards >= 2 and total <= states.limit:
                    hand = _hand(pair, free, total, soft, _any_cards(cards))
                    plays[here, up, number] = _decided(sheet, chart, hand, up, full=True)
            for value in [pair] if pair else range(ACE, TEN + 1):
                total, soft = add_card(*add_card(0, False, value, states.limit), value, states.limit)
                for full in (False, True):
                    hand = _hand(pair, free, total, soft, (4 * (value - 1), 4 * (value - 1)))
                    pairs[here, int(full), up, value] = _decided(sheet, chart, hand, up, full=full)
    total_of = np.array([key[0] for key in states.keys], dtype=np.uint8)
    return Plays(np.array(rows, dtype=np.uint16).ravel(), total_of, two.ravel(), plays.ravel(), pairs.ravel())


def _any_cards(count: int) -> tuple[int, ...]:
    """Cards that are no pair: which they are does not matter to a total."""
    return (0, 4, 8)[:count]


def _hand(pair: int, free: bool, total: int, soft: bool, cards: tuple[int, ...]) -> Hand:
    stake = Stake(0, WAGER, split="free") if free else Stake(WAGER)
    return Hand(cards, total, soft, (stake,), from_split=pair > 0, split_aces=pair == ACE)


def _decided(sheet: Sheet, chart: Chart, hand: Hand, up: int, *, full: bool) -> int:
    """What the chart does with a hand, by the same steps as ``choose``: the first wish that is legal."""
    others = sheet.rules.split.most_hands - 1 if full else int(hand.from_split)
    box = Box(1, (Bettor(1, WAGER),), (hand,) * (1 + others))
    legal = [kind for kind, refuse in CHECKS.items() if refuse(sheet, box, hand, 0) is None]
    splits = [kind for kind in legal if kind in ("split", "free-split")]
    may_draw = hand.total < sheet.rules.points.limit or sheet.rules.draw.may_on_limit
    if not splits and (closed_ace(sheet, hand) or not may_draw):
        return STAND
    stake = "free" if hand.stakes[0] is not None and hand.stakes[0].own == 0 else "own"
    wishes: tuple[str, ...] = ()
    if len(hand.cards) == 2 and hand.cards[0] == hand.cards[1]:
        wishes = chart.wishes(stake, "pair", hand.cards[0] // 4 + 1, up)
    wishes += chart.wishes(stake, "soft" if hand.soft else "hard", hand.total, up)
    return NUMBERS[next(wish for wish in (*wishes, "stand", "hit") if wish in legal)]
