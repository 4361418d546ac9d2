"""Plays the players' hands in turn; the first hand is finished before the second."""

from lammer.cards.card import ACE, VALUE_LETTERS, VALUES
from lammer.cards.hand import dealer_draws
from lammer.table.actions import Action
from lammer.table.asking import (
    DOUBLE,
    DRAW,
    SPLIT,
    doubled_stake,
    follow_asks,
    may_stand_alone,
    offer_top_up,
    split_stake,
    tip_asks,
    tip_rides,
)
from lammer.table.dealing import with_card
from lammer.table.events import KIND_OF, Event, EventKind
from lammer.table.lights import light_by_card, may_trade, trade_asks
from lammer.table.options import SUPERVISOR, can_split_again, closed_ace, decider
from lammer.table.state import Hand, Question, Round, Stage, Status, Waits, with_box, with_hand, with_stake


def play(round_: Round, action: Action, events: list[Event]) -> Round:
    """Applies a legal play of the hand whose turn it is."""
    box, who = round_.boxes[round_.at_box], decider(round_)
    number, hand = box.bettors[who].number, round_.at_hand + 1
    events.append(Event(KIND_OF[action.kind], box.number, number, hand, amount=action.amount))
    if action.kind == "hit":
        return _hit(round_)
    if action.kind == "stand":
        return _with_status(round_, Status.STOOD)
    if action.kind == "surrender":
        return _with_status(round_, Status.SURRENDERED)
    how = "free" if action.kind.startswith("free") else "paid"
    if action.kind.endswith("double"):
        return _double(round_, who, how, action.amount or box.bettors[who].main, events)
    return _split(round_, who, how, events)


def _with_status(round_: Round, status: Status) -> Round:
    return with_hand(round_, round_.at_box, round_.at_hand, round_.hand._replace(status=status))


def _hit(round_: Round) -> Round:
    if may_stand_alone(round_):
        round_ = round_._replace(asks=follow_asks(round_, DRAW, ""))
    return with_hand(round_, round_.at_box, round_.at_hand, round_.hand._replace(drawing=True))


def _double(round_: Round, who: int, how: str, amount: int, events: list[Event]) -> Round:
    at_box, at_hand = round_.at_box, round_.at_hand
    asks = (*tip_asks(round_, DOUBLE, how), *follow_asks(round_, DOUBLE, how))
    box = round_.boxes[at_box]
    for index in (who, *tip_rides(round_, box, how)):
        stake = round_.hand.stakes[index]
        assert stake is not None  # the decider and riding tips have money on the hand
        new = doubled_stake(stake, box.bettors[index], how, amount)
        round_ = with_stake(round_, at_box, at_hand, index, new)
        _place_lammer(round_, index, how, DOUBLE, events)
    round_ = with_hand(round_, at_box, at_hand, round_.hand._replace(drawing=True, last_card=True))
    round_ = round_._replace(asks=asks)
    return offer_top_up(round_, at_box, who, amount) if how == "paid" else round_


def _split(round_: Round, who: int, how: str, events: list[Event]) -> Round:
    at_box, at_hand = round_.at_box, round_.at_hand
    asks = (*tip_asks(round_, SPLIT, how), *follow_asks(round_, SPLIT, how))
    box, hand = round_.boxes[at_box], round_.hand
    riders = {who, *tip_rides(round_, box, how)}
    added = tuple(split_stake(bettor, how) if i in riders else None for i, bettor in enumerate(box.bettors))
    first, second = hand.cards
    aces = VALUES[first] == ACE
    pair = (_half(hand, first, aces), _half(hand, second, aces)._replace(stakes=added))
    if not hand.from_split:
        pair = (pair[0]._replace(opened=()), pair[1]._replace(opened=()))
    elif hand.opened:
        pair = (pair[0]._replace(opened=hand.opened), pair[1])
    round_ = with_box(round_, at_box, box._replace(hands=(*box.hands[:at_hand], *pair, *box.hands[at_hand + 1 :])))
    for index in sorted(riders):
        _place_lammer(round_, index, how, SPLIT, events)
    round_ = round_._replace(asks=asks)
    return offer_top_up(round_, at_box, who, box.bettors[who].main) if how == "paid" else round_


def _half(hand: Hand, code: int, aces: bool) -> Hand:
    """A hand of one card, with the stakes of the pair it comes from."""
    value = VALUES[code]
    total, soft = (11, True) if value == ACE else (value, False)
    return Hand((code,), total, soft, hand.stakes, from_split=True, split_aces=aces, origin=hand.origin, asked=1)


def _place_lammer(round_: Round, who: int, how: str, about: Question, events: list[Event]) -> None:
    if how == "free":
        box = round_.boxes[round_.at_box]
        bettor = box.bettors[who]
        whose = (box.number, bettor.number, round_.at_hand + 1)
        events.append(Event(EventKind.LAMMER, *whose, amount=bettor.main, about=about, tip=bettor.tip))


