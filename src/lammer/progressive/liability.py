"""The steps of a jackpot between hands: open, close, change, correct, move and discontinue it. A liability to players
never disappears (SD.19 (9))."""

import unicodedata
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from lammer.cards.money import money_text
from lammer.ledger.records import Entry, moved
from lammer.progressive.award_timing import full_award_chance
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import Situation, Step, require, with_
from lammer.progressive.state import Carried, LinkState, Notice, Person, Petition
from lammer.progressive.terms import HOUSE, Terms

CORRECTIONS = ("sensor fault", "meter fault", "sign fault", "clerical error", "regulator's order")
"""Reasons for correcting a meter by hand; every other change of a meter has its own step."""
RECEIVE = "receive from another licensee"
PETITIONS = ("reduce qualification", "move to another jackpot", "transfer to another licensee", RECEIVE)
NINE = "SD.19 (9)"


def enrol(now: Situation, name: str, role: str, card: str, approved_by: str = "") -> Step:
    """Enrols a person with the digest of their card. Only an executive may do so, and not for themselves. If there is a
    second executive, they must approve every new supervisor and executive, and every change to an executive, since a
    new card is enough to act as that executive."""
    _second_executive(now, name, role, approved_by, replaced=_is_executive(now, name))
    return _enrolled(now, name, role, card, {"approved_by": approved_by})


def enrol_by_older_rule(now: Situation, name: str, role: str, card: str, approved_by: str = "") -> Step:
    """The former rule, under which one executive could replace another's card; for verifying older books."""
    demoted = _is_executive(now, name) and role != "executive"
    _second_executive(now, name, role, approved_by, replaced=demoted)
    return _enrolled(now, name, role, card, {})


def _is_executive(now: Situation, name: str) -> bool:
    known = now.link.staff.get(name)
    return known is not None and known.role == "executive"


def _second_executive(now: Situation, name: str, role: str, approved_by: str, *, replaced: bool) -> None:
    """Refuses an enrolment without the required approval. An executive whose entry is ``replaced`` may approve that
    themselves."""
    require(now.link, now.actor, "executive", HOUSE)
    proper_name(name)
    if name == now.actor:
        raise StepRefused("self-approval", f"{name} may not enrol themselves", HOUSE)
    executives = {other for other, one in now.link.staff.items() if one.role == "executive"} - {now.actor}
    others = executives if replaced else executives - {name}
    if (role != "dealer" or replaced) and others and approved_by not in others:
        what = f"a change to the executive {name}" if replaced else f"a new {role}"
        raise StepRefused(
            "second-executive", f"a second executive must approve {what}: {' or '.join(sorted(others))}", HOUSE
        )


def _enrolled(now: Situation, name: str, role: str, card: str, more: Mapping[str, Any]) -> Step:
    if card and any(one.card == card for other, one in now.link.staff.items() if other != name):
        raise StepRefused("card-taken", "this card belongs to another person", HOUSE)
    staff = {**now.link.staff, name: Person.model_validate({"role": role, "card": card})}
    return Step(with_(now.link, staff=staff), now.table, answer={"enrolled": f"{name} as {role}", **more})


def proper_name(name: str) -> None:
    """Refuses names that could look like another name: characters must be in NFC, without spaces at either end."""
    if not name or name != unicodedata.normalize("NFC", name).strip() or not name.isprintable() or len(name) > 60:
        raise StepRefused(
            "bad-name", f"{name!r}: a name has up to 60 printable characters, without spaces at either end", HOUSE
        )


def approve_table(now: Situation, name: str) -> Step:
    """Approves a table with sensors and signage. Hands may begin on approved tables only."""
    require(now.link, now.actor, "executive", "SD.19 (1)")
    proper_name(name)
    tables = tuple(sorted({*now.link.tables, name}))
    return Step(with_(now.link, tables=tables), now.table, answer={"approved": name})


def open_link(now: Situation) -> Step:
    require(now.link, now.actor, "supervisor", HOUSE)
    if now.link.status != "closed":
        raise StepRefused("not-closed", f"link {now.link.link} is {now.link.status}", HOUSE)
    return Step(with_(now.link, status="open"), now.table, answer={"status": "open"})


def close_link(now: Situation) -> Step:
    """Closes the jackpot: no new hand may begin, and the meters do not change."""
    require(now.link, now.actor, "supervisor", HOUSE)
    if now.link.status != "open":
        raise StepRefused("not-open", f"link {now.link.link} is {now.link.status}", HOUSE)
    _no_hand(now)
    return Step(with_(now.link, status="closed"), now.table, answer={"status": "closed"})


