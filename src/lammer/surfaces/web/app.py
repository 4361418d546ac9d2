"""The application: routes of the floor, each with its roles, and errors with code, sentence and clause."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, cast

from fastapi import Depends, FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, PlainTextResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from lammer import __version__
from lammer.floor.effects import close_effect, void_effect
from lammer.floor.house import Floor, table_of
from lammer.floor.idle import IdleLimits
from lammer.floor.refusals import FloorRefused
from lammer.floor.view_types import TableView
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.trust import KEY_CHANGED
from lammer.ledger.witness import witness_status
from lammer.surfaces.web import replies, requests, training_replies
from lammer.surfaces.web.answers import DOCUMENTED, error, unreadable
from lammer.surfaces.web.api_document import add_document
from lammer.surfaces.web.api_page import add_api_page
from lammer.surfaces.web.assets import Assets
from lammer.surfaces.web.background import finished, paused
from lammer.surfaces.web.coach import advice
from lammer.surfaces.web.entrance import add_entrance, look_after_sessions
from lammer.surfaces.web.events import add_events
from lammer.surfaces.web.guard import Forbidden, TooFast, place_of, same_origin
from lammer.surfaces.web.hangup import reload_on_hangup
from lammer.surfaces.web.health import LOST, RESTART
from lammer.surfaces.web.history import add_lookback
from lammer.surfaces.web.hosts import AllowedHosts, Host
from lammer.surfaces.web.jackpots import add_jackpots
from lammer.surfaces.web.limits import Limits
from lammer.surfaces.web.metrics import MEDIA_TYPE
from lammer.surfaces.web.middleware import Watch
from lammer.surfaces.web.papers import add_papers
from lammer.surfaces.web.people import People, User, UsersFault
from lammer.surfaces.web.pit import add_pit
from lammer.surfaces.web.preparation import add_preparation
from lammer.surfaces.web.proxies import Network, Proxies
from lammer.surfaces.web.quick_route import QuickRoute
from lammer.surfaces.web.server import House, own_key
from lammer.surfaces.web.sheets import add_sheets
from lammer.surfaces.web.side_bet_edges import add_side_bets
from lammer.surfaces.web.table_list import add_table_list
from lammer.surfaces.web.training import add_training
from lammer.surfaces.web.users import add_users
from lammer.surfaces.web.witness import add_witness
from lammer.surfaces.web.workbench_tabs import add_workbench_tabs

LOG = logging.getLogger("lammer.floor")
PAGE = Path(__file__).parent / "built"
STOP_SECONDS = 5.0
CLOCK_SECONDS = 0.5
STATUS = {"no-such-table": 404, "no-such-round": 404, "no-such-form": 404, "no-such-game": 404}


def create_app(
    floor: Floor,
    people: People,
    limits: Limits = Limits(),  # noqa: B008 (it is frozen)
    *,
    hosts: Sequence[Host] | None = None,
    trusted: Sequence[Network] = (),
    witness_folder: Path | None = None,
    idle: IdleLimits = IdleLimits(),  # noqa: B008 (it is frozen)
    compiles: bool = False,
) -> FastAPI:
    """``hosts`` are host names that the server accepts besides its own; None accepts any. ``trusted`` are proxies.
    Without ``witness_folder`` the server is not a witness for other books. ``idle`` sets when unused tables close.
    ``compiles``: kernels that are not compiled yet are compiled in the background."""
    house = House(floor, people, limits, trusted, idle)

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        house.begin()
        if compiles:
            house.preparation.begin()
        stop, closing = threading.Event(), asyncio.Event()
        listening = floor.journal.listen(lambda about: _on_notice(house, about), stop) if floor.journal.shared else None
        reload_on_hangup([people.reload])
        tasks = [asyncio.create_task(task(house, closing)) for task in (_clock, look_after_sessions)]
        yield {"door": house.door}  # for the protocols
        stop.set()
        closing.set()
        await finished(tasks, STOP_SECONDS)
        if listening is not None:  # it reads the books, which are closed next
            await run_in_threadpool(listening.join, STOP_SECONDS)
        await house.close()
        floor.journal.close()  # also brings the witness up to date

    app = FastAPI(
        title="lammer",
        version=__version__,
        lifespan=lifespan,
        responses=DOCUMENTED,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    app.router.route_class = QuickRoute
    app.state.house = house
    _add_refusals(app, house)
    if hosts is not None:
        app.add_middleware(AllowedHosts, allowed=hosts)
    app.add_middleware(Watch, metrics=house.metrics)
    app.add_middleware(Proxies, trusted=trusted)
    _add_routes(app, house, witness_folder)
    add_document(app)
    return app


def _add_routes(app: FastAPI, house: House, witness_folder: Path | None) -> None:
    _add_steps(app, house)  # first: routes are tried in order, and these are used most
    add_entrance(app, house)
    _add_money(app, house)
    add_table_list(app, house)
    _add_tables(app, house)
    _add_calls(app, house)
    add_jackpots(app, house)
    add_papers(app, house)
    add_lookback(app, house)
    add_events(app, house)
    add_training(app, house)
    add_users(app, house)
    add_sheets(app, house)
    add_pit(app, house)
    add_side_bets(app, house)
    add_preparation(app, house.preparation, house.guard)
    add_workbench_tabs(app, house)
    if witness_folder is not None:
        add_witness(app, witness_folder)
    add_api_page(app)
    _add_page(app, house)


def _on_notice(house: House, about: str) -> None:
    """Called when another process wrote to the books."""
    if about.startswith("security/"):
        house.look_after_sessions()
    house.changed(table_of(about))
    house.feed.wake()


def _add_refusals(app: FastAPI, house: House) -> None:
    @app.exception_handler(FloorRefused)
    async def _floor(_request: Request, refused: FloorRefused) -> Response:
        return error(STATUS.get(refused.code, 409), refused.code, refused.text, refused.clause, refused.keys)

    @app.exception_handler(LedgerFault)
    async def _ledger(_request: Request, fault: LedgerFault) -> Response:
        if house.health.knows(fault):
            house.health.failed(fault)
            text = RESTART if fault.code == KEY_CHANGED else f"{LOST}; repeat the request with the same key"
            return error(503, fault.code, text)
        return error(409, fault.code, str(fault))

    @app.exception_handler(SQLAlchemyError)
    async def _store(_request: Request, fault: SQLAlchemyError) -> Response:
        house.health.failed(fault)
        return error(503, "unusable-store", f"{LOST}; repeat the request with the same key")

    @app.exception_handler(Forbidden)
    async def _forbidden(_request: Request, refused: Forbidden) -> Response:
        return error(refused.status, refused.code, str(refused))

    @app.exception_handler(UsersFault)
    async def _users(_request: Request, fault: UsersFault) -> Response:
        return error(409, "bad-user", str(fault))

    @app.exception_handler(RequestValidationError)
    async def _not_understood(_request: Request, fault: RequestValidationError) -> Response:
        return unreadable(fault.errors())

    @app.exception_handler(UnicodeEncodeError)
    async def _no_text(_request: Request, _fault: UnicodeEncodeError) -> Response:
        return error(400, "bad-request", "the request contains invalid text")

    @app.exception_handler(HTTPException)
    async def _no_request(_request: Request, refused: HTTPException) -> Response:
        return error(refused.status_code, "bad-request", str(refused.detail))

    @app.exception_handler(TooFast)
    async def _too_fast(_request: Request, _refused: TooFast) -> Response:
        return error(429, "too-fast", "too many requests; slow down")


def _add_money(app: FastAPI, house: House) -> None:
    @app.post("/api/buy-in")
    def buy_in(body: requests.BuyIn, user: Annotated[User, Depends(house.guard.role("player"))]) -> replies.PostedEvent:
        """Buys play money for yourself, in minor units."""
        posted = house.floor.buy_in(own_key(user, body), user.name, user.name, body.amount)
        return cast(replies.PostedEvent, {"event": posted.number, "repeated": posted.repeated, **posted.answer})


def _add_tables(app: FastAPI, house: House) -> None:
    Viewer = Annotated[User, Depends(house.guard.anyone)]  # noqa: N806

    @app.get("/api/games")
    def games() -> list[replies.Game]:
        """The games that a table can be opened for, each with its house edge and the side bets to attach."""
        return house.lobby.games()

    @app.post("/api/tables")
    def open_table(
        body: requests.NewTable, user: Annotated[User, Depends(house.guard.role("dealer"))]
    ) -> replies.Posted:
        """Opens a table for a game, with its timers, its limits for idle seats and its jackpot."""
        return house.posted(body.table, house.open_table(user, body))

    @app.get("/api/tables/{table}")
    def table_view(table: str, user: Viewer) -> TableView:
        """A table as you see it. Only your own seats show your face-down cards; while it is your turn `play.legal` has
        your options."""
        return house.floor.view(table, user.name)

    @app.get("/api/tables/{table}/effects")
    def table_effects(
        table: str, _user: Annotated[User, Depends(house.guard.role("dealer", "supervisor"))]
    ) -> replies.Effects:
        """The effects of closing the table or interrupting its round now."""
        state = house.floor.table(table)
        return {"close": close_effect(state), "void": void_effect(state)}

    @app.get("/api/tables/{table}/coach")
    def coach(table: str, user: Annotated[User, Depends(house.viewer_of_values)]) -> training_replies.Advice:
        """The exact value of each of your options, while it is your turn."""
        house.count_costly(user)
        return advice(house.floor.table(table), user.name)

    @app.websocket("/api/tables/{table}/live")
    async def live(socket: WebSocket, table: str) -> None:
        session = await house.guard.session(socket)
        if session is None or not same_origin(socket.headers, needed=True):
            await socket.close(1008)
            return
        try:
            await run_in_threadpool(house.floor.table, table)
        except FloorRefused:
            await socket.close(1008)
            return
        peer = place_of(socket)
        with house.door.page(session.name, peer) as allowed:
            if not allowed:
                house.door.log("too many open pages", peer)
                await socket.send_denial_response(error(429, "too-many-pages", "you have too many pages open"))
                return
            await socket.accept()
            with house.metrics.viewers.track_inprogress():
                await house.hub.watch(socket, table, session.name, lambda: house.people.holds(session))


async def step(
    house: House,
    kind: str,
    user: User,
    table: str,
    body: requests.KeyedBody,
    then: Callable[[str, str], None] | None = None,
) -> replies.Posted:
    fields, key = body.model_dump(exclude={"key"}, exclude_none=True), own_key(user, body)

    def carried_out() -> replies.Posted:
        answer = house.posted(table, house.floor.do(kind, key, user.name, table, **fields))
        if then is not None:
            then(table, key)
        return answer

    return await house.desk.carry_out(carried_out)


def _add_steps(app: FastAPI, house: House) -> None:
    Player = Annotated[User, Depends(house.guard.role("player"))]  # noqa: N806

    @app.post("/api/tables/{table}/sit")
    async def sit(table: str, body: requests.Sit, user: Player) -> replies.Posted:
        """Takes a seat at a box."""
        return await step(house, "sit", user, table, body)

    @app.post("/api/tables/{table}/leave")
    async def leave(table: str, body: requests.Leave, user: Player) -> replies.Posted:
        """Leaves a box between rounds. Bets on it are returned."""
        return await step(house, "leave", user, table, body, house.go_on)

    @app.post("/api/tables/{table}/cut")
    async def cut(table: str, body: requests.CutCards, user: Player) -> replies.Posted:
        """Cuts the new shoe, or declines the cut; for the player who is asked."""
        return await step(house, "cut", user, table, body)

    @app.post("/api/tables/{table}/bet")
    async def bet(table: str, body: requests.Bets, user: Player) -> replies.Posted:
        """Places the bets of a box for the next round, in place of earlier ones. The table deals when everybody is
        ready."""
        return await step(house, "bet", user, table, body, house.go_on)

    @app.post("/api/tables/{table}/act")
    async def act(table: str, body: requests.Act, user: Player) -> replies.Posted:
        """Your decision while it is your turn: one of `play.legal` in the view. `amount` is for insurance and for bets
        that are offered later."""
        return await step(house, "act", user, table, body)


def _add_calls(app: FastAPI, house: House) -> None:
    """Commands of dealers and supervisors."""
    Dealer = Annotated[User, Depends(house.guard.role("dealer"))]  # noqa: N806

    @app.post("/api/tables/{table}/deal")
    async def deal(table: str, body: requests.KeyedBody, user: Dealer) -> replies.Posted:
        """Deals without the players who are not ready. Their bets are returned."""
        return await step(house, "deal", user, table, body)

    @app.post("/api/tables/{table}/absent")
    async def call_absent(table: str, body: requests.KeyedBody, user: Dealer) -> replies.Posted:
        """Calls the player absent whose time is over. The sheet's rule for absent players plays the hands, after the
        supervisor's answer if one is called."""
        return await step(house, "absent", user, table, body)

    @app.post("/api/tables/{table}/close")
    async def close_table(table: str, body: requests.Closed, user: Dealer) -> replies.Posted:
        """Closes the table: players leave, bets are returned and the shoe is disclosed."""
        return await step(house, "close", user, table, body)

    @app.post("/api/tables/{table}/reopen")
    async def reopen_table(table: str, body: requests.KeyedBody, user: Dealer) -> replies.Posted:
        """Opens a closed table again, with a new shoe."""
        return await step(house, "reopen", user, table, body)

    Supervisor = Annotated[User, Depends(house.guard.role("supervisor"))]  # noqa: N806

    @app.post("/api/tables/{table}/answer-call")
    async def answer_call(table: str, body: requests.AnswerCall, user: Supervisor) -> replies.Posted:
        """Answers the call about an absent player: absent, or here with the full time again."""
        return await step(house, "answer-call", user, table, body)

    @app.post("/api/tables/{table}/void")
    async def void_round(table: str, body: requests.Interrupted, user: Supervisor) -> replies.Posted:
        """Interrupts the round for a reason. Own money still at stake and tips are returned."""
        return await step(house, "void", user, table, body)


