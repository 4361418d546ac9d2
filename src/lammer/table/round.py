"""The round state machine: query the legal actions, apply one, get the new round and its events.

``legal`` lists the legal actions, ``refusal`` says why an action is illegal, ``apply`` carries it out. Chance is an
actor like any other: the round requests a card and never creates one.
"""

from lammer.cards.card import VALUE_LETTERS, VALUES
from lammer.table.actions import ANSWERS, DEAL, KINDS, PLAYS, Action, ActionKind, Option, Refusal, Refused
from lammer.table.asking import answer, answer_options, insurance_asks, refuse_amount, refuse_answer
from lammer.table.betting import find_bettor, find_box, place_bet, refuse_bet, refuse_deal
from lammer.table.dealing import deal_opening_card, next_opening_step, opening_target, seat_hands
from lammer.table.events import Event, EventKind
from lammer.table.finish import burn_mistake, deal_to_dealer, dealer_needs, finish, peek, refuse_burn, show_hole
from lammer.table.offers import side_bet_asks
from lammer.table.opening_bets import (
    settle_decided_bets,
    settle_known_bets,
    settle_opening_bets,
    settle_peeked_bets,
)
from lammer.table.options import CHECKS, OWNER, decider, play_option, play_options, tip_of
from lammer.table.parlays import before_second_card, first_cards_dealt
from lammer.table.playing import deal_to_hand, next_turn, play
from lammer.table.state import Round, Stage, Waits, with_bettor
from lammer.table.switching import switch_asks
from lammer.table.wheel import pending, refuse_spin, settle_wheel_bets, take_spin, with_spins


def legal(round_: Round) -> tuple[Option, ...]:
    """The legal actions of the bettor to act; empty while the round waits for bets or a card, or is over."""
    if round_.waits is Waits.PLAY:
        return play_options(round_)
    if round_.waits is Waits.ANSWER:
        return answer_options(round_)
    return ()


def actor(round_: Round) -> tuple[int, int] | None:
    """The box and bettor to act, numbered from 1."""
    if round_.waits is Waits.PLAY:
        box = round_.boxes[round_.at_box]
        return box.number, box.bettors[decider(round_)].number
    if round_.waits is Waits.ANSWER:
        ask = round_.asks[0]
        box = round_.boxes[ask.box]
        return box.number, box.bettors[ask.bettor].number
    return None


def refusal(round_: Round, action: Action) -> Refusal | None:
    """Why an action cannot be applied now, or None if it can."""
    kind = action.kind
    if kind == "card":
        return _refuse_card(round_, action)
    if kind == "spin":
        return refuse_spin(round_, action)
    if kind in CHECKS:
        return _refuse_play(round_, action)
    if kind in ANSWERS:
        return _refuse_any_answer(round_, action)
    if kind == "bet":
        return refuse_bet(round_, action)
    if kind == "deal":
        return refuse_deal(round_)
    if kind == "burn":
        return refuse_burn(round_, action)
    if kind == "void":
        return _refuse_void(round_)
    if kind == "absent":
        return _refuse_absent(round_, action)
    return Refusal("unknown", "", f"{kind!r} is not an action; known are {', '.join(KINDS)}")


def _refuse_card(round_: Round, action: Action) -> Refusal | None:
    if round_.waits is not Waits.CARD:
        return Refusal("no-card", "", f"no card is needed now; the round waits for {waiting_for(round_)}")
    return None if 0 <= action.card < 52 else Refusal("not-a-card", "", f"{action.card} is not a card code")


def waiting_for(round_: Round) -> str:
    """What the round waits for, in words."""
    if round_.waits is Waits.PLAY:
        return f"box {round_.boxes[round_.at_box].number} to play"
    if round_.waits is Waits.ANSWER:
        return f"an answer about {round_.asks[0].about}"
    return {Waits.BETS: "bets", Waits.CARD: "a card", Waits.SPIN: "a spin of the wheel"}.get(
        round_.waits, "nothing: it is over"
    )


