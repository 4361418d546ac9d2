"""The files of a signing key that is being replaced.

The new key is written beside the old one, as ``….new``, before the event that puts it in place. Only after that event
is on the disk does its file take the place of the old one. A process that is killed in between leaves both files, and
whoever opens the books next finishes the replacement: the books say which key is in use.
"""

import contextlib
import glob
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
    if not waits(path, keys):
        raise not_its_key(seal.public, keys)
    put_in_place(path, seal.content())
    return Seal.read_from(path)


def waits(path: Path, keys: Keys) -> bool:
    """Whether the key in use still waits for its place."""
    try:
        return Seal.read_from(waiting(path)).public == keys.current.text
    except LedgerFault:
        return False


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


def replaced_key(path: Path, public: str) -> Path | None:
    """The file that keeps a replaced key; None where there is none."""
    for kept in sorted(path.parent.glob(f"{glob.escape(path.name)}.old-*")):
        with contextlib.suppress(LedgerFault):
            if Seal.read_from(kept).public == public:
                return kept
    return None


def misfit(path: Path, keys: Keys) -> str:
    """What to do about a signing key that is not the one of the books; empty when nothing is."""
    try:
        if (found := Seal.read_from(path).public) == keys.current.text:
            return ""
    except LedgerFault as fault:
        return str(fault)
    if found in {change.old for change in keys.changes}:
        return f"{path} was replaced in these books: put the new key there"
    if (kept := replaced_key(path, keys.current.text)) is not None:
        return (
            f"{path} is newer than these books: put back {kept}, and the key to seeds of that time; then rotate again"
        )
    return f"{path} is not the key of these books: put theirs there"
