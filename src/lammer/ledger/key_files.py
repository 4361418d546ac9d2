"""The files of a signing key that is being replaced.

The new key is written beside the old one, as ``….new``, before the event that puts it in place. Only after that event
is on the disk does its file take the place of the old one. A process that is killed in between leaves both files, and
whoever opens the books next finishes the replacement: the books say which key is in use.
"""

import contextlib
from itertools import count
from pathlib import Path

from lammer.ledger.keys import sync_folder, write_key
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.signing import Seal
from lammer.ledger.trust import not_its_key
from lammer.ledger.verify.keys import Keys


def waiting(path: Path) -> Path:
    """Where a new key waits until it is in use."""
    return path.with_name(f"{path.name}.new")


def seal_in_use(path: Path, keys: Keys) -> Seal:
    """The key that the books are signed with now. Refuses any other."""
    seal = Seal.read_from(path)
    if seal.public == keys.current.text:
        return seal
    try:
        new = Seal.read_from(waiting(path))
    except LedgerFault:
        raise not_its_key(seal.public, keys) from None
    if new.public != keys.current.text:
        raise not_its_key(seal.public, keys)
    put_in_place(path, seal.content())
    return Seal.read_from(path)


def put_in_place(path: Path, content: bytes) -> Path:
    """The new key's file in place of the old one's; gives the name under which the old one's content is kept."""
    names = (path.with_name(f"{path.name}.old-{number}") for number in count(1))
    # A process that was killed, or one that does the same at this moment, may have kept it already.
    kept = next(name for name in names if not name.exists() or name.read_bytes() == content)
    write_key(kept, content)
    with contextlib.suppress(FileNotFoundError):
        waiting(path).replace(path)
    sync_folder(path.parent)
    return kept
