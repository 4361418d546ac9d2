"""``House``: the state that all requests share (floor, users, viewers), and the automatic actions of a table."""

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, cast

from starlette.requests import HTTPConnection

from lammer.floor.approved_sheets import named_sheet
from lammer.floor.betting import everyone_ready
from lammer.floor.house import Floor
from lammer.floor.idle import IdleLimits, close_if_idle, free_if_idle
from lammer.floor.jackpot import dealer_presses, must_fit
from lammer.floor.jackpots import approve_table, fitting_terms, link_named, link_overrides, links_of, open_link
from lammer.floor.refusals import FloorRefused
from lammer.floor.stakes import players_of
from lammer.floor.state import FloorTable
from lammer.floor.views import to_act
from lammer.ledger.records import Posted
from lammer.progressive.state import LinkState
from lammer.progressive.terms import load_terms
from lammer.rules.lint import violations
from lammer.rules.loader import load_sheet
from lammer.rules.sheet import SheetFaults
from lammer.surfaces.web import replies, requests
from lammer.surfaces.web.analysis.analyst import Analyst
from lammer.surfaces.web.clock import Clock
from lammer.surfaces.web.desk import Desk
from lammer.surfaces.web.event_feed import EventFeed
from lammer.surfaces.web.guard import Guard, TooFast, place_of
from lammer.surfaces.web.hashing import Hashing
from lammer.surfaces.web.health import Health
from lammer.surfaces.web.limits import Buckets, Door, Limits
from lammer.surfaces.web.live import Hub
from lammer.surfaces.web.lobby import Lobby
from lammer.surfaces.web.metrics import Metrics
from lammer.surfaces.web.people import People, User
from lammer.surfaces.web.preparation import Preparation, viewer_of_values
from lammer.surfaces.web.proxies import Network, is_within

HEALTH_SECONDS = 5.0
LOCAL = "blazing-7s"
"""The jackpot of a local floor's usual table, and its terms."""
LOCAL_KEY = "|local jackpot|"


