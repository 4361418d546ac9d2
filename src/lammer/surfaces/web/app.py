"""The server: routes on the floor, roles checked at every one of them, refusals with code, sentence and clause."""

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from lammer import __version__
from lammer.floor.betting import everyone_ready
from lammer.floor.cut import waits_for_cut
from lammer.floor.house import Floor, table_of
from lammer.floor.jackpot import dealer_presses
from lammer.floor.refusals import FloorRefused
from lammer.floor.state import FloorTable
from lammer.ledger.refusals import LedgerFault
from lammer.surfaces.web import asked
from lammer.surfaces.web.answers import DOCUMENTED, error
from lammer.surfaces.web.coach import advice
from lammer.surfaces.web.guard import COOKIE, Forbidden, TooFast, place_of, same_origin
from lammer.surfaces.web.house import House, own_key
from lammer.surfaces.web.jackpots import add_jackpots
from lammer.surfaces.web.lookback import add_lookback
from lammer.surfaces.web.people import SESSION_SECONDS, NotLetIn, People, User
from lammer.surfaces.web.watch import Watch

LOG = logging.getLogger("lammer.floor")
PAGE = Path(__file__).parent / "built"
WELCOME = 100_000
"""Chips a guest sits down with, in minor units."""
STATUS = {"no-such-table": 404, "no-such-round": 404}


def create_app(floor: Floor, people: People) -> FastAPI:
    house = House(floor, people)

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        house.begin()
        stop = threading.Event()
        if floor.journal.shared:
            floor.journal.listen(lambda about: house.changed(table_of(about)), stop)
        clock = asyncio.create_task(_clock(house))
        yield
        stop.set()
        clock.cancel()
        house.close()
        floor.journal.close()

    app = FastAPI(title="lammer", version=__version__, lifespan=lifespan, responses=DOCUMENTED)
    app.state.house = house
    _add_refusals(app)
    app.add_middleware(Watch, metrics=house.metrics)
    _add_people(app, house)
    _add_tables(app, house)
    _add_steps(app, house)
    _add_calls(app, house)
    add_jackpots(app, house)
    add_lookback(app, house)
    _add_page(app, house)
    return app


def _add_refusals(app: FastAPI) -> None:
    @app.exception_handler(FloorRefused)
    async def _floor(_request: Request, refused: FloorRefused) -> Response:
        return error(STATUS.get(refused.code, 409), refused.code, refused.text, refused.clause, refused.keys)

    @app.exception_handler(LedgerFault)
    async def _ledger(_request: Request, fault: LedgerFault) -> Response:
        known = fault.code in ("key-reused", "overdrawn", "bad-key")
        return error(409 if known else 503, fault.code, str(fault) if known else "the books cannot be reached")

    @app.exception_handler(NotLetIn)
    async def _not_let_in(_request: Request, refused: NotLetIn) -> Response:
        return error(429 if refused.locked else 401, "locked" if refused.locked else "not-let-in", str(refused))

    @app.exception_handler(Forbidden)
    async def _forbidden(_request: Request, refused: Forbidden) -> Response:
        return error(refused.status, refused.code, str(refused))

    @app.exception_handler(RequestValidationError)
    async def _not_understood(_request: Request, fault: RequestValidationError) -> Response:
        # What was sent is not sent back: it may be a password, or nothing that can be written as JSON.
        told = [{name: one[name] for name in ("loc", "msg", "type")} for one in fault.errors()]
        return Response(json.dumps({"detail": told}), 422, media_type="application/json")

    @app.exception_handler(UnicodeEncodeError)
    async def _no_text(_request: Request, _fault: UnicodeEncodeError) -> Response:
        return error(400, "bad-request", "this is no text")

    @app.exception_handler(HTTPException)
    async def _no_request(_request: Request, refused: HTTPException) -> Response:
        return error(refused.status_code, "bad-request", str(refused.detail))

    @app.exception_handler(TooFast)
    async def _too_fast(_request: Request, _refused: TooFast) -> Response:
        return error(429, "too-fast", "slow down")


