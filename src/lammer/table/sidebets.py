"""Classifies and pays side bets: the inputs of a bet, the outcomes that hold, and the pay of the paytable.

A classification lists every outcome that holds, best first; a paytable pays the first it has a row for.
"""

from collections.abc import Sequence
from typing import NamedTuple

from lammer.cards.card import VALUES
from lammer.cards.hand import dealer_draws, natural_partner
from lammer.cards.money import Odds, pay
from lammer.rules.conditions.outcomes import DEALER_NATURAL, FINAL_HAND, UP_CARD, Seen
from lammer.rules.conditions.reading import classifier_of, seen
from lammer.rules.offers import peeks_under
from lammer.rules.paytable import Paytable
from lammer.rules.schema import SideBet
from lammer.table.state import Box, Round, Stage, Status

FACES = ("J", "Q", "K")
PUSH_TOTAL = 22
RETURNED = "returned"
"""The outcome of a bet that was not decided and is returned."""
LOST_TO_NATURAL = "dealer blackjack"
"""The outcome of a lammer bet that loses to a dealer natural."""

MOST_WINS = 50
"""More wins in a row than any bet needs; a bet that needs more is never won."""

DEALER_CARDS = (UP_CARD, DEALER_NATURAL, FINAL_HAND)
"""Inputs of bets that need dealer cards."""


class Decided(NamedTuple):
    """``row`` of the paytable is None for a loss; ``outcome`` is shown."""

    row: str | None
    outcome: str

    @property
    def returned(self) -> bool:
        return self.row is None and self.outcome == RETURNED


def decide(bet: SideBet, read: Seen) -> Decided:
    """The outcome of a bet by the posted paytable."""
    return decide_by(bet, bet.paytables[bet.paytable], read)


def decide_by(bet: SideBet, paytable: Paytable, read: Seen) -> Decided:
    found = classifier_of(bet.outcomes)(read)
    if not found and bet.unfinished == "returned" and not read.together.whole:
        return Decided(None, RETURNED)
    row = best_row(found, paytable.paid)
    return Decided(row, row or (found[0] if found else bet.otherwise))


def after_wins(bet: SideBet, wins: int) -> Decided:
    """The outcome of a bet on rounds won in a row after so many wins; without a row it is not decided."""
    return decide(bet, seen(bet.reads, 0, wins=wins))


def wins_needed(bet: SideBet) -> int:
    """The number of wins in a row with which the bet is paid; 0 if no number is."""
    return next((wins for wins in range(1, MOST_WINS + 1) if after_wins(bet, wins).row is not None), 0)


def read_cards(round_: Round, box: Box, bet: SideBet) -> Seen:
    """The inputs of a bet on this box, with the cards dealt so far."""
    dealer = round_.dealer
    return seen(
        bet.reads,
        round_.sheet.rules.points.limit,
        mine=box.dealt,
        mine_done=gets_no_card(round_, box),
        up=dealer[0] if dealer else None,
        dealer=dealer,
        dealer_done=dealer_finished(round_),
        dealer_natural=dealer_has_natural(round_),
        split=split_cards(box),
    )


def gets_no_card(round_: Round, box: Box) -> bool:
    """Whether the box gets no more cards: its hands are decided, or the players' turns are over."""
    over = round_.void or round_.stage in (Stage.DEALER, Stage.DONE)
    return over or all(hand.status is not Status.OPEN for hand in box.hands)


def is_decided(round_: Round, box: Box, bet: SideBet) -> bool:
    """Whether further cards of the box cannot bring a better outcome."""
    read = read_cards(round_, box, bet)
    return not classifier_of(bet.outcomes).may_improve(read, bet.paytables[bet.paytable].paid)


def split_cards(box: Box) -> tuple[tuple[int, ...], ...]:
    """The first two cards of each of the two hands that the first split made; none without a split."""
    return tuple(hand.opened for hand in box.hands if hand.opened is not None)


def dealer_has_natural(round_: Round) -> bool:
    return len(round_.dealer) == 2 and round_.dealer_total == round_.sheet.rules.points.limit


def dealer_finished(round_: Round) -> bool:
    """Whether the dealer's hand is complete: no further card would be drawn."""
    rules = round_.sheet.rules.dealer
    return len(round_.dealer) >= 2 and not dealer_draws(
        round_.dealer_total, round_.dealer_soft, rules.stand_on_hard, rules.stand_on_soft
    )


def natural_is_known(round_: Round) -> bool:
    """Whether it is known, after the peek, if the dealer has a natural."""
    rules = round_.sheet.rules
    if not round_.dealer:
        return False
    value = VALUES[round_.dealer[0]]
    looked = len(round_.dealer) == 2 and peeks_under(rules, value)
    return looked or natural_partner(value, rules.points.limit) is None


def reads_dealer(bet: SideBet) -> bool:
    return any(reading in bet.reads for reading in DEALER_CARDS)


def best_row(outcomes: Sequence[str], rows: Sequence[str]) -> str | None:
    """The best outcome that the paytable names."""
    return next((outcome for outcome in outcomes if outcome in rows), None)


def fixed_net(paytable: Paytable, row: str | None, amount: int) -> int:
    """Net of a wager on a row that does not depend on a meter. A table that pays to 2 takes only wagers that it can
    pay without a remainder (``betting.py``)."""
    if row is None:
        return -amount
    if row in paytable.flat:
        return paytable.flat[row]
    odds = paytable.odds(row)
    return amount * odds.numerator // odds.denominator


def decided_net(paytable: Paytable, decided: Decided, amount: int) -> int:
    """Net of a wager without shares of a meter."""
    return 0 if decided.returned else fixed_net(paytable, decided.row, amount)


def dealer_share(paytable: Paytable, decided: Decided, amount: int) -> int:
    """What the outcome of a wager also pays to the tip pool."""
    return amount * paytable.dealer.get(decided.row or "", 0)


def meter_share(meter: int, percent: int, rounding: str) -> int:
    """The amount of a percentage award from a meter."""
    return pay(meter, Odds(percent, 100), rounding)[0]
