"""Decides which events a journal accepts, by the key that was in use for each event.

A process signs with one key. Once another process has replaced that key, it stops signing, since its events would be
refused.
"""

from sqlalchemy import Connection, bindparam, select

from lammer.ledger import schema, statements
from lammer.ledger.prepared_sql import PreparedConnection
from lammer.ledger.records import mark
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.signing import Seal, change_text
from lammer.ledger.standing import Mark
from lammer.ledger.verify.keys import ABOUT, NEW_KEY, KeyChange, Keys, follow_event, keys_of
from lammer.ledger.witness import Head

KEY_CHANGED = "key-changed"
NEW_KEYS_SINCE = (
    select(schema.events.c.number, schema.events.c.body)
    .where(schema.events.c.about == ABOUT, schema.events.c.kind == NEW_KEY)
    .where(schema.events.c.number > bindparam("number"))
    .order_by(schema.events.c.number)
)


class Trust:
    def __init__(self, journal: str, seal: Seal, keys: Keys) -> None:
        if seal.public != keys.current.text:
            raise not_its_key(seal.public, keys)
        self._journal, self.seal, self._keys = journal, seal, keys

    def after(self, change: KeyChange, new: Seal) -> "Trust":
        """The trust after a change to a new key."""
        keys = Keys(self._journal, self._keys.at(0).text, self._keys.changes)
        if wrong := keys.follow(change):
            raise LedgerFault("bad-key", f"the new key is refused: {wrong}")
        return Trust(self._journal, new, keys)

    def vouched(self, last: Mark) -> Mark:
        """Returns an event that is signed with the key of its time, or was written before events were signed. Refuses
        any other."""
        first = self.seal.signed_from(self._journal)
        older = not last.signature and (first is None or last.number < first)
        if not older and not self._keys.at(last.number).signed(*last):
            raise forged(f"event {last.number} is not signed with the key of these books")
        return last

    def accepted(self, connection: PreparedConnection, ours: Mark, last: Mark) -> Mark:
        """Returns the last event after another process wrote. Refuses it unless it is signed and our last event is
        unchanged."""
        row = connection.execute(statements.AUDIT, {"number": ours.number}).first() if ours.number else Mark()
        if row is None or Mark(*row) != ours:
            raise forged(f"event {ours.number} is missing or was changed, and the events end at {last.number}")
        self.must_be_in_use(connection)
        return self.vouched(last)

    def must_be_in_use(self, connection: PreparedConnection) -> None:
        """Raises LedgerFault if another process has replaced our key."""
        changes = self._keys.changes
        known = changes[-1].number if changes else 0
        for event in connection.execute(NEW_KEYS_SINCE, {"number": known}).fetchall():
            number = event.number
            row = connection.execute(statements.AUDIT, {"number": number - 1}).first()
            before = Mark(*row) if row is not None else Mark()
            keys = Keys(self._journal, self.seal.public)
            if wrong := follow_event(keys, number, event.body, mark(before.hash, before.signature)):
                raise forged(f"the new key of event {number} is refused: {wrong}")
            raise LedgerFault(
                KEY_CHANGED,
                f"event {number} changed the signing key of these books, and this process has the old key: "
                "install the new key file and restart the process",
            )

    def head(self, event: Mark) -> Head:
        """The signed head of an event, with the key changes up to its key."""
        key = self._keys.at(event.number).text
        return Head(self._journal, key, *event, self._keys.up_to(event.number))

    def signed_head(self, head: Head) -> bool:
        """Whether a head is signed with the key of its time, which may be newer than the keys in these books."""
        keys = Keys(self._journal, self._keys.at(0).text, self._keys.changes)
        for change in head.keys:
            if change.old == keys.current.text:
                keys.follow(change)
        key = keys.at(head.number)
        return head.public_key == key.text and key.signed(head.number, head.hash, head.signature)


def endorsed(journal: str, last: Mark, old: Seal, new: Seal) -> KeyChange:
    """The change to a new key by the event after ``last``, signed with both keys."""
    number, before = last.number + 1, mark(last.hash, last.signature)
    text = change_text(journal, number, before, old.public, new.public)
    return KeyChange(number, before, old.public, new.public, old.sign_text(text), new.sign_text(text))


def keys_in(connection: Connection) -> Keys:
    """The keys of the books, read on an open connection."""
    return keys_of(lambda query: (tuple(row) for row in connection.exec_driver_sql(query)))


def not_its_key(public: str, keys: Keys) -> LedgerFault:
    """The error for a signing key that is not the current key of the books."""
    if keys.fault:
        return LedgerFault("tampered", f"{keys.fault}. Verify the books, then restore an intact copy")
    for change in keys.changes:
        if change.old == public:
            return LedgerFault("other-key", f"this key was replaced by event {change.number}: install the new key")
    return LedgerFault("other-key", "this is not the key these books are signed with")


def forged(text: str) -> LedgerFault:
    return LedgerFault("forged", f"another program has written to these books: {text}. Stop and verify the books")
