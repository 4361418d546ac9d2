"""The legal plays of a hand by its origin, its stake, its cards, and the number of hands.

For each class of hand, the code of ``table/`` determines whether there is a decision and which plays are legal.
"""

from dataclasses import dataclass, field
from functools import cached_property

from lammer.cards.card import ACE, DECK_SIZE, TEN
from lammer.cards.hand import add_card, hand_total
from lammer.rule_tables.plays import NUMBERS, Play
from lammer.rules.sheet import Sheet
from lammer.table.actions import SPLIT
from lammer.table.playing import next_turn
from lammer.table.round import legal, refusal
from lammer.table.state import Bettor, Box, Hand, Round, Stage, Stake, Status, Waits

WAGER = 2
NO_PAIR = (0, 4, 8)
"""Cards that are not a pair. The total is passed separately, so a pair can be treated as a hand with its total."""
SPLITS = frozenset({Play.SPLIT, Play.FREE_SPLIT})
MAX_HANDS = 8
"""More hands than any sheet allows on one box."""


@dataclass(frozen=True)
class Source:
    """Where a hand comes from: the value of the pair that was split, 0 for none, and whether its stake is a lammer."""

    pair: int = 0
    free: bool = False

    @property
    def number(self) -> int:
        return 2 * self.pair - 1 + self.free if self.pair else 0


UNSPLIT = Source()
SOURCES = (UNSPLIT, *(Source(pair, free) for pair in range(ACE, TEN + 1) for free in (False, True)))


TEN_AND_JACK = (36, 40)
"""Codes of two cards of one value and different rank."""


@dataclass(frozen=True, eq=False)
class Legality:
    sheet: Sheet
    limit: int
    against: bool = False
    """Whether the box bets against its hand, which then has a single legal play at a time."""
    _known: dict[tuple[Hand, int], frozenset[Play]] = field(default_factory=dict)
    """Cached legal plays, by hand and number of hands on its box."""
    _pairs: dict[tuple[Source, int, int], frozenset[Play]] = field(default_factory=dict)
    """The same for pairs, by where they come from, value and number of hands."""

    def plays(self, source: Source, total: int, soft: bool, cards: int) -> frozenset[Play]:
        """Legal plays of a hand that is not a pair, or of a pair played by its total."""
        return self._legal_plays(source, Hand(NO_PAIR[:cards], total, soft, ()), 2 if source.pair else 1)

    def pair_plays(self, source: Source, value: int, hands: int) -> frozenset[Play]:
        """Legal plays of a pair of one rank when the box has ``hands`` hands, this one included."""
        if (source, value, hands) not in self._pairs:
            self._pairs[source, value, hands] = self._pair_plays(source, value, hands)
        return self._pairs[source, value, hands]

    def _pair_plays(self, source: Source, value: int, hands: int) -> frozenset[Play]:
        total, soft = add_card(*add_card(0, False, value, self.limit), value, self.limit)
        code = 4 * (value - 1)
        return self._legal_plays(source, Hand((code, code), total, soft, ()), hands)

    def may_keep(self, source: Source, value: int, hands: int) -> bool:
        """Whether such a pair may be played as one hand; not where its free split is automatic."""
        return bool(self.pair_plays(source, value, hands) - SPLITS)

    @cached_property
    def doubles_later(self) -> bool:
        """Whether a hand of more than two cards may be doubled."""
        doubles = {Play.DOUBLE, Play.FREE_DOUBLE}
        return any(self.plays(UNSPLIT, total, False, 3) & doubles for total in range(6, self.limit))

    def is_pair(self, first: int, second: int) -> bool:
        """Whether two cards, given by their codes, are a pair: a split is not refused with ``no-pair``."""
        total, soft = hand_total((first, second), self.limit)
        refused = refusal(self._round(Hand((first, second), total, soft, (Stake(WAGER),)), 1), SPLIT)
        return refused is None or refused.code != "no-pair"

    @cached_property
    def pairs_by_rank(self) -> bool:
        """Whether ten-values of different rank are no pair."""
        return not self.is_pair(*TEN_AND_JACK)

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """By the code of a card: a number that two cards share if they are a pair. Suits do not matter."""
        ranks = range(0, DECK_SIZE, 4)
        same = {code: next(other for other in ranks if self.is_pair(other, code)) for code in ranks}
        return tuple(same[code // 4 * 4] // 4 for code in range(DECK_SIZE))

    @cached_property
    def maximum_hands(self) -> int:
        """The maximum number of hands of a box."""
        return max(self.maximum_hands_of(value) for value in range(ACE, TEN + 1))

    def maximum_hands_of(self, value: int) -> int:
        """The number of hands that a pair can become: the number at which it may no longer be split."""
        for hands in range(1, MAX_HANDS):
            source = Source(value) if hands > 1 else UNSPLIT
            if not self.pair_plays(source, value, hands) & SPLITS:
                return hands
        return MAX_HANDS

    def _legal_plays(self, source: Source, hand: Hand, hands: int) -> frozenset[Play]:
        stake = Stake(0, WAGER, split="free") if source.free else Stake(WAGER)
        mine = hand._replace(stakes=(stake,), from_split=source.pair > 0, split_aces=source.pair == ACE)
        if (mine, hands) not in self._known:
            self._known[mine, hands] = self._compute_plays(mine, hands)
        return self._known[mine, hands]

    def _compute_plays(self, mine: Hand, hands: int) -> frozenset[Play]:
        """A hand without a decision stands."""
        turn = next_turn(self._round(mine, hands), [])
        if turn.stage is Stage.PLAYING and turn.waits is Waits.CARD:
            return frozenset({Play.HIT})
        if turn.stage is not Stage.PLAYING:
            return frozenset({Play.STAND})
        return frozenset(NUMBERS[option.kind] for option in legal(turn))

    def _round(self, mine: Hand, hands: int) -> Round:
        """A round in which this hand is to act and the other hands of its box have stood."""
        done = mine._replace(status=Status.STOOD)
        box = Box(1, (Bettor(1, WAGER, against=self.against),), (*(done,) * (hands - 1), mine))
        return Round(self.sheet, Stage.PLAYING, Waits.PLAY, (box,), at_hand=hands - 1)