def _add_people(app: FastAPI, house: House) -> None:
    Me = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806

    def signed_in(response: Response, cookie: str) -> dict[str, Any]:
        response.set_cookie(COOKIE, cookie, max_age=SESSION_SECONDS, httponly=True, samesite="strict")
        user = house.people.who(cookie)
        assert user is not None
        return told(user)

    def told(user: User) -> dict[str, Any]:
        return {
            "name": user.name,
            "roles": user.roles,
            "chips": house.floor.chips(user.name),
            "guests": house.people.guests,
        }

    @app.get("/api/me")
    def me(user: Me) -> dict[str, Any]:
        return told(user)

    @app.post("/api/guest")
    def guest(body: asked.Guest, response: Response) -> dict[str, Any]:
        cookie = house.people.guest(body.name)
        house.floor.buy_in(f"welcome {body.name}", body.name, body.name, WELCOME)
        return signed_in(response, cookie)

    @app.post("/api/login")
    def login(body: asked.Login, request: Request, response: Response) -> dict[str, Any]:
        return signed_in(response, house.people.login(body.name, body.password, place_of(request)))

    @app.post("/api/first-user")
    def first_user(body: asked.FirstUser, request: Request, response: Response) -> dict[str, Any]:
        cookie = house.people.first_user(body.token, body.name, body.password, place_of(request))
        return signed_in(response, cookie)

    @app.post("/api/logout")
    def logout(response: Response) -> dict[str, Any]:
        response.delete_cookie(COOKIE)
        return {}

    @app.post("/api/buy-in")
    def buy_in(body: asked.BuyIn, user: Annotated[User, Depends(house.guard.role("player"))]) -> dict[str, Any]:
        posted = house.floor.buy_in(own_key(user, body), user.name, user.name, body.amount)
        return {"event": posted.number, "repeated": posted.repeated, **posted.answer}


