"""Encrypts the seeds of shoes in play wherever they are stored.

A copy of the database or of a backup reveals nothing about future cards, since the key is in a separate file. In memory
a table's seed is not encrypted. Older books contain plain seeds, which can still be read; the next command at the table
encrypts them.
"""

import json
import os
from collections import OrderedDict
from pathlib import Path
from threading import Lock

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from lammer.floor.state import FloorTable, read_table, table_document
from lammer.ledger.journal import Books, Journal
from lammer.ledger.key_files import changing, keep_unused, put_in_place, waiting
from lammer.ledger.keys import make_key, write_key
from lammer.ledger.records import Command, Posting
from lammer.ledger.refusals import LedgerFault

ENCRYPTED = "chacha20-poly1305:"
NONCE_BYTES = 12
MAX_REMEMBERED = 1024


class SeedVault:
    """Converts tables to their stored texts and back."""

    def __init__(self, journal: str, key: bytes) -> None:
        self._journal, self._cipher = journal, ChaCha20Poly1305(key)
        self._tables: OrderedDict[str, FloorTable] = OrderedDict()
        self._lock = Lock()

    @classmethod
    def of(cls, journal: Journal) -> "SeedVault":
        """The vault of a journal. If it has no key and no encrypted seed, a key is created."""
        if journal.keys is None:
            raise LedgerFault("no-key", "these books were opened without a folder for keys")
        path = journal.keys.seeds(journal.id)
        if not path.exists() and _encrypted(journal):
            text = f"{path}: the key to the seeds of shoes in play is missing; restore it from a backup of the keys"
            raise LedgerFault("no-key", text)
        _finish_change(journal, path)
        return cls(journal.id, _key(path))

    def opens(self, text: str) -> bool:
        """Whether the seed of a stored table can be decrypted with this key."""
        try:
            self._read(text)
        except LedgerFault:
            return False
        return True

    def read(self, text: str) -> FloorTable:
        table = self._tables.get(text)
        return self._remember(text, self._read(text)) if table is None else table

    def written(self, table: FloorTable) -> str:
        """The table as it is stored. It is also cached, since it will be read again soon."""
        text = self._written(table)
        self._remember(text, table)
        return text

    def _remember(self, text: str, table: FloorTable) -> FloorTable:
        with self._lock:
            self._tables[text] = table
            if len(self._tables) > MAX_REMEMBERED:
                self._tables.popitem(last=False)
        return table

    def _written(self, table: FloorTable) -> str:
        if table.shoe is None:
            return table.model_dump_json()
        nonce = os.urandom(NONCE_BYTES)
        sealed = self._cipher.encrypt(nonce, bytes.fromhex(table.shoe.seed), self._about(table))
        shoe = table.shoe.model_copy(update={"seed": f"{ENCRYPTED}{(nonce + sealed).hex()}"})
        return table.model_copy(update={"shoe": shoe}).model_dump_json()

    def _read(self, text: str) -> FloorTable:
        table = read_table(text)
        if table.shoe is None or not table.shoe.seed.startswith(ENCRYPTED):
            return table
        sealed = bytes.fromhex(table.shoe.seed.removeprefix(ENCRYPTED))
        try:
            seed = self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], self._about(table))
        except InvalidTag:
            text = f"the seed of the shoe on table {table.table} cannot be decrypted: this is not the key for it"
            raise LedgerFault("other-key", text) from None
        return table.model_copy(update={"shoe": table.shoe.model_copy(update={"seed": seed.hex()})})

    def _about(self, table: FloorTable) -> bytes:
        """The context of a seed; with any other context it cannot be decrypted."""
        assert table.shoe is not None
        return f"lammer seed {self._journal} {table.table} {table.shoe.number}".encode()


def change_seed_key(journal: Journal, actor: str) -> Path | None:
    """Encrypts the seeds of all shoes in play again, with a new key, in one event. Returns the file that keeps the old
    key, or None if there is no key yet. Files and event are written in the same order as for the signing key
    (``ledger/key_files``)."""
    if journal.keys is None or not (path := journal.keys.seeds(journal.id)).exists():
        return None
    with changing(path):
        old, before, after = SeedVault.of(journal), path.read_bytes(), ChaCha20Poly1305.generate_key()
        new, written = SeedVault(journal.id, after), f"{after.hex()}\n".encode()
        keep_unused(path)
        write_key(waiting(path), written)
        names = journal.document_names(table_document(""))

        def carry_out(books: Books) -> Posting:
            tables = {name: old.read(text) for name in names if (text := books.document(name)) is not None}
            again = {name: new.written(table) for name, table in tables.items() if table.shoe is not None}
            return Posting({"tables": len(again)}, "seed key", (), again)

        journal.post(Command(f"|seed key| {os.urandom(16).hex()}", "new-seed-key", actor, {}), carry_out)
        return put_in_place(path, before, written)


def _finish_change(journal: Journal, path: Path) -> None:
    """Installs a waiting key that a killed process left behind, if the seeds are encrypted with it."""
    if not path.exists() or not waiting(path).exists():
        return
    encrypted = _encrypted(journal)
    if encrypted and all(SeedVault(journal.id, _key(waiting(path))).opens(text) for text in encrypted):
        put_in_place(path, path.read_bytes(), waiting(path).read_bytes())


def _encrypted(journal: Journal) -> list[str]:
    """The texts of the tables with an encrypted seed."""
    tables = journal.documents(table_document("")).values()
    return [text for text in tables if str((json.loads(text).get("shoe") or {}).get("seed", "")).startswith(ENCRYPTED)]


def _key(path: Path) -> bytes:
    try:
        key = bytes.fromhex(make_key(path, ChaCha20Poly1305.generate_key().hex()))
        ChaCha20Poly1305(key)
    except ValueError:
        raise LedgerFault("bad-key", f"{path}: not a key to seeds") from None
    except OSError as error:
        raise LedgerFault("no-key", f"{path}: the key to seeds cannot be read: {error.strerror}") from None
    return key
