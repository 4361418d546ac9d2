"""The coach: the exact value of every legal choice of the player to act, and the cost of choices made.

It gets only the player's own view, so hidden cards cannot affect it. Values are computed in the threads that answer
requests, never on the event loop, and are cached by situation.
"""

from lammer.decisions.review import Field, Reviewed, review
from lammer.decisions.situation import Situation, decision_in
from lammer.decisions.values import Valued, lammer_bets, value_decision
from lammer.exact.refusals import NotAnalysed
from lammer.floor.refusals import FloorRefused
from lammer.floor.situation import under_way
from lammer.floor.state import FloorTable, sheet_of
from lammer.floor.steps import played
from lammer.floor.view_types import PlayView
from lammer.floor.views import coach_allowed, round_view
from lammer.rules.sheet import Sheet
from lammer.surfaces.web.training_replies import Advice, ReviewedDecision, RoundVerdicts
from lammer.table.state import Waits
from lammer.training import words


def advice(table: FloorTable, player: str) -> Advice:
    """The value of each legal action in original wagers, best first, for a full shoe without the visible cards."""
    must_be_allowed(table)
    view = round_view(table, player) if under_way(table) else None
    if view is None or not view["my_turn"] or view["waits"] not in (Waits.PLAY, Waits.ANSWER):
        raise FloorRefused("not-your-turn", "the coach gives advice only when it is your turn")
    return advice_on(view, table.game, table.overrides)


def must_be_allowed(table: FloorTable) -> None:
    if not coach_allowed(table):
        clause = sheet_of(table.game, table.overrides).clause("posted.devices")
        raise FloorRefused("no-devices", "devices are forbidden here: this is not a training table", clause)


def advice_on(view: PlayView, game: str, overrides: tuple[str, ...]) -> Advice:
    """``view`` is the round as the player to act sees it."""
    sheet = sheet_of(game, overrides)
    about = view["ask"]["about"] if view["ask"] else ""
    decision = decision_in(view, view["at_hand"], about, view["legal"], lammer_bets(sheet))
    try:
        return advice_json(sheet, decision.situation, value_decision(sheet, decision))
    except NotAnalysed as refused:
        raise FloorRefused("not-analysed", f"the coach cannot value this: {refused}") from None


def advice_json(sheet: Sheet, situation: Situation, valued: Valued) -> Advice:
    return {
        "values": [
            {"action": one.action, "worth": one.worth, "minimum_worth": one.minimum_worth} for one in valued.choices
        ],
        "best": valued.best.action if valued.best else None,
        "unvalued": list(valued.unvalued),
        "text": words.advice_text(sheet, situation, valued),
        "sides": words.sides_text(sheet, valued),
    }


def verdicts(table: FloorTable, player: str) -> RoundVerdicts:
    """The cost of the player's choices in the current round, or in the last one."""
    must_be_allowed(table)
    inputs = table.inputs if under_way(table) else table.last
    sat = (
        {(seat.box, seat.bettor) for seat in table.seats if seat.player == player}
        if under_way(table)
        else {(box, bettor) for box, bettor, name in table.seated if name == player}
    )
    if not inputs:
        return {"round": table.round, "decisions": []}
    boxes = tuple(sorted({box for box, _ in sat}))

    def boxes_of(_field: Field) -> tuple[int, ...]:
        return boxes

    sheet = sheet_of(table.game, table.overrides)
    found = review(played(table, inputs), lambda field: field in sat, boxes_of)
    return {"round": table.round, "decisions": [decision_json(sheet, one) for one in found]}


def decision_json(sheet: Sheet, one: Reviewed) -> ReviewedDecision:
    situation, verdict = one.decision.situation, one.verdict
    return {
        "number": one.number,
        "box": one.field[0],
        "bettor": one.field[1],
        "action": one.chosen.kind,
        "amount": one.chosen.amount,
        "hand": words.hand_text(sheet, situation),
        "hand_class": one.decision.hand_class,
        "wager": one.decision.wager,
        "best": verdict.best if verdict else None,
        "cost": verdict.cost if verdict else None,
        "grade": verdict.grade if verdict else None,
        "text": words.verdict_text(sheet, situation, verdict) if verdict else one.refused,
        "advice": advice_json(sheet, situation, one.valued) if one.valued else None,
    }
