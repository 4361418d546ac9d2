"""Bets on the opening cards, resolved between the deal and the play.

Sevens bets pay fixed amounts from the tray and shares off the meters. Meter amounts come in with the round and
percentage wins go out as events; keeping the meters is not the table's job.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from lammer.cards.money import Odds, pay
from lammer.rules.schema import MeterPaytable, SevensBet
from lammer.table.events import Event, EventKind
from lammer.table.sidebets import best_row, classify_first_cards, classify_sevens, fixed_net, meter_share
from lammer.table.state import Meter, Round, SideResult, SideWager, Status

FULL = 100
"""Percent of a meter that is all of it."""


class _Claim(NamedTuple):
    """A wager on sevens with its best outcome, in the order hands are evaluated."""

    box: int
    bettor: int
    wager: SideWager
    outcome: str
    row: str | None


def settle_opening_bets(round_: Round, events: list[Event]) -> Round:
    """Every side wager that the opening cards decide."""
    results = [
        _first_cards_result(round_, box_at, who, wager)
        for box_at, box in enumerate(round_.boxes)
        for who, bettor in enumerate(box.bettors)
        for wager in bettor.sides
        if wager.bet in round_.sheet.rules.first_cards_bets
    ]
    events.extend(event for result in results for event in _events(round_, result))
    return settle_sevens(round_._replace(sides=(*round_.sides, *results)) if results else round_, events)


def _first_cards_result(round_: Round, box_at: int, who: int, wager: SideWager) -> SideResult:
    bet = round_.sheet.rules.first_cards_bets[wager.bet]
    hand = round_.boxes[box_at].hands[0]
    if hand.status is Status.INSTANT_LOSS and bet.dealer_first_ace == "returned":
        return SideResult(box_at, who, wager.bet, wager.amount, "returned", 0)
    outcomes = classify_first_cards(hand.cards)
    paytable = bet.paytables[bet.paytable]
    row = best_row(outcomes, list(paytable.rows))
    net = fixed_net(paytable, row, wager.amount)
    return SideResult(box_at, who, wager.bet, wager.amount, row or outcomes[0], net)


def settle_sevens(round_: Round, events: list[Event]) -> Round:
    """Evaluates every sevens wager counter-clockwise and adjusts the meters the round was given."""
    for bet_id, bet in round_.sheet.rules.sevens_bets.items():
        claims = list(_claims(round_, bet_id, bet))
        if not claims:
            continue
        meters = {meter.level: meter for meter in round_.meters}
        awards = _awards(bet, claims, meters, round_.sheet.rules.pay.rounding)
        results = tuple(
            _result(bet.paytables[bet.paytable], claim, award) for claim, award in zip(claims, awards, strict=True)
        )
        events.extend(event for result in results for event in _events(round_, result))
        round_ = round_._replace(sides=(*round_.sides, *results), meters=tuple(meters.values()))
    return round_


def _claims(round_: Round, bet_id: str, bet: SevensBet) -> Iterator[_Claim]:
    paytable = bet.paytables[bet.paytable]
    rows = [*paytable.shares, *paytable.rows]
    for box_at in reversed(range(len(round_.boxes))):
        box = round_.boxes[box_at]
        for who, bettor in enumerate(box.bettors):
            for wager in bettor.sides:
                if wager.bet == bet_id:
                    outcomes = classify_sevens(box.hands[0].cards[:2], round_.dealer[0])
                    row = best_row(outcomes, rows)
                    yield _Claim(box_at, who, wager, row or outcomes[0], row)


class _Award(NamedTuple):
    amount: int = 0
    breakage: int = 0


def _awards(bet: SevensBet, claims: list[_Claim], meters: dict[str, Meter], rounding: str) -> list[_Award]:
    """What each claim takes off its meter, in order; ``meters`` is left as the awards leave it (A14)."""
    shares = [bet.paytables[bet.paytable].shares.get(claim.row or "") for claim in claims]
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
        elif bet.simultaneous == "equal shares":
            award = _equal_share(share.level, meter.amount, sharing[share.level], pools, rounding)
            meters[share.level] = meter._replace(amount=meter.reset)
        else:
            award = _Award(meter.amount)
            meters[share.level] = meter._replace(amount=meter.reset)
        awards.append(award)
    return awards


def _equal_share(level: str, shown: int, winners: int, pools: dict[str, int], rounding: str) -> _Award:
    """The first full award fixes what all of them share; it also tells the cents that cannot be divided."""
    first = level not in pools
    pool = pools.setdefault(level, shown)
    share, _ = pay(pool, Odds(1, winners), rounding)
    return _Award(share, pool - share * winners if first else 0)


def _result(paytable: MeterPaytable, claim: _Claim, award: _Award) -> SideResult:
    amount = claim.wager.amount
    share = paytable.shares.get(claim.row or "")
    net = award.amount - amount if share is not None else fixed_net(paytable, claim.row, amount)
    envy = 0
    if paytable.stakes and claim.row in paytable.envy:
        envy = paytable.envy[claim.row][paytable.stakes.index(amount)]
    level = share.level if share is not None else ""
    won = (award.amount, level, envy, award.breakage)
    return SideResult(claim.box, claim.bettor, claim.wager.bet, amount, claim.outcome, net, *won)


def _events(round_: Round, result: SideResult) -> Iterator[Event]:
    box, bettor = round_.boxes[result.box].number, round_.boxes[result.box].bettors[result.bettor].number
    yield Event(EventKind.SIDE, box, bettor, amount=result.net, bet=result.bet, outcome=result.outcome)
    if result.award:
        yield Event(EventKind.METER_WIN, box, bettor, amount=result.award, level=result.level)
    if result.breakage:
        yield Event(EventKind.BREAKAGE, box, bettor, amount=result.breakage, level=result.level)
    if result.envy:
        yield Event(EventKind.ENVY, box, bettor, amount=result.envy)
