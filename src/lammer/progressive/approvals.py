"""The approval of a win: a supervisor confirms it, which freezes the award, and a card of the right level completes it,
which adjusts the meter and pays (SD.19 (6)(vi)).

Claims on one meter are frozen in the order they were made, over all tables: the first takes the amount on the meter,
the next takes what the first one leaves (A14). Every award needs three different people, unless the terms allow
anybody's card (A23).
"""

from typing import Any

from lammer.cards.money import money_text
from lammer.ledger.records import Entry, moved
from lammer.progressive.accounts import link_accounts
from lammer.progressive.claims import FULL, card_role, due_outcome, needs_approval, not_waiting, to_others
from lammer.progressive.eased import without_reduction
from lammer.progressive.freezes import available_on, complete, freeze, frozen_amounts, hold_of, release
from lammer.progressive.meters import equal_shares, share_of
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import Situation, Step, person, require, require_stage, with_
from lammer.progressive.state import RANKS, Claim, LinkState, Reset, TableState, Waiting
from lammer.progressive.terms import HOUSE


def confirm(now: Situation, spot: int) -> Step:
    """The supervisor has verified the win: its amount is frozen, and other tables continue."""
    require_stage(now.table, "dealt", "SD.19 (6)(v)")
    require(now.link, now.actor, "supervisor", "SD.19 (6)(vi)")
    claim = _claim(now.table, spot, "selected")
    if now.actor in (claim.dealer, now.table.dealer):
        raise StepRefused("self-approval", f"{now.actor} deals this hand and may not confirm it", "SD.19 (6)(v)")
    if not needs_approval(now.link.terms, claim):
        raise StepRefused("no-approval-needed", f"the dealer pays {claim.outcome} without approval", "A23")
    if not claim.level:
        return _confirmed(now, [claim])
    first = next(one for one in now.link.waiting if one.level == claim.level)
    sharing = _sharing(now, claim)
    _require_all_selected(now, claim)
    if first.order not in {one.order for one in sharing}:
        _refuse_before(first)
    return _share_frozen(now, claim) if claim.percent < FULL else _meter_frozen(now, claim, sharing)


def _claim(table: TableState, spot: int, stage: str) -> Claim:
    claim = table.claims.get(spot)
    if claim is None:
        raise StepRefused("nothing-selected", f"spot {spot}: the dealer has selected no hand", "SD.19 (6)(iv)")
    if claim.stage != stage:
        raise StepRefused("not-now", f"spot {spot} is {claim.stage}; for this step it must be {stage}", "SD.19 (6)(vi)")
    return claim


def _refuse_before(earlier: Waiting) -> None:
    text = (
        f"table {earlier.table}, spot {earlier.spot} has an earlier claim on {earlier.level}: confirm or undo it first"
    )
    raise StepRefused("earlier-claim", text, "SD.19 (6)(iii)")


def _require_all_selected(now: Situation, claim: Claim) -> None:
    """An award is divided only once all winners who share it are selected."""
    if now.link.terms.simultaneous == "in order" or claim.percent < FULL:
        return
    for spot in set(now.table.wagers) - set(now.table.claims):
        share = now.terms.shares.get(due_outcome(now, spot) or "")
        if share is not None and (share.level, share.percent) == (claim.level, FULL):
            text = f"spot {spot} shares this award, but was not selected"
            raise StepRefused("winner-not-selected", text, "SD.19 (5)")


def _sharing(now: Situation, claim: Claim) -> list[Claim]:
    """The claims of this hand that share one full award, including this one."""
    if now.link.terms.simultaneous == "in order" or claim.percent < FULL:
        return [claim]
    return [
        one
        for one in now.table.claims.values()
        if one.level == claim.level and one.percent == FULL and one.stage == "selected"
    ]


def _share_frozen(now: Situation, claim: Claim) -> Step:
    amount, breakage = share_of(available_on(now, claim.level), claim.percent)
    link = freeze(now, [claim], amount, full=False)
    return _confirmed(now._replace(link=link), [claim], amount=amount, breakage=breakage)


