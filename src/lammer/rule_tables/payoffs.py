"""The payment of every end of a hand against every end of the dealer's hand, by stake.

``judge`` decides the outcome of a hand against the dealer, independent of its stake; ``settle_hand`` computes the pay
of each stake. Many of the thousand pairs of ends have the same pays, so each distinct row of pays is stored once and
every pair has the number of its row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from lammer.rule_tables.ends import (
    BOXED,
    DEALER_ENDS,
    DEALER_NATURAL,
    HAND_ENDS,
    INSTANT_LOSS,
    INSTANT_WIN,
    NATURAL,
    OPEN,
    OWN,
    SPECIAL_NATURAL,
    SPLIT_NAMES,
    STAKES,
    SURRENDERED,
)
from lammer.rules.sheet import Sheet
from lammer.table.settlement import Verdict, judge, settle_hand
from lammer.table.state import Bettor, Box, Hand, HandResult, Result, Round, Stage, Stake, Status, Waits, Why

LOW_TOTAL = 12
"""The total of a hand that was not played; any total below a bust would do."""
ANY_WAGER = 2
NOTHING = HandResult(0, 0, 0, Result.PUSH, 0, Why.TIE)
STATUS = {
    NATURAL: Status.NATURAL,
    SPECIAL_NATURAL: Status.NATURAL,
    INSTANT_WIN: Status.INSTANT_WIN,
    INSTANT_LOSS: Status.INSTANT_LOSS,
    SURRENDERED: Status.SURRENDERED,
    OPEN: Status.OPEN,
}
Row = tuple[Fraction, ...]
"""Nets by stake."""
Pair = tuple[int, int]
"""The end of the dealer's hand and the end of a player's hand."""
NO_PAIR = (-1, -1)
"""Placeholder for the row of pushes; a game may have no push."""


@dataclass(frozen=True, eq=False)
class Naturals:
    """Two cards of a natural with the usual pay and two with a special pay; both the same if there is no special
    pay."""

    usual: tuple[int, int]
    special: tuple[int, int]


@dataclass(frozen=True, eq=False)
class Payoffs:
    sheet: Sheet
    limit: int
    naturals: Naturals
    against: bool = False
    """Whether the bet is against the hand."""

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Dealer end × hand end: the number of a row of pays."""
        return self._judged[0]

    @cached_property
    def pays(self) -> tuple[Row, ...]:
        """Rows × stakes: the net in original wagers, before rounding. Row 0 is the push."""
        return tuple(self._judged[1])

    @cached_property
    def _judged(self) -> tuple[tuple[tuple[int, ...], ...], dict[Row, Pair]]:
        """The row number of every pair of ends, and every row with one pair of ends that has its pays."""
        verdicts = {pair: verdict for ended in range(HAND_ENDS) for pair, verdict in self._verdicts(ended)}
        examples = {verdict: pair for pair, verdict in reversed(verdicts.items())}
        row_of = {verdict: self._exact_row(*pair) for verdict, pair in examples.items()}
        found: dict[Row, Pair] = {(Fraction(0),) * STAKES: NO_PAIR}
        for verdict, pair in examples.items():
            found.setdefault(row_of[verdict], pair)
        numbers = {row: number for number, row in enumerate(found)}
        number_of = {verdict: numbers[row] for verdict, row in row_of.items()}
        rows = tuple(
            tuple(number_of[verdicts[dealer, ended]] for ended in range(HAND_ENDS)) for dealer in range(DEALER_ENDS)
        )
        return rows, found

    def net(self, ended: int, dealer: int, stake: int) -> Fraction:
        """The net of a stake for these ends of the hand and of the dealer, in original wagers."""
        return self.pays[self.rows[dealer][ended]][stake]

    def in_money(self, wager: int) -> list[list[int]]:
        """Rows × stakes: the net in minor units for an original wager, rounded by the sheet's rule."""
        found = []
        for dealer, ended in self._judged[1].values():
            pushed = (dealer, ended) == NO_PAIR
            settled = [NOTHING] * STAKES if pushed else self._settled(dealer, ended, wager)
            found.append([result.net for result in settled])
        return found

    def _exact_row(self, dealer: int, ended: int) -> Row:
        return tuple(
            Fraction(result.net * result.breakage_of + result.breakage, result.breakage_of * ANY_WAGER)
            for result in self._settled(dealer, ended, ANY_WAGER)
        )

    def _settled(self, dealer: int, ended: int, wager: int) -> list[HandResult]:
        """The result of every stake. Each stake is a bettor on the same hand."""
        stakes = [stake_of(number, wager) for number in range(STAKES)]
        round_ = self._round(dealer, ended, tuple(stakes), wager)
        return [settle_hand(round_, 0, 0, who) or NOTHING for who in range(STAKES)]

    def _verdicts(self, ended: int) -> Iterator[tuple[Pair, Verdict]]:
        """The verdict on a hand with this end, for every end of the dealer's hand."""
        stake = Stake(ANY_WAGER)
        round_ = self._round(0, ended, (stake,), ANY_WAGER)
        box = round_.boxes[0]
        for dealer in range(DEALER_ENDS):
            met = round_._replace(**self._dealt(dealer))
            yield (dealer, ended), judge(met, box.hands[0], stake, box.bettors[0])

    def _round(self, dealer: int, ended: int, stakes: tuple[Stake | None, ...], wager: int) -> Round:
        """A finished round before settlement."""
        hand = end_hand(self.limit, self.naturals, ended, stakes)
        bettors = tuple(Bettor(number, wager, against=self.against) for number in range(1, len(stakes) + 1))
        return Round(self.sheet, Stage.DEALER, Waits.NOTHING, (Box(1, bettors, (hand,)),), **self._dealt(dealer))

    def _dealt(self, dealer: int) -> dict[str, Any]:
        """The dealer's hand. The number of cards distinguishes a natural from another hand with the same total."""
        natural = dealer == DEALER_NATURAL
        return {"dealer": (0, 0) if natural else (0, 0, 0), "dealer_total": self.limit if natural else dealer}


def end_hand(limit: int, naturals: Naturals, ended: int, stakes: tuple[Stake | None, ...]) -> Hand:
    """A hand with this end."""
    if ended == BOXED:
        return Hand((0, 0, 0), limit + 1, False, stakes, Status.BUST, boxed=True)
    if ended in STATUS:
        cards = naturals.special if ended == SPECIAL_NATURAL else naturals.usual
        total = limit if ended in (NATURAL, SPECIAL_NATURAL) else LOW_TOTAL
        return Hand(cards, total, False, stakes, STATUS[ended])
    return Hand((0, 0, 0), ended, False, stakes, Status.BUST if ended > limit else Status.STOOD)


def stake_of(number: int, wager: int) -> Stake | None:
    """The stake with this number, for an original wager; None if the number is not in use."""
    how, own, free = number >> 4, number // OWN & 3, number & 3
    return Stake(own * wager, free * wager, split=SPLIT_NAMES[how]) if how < len(SPLIT_NAMES) else None