def _add_tables(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806

    @app.get("/api/games")
    def games() -> list[dict[str, Any]]:
        return house.lobby.games()

    @app.get("/api/tables")
    def tables(_user: Viewer) -> list[dict[str, Any]]:
        return [
            {
                "table": one.table,
                "game": one.game.partition("@")[0],
                "status": one.status,
                "players": sorted({s.player for s in one.seats}),
                "link": one.link,
                "training": one.training,
                "calls": house.floor.calls(one),
            }
            for one in house.floor.tables()
        ]

    @app.post("/api/tables")
    def open_table(body: asked.NewTable, user: Annotated[User, Depends(house.guard.role("dealer"))]) -> dict[str, Any]:
        return house.posted(body.table, house.open_table(user, body))

    @app.get("/api/tables/{table}")
    def view(table: str, user: Viewer) -> dict[str, Any]:
        return house.floor.view(table, user.name)

    @app.get("/api/tables/{table}/coach")
    def coach(table: str, user: Viewer) -> dict[str, Any]:
        return advice(house.floor.table(table), user.name)

    @app.websocket("/api/tables/{table}/live")
    async def live(socket: WebSocket, table: str) -> None:
        user = house.people.who(socket.cookies.get(COOKIE))
        if user is None or not same_origin(socket.headers, needed=True):
            await socket.close(1008)
            return
        try:
            await run_in_threadpool(house.floor.table, table)
        except FloorRefused:
            await socket.close(1008)
            return
        await socket.accept()
        await house.hub.watch(socket, table, user.name)


async def step(
    house: House,
    kind: str,
    user: User,
    table: str,
    body: asked.Asked,
    then: Callable[[str, str], None] | None = None,
) -> dict[str, Any]:
    told, key = body.model_dump(exclude={"key"}), own_key(user, body)

    def carried_out() -> dict[str, Any]:
        answer = house.posted(table, house.floor.do(kind, key, user.name, table, **told))
        if then is not None:
            then(table, key)
        return answer

    return await house.at_desk(carried_out)


def _add_steps(app: FastAPI, house: House) -> None:
    Player = Annotated[User, Depends(house.guard.role("player"))]  # noqa: N806

    @app.post("/api/tables/{table}/sit")
    async def sit(table: str, body: asked.Sit, user: Player) -> dict[str, Any]:
        return await step(house, "sit", user, table, body)

    @app.post("/api/tables/{table}/leave")
    async def leave(table: str, body: asked.Leave, user: Player) -> dict[str, Any]:
        return await step(house, "leave", user, table, body, house.go_on)

    @app.post("/api/tables/{table}/cut")
    async def cut(table: str, body: asked.CutCards, user: Player) -> dict[str, Any]:
        return await step(house, "cut", user, table, body)

    @app.post("/api/tables/{table}/bet")
    async def bet(table: str, body: asked.Bets, user: Player) -> dict[str, Any]:
        return await step(house, "bet", user, table, body, house.go_on)

    @app.post("/api/tables/{table}/act")
    async def act(table: str, body: asked.Act, user: Player) -> dict[str, Any]:
        return await step(house, "act", user, table, body)


def _add_calls(app: FastAPI, house: House) -> None:
    """What dealers and supervisors call."""
    Dealer = Annotated[User, Depends(house.guard.role("dealer"))]  # noqa: N806

    @app.post("/api/tables/{table}/deal")
    async def deal(table: str, body: asked.Asked, user: Dealer) -> dict[str, Any]:
        return await step(house, "deal", user, table, body)

    @app.post("/api/tables/{table}/absent")
    async def absent(table: str, body: asked.Asked, user: Dealer) -> dict[str, Any]:
        return await step(house, "absent", user, table, body)

    @app.post("/api/tables/{table}/close")
    async def close(table: str, body: asked.Asked, user: Dealer) -> dict[str, Any]:
        return await step(house, "close", user, table, body)

    @app.post("/api/tables/{table}/reopen")
    async def reopen(table: str, body: asked.Asked, user: Dealer) -> dict[str, Any]:
        return await step(house, "reopen", user, table, body)

    Supervisor = Annotated[User, Depends(house.guard.role("supervisor"))]  # noqa: N806

    @app.post("/api/tables/{table}/answer-call")
    async def answer_call(table: str, body: asked.AnswerCall, user: Supervisor) -> dict[str, Any]:
        return await step(house, "answer-call", user, table, body)

    @app.post("/api/tables/{table}/void")
    async def void(table: str, body: asked.Interrupted, user: Supervisor) -> dict[str, Any]:
        return await step(house, "void", user, table, body)


async def _clock(house: House) -> None:
    """Calls absent whoever has let their time pass, passes the cut on, and deals when the time to bet is over."""
    while True:
        await asyncio.sleep(0.5)
        with contextlib.suppress(LedgerFault):
            await run_in_threadpool(time_passes, house)


def time_passes(house: House) -> None:
    now = house.floor.now().isoformat()
    for table in house.floor.tables():
        try:
            _time_passes_at(house, table, now)
        except Exception:  # one table that cannot go on holds up no other
            LOG.exception("table %s cannot go on", table.table)


def _time_passes_at(house: House, table: FloorTable, now: str) -> None:
    by_dealer = not table.inputs and dealer_presses(table)
    if table.deadline and table.deadline <= now and not by_dealer:
        kind = "absent" if table.inputs or waits_for_cut(table) else "deal"
        with contextlib.suppress(FloorRefused):
            posted = house.floor.do(kind, f"clock {table.table} {table.deadline}", "clock", table.table)
            house.posted(table.table, posted)
    # What a fault came before: a dealer's button, or the deal when everybody was ready.
    if table.link and not table.dealer:
        house.press_on(table.table)
    if not table.inputs and not table.deadline and everyone_ready(table):
        house.go_on(table.table, f"ready for {table.table} {table.round + 1}")


def _add_page(app: FastAPI, house: House) -> None:
    @app.get("/healthz")
    def health() -> dict[str, Any]:
        house.floor.tables()
        return {"status": "ok", "version": __version__}

    @app.get("/metrics", response_class=PlainTextResponse)
    def metrics() -> PlainTextResponse:
        return PlainTextResponse(house.metrics.text(house.hub.viewers))

    if PAGE.is_dir():
        app.mount("/assets", StaticFiles(directory=PAGE / "assets"), name="assets")

    @app.get("/{path:path}", include_in_schema=False)
    def page(path: str) -> Response:
        if path.startswith("api/"):
            return error(404, "no-such-thing", "there is nothing here")
        index = PAGE / "index.html"
        if not index.exists():
            return PlainTextResponse("The page is not built: run `python tools/page.py`.", 503)
        return FileResponse(index)
