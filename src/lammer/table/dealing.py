"""The opening deal: who gets the next card, and wins and losses before any hand is played."""

from lammer.cards.card import VALUES
from lammer.cards.hand import add_card, hand_total
from lammer.table.events import CardRole, Event, EventKind
from lammer.table.options import is_ace
from lammer.table.sidebets import reads_dealer
from lammer.table.state import Box, Hand, Round, Stake, Status, with_hand

DEALER = -1


def seat_hands(round_: Round) -> Round:
    """Empty hands with the main wagers on them, ready for the first card."""
    boxes = tuple(
        box._replace(hands=(Hand((), 0, False, tuple(Stake(bettor.main) for bettor in box.bettors)),))
        for box in round_.boxes
    )
    return round_._replace(boxes=boxes)


def opening_target(round_: Round) -> int | None:
    """Box index (or DEALER) that gets the next card of the opening deal; None when the deal is over.

    Two passes over the boxes, each followed by the dealer: up card, then hole card.
    """
    boxes = len(round_.boxes)
    second_pass, place = divmod(round_.step, boxes + 1)
    if second_pass > 1:
        return None
    return DEALER if place == boxes else place


def next_opening_step(round_: Round) -> Round:
    """Skips places that need no card: decided hands, and a dealer without opponents."""
    while True:
        target = opening_target(round_)
        if target is None:
            return round_
        if _dealer_wanted(round_) if target == DEALER else round_.boxes[target].hands[0].status is Status.OPEN:
            return round_
        round_ = round_._replace(step=round_.step + 1)


def _dealer_wanted(round_: Round) -> bool:
    if round_.dealer and not round_.sheet.rules.dealer.hole_card:
        return False
    return any(plays_on(round_, box) or _reads_dealer(round_, box) for box in round_.boxes)


def plays_on(round_: Round, box: Box) -> bool:
    """Whether the box's hand is still to be decided, by play or by the dealer's check."""
    status = box.hands[0].status
    return status is Status.OPEN or (status is Status.NATURAL and round_.sheet.rules.natural.paid != "at once")


def _reads_dealer(round_: Round, box: Box) -> bool:
    """Whether a side wager on this box depends on the dealer's cards."""
    bets = round_.sheet.rules.side_bets
    return any(reads_dealer(bets[wager.bet]) for bettor in box.bettors for wager in bettor.sides)


def deal_opening_card(round_: Round, code: int, events: list[Event]) -> Round:
    target = opening_target(round_)
    assert target is not None  # called only during the opening deal
    if target == DEALER:
        return _deal_dealer(round_, code, events)
    return _deal_box(round_, target, code, events)


def _deal_dealer(round_: Round, code: int, events: list[Event]) -> Round:
    first = not round_.dealer
    events.append(Event(EventKind.CARD, card=code, role=CardRole.UP if first else CardRole.HOLE))
    round_ = with_dealer_card(round_, code, round_.step + 1)
    if first and is_ace(code) and round_.sheet.rules.first_ace.dealer == "wins":
        events.append(Event(EventKind.DEALER_FIRST_ACE))
        return _lose_open_hands(round_)
    return round_


def with_dealer_card(round_: Round, code: int, step: int) -> Round:
    dealer = (*round_.dealer, code)
    total, soft = hand_total(dealer, round_.sheet.rules.points.limit)
    return round_._replace(dealer=dealer, dealer_total=total, dealer_soft=soft, step=step)


def _lose_open_hands(round_: Round) -> Round:
    for box_at, box in enumerate(round_.boxes):
        if box.hands[0].status is Status.OPEN:
            round_ = with_hand(round_, box_at, 0, box.hands[0]._replace(status=Status.INSTANT_LOSS))
    return round_


def _deal_box(round_: Round, box_at: int, code: int, events: list[Event]) -> Round:
    rules = round_.sheet.rules
    box = round_.boxes[box_at]
    events.append(Event(EventKind.CARD, box.number, hand=1, card=code, role=CardRole.OPENING))
    hand = with_card(box.hands[0], code, rules.points.limit)
    if len(hand.cards) == 1 and is_ace(code) and rules.first_ace.player == "wins":
        hand = hand._replace(status=Status.INSTANT_WIN)
        events.append(Event(EventKind.INSTANT_WIN, box.number, hand=1))
    elif len(hand.cards) == 2 and hand.total == rules.points.limit:
        hand = hand._replace(status=Status.NATURAL)
        events.append(Event(EventKind.NATURAL, box.number, hand=1))
    dealt = Box(box.number, box.bettors, (hand,), (*box.dealt, code))
    boxes = (*round_.boxes[:box_at], dealt, *round_.boxes[box_at + 1 :])
    return round_._replace(boxes=boxes, step=round_.step + 1)


def with_card(hand: Hand, code: int, limit: int) -> Hand:
    total, soft = add_card(hand.total, hand.soft, VALUES[code], limit)
    return hand._replace(cards=(*hand.cards, code), total=total, soft=soft, drawing=False)
