"""Replaces the signing key of books in steps that may be interrupted at any point (``key_files``)."""

from pathlib import Path
from typing import NamedTuple

from lammer.ledger.journal import Journal
from lammer.ledger.key_files import changing, keep_unused, put_in_place, waiting
from lammer.ledger.refusals import LedgerFault


class Rotated(NamedTuple):
    event: int
    """The last event signed with the old key; it names the new key."""
    old: str
    new: str
    key_file: Path
    kept: Path
    """The file of the old key."""


def rotate(journal: Journal, actor: str) -> Rotated:
    """Replaces the journal's signing key."""
    if journal.keys is None:
        raise LedgerFault("no-key", "these books were opened without a folder for keys")
    path, old = journal.keys.signing(journal.id), journal.seal
    with changing(path):
        keep_unused(path)
        new = old.successor(journal.id, waiting(path))
        change = journal.change_key(new, actor)
        kept = put_in_place(path, old.content(), new.content())
        new.moved_to(path)
    return Rotated(change.number, change.old, change.new, path, kept)
