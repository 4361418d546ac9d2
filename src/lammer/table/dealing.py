"""The opening deal: who gets the next card, and wins and losses before any hand is played."""

from lammer.cards.card import VALUES
from lammer.cards.hand import add_card, hand_total
from lammer.table.events import CardRole, Event, EventKind
from lammer.table.lights import light_by_card
from lammer.table.options import is_ace
from lammer.table.sidebets import reads_dealer
from lammer.table.state import Box, Hand, Round, Stake, Status, with_hand

DEALER = -1


def seat_hands(round_: Round) -> Round:
    """Empty hands with the main wagers on them, ready for the first card."""
    boxes = tuple(box._replace(hands=_empty_hands(round_, box)) for box in round_.boxes)
    return round_._replace(boxes=boxes)


def _empty_hands(round_: Round, box: Box) -> tuple[Hand, ...]:
    stakes = tuple(Stake(bettor.main) for bettor in box.bettors)
    return tuple(Hand((), 0, False, stakes, origin=origin) for origin in range(round_.sheet.rules.hands.per_box))


def opening_target(round_: Round) -> int | None:
    """Box index (or DEALER) that gets the next card of the opening deal; None when the deal is over.

    Two passes over the hands of all boxes, each followed by the dealer: up card, then hole card.
    """
    per_box = round_.sheet.rules.hands.per_box
    hands = len(round_.boxes) * per_box
    second_pass, place = divmod(round_.step, hands + 1)
    if second_pass > 1:
        return None
    return DEALER if place == hands else place // per_box


def _opening_hand(round_: Round) -> int:
    """The hand of the box that gets the next card of the opening deal."""
    per_box = round_.sheet.rules.hands.per_box
    return round_.step % (len(round_.boxes) * per_box + 1) % per_box


def next_opening_step(round_: Round) -> Round:
    """Skips places that need no card: decided hands, and a dealer without opponents."""
    while True:
        target = opening_target(round_)
        if target is None:
            return round_
        if _dealer_wanted(round_) if target == DEALER else _is_open(round_, target, _opening_hand(round_)):
            return round_
        round_ = round_._replace(step=round_.step + 1)


def _is_open(round_: Round, box_at: int, hand_at: int) -> bool:
    return round_.boxes[box_at].hands[hand_at].status is Status.OPEN


def _dealer_wanted(round_: Round) -> bool:
    if round_.dealer and not round_.sheet.rules.dealer.hole_card:
        return False
    return any(plays_on(round_, box) or _reads_dealer(round_, box) for box in round_.boxes)


def plays_on(round_: Round, box: Box) -> bool:
    """Whether a hand of the box is still to be decided, by play or by the dealer's check."""
    return any(is_undecided(round_, hand) for hand in box.hands)


def is_undecided(round_: Round, hand: Hand) -> bool:
    status = hand.status
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
    return _deal_box(round_, target, _opening_hand(round_), code, events)


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
        for hand_at, hand in enumerate(box.hands):
            if hand.status is Status.OPEN:
                round_ = with_hand(round_, box_at, hand_at, hand._replace(status=Status.INSTANT_LOSS))
    return round_


def _deal_box(round_: Round, box_at: int, hand_at: int, code: int, events: list[Event]) -> Round:
    rules = round_.sheet.rules
    box, number = round_.boxes[box_at], hand_at + 1
    events.append(Event(EventKind.CARD, box.number, hand=number, card=code, role=CardRole.OPENING))
    hand = with_card(box.hands[hand_at], code, rules.points.limit)
    if len(hand.cards) == 1 and is_ace(code) and rules.first_ace.player == "wins":
        hand = hand._replace(status=Status.INSTANT_WIN)
        events.append(Event(EventKind.INSTANT_WIN, box.number, hand=number))
    elif len(hand.cards) == 2 and hand.total == rules.points.limit:
        hand = hand._replace(status=Status.NATURAL)
        events.append(Event(EventKind.NATURAL, box.number, hand=number))
    round_ = with_hand(round_, box_at, hand_at, hand)
    dealt = round_.boxes[box_at]._replace(dealt=(*box.dealt, code))
    boxes = (*round_.boxes[:box_at], dealt, *round_.boxes[box_at + 1 :])
    return light_by_card(round_._replace(boxes=boxes, step=round_.step + 1), box_at, hand_at, events)


def with_card(hand: Hand, code: int, limit: int) -> Hand:
    total, soft = add_card(hand.total, hand.soft, VALUES[code], limit)
    return hand._replace(cards=(*hand.cards, code), total=total, soft=soft, drawing=False)
