"""Reads the books with the database drivers alone and holds them against what was planned, what was answered and what
the model says. The chain is worked out anew from docs/ledger.md."""

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

import psycopg
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from lammer.ledger.records import Balance
from lammer.ledger.store import ONE_WRITER
from lammer.progressive.accounts import level_sums
from tests.ledger.faults.model import LinkModel
from tests.ledger.faults.plan import TABLES, Order, hand_orders, terms_of

Ask = Callable[[str], list[tuple[Any, ...]]]
HEAD_EVERY = 100
AGAIN = "+again"
"""What a client without idempotency would add to the key of a command it sends a second time."""


@contextmanager
def view(where: str) -> Iterator[Ask]:
    """One view of the books. A reader of the SQLite file leaves its log alone, so that the next writer has to recover
    it; on PostgreSQL it waits until whatever a killed client had begun is decided."""
    if "://" not in where:
        with closing(sqlite3.connect(f"file:{where}?mode=ro", uri=True, isolation_level=None)) as file:
            file.execute("BEGIN")
            yield lambda query: file.execute(query).fetchall()
        return
    with psycopg.connect(where) as connection:
        connection.execute(f"SELECT pg_advisory_xact_lock({ONE_WRITER})".encode())
        yield lambda query: connection.execute(query.encode()).fetchall()


