"""The wheel of a side bet: which wagers spin it, and what they win.

Chance is an actor: the round waits for a spin and never makes one. A secure shoe gives the stop (``spins.py``).
"""

from lammer.rules.offers import has_wheel
from lammer.rules.paytable import Stop
from lammer.rules.schema import SideBet
from lammer.table.actions import Action, Refusal
from lammer.table.events import Event, EventKind
from lammer.table.opening_bets import FULL, Claim, claims_of, with_results
from lammer.table.sidebets import decided_net, meter_share
from lammer.table.spins import Spun
from lammer.table.state import Meter, Round, SideResult, Spin, Stage


def pending(round_: Round) -> Spin | None:
    """The spin that the round waits for."""
    return next((spin for spin in round_.spins if not spin.stop), None)


def wheel_of(round_: Round, spin: Spin) -> tuple[Stop, ...]:
    bet = round_.sheet.side_bets[spin.bet]
    return bet.paytables[bet.paytable].wheels[spin.row]


def spins_made(round_: Round) -> tuple[Spun, ...]:
    """The spins of a round so far, in order."""
    return tuple(
        (tuple(stop.weight for stop in wheel_of(round_, spin)), spin.stop) for spin in round_.spins if spin.stop
    )


def weights_of(round_: Round) -> tuple[int, ...]:
    """The weights of the wheel that is spun next."""
    spin = pending(round_)
    return tuple(stop.weight for stop in wheel_of(round_, spin)) if spin is not None else ()


def with_spins(round_: Round) -> Round:
    """The spins that the opening cards have won, counter-clockwise."""
    spins = [
        Spin(claim.box, claim.bettor, bet_id, claim.decided.row)
        for bet_id, bet in _bets(round_)
        for claim in claims_of(round_, bet_id, bet)
        if claim.decided.row in bet.paytables[bet.paytable].wheels
    ]
    return round_._replace(spins=tuple(spins)) if spins else round_


def refuse_spin(round_: Round, action: Action) -> Refusal | None:
    spin = pending(round_) if round_.stage is Stage.SPINNING else None
    if spin is None:
        return Refusal("no-spin", "", "no wheel is spun now")
    stops = len(wheel_of(round_, spin))
    if 1 <= action.stop <= stops:
        return None
    clause = round_.sheet.clause(f"{round_.sheet.side_bet_keys[spin.bet]}.paytable")
    return Refusal("no-such-stop", clause, f"the wheel has stops 1 to {stops}, not {action.stop}")


def take_spin(round_: Round, stop: int, events: list[Event]) -> Round:
    spin = pending(round_)
    assert spin is not None  # refused otherwise
    at = round_.spins.index(spin)
    box = round_.boxes[spin.box]
    whose = box.number, box.bettors[spin.bettor].number
    events.append(
        Event(EventKind.SPIN, *whose, amount=stop, bet=spin.bet, outcome=wheel_of(round_, spin)[stop - 1].text)
    )
    return round_._replace(spins=(*round_.spins[:at], spin._replace(stop=stop), *round_.spins[at + 1 :]))


def _bets(round_: Round) -> list[tuple[str, SideBet]]:
    bets = round_.sheet.rules.side_bets.items()
    return [(bet_id, bet) for bet_id, bet in bets if has_wheel(bet)]


def settle_wheel_bets(round_: Round, events: list[Event]) -> Round:
    """Settles every wager on a bet with a wheel, once all its spins are made. What a stop pays to others goes to every
    other bettor of the table who made the bet."""
    for bet_id, bet in _bets(round_):
        spins = [spin for spin in round_.spins if spin.bet == bet_id]
        meters = {meter.level: meter for meter in round_.meters}
        results = [_result(round_, bet, claim, spins, meters) for claim in claims_of(round_, bet_id, bet)]
        round_ = with_results(round_, results, events)._replace(meters=tuple(meters.values()))
    return round_


def _result(round_: Round, bet: SideBet, claim: Claim, spins: list[Spin], meters: dict[str, Meter]) -> SideResult:
    amount, decided = claim.wager.amount, claim.decided
    own = next((spin for spin in spins if (spin.box, spin.bettor) == (claim.box, claim.bettor)), None)
    others = sum(wheel_of(round_, spin)[spin.stop - 1].others for spin in spins if spin is not own)
    plain = SideResult(claim.box, claim.bettor, claim.wager.bet, amount, decided.outcome, 0, from_others=others)
    if own is None:
        return plain._replace(net=decided_net(bet.paytables[bet.paytable], decided, amount) + others)
    stop = wheel_of(round_, own)[own.stop - 1]
    award, level = _award(stop, meters, round_.sheet.rules.pay.rounding), stop.share.level if stop.share else ""
    return plain._replace(net=stop.prize + award - amount + others, award=award, level=level, stop=own.stop)


def _award(stop: Stop, meters: dict[str, Meter], rounding: str) -> int:
    """The share of a meter that the stop wins; ``meters`` is updated."""
    if stop.share is None:
        return 0
    meter = meters[stop.share.level]
    award = meter_share(meter.amount, stop.share.percent, rounding)
    left = meter.reset if stop.share.percent == FULL else meter.amount - award
    meters[stop.share.level] = meter._replace(amount=left)
    return award