def _no_hand(now: Situation) -> None:
    if now.link.hands:
        table, hand = next(iter(now.link.hands.items()))
        raise StepRefused("hand-under-way", f"hand {hand} on table {table} is in progress", "SD.19 (6)(viii)")


def require_closed(now: Situation) -> None:
    if now.link.status != "closed":
        what = "is discontinued" if now.link.status == "discontinued" else "is open: close it first"
        raise StepRefused("link-open", f"link {now.link.link} {what}", HOUSE)


def announce(now: Situation, terms: Terms, from_day: str) -> Step:
    """Announces other terms, from a day that gives players the required notice."""
    require(now.link, now.actor, "executive", HOUSE)
    earliest = date.fromisoformat(now.day) + timedelta(days=now.link.terms.notice_days)
    try:
        day = date.fromisoformat(from_day)
    except ValueError:
        raise StepRefused("not-a-day", f"{from_day!r} is not a date; write it like {earliest}", HOUSE) from None
    if day < earliest:
        raise StepRefused(
            "too-soon", f"the notice is {now.link.terms.notice_days} days: the earliest day is {earliest}", HOUSE
        )
    if set(terms.levels) != set(now.link.terms.levels):
        raise StepRefused(
            "levels-differ", "the terms have other levels, so a meter would be left over: move it instead", NINE
        )
    if full_award_chance(terms) < full_award_chance(now.link.in_force):
        raise StepRefused("rarer-award", "the highest award would be harder to win than under the present terms", NINE)
    notice = Notice(terms=terms, from_day=day.isoformat())
    return Step(with_(now.link, notice=notice), now.table, answer={"from_day": day.isoformat()})


def change(now: Situation) -> Step:
    """Puts the announced terms into force; meters and reserves do not change."""
    require(now.link, now.actor, "executive", HOUSE)
    require_closed(now)
    if now.link.notice is None:
        raise StepRefused("no-notice", "no terms were announced", HOUSE)
    if now.day < now.link.notice.from_day:
        raise StepRefused("too-soon", f"the announced terms start on {now.link.notice.from_day}", HOUSE)
    link = with_(now.link, terms=now.link.notice.terms, notice=None, eased=None)
    return Step(link, now.table, answer={"terms": link.terms.name})


def adjust(now: Situation, level: str, amount: int, reason: str, note: str, approved_by: str) -> Step:
    """Corrects a meter by hand; needs a listed reason, a note, and two executives."""
    require(now.link, now.actor, "executive", HOUSE)
    require(now.link, approved_by, "executive", HOUSE)
    if approved_by == now.actor:
        raise StepRefused("self-approval", "a second executive must approve a correction", HOUSE)
    if reason not in CORRECTIONS:
        raise StepRefused(
            "no-such-reason", f"{reason!r} is not a reason; the reasons are {', '.join(CORRECTIONS)}", HOUSE
        )
    if not note.strip():
        raise StepRefused("no-note", "describe what was wrong", HOUSE)
    known_level(now, level)
    if now.link.status == "discontinued":
        raise StepRefused("discontinued", f"link {now.link.link} is discontinued", NINE)
    require_unclaimed(now, level)
    if amount == 0 or now.meter(level) + amount < 0:
        raise StepRefused(
            "no-such-amount",
            f"cannot correct by {money_text(amount)}: the {level} meter shows {money_text(now.meter(level))}",
            HOUSE,
        )
    names = now.accounts(level)
    sides = (names.adjustments, names.meter) if amount > 0 else (names.meter, names.adjustments)
    owed = {**now.link.owed, level: max(now.link.owed[level] + amount, 0)}
    answer = {"adjusted": f"{level} by {money_text(amount, signed=True)}", "approved_by": approved_by}
    entries = moved(*sides, abs(amount), f"{reason}: {note}")
    return Step(with_(now.link, owed=owed), now.table, entries, answer)


def require_unclaimed(now: Situation, level: str) -> None:
    """Refuses to change a meter that a player has won but not received: the player wins the amount it shows."""
    waiting = any(one.level == level for one in now.link.waiting)
    if waiting or now.link.frozen.get(level) or now.link.held.get(level):
        raise StepRefused("award-under-way", f"an award of {level} is in progress", "SD.19 (6)(i)")


def known_level(now: Situation, level: str) -> None:
    if level not in now.link.terms.levels:
        known = ", ".join(now.link.terms.levels)
        raise StepRefused("no-such-level", f"{level!r} is not a level; the levels are {known}", HOUSE)