class Event(NamedTuple):
    number: int
    key: str
    digest: str
    kind: str
    actor: str
    at: str
    about: str
    body: str
    answer: str
    documents: str


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def plain(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Checker:
    """Follows the books event by event. Whatever is not as it should be goes into ``faults``, as a word and a text:
    lost, doubled, torn or wrong."""

    def __init__(self, planned: Callable[[str, str, int], Sequence[Order]] = hand_orders) -> None:
        self._planned = planned
        self.number, self.mark = 0, "0" * 64
        self.answers: dict[str, tuple[int, Any]] = {}
        self.faults: list[tuple[str, str]] = []
        self.links = {link: LinkModel(link, terms_of(link)) for link in TABLES}
        self._debits, self._credits = Counter[str](), Counter[str]()
        self._documents: dict[str, str] = {}
        self._hashes: dict[int, str] = {}
        self._signatures: dict[int, str] = {}
        self._places: dict[tuple[str, str], tuple[int, int]] = {}

    def _fault(self, word: str, text: str) -> None:
        self.faults.append((word, text))

    def catch_up(self, ask: Ask) -> None:
        """Checks every event since the last time, then how things stand."""
        events = [Event(*row) for row in ask(f"SELECT {', '.join(Event._fields)} FROM events{self._newer('number')}")]
        rows = ask(f"SELECT number, hash, signature FROM audit{self._newer('number')}")
        audit: dict[int, tuple[str, str]] = {number: (hash_, signature) for number, hash_, signature in rows}
        entries: dict[int, list[list[Any]]] = {}
        for event, *entry in ask(
            f"SELECT event, debit, credit, amount, reason FROM entries{self._newer('event')}, line"
        ):
            entries.setdefault(event, []).append(entry)
        for event in events:
            self._event(event, audit.pop(event.number, ("", "")), entries.pop(event.number, []))
        if audit or entries:
            self._fault("torn", f"rows without their event: {sorted({*audit, *entries})}")
        self._standing(ask)

    def _newer(self, column: str) -> str:
        return f" WHERE {column} > {self.number} ORDER BY {column}"

    def _event(self, event: Event, marks: tuple[str, str], entries: list[list[Any]]) -> None:
        hash_, signature = marks
        if event.number != self.number + 1:
            self._fault("wrong", f"event {event.number} follows {self.number}")
        fields = [event.key, event.kind, event.actor, event.at, event.about, event.body, event.answer, event.documents]
        due = sha(plain([self.mark, event.number, *fields, entries]))
        if hash_ != due:
            self._fault("torn", f"event {event.number}: the audit row does not fit what is written")
        self.number, self.mark = event.number, sha(f"{due} {signature}")
        self._hashes[event.number], self._signatures[event.number] = due, signature
        for debit, credit, amount, _ in entries:
            self._debits[debit] += amount
            self._credits[credit] += amount
        self._documents |= dict(json.loads(event.documents))
        self._command(event)

    def _command(self, event: Event) -> None:
        body, answer = json.loads(event.body), json.loads(event.answer)
        intent = event.key.removesuffix(AGAIN)
        if intent in self.answers:
            self._fault("doubled", f"{intent} is event {self.answers[intent][0]} and event {event.number}")
        self.answers[intent] = (event.number, answer)
        if event.key.count("/") != 3:
            return  # founding the links
        self._follows(event, intent, body)
        model = self.links[body["link"]]
        before = model.meters()
        expected = model.apply(event.number, event.kind, body)
        if answer["meters"] != {"before": before, "after": model.meters()}:
            self._fault("wrong", f"event {event.number}: meters {answer['meters']}, not {before}, {model.meters()}")
        paid = answer.get("claim", answer.get("claims", [{}])[0] if "claims" in answer else {})
        if any(answer.get(name, paid.get(name)) != value for name, value in expected.items()):
            self._fault("wrong", f"event {event.number}: answered {answer}, not {expected}")

    def _follows(self, event: Event, key: str, body: dict[str, Any]) -> None:
        """Every table's events are its planned commands, each once and in order."""
        link, table, hand, place = key.split("/")
        order = self._planned(link, table, int(hand))[int(place)]
        if (order.kind, order.actor, json.loads(plain({"link": link, "table": table} | order.body))) != (
            event.kind,
            event.actor,
            body,
        ):
            self._fault("wrong", f"event {event.number} is not what was sent as {key}")
        last_hand, last_place = self._places.get((link, table), (0, -1))
        ended = last_hand == 0 or last_place == len(self._planned(link, table, last_hand)) - 1
        due = (last_hand + 1, 0) if ended else (last_hand, last_place + 1)
        if (int(hand), int(place)) != due:
            self._fault("wrong", f"event {event.number}: {key} came when {due} was due at table {table}")
        self._places[link, table] = (int(hand), int(place))

    def _standing(self, ask: Ask) -> None:
        accounts = {name: Balance(debits, credits_) for name, debits, credits_ in ask(_ACCOUNTS)}
        summed = {name: Balance(self._debits[name], self._credits[name]) for name in {*self._debits, *self._credits}}
        if accounts != summed:
            self._fault("torn", "the balances are not the sums of the entries")
        if sum(held.debit for held in accounts.values()) != 0:
            self._fault("wrong", "debits and credits differ")
        documents = {name: sha(body) for name, body in ask("SELECT name, body FROM documents")}
        if documents != self._documents:
            self._fault("torn", "the documents are not what the last events wrote")
        for link, model in self.links.items():
            for name, amount in model.balances():
                if accounts.get(name, Balance()).credit != amount:
                    self._fault("wrong", f"{name} holds {accounts.get(name)}, the model {amount}")
            for level in model.levels:
                if not level_sums(accounts, link, level).meter_holds:
                    self._fault("wrong", f"{link}/{level}: what came in is not what is there")
                if model.order[level] != sorted(set(model.order[level])):
                    self._fault("wrong", f"{link}/{level}: claims were frozen out of order")

    def acknowledged(self, key: str, number: int, answer: Any) -> None:
        """An answer that was given must be in the books as it was given."""
        if self.answers.get(key.removesuffix(AGAIN)) != (number, answer):
            self._fault("lost", f"{key} was answered as event {number}; the books have {self.answers.get(key)}")

    def heads(self, ask: Ask) -> int:
        """Every event is signed, and every hundredth has a head that fits the chain. Gives how many heads there are."""
        facts: dict[str, str] = dict(ask("SELECT name, value FROM journal_facts"))
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(facts["public_key"]))
        rows = ask("SELECT number, hash, signature FROM heads")
        signed = [(number, self._hashes[number], signature) for number, signature in self._signatures.items()]
        for number, hash_, signature in [*signed, *rows]:
            try:
                public.verify(bytes.fromhex(signature), f"lammer head {facts['journal']} {number} {hash_}".encode())
            except InvalidSignature:
                self._fault("wrong", f"event {number} is not signed with the journal's key")
            if self._hashes.get(number) != hash_:
                self._fault("wrong", f"the head of event {number} is another hash")
        if not set(range(HEAD_EVERY, self.number + 1, HEAD_EVERY)) <= {number for number, _, _ in rows}:
            self._fault("lost", "a signed head is missing")
        return len(rows)


_ACCOUNTS = "SELECT name, debits, credits FROM accounts"
