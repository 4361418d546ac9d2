"""A jackpot for tables of the floor: made, staffed and opened."""

from collections.abc import Mapping

from lammer.floor.accounts import OWN
from lammer.floor.house import Floor
from lammer.floor.jackpot import AUTOMATIC, linked
from lammer.floor.refusals import FloorRefused, by_the_desk
from lammer.progressive.desk import Desk
from lammer.progressive.refusals import StepRefused, TermsFault
from lammer.progressive.situation import approved
from lammer.progressive.state import RANKS, LinkState, link_document
from lammer.progressive.terms import load_terms, shipped_terms


def open_link(floor: Floor, key: str, executive: str, link: str, terms: str, staff: Mapping[str, str]) -> LinkState:
    """Several steps, each under a key of its own: asked again after a fault, it goes on where it was."""
    if link in OWN:
        raise FloorRefused("bad-name", f"{link}: the floor's own accounts are called so")
    if terms not in shipped_terms():
        raise FloorRefused("no-such-terms", f"{terms}: there are {', '.join(shipped_terms())}")
    desk = Desk(floor.journal, floor.now)
    # Executives come last, and only one beside whoever opens it: from then on two of them approve whoever may approve.
    ranked = sorted(staff.items(), key=lambda one: (RANKS[one[1]], one[0]))
    executives = [name for name, role in ranked if role == "executive" and name != executive]
    people = {AUTOMATIC: "dealer"} | {name: role for name, role in ranked if name not in executives[1:]}
    try:
        desk.create(f"{key}: create", link, load_terms(terms), executive)
        for name, role in people.items():
            if name != executive:
                said = {"name": name, "role": role, "card": "", "approved_by": ""}
                desk.do("enrol", f"{key}: enrol {name}", executive, link, **said)
        desk.do("open-link", f"{key}: open", executive, link)
    except StepRefused as refused:
        raise by_the_desk(refused) from None
    except TermsFault as fault:
        raise FloorRefused("bad-terms", str(fault)) from None
    return desk.link(link)


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
    try:
        Desk(floor.journal, floor.now).do("approve-table", key, executive, link, name=table)
    except StepRefused as refused:
        raise by_the_desk(refused) from None
    return True


def link_overrides(floor: Floor, link: str) -> tuple[str, ...]:
    """What a table's sheet must say to pay what the jackpot pays."""
    terms = link_named(floor, link).terms
    stated = {"paytable": terms.paytable, "advances": terms.advances}
    return (f"shoe.decks={terms.decks}", *(f"sevens_bets.{terms.bet}.{key}={value}" for key, value in stated.items()))


def link_named(floor: Floor, link: str) -> LinkState:
    return linked(floor.journal.document(link_document(link)), link)


def links_of(floor: Floor) -> list[LinkState]:
    desk = Desk(floor.journal, floor.now)
    return [desk.link(name) for name in desk.links()]
