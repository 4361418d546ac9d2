"""What a seat may see: the round with every hidden card left out.

Two rounds that differ only in hidden cards give equal views, so nothing derived from them may appear here either.
"""

from typing import Any

from lammer.cards.card import NAMES
from lammer.cards.hand import hand_total
from lammer.table.actions import Event
from lammer.table.round import actor, legal
from lammer.table.settlement import handed_over
from lammer.table.state import Box, Hand, Round, Stage, Stake, Status

HIDDEN = "??"
SPECTATOR = 0


def seat_view(round_: Round, seat: int = SPECTATOR) -> dict[str, Any]:
    """The round as the given box sees it; a spectator sees what lies face up."""
    to_act = actor(round_)
    return {
        "game": round_.sheet.ref,
        "stage": round_.stage.value,
        "waits": round_.waits.value,
        "to_act": None if to_act is None else {"box": to_act[0], "bettor": to_act[1]},
        "dealer": _dealer(round_),
        "boxes": _with_paid(round_, [_box(round_, box, seat) for box in round_.boxes]),
        "legal": [option._asdict() for option in legal(round_)] if to_act is not None and to_act[0] == seat else [],
        "meters": {meter.level: meter.amount for meter in round_.meters},
    }


def _dealer(round_: Round) -> dict[str, Any]:
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


def _box(round_: Round, box: Box, seat: int) -> dict[str, Any]:
    return {
        "box": box.number,
        "bettors": [
            {
                "bettor": bettor.number,
                "tip": bettor.tip,
                "main": bettor.main,
                "side": {wager.bet: wager.amount for wager in bettor.sides},
                "side_paid": {},
                "insurance": bettor.insurance,
                "absent": bettor.absent,
            }
            for bettor in box.bettors
        ],
        "hands": [_hand(round_, hand, box.number == seat) for hand in box.hands],
    }


def _hand(round_: Round, hand: Hand, mine: bool) -> dict[str, Any]:
    stakes = [None if stake is None else _stake(stake) for stake in hand.stakes]
    if _face_down(round_, hand) and not mine:
        return {
            "cards": [HIDDEN] * min(2, len(hand.cards)) + [NAMES[code] for code in hand.cards[2:]],
            "stakes": stakes,
        }
    return {
        "cards": [NAMES[code] for code in hand.cards],
        "total": hand.total,
        "soft": hand.soft,
        "status": hand.status.value,
        "face_down": hand.face_down,
        "stakes": stakes,
    }


def _stake(stake: Stake) -> dict[str, Any]:
    return {"own": stake.own, "free": stake.free, "doubled": stake.doubled, "split": stake.split, "paid": 0}


def _with_paid(round_: Round, boxes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Says what has been won and paid already: the stake and the side bet are off the table."""
    paid = handed_over(round_)
    for hand in paid.hands:
        boxes[hand.box]["hands"][hand.hand]["stakes"][hand.bettor]["paid"] = hand.net
    for side in paid.sides:
        boxes[side.box]["bettors"][side.bettor]["side_paid"][side.bet] = side.net
    return boxes


def _face_down(round_: Round, hand: Hand) -> bool:
    """Players' first two cards, where the house deals them down: shown when split, doubled, decided or over."""
    if round_.sheet.rules.deal.player_cards == "up" or round_.stage is Stage.DONE:
        return False
    return hand.status in (Status.OPEN, Status.STOOD) and not (hand.from_split or hand.last_card)


def visible_event(round_: Round, event: Event, seat: int = SPECTATOR) -> Event:
    """An event as a seat may hear of it while the round lasts."""
    if event.kind != "card":
        return event
    if event.box == 0:
        return event._replace(card=-1) if event.note == "hole" else event
    down = round_.sheet.rules.deal.player_cards == "down" and event.box != seat and event.note == "opening"
    return event._replace(card=-1) if down else event