def _refuse_turn(round_: Round, action: Action) -> Refusal | None:
    who = actor(round_)
    if who is not None and ((action.box and action.box != who[0]) or (action.bettor and action.bettor != who[1])):
        clause = round_.sheet.clause("company.decides")
        return Refusal("not-your-turn", clause, f"it is the turn of box {who[0]}, bettor {who[1]}")
    return None


def _refuse_play(round_: Round, action: Action) -> Refusal | None:
    if round_.waits is Waits.ANSWER:
        return refuse_answer(round_, action)
    if round_.waits is not Waits.PLAY:
        return Refusal("no-play", "", f"no hand can be played now; the round waits for {waiting_for(round_)}")
    wrong_turn = _refuse_turn(round_, action)
    if wrong_turn is not None:
        return wrong_turn
    box, who = round_.boxes[round_.at_box], decider(round_)
    refused = CHECKS[action.kind](round_.sheet, box, round_.hand, who)
    if refused is not None or action.amount == 0:
        return refused
    return refuse_amount(round_, play_option(round_.sheet, ActionKind(action.kind), box.bettors[who].main), action)


def _refuse_any_answer(round_: Round, action: Action) -> Refusal | None:
    if round_.waits is not Waits.ANSWER:
        if action.kind == "insure":
            return _refuse_late_insurance(round_)
        return Refusal("no-question", "", f"there is no question to answer; the round waits for {waiting_for(round_)}")
    return _refuse_turn(round_, action) or refuse_answer(round_, action)


def _refuse_late_insurance(round_: Round) -> Refusal:
    under = round_.sheet.rules.insurance.under
    if round_.dealer and VALUE_LETTERS[VALUES[round_.dealer[0]]] in under:
        clause = round_.sheet.clause("insurance.top_up")
        return Refusal("no-insurance", clause, "insurance can be taken only when it is offered")
    text = f"insurance is offered under {', '.join(under)}" if under else "there is no insurance"
    return Refusal("no-insurance", round_.sheet.clause("insurance.under"), text)


def _refuse_void(round_: Round) -> Refusal | None:
    if round_.stage in (Stage.BETTING, Stage.DONE):
        clause = round_.sheet.clause("posted.interrupted")
        return Refusal("nothing-to-void", clause, "only a round in progress can be interrupted")
    return None


def _refuse_absent(round_: Round, action: Action) -> Refusal | None:
    box = find_box(round_, action.box)
    who = find_bettor(box, action.bettor) if box is not None else None
    if box is None or who is None:
        return Refusal("no-such-bettor", "", f"there is no bettor {action.bettor} on box {action.box}")
    if box.bettors[who].absent:
        return Refusal("absent", "", f"bettor {action.bettor} on box {action.box} is already absent")
    if round_.stage is Stage.DONE:
        return Refusal("over", "", "the round is over")
    return None


def apply(round_: Round, action: Action) -> tuple[Round, tuple[Event, ...]]:
    """The round after the action, with the events it caused. Raises Refused if the action is illegal."""
    refused = refusal(round_, action)
    if refused is not None:
        raise Refused(refused)
    events: list[Event] = []
    return _advance(_do(round_, action, events), events), tuple(events)


def _do(round_: Round, action: Action, events: list[Event]) -> Round:
    kind = action.kind
    if kind == "card":
        return _take_card(round_, action.card, events)
    if kind == "spin":
        return take_spin(round_, action.stop, events)
    if kind in PLAYS:
        return play(round_, action, events)
    if kind in ANSWERS:
        return answer(round_, action, events)
    if kind == "bet":
        return place_bet(round_, action, events)
    if kind == "deal":
        events.append(Event(EventKind.NO_MORE_BETS))
        return seat_hands(round_)._replace(stage=Stage.DEALING)
    if kind == "burn":
        return burn_mistake(round_, action.card, events)
    if kind == "void":
        events.append(Event(EventKind.VOID, reason=action.reason))
        return round_._replace(void=True, void_reason=action.reason, asks=())
    return _mark_absent(round_, action, events)


def _take_card(round_: Round, code: int, events: list[Event]) -> Round:
    if round_.stage is Stage.DEALING:
        return deal_opening_card(round_, code, events)
    if round_.stage is Stage.PLAYING:
        round_ = deal_to_hand(round_, code, events)
        return settle_known_bets(round_, events) if round_.hand.opened and len(round_.hand.cards) == 2 else round_
    return deal_to_dealer(round_, code, events)


