"""Parlays: after a side bet is won on the first card, its winnings may join the main wager before the second card."""

from lammer.cards.card import VALUES
from lammer.cards.money import money_text
from lammer.rules.parlays import Policy, within_maximum
from lammer.table.actions import PARLAY, PASS, Action, ActionKind, Option, Refusal
from lammer.table.events import Event, EventKind
from lammer.table.opening_bets import settle_first_bets
from lammer.table.options import present_players
from lammer.table.state import Ask, Question, Round, Stage, Status, Waits, with_bettor, with_stake


def first_cards_dealt(round_: Round) -> bool:
    """Whether every box has its first card and the dealer the up card, and no second card was dealt."""
    return bool(round_.dealer) and round_.step == len(round_.boxes) + 1


def before_second_card(round_: Round, events: list[Event]) -> Round:
    """Settles bets on the first card and asks their winners whether the winnings join the main wager. Bets that were
    settled already are not asked about again."""
    before = len(round_.sides)
    round_ = settle_first_bets(round_, events)
    bets = round_.sheet.rules.side_bets
    asks = tuple(
        Ask(Question.PARLAY, side.box, side.bettor, added=side.net, bet=side.bet)
        for side in round_.sides[before:]
        if side.net > 0 and bets[side.bet].parlay is not None and _may_parlay(round_, side.box, side.bettor)
    )
    return round_._replace(stage=Stage.PARLAYING, asks=asks, waits=Waits.ANSWER) if asks else round_


def _may_parlay(round_: Round, box_at: int, who: int) -> bool:
    box = round_.boxes[box_at]
    hand = box.hands[0]
    return hand.status is Status.OPEN and not box.bettors[who].against and who in present_players(box, hand)


def parlay_options(round_: Round, ask: Ask) -> tuple[Option, ...]:
    parlay = Option(ActionKind.PARLAY, ask.added, ask.added)
    return (*([] if _above_maximum(round_, ask) else [parlay]), Option(ActionKind.PASS))


def refuse_parlay(round_: Round, ask: Ask, action: Action) -> Refusal | None:
    """Why this is not a legal answer. All of the winnings join the main wager, or nothing."""
    sheet, name = round_.sheet, round_.sheet.side_bets[ask.bet].name
    key = f"{sheet.side_bet_keys[ask.bet]}.parlay"
    if action.kind == ActionKind.PASS:
        return None if action.amount == 0 else Refusal("no-amount", "", "pass takes no amount")
    if action.kind != ActionKind.PARLAY:
        text = f"say first whether the winnings of {name} join the main wager: parlay, or pass"
        return Refusal("parlay-first", sheet.clause(f"{key}.amount"), text)
    if action.amount not in (0, ask.added):
        text = f"all winnings join the main wager, {money_text(ask.added)}, or nothing"
        return Refusal("amount", sheet.clause(f"{key}.amount"), text)
    return _above_maximum(round_, ask)


def _above_maximum(round_: Round, ask: Ask) -> Refusal | None:
    """The main wager may exceed the table maximum, unless the sheet says that it applies to a parlay too."""
    limits = round_.sheet.rules.limits
    bettors = round_.boxes[ask.box].bettors
    others = sum(one.main for at, one in enumerate(bettors) if at != ask.bettor and not one.tip)
    wager = bettors[ask.bettor].main + ask.added + (others if limits.apply_to == "box" else 0)
    if within_maximum(round_.sheet, ask.bet, wager):
        return None
    clause = round_.sheet.clause(f"{round_.sheet.side_bet_keys[ask.bet]}.parlay.table_maximum")
    return Refusal("above-maximum", clause, f"the maximum of {money_text(limits.maximum)} applies to a parlay too")


def standing_parlay(round_: Round, policy: Policy) -> Action | None:
    """The answer of a player who parlays by a policy; None if nothing is asked about winnings."""
    if not round_.asks or round_.asks[0].about is not Question.PARLAY:
        return None
    ask = round_.asks[0]
    cards = VALUES[round_.boxes[ask.box].hands[0].cards[0]], VALUES[round_.dealer[0]]
    return PARLAY if cards in policy and not _above_maximum(round_, ask) else PASS


def answer_parlay(round_: Round, ask: Ask, action: Action, events: list[Event]) -> Round:
    """Adds the winnings to the main wager: everything that follows goes by the larger amount."""
    box = round_.boxes[ask.box]
    bettor, stake = box.bettors[ask.bettor], box.hands[0].stakes[ask.bettor]
    assert stake is not None  # only bettors with money on the hand are asked
    kind = EventKind.PARLAY if action.kind == ActionKind.PARLAY else EventKind.PASS
    amount = ask.added if kind is EventKind.PARLAY else 0
    events.append(Event(kind, box.number, bettor.number, amount=amount, about=ask.about, bet=ask.bet))
    larger = bettor._replace(main=bettor.main + amount, parlayed=bettor.parlayed + amount)
    round_ = with_bettor(round_, ask.box, ask.bettor, larger)
    return with_stake(round_, ask.box, 0, ask.bettor, stake._replace(own=stake.own + amount))
