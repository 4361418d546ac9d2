"""Bets that stay on the layout from round to round until they are won or lost, and the count of their wins.

A round gets them as wagers with their wins so far, and its settlement says which of them stay. The table keeps nothing
between rounds; a session or a floor does.
"""

from collections.abc import Iterable

from lammer.rules.sheet import Sheet
from lammer.table.actions import AGAINST, LIGHTS, MAIN, NEW, Action, Refusal, bet
from lammer.table.sidebets import after_wins, dealer_share, decided_net, wins_needed
from lammer.table.state import Round, SideResult, SideWager, Why


def refuse_carried(sheet: Sheet, action: Action) -> Refusal | None:
    """Why a wager cannot come from an earlier round with these wins, or None."""
    if action.carried == NEW:
        return None
    found, key = sheet.side_bets[action.spot], sheet.side_bet_keys[action.spot]
    if found.streak is None:
        return Refusal("not-carried", sheet.clause(f"{key}.settled"), f"{found.name} is settled in its own round")
    if type(action.carried) is int and 0 <= action.carried < wins_needed(found):
        return None
    text = f"{found.name} cannot be on the layout with {action.carried} wins"
    return Refusal("not-carried", sheet.clause(f"{key}.outcomes.{next(iter(found.outcomes))}"), text)


def streak_result(round_: Round, box_at: int, who: int, wager: SideWager, net: int) -> SideResult:
    """The result of a bet on rounds won in a row, by the net of all the bettor's hands. Neither won nor lost, the bet
    stays. In an interrupted round a new wager is returned, and an earlier one stays as it was."""
    found = round_.sheet.rules.side_bets[wager.bet]
    stays = SideResult(box_at, who, wager.bet, wager.amount, "", 0)
    if round_.void:
        as_it_was = stays._replace(outcome=wins_text(wager.carried), carried=wager.carried)
        return stays._replace(outcome=Why.VOID.value) if wager.is_new else as_it_was
    if net < 0:
        return stays._replace(outcome=found.otherwise, net=-wager.amount)
    wins = max(wager.carried, 0) + (net > 0)
    decided, paytable = after_wins(found, wins), found.paytables[found.paytable]
    if decided.row is None:
        return stays._replace(outcome=wins_text(wins), carried=wins)
    won, share = decided_net(paytable, decided, wager.amount), dealer_share(paytable, decided, wager.amount)
    return stays._replace(outcome=decided.outcome, net=won, envy=share)


def wins_text(wins: int) -> str:
    return f"{wins or 'no'} win{'' if wins == 1 else 's'} so far"


def left_on_layout(round_: Round) -> tuple[Action, ...]:
    """The bets that stay after a finished round, and the lights, as wagers for the next one."""
    assert round_.settlement is not None  # the round is over
    bets = tuple(
        bet(box.number, side.amount, side.bet, box.bettors[side.bettor].number, side.carried)
        for side in round_.settlement.sides
        if side.stays
        for box in [round_.boxes[side.box]]
    )
    return (*bets, *lights_left(round_))


def lights_left(round_: Round) -> tuple[Action, ...]:
    """The lights that bettors have after a finished round."""
    assert round_.settlement is not None  # the round is over
    boxes = round_.boxes
    return tuple(
        bet(boxes[one.box].number, 0, LIGHTS, boxes[one.box].bettors[one.bettor].number, one.after)
        for one in round_.settlement.lights
        if one.after
    )


def carried_after(carried: Iterable[Action], round_: Round) -> tuple[Action, ...]:
    """The bets on the layout after a round: those that waited because their bettor had no wager, and those that it
    left."""
    played = {(box.number, bettor.number) for box in round_.boxes for bettor in box.bettors}
    waited = (one for one in carried if (one.box, one.bettor) not in played)
    return (*waited, *left_on_layout(round_))


def with_carried(bets: tuple[Action, ...], carried: tuple[Action, ...]) -> tuple[Action, ...]:
    """Wagers for a round with the bets that are still on the layout, after the other wagers of their bettor. A new
    wager on a spot that is taken is left out, and so are bets whose bettor has no main wager."""
    if not carried:
        return bets
    taken = {(one.box, one.bettor, one.spot) for one in carried}
    new = [one for one in bets if (one.box, one.bettor, one.spot) not in taken]
    fields = dict.fromkeys((one.box, one.bettor) for one in new)
    playing = {(one.box, one.bettor) for one in new if one.spot in (MAIN, AGAINST)}
    return tuple(
        one
        for field in fields
        for one in (
            *(one for one in new if (one.box, one.bettor) == field),
            *(one for one in carried if (one.box, one.bettor) == field and field in playing),
        )
    )
