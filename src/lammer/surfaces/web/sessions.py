"""Sessions, stored on the server. The cookie has a random token; the database has only its hash.

A session ends by log-out, when the user's password or roles change, when the user is removed, or when it expires.
Sessions in use are cached in memory, so that a request needs no query; ``refresh`` applies what other processes ended.
"""

import base64
import binascii
import hmac
import json
import math
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from lammer.ledger.operational import Operational, SessionRow

SESSION_SECONDS = 12 * 3600.0
"""The maximum age of a session, even if it is in use."""
IDLE_SECONDS = 4 * 3600.0
MAX_OF_ONE_USER = 50
SEEN_EVERY = 60.0
"""How often the last use of a session is written to the database."""
OVERLAP_SECONDS = 120.0
"""Sessions ended in this time are read again, because the clocks of servers differ."""
_RANDOM, _TAG = 32, 16


@dataclass
class Session:
    id: str
    name: str
    stamp: str
    """A hash of the user's password and roles at log-in; a change ends the session."""
    expires: float
    seen: float
    written: float
    ended: bool = False


class Sessions:
    """``secret`` is not in the database, so access to the database alone is not enough to forge a session or change its
    name. ``floor`` is the journal's id: a cookie of one floor is not valid on another."""

    def __init__(
        self,
        secret: bytes,
        tables: Operational,
        floor: str,
        now: Callable[[], float] = time.time,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._secret, self._tables, self._floor, self._now = secret, tables, floor, now
        self._idle_seconds = idle_seconds or math.inf
        self._known: dict[str, Session] = {}

    def open(self, name: str, stamp: str) -> str:
        """The token of a new session, for the cookie."""
        random = secrets.token_bytes(_RANDOM)
        token = base64.urlsafe_b64encode(random + self._tag(random)).decode().rstrip("=")
        now = self._now()
        row = SessionRow(_hashed(token), name, self._floor, stamp, now, now, now + SESSION_SECONDS, 0.0, "")
        for surplus in self._tables.add_session(row._replace(proof=self._proof(row)), MAX_OF_ONE_USER):
            self._forget(surplus)
        self._known[row.id] = Session(row.id, name, stamp, row.expires, now, now)
        return token

    def remembered(self, token: str) -> Session | None:
        """A session in the memory of this process, without a query."""
        found = self._known.get(_hashed(token))
        return self._used(found) if found is not None and self.holds(found) else None

    def find(self, token: str) -> Session | None:
        if not self.genuine(token):
            return None
        id_ = _hashed(token)
        if id_ not in self._known:
            row = self._tables.session(id_)
            if row is None or row.floor != self._floor or not hmac.compare_digest(row.proof, self._proof(row)):
                return None
            self._known[id_] = Session(id_, row.name, row.stamp, row.expires, row.seen, row.seen, ended=row.ended > 0)
        return self.remembered(token)

    def genuine(self, token: str) -> bool:
        """Whether this floor issued the token, so that a forged one costs no query."""
        try:
            raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
        except (binascii.Error, ValueError):
            return False
        return len(raw) == _RANDOM + _TAG and hmac.compare_digest(raw[_RANDOM:], self._tag(raw[:_RANDOM]))

    def holds(self, session: Session) -> bool:
        now = self._now()
        return not session.ended and now < session.expires and now - session.seen < self._idle_seconds

    def _used(self, session: Session) -> Session:
        session.seen = max(session.seen, self._now())
        return session

    def end(self, session: Session) -> None:
        session.ended = True
        self._tables.end_session(session.id, self._now())

    def end_all(self, name: str, opened_before: float | None = None) -> None:
        """Ends every session of a user, or those opened before a time."""
        for session in list(self._known.values()):
            old = opened_before is None or session.expires - SESSION_SECONDS < opened_before
            session.ended = session.ended or (session.name == name and old)
        self._tables.end_sessions_of(name, self._now(), opened_before)

    def _forget(self, id_: str) -> None:
        if (session := self._known.pop(id_, None)) is not None:
            session.ended = True

    def refresh(self) -> None:
        """Applies which sessions other processes ended, and writes the last use of sessions used here."""
        now = self._now()
        for id_ in self._tables.ended_since(now - OVERLAP_SECONDS):
            self._forget(id_)
        for id_, session in list(self._known.items()):
            if not self.holds(session):
                self._forget(id_)
        used = {one.id: one for one in list(self._known.values()) if one.seen - one.written > SEEN_EVERY}
        if used:
            times = {id_: session.seen for id_, session in used.items()}
            self._tables.seen(times)
            for id_, session in used.items():
                session.written = times[id_]

    def _tag(self, random: bytes) -> bytes:
        return self._mac("token", self._floor, random.hex())[:_TAG]

    def _proof(self, row: SessionRow) -> str:
        return self._mac("session", row.id, row.name, row.floor, row.stamp, repr(row.created), repr(row.expires)).hex()

    def _mac(self, *parts: str) -> bytes:
        return hmac.digest(self._secret, json.dumps(parts).encode(), "sha256")


def _hashed(token: str) -> str:
    """A fast hash is enough, because the token is random."""
    return sha256(token.encode(errors="replace")).hexdigest()
