"""Security events in the signed journal: log-ins with their address, refusals, locks, changes of roles, and privileged
commands (``security_acts``). Auditors read them (``GET /api/security``).

A flood must not fill the books: failures are written only at the steps of their back-off, with a count, and at most
``A_SECOND`` per second; omitted ones are counted in the next event.
"""

import json
import logging
import secrets
import threading
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any, cast

from lammer.ledger.journal import Books, Journal
from lammer.ledger.records import Command, Posting, canonical
from lammer.ledger.refusals import LedgerFault
from lammer.surfaces.web.replies import SecurityEvent
from lammer.surfaces.web.security_acts import KIND, security_event

USERS = "security/users"
"""The document with the users at the last check of the users file."""
NOBODY = "-"
"""Replaces an unknown name, because the typed text may be a password."""
BURST, A_SECOND = 30.0, 0.1
PAGE = 50
MAX_REMEMBERED = 10_000
LOG = logging.getLogger("lammer.security")


class _Unchanged(Exception):
    """Another process was first, or nothing has changed."""


class SecurityLog:
    def __init__(self) -> None:
        self._journal: Journal | None = None
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="security")
        self._lock = threading.Lock()
        self._left, self._at, self._unwritten = BURST, time.monotonic(), 0
        self._refused = Counter[tuple[str, str]]()

    def keep_in(self, journal: Journal) -> None:
        self._journal, journal.beside = journal, security_event

    def close(self) -> None:
        self._writer.shutdown()

    def record(self, what: str, user: str, **more: Any) -> None:
        """Writes an event, before the request is answered."""
        self._post(f"|security| {secrets.token_hex(16)}", what, user, more)

    def failure(self, what: str, user: str, **more: Any) -> None:
        """Writes an event that anybody can cause, at a limited rate."""
        with self._lock:
            now = time.monotonic()
            self._left = min(BURST, self._left + (now - self._at) * A_SECOND)
            self._at = now
            if self._left < 1:
                self._unwritten += 1
                return
            self._left -= 1
            unwritten, self._unwritten = self._unwritten, 0
        self.record(what, user, **more, **({"unwritten": unwritten} if unwritten else {}))

    def refused_role(self, user: str, needed: str, address: str) -> None:
        """Writes the 1st, 10th, 100th … refusal of a user. Called on the event loop, so it does not wait."""
        if len(self._refused) > MAX_REMEMBERED:
            self._refused.clear()
        self._refused[user, needed] += 1
        count = self._refused[user, needed]
        if str(count).strip("0") == "1" and self._journal is not None:
            self._writer.submit(self._refusal, user, needed, address, count)

    def _refusal(self, user: str, needed: str, address: str, count: int) -> None:
        try:
            self.failure("refused", user, needed=needed, address=address, count=count)
        except LedgerFault as fault:
            LOG.error("a refusal cannot be written: %s", fault)

    def _post(self, key: str, what: str, user: str, more: Mapping[str, Any]) -> None:
        if self._journal is None:
            return
        body = {"what": what, **more}
        posting = Posting({}, f"security/{user}")
        self._journal.post(Command(key, KIND, user, body), lambda _: posting)

    def users_now(self, users: Mapping[str, tuple[str, tuple[str, ...]]]) -> list[str]:
        """Writes an event for users who were added, removed or changed since the last check by any process. Returns the
        names of those who existed before."""
        now = {name: {"roles": list(roles), "password": _mark(hash_)} for name, (hash_, roles) in users.items()}

        def carry_out(books: Books) -> Posting:
            was = json.loads(books.document(USERS) or "{}")
            changed = [name for name in sorted(now.keys() | was.keys()) if now.get(name) != was.get(name)]
            if not changed:
                raise _Unchanged
            answer = {"users": {name: _change(was.get(name), now.get(name)) for name in changed}}
            about = f"security/{changed[0] if len(changed) == 1 else NOBODY}"
            return Posting(answer, about, (), {USERS: canonical(now)})

        command = Command(f"|security| {secrets.token_hex(16)}", KIND, "file of users", {"what": "users"})
        try:
            changes = self._journal.post(command, carry_out).answer["users"] if self._journal is not None else {}
        except _Unchanged:
            return []
        return [name for name, one in changes.items() if one["change"] != "added"]

    def page(self, before: int) -> list[SecurityEvent]:
        found = self._journal.security_events(before, PAGE) if self._journal else []
        return [security_json(row) for row in found]


def security_json(row: Mapping[str, Any]) -> SecurityEvent:
    """A security event as auditors read it."""
    fields: dict[str, Any] = json.loads(row["body"]) | json.loads(row["answer"])
    if "event" in fields:  # the key of the command's event in earlier versions
        fields["of"] = fields.pop("event")
    event = {"event": row["number"], "at": row["at"], "user": row["about"].partition("/")[2], "by": row["actor"]}
    return cast(SecurityEvent, fields | event)


def _mark(hashed: str) -> str:
    """A mark that changes with the password but does not reveal it, because the hash has a random salt."""
    return sha256(hashed.encode()).hexdigest()[:16]


def _change(was: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> dict[str, Any]:
    if now is None:
        return {"change": "removed"}
    if was is None:
        return {"change": "added", "roles": now["roles"]}
    if was["roles"] != now["roles"]:
        return {"change": "roles", "roles": now["roles"], "roles_before": was["roles"]}
    return {"change": "password"}
