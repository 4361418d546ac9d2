"""Routes of the jackpots: meters for everybody, and the steps of the procedure, each for its role."""

from typing import Annotated, Any, cast

from fastapi import Depends, FastAPI, Request

from lammer.floor.jackpot import AUTOMATIC
from lammer.floor.jackpot_view import eased_view, meters_of, posted_pays
from lammer.floor.jackpots import approve_table, enrol, links_of, open_link
from lammer.floor.refusals import FloorRefused
from lammer.progressive.freezes import frozen_amounts
from lammer.progressive.state import LinkState
from lammer.progressive.term_fields import term_fields
from lammer.progressive.terms import load_terms, shipped_terms
from lammer.rules.loader import load_sheet
from lammer.surfaces.web import requests
from lammer.surfaces.web.lobby import playable
from lammer.surfaces.web.people import Role, User
from lammer.surfaces.web.replies import JackpotLink, Jackpots, Posted, StaffEnrolled, TableApproved, TermField, Terms
from lammer.surfaces.web.server import House, own_key


def add_jackpots(app: FastAPI, house: House) -> None:
    _add_links(app, house)
    _add_links_people_and_tables(app, house)
    _add_dealing(app, house)
    _add_approving(app, house)


def _add_links(app: FastAPI, house: House) -> None:
    def link_json(link: LinkState) -> JackpotLink:
        return {
            "link": link.link,
            "name": link.terms.name,
            "status": link.status,
            "paytable": link.terms.paytable,
            "stakes": link.terms.stakes,
            "pays": posted_pays(link.in_force),
            "eased": eased_view(link),
            "games": [game for game in playable() if link.terms.bet in load_sheet(game).jackpots],
            "meters": meters_of(house.floor.journal, link),
            "frozen": frozen_amounts(link),
            "tables": link.tables,
        }

    @app.get("/api/links")
    def jackpots(_user: Annotated[User, Depends(house.guard.anyone)]) -> Jackpots:
        """The jackpots, and the shipped terms for a new one."""
        return {"links": [link_json(link) for link in links_of(house.floor)], "terms": shipped_terms()}

    @app.post("/api/links")
    def open_jackpot(
        body: requests.NewLink, user: Annotated[User, Depends(house.guard.role("executive"))]
    ) -> JackpotLink:
        """Opens a jackpot with shipped terms, some of whose values may be changed, and enrols the staff."""
        executive = house.people.stands_for(user, "executive")
        staff, key = house.people.staff, own_key(user, body)
        return link_json(open_link(house.floor, key, executive, body.link, body.terms, staff, body.values))

    @app.get("/api/terms")
    def jackpot_terms(_user: Annotated[User, Depends(house.guard.anyone)]) -> list[Terms]:
        """Shipped terms, with every value that a new jackpot may change."""
        return [
            {
                "terms": name,
                "name": (agreed := load_terms(name)).name,
                "paytable": agreed.paytable,
                "pays": posted_pays(agreed),
                "values": [cast(TermField, field._asdict()) for field in term_fields(name)],
            }
            for name in shipped_terms()
        ]


def _add_links_people_and_tables(app: FastAPI, house: House) -> None:
    @app.post("/api/links/{link}/staff")
    def enrol_staff(
        link: str,
        body: requests.Enrolled,
        request: Request,
        user: Annotated[User, Depends(house.guard.role("executive"))],
    ) -> StaffEnrolled:
        """Enrols a user who was added after the jackpot was opened, with the highest of their roles."""
        if body.approver:
            house.prove(User(body.approver, ()), body.password, request)
        role = house.people.staff.get(body.name)
        if role is None:
            raise FloorRefused("no-such-user", f"{body.name} is not a dealer, supervisor or executive here")
        enrol(house.floor, own_key(user, body), user.name, link, body.name, role, body.approver)
        return {"enrolled": body.name, "role": role}

    @app.post("/api/links/{link}/tables")
    def approve_jackpot_table(
        link: str, body: requests.ApprovedTable, user: Annotated[User, Depends(house.guard.role("executive"))]
    ) -> TableApproved:
        """Approves a table with sensors and signage: from now on it accepts progressive wagers (SD.19 (1))."""
        executive = house.people.stands_for(user, "executive")
        approve_table(house.floor, own_key(user, body), executive, link, body.table)
        house.changed(body.table)
        return {"approved": body.table}


