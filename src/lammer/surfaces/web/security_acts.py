"""Commands that are also security events: voids, overrides, approvals, absence calls by a person, and changes of users.

The journal writes the security event in the transaction of the command (``Journal.beside``), so that neither exists
without the other.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from lammer.floor.jackpot import AUTOMATIC
from lammer.ledger.records import Command, Posting

KIND = "security"
BY_ITSELF = ("clock", "table", AUTOMATIC)
"""Actors that are not persons."""


class Act(NamedTuple):
    """The name of the security event, and the fields of the command that it repeats."""

    what: str
    tells: tuple[str, ...]


ACTS: Mapping[str, Act] = {
    "void": Act("void", ("table", "reason")),
    "close": Act("close", ("table", "reason")),
    "pit-void": Act("void", ("form", "reason")),
    "jackpot-void": Act("void", ("table", "spot", "note")),
    "jackpot-confirm": Act("approval", ("table", "spot")),
    "jackpot-swipe": Act("approval", ("table", "spot")),
    "approve-table": Act("approval", ("link", "name")),
    "approve-sheet": Act("approval", ("game", "overrides", "approved", "reason")),
    "open-table": Act("overrides", ("table", "game", "overrides")),
    "absent": Act("absence-call", ("table",)),
    "answer-call": Act("absence-call", ("table", "absent")),
    "enrol": Act("card", ("link", "name", "role", "approved_by")),
    "add-user": Act("user-added", ("name", "roles", "approver")),
    "set-roles": Act("roles", ("name", "roles", "approver")),
    "set-password": Act("password", ("name", "approver")),
    "remove-user": Act("user-removed", ("name", "reason", "approver")),
}


def security_event(command: Command, number: int) -> tuple[Command, Posting] | None:
    """The security event for the command of event ``number``; None if it needs none."""
    act = ACTS.get(command.kind)
    if act is None or command.actor in BY_ITSELF or (act.what == "overrides" and not command.body["overrides"]):
        return None
    body: dict[str, Any] = {"what": act.what, "of": number}
    body |= {name: command.body[name] for name in act.tells if command.body.get(name, "") != ""}
    # The number makes the key unique.
    own = Command(f"|security| of event {number}", KIND, command.actor, body)
    return own, Posting({}, f"security/{command.actor}")
