"""The theoretical win of a round and its variance, from exact figures (docs/pit.md).

theoretical win = sum over all wagers of  wager × exact edge  +  cost of the players' decisions.

The edge of a main wager is that of optimal play from a fresh shoe. The cost of a decision is the value of the best
legal play less that of the chosen play, both exact, from a full shoe less the dealer's up card and the hand. The values
assume optimal play afterwards, so the costs add up to the whole difference from optimal play.
"""

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from lammer.cards.card import DECK_SIZE, VALUES
from lammer.cards.hand import natural_partner
from lammer.decisions.grades import cost_of
from lammer.decisions.situation import Situation, decision_of
from lammer.decisions.values import value_decision, values_of
from lammer.exact.refusals import NotAnalysed
from lammer.floor.pit.spreads import CORRELATION, Spread, spread_against, spreads_of
from lammer.rules.sheet import Sheet
from lammer.table.actions import ANSWERS, DEAL, MAIN, PLAYS, Action, ActionKind
from lammer.table.betting import open_round, own_money
from lammer.table.drive import Played
from lammer.table.round import apply
from lammer.table.state import Box, Question, Round, Waits


class RoundTheory(NamedTuple):
    """In minor units. ``unvalued`` counts decisions and wagers without an exact value, for which the cost is taken as
    0."""

    win: float
    variance: float
    unvalued: int


Costs = Callable[[Round, Action], float | None]
"""The cost of a decision in original wagers; None if it has no exact value."""


def round_theory(played: Played, cost: Costs | None = None) -> RoundTheory:
    """The theory of a finished round. ``cost`` values decisions; the default is ``exact_cost``."""
    sheet, win, unvalued = played.round.sheet, 0.0, 0
    sds = list[float]()
    for box in played.round.boxes:
        mains, spread = (
            sum(own_money(sheet, MAIN, one.main - one.parlayed) for one in box.bettors),
            box_spread(sheet, box),
        )
        win += mains * spread.edge
        sds.append(mains * spread.sd)
        for amount, beside in _beside(played.round, box):
            unvalued += beside is None
            if beside is not None:
                win += amount * beside.edge
                sds.append(amount * beside.sd)
    lost, blank = decision_costs(played, cost or exact_cost)
    together, apart = sum(sds) ** 2, sum(sd * sd for sd in sds)
    return RoundTheory(win + lost, CORRELATION * together + (1 - CORRELATION) * apart, unvalued + blank)


def decision_costs(played: Played, cost: Costs) -> tuple[float, int]:
    """The total cost of the decisions of a round in minor units, and the number of decisions without a value."""
    total, blank = 0.0, 0
    round_ = open_round(played.round.sheet, played.meters)
    for action in (*played.bets, DEAL, *played.log):
        swaps = action.kind in ANSWERS and bool(round_.asks) and round_.asks[0].about is Question.SWITCH
        if swaps or (action.kind in PLAYS and round_.waits is Waits.PLAY):
            cost_of_action = cost(round_, action)
            blank += cost_of_action is None
            riding = sum(one.main for one in round_.boxes[round_.asks[0].box].bettors) if swaps else _riding(round_)
            total += (cost_of_action or 0.0) * riding
        round_ = apply(round_, action)[0]
    return total, blank


def _riding(round_: Round) -> int:
    """The original wagers of all bettors with a stake on the present hand."""
    bettors, stakes = round_.boxes[round_.at_box].bettors, round_.hand.stakes
    return sum(one.main for one, stake in zip(bettors, stakes, strict=True) if stake is not None)


def exact_cost(round_: Round, action: Action) -> float | None:
    """What a play costs in the main game, valued by the hand and the up card alone: what else the player saw is left
    out, as it is in the edge of the main wager. Side bets have their own edge."""
    decision = decision_of(round_)
    if decision is None:
        return None
    decision = decision._replace(situation=decision.situation._replace(gone=(), sides=()))
    try:
        return cost_of(value_decision(round_.sheet, decision), decision, action.kind, action.amount)
    except (NotAnalysed, ImportError):  # numpy and Numba may not be installed
        return None


def main_spread(sheet: Sheet) -> Spread:
    return spreads_of(sheet).main


def box_spread(sheet: Sheet, box: Box) -> Spread:
    """The spread of the main wagers of a box, on the hand or against it."""
    return spread_against(sheet) if box.bettors[0].against else main_spread(sheet)


def _beside(round_: Round, box: Box) -> list[tuple[int, Spread | None]]:
    """Side bets, insurance, even money and parlays of a box, each with its spread; None if it has no exact one."""
    wagers = list[tuple[int, Spread | None]]()
    sides = spreads_of(round_.sheet).sides
    for bettor in box.bettors:
        wagers += [(side.amount, sides.get(side.bet)) for side in bettor.sides if side.is_new]
        if bettor.insurance:
            wagers.append((bettor.insurance, _insured(round_, box)))
        if bettor.even_money:
            wagers.append((bettor.main, _even_money(round_, box)))
        if bettor.parlayed:
            wagers.append((bettor.parlayed, _parlayed(round_, box)))
    return wagers


def _parlayed(round_: Round, box: Box) -> Spread | None:
    """Winnings that joined the main wager, which is worth more or less with the first card and the up card."""
    first, up = VALUES[box.hands[0].cards[0]], VALUES[round_.dealer[0]]
    try:
        known = values_of(round_.sheet, Situation(Question.PARLAY, (first,), up, None, 1, ()))
    except (NotAnalysed, ImportError):  # numpy and Numba may not be installed
        return None
    return Spread(-dict(known.full)[ActionKind.PASS], main_spread(round_.sheet).sd)


def _natural_chance(round_: Round, box: Box) -> float:
    """The chance of a dealer's natural, from a full shoe less the up card and the box's first two cards."""
    firsts = {hand.origin: hand.cards[:2] for hand in reversed(box.hands)}
    rules = round_.sheet.rules
    known = [VALUES[card] for card in (round_.dealer[0], *(card for cards in firsts.values() for card in cards))]
    partner = natural_partner(known[0], rules.points.limit)
    completes = VALUES.count(partner) * rules.shoe.decks - known.count(partner) if partner is not None else 0
    return completes / (DECK_SIZE * rules.shoe.decks - len(known))


def _insured(round_: Round, box: Box) -> Spread:
    chance, (won, per) = _natural_chance(round_, box), round_.sheet.rules.insurance.pays
    back = 1 + won / per
    return Spread(1 - chance * back, back * sqrt(chance * (1 - chance)))


def _even_money(round_: Round, box: Box) -> Spread:
    """The cost of even money compared with playing on with a natural. It is certain, so its variance is 0."""
    natural = round_.sheet.rules.natural
    waiting = (1 - _natural_chance(round_, box)) * float(Fraction(*natural.pays))
    return Spread(waiting - float(Fraction(*natural.even_money_pays)), 0.0)
