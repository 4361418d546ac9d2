"""The opening deal and the dealer's hand: cards that end a hand at once, how the dealer draws, which cards are needed.

The tables are built by dealing cards to a round with one box, with the code of ``table/``. The state of the dealer's
hand is twice its total, plus 1 if it is soft; a natural is a separate state.
"""

from dataclasses import dataclass
from functools import cached_property

from lammer.cards.card import DECK_SIZE, TEN, VALUES
from lammer.cards.hand import hand_total
from lammer.rule_tables.ends import (
    HAND_ENDS,
    INSTANT_LOSS,
    INSTANT_WIN,
    NATURAL,
    OPEN,
    SPECIAL_NATURAL,
)
from lammer.rule_tables.numbers import HOLE, NATURAL_STATE, SECOND, WHOLE
from lammer.rule_tables.payoffs import Naturals, end_hand
from lammer.rules.sheet import Sheet
from lammer.table.dealing import DEALER, deal_opening_card, next_opening_step, opening_target, seat_hands
from lammer.table.finish import deal_to_dealer, dealer_needs, peek
from lammer.table.playing import boxes_busts, deal_to_hand
from lammer.table.settlement import natural_odds
from lammer.table.sidebets import dealer_finished, dealer_has_natural
from lammer.table.state import Bettor, Box, Hand, Round, Stage, Stake, Status, Waits, with_hand

WAGER = 2
ENDS = {Status.INSTANT_WIN: INSTANT_WIN, Status.INSTANT_LOSS: INSTANT_LOSS, Status.OPEN: OPEN}
STATES = 64
RANK_PAIRS = [(first, second) for first in range(13) for second in range(13)]
ROOM = 16
"""Entries for each state (values 0 … 15), so that tables are flat and an index is a shift."""


