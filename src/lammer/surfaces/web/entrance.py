"""Routes to log in and out, and the security events for auditors."""

import asyncio
import contextlib
import math
from typing import Annotated

from fastapi import Depends, FastAPI, Request, Response
from starlette.concurrency import run_in_threadpool

from lammer.ledger.refusals import LedgerFault
from lammer.surfaces.web import requests
from lammer.surfaces.web.answers import error
from lammer.surfaces.web.background import paused
from lammer.surfaces.web.cookies import delete_token, set_token, token_of
from lammer.surfaces.web.guard import Forbidden, place_of
from lammer.surfaces.web.hashing import RETRY_SECONDS, Busy
from lammer.surfaces.web.people import NotLetIn, User
from lammer.surfaces.web.replies import Me, Nothing, SecurityEvent, Visit
from lammer.surfaces.web.server import House

WELCOME = 100_000
"""The initial chips of a guest, in minor units."""
REFRESH_SECONDS = 0.5


def add_entrance(app: FastAPI, house: House) -> None:
    _add_refusals(app)
    _add_coming_in(app, house)
    _add_security(app, house)
    Known = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806

    @app.get("/api/session")
    async def session(request: Request) -> Visit:
        """Like `/api/me`, but not an error without a session."""
        try:
            user: User | None = await house.guard.anyone(request)
        except Forbidden:
            user = None
        me = None if user is None else await run_in_threadpool(_me, house, user)
        return {"me": me, "guests": house.people.guests, "no_users": house.people.nobody_yet}

    @app.get("/api/me")
    def me(user: Known) -> Me:
        """Your name, roles and chips."""
        return _me(house, user)

    @app.post("/api/logout")
    def log_out(request: Request, response: Response, everywhere: bool = False) -> Nothing:
        """Ends this session, or all sessions of the user, and closes their WebSockets."""
        delete_token(request, response)
        session = house.people.session(token_of(request))
        if session is not None:
            if everywhere:
                house.people.sessions.end_all(session.name)
            else:
                house.people.sessions.end(session)
            house.hub.close_ended()
            house.feed.look_up()
            house.people.security.record("log-out", session.name, address=place_of(request), everywhere=everywhere)
        return {}


def _me(house: House, user: User) -> Me:
    chips, guests = house.floor.chips(user.name), house.people.guests
    return {"name": user.name, "roles": user.roles, "chips": chips, "guests": guests}


def _add_refusals(app: FastAPI) -> None:
    @app.exception_handler(NotLetIn)
    async def _not_let_in(_request: Request, refused: NotLetIn) -> Response:
        if not refused.locked:
            return error(401, "not-let-in", str(refused))
        answer = error(429, "locked", str(refused))
        answer.headers["Retry-After"] = str(math.ceil(refused.locked))
        return answer

    @app.exception_handler(Busy)
    async def _busy(_request: Request, _refused: Busy) -> Response:
        answer = error(429, "too-busy", "too many log-ins at once; try again in a second")
        answer.headers["Retry-After"] = str(RETRY_SECONDS)
        return answer


def _add_coming_in(app: FastAPI, house: House) -> None:
    def signed_in(request: Request, response: Response, token: str) -> Me:
        set_token(request, response, token)
        user = house.people.who(token)
        if user is None:
            raise NotLetIn("the password or the roles have just changed: log in again")
        return _me(house, user)

    @app.post("/api/guest")
    def enter_as_guest(body: requests.Guest, request: Request, response: Response) -> Me:
        """Enters a local floor under a name, without a password. The answer sets the session's cookie, and a new guest
        gets play money."""
        token = house.people.guest(body.name)
        house.floor.buy_in(f"welcome {body.name}", body.name, body.name, WELCOME)
        return signed_in(request, response, token)

    @app.post("/api/login")
    async def log_in(body: requests.Login, request: Request, response: Response) -> Me:
        """Logs in with a name and its password. The answer sets the session's cookie."""
        where = place_of(request)
        house.people.refuse_blocked(body.name, where)

        def carried_out() -> Me:
            return signed_in(request, response, house.people.login(body.name, body.password, where))

        return await house.hashing.run(where, carried_out)

    @app.post("/api/first-user")
    async def create_first_user(body: requests.FirstUser, request: Request, response: Response) -> Me:
        """Creates the first user, an administrator, with the token that a server without users prints once, and logs
        in."""
        where = place_of(request)

        def carried_out() -> Me:
            token = house.people.first_user(body.token, body.name, body.password, where)
            return signed_in(request, response, token)

        return await house.hashing.run(where, carried_out)


def _add_security(app: FastAPI, house: House) -> None:
    Auditor = Annotated[User, Depends(house.guard.role("auditor"))]  # noqa: N806

    @app.get("/api/security")
    def security_events(_user: Auditor, before: requests.EventNumber = 0) -> list[SecurityEvent]:
        """Security events, newest first, in pages: `before` is the last event of the previous page."""
        return house.people.security.page(before)


async def look_after_sessions(house: House, closing: asyncio.Event) -> None:
    """Checks regularly for sessions ended by another process, and for changes of the users file."""
    while await paused(REFRESH_SECONDS, closing):
        with contextlib.suppress(LedgerFault):
            await run_in_threadpool(house.look_after_sessions)