def _step(house: House, kind: str, user: User, role: Role, table: str, body: requests.KeyedBody) -> Posted:
    """Takes a step in the name of the person with the role here, then the automatic steps that follow."""
    fields, key = body.model_dump(exclude={"key", "password"}), own_key(user, body)
    posted = house.floor.jackpot(kind, key, house.people.stands_for(user, role), table, **fields)
    answer = house.posted(table, posted)
    house.go_on(table, key)
    return answer


def _add_dealing(app: FastAPI, house: House) -> None:
    Dealer = Annotated[User, Depends(house.guard.role("dealer"))]  # noqa: N806

    def press(kind: str, table: str, body: requests.KeyedBody, user: User, **fields: Any) -> Posted:
        """Takes a dealer's step, then the automatic steps that follow, as after the dealer left."""
        name, key = house.people.stands_for(user, "dealer"), own_key(user, body)
        answer = house.posted(table, house.floor.do(kind, key, name, table, **fields))
        house.go_on(table, key)
        return answer

    @app.post("/api/tables/{table}/duty")
    def duty(table: str, body: requests.Duty, user: Dealer) -> Posted:
        """Comes on duty at a table, or goes off duty, between hands of its jackpot."""
        return press("duty", table, body, user, on=body.on)

    @app.post("/api/tables/{table}/jackpot/lights")
    def press_lights(table: str, body: requests.KeyedBody, user: Dealer) -> Posted:
        """The dealer's first button: bets are closed and the sensors light up."""
        return press("lights", table, body, user)

    @app.post("/api/tables/{table}/jackpot/take")
    def press_take(table: str, body: requests.KeyedBody, user: Dealer) -> Posted:
        """The dealer's second button: the progressive wagers are taken and the meters advance."""
        return press("take", table, body, user)

    @app.post("/api/tables/{table}/jackpot/deal")
    def press_deal(table: str, body: requests.KeyedBody, user: Dealer) -> Posted:
        """The dealer's third button: the cards are dealt."""
        return press("deal", table, body, user)

    @app.post("/api/tables/{table}/jackpot/select")
    def select_win(table: str, body: requests.Selected, user: Dealer) -> Posted:
        """The dealer selects a winning spot and its hand. The same request again, with another key, undoes it."""
        return _step(house, "select", user, "dealer", table, body)

    @app.post("/api/tables/{table}/jackpot/end")
    def end_jackpot_hand(table: str, body: requests.KeyedBody, user: Dealer) -> Posted:
        """The dealer's last button: wins that need no approval are paid and the hand is over."""
        return _step(house, "end", user, "dealer", table, body)


def _add_approving(app: FastAPI, house: House) -> None:
    Supervisor = Annotated[User, Depends(house.guard.role("supervisor"))]  # noqa: N806
    Executive = Annotated[User, Depends(house.guard.role("executive"))]  # noqa: N806

    @app.post("/api/tables/{table}/jackpot/confirm")
    def confirm_win(table: str, body: requests.Spot, user: Supervisor) -> Posted:
        """The supervisor confirms a win that needs approval. The award is frozen at its amount."""
        return _step(house, "confirm", user, "supervisor", table, body)

    @app.post("/api/tables/{table}/jackpot/relieve")
    def relieve_dealer(table: str, body: requests.Relieved, user: Supervisor) -> Posted:
        """Relieves a dealer who has left; from now on the automatic dealer presses the buttons."""
        name, key = house.people.stands_for(user, "supervisor"), own_key(user, body)
        posted = house.floor.jackpot("relieve", key, name, table, dealer=AUTOMATIC, note=body.note)
        answer = house.posted(table, posted)
        house.go_on(table, key)
        return answer

    @app.post("/api/tables/{table}/jackpot/swipe")
    def swipe_card(
        table: str,
        body: requests.Swiped,
        request: Request,
        user: Annotated[User, Depends(house.guard.role("supervisor", "executive"))],
    ) -> Posted:
        """Completes a confirmed award with your password in place of a keycard, and pays it off the meter."""
        house.prove(user, body.password, request)
        return _step(house, "swipe", user, "executive", table, body)

    @app.post("/api/tables/{table}/jackpot/void")
    def void_win(table: str, body: requests.Voided, user: Executive) -> Posted:
        """Takes back a win that was confirmed by mistake and is not completed, with a note."""
        return _step(house, "void", user, "executive", table, body)
