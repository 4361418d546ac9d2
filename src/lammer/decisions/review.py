"""Review of a round, decision by decision: what the player saw, what was chosen, and what the choice cost."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from lammer.decisions.grades import Verdict, judge
from lammer.decisions.situation import Decision, decision_of
from lammer.decisions.values import Valued, lammer_bets, value_decision
from lammer.exact.refusals import NotAnalysed
from lammer.table.actions import ANSWERS, PLAYS, Action
from lammer.table.betting import open_round
from lammer.table.drive import Played
from lammer.table.round import actor, apply, begin
from lammer.table.state import Round

Field = tuple[int, int]
"""Box and bettor, both from 1."""


class Reviewed(NamedTuple):
    """A decision of a round. ``number`` counts decisions from 0; ``round`` is the round before the decision. ``valued``
    is None if the analysis does not cover the rules or the hand, and ``refused`` is the reason."""

    number: int
    field: Field
    round: Round
    chosen: Action
    decision: Decision
    valued: Valued | None
    verdict: Verdict | None
    refused: str = ""


def decisions_of(played: Played) -> Iterator[tuple[Round, Action]]:
    """Every player decision, with the round before it."""
    round_, _ = begin(open_round(played.round.sheet, played.meters), played.bets)
    for action in played.log:
        if action.kind in PLAYS or action.kind in ANSWERS:
            yield round_, action
        round_ = apply(round_, action)[0]


def review(
    played: Played,
    wanted: Callable[[Field], bool] = lambda _field: True,
    boxes_of: Callable[[Field], tuple[int, ...]] = lambda field: (field[0],),
) -> Iterator[Reviewed]:
    """Decisions of the wanted fields. ``boxes_of`` returns all boxes of the player of a field, who sees the cards of
    all of them."""
    for number, (round_, action) in enumerate(decisions_of(played)):
        field = actor(round_)
        if field is not None and wanted(field):
            yield reviewed(number, round_, action, field, boxes_of(field))


def reviewed(number: int, round_: Round, action: Action, field: Field, boxes: tuple[int, ...]) -> Reviewed:
    sheet = round_.sheet
    decision = decision_of(round_, boxes, lammer_bets(sheet))
    assert decision is not None  # the action was a player's
    try:
        valued = value_decision(sheet, decision)
    except NotAnalysed as refused:
        return Reviewed(number, field, round_, action, decision, None, None, str(refused))
    verdict = judge(valued, decision, action.kind, action.amount)
    return Reviewed(number, field, round_, action, decision, valued, verdict)
