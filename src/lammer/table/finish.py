"""The dealer's part: the peek, drawing if a bet depends on it, and the end of the round."""

from lammer.cards.card import VALUES
from lammer.cards.hand import dealer_draws, natural_partner
from lammer.rules.conditions.outcomes import DEALER_NATURAL
from lammer.rules.offers import peeks_under
from lammer.rules.schema import SideBet
from lammer.table.actions import Action, Refusal
from lammer.table.dealing import with_dealer_card
from lammer.table.events import CardRole, Event, EventKind
from lammer.table.settlement import BUST, LOSE, lammers, settle, surrender_waits
from lammer.table.sidebets import dealer_has_natural
from lammer.table.state import Bettor, Box, Hand, HandResult, Round, Settlement, Stage, Status, Waits


def peek(round_: Round, events: list[Event]) -> Round:
    """Checks the hole card if the sheet requires it; a natural ends the round at once."""
    if len(round_.dealer) == 2 and peeks_under(round_.sheet.rules, VALUES[round_.dealer[0]]):
        natural = dealer_has_natural(round_)
        events.append(Event(EventKind.PEEK, natural=natural))
        return round_._replace(stage=Stage.DEALER if natural else Stage.PLAYING, peeked=not natural)
    return round_._replace(stage=Stage.PLAYING)


def dealer_needs(round_: Round) -> bool:
    """Whether the dealer takes a card now: only if the drawing rule requires it and a bet depends on it."""
    if dealer_has_natural(round_) or not round_.dealer:
        return False
    if len(round_.dealer) == 1:
        if round_.sheet.rules.dealer.hole_card:
            return False  # the deal ended without a hole card, so every hand is decided
        return _depends_on_hand(round_) or _depends_on_second_card(round_)
    rules = round_.sheet.rules.dealer
    draws = dealer_draws(round_.dealer_total, round_.dealer_soft, rules.stand_on_hard, rules.stand_on_soft)
    return draws and _depends_on_hand(round_)


def _depends_on_hand(round_: Round) -> bool:
    """Whether an undecided hand, or a side bet (A8), depends on the dealer's complete hand."""
    rules = round_.sheet.rules
    for box in round_.boxes:
        if any(_is_undecided(round_, hand, box.bettors) for hand in box.hands):
            return True
        for bettor in box.bettors:
            for wager in bettor.sides:
                if rules.side_bets[wager.bet].unfinished == "dealer completes":
                    return True
    return False


def _is_undecided(round_: Round, hand: Hand, bettors: tuple[Bettor, ...]) -> bool:
    if hand.status is Status.STOOD:
        return True
    if hand.status is Status.BUST:
        return hand.boxed or bettors[0].against or any(stake is not None and stake.stands_on for stake in hand.stakes)
    natural = round_.sheet.rules.natural
    if hand.status is Status.NATURAL and natural.paid != "at once":
        at_risk = round_.sheet.rules.dealer.pushes_on_22 and not natural.beats_22
        return at_risk and not all(bettor.even_money for bettor in bettors)
    return False


def _depends_on_second_card(round_: Round) -> bool:
    """Without a hole card: whether an unpaid natural, a late surrender, insurance or a side bet depends on a dealer
    natural."""
    rules = round_.sheet.rules
    if natural_partner(VALUES[round_.dealer[0]], rules.points.limit) is None:
        return False
    for box in round_.boxes:
        naturals = any(hand.status is Status.NATURAL for hand in box.hands)
        natural_waits = naturals and rules.natural.paid != "at once"
        if surrender_waits(round_) and any(hand.status is Status.SURRENDERED for hand in box.hands):
            return True
        for bettor in box.bettors:
            side_bet = any(_depends_on_natural(rules.side_bets[wager.bet]) for wager in bettor.sides)
            if bettor.insurance or side_bet or (natural_waits and not bettor.even_money):
                return True
    return False


def _depends_on_natural(bet: SideBet) -> bool:
    return bet.lammers is not None or DEALER_NATURAL in bet.reads


def show_hole(round_: Round, events: list[Event]) -> Round:
    """Turns the hole card over when the players are done."""
    if round_.hole_shown or len(round_.dealer) < 2:
        return round_
    if round_.sheet.rules.dealer.hole_card:
        events.append(Event(EventKind.HOLE, card=round_.dealer[1]))
    return round_._replace(hole_shown=True)


def deal_to_dealer(round_: Round, code: int, events: list[Event]) -> Round:
    events.append(Event(EventKind.CARD, card=code, role=CardRole.DRAWN))
    return with_dealer_card(round_, code, round_.step)


def finish(round_: Round, events: list[Event]) -> Round:
    """Shows the dealer's hand, settles every wager and adds the events."""
    round_ = show_hole(round_, events)
    total, natural = round_.dealer_total, dealer_has_natural(round_)
    events.append(Event(EventKind.DEALER, amount=total, natural=natural, bust=total > round_.sheet.rules.points.limit))
    settlement = settle(round_)
    _add_payments(round_, settlement, events)
    return round_._replace(stage=Stage.DONE, waits=Waits.NOTHING, settlement=settlement)


