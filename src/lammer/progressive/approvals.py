"""What makes a win: a supervisor confirms it, which freezes the award, and a card of the right level completes it,
which adjusts the meter and pays (SD.19 (6)(vi)).

Claims on one meter are frozen in the order they were made, over all tables: the first takes what the meter shows, the
next takes what that leaves (A14). Three people have a hand in every award, and no two of them are one, unless the terms
let the card be anybody's (A23).
"""

from typing import Any

from lammer.cards.money import money_text
from lammer.ledger.records import Entry, moved
from lammer.progressive.accounts import link_accounts
from lammer.progressive.claims import FULL, card_role, due_outcome, needs_approval, not_waiting
from lammer.progressive.eased import handed_over
from lammer.progressive.freezes import complete, found_on, freeze, frozen_amounts, hold_of, release
from lammer.progressive.meters import equal_shares, share_of
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import Situation, Step, person, require, require_stage, with_
from lammer.progressive.state import RANKS, Claim, LinkState, Reset, TableState, Waiting
from lammer.progressive.terms import HOUSE


def confirm(now: Situation, spot: int) -> Step:
    """The supervisor has verified the win: its amount is frozen, and other tables go on."""
    require_stage(now.table, "dealt", "SD.19 (6)(v)")
    require(now.link, now.actor, "supervisor", "SD.19 (6)(vi)")
    claim = _claim(now.table, spot, "selected")
    if now.actor in (claim.dealer, now.table.dealer):
        raise StepRefused("self-approval", f"{now.actor} deals this hand and may not confirm it", "SD.19 (6)(v)")
    if not needs_approval(now.link.terms, claim):
        raise StepRefused("no-approval-needed", f"{claim.outcome} is paid by the dealer alone", "A23")
    if not claim.level:
        return _confirmed(now, [claim])
    first = next(one for one in now.link.waiting if one.level == claim.level)
    sharing = _sharing(now, claim)
    _nobody_left_out(now, claim)
    if first.order not in {one.order for one in sharing}:
        _wait_for(first)
    return _share_frozen(now, claim) if claim.percent < FULL else _meter_frozen(now, claim, sharing)


def _claim(table: TableState, spot: int, stage: str) -> Claim:
    claim = table.claims.get(spot)
    if claim is None:
        raise StepRefused("nothing-selected", f"spot {spot}: the dealer has selected no hand", "SD.19 (6)(iv)")
    if claim.stage != stage:
        raise StepRefused(
            "not-now", f"spot {spot} is {claim.stage}; this step follows when it is {stage}", "SD.19 (6)(vi)"
        )
    return claim


def _wait_for(earlier: Waiting) -> None:
    text = f"table {earlier.table}, spot {earlier.spot} claimed {earlier.level} before: confirm or undo that first"
    raise StepRefused("earlier-claim", text, "SD.19 (6)(iii)")


def _nobody_left_out(now: Situation, claim: Claim) -> None:
    """An award is divided only once all who have a part in it are known."""
    if now.link.terms.simultaneous == "in order" or claim.percent < FULL:
        return
    for spot in set(now.table.wagers) - set(now.table.claims):
        share = now.terms.shares.get(due_outcome(now, spot) or "")
        if share is not None and (share.level, share.percent) == (claim.level, FULL):
            text = f"spot {spot} has a part in this award and was not selected"
            raise StepRefused("winner-not-selected", text, "SD.19 (5)")


def _sharing(now: Situation, claim: Claim) -> list[Claim]:
    """The claims of this hand that divide one full award, this one among them."""
    if now.link.terms.simultaneous == "in order" or claim.percent < FULL:
        return [claim]
    return [
        one
        for one in now.table.claims.values()
        if one.level == claim.level and one.percent == FULL and one.stage == "selected"
    ]


def _share_frozen(now: Situation, claim: Claim) -> Step:
    amount, breakage = share_of(found_on(now, claim.level), claim.percent)
    link = freeze(now, [claim], amount, full=False)
    return _confirmed(now._replace(link=link), [claim], amount=amount, breakage=breakage)


def _meter_frozen(now: Situation, claim: Claim, sharing: list[Claim]) -> Step:
    amount, over = equal_shares(found_on(now, claim.level), len(sharing))
    link = freeze(now, sharing, amount, full=True)
    known = {"amount": amount, "award": amount * len(sharing), "breakage": FULL * over}
    return _confirmed(now._replace(link=link), sharing, **known)


def _confirmed(now: Situation, claims: list[Claim], **known: Any) -> Step:
    frozen = {one.spot: with_(one, stage="frozen", supervisor=now.actor, **known) for one in claims}
    table = with_(now.table, claims={**now.table.claims, **frozen})
    link = not_waiting(now.link, {one.order for one in claims})
    if level := claims[0].level:
        stack = (*link.frozen.get(level, ()), *(one.order for one in claims))
        link = with_(link, frozen={**link.frozen, level: stack})
    answer = {"claims": [one.model_dump() for one in frozen.values()], "frozen": frozen_amounts(link)}
    return Step(link, table, answer=answer)


