"""Lights: a marked card of every deck lights a light of the player who gets it, and enough lights win a prize.

If the house lets players trade, a light is for a marked card that is traded for the next card; else every playable
marked card gives one. Lights stay from round to round: a round gets them as input, and its settlement tells how many
there are then.
"""

from collections.abc import Iterator

from lammer.cards.card import NAMES
from lammer.cards.hand import hand_total
from lammer.table.actions import PASS, TRADE, Action, ActionKind, Option, Refusal
from lammer.table.events import KIND_OF, Event, EventKind
from lammer.table.state import (
    Ask,
    Box,
    Hand,
    LightsResult,
    Question,
    Round,
    Status,
    with_bettor,
    with_hand,
)

OWNER_AT = 0
"""Lights belong to the owner of a box, who is its first bettor."""


def refuse_lights(round_: Round, action: Action) -> Refusal | None:
    """Why a bettor cannot have these lights from earlier rounds, or None."""
    rules = round_.sheet.rules.lights
    if rules is None:
        return Refusal("no-lights", "", "this game has no lights")
    box = next((one for one in round_.boxes if one.number == action.box), None)
    if box is None or action.bettor != box.bettors[OWNER_AT].number:
        text = "lights belong to the owner of a box, after the main wager"
        return Refusal("main-first", round_.sheet.clause("lights.bettor"), text)
    if box.bettors[OWNER_AT].lights:
        return Refusal("spot-taken", round_.sheet.clause("lights.bettor"), "the lights of this box are told already")
    if type(action.carried) is int and 1 <= action.carried < rules.needed and action.amount == 0:
        return None
    text = f"a player has 1 to {rules.needed - 1} lights from earlier rounds: {rules.needed} win the prize"
    return Refusal("lights", round_.sheet.clause("lights.needed"), text)


def light_by_card(round_: Round, box_at: int, hand_at: int, events: list[Event]) -> Round:
    """Where cards are not traded: the light for the card that a hand just got, if it is marked and playable."""
    rules = round_.sheet.rules
    if rules.lights is None or rules.lights.trade:
        return round_
    hand = round_.boxes[box_at].hands[hand_at]
    if NAMES[hand.cards[-1]] != rules.lights.marked or hand.total > rules.points.limit:
        return round_
    return _lit(round_, box_at, hand_at, events)


def _lit(round_: Round, box_at: int, hand_at: int, events: list[Event]) -> Round:
    """One light more; ``amount`` of its event counts the lights since the last prize."""
    rules, box = round_.sheet.rules.lights, round_.boxes[box_at]
    assert rules is not None  # only games with lights light them
    owner = box.bettors[OWNER_AT]
    owner = owner._replace(lit=owner.lit + 1)
    count = (owner.lights + owner.lit - 1) % rules.needed + 1
    events.append(Event(EventKind.LIGHT, box.number, owner.number, hand_at + 1, amount=count))
    return with_bettor(round_, box_at, OWNER_AT, owner)


def may_trade(round_: Round, box: Box, hand: Hand) -> bool:
    """Whether the owner of the box is asked about a marked card of this hand. A natural may be traded until it is paid;
    nobody trades for an absent owner, or in a hand that is bet against."""
    rules = round_.sheet.rules
    if rules.lights is None or not rules.lights.trade or _marked_at(rules.lights.marked, hand) is None:
        return False
    owner = box.bettors[OWNER_AT]
    if owner.absent or owner.against:
        return False
    natural = hand.status is Status.NATURAL and rules.natural.paid != "at once" and not owner.even_money
    return hand.total <= rules.points.limit and (hand.status is Status.OPEN or natural)


def _marked_at(marked: str, hand: Hand) -> int | None:
    """The first marked card of a hand that may still be traded."""
    return next((at for at in range(hand.asked, len(hand.cards)) if NAMES[hand.cards[at]] == marked), None)


def trade_asks(round_: Round) -> tuple[Ask, ...]:
    """The question about a marked card of the hand whose turn it is."""
    if not may_trade(round_, round_.boxes[round_.at_box], round_.hand):
        return ()
    return (Ask(Question.TRADE, round_.at_box, OWNER_AT, round_.at_hand),)


def trade_options(_round: Round, _ask: Ask) -> tuple[Option, ...]:
    return Option(ActionKind.TRADE), Option(ActionKind.PASS)


def refuse_trade(round_: Round, _ask: Ask, action: Action) -> Refusal | None:
    clause = round_.sheet.clause("lights.trade")
    if action.kind not in (ActionKind.TRADE, ActionKind.PASS):
        text = "say first whether you trade the marked card for the next card and a light: trade or pass"
        return Refusal("trade-first", clause, text)
    return None if action.amount == 0 else Refusal("no-amount", clause, f"{action.kind} takes no amount")


def answer_trade(round_: Round, ask: Ask, action: Action, events: list[Event]) -> Round:
    """Keeps the marked card, or takes it out of the round for a light; the hand then waits for the next card."""
    rules, box = round_.sheet.rules, round_.boxes[ask.box]
    assert rules.lights is not None  # only games with lights ask
    hand, owner = box.hands[ask.hand], box.bettors[ask.bettor]
    at = _marked_at(rules.lights.marked, hand)
    assert at is not None  # only a hand with a marked card is asked about
    code = hand.cards[at]
    traded = action.kind == ActionKind.TRADE
    event = Event(KIND_OF[action.kind], box.number, owner.number, ask.hand + 1, about=ask.about)
    events.append(event._replace(card=code) if traded else event)
    if not traded:
        return with_hand(round_, ask.box, ask.hand, hand._replace(asked=at + 1))
    cards = (*hand.cards[:at], *hand.cards[at + 1 :])
    total, soft = hand_total(cards, rules.points.limit)
    waiting = hand._replace(cards=cards, total=total, soft=soft, status=Status.OPEN, drawing=True, asked=at)
    round_ = with_hand(round_, ask.box, ask.hand, waiting)._replace(traded=(*round_.traded, code))
    return _lit(round_, ask.box, ask.hand, events)


def standing_trade(round_: Round, *, trades: bool) -> Action | None:
    """The answer of a player who always trades marked cards, or never; None if nothing is asked about one."""
    if not round_.asks or round_.asks[0].about is not Question.TRADE:
        return None
    return TRADE if trades else PASS


def lights_results(round_: Round) -> Iterator[LightsResult]:
    """The lights of each box after the round. With the prize a player starts again from none; an interrupted round
    takes its lights back."""
    rules = round_.sheet.rules.lights
    if rules is None:
        return
    for box_at, box in enumerate(round_.boxes):
        owner = box.bettors[OWNER_AT]
        lit = 0 if round_.void else owner.lit
        prizes, after = divmod(owner.lights + lit, rules.needed)
        yield LightsResult(box_at, OWNER_AT, owner.lights, lit, after, prizes * rules.prize)


def lights_text(lights: int) -> str:
    return f"{lights or 'no'} light{'' if lights == 1 else 's'}"
