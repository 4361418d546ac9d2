"""A jackpot for tables of the floor: made, staffed and opened."""

import contextlib
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from lammer.floor.accounts import OWN
from lammer.floor.fit import differences, said_by_jackpot
from lammer.floor.house import Floor
from lammer.floor.jackpot import AUTOMATIC, linked
from lammer.floor.refusals import FloorRefused, by_the_desk
from lammer.progressive.desk import Desk
from lammer.progressive.refusals import StepRefused, TermsFault
from lammer.progressive.situation import approved
from lammer.progressive.state import RANKS, LinkState, link_document
from lammer.progressive.term_fields import term_fields
from lammer.progressive.terms import OLDER_KEYS, Terms, load_terms, shipped_terms
from lammer.rules.older_keys import current_key
from lammer.rules.sheet import Sheet


def open_link(
    floor: Floor,
    key: str,
    executive: str,
    link: str,
    terms: str,
    staff: Mapping[str, str],
    values: Mapping[str, Any] = MappingProxyType({}),
) -> LinkState:
    """A jackpot with shipped terms, or with some of their ``values`` set otherwise. Several steps, each under a key of
    its own: asked again after a fault, it goes on where it was."""
    if link in OWN:
        raise FloorRefused("bad-name", f"{link}: the floor's own accounts are called so")
    if terms not in shipped_terms():
        raise FloorRefused("no-such-terms", f"{terms}: there are {', '.join(shipped_terms())}")
    agreed = own_terms(terms, values)
    desk = Desk(floor.journal, floor.now)
    # Executives come last, and only one beside whoever opens it: from then on two of them approve whoever may approve.
    ranked = sorted(staff.items(), key=lambda one: (RANKS[one[1]], one[0]))
    executives = [name for name, role in ranked if role == "executive" and name != executive]
    people = {AUTOMATIC: "dealer"} | {name: role for name, role in ranked if name not in executives[1:]}
    try:
        desk.create(f"{key}: create", link, agreed, executive)
        for name, role in people.items():
            if name != executive:
                said = {"name": name, "role": role, "card": "", "approved_by": ""}
                desk.do("enrol", f"{key}: enrol {name}", executive, link, **said)
        desk.do("open-link", f"{key}: open", executive, link)
    except StepRefused as refused:
        raise by_the_desk(refused) from None
    return desk.link(link)


def own_terms(terms: str, values: Mapping[str, Any]) -> Terms:
    """Shipped terms with some values set otherwise. What they are for (game, bet, paytable) stays."""
    may_be_set = {field.key for field in term_fields(terms)} | OLDER_KEYS.keys()
    wrong = {key: "cannot be set here" for key in values if key not in may_be_set}
    try:
        agreed = load_terms(terms, values={key: value for key, value in values.items() if key in may_be_set})
    except TermsFault as fault:
        wrong |= fault.keys or {"terms": str(fault)}
    if wrong:
        raise FloorRefused("bad-terms", str(TermsFault(terms, wrong)), keys=wrong)
    return agreed


def fitting_terms(sheet: Sheet) -> tuple[str, dict[str, Any]] | None:
    """Shipped terms, and the values to set, for a jackpot that a table can play for; None when there are none."""
    for name in shipped_terms():
        values = {"jackpot.decks": sheet.rules.shoe.decks}
        with contextlib.suppress(FloorRefused):
            terms = own_terms(name, values)
            if terms.bet in sheet.jackpots and not differences(sheet, terms):
                return name, values
    return None


def enrol(floor: Floor, key: str, executive: str, link: str, name: str, role: str, approved_by: str) -> None:
    """Somebody who came later. That the second executive approves is the caller's to know."""
    said = {"name": name, "role": role, "card": "", "approved_by": approved_by}
    try:
        Desk(floor.journal, floor.now).do("enrol", key, executive, link, **said)
    except StepRefused as refused:
        raise by_the_desk(refused) from None


def approve_table(floor: Floor, key: str, executive: str, link: str, table: str) -> bool:
    """An executive approves a table with sensors and signage (SD.19 (1)); says whether that was needed."""
    if approved(link_named(floor, link), table):
        return False
    floor.no_own_table("approve-table", executive, table)
    try:
        Desk(floor.journal, floor.now).do("approve-table", key, executive, link, name=table)
    except StepRefused as refused:
        raise by_the_desk(refused) from None
    return True


def link_overrides(floor: Floor, link: str, own: Collection[str] = ()) -> tuple[str, ...]:
    """What a table's sheet must say to pay what the jackpot pays, beside what its ``own`` overrides say."""
    said = said_by_jackpot(link_named(floor, link).terms)
    set_already = {current_key(one.partition("=")[0].strip()) for one in own}
    return tuple(f"{key}={value}" for key, value in said.items() if key not in set_already)


def link_named(floor: Floor, link: str) -> LinkState:
    return linked(floor.journal.document(link_document(link)), link)


def links_of(floor: Floor) -> list[LinkState]:
    desk = Desk(floor.journal, floor.now)
    return [desk.link(name) for name in desk.links()]
