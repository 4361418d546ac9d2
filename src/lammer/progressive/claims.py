"""The dealer selects winning hands, counter-clockwise; a second press undoes a selection."""

from typing import Literal

from lammer.progressive.hands import winning_row
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import Situation, Step, require_dealer, require_stage, with_
from lammer.progressive.state import Claim, LinkState, TableState, Waiting
from lammer.progressive.terms import Terms

FULL = 100


def due_row(terms: Terms, table: TableState, spot: int) -> str | None:
    """The row that a player's cards and the up card win, with the stop of a spin, whatever the result at blackjack."""
    return winning_row(terms, table.cards[spot], table.up, table.stops.get(spot, 0))


def due_outcome(now: Situation, spot: int) -> str | None:
    return due_row(now.terms, now.table, spot)


def to_others(table: TableState, claim: Claim) -> dict[int, int]:
    """What a claim also pays to every other spot with a wager."""
    return {spot: claim.others for spot in table.wagers if claim.others and spot != claim.spot}


def needs_approval(terms: Terms, claim: Claim) -> bool:
    return needs_supervisor(terms, claim.amount, of_meter=bool(claim.level))


def needs_supervisor(terms: Terms, amount: int, *, of_meter: bool) -> bool:
    """Whether a supervisor must confirm a win: always for a meter, otherwise from an amount on (A23)."""
    return of_meter or amount >= terms.supervisor_from


def card_role(terms: Terms, claim: Claim) -> Literal["supervisor", "executive"]:
    """The role whose card completes a win."""
    return "executive" if max(claim.award, claim.amount) >= terms.executive_from else "supervisor"


def select(now: Situation, spot: int, outcome: str) -> Step:
    """The dealer's spot and hand buttons; the same buttons again undo the selection."""
    require_dealer(now)
    require_stage(now.table, "dealt", "SD.19 (6)(iv)")
    claim = now.table.claims.get(spot)
    if claim is not None:
        return _undo(now, claim, outcome)
    if spot not in now.table.wagers:
        raise StepRefused("no-wager", f"spot {spot} has no progressive wager", "SD.19 (2)")
    due = due_outcome(now, spot)
    if outcome != due:
        cards = f"the cards are {due}" if due else "the cards win nothing"
        raise StepRefused("not-this-hand", f"spot {spot}: {cards}, not {outcome}", "SD.19 (5)(a)")
    for other in sorted(now.table.wagers, reverse=True):
        if other > spot and other not in now.table.claims and due_outcome(now, other):
            text = f"hands are evaluated counter-clockwise: spot {other} comes before spot {spot}"
            raise StepRefused("out-of-order", text, "SD.19 (5)")
    if passed := [other for other, one in now.table.claims.items() if other < spot and one.stage == "selected"]:
        text = f"hands are evaluated counter-clockwise: undo spot {passed[0]} before selecting spot {spot}"
        raise StepRefused("out-of-order", text, "SD.19 (5)")
    return _claimed(now, _new_claim(now, spot, outcome))


def _new_claim(now: Situation, spot: int, outcome: str) -> Claim:
    terms, wager = now.terms, now.table.wagers[spot]
    share = terms.shares.get(outcome)
    return Claim(
        spot=spot,
        outcome=outcome,
        wager=wager,
        order=now.number,
        level=share.level if share else "",
        percent=share.percent if share else 0,
        amount=0 if share else terms.rows[outcome] * wager,
        breakage=0,
        envy=terms.envy_of(outcome, wager),
        others=terms.others.get(outcome, 0),
        stage="selected",
        dealer=now.actor,
    )


def _claimed(now: Situation, claim: Claim) -> Step:
    waiting = now.link.waiting
    if claim.level:
        if _shares_are_fixed(now, claim):
            text = f"the award of {claim.level} is already divided among this hand's claims; void it first"
            raise StepRefused("already-divided", text, "A14")
        place = Waiting(
            level=claim.level, table=now.table.table, hand=now.table.hand, spot=claim.spot, order=claim.order
        )
        waiting = (*waiting, place)
    table = with_(now.table, claims={**now.table.claims, claim.spot: claim})
    return Step(with_(now.link, waiting=waiting), table, answer={"claim": claim.model_dump()})


def _shares_are_fixed(now: Situation, claim: Claim) -> bool:
    alike = [one for one in now.table.claims.values() if one.level == claim.level and one.percent == FULL]
    divided = now.link.terms.simultaneous == "equal shares" and claim.percent == FULL
    return divided and any(one.stage != "selected" for one in alike)


def _undo(now: Situation, claim: Claim, outcome: str) -> Step:
    if outcome != claim.outcome:
        text = f"spot {claim.spot} is selected for {claim.outcome}: undo that first"
        raise StepRefused("other-hand", text, "SD.19 (6)(iv)")
    if claim.stage != "selected":
        text = f"spot {claim.spot} is {claim.stage}: it can only be voided"
        raise StepRefused("already-confirmed", text, "SD.19 (6)(vi)")
    if later := [other for other, one in now.table.claims.items() if other < claim.spot and one.stage == "selected"]:
        text = f"hands are evaluated counter-clockwise: undo spot {later[-1]} first"
        raise StepRefused("out-of-order", text, "SD.19 (5)")
    claims = {spot: one for spot, one in now.table.claims.items() if spot != claim.spot}
    return Step(not_waiting(now.link, {claim.order}), with_(now.table, claims=claims), answer={"undone": claim.spot})


def not_waiting(link: LinkState, orders: set[int]) -> LinkState:
    left = tuple(one for one in link.waiting if one.order not in orders)
    return with_(link, waiting=left)
