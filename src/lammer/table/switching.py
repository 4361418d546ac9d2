"""The swap of the second cards between the two hands of a box: the question, and the effect of the answer."""

from lammer.cards.hand import hand_total
from lammer.table.actions import Action, ActionKind, Option, Refusal
from lammer.table.dealing import is_undecided
from lammer.table.events import KIND_OF, Event
from lammer.table.options import SUPERVISOR, decider_of
from lammer.table.state import Ask, Box, Hand, Question, Round, Status, with_box


def switch_asks(round_: Round) -> tuple[Ask, ...]:
    """The question to each box that may swap, in turn, before the first hand is played."""
    if round_.sheet.rules.hands.swap == "none":
        return ()
    return tuple(
        Ask(Question.SWITCH, box_at, who)
        for box_at, box in enumerate(round_.boxes)
        if all(is_undecided(round_, hand) for hand in box.hands)
        for who in [decider_of(round_.sheet, box, box.hands[0])]
        if who != SUPERVISOR
    )


def switch_options(_round: Round, _ask: Ask) -> tuple[Option, ...]:
    return Option(ActionKind.SWITCH), Option(ActionKind.PASS)


def refuse_switch(round_: Round, _ask: Ask, action: Action) -> Refusal | None:
    if action.kind not in (ActionKind.SWITCH, ActionKind.PASS):
        text = "say first whether you swap the second cards: switch or pass"
        return Refusal("switch-first", round_.sheet.clause("hands.swap"), text)
    return None if action.amount == 0 else Refusal("no-amount", "", f"{action.kind} takes no amount")


def answer_switch(round_: Round, ask: Ask, action: Action, events: list[Event]) -> Round:
    box = round_.boxes[ask.box]
    number = box.bettors[ask.bettor].number
    events.append(Event(KIND_OF[action.kind], box.number, number, about=ask.about))
    if action.kind == ActionKind.PASS:
        return round_
    return with_box(round_, ask.box, swapped(box, round_.sheet.rules.points.limit))


def swapped(box: Box, limit: int) -> Box:
    """The box after the swap. No hand is a natural then: a natural of the deal is broken up, and an ace and a ten that
    the swap brings together count 21."""
    first, second = box.hands
    (one, other), (two, another) = first.cards, second.cards
    return box._replace(hands=(_of(first, (one, another), limit), _of(second, (two, other), limit)), swapped=True)


def _of(hand: Hand, cards: tuple[int, int], limit: int) -> Hand:
    total, soft = hand_total(cards, limit)
    return hand._replace(cards=cards, total=total, soft=soft, status=Status.OPEN)
