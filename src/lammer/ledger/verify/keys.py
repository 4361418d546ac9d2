"""The keys of a journal, in order.

``journal_facts`` names the first key. An event of kind ``new-key`` changes it. Its body has the signatures of both keys
over the journal's id, the event's number, the mark of the previous event and both public keys. So only the old key can
introduce a new one, and the new key vouches for everything before it, which the old key alone can then no longer
change. The event itself is signed with the old key, every later one with the new key.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from lammer.ledger.verify.evidence import Ask

NEW_KEY = "new-key"
"""The kind of an event that changes the key."""
ABOUT = "signing key"
"""The subject of such an event, so that an index finds it."""
FIRST_MARK = "0" * 64
CHANGES = f"SELECT number, body FROM events WHERE about = '{ABOUT}' AND kind = '{NEW_KEY}' ORDER BY number"
# bytes.fromhex also accepts capitals and spaces; the journal writes neither.
HEXADECIMAL = re.compile(r"[0-9a-f]*").fullmatch


class PublicKey:
    """A key of one journal."""

    def __init__(self, journal: str, text: str) -> None:
        self.journal, self.text = journal, text

    @cached_property
    def _key(self) -> Ed25519PublicKey | None:
        try:
            return Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.text)) if HEXADECIMAL(self.text) else None
        except ValueError:
            return None

    def signed(self, number: int, hash_: str, signature: str) -> bool:
        """Whether this is the journal's signature of an event's number and hash."""
        return self.signed_text(f"lammer head {self.journal} {number} {hash_}", signature)

    def signed_text(self, text: str, signature: str) -> bool:
        if self._key is None or not HEXADECIMAL(signature):
            return False
        try:
            self._key.verify(bytes.fromhex(signature), text.encode())
        except (InvalidSignature, ValueError):
            return False
        return True


class KeyChange(NamedTuple):
    """The change from an old to a new key by the event ``number``."""

    number: int
    before: str
    """The mark of the previous event."""
    old: str
    new: str
    endorsement: str
    """The old key's signature."""
    acceptance: str
    """The new key's signature."""

    def text(self, journal: str) -> str:
        """The text that both keys sign."""
        return f"lammer new-key {journal} {self.number} {self.before} {self.old} {self.new}"


def read_change(value: Any) -> KeyChange:
    """Raises ValueError if the value is not a key change."""
    if not isinstance(value, Mapping) or any(type(value.get(n)) is not k for n, k in KeyChange.__annotations__.items()):
        raise ValueError(f"a key change has {', '.join(KeyChange._fields)}")
    return KeyChange(*(value[name] for name in KeyChange._fields))


class Keys:
    """The first key of a journal and the later ones."""

    def __init__(self, journal: str, first: str, changes: Iterable[KeyChange] = ()) -> None:
        self.journal = journal
        self._keys, self._numbers = [PublicKey(journal, first)], list[int]()
        self.changes: list[KeyChange] = []
        self.fault = ""
        """Why a further change was refused."""
        for change in changes:
            self.follow(change)

    @property
    def current(self) -> PublicKey:
        return self._keys[-1]

    def at(self, number: int) -> PublicKey:
        """The key that event ``number`` must be signed with."""
        return self._keys[bisect_left(self._numbers, number)]

    def follow(self, change: KeyChange) -> str:
        """Accepts a new key, or returns why the change is refused."""
        new, text = PublicKey(self.journal, change.new), change.text(self.journal)
        if change.old != self.current.text:
            return "it replaces a key that is not in use"
        if change.new in {key.text for key in self._keys}:
            return "it goes back to a key that was replaced"
        if self._numbers and change.number <= self._numbers[-1]:
            return f"it comes before the change of event {self._numbers[-1]}"
        if not self.current.signed_text(text, change.endorsement):
            return "the old key did not sign it"
        if not new.signed_text(text, change.acceptance):
            return "the new key did not sign it"
        self.changes.append(change)
        self._keys.append(new)
        self._numbers.append(change.number)
        return ""

    def up_to(self, number: int) -> tuple[KeyChange, ...]:
        """The changes that lead to the key of event ``number``."""
        return tuple(self.changes[: bisect_left(self._numbers, number)])


def follow_event(keys: Keys, number: int, body: str, before: str) -> str:
    """Accepts the new key of an event, or returns why it is refused; ``before`` is the mark of the previous event."""
    try:
        change = read_change(json.loads(body) | {"number": number})
    except (TypeError, ValueError, RecursionError):
        return "its body is not a key change"
    if change.before != before:
        return "the keys signed another history"
    return keys.follow(change)


def follow_all(keys: Keys, ask: Ask, up_to: int | None = None) -> str:
    """Accepts the new keys of a journal, of events up to a number, or returns why the first bad one is refused."""
    query = CHANGES if up_to is None else CHANGES.replace("ORDER BY", f"AND number <= {up_to} ORDER BY")
    for number, body in list(ask(query)):
        # Queried only here, since the oldest books have neither changes nor this column.
        row = next(iter(ask(f"SELECT hash, signature FROM audit WHERE number = {int(number) - 1}")), (FIRST_MARK, ""))
        if wrong := follow_event(keys, number, str(body), mark(*row)):
            return refused(number, wrong)
    return ""


def keys_of(ask: Ask) -> Keys:
    """The keys of a journal up to the first refused change; ``fault`` says why it was refused."""
    facts: dict[str, str] = dict(ask("SELECT name, value FROM journal_facts"))
    keys = Keys(str(facts.get("journal", "")), str(facts.get("public_key", "")))
    keys.fault = follow_all(keys, ask)
    return keys


def refused(number: int, wrong: str) -> str:
    return f"the new key of event {number} is refused: {wrong}"


def mark(hash_: str, signature: str) -> str:
    """The text that stands for an event in the next hash: its hash, combined with its signature if it has one."""
    return sha256(f"{hash_} {signature}".encode()).hexdigest() if signature else hash_
