"""Side bets that are offered after the up card is seen: the questions, and the effect of the answers."""

from collections.abc import Mapping

from lammer.cards.card import VALUES
from lammer.cards.money import money_text
from lammer.rules.offers import offered_under
from lammer.rules.sheet import Sheet
from lammer.table.actions import PASS, Action, ActionKind, Option, Refusal, place
from lammer.table.betting import refuse_side_amount
from lammer.table.dealing import plays_on
from lammer.table.events import Event, EventKind
from lammer.table.options import present_players
from lammer.table.sidebets import dealer_has_natural
from lammer.table.state import Ask, Question, Round, SideWager, with_bettor


def side_bet_asks(round_: Round) -> tuple[Ask, ...]:
    """Questions to every bettor on an undecided hand about each such bet, after the dealer's check."""
    rules = round_.sheet.rules
    bets = [bet_id for bet_id, bet in rules.side_bets.items() if bet.placed_later]
    if not bets or not round_.dealer:
        return ()
    if not offered_under(rules, VALUES[round_.dealer[0]], natural=dealer_has_natural(round_)):
        return ()
    return tuple(
        Ask(Question.SIDE_BET, box_at, who, bet=bet_id)
        for box_at, box in enumerate(round_.boxes)
        if plays_on(round_, box)
        for who in present_players(box, box.hands[0])  # every bettor has money on each hand of the deal
        for bet_id in bets
    )


def offer_options(round_: Round, ask: Ask) -> tuple[Option, ...]:
    bet = round_.sheet.side_bets[ask.bet]
    stakes = bet.paytables[bet.paytable].stakes or (bet.minimum, bet.maximum)
    return Option(ActionKind.PLACE, min(stakes), max(stakes)), Option(ActionKind.PASS)


def refuse_offer(round_: Round, ask: Ask, action: Action) -> Refusal | None:
    """Why this is not a legal answer to the offer. The amount is required; it does not default to the maximum."""
    sheet = round_.sheet
    bet, clause = sheet.side_bets[ask.bet], sheet.clause(f"{sheet.side_bet_keys[ask.bet]}.placed")
    if action.kind == ActionKind.PLACE:
        if action.amount > 0:
            return refuse_side_amount(sheet, ask.bet, action.amount)
        between = f"{money_text(bet.minimum)} to {money_text(bet.maximum)}"
        return Refusal("no-amount", clause, f"name the amount of {bet.name}, {between}")
    if action.kind == ActionKind.PASS:
        return None if action.amount == 0 else Refusal("no-amount", "", "pass takes no amount")
    return Refusal("side-bet-first", clause, f"say first whether you place {bet.name}: place with an amount, or pass")


def answer_offer(round_: Round, ask: Ask, action: Action, events: list[Event]) -> Round:
    """Adds the wager to those placed with the main wager."""
    box = round_.boxes[ask.box]
    bettor = box.bettors[ask.bettor]
    kind = EventKind.BET if action.kind == ActionKind.PLACE else EventKind.PASS
    events.append(Event(kind, box.number, bettor.number, amount=action.amount, about=ask.about, bet=ask.bet))
    if action.kind == ActionKind.PASS:
        return round_
    wager = SideWager(ask.bet, action.amount)
    return with_bettor(round_, ask.box, ask.bettor, bettor._replace(sides=(*bettor.sides, wager)))


def standing_answer(round_: Round, wagers: Mapping[str, int]) -> Action | None:
    """The answer of a player who places these amounts whenever they are offered; None if no side bet is offered."""
    if not round_.asks or round_.asks[0].about is not Question.SIDE_BET:
        return None
    amount = wagers.get(round_.asks[0].bet, 0)
    return place(amount) if amount else PASS


def split_by_time(sheet: Sheet, sides: Mapping[str, int]) -> tuple[dict[str, int], dict[str, int]]:
    """Side wagers that go with the main wager, and those that are placed after the up card."""
    later = {bet_id for bet_id, bet in sheet.side_bets.items() if bet.placed_later}
    now = {bet_id: amount for bet_id, amount in sides.items() if bet_id not in later}
    return now, {bet_id: amount for bet_id, amount in sides.items() if bet_id in later}
