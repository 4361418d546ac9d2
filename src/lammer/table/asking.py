"""Questions to bettors, one at a time: insurance, even money, side bets, parlays, and whether to follow the owner."""

from collections.abc import Callable
from typing import NamedTuple

from lammer.cards.money import money_text
from lammer.table.actions import Action, ActionKind, Option, Refusal
from lammer.table.events import KIND_OF, Event, EventKind
from lammer.table.lights import answer_trade, refuse_trade, trade_options
from lammer.table.offers import answer_offer, offer_options, refuse_offer
from lammer.table.options import (
    decider,
    insurance_range,
    may_take_even_money,
    play_option,
    present_players,
    tip_of,
)
from lammer.table.parlays import answer_parlay, parlay_options, refuse_parlay
from lammer.table.state import Ask, Bettor, Box, Question, Round, Stake, Status, with_bettor, with_stake
from lammer.table.switching import answer_switch, refuse_switch, switch_options

INSURANCE, TOP_UP, SPLIT, DOUBLE, DRAW, SIDE_BET, PARLAY, SWITCH, TRADE = Question


class _Subject(NamedTuple):
    """What a module that has a question of its own does about it."""

    options: Callable[[Round, Ask], tuple[Option, ...]]
    refuse: Callable[[Round, Ask, Action], Refusal | None]
    answer: Callable[[Round, Ask, Action, list[Event]], Round]


SUBJECTS = {
    SIDE_BET: _Subject(offer_options, refuse_offer, answer_offer),
    PARLAY: _Subject(parlay_options, refuse_parlay, answer_parlay),
    SWITCH: _Subject(switch_options, refuse_switch, answer_switch),
    TRADE: _Subject(trade_options, refuse_trade, answer_trade),
}
"""Questions that are not about insurance or following the owner."""


def insurance_asks(round_: Round) -> tuple[Ask, ...]:
    """The bettors who are offered insurance or even money after the opening deal."""
    if not round_.dealer:
        return ()
    return tuple(
        ask
        for box_at, box in enumerate(round_.boxes)
        if any(hand.status in (Status.OPEN, Status.NATURAL) for hand in box.hands) and not box.bettors[0].against
        for who in present_players(box, box.hands[0])
        for ask in [Ask(INSURANCE, box_at, who)]
        if insurance_options(round_, ask)
    )


def insurance_options(round_: Round, ask: Ask) -> list[Option]:
    """The insurance and even money that a bettor may take, without the option to pass."""
    sheet, box, up = round_.sheet, round_.boxes[ask.box], round_.dealer[0]
    natural = _is_natural(round_, ask)
    options = []
    if not natural or sheet.rules.insurance.insures_natural:
        room = insurance_range(sheet, box, ask.bettor, up, ask.added)
        options += [room] if room is not None else []
    if natural and ask.about == INSURANCE and may_take_even_money(sheet, up):
        options.append(Option(ActionKind.EVEN_MONEY))
    return options


def answer_options(round_: Round) -> tuple[Option, ...]:
    """Legal answers to the question at the head of the queue."""
    ask = round_.asks[0]
    if ask.about in SUBJECTS:
        return SUBJECTS[ask.about].options(round_, ask)
    if ask.about in (INSURANCE, TOP_UP):
        return (*insurance_options(round_, ask), Option(ActionKind.PASS))
    main = round_.boxes[ask.box].bettors[ask.bettor].main
    if ask.about == SPLIT and ask.how == "paid":
        return (Option(ActionKind.FOLLOW, main, main), Option(ActionKind.DECLINE))
    if ask.about == DOUBLE and ask.how == "paid":
        double = play_option(round_.sheet, ActionKind.DOUBLE, main)
        return (double._replace(kind=ActionKind.FOLLOW), Option(ActionKind.DECLINE))
    return (Option(ActionKind.FOLLOW), Option(ActionKind.DECLINE))