def petition(now: Situation, permits: str, reference: str, decided_by: str, note: str, licensee: str = "") -> Step:
    """Records a permission of the executive secretary before it is used. ``licensee`` is the one that sends or receives
    a fund."""
    require(now.link, now.actor, "executive", NINE)
    if permits not in PETITIONS:
        raise StepRefused(
            "no-such-petition", f"{permits!r} is not a petition; the petitions are {', '.join(PETITIONS)}", NINE
        )
    if not (reference.strip() and decided_by.strip() and note.strip()):
        raise StepRefused("no-note", "a petition needs a reference, the person who decided it, and a note", NINE)
    if permits == RECEIVE and not licensee.strip():
        raise StepRefused("no-licensee", "name the licensee that sends the fund", NINE)
    if reference in now.link.petitions:
        raise StepRefused("reference-taken", f"petition {reference} is already recorded", NINE)
    granted = Petition.model_validate(
        {
            "permits": permits,
            "reference": reference,
            "decided_by": decided_by,
            "note": note,
            "licensee": licensee,
        }
    )
    link = with_(now.link, petitions={**now.link.petitions, reference: granted})
    return Step(link, now.table, answer={"petition": granted.model_dump()})


def used_petition(now: Situation, reference: str, permits: str) -> dict[str, Petition]:
    """The link's petitions, with this one marked as used. It must permit the step."""
    known = now.link.petitions.get(reference)
    if known is None or known.used or known.permits != permits:
        why = "is not recorded" if known is None else "was used" if known.used else f"is to {known.permits}"
        raise StepRefused("no-petition", f"petition {reference or '?'} {why}; this requires one to {permits}", NINE)
    return {**now.link.petitions, reference: with_(known, used=True)}


def discontinue(now: Situation) -> Step:
    """Ends a jackpot that owes players nothing: its highest award was won, and no money came in since."""
    require(now.link, now.actor, "executive", NINE)
    require_closed(now)
    owed = {level: amount for level, amount in now.link.owed.items() if amount}
    if owed or not _top_was_won(now):
        why = (
            ", ".join(f"{level} {money_text(amount)}" for level, amount in owed.items())
            or "its highest award was never won"
        )
        text = f"players still have a claim on it ({why}): wait until it is won, or record a petition and move it"
        raise StepRefused("liability-remains", text, NINE)
    entries: tuple[Entry, ...] = ()
    for level in now.link.terms.levels:
        names = now.accounts(level)
        entries += moved(names.meter, names.adjustments, now.meter(level), "discontinued after its highest award")
        entries += moved(names.reserve, names.adjustments, now.reserve(level), "discontinued after its highest award")
    return Step(with_(now.link, status="discontinued"), now.table, entries, {"status": "discontinued"})


def _top_was_won(now: Situation) -> bool:
    return now.link.terms.top in now.link.won


def nothing_carried(terms: Terms) -> dict[str, Carried]:
    return {level: Carried() for level in terms.levels}


def moved_over(
    here: Situation, there: Situation, reference: str, to_levels: Mapping[str, str]
) -> tuple[LinkState, LinkState, tuple[Entry, ...], dict[str, Any]]:
    """By petition: moves meters and reserves of one jackpot to another. Returns both links, entries and answer."""
    require(here.link, here.actor, "executive", NINE)
    require(there.link, there.actor, "executive", NINE)
    require_closed(here)
    if there.link.status == "discontinued" or there.link.link == here.link.link:
        raise StepRefused("no-such-jackpot", f"link {there.link.link} cannot receive it", NINE)
    petitions = used_petition(here, reference, "move to another jackpot")
    entries: tuple[Entry, ...] = ()
    owed = dict(there.link.owed)
    for level in here.link.terms.levels:
        target = to_levels.get(level, "")
        known_level(there, target)
        require_unclaimed(there, target)
        left, right = here.accounts(level), there.accounts(target)
        for held, from_, to in (
            (here.meter(level), left.meter, right.meter),
            (here.reserve(level), left.reserve, right.reserve),
        ):
            entries += moved(from_, left.moved, held, f"to {there.link.link}")
            entries += moved(right.moved, to, held, f"from {here.link.link}")
        owed[target] += here.meter(level) + here.reserve(level)
    ended = with_(here.link, status="discontinued", petitions=petitions, owed=dict.fromkeys(here.link.owed, 0))
    carried = {level: one.model_dump() for level, one in here.link.carried.items()}
    answer = {"moved_to": there.link.link, "levels": dict(to_levels), "amounts": here.meters(), "carried": carried}
    return ended, with_(there.link, owed=owed), entries, answer