def _add_payments(round_: Round, settlement: Settlement, events: list[Event]) -> None:
    """Adds the events of the payments box by box, with lammers, bets of absent bettors and the collection of wins."""
    rules = round_.sheet.rules
    settled_before = len(round_.sides)
    for box_at, box in enumerate(round_.boxes):
        for hand in settlement.hands:
            if hand.box == box_at:
                _add_hand(box, hand, events)
        for insured in settlement.insurance:
            if insured.box == box_at:
                number = box.bettors[insured.bettor].number
                events.append(Event(EventKind.INSURANCE, box.number, number, amount=insured.net))
                if insured.breakage:
                    broken = (insured.breakage, insured.breakage_of)
                    events.append(Event(EventKind.BREAKAGE, box.number, number, amount=broken[0], parts=broken[1]))
        for side in settlement.sides[settled_before:]:
            if side.box == box_at:
                number = box.bettors[side.bettor].number
                if side.stays:
                    kind, amount = EventKind.CARRIED, side.amount
                else:
                    kind, amount = EventKind.SIDE, side.net
                event = Event(kind, box.number, number, amount=amount, bet=side.bet, outcome=side.outcome)
                events.append(event)
                if side.envy:
                    events.append(Event(EventKind.ENVY, box.number, number, amount=side.envy))
        for prize in settlement.lights:
            if prize.box == box_at and prize.net:
                number = box.bettors[prize.bettor].number
                events.append(Event(EventKind.PRIZE, box.number, number, amount=prize.net))
        _add_lammers(round_, box_at, events)
        _add_set_aside(round_, box_at, settlement, events)
        if rules.pay.collected == "after all payouts of the box":
            events.append(Event(EventKind.COLLECT, box.number))


def _add_hand(box: Box, hand: HandResult, events: list[Event]) -> None:
    bettor = box.bettors[hand.bettor]
    whose = (box.number, bettor.number, hand.hand + 1)
    ended = Event(EventKind.SETTLE, *whose, amount=hand.net, tip=bettor.tip, result=hand.result, why=hand.why)
    events.append(ended)
    if hand.breakage:
        events.append(Event(EventKind.BREAKAGE, *whose, amount=hand.breakage, parts=hand.breakage_of))


def _add_lammers(round_: Round, box_at: int, events: list[Event]) -> None:
    """A lammer moves to the spot of a lammer bet if that wager was made, else the dealer takes it."""
    box, bets = round_.boxes[box_at], round_.sheet.rules.side_bets
    for who, bettor in enumerate(box.bettors):
        count = sum(lammers(box, who))
        if count:
            spot = next((side.bet for side in bettor.sides if bets[side.bet].lammers is not None), "")
            whose = (box.number, bettor.number)
            events.append(Event(EventKind.LAMMERS_TO, *whose, amount=count, bet=spot, tip=bettor.tip))


def _add_set_aside(round_: Round, box_at: int, settlement: Settlement, events: list[Event]) -> None:
    """Winning and tied bets of an absent bettor are taken off the field and kept for them (EU 1.12)."""
    if round_.sheet.rules.absent.bets != "taken off the field":
        return
    box = round_.boxes[box_at]
    for result in settlement.hands:
        bettor = box.bettors[result.bettor] if result.box == box_at else None
        if bettor is not None and bettor.absent and result.result not in (LOSE, BUST):
            stake = box.hands[result.hand].stakes[result.bettor]
            amount = result.net + (stake.own if stake is not None else 0)
            events.append(Event(EventKind.SET_ASIDE, box.number, bettor.number, result.hand + 1, amount=amount))
    beside = [(side.box, side.bettor, side.amount, side.net) for side in settlement.sides if not side.stays]
    beside += [(insured.box, insured.bettor, insured.amount, insured.net) for insured in settlement.insurance]
    for at, who, wager, net in beside:
        if at == box_at and box.bettors[who].absent and net >= 0:
            events.append(Event(EventKind.SET_ASIDE, box.number, box.bettors[who].number, amount=wager + net))


def refuse_burn(round_: Round, action: Action) -> Refusal | None:
    """A card drawn by mistake is burned only if the dealer has a standing total (SD(n))."""
    clause = round_.sheet.clause("dealer.mistaken_card")
    if round_.sheet.rules.dealer.mistaken_card != "burned":
        return Refusal("no-burn", clause, "this game has no rule for a card drawn by mistake")
    rules = round_.sheet.rules
    standing = rules.dealer.stand_on_hard <= round_.dealer_total <= rules.points.limit
    if round_.stage is not Stage.DONE or round_.void or round_.burned or not standing or not 0 <= action.card < 52:
        text = f"a mistaken card is burned on a dealer {rules.dealer.stand_on_hard} to {rules.points.limit}"
        return Refusal("no-burn", clause, text)
    return None


def burn_mistake(round_: Round, code: int, events: list[Event]) -> Round:
    events.append(Event(EventKind.BURNED, card=code))
    return round_._replace(burned=(*round_.burned, code))
