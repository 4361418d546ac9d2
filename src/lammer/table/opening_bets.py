"""Bets on the opening cards, resolved between the deal and the play, and on the player's cards in the order dealt.

Progressive bets pay fixed amounts from the tray and shares from the meters. The round gets the meter amounts as input
and reports percentage wins as events; the table does not keep the meters.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from lammer.cards.money import Odds, pay
from lammer.rules.offers import has_wheel
from lammer.rules.paytable import Paytable
from lammer.rules.schema import SideBet
from lammer.table.events import Event, EventKind
from lammer.table.options import is_pair
from lammer.table.sidebets import (
    Decided,
    dealer_share,
    decide,
    decided_net,
    is_decided,
    meter_share,
    natural_is_known,
    read_cards,
    split_cards,
)
from lammer.table.state import Box, Meter, Round, SideResult, SideWager, Stage

FULL = 100
"""The percentage of a full award."""


class Claim(NamedTuple):
    """A side wager with its best outcome."""

    box: int
    bettor: int
    wager: SideWager
    decided: Decided


def settle_opening_bets(round_: Round, events: list[Event]) -> Round:
    """Settles every side wager that the opening cards decide."""
    return settle_jackpot_bets(_settle_fixed_bets(round_, "after the deal", events), "after the deal", events)


def settle_decided_bets(round_: Round, events: list[Event]) -> Round:
    """Settles every side wager on the cards in the order dealt that is decided now."""
    when = "when my cards decide"
    if not any(bet.settled == when for bet in round_.sheet.rules.side_bets.values()):
        return round_
    return settle_jackpot_bets(_settle_fixed_bets(round_, when, events), when, events)


def settle_peeked_bets(round_: Round, events: list[Event]) -> Round:
    """Settles every side wager that waits for the dealer's check. Without a check it waits for the dealer's hand."""
    return _settle_fixed_bets(round_, "after the peek", events) if natural_is_known(round_) else round_


def settle_known_bets(round_: Round, events: list[Event]) -> Round:
    """Settles wagers that go on through a split: when the hand is no pair or the dealer has a natural, when both split
    hands have two cards, or else at the end of the round."""
    if not natural_is_known(round_):
        return round_
    return _settle_fixed_bets(round_, "as soon as it is known", events, lambda box: _is_known(round_, box))


def _is_known(round_: Round, box: Box) -> bool:
    opened = split_cards(box)
    if opened:
        return all(len(cards) == 2 for cards in opened)
    hand = box.hands[0]
    return round_.stage is Stage.DEALER or not is_pair(hand, round_.sheet.rules.split.pairs)


def settle_first_bets(round_: Round, events: list[Event]) -> Round:
    """Settles every side wager that the first cards and the up card decide, as soon as they are dealt."""
    return _settle_fixed_bets(round_, "before the second card", events)


def _settle_fixed_bets(
    round_: Round, when: str, events: list[Event], known: Callable[[Box], bool] = lambda _: True
) -> Round:
    bets = round_.sheet.rules.side_bets
    results = [
        _fixed_result(round_, box_at, who, wager)
        for box_at, box in enumerate(round_.boxes)
        for who, bettor in enumerate(box.bettors)
        for wager in bettor.sides
        if bets[wager.bet].settled == when and bets[wager.bet].jackpot is None and known(box)
        if not has_wheel(bets[wager.bet]) and _is_due(round_, box_at, who, wager)
    ]
    return with_results(round_, results, events)


def with_results(round_: Round, results: list[SideResult], events: list[Event]) -> Round:
    """The round with these results, and their events."""
    events.extend(event for result in results for event in _events(round_, result))
    return round_._replace(sides=(*round_.sides, *results)) if results else round_


def _fixed_result(round_: Round, box_at: int, who: int, wager: SideWager) -> SideResult:
    bet = round_.sheet.rules.side_bets[wager.bet]
    decided = decide(bet, read_cards(round_, round_.boxes[box_at], bet))
    paytable = bet.paytables[bet.paytable]
    net, share = decided_net(paytable, decided, wager.amount), dealer_share(paytable, decided, wager.amount)
    return SideResult(box_at, who, wager.bet, wager.amount, decided.outcome, net, envy=share)


def _is_due(round_: Round, box_at: int, who: int, wager: SideWager) -> bool:
    """Whether the wager is to be settled now, if it is settled at this time of the round."""
    bet, box = round_.sheet.rules.side_bets[wager.bet], round_.boxes[box_at]
    if any((side.box, side.bettor, side.bet) == (box_at, who, wager.bet) for side in round_.sides):
        return False
    if bet.settled != "when my cards decide":
        return True
    if round_.void:  # what the cards on the table have won is paid; other wagers are returned
        return decide(bet, read_cards(round_, box, bet)).row is not None
    return is_decided(round_, box, bet)


def settle_jackpot_bets(round_: Round, when: str, events: list[Event]) -> Round:
    """Settles the progressive wagers of this time, counter-clockwise, and updates the meters of the round."""
    for bet_id, bet in round_.sheet.rules.side_bets.items():
        due = bet.jackpot is not None and bet.settled == when and not has_wheel(bet)
        claims = list(claims_of(round_, bet_id, bet)) if due else []
        if bet.jackpot is None or not claims:
            continue
        meters = {meter.level: meter for meter in round_.meters}
        paytable = bet.paytables[bet.paytable]
        awards = _awards(paytable, bet.jackpot.simultaneous, claims, meters, round_.sheet.rules.pay.rounding)
        results = tuple(_result(paytable, claim, award) for claim, award in zip(claims, awards, strict=True))
        events.extend(event for result in results for event in _events(round_, result))
        round_ = round_._replace(sides=(*round_.sides, *results), meters=tuple(meters.values()))
    return round_


def claims_of(round_: Round, bet_id: str, bet: SideBet) -> Iterator[Claim]:
    """The wagers on a bet that are due now, in the order hands are evaluated: counter-clockwise."""
    for box_at in reversed(range(len(round_.boxes))):
        box = round_.boxes[box_at]
        for who, bettor in enumerate(box.bettors):
            for wager in bettor.sides:
                if wager.bet == bet_id and _is_due(round_, box_at, who, wager):
                    yield Claim(box_at, who, wager, decide(bet, read_cards(round_, box, bet)))


class _Award(NamedTuple):
    amount: int = 0
    breakage: int = 0


def _awards(
    paytable: Paytable, simultaneous: str, claims: list[Claim], meters: dict[str, Meter], rounding: str
) -> list[_Award]:
    """The award of each claim from its meter, in order; ``meters`` is updated (A14)."""
    shares = [paytable.shares.get(claim.decided.row or "") for claim in claims]
    sharing = Counter(share.level for share in shares if share is not None and share.percent == FULL)
    pools: dict[str, int] = {}
    awards = []
    for share in shares:
        if share is None:
            awards.append(_Award())
            continue
        meter = meters[share.level]
        if share.percent < FULL:
            award = _Award(meter_share(meter.amount, share.percent, rounding))
            meters[share.level] = meter._replace(amount=meter.amount - award.amount)
        elif simultaneous == "equal shares":
            award = _equal_share(share.level, meter.amount, sharing[share.level], pools, rounding)
            meters[share.level] = meter._replace(amount=meter.reset)
        else:
            award = _Award(meter.amount)
            meters[share.level] = meter._replace(amount=meter.reset)
        awards.append(award)
    return awards


def _equal_share(level: str, shown: int, winners: int, pools: dict[str, int], rounding: str) -> _Award:
    """The first full award fixes the amount that all of them share. The first share has the indivisible cents as
    breakage."""
    first = level not in pools
    pool = pools.setdefault(level, shown)
    share, _ = pay(pool, Odds(1, winners), rounding)
    return _Award(share, pool - share * winners if first else 0)


def _result(paytable: Paytable, claim: Claim, award: _Award) -> SideResult:
    amount, row = claim.wager.amount, claim.decided.row
    share = paytable.shares.get(row or "")
    net = award.amount - amount if share is not None else decided_net(paytable, claim.decided, amount)
    envy = 0
    if paytable.stakes and row in paytable.envy:
        envy = paytable.envy[row][paytable.stakes.index(amount)]
    level = share.level if share is not None else ""
    won = (award.amount, level, envy, award.breakage)
    return SideResult(claim.box, claim.bettor, claim.wager.bet, amount, claim.decided.outcome, net, *won)


def _events(round_: Round, result: SideResult) -> Iterator[Event]:
    box, bettor = round_.boxes[result.box].number, round_.boxes[result.box].bettors[result.bettor].number
    yield Event(EventKind.SIDE, box, bettor, amount=result.net, bet=result.bet, outcome=result.outcome)
    if result.award:
        yield Event(EventKind.METER_WIN, box, bettor, amount=result.award, level=result.level)
    if result.from_others:
        yield Event(EventKind.FROM_OTHERS, box, bettor, amount=result.from_others, bet=result.bet)
    if result.breakage:
        yield Event(EventKind.BREAKAGE, box, bettor, amount=result.breakage, level=result.level)
    if result.envy:
        yield Event(EventKind.ENVY, box, bettor, amount=result.envy)
