"""Part "any legal play": cards and money are conserved, legality is exact, a refusal changes nothing, rounds end."""

from collections import Counter
from collections.abc import Callable, Iterator

from lammer.cards.card import fresh_decks
from lammer.conformance.play import Endless, Moment, RandomPlayer, moments
from lammer.rules.sheet import Sheet
from lammer.table.actions import ANSWERS, KINDS, PLAYS, Action, ActionKind, Refused
from lammer.table.betting import own_money
from lammer.table.drive import Played
from lammer.table.events import EventKind
from lammer.table.records import record
from lammer.table.round import apply, legal, refusal
from lammer.table.settlement import lammers
from lammer.table.state import Waits

PUT_DOWN = {"bet", "insure", "double", "split", "follow", "parlay"}
"""Events by which a bettor puts down own money."""
WHOLE_WAGER = {"double", "split"}
"""Of these, those that add the main wager if they name no amount."""


def property_faults(sheet: Sheet, seed: str) -> Iterator[str]:
    """The faults of one round of random legal play, after every action and at its end."""
    player, last = RandomPlayer(f"{seed} refusals"), None
    try:
        for last in moments(sheet, seed):
            yield from legality_faults(last, player.below)
            yield from hand_faults(last.played)
    except Endless as endless:
        yield str(endless)
        return
    assert last is not None  # a round has a first moment
    if last.round.waits is Waits.NOTHING and last.round.settlement is None:
        yield "the round is over and not settled"
        return
    yield from card_faults(last)
    yield from money_faults(last.played)


def card_faults(moment: Moment) -> Iterator[str]:
    """Every card of the shoe is on the table or still in the shoe."""
    round_ = moment.round
    on_table = [code for box in round_.boxes for hand in box.hands for code in hand.cards]
    found = Counter([*on_table, *round_.dealer, *round_.burned, *round_.traded, *moment.left])
    if found != Counter(fresh_decks(round_.sheet.rules.shoe.decks)):
        yield "the cards on the table and in the shoe are not the decks"


def money_faults(played: Played) -> Iterator[str]:
    """Own money that was put down comes back with its net, cent by cent, and no stake loses more than itself."""
    settlement, boxes = played.round.settlement, played.round.boxes
    if settlement is None:
        return
    out = sum(side.amount + side.net for side in settlement.sides)
    out += sum(insured.amount + insured.net for insured in settlement.insurance)
    out += sum(lights.net for lights in settlement.lights)
    for result in settlement.hands:
        stake = boxes[result.box].hands[result.hand].stakes[result.bettor]
        own = stake.own if stake is not None else 0
        if result.net < -own:
            yield f"box {result.box + 1} loses {-result.net} on a hand with {own} of its own money"
        out += own + result.net
    if lost_more := [side.bet for side in settlement.sides if side.net < -side.amount]:
        yield f"{lost_more[0]} loses more than its wager"
    net = sum(seat["net"] + seat.get("tip", {"net": 0})["net"] for seat in record(played, 1)["seats"])
    if (missing := own_money_in(played) - out + int(net)) != 0:
        yield f"{missing} of the money put down is not accounted for"


def own_money_in(played: Played) -> int:
    """Everything the bettors put down, as the events of placing it tell."""
    mains = {(wager.box, wager.bettor): wager.amount for wager in played.bets if wager.spot == "main"}
    total = 0
    for event in played.events:
        if event.kind == "parlay":  # the main wager is larger from here on
            mains[event.box, event.bettor] += event.amount
        if event.kind in PUT_DOWN:
            amount = event.amount or (mains[event.box, event.bettor] if event.kind in WHOLE_WAGER else 0)
            total += own_money(played.round.sheet, event.bet, amount) if event.kind is EventKind.BET else amount
    return total


def hand_faults(played: Played) -> Iterator[str]:
    """A box has no more hands than the sheet allows, and lammers only for splits and one double of each hand."""
    most = max(played.round.sheet.rules.split.maximum_hands, 1)
    for box in played.round.boxes:
        origins = Counter(hand.origin for hand in box.hands)
        for found in (number for number in origins.values() if number > most):
            yield f"box {box.number} has {found} hands, at most {most} are allowed"
        for who in range(len(box.bettors)):
            if (found := sum(lammers(box, who))) > (2 * most - 1) * max(len(origins), 1):
                yield f"box {box.number} has {found} lammers with at most {most} hands"


def legality_faults(moment: Moment, below: Callable[[int], int]) -> Iterator[str]:
    """What ``legal`` lists is not refused, everything else is, and a refused action leaves the round as it was."""
    round_ = moment.round
    options = {option.kind: option for option in legal(round_)}
    for kind in (*PLAYS, *ANSWERS):
        option = options.get(kind)
        # A side bet that is offered has no amount by itself.
        amount = 0 if option is None else (option.minimum if below(2) or kind == ActionKind.PLACE else option.maximum)
        refused = refusal(round_, Action(kind, amount))
        if (refused is None) != (option is not None):
            contradiction = "is legal but refused" if refused is not None else "is not listed as legal but taken"
            yield f"{kind} {contradiction} while the round waits for {round_.waits}"
        if option is not None and option.maximum and refusal(round_, option.action(option.maximum + 1)) is None:
            yield f"{kind} takes more than its maximum of {option.maximum}"
    odd = Action(KINDS[below(len(KINDS))], amount=below(3000), card=below(60) - 4, box=below(9), bettor=below(4))
    if refusal(round_, odd) is not None:
        yield from _taken_although_refused(moment, odd)


def _taken_although_refused(moment: Moment, action: Action) -> Iterator[str]:
    before = tuple(moment.round)
    try:
        apply(moment.round, action)
    except Refused:
        if tuple(moment.round) != before:
            yield f"a refused {action.kind} changed the round"
        return
    yield f"{action.kind} was refused and then applied"