def _meter_frozen(now: Situation, claim: Claim, sharing: list[Claim]) -> Step:
    amount, over = equal_shares(available_on(now, claim.level), len(sharing))
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
    """A card of the right level completes the win: it is recorded and paid, and the meter is adjusted. The actor is the
    owner of the card."""
    require_stage(now.table, "dealt", "SD.19 (6)(vi)")
    claim = _claim(now.table, spot, "frozen")
    role = card_role(now.link.terms, claim)
    if RANKS[person(now.link, now.actor).role] < RANKS[role]:
        article = "an" if role == "executive" else "a"
        raise StepRefused(
            "card-level",
            f"an award of {money_text(max(claim.award, claim.amount))} requires the card of {article} {role}",
            "SD.19 (6)(vi)",
        )
    confirmed = (claim.supervisor,) if now.link.terms.card_of == "another person" else ()
    if now.actor in (claim.dealer, now.table.dealer, *confirmed):
        text = f"{now.actor} already took part in this win; another person's card must complete it"
        raise StepRefused("self-approval", text, "A23" if now.actor in confirmed else "SD.19 (6)(vi)")
    link, entries, reset = _completed(now, claim)
    accounts = link_accounts(link.link)
    entries += moved(accounts.envy, accounts.tips, claim.envy, f"envy for {claim.outcome} on spot {spot}")
    others = sum(to_others(now.table, claim).values())
    entries += moved(accounts.fixed, accounts.tray, others, f"{claim.outcome} on spot {spot}, to the others")
    paid = with_(claim, stage="paid", approved_by=now.actor, reset=reset)
    table = with_(now.table, claims={**now.table.claims, spot: paid})
    answer = {"claim": paid.model_dump(), "frozen": frozen_amounts(link)}
    return Step(_without_paid(link, claim), table, entries, answer)


def _completed(now: Situation, claim: Claim) -> tuple[LinkState, tuple[Entry, ...], Reset | None]:
    what = f"{claim.outcome} on spot {claim.spot}"
    if not claim.level:
        accounts = link_accounts(now.link.link)
        return now.link, moved(accounts.fixed, accounts.tray, claim.amount, what), None
    if (hold := hold_of(now.link, claim)) is not None:
        return complete(now, claim, hold)
    # Older books, where the meter changed with the confirmation: the award is in the account ``frozen``.
    names = now.accounts(claim.level)
    return now.link, moved(names.frozen, names.awards, claim.amount, what), claim.reset


def _without_paid(link: LinkState, claim: Claim) -> LinkState:
    """Freezes up to a paid one can no longer be voided."""
    if not claim.level:
        return link
    stack = link.frozen.get(claim.level, ())
    later = stack[stack.index(claim.order) + 1 :] if claim.order in stack else stack
    # Unpaid parts of the same award remain in the list.
    won = tuple(sorted({*link.won, claim.level})) if claim.percent == FULL else link.won
    return without_reduction(with_(link, frozen={**link.frozen, claim.level: later}, won=won), claim)


def void(now: Situation, spot: int, note: str) -> Step:
    """An executive takes back a win that was confirmed by mistake and is not completed; its amount is no longer
    frozen."""
    require_stage(now.table, "dealt", "SD.19 (6)(vi)")
    claim = _claim(now.table, spot, "frozen")
    require(now.link, now.actor, "executive", HOUSE)
    if now.actor in (claim.dealer, now.table.dealer, claim.supervisor):
        raise StepRefused("self-approval", f"{now.actor} took part in this win; another executive must void it", HOUSE)
    if not note.strip():
        raise StepRefused("no-note", "give a reason for the void", HOUSE)
    together = [claim]
    if claim.level and claim.percent == FULL:
        same = [one for one in now.table.claims.values() if one.level == claim.level and one.percent == FULL]
        together = same if now.link.terms.simultaneous == "equal shares" else [claim]
    if any(one.stage != "frozen" for one in together):
        raise StepRefused("already-paid", "another part of this award is already paid", "SD.19 (6)(vi)")
    link, entries = _unfrozen(now, together) if claim.level else (now.link, ())
    voided = {one.spot for one in together}
    claims = {at: one for at, one in now.table.claims.items() if at not in voided}
    answer = {"voided": sorted(voided), "note": note, "frozen": frozen_amounts(link)}
    return Step(link, with_(now.table, claims=claims), entries, answer)


def _unfrozen(now: Situation, claims: list[Claim]) -> tuple[LinkState, Any]:
    level, link = claims[0].level, now.link
    stack = link.frozen.get(level, ())
    orders = tuple(one.order for one in claims)
    if stack[-len(orders) :] != orders:
        text = f"a later claim on {level} depends on this one: void it first, unless it is paid"
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
