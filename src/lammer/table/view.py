"""The view of a seat: the round without hidden cards.

Rounds that differ only in hidden cards have equal views, so nothing derived from hidden cards may appear here either.
"""

from lammer.cards.card import NAMES
from lammer.cards.hand import hand_total
from lammer.table.events import CardRole, Event, EventKind
from lammer.table.phrases import HIDDEN as HIDDEN
from lammer.table.round import actor, legal
from lammer.table.settlement import handed_over
from lammer.table.state import Bettor, Box, Hand, Round, Stage, Stake, Status
from lammer.table.view_types import (
    BettorView,
    BoxView,
    DealerView,
    HandView,
    OptionView,
    RoundView,
    SeatView,
    StakeView,
)

SPECTATOR = 0


def seat_view(round_: Round, seat: int = SPECTATOR) -> SeatView:
    """The round as this box sees it, with its legal actions; a spectator sees only cards that are face up."""
    to_act = actor(round_)
    return {
        **shown_round(round_, seat),
        "legal": legal_view(round_) if to_act is not None and to_act[0] == seat else [],
    }


def shown_round(round_: Round, seat: int = SPECTATOR) -> RoundView:
    to_act = actor(round_)
    return {
        "game": round_.sheet.ref,
        "stage": round_.stage,
        "waits": round_.waits,
        "to_act": None if to_act is None else {"box": to_act[0], "bettor": to_act[1]},
        "dealer": _dealer(round_),
        "boxes": _with_paid(round_, [_box(round_, box, seat) for box in round_.boxes]),
        "meters": {meter.level: meter.amount for meter in round_.meters},
    }


def legal_view(round_: Round) -> list[OptionView]:
    """The legal actions of the bettor to act."""
    return [
        {"kind": kind, "minimum": minimum, "maximum": maximum, "step": step}
        for kind, minimum, maximum, step in legal(round_)
    ]


def _dealer(round_: Round) -> DealerView:
    shown = _shown_dealer(round_)
    total, soft = hand_total(shown, round_.sheet.rules.points.limit)
    hidden = [HIDDEN] * (len(round_.dealer) - len(shown))
    return {
        "cards": [NAMES[code] for code in shown] + hidden,
        "total": total,
        "soft": soft,
        "checked": round_.peeked,
    }


def _shown_dealer(round_: Round) -> tuple[int, ...]:
    if round_.stage is Stage.DONE or not round_.sheet.rules.dealer.hole_card or round_.hole_shown:
        return round_.dealer
    return round_.dealer[:1]


def _box(round_: Round, box: Box, seat: int) -> BoxView:
    return {
        "box": box.number,
        "bettors": [_bettor(round_, box, bettor) for bettor in box.bettors],
        "hands": [_hand(round_, hand, box.number == seat) for hand in box.hands],
    }


def _bettor(round_: Round, box: Box, bettor: Bettor) -> BettorView:
    view: BettorView = {
        "bettor": bettor.number,
        "tip": bettor.tip,
        "main": bettor.main,
        "side": {wager.bet: wager.amount for wager in bettor.sides},
        "side_paid": {},
        "insurance": bettor.insurance,
        "absent": bettor.absent,
    }
    if earlier := {wager.bet: wager.carried for wager in bettor.sides if not wager.is_new}:
        view["carried"] = earlier
    if bettor.against:
        view["against"] = True
    lights = round_.sheet.rules.lights
    if lights is not None and bettor is box.bettors[0]:
        view["lights"] = (bettor.lights + bettor.lit) % lights.needed
    return view


def _hand(round_: Round, hand: Hand, mine: bool) -> HandView:
    view = _shown_hand(round_, hand, mine)
    if hand.boxed:
        view["boxed"] = True
    return view


def _shown_hand(round_: Round, hand: Hand, mine: bool) -> HandView:
    if not mine and turned_down(round_, hand):
        down = [HIDDEN] * len(hand.cards)
        return {"cards": down, "status": hand.status, "face_down": True, "stakes": _stakes(hand, shown=False)}
    if not mine and _dealt_down(round_, hand):
        down = [HIDDEN] * min(2, len(hand.cards))
        return {"cards": down + [NAMES[code] for code in hand.cards[2:]], "stakes": _stakes(hand, shown=False)}
    return {
        "cards": [NAMES[code] for code in hand.cards],
        "total": hand.total,
        "soft": hand.soft,
        "status": hand.status,
        "face_down": turned_down(round_, hand),
        "stakes": _stakes(hand, shown=True),
    }


def _stakes(hand: Hand, *, shown: bool) -> list[StakeView | None]:
    """Stakes by bettor. The total that a bettor stands on is hidden together with the cards."""
    return [None if stake is None else _stake(stake, shown=shown) for stake in hand.stakes]


def _with_paid(round_: Round, boxes: list[BoxView]) -> list[BoxView]:
    """Adds the wins that have already been paid; their stakes are no longer on the table."""
    paid = handed_over(round_)
    for hand in paid.hands:
        stake = boxes[hand.box]["hands"][hand.hand]["stakes"][hand.bettor]
        if stake is not None:
            stake["paid"] = hand.net
    for side in paid.sides:
        boxes[side.box]["bettors"][side.bettor]["side_paid"][side.bet] = side.net
    return boxes


def _stake(stake: Stake, *, shown: bool) -> StakeView:
    view: StakeView = {
        "own": stake.own,
        "free": stake.free,
        "doubled": stake.doubled,
        "split": stake.split,
        "paid": 0,
    }
    if stake.stands_on and shown:
        view["stands_on"] = stake.stands_on
    return view


def turned_down(round_: Round, hand: Hand) -> bool:
    """Whether this is a busted original hand that is face down until the end of the round (SD.14 3(b)).

    Other seats no longer see its cards; its own box has seen them.
    """
    return hand.face_down and round_.stage is not Stage.DONE


def hides_cards(round_: Round, box: int) -> bool:
    """Whether a box has cards that only its own seat sees."""
    hands = [hand for one in round_.boxes if one.number == box for hand in one.hands]
    return any(turned_down(round_, hand) or _dealt_down(round_, hand) for hand in hands)


def _dealt_down(round_: Round, hand: Hand) -> bool:
    """Whether the hand's first two cards are face down, if the house deals them so. They are shown when the hand is
    split, doubled or decided, and when the round is over."""
    if round_.sheet.rules.deal.player_cards == "up" or round_.stage is Stage.DONE:
        return False
    return hand.status in (Status.OPEN, Status.STOOD) and not (hand.from_split or hand.last_card)


def visible_event(round_: Round, event: Event, seat: int = SPECTATOR) -> Event:
    """An event as a seat sees it during the round."""
    if event.kind is not EventKind.CARD:
        return event
    if event.box == 0:
        return event._replace(card=-1) if event.role is CardRole.HOLE else event
    down = round_.sheet.rules.deal.player_cards == "down" and event.box != seat and event.role is CardRole.OPENING
    return event._replace(card=-1) if down else event