class House:
    def __init__(
        self,
        floor: Floor,
        people: People,
        limits: Limits,
        proxies: Sequence[Network] = (),
        idle: IdleLimits = IdleLimits(),  # noqa: B008 (it is frozen)
    ) -> None:
        self.floor, self.people, self.idle = floor, people, idle
        self.desk = Desk(floor.journal)
        self._looks = ThreadPoolExecutor(1, thread_name_prefix="looks")
        self.guard, self.hub = Guard(people), Hub(self._views)
        self.metrics = Metrics()
        trusted = tuple(proxies)
        self.door = Door(limits, lambda peer: not is_within(peer, trusted))
        self.feed = EventFeed(floor.journal)
        self.door.stop = self.feed.close
        self._costly = Buckets(limits.costly, limits.costly_per_second)
        self._analyses = Buckets(limits.analyses, limits.analyses_per_second)
        self.analyst = Analyst()
        self.preparation = Preparation(self.analyst)
        self.lobby = Lobby(lambda: self.preparation.ready)
        self.viewer_of_values = viewer_of_values(self.preparation, self.guard)
        self.health, self.clock = Health(floor), Clock(self)
        self._doctor = ThreadPoolExecutor(1, thread_name_prefix="health")
        self.hashing = Hashing()
        floor.training, floor.holders = people.guests, people.holders
        self._link_of = lru_cache(maxsize=4096)(self._read_link_of)

    async def _views(self, table: str, viewers: set[str]) -> Mapping[str, str]:
        if self.floor.journal.in_file:
            # Reading a file takes less time than switching to another thread and back.
            return self.floor.views(table, viewers)
        return await asyncio.get_running_loop().run_in_executor(self._looks, self.floor.views, table, viewers)

    def begin(self) -> None:
        """Called when the event loop runs; from now on the floor knows who is connected."""
        self.hub.begin()
        self.feed.begin()
        self.floor.journal.keep_connection()
        self.floor.supervised = self._supervised
        self.people.keep_in(self.floor.journal)
        self.people.refresh()

    def look_after_sessions(self) -> None:
        """Applies changes made by other processes or in the users file, and closes sockets of ended sessions."""
        self.people.refresh()
        self.hub.close_ended()
        self.feed.look_up()

    def prove(self, user: User, password: str, request: HTTPConnection) -> None:
        """Checks the user's password again; called from a thread that may wait."""
        where = place_of(request)
        self.hashing.run_here(where, lambda: self.people.proven(user, password, where))

    def _supervised(self, table: FloorTable) -> bool:
        """Whether a supervisor is connected who could be called to an absent player. If several servers share the
        tables, connections to the others are unknown, so it is enough that there is a supervisor."""
        playing = {to_act(table)} if self.floor.training else players_of(table)
        supervisors = self.people.having("supervisor") - playing
        if self.floor.journal.shared:
            return bool(supervisors)
        return bool(supervisors & (self.hub.names() | self.guard.recent()))

    async def faults(self) -> dict[str, str]:
        """Why the floor cannot be played; answers in time even if the books do not."""
        faults = asyncio.get_running_loop().run_in_executor(self._doctor, self.health.faults)
        try:
            return await asyncio.wait_for(asyncio.shield(faults), HEALTH_SECONDS)
        except TimeoutError:
            return {"books": f"no answer within {HEALTH_SECONDS:.0f} seconds"}

    def count_costly(self, user: User) -> None:
        """Called before work that takes much longer than a command; raises TooFast."""
        if not self._costly.take(user.name):
            raise TooFast

    def count_analysis(self, user: User) -> None:
        """Before a question to the workbench; raises TooFast."""
        if not self._analyses.take(user.name):
            raise TooFast

    def count_costly_at(self, address: str) -> None:
        """The same for clients without a log-in."""
        if not self._costly.take(f"|{address}|"):
            raise TooFast

    async def close(self) -> None:
        await self.preparation.close()
        await self.analyst.close()
        await self.desk.close()
        self._looks.shutdown()
        self._doctor.shutdown(wait=False, cancel_futures=True)
        self.hashing.close()
        self.people.security.close()

    def changed(self, table: str) -> None:
        """Sends the table to its viewers again, and also other tables of its jackpot, which show the same meters."""
        self.hub.changed(table)
        self.clock.changed(table)
        if link := self._link_of(table):
            for other in self.hub.watched():
                if other != table and self._link_of(other) == link:
                    self.hub.changed(other)

    def _read_link_of(self, table: str) -> str:
        try:
            return self.floor.table(table).link
        except FloorRefused:
            return ""

    def posted(self, table: str, posted: Posted) -> replies.Posted:
        """The answer to a command; viewers are notified after the commit."""
        self.desk.after_commit(lambda: self._notify(table, with_jackpot="link" in posted.answer))
        # The jackpot's steps contain every starting card, and each viewer may see only some of them.
        fields = {name: value for name, value in posted.answer.items() if name != "progressive"}
        answer = {"event": posted.number, "hash": posted.hash, "repeated": posted.repeated, **fields}
        return cast(replies.Posted, answer)

    def _notify(self, table: str, *, with_jackpot: bool) -> None:
        if with_jackpot:
            self.changed(table)
        else:
            self.hub.changed(table)
            self.clock.changed(table)

    def go_on(self, table: str, key: str) -> None:
        """Automatic actions of the table: presses the dealer's buttons if no dealer is on duty, and deals when
        everybody is ready. Refusals are ignored, because another process may have been first."""
        with contextlib.suppress(FloorRefused):
            state = self.floor.table(table)
            if everyone_ready(state) and not dealer_presses(state):
                self.posted(table, self.floor.do("deal", f"|deal| {key}", "table", table))
        self.press_on(table)

    def press_on(self, table: str) -> None:
        with contextlib.suppress(FloorRefused):
            while pressed := self.floor.dealer_goes_on(table):
                self.posted(table, pressed)

    def expire(self, table: FloorTable) -> None:
        """Closes the table if it is unused, and frees seats whose guests have gone."""
        with contextlib.suppress(FloorRefused):
            posted = close_if_idle(self.floor, table, self.idle.tables)
            if posted is None and self.people.guests:
                posted = free_if_idle(self.floor, table, self.idle.guests)
            if posted is not None and not posted.repeated:
                self.posted(table.table, posted)

    def open_table(self, user: User, body: requests.NewTable) -> Posted:
        link = body.link or self._local_link(body.game, body.overrides)
        more = link_overrides(self.floor, link, body.overrides) if body.link else ()
        overrides = (*body.overrides, *more)
        posted = self.floor.open_table(
            own_key(user, body),
            user.name,
            body.table,
            body.game,
            overrides,
            turn_seconds=body.turn_seconds,
            bet_seconds=body.bet_seconds,
            absent_seconds=body.absent_seconds,
            idle_rounds=body.idle_rounds,
            idle_seconds=body.idle_seconds,
            link=link,
            training=self._for_training(body),
        )
        if link and (self.people.guests or self._is_executive(user, link)):
            executive = self.people.stands_for(user, "executive")
            approve_table(self.floor, f"{own_key(user, body)}: approve", executive, link, body.table)
        return posted

    def _for_training(self, body: requests.NewTable) -> bool:
        """Only a training floor opens sheets that violate their clauses, and such a table is marked as training."""
        requested = self.people.guests if body.training is None else body.training
        if requested or not self.people.guests:
            return requested
        return bool(violations(named_sheet(body.game, body.overrides)))

    def _is_executive(self, user: User, link: str) -> bool:
        person = link_named(self.floor, link).staff.get(user.name)
        return person is not None and person.role == "executive"

    def _local_link(self, game: str, overrides: tuple[str, ...]) -> str:
        """On a local floor every table with a progressive bet belongs to a jackpot with the same pays, which the first
        such table opens. If no shipped terms fit, the table has no sensors."""
        if not self.people.guests:
            return ""
        try:
            sheet = load_sheet(game, overrides)
            found = fitting_terms(sheet) if sheet.jackpots else None
            if found is None:
                return ""
            link = self._local_jackpot(*found)
            must_fit(sheet, link)
        except (SheetFaults, FloorRefused):
            return ""
        return link.link

    def _local_jackpot(self, terms: str, values: dict[str, Any]) -> LinkState:
        decks = values["jackpot.decks"]
        name = terms if decks == load_terms(terms).decks else f"{terms}-{decks}-decks"
        for link in links_of(self.floor):
            if link.link == name and link.status == "open":
                return link
        key = LOCAL_KEY if name == LOCAL else f"{LOCAL_KEY} {name}"
        return open_link(self.floor, key, "Executive", name, terms, self.people.staff, values)


def own_key(user: User, body: requests.KeyedBody) -> str:
    """The idempotency key with the user's name, so that keys of different users never collide."""
    return f"{user.name}: {body.key}"
