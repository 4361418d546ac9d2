"""Creates, staffs and opens a jackpot for tables of the floor."""

import contextlib
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from lammer.floor.accounts import OWN
from lammer.floor.fit import differences, values_of_jackpot
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
    """Opens a jackpot with shipped terms, some of whose ``values`` may be changed. It takes several steps, each with
    its own key: a request that is repeated after an error continues where it stopped."""
    if link in OWN:
        raise FloorRefused("bad-name", f"{link}: this name is reserved for the floor's accounts")
    if terms not in shipped_terms():
        raise FloorRefused("no-such-terms", f"{terms}: no such terms; the terms are {', '.join(shipped_terms())}")
    agreed = own_terms(terms, values)
    desk = Desk(floor.journal, floor.now)
    # Executives come last, and only one beside the one who opens it: from then on a second executive must approve.
    ranked = sorted(staff.items(), key=lambda one: (RANKS[one[1]], one[0]))
    executives = [name for name, role in ranked if role == "executive" and name != executive]
    people = {AUTOMATIC: "dealer"} | {name: role for name, role in ranked if name not in executives[1:]}
    try:
        desk.create(f"{key}: create", link, agreed, executive)
        for name, role in people.items():
            if name != executive:
                person = {"name": name, "role": role, "card": "", "approved_by": ""}
                desk.do("enrol", f"{key}: enrol {name}", executive, link, **person)
        desk.do("open-link", f"{key}: open", executive, link)
    except StepRefused as refused:
        raise by_the_desk(refused) from None
    return desk.link(link)


def own_terms(terms: str, values: Mapping[str, Any]) -> Terms:
    """Shipped terms with some values changed. Game, bet and paytable cannot be changed."""
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
    """Shipped terms, and the values to set, for a jackpot that fits a table; None if there are none."""
    for name in shipped_terms():
        values = {"jackpot.decks": sheet.rules.shoe.decks}
        with contextlib.suppress(FloorRefused):
            terms = own_terms(name, values)
            if terms.bet in sheet.jackpots and not differences(sheet, terms):
                return name, values
    return None


def enrol(floor: Floor, key: str, executive: str, link: str, name: str, role: str, approved_by: str) -> None:
    """Enrols a further person. The caller must have authenticated the second executive."""
    person = {"name": name, "role": role, "card": "", "approved_by": approved_by}
    try:
        Desk(floor.journal, floor.now).do("enrol", key, executive, link, **person)
    except StepRefused as refused:
        raise by_the_desk(refused) from None


def approve_table(floor: Floor, key: str, executive: str, link: str, table: str) -> bool:
    """An executive approves a table with sensors and signage (SD.19 (1)). Returns whether that was necessary."""
    if approved(link_named(floor, link), table):
        return False
    floor.no_own_table("approve-table", executive, table)
    try:
        Desk(floor.journal, floor.now).do("approve-table", key, executive, link, name=table)
    except StepRefused as refused:
        raise by_the_desk(refused) from None
    return True


def link_overrides(floor: Floor, link: str, own: Collection[str] = ()) -> tuple[str, ...]:
    """The overrides that a table's sheet needs to pay the same as the jackpot, beside its ``own`` overrides."""
    values = values_of_jackpot(link_named(floor, link).terms)
    set_already = {current_key(one.partition("=")[0].strip()) for one in own}
    return tuple(f"{key}={value}" for key, value in values.items() if key not in set_already)


def link_named(floor: Floor, link: str) -> LinkState:
    return linked(floor.journal.document(link_document(link)), link)


def links_of(floor: Floor) -> list[LinkState]:
    desk = Desk(floor.journal, floor.now)
    return [desk.link(name) for name in desk.links()]