def deal_to_hand(round_: Round, code: int, events: list[Event]) -> Round:
    """Deals a card to the current hand."""
    rules = round_.sheet.rules
    box = round_.boxes[round_.at_box]
    hand = with_card(round_.hand, code, rules.points.limit)
    events.append(Event(EventKind.CARD, box.number, hand=round_.at_hand + 1, card=code))
    if hand.opened == ():
        hand = hand._replace(opened=hand.cards)
    if hand.total > rules.points.limit:
        hand = _bust(round_, hand, events)
    elif hand.last_card:
        hand = hand if may_trade(round_, box, hand) else hand._replace(status=Status.STOOD)
    elif len(hand.cards) == 2 and hand.total == rules.points.limit and _may_be_natural(round_, hand):
        hand = hand._replace(status=Status.NATURAL)
        events.append(Event(EventKind.NATURAL, box.number, hand=round_.at_hand + 1))
    hands = (*box.hands[: round_.at_hand], hand, *box.hands[round_.at_hand + 1 :])
    round_ = with_box(round_, round_.at_box, box._replace(hands=hands, dealt=(*box.dealt, code)))
    return light_by_card(round_, round_.at_box, round_.at_hand, events)


def _may_be_natural(round_: Round, hand: Hand) -> bool:
    """Two cards that were not dealt together: of a split hand, or one of them in place of a traded card."""
    return round_.sheet.rules.natural.after_split or not hand.from_split


def _bust(round_: Round, hand: Hand, events: list[Event]) -> Hand:
    """A bust: the bet is taken, or kept on the hand, turned face down, while there are free hands (SD.14 3(b))."""
    box = round_.boxes[round_.at_box]
    events.append(Event(EventKind.BUST, box.number, hand=round_.at_hand + 1))
    original = any(stake is not None and stake.split is None for stake in hand.stakes)
    free_lives = any(
        stake is not None and stake.split == "free" and other.status is not Status.BUST
        for index, other in enumerate(box.hands)
        if index != round_.at_hand and other.origin == hand.origin
        for stake in other.stakes
    )
    face_down = original and free_lives and round_.sheet.rules.free.bust_of_original == "face down"
    if face_down:
        events.append(Event(EventKind.FACE_DOWN, box.number, hand=round_.at_hand + 1))
    return hand._replace(status=Status.BUST, face_down=face_down, boxed=boxes_busts(round_))


def boxes_busts(round_: Round) -> bool:
    """Whether a player's bust is set aside: it wins if the dealer busts too, except with 22."""
    return (
        bool(round_.dealer) and VALUE_LETTERS[VALUES[round_.dealer[0]]] in round_.sheet.rules.dealer.boxes_busts_under
    )


def next_turn(round_: Round, events: list[Event]) -> Round:
    """Advances to the next card or decision of the players, or to the dealer's turn."""
    while True:
        at_box, at_hand = _next_open(round_)
        if at_box == len(round_.boxes):
            return round_._replace(stage=Stage.DEALER, at_box=at_box, at_hand=at_hand)
        if (at_box, at_hand) != (round_.at_box, round_.at_hand):
            round_ = round_._replace(at_box=at_box, at_hand=at_hand)
        hand = round_.hand
        if hand.drawing or len(hand.cards) < 2:
            return round_ if round_.waits is Waits.CARD else round_._replace(waits=Waits.CARD)
        if asks := trade_asks(round_):
            return round_._replace(asks=asks, waits=Waits.ANSWER)
        if hand.last_card:  # its last card was not traded
            round_ = _with_status(round_, Status.STOOD)
            continue
        if round_.boxes[at_box].bettors[0].against:
            round_ = _forced(round_, hand, events)
            continue
        who = decider(round_)
        if _has_choice(round_, hand, who):
            return round_ if round_.waits is Waits.PLAY else round_._replace(waits=Waits.PLAY)
        round_ = _without_choice(round_, hand, who, events)


def _next_open(round_: Round) -> tuple[int, int]:
    """Box and hand of the next open hand, starting with the current one; one past the last box if there is none."""
    at_hand = round_.at_hand
    for at_box in range(round_.at_box, len(round_.boxes)):
        box = round_.boxes[at_box]
        hands = box.hands
        while at_hand < len(hands):
            if hands[at_hand].status is Status.OPEN or may_trade(round_, box, hands[at_hand]):
                return at_box, at_hand
            at_hand += 1
        at_hand = 0
    return len(round_.boxes), 0


def _has_choice(round_: Round, hand: Hand, who: int) -> bool:
    if who == SUPERVISOR:
        return False
    rules = round_.sheet.rules
    if closed_ace(round_.sheet, hand):
        return can_split_again(round_, who)
    return hand.total < rules.points.limit or rules.draw.may_on_limit or can_split_again(round_, who)


def _forced(round_: Round, hand: Hand, events: list[Event]) -> Round:
    """A hand that is bet against is played by the dealer's rules; nobody is asked, not even for an absent bettor."""
    rules = round_.sheet.rules.dealer
    draws = dealer_draws(hand.total, hand.soft, rules.stand_on_hard, rules.stand_on_soft)
    box = round_.boxes[round_.at_box].number
    events.append(Event(EventKind.FORCED, box, hand=round_.at_hand + 1, draws=draws))
    if draws:
        return with_hand(round_, round_.at_box, round_.at_hand, hand._replace(drawing=True))
    return _with_status(round_, Status.STOOD)


def _without_choice(round_: Round, hand: Hand, who: int, events: list[Event]) -> Round:
    """Stands, or if every bettor is absent draws by the supervisor's rule (EU 1.9)."""
    if who == SUPERVISOR:
        box = round_.boxes[round_.at_box]
        draws = hand.total <= round_.sheet.rules.absent.draw_through and not closed_ace(round_.sheet, hand)
        events.append(Event(EventKind.SUPERVISOR, box.number, hand=round_.at_hand + 1, draws=draws))
        if draws:
            return with_hand(round_, round_.at_box, round_.at_hand, hand._replace(drawing=True))
    return _with_status(round_, Status.STOOD)