def swipe(now: Situation, spot: int) -> Step:
    """A card of the right level completes the action: the win is recorded and paid, and the meter is adjusted. The
    actor is whose card it is."""
    require_stage(now.table, "dealt", "SD.19 (6)(vi)")
    claim = _claim(now.table, spot, "frozen")
    role = card_role(now.link.terms, claim)
    if RANKS[person(now.link, now.actor).role] < RANKS[role]:
        raise StepRefused(
            "card-level",
            f"an award of {money_text(max(claim.award, claim.amount))} takes a card of an {role}",
            "SD.19 (6)(vi)",
        )
    confirmed = (claim.supervisor,) if now.link.terms.card_of == "another person" else ()
    if now.actor in (claim.dealer, now.table.dealer, *confirmed):
        text = f"{now.actor} has a hand in this win already; another person's card completes it"
        raise StepRefused("self-approval", text, "A23" if now.actor in confirmed else "SD.19 (6)(vi)")
    link, entries, reset = _completed(now, claim)
    accounts = link_accounts(link.link)
    entries += moved(accounts.envy, accounts.tips, claim.envy, f"envy for {claim.outcome} on spot {spot}")
    paid = with_(claim, stage="paid", approved_by=now.actor, reset=reset)
    table = with_(now.table, claims={**now.table.claims, spot: paid})
    answer = {"claim": paid.model_dump(), "frozen": frozen_amounts(link)}
    return Step(_past(link, claim), table, entries, answer)


def _completed(now: Situation, claim: Claim) -> tuple[LinkState, tuple[Entry, ...], Reset | None]:
    what = f"{claim.outcome} on spot {claim.spot}"
    if not claim.level:
        accounts = link_accounts(now.link.link)
        return now.link, moved(accounts.fixed, accounts.tray, claim.amount, what), None
    if (hold := hold_of(now.link, claim)) is not None:
        return complete(now, claim, hold)
    # Books of the time when the meter moved with the confirmation: what is due is in an account of its own.
    names = now.accounts(claim.level)
    return now.link, moved(names.frozen, names.awards, claim.amount, what), claim.reset


def _past(link: LinkState, claim: Claim) -> LinkState:
    """Freezes up to one that is paid can no longer be taken back."""
    if not claim.level:
        return link
    stack = link.frozen.get(claim.level, ())
    later = stack[stack.index(claim.order) + 1 :] if claim.order in stack else stack
    # Parts of one award stand or fall together: those not paid yet stay.
    won = tuple(sorted({*link.won, claim.level})) if claim.percent == FULL else link.won
    return handed_over(with_(link, frozen={**link.frozen, claim.level: later}, won=won), claim)


def void(now: Situation, spot: int, note: str) -> Step:
    """An executive takes back a win that was confirmed by mistake and not yet completed; nothing of the meter is frozen
    for it any more."""
    require_stage(now.table, "dealt", "SD.19 (6)(vi)")
    claim = _claim(now.table, spot, "frozen")
    require(now.link, now.actor, "executive", HOUSE)
    if now.actor in (claim.dealer, now.table.dealer, claim.supervisor):
        raise StepRefused("self-approval", f"{now.actor} has a hand in this win; another executive voids it", HOUSE)
    if not note.strip():
        raise StepRefused("no-note", "say why it is voided", HOUSE)
    together = [claim]
    if claim.level and claim.percent == FULL:
        same = [one for one in now.table.claims.values() if one.level == claim.level and one.percent == FULL]
        together = same if now.link.terms.simultaneous == "equal shares" else [claim]
    if any(one.stage != "frozen" for one in together):
        raise StepRefused("already-paid", "another part of this award is paid", "SD.19 (6)(vi)")
    link, entries = _melted(now, together) if claim.level else (now.link, ())
    gone = {one.spot for one in together}
    claims = {at: one for at, one in now.table.claims.items() if at not in gone}
    answer = {"voided": sorted(gone), "note": note, "frozen": frozen_amounts(link)}
    return Step(link, with_(now.table, claims=claims), entries, answer)


def _melted(now: Situation, claims: list[Claim]) -> tuple[LinkState, Any]:
    level, link = claims[0].level, now.link
    stack = link.frozen.get(level, ())
    orders = tuple(one.order for one in claims)
    if stack[-len(orders) :] != orders:
        text = f"a later claim was confirmed on what this one leaves on {level}: void that first, unless it is paid"
        raise StepRefused("later-claim", text, "SD.19 (6)(iii)")
    left = {**link.frozen, level: stack[: -len(orders)]}
    if (hold := hold_of(link, claims[0])) is not None:
        return with_(release(link, level, hold), frozen=left), ()
    names, reset = now.accounts(level), claims[0].reset
    entries = moved(names.frozen, names.meter, sum(one.amount for one in claims), "voided")
    owed = dict(link.owed)
    if reset is not None:
        entries += moved(names.meter, names.seeds, reset.seed, "seed taken back")
        entries += moved(names.meter, names.reserve, reset.reserve, "reserve taken back")
        owed[level] += reset.owed
    return with_(link, frozen=left, owed=owed), entries
