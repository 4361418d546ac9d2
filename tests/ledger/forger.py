"""Somebody who may write to the database, whom no trigger, key or rule of it holds back."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.pool import NullPool

from lammer.ledger.records import GENESIS, Link, canonical, chained, digest, mark
from tests.ledger.house import Kept, posting_of

TABLES = {
    "journal_facts": ("name",),
    "events": ("number",),
    "entries": ("event", "line"),
    "audit": ("number",),
    "heads": ("number",),
    "accounts": ("name",),
    "documents": ("name",),
    "writings": ("name", "event"),
}
"""Every table of the journal and what names a row of it."""


NUMBERED = {"events": "number", "entries": "event", "audit": "number", "heads": "number", "writings": "event"}


class Signs(Protocol):
    def sign(self, number: int, hash_: str) -> str: ...


class Signer(NamedTuple):
    """Who can sign heads of a journal."""

    journal: str
    key: Ed25519PrivateKey

    @classmethod
    def of(cls, journal: str, key_file: Path) -> "Signer":
        return cls(journal, Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key_file.read_text().split()[0])))

    def sign(self, number: int, hash_: str) -> str:
        return self.key.sign(f"lammer head {self.journal} {number} {hash_}".encode()).hex()

    @property
    def public_key(self) -> str:
        return self.key.public_key().public_bytes_raw().hex()


class Forger:
    def __init__(self, where: str, honest: Kept) -> None:
        self.where, self.head = where, honest.head
        self.signer = Signer.of(honest.head["journal"], honest.key_file)
        url = where.replace("postgresql:", "postgresql+psycopg:") if "://" in where else f"sqlite:///{where}"
        self._connection = create_engine(url, poolclass=NullPool).connect()
        if self._connection.dialect.name == "sqlite":
            self.run("PRAGMA synchronous = OFF")

    def close(self) -> None:
        self._connection.close()

    def run(self, statement: str, values: Any = None) -> None:
        self._connection.execute(text(statement), values)
        self._connection.commit()

    def rows(self, query: str) -> list[Any]:
        found = list(self._connection.execute(text(query)))
        self._connection.commit()
        return found

    def columns(self) -> set[tuple[str, str]]:
        """Every column of the database, but for alembic's own."""
        found = inspect(self._connection)
        tables = set(found.get_table_names()) - {"alembic_version"}
        return {(table, column["name"]) for table in tables for column in found.get_columns(table)}

    @contextmanager
    def edited(self, table: str, column: str, at: int, change: Callable[[Any], Any]) -> Iterator[None]:
        """Changes one cell of row ``at`` for a while."""
        names = TABLES[table]
        rows = [row._asdict() for row in self.rows(f"SELECT * FROM {table} ORDER BY {', '.join(names)}")]
        where = " AND ".join(f"{name} = :old_{name}" for name in names)
        values = {"new": change(rows[at][column])} | {f"old_{name}": rows[at][name] for name in names}
        self.run(f"UPDATE {table} SET {column} = :new WHERE {where}", values)
        yield
        self.run(f"DELETE FROM {table}")
        self.run(f"INSERT INTO {table} VALUES ({', '.join(f':{name}' for name in rows[at])})", rows)

    def forget(self, number: int) -> None:
        """Takes an event out, with everything that was written beside it."""
        for table, column in NUMBERED.items():
            self.run(f"DELETE FROM {table} WHERE {column} = {number}")

    def renumber(self, old: int, new: int) -> None:
        """Moves an event, with everything that was written beside it but the signed head."""
        for table, column in NUMBERED.items():
            if table != "heads":
                self.run(f"UPDATE {table} SET {column} = {new} WHERE {column} = {old}")

    def repeat(self, number: int, new: int) -> None:
        """Puts the same event in once more, with another key."""
        columns = "digest, kind, actor, at, about, body, answer, documents"
        self.run(f"INSERT INTO events SELECT {new}, 'another key', {columns} FROM events WHERE number = {number}")
        self.run(f"INSERT INTO writings SELECT name, {new} FROM writings WHERE event = {number}")

    def redigest(self) -> None:
        """Makes the digests of the commands anew."""
        rows = self.rows("SELECT number, kind, actor, body FROM events")
        new = [{"at": number, "new": digest(canonical([*said, json.loads(body)]))} for number, *said, body in rows]
        self.run("UPDATE events SET digest = :new WHERE number = :at", new)

    def rewrite_documents(self) -> None:
        """Puts every document back to the last one that an event still names."""
        written = {
            name: body
            for round_ in range(1, self.rows("SELECT max(number) FROM events")[0][0] + 1)
            for name, body in posting_of(round_).documents.items()
        }
        self.run("DELETE FROM documents")
        self.run("INSERT INTO documents VALUES (:name, :body)", [{"name": n, "body": b} for n, b in written.items()])

    def rechain(self, signer: Signs | None = None) -> None:
        """Makes the hashes anew from the events as they are now. Whoever has a key signs them, too."""
        signatures = dict(self.rows("SELECT number, signature FROM audit"))
        lines: dict[int, list[Any]] = {}
        for event, *entry in self.rows("SELECT event, debit, credit, amount, reason FROM entries ORDER BY event, line"):
            lines.setdefault(event, []).append(entry)
        audit, before = [], GENESIS
        for number, key, _, *texts in self.rows("SELECT * FROM events ORDER BY number"):
            hash_ = chained(Link._make([before, number, key, *texts, lines.get(number, [])]))
            signature = signer.sign(number, hash_) if signer else signatures.get(number, "00" * 64)
            before = mark(hash_, signature)
            audit.append({"number": number, "hash": hash_, "signature": signature})
        self.run("DELETE FROM audit")
        self.run("INSERT INTO audit VALUES (:number, :hash, :signature)", audit)

    def add_accounts(self, side_of: Callable[[str], str]) -> None:
        """Opens an account for every new name in the entries."""
        known = {name for (name,) in self.rows("SELECT name FROM accounts")}
        named = {name for row in self.rows("SELECT debit, credit FROM entries") for name in row}
        for name in named - known:
            self.run("INSERT INTO accounts VALUES (:name, 0, 0, :side)", {"name": name, "side": side_of(name)})

    def reaccount(self) -> None:
        """Makes the accounts anew from the entries as they are now."""
        for column, side in (("debits", "debit"), ("credits", "credit")):
            self.run(
                f"UPDATE accounts SET {column} = "
                f"(SELECT coalesce(sum(amount), 0) FROM entries WHERE entries.{side} = accounts.name)"
            )

    def resign(self, signer: Signer) -> None:
        """Signs every head anew, as only somebody with the key can."""
        heads = self.rows("SELECT audit.number, audit.hash FROM audit JOIN heads ON audit.number = heads.number")
        signed = [{"at": number, "hash": hash_, "signature": signer.sign(number, hash_)} for number, hash_ in heads]
        if signed:
            self.run("UPDATE heads SET hash = :hash, signature = :signature WHERE number = :at", signed)