async def _clock(house: House, closing: asyncio.Event) -> None:
    """Enforces deadlines twice a second (``clock.py``)."""
    while await paused(CLOCK_SECONDS, closing):
        try:
            await run_in_threadpool(time_passes, house)
        except Exception as fault:  # the clock must survive faults of the books
            if not house.health.knows(fault):
                LOG.exception("the clock failed")
            else:
                house.health.failed(fault)


def time_passes(house: House) -> None:
    house.clock.tick()


def _add_page(app: FastAPI, house: House) -> None:
    @app.get("/livez")
    async def alive() -> replies.Alive:
        """The process answers. Whether the floor can be played: see /healthz."""
        return {"status": "ok", "version": __version__}

    @app.get(
        "/healthz", responses={503: {"model": replies.Health, "description": "the books cannot be read or written"}}
    )
    async def health(response: Response) -> replies.Health:
        """Whether the floor can be played; if not, 503 with the faults."""
        faults = await house.faults()
        if faults:
            response.status_code = 503
        status = "ok" if not faults else "unhealthy"
        witness = witness_status(house.floor.journal.reporter)
        return cast(replies.Health, {"status": status, "version": __version__, "faults": faults, **witness})

    @app.get("/metrics", response_class=PlainTextResponse)
    def metrics() -> PlainTextResponse:
        """Counts and times of requests for Prometheus, without names or cards."""
        return PlainTextResponse(house.metrics.text(), media_type=MEDIA_TYPE)

    if PAGE.is_dir():
        app.mount("/assets", Assets(PAGE / "assets"), name="assets")

    @app.get("/{path:path}", include_in_schema=False)
    def page(path: str) -> Response:
        if path.startswith("api/"):
            return error(404, "no-such-thing", "there is no such route")
        index = PAGE / "index.html"
        if not index.exists():
            return PlainTextResponse("The page is not built: run `python tools/page.py`.", 503)
        return FileResponse(index)