def refuse_answer(round_: Round, action: Action) -> Refusal | None:
    ask = round_.asks[0]
    if ask.about in SUBJECTS:
        return SUBJECTS[ask.about].refuse(round_, ask, action)
    for option in answer_options(round_):
        if option.kind == action.kind:
            return refuse_amount(round_, option, action)
    clause = round_.sheet.clause
    if ask.about in (INSURANCE, TOP_UP):
        if action.kind not in ("even-money", "insure") and _is_natural(round_, ask):
            key = "company.even_money" if len(round_.boxes[ask.box].bettors) > 1 else "natural.even_money_under"
            return Refusal("natural-first", clause(key), "a natural may only be insured or paid even money")
        if action.kind == "even-money":
            text = (
                "even money is for a natural"
                if round_.sheet.rules.natural.even_money_under
                else "there is no even money"
            )
            return Refusal("no-even-money", clause("natural.even_money_under"), text)
        if action.kind == "insure":
            return Refusal("no-insurance", clause("insurance.under"), "this bet cannot be insured now")
        return Refusal("insurance-first", clause("insurance.under"), "the insurance question comes first")
    if round_.boxes[ask.box].bettors[ask.bettor].tip:
        text = f"say first whether the tip follows the {ask.about}"
        return Refusal("follow-first", clause("tips.paid_bets"), text)
    return Refusal("follow-first", clause("company.decides"), f"the bettor must follow or decline the {ask.about}")


def _is_natural(round_: Round, ask: Ask) -> bool:
    """Whether the box has nothing but naturals."""
    return all(hand.status is Status.NATURAL for hand in round_.boxes[ask.box].hands)


def refuse_amount(round_: Round, option: Option, action: Action) -> Refusal | None:
    """Why the amount does not fit the option, or None; 0 means the full amount."""
    if action.amount == 0 or (option.minimum <= action.amount <= option.maximum and action.amount % option.step == 0):
        return None
    about = round_.asks[0].about if round_.asks else action.kind
    key = {"split": "split.pairs", "double": "double.for_less"}.get(about, "insurance.maximum_of_stake")
    if option.maximum == 0:
        return Refusal("no-amount", "", f"{action.kind} takes no amount")
    steps = f" in steps of {money_text(option.step)}" if option.step > 1 else ""
    text = f"the amount must be {money_text(option.minimum)} to {money_text(option.maximum)}{steps}"
    return Refusal("amount", round_.sheet.clause(key), text)


def answer(round_: Round, action: Action, events: list[Event]) -> Round:
    """Applies the answer and removes the question from the queue."""
    ask, rest = round_.asks[0], round_.asks[1:]
    if ask.about in SUBJECTS:
        return SUBJECTS[ask.about].answer(round_._replace(asks=rest), ask, action, events)
    option = next(option for option in answer_options(round_) if option.kind == action.kind)
    amount = action.amount or option.maximum
    box = round_.boxes[ask.box]
    bettor = box.bettors[ask.bettor]
    kind = KIND_OF[action.kind]
    events.append(Event(kind, box.number, bettor.number, amount=amount, about=ask.about, tip=bettor.tip))
    round_ = round_._replace(asks=rest)
    if action.kind == "insure":
        return with_bettor(round_, ask.box, ask.bettor, bettor._replace(insurance=bettor.insurance + amount))
    if action.kind == "even-money":
        return with_bettor(round_, ask.box, ask.bettor, bettor._replace(even_money=True))
    if action.kind == "follow":
        return _follow(round_, ask, amount, events)
    if action.kind == "decline" and ask.about == DRAW:
        return _stand_alone(round_, ask)
    if action.kind == "decline" and ask.about == DOUBLE and not bettor.tip:
        return _offer_to_stand(round_, ask)
    return round_


