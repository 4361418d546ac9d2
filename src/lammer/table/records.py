"""A finished round as a JSON record that anybody can verify. Money is in minor units."""

from typing import Any, cast

from lammer.cards.card import NAMES
from lammer.rules.sheet import published_text
from lammer.table.actions import AGAINST, MAIN, TIP
from lammer.table.betting import own_money
from lammer.table.drive import Played
from lammer.table.notation import write_round
from lammer.table.options import own_on_box
from lammer.table.promise import Promise
from lammer.table.settlement import returned_tip
from lammer.table.shoe import Shoe
from lammer.table.sidebets import dealer_has_natural
from lammer.table.state import Bettor, Box, HandResult, Result, Round, Settlement, SideResult, Why
from lammer.table.view_types import HandRecord, SeatRecord, SideRecord, TipRecord
from lammer.table.wheel import spins_made

BLACKJACK_TOTAL = 21
"""The two-card 20 of Triple Win 20 is a natural but is not called a blackjack."""

JACKPOT_SPINS = "jackpot_spins"
"""The key of the spins of a jackpot at the table, which is settled beside the round; they follow the round's own."""


def record(played: Played, number: int) -> dict[str, Any]:
    """The record of a round: wagers, cards, payments, and its notation."""
    round_, sheet = played.round, played.round.sheet
    settlement = round_.settlement
    assert settlement is not None  # a played round is settled
    entry: dict[str, Any] = {
        "game": sheet.id.partition("+")[0],
        "version": sheet.version,
        "rules": sheet.digest,
        "overrides": {key: _plain(value) for key, value in sheet.overrides.items()},
        "round": number,
        "paytables": {bet_id: bet.paytable for bet_id, bet in sheet.side_bets.items()},
        "seats": seat_records(round_, settlement),
        "dealer": _dealer(round_),
        "notation": write_round(played),
    }
    attached = sheet.id.split("+")[1:]
    if attached:
        entry["attached"] = attached
    if played.meters:
        entry["meters"] = {meter.level: meter.amount for meter in played.meters}
        entry["meters_reset"] = {meter.level: meter.reset for meter in played.meters}
    if spins := spins_made(round_):
        entry["spins"] = [{"weights": list(weights), "stop": stop} for weights, stop in spins]
    if round_.void:
        entry["void"] = True
    if round_.void_reason:
        entry["void_reason"] = round_.void_reason
    return entry


def shoe_evidence(shoe: Shoe, *, shoe_open: bool, closed: bool = False) -> dict[str, Any]:
    """The data for repeating the shuffle. The seed reveals the next cards, so it is left out until the shoe is over.
    ``closed``: the table closed before the shoe was over."""
    if shoe.promise.scheme == 1:
        evidence = {"number": shoe.promise.number, "commitment": shoe.commitment, "decks": shoe.decks, "cut": shoe.cut}
        evidence |= {"burn": shoe.burn, "behind_cut_card": shoe.behind_cut_card}
    else:
        evidence = promise_evidence(shoe.promise) | {"cut": shoe.cut, "cut_by": shoe.cut_by}
        evidence["contributions"] = [list(one) for one in shoe.contributions]
    evidence |= {"closed": True} if closed else {}
    return evidence | {"seed": shoe.seed.hex()} if shoe_open else evidence


def promise_evidence(promise: Promise) -> dict[str, Any]:
    """What is published about a shoe before players contribute to it."""
    return promise.terms() | {"commitment": promise.commitment}


def _plain(value: Any) -> Any:
    return value if isinstance(value, bool | int | float | str) else published_text(value)


def _dealer(round_: Round) -> dict[str, Any]:
    dealer: dict[str, Any] = {
        "cards": [NAMES[code] for code in round_.dealer],
        "total": round_.dealer_total,
        "blackjack": dealer_has_natural(round_) and round_.sheet.rules.points.limit == BLACKJACK_TOTAL,
    }
    if round_.burned:
        dealer["burned"] = [NAMES[code] for code in round_.burned]
    return dealer


def seat_records(round_: Round, settlement: Settlement) -> list[SeatRecord]:
    """The wagers and results of every bettor."""
    return [seat for at, box in enumerate(round_.boxes) for seat in _seats(round_, at, box, settlement)]