@dataclass(frozen=True)
class Drawing:
    """How the dealer draws. Equal for sheets whose dealers draw alike, so that these can share results."""

    after: tuple[int, ...]
    """States · 16: the state after one more card of a value. State 0 is no card."""
    second: tuple[int, ...]
    """16 · 16: the state of two cards by their values, NATURAL_STATE for a natural."""
    draws: tuple[bool, ...]
    """By state: whether a dealer with two or more cards takes another one."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.after, self.second, self.draws))

    @cached_property
    def lowest_final(self) -> int:
        """The lowest total that the dealer stands on."""
        reached = set(self.second) | {after for state, after in enumerate(self.after) if self.draws[state // ROOM]}
        return min(state >> 1 for state in reached if state and not self.draws[state])

    def partner(self, up: int) -> int | None:
        """The value that makes a natural with this up card."""
        found = [value for value in range(1, TEN + 1) if self.second[ROOM * up + value] == NATURAL_STATE]
        return found[0] if found else None


@dataclass(frozen=True, eq=False)
class Dealing:
    sheet: Sheet
    limit: int
    against: bool = False
    """Whether the box bets against its hand."""

    @property
    def _bettor(self) -> Bettor:
        return Bettor(1, WAGER, against=self.against)

    @cached_property
    def _seated(self) -> Round:
        box = Box(1, (self._bettor,))
        return seat_hands(Round(self.sheet, Stage.DEALING, Waits.CARD, (box,)))

    @cached_property
    def first_card(self) -> tuple[int, ...]:
        """By the code of a player's first card: how it ends the hand, or OPEN if it does not."""
        return tuple(ENDS[self._dealt(code).boxes[0].hands[0].status] for code in range(DECK_SIZE))

    @cached_property
    def up_card(self) -> tuple[int, ...]:
        """By the code of the up card: how it ends the open hands, or OPEN if it does not."""
        waiting = self._seated._replace(step=1)
        return tuple(ENDS[deal_opening_card(waiting, code, []).boxes[0].hands[0].status] for code in range(DECK_SIZE))

    @cached_property
    def first_values(self) -> dict[int, int]:
        """How the hand ends, by those values of a player's first card that end it."""
        return _ends_by_value(self.first_card)

    @cached_property
    def up_values(self) -> dict[int, int]:
        """How open hands end, by those values of the up card that end them."""
        return _ends_by_value(self.up_card)

    def _dealt(self, *codes: int) -> Round:
        """A round with these opening cards of the box and none of the dealer."""
        round_ = self._seated
        for step, code in zip((0, 2), codes, strict=False):
            round_ = deal_opening_card(round_._replace(step=step), code, [])
        return round_

    @cached_property
    def naturals(self) -> Naturals:
        """Two cards of a natural with the usual pay, and two with a special pay if there is one."""
        odds = {pair: natural_odds(self.sheet, pair) for pair in _pairs()}
        found = [odds[pair] for pair in odds if self._is_natural[pair[0] // 4, pair[1] // 4]]
        usual = max(dict.fromkeys(found), key=found.count)
        special = sorted(set(odds.values()) - {usual})
        if len(special) > 1:
            raise ValueError(f"{self.sheet.ref}: naturals pay {1 + len(special)} different odds; tables hold two")
        wanted = (usual, *special, usual)[:2]
        return Naturals(*(next(pair for pair in odds if odds[pair] == one) for one in wanted))

    @cached_property
    def _is_natural(self) -> dict[tuple[int, int], bool]:
        """By the ranks of a box's first two cards."""
        hands = {ranks: self._dealt(4 * ranks[0], 4 * ranks[1]).boxes[0].hands[0] for ranks in RANK_PAIRS}
        return {ranks: hand.status is Status.NATURAL for ranks, hand in hands.items()}

    def is_natural(self, first: int, second: int) -> bool:
        """Whether the first two cards of a box, given by their values, are a natural."""
        return self._is_natural[first - 1, second - 1]

    @cached_property
    def split_naturals(self) -> tuple[tuple[bool, ...], ...]:
        """10 · 10, 0 the ace: whether two cards of a hand that comes from a split count as a natural."""
        return tuple(tuple(self._is_split_natural[first, second] for second in range(TEN)) for first in range(TEN))

    @cached_property
    def two_cards(self) -> tuple[int, ...]:
        """52 · 52: the first two cards of a box are NATURAL, SPECIAL_NATURAL or OPEN. Hands that the first card ended
        are OPEN too; they are never dealt a second card."""
        return self._classes(self._is_natural)

    @cached_property
    def split_cards(self) -> tuple[int, ...]:
        """52 · 52: the same for the two cards of a hand that comes from a split."""
        return self._classes(self._is_split_natural)

    @cached_property
    def _is_split_natural(self) -> dict[tuple[int, int], bool]:
        return {ranks: self._splits_to_natural(*ranks) for ranks in RANK_PAIRS}

    def _splits_to_natural(self, first: int, second: int) -> bool:
        hand = Hand((4 * first,), *hand_total((4 * first,), self.limit), (Stake(WAGER),), from_split=True)
        round_ = with_hand(self._seated._replace(stage=Stage.PLAYING), 0, 0, hand)
        return deal_to_hand(round_, 4 * second, []).boxes[0].hands[0].status is Status.NATURAL

    def _classes(self, natural: dict[tuple[int, int], bool]) -> tuple[int, ...]:
        return tuple(self._natural_class(pair) if natural[pair[0] // 4, pair[1] // 4] else OPEN for pair in _pairs())

    def _natural_class(self, cards: tuple[int, int]) -> int:
        usual = natural_odds(self.sheet, cards) == natural_odds(self.sheet, self.naturals.usual)
        return NATURAL if usual else SPECIAL_NATURAL

    @cached_property
    def drawing(self) -> Drawing:
        after, second = [0] * (STATES * ROOM), [0] * (ROOM * ROOM)
        draws = [False] * STATES
        waiting: list[Round] = [self._seated._replace(stage=Stage.DEALER)]
        known = {0}
        while waiting:
            round_ = waiting.pop()
            here = _state(round_)
            for value in range(1, TEN + 1):
                more = deal_to_dealer(round_, 4 * (value - 1), [])
                there = _state(more)
                after[ROOM * here + value] = there
                if len(more.dealer) == 2:
                    natural = dealer_has_natural(more)
                    second[ROOM * VALUES[more.dealer[0]] + value] = NATURAL_STATE if natural else there
                if len(more.dealer) > 1 and not dealer_has_natural(more):
                    draws[there] = not dealer_finished(more)
                if there <= 2 * self.limit + 1 and (there not in known or len(more.dealer) == 1):
                    waiting.append(more)
                known.add(there)
        return Drawing(tuple(after), tuple(second), tuple(draws))

    @cached_property
    def hole_card(self) -> bool:
        """Whether the opening deal includes the dealer's second card if there are hands to play."""
        return bool(self.asks_of_dealer[OPEN] & HOLE)

    @cached_property
    def peeks(self) -> tuple[bool, ...]:
        """By the value of the up card: whether the dealer checks for a natural before hands are played."""
        return (False, *(self.hole_card and self._peeks(4 * (up - 1)) for up in range(1, TEN + 1)))

    def _peeks(self, up: int) -> bool:
        hole = next(code for code in range(0, DECK_SIZE, 4) if not dealer_has_natural(self._facing(up, code)))
        return peek(self._facing(up, hole), []).peeked

    def _facing(self, *dealer: int, box: Box | None = None) -> Round:
        """A round in which the dealer has these cards."""
        round_ = self._seated._replace(stage=Stage.DEALER)
        for code in dealer:
            round_ = deal_to_dealer(round_, code, [])
        return round_ if box is None else round_._replace(boxes=(box,))

    @cached_property
    def boxes_busts(self) -> tuple[bool, ...]:
        """By the value of the up card: whether a player's bust is boxed."""
        return (False, *(boxes_busts(self._facing(4 * (up - 1))) for up in range(1, TEN + 1)))

    @cached_property
    def asks_of_dealer(self) -> tuple[int, ...]:
        """By hand end: the dealer's cards that the hand needs, as a sum of HOLE, SECOND and WHOLE."""
        return tuple(self._needs_of(ended) for ended in range(HAND_ENDS))

    def _needs_of(self, ended: int) -> int:
        box = Box(1, (self._bettor,), (end_hand(self.limit, self.naturals, ended, (Stake(WAGER),)),))
        may_be_natural = next(4 * (up - 1) for up in range(TEN, 0, -1) if self.drawing.partner(up) is not None)
        low = next(
            (first, 4 * (value - 1))
            for first in range(4, 40, 4)
            for value in range(2, TEN)
            if self.drawing.draws[self.drawing.second[ROOM * VALUES[first] + value]]
        )
        found = 0
        # The opening deal has given two cards to the box and one to the dealer.
        opened = next_opening_step(self._facing(4, box=box)._replace(stage=Stage.DEALING, step=3))
        if opening_target(opened) == DEALER:
            found |= HOLE
        if dealer_needs(self._facing(*low, box=box)):
            found |= WHOLE
        elif dealer_needs(self._facing(may_be_natural, box=box)):
            found |= SECOND
        return found


def _state(round_: Round) -> int:
    return 2 * round_.dealer_total + round_.dealer_soft


def _ends_by_value(by_code: tuple[int, ...]) -> dict[int, int]:
    return {VALUES[code]: ended for code, ended in enumerate(by_code) if ended != OPEN}


def _pairs() -> list[tuple[int, int]]:
    return [(first, second) for first in range(DECK_SIZE) for second in range(DECK_SIZE)]
