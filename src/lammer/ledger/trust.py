"""Which events a journal accepts, and which key was in use for which event.

A process signs with one key. Once another process has put a new key in place, it signs nothing more: its events would
be refused.
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
        """Once a new key is in place."""
        keys = Keys(self._journal, self._keys.at(0).text, self._keys.changes)
        if wrong := keys.follow(change):
            raise LedgerFault("bad-key", f"the new key is refused: {wrong}")
        return Trust(self._journal, new, keys)

    def vouched(self, last: Mark) -> Mark:
        """An event that is signed with the key of its time, or an older one from before events were."""
        begun = self.seal.signed_from(self._journal)
        older = not last.signature and (begun is None or last.number < begun)
        if not older and not self._keys.at(last.number).signed(*last):
            raise forged(f"event {last.number} is not signed with the key of these books")
        return last

    def accepted(self, connection: PreparedConnection, ours: Mark, last: Mark) -> Mark:
        """The last event after another process wrote: it must follow what is known and be signed with our key."""
        row = connection.execute(statements.AUDIT, {"number": ours.number}).first() if ours.number else Mark()
        if row is None or Mark(*row) != ours:
            raise forged(f"event {ours.number} is gone or changed, and the events end at {last.number}")
        self.must_be_in_use(connection)
        return self.vouched(last)

    def must_be_in_use(self, connection: PreparedConnection) -> None:
        """Refuses to continue once another process has replaced our key."""
        changes = self._keys.changes
        known = changes[-1].number if changes else 0
        for found in connection.execute(NEW_KEYS_SINCE, {"number": known}).fetchall():
            number = found.number
            row = connection.execute(statements.AUDIT, {"number": number - 1}).first()
            before = Mark(*row) if row is not None else Mark()
            keys = Keys(self._journal, self.seal.public)
            if wrong := follow_event(keys, number, found.body, mark(before.hash, before.signature)):
                raise forged(f"the new key of event {number} is refused: {wrong}")
            raise LedgerFault(
                KEY_CHANGED,
                f"the signing key of these books was changed by event {number}, and this process has the old one: "
                "put the new key file in its place and restart it",
            )

    def head(self, event: Mark) -> Head:
        """An event's signature, to be kept elsewhere, with the changes that lead to the key it is signed with."""
        key = self._keys.at(event.number).text
        return Head(self._journal, key, *event, self._keys.up_to(event.number))

    def signed_head(self, head: Head) -> bool:
        """Whether a head is signed with the key of its time; also one of books that went on with a new key."""
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
    """The keys of the books on a connection that is open already."""
    return keys_of(lambda query: (tuple(row) for row in connection.exec_driver_sql(query)))


def not_its_key(public: str, keys: Keys) -> LedgerFault:
    """The refusal of books whose key chain does not lead to our key."""
    if keys.fault:
        return LedgerFault("tampered", f"{keys.fault}. Verify the books, then put back a sound copy")
    for change in keys.changes:
        if change.old == public:
            return LedgerFault(
                "other-key", f"this key was replaced by event {change.number}: put the new one in its place"
            )
    return LedgerFault("other-key", "this is not the key these books are signed with")


def forged(text: str) -> LedgerFault:
    return LedgerFault("forged", f"somebody else has written to these books: {text}. Stop and verify the books")