def _mark_absent(round_: Round, action: Action, events: list[Event]) -> Round:
    """Marks a bettor as absent and declines their open questions, for an owner also those about the tip."""
    at = next(i for i, box in enumerate(round_.boxes) if box.number == action.box)
    who = find_bettor(round_.boxes[at], action.bettor)
    assert who is not None  # refused otherwise
    events.append(Event(EventKind.ABSENT, action.box, action.bettor))
    round_ = with_bettor(round_, at, who, round_.boxes[at].bettors[who]._replace(absent=True))
    mine = {who, tip_of(round_.boxes[at])} if action.bettor == OWNER else {who}
    return round_._replace(asks=tuple(ask for ask in round_.asks if ask.box != at or ask.bettor not in mine))


def _advance(round_: Round, events: list[Event]) -> Round:
    """Runs all steps that need neither a card nor a decision."""
    if round_.stage is Stage.DONE or round_.stage is Stage.BETTING:
        return round_
    if round_.void:
        return finish(settle_decided_bets(round_, events), events)
    if round_.asks:
        return round_._replace(waits=Waits.ANSWER)
    if round_.stage is Stage.PARLAYING:
        round_ = round_._replace(stage=Stage.DEALING)
    if round_.stage is Stage.DEALING:
        if first_cards_dealt(round_):
            round_ = before_second_card(round_, events)
            if round_.asks:
                return round_
        round_ = next_opening_step(round_)
        if opening_target(round_) is not None:
            return _waiting(round_, Waits.CARD)
        round_ = with_spins(settle_decided_bets(settle_opening_bets(round_, events), events))
        round_ = round_._replace(stage=Stage.SPINNING)
    if round_.stage is Stage.SPINNING:
        if pending(round_) is not None:
            return _waiting(round_, Waits.SPIN)
        round_ = settle_wheel_bets(round_, events)
        asks = insurance_asks(round_)
        if asks:
            return round_._replace(stage=Stage.INSURING, asks=asks, waits=Waits.ANSWER)
        round_ = _after_peek(round_, events)
    elif round_.stage is Stage.INSURING:
        round_ = _after_peek(round_, events)
    elif round_.stage is Stage.OFFERING:
        round_ = _before_play(round_)
    elif round_.stage is Stage.SWITCHING:
        round_ = round_._replace(stage=Stage.PLAYING)
    if round_.asks:
        return round_
    if round_.stage is Stage.PLAYING:
        round_ = settle_decided_bets(next_turn(round_, events), events)
    if round_.stage is Stage.DEALER:
        round_ = show_hole(settle_decided_bets(round_, events), events)
        return _waiting(round_, Waits.CARD) if dealer_needs(round_) else finish(round_, events)
    return round_


def _after_peek(round_: Round, events: list[Event]) -> Round:
    """The dealer checks for a natural; then side bets are offered that are placed after the up card."""
    round_ = settle_known_bets(settle_peeked_bets(peek(round_, events), events), events)
    asks = side_bet_asks(round_)
    if asks:
        return round_._replace(stage=Stage.OFFERING, asks=asks, waits=Waits.ANSWER)
    return _before_play(round_) if round_.stage is Stage.PLAYING else round_


def _before_play(round_: Round) -> Round:
    """Each box with two hands may swap cards between them."""
    asks = switch_asks(round_)
    if asks:
        return round_._replace(stage=Stage.SWITCHING, asks=asks, waits=Waits.ANSWER)
    return round_._replace(stage=Stage.PLAYING)


def _waiting(round_: Round, what: Waits) -> Round:
    return round_ if round_.waits is what else round_._replace(waits=what)


def begin(opened: Round, bets: tuple[Action, ...]) -> tuple[Round, tuple[Event, ...]]:
    """Places every bet and closes betting. Raises Refused at the first wager that is not legal."""
    round_, events = opened, list[Event]()
    for action in (*bets, DEAL):
        round_, more = apply(round_, action)
        events += more
    return round_, tuple(events)