def _seats(round_: Round, box_at: int, box: Box, settlement: Settlement) -> list[SeatRecord]:
    """One entry for each bettor on the box; a tip bet is part of the owner's."""
    seats: list[SeatRecord] = []
    for who, bettor in enumerate(box.bettors):
        hands = [hand for hand in settlement.hands if hand.box == box_at and hand.bettor == who]
        if bettor.tip:
            seats[0]["tip"] = _tip(round_, box_at, who, sum(hand.net for hand in hands))
            continue
        sides = [side for side in settlement.sides if side.box == box_at and side.bettor == who]
        insured = [entry for entry in settlement.insurance if entry.box == box_at and entry.bettor == who]
        insurance = sum(entry.net for entry in insured)
        seat: SeatRecord = {
            "seat": box.number,
            "bettor": bettor.number,
            "wagers": {
                AGAINST if bettor.against else MAIN: bettor.main - bettor.parlayed,
                **{wager.bet: wager.amount for wager in bettor.sides},
            },
            "hands": [_hand(box, hand) for hand in hands],
            "side": {side.bet: _side(side) for side in sides},
            "insurance": insurance,
            "net": sum(hand.net for hand in hands) + sum(side.net for side in sides) + insurance,
        }
        if insured:
            seat["insurance_wager"] = bettor.insurance
            if insured[0].breakage:
                seat["insurance_breakage"] = f"{insured[0].breakage}/{insured[0].breakage_of}"
        if bettor.absent:
            seat["absent"] = True
        if earlier := {wager.bet: wager.carried for wager in bettor.sides if not wager.is_new}:
            seat["carried"] = earlier
        if bettor.parlayed:
            seat["parlayed"] = bettor.parlayed
        for lights in settlement.lights:
            if (lights.box, lights.bettor) == (box_at, who):
                seat["lights"] = {"before": lights.before, "lit": lights.lit, "after": lights.after}
                seat["net"] += lights.net
                if lights.net:
                    seat["lights"]["prize"] = lights.net
        if box.swapped:
            seat["swapped"] = True
        seats.append(seat)
    return seats


def _wagers(bettor: Bettor) -> dict[str, int]:
    sides = {wager.bet: wager.amount for wager in bettor.sides}
    return {AGAINST if bettor.against else MAIN: bettor.main} | sides


def _tip(round_: Round, box_at: int, who: int, net: int) -> TipRecord:
    """A tip bet, with the amounts that the owner added and that an interruption returned to the owner."""
    box = round_.boxes[box_at]
    wager = box.bettors[who].main
    entry: TipRecord = {"wager": wager, "net": net}
    if added := own_on_box(box, who) - own_money(round_.sheet, TIP, wager):
        entry["added"] = added
    if returned := returned_tip(round_, box_at):
        entry["returned"] = returned
    return entry


def _side(side: SideResult) -> SideRecord:
    entry: SideRecord = {"outcome": side.outcome, "net": side.net}
    if side.award:
        entry["award"], entry["level"] = side.award, side.level
    if side.envy:
        entry["envy"] = side.envy
    if side.breakage:
        entry["breakage"] = side.breakage
    if side.stays:
        entry["carried"] = side.carried
    if side.stop:
        entry["stop"] = side.stop
    if side.from_others:
        entry["from_others"] = side.from_others
    return entry


def _hand(box: Box, result: HandResult) -> HandRecord:
    hand = box.hands[result.hand]
    stake = hand.stakes[result.bettor]
    assert stake is not None  # only stakes are settled
    entry: HandRecord = {
        "cards": [NAMES[code] for code in hand.cards],
        "own": stake.own,
        "free": stake.free,
        "doubled": stake.doubled,
        "split": stake.split,
        # Plain strings, as read back from JSON, because a record is compared with its replay.
        "result": cast(Result, result.result.value),
        "net": result.net,
        "why": cast(Why, result.why.value),
    }
    if box.bettors[result.bettor].even_money:
        entry["even_money"] = True
    if result.breakage:
        entry["breakage"] = f"{result.breakage}/{result.breakage_of}"
    if box.bettors[result.bettor].against:
        entry["against"] = True
    if stake.stands_on:
        entry["stands_on"] = stake.stands_on
    return entry