def _follow(round_: Round, ask: Ask, amount: int, events: list[Event]) -> Round:
    bettor = round_.boxes[ask.box].bettors[ask.bettor]
    if ask.about == SPLIT:
        round_ = with_stake(round_, ask.box, ask.hand + 1, ask.bettor, split_stake(bettor, ask.how))
    elif ask.about == DOUBLE:
        stake = round_.boxes[ask.box].hands[ask.hand].stakes[ask.bettor]
        assert stake is not None  # only bettors with money on the hand are asked
        new = doubled_stake(stake, bettor, ask.how, amount)
        round_ = with_stake(round_, ask.box, ask.hand, ask.bettor, new)
    if ask.how == "free" and ask.about in (SPLIT, DOUBLE):
        number = round_.boxes[ask.box].number
        events.append(Event(EventKind.LAMMER, number, bettor.number, amount=bettor.main, about=ask.about))
    return offer_top_up(round_, ask.box, ask.bettor, amount) if ask.how == "paid" and not bettor.tip else round_


def _offer_to_stand(round_: Round, ask: Ask) -> Round:
    """Declining a double declines only its money; the next question is whether the bet takes the card (A17)."""
    company = round_.sheet.rules.company
    if company.declined_double == "takes the card" or not may_stand_alone(round_):
        return round_
    return round_._replace(asks=(Ask(DRAW, ask.box, ask.bettor, ask.hand), *round_.asks))


def may_stand_alone(round_: Round) -> bool:
    """Whether bettors behind the owner may stand on the hand's total instead of following a draw."""
    rules = round_.sheet.rules
    return rules.company.declined_draw == "stands on its total" and round_.hand.total > rules.draw.must_through


def _stand_alone(round_: Round, ask: Ask) -> Round:
    """A declined draw: the bet stands on the total before the card (A17)."""
    hand = round_.boxes[ask.box].hands[ask.hand]
    stake = hand.stakes[ask.bettor]
    assert stake is not None  # only bettors with money on the hand are asked
    return with_stake(round_, ask.box, ask.hand, ask.bettor, stake._replace(stands_on=hand.total))


def split_stake(bettor: Bettor, how: str) -> Stake:
    """The stake on the hand that a split adds: a lammer, or the bettor's main wager again."""
    return Stake(0, bettor.main, None, "free") if how == "free" else Stake(bettor.main, 0, None, "paid")


def doubled_stake(stake: Stake, bettor: Bettor, how: str, amount: int) -> Stake:
    if how == "free":
        return stake._replace(free=stake.free + bettor.main, doubled="free")
    return stake._replace(own=stake.own + amount, doubled="paid")


def follow_asks(round_: Round, about: Question, how: str) -> tuple[Ask, ...]:
    """Questions to the other bettors with money on the current hand, whether they follow."""
    box = round_.boxes[round_.at_box]
    if len(box.bettors) == 1:
        return ()
    leader = decider(round_)
    return tuple(
        Ask(about, round_.at_box, who, round_.at_hand, how)
        for who in present_players(box, round_.hand)
        if who != leader
    )


def offer_top_up(round_: Round, box_at: int, who: int, added: int) -> Round:
    """After a paid double or split, the own money it added may be insured (A19)."""
    rules = round_.sheet.rules.insurance
    if not rules.top_up or round_.peeked:
        return round_
    if rules.top_up_of == "the whole stake if insured before":
        if not round_.boxes[box_at].bettors[who].insurance:
            return round_
        added = 0
    ask = Ask(TOP_UP, box_at, who, added=added)
    return round_._replace(asks=(*round_.asks, ask)) if insurance_options(round_, ask) else round_


def tip_asks(round_: Round, about: Question, how: str) -> tuple[Ask, ...]:
    """The question to the owner whether to add to the tip as to their own bet; the same rules apply (SD.14 3(i))."""
    box = round_.boxes[round_.at_box]
    who = tip_of(box)
    if how != "paid" or who is None or round_.sheet.rules.tips.paid_bets != "owner may add":
        return ()
    present = not box.bettors[0].absent
    return (Ask(about, round_.at_box, who, round_.at_hand, how),) if present and round_.hand.stakes[who] else ()


def tip_rides(round_: Round, box: Box, how: str) -> list[int]:
    """Tip bets that follow the owner's free bet (SD.14 3(i))."""
    if how != "free" or not round_.sheet.rules.free.tips_ride:
        return []
    return [who for who, bettor in enumerate(box.bettors) if bettor.tip and round_.hand.stakes[who] is not None]
