"""The files of a signing key that is being replaced.

The new key is first written beside the old one, as ``….new``. Then an event records the change. Once that event is on
the disk, the new key replaces the old file. If the process is killed in between, both files remain, and the next
process that opens the books finishes the replacement: the books say which key is in use.
"""

import contextlib
import glob
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from lammer.ledger.keys import write_key
from lammer.ledger.refusals import LedgerFault
from lammer.ledger.signing import Seal
from lammer.ledger.trust import not_its_key
from lammer.ledger.verify.keys import Keys


def waiting(path: Path) -> Path:
    """The file of a new key until it is in use."""
    return path.with_name(f"{path.name}.new")


def seal_in_use(path: Path, keys: Keys) -> Seal:
    """The key that the books are signed with now; any other key is refused."""
    seal = Seal.read_from(path)
    if seal.public == keys.current.text:
        return seal
    if (new := waiting_key(path, keys)) is not None:
        put_in_place(path, seal.content(), new.content())
    seal = Seal.read_from(path)  # another process may have replaced the file
    if seal.public != keys.current.text:
        raise not_its_key(seal.public, keys)
    return seal


def waiting_key(path: Path, keys: Keys) -> Seal | None:
    """The key in use, if it is still in the waiting file."""
    try:
        new = Seal.read_from(waiting(path))
    except LedgerFault:
        return None
    return new if new.public == keys.current.text else None


def put_in_place(path: Path, old: bytes, new: bytes) -> Path:
    """Writes the new key to the old key's file; returns the file that keeps the old key."""
    kept = _keep(path, old)
    write_key(path, new)
    waiting(path).unlink(missing_ok=True)
    return kept


def keep_unused(path: Path) -> None:
    """Sets aside a waiting key that is not in use. It is not used for the next change, since it may have been stolen
    with the old one. It is not deleted either, in case a commit that seemed lost succeeds after all."""
    if waiting(path).exists():
        _keep(path, waiting(path).read_bytes())
        waiting(path).unlink()


def _keep(path: Path, content: bytes) -> Path:
    names = (path.with_name(f"{path.name}.old-{number}") for number in count(1))
    # A killed or a concurrent process may have kept it already.
    kept = next(name for name in names if not name.exists() or name.read_bytes() == content)
    write_key(kept, content)
    return kept


@contextlib.contextmanager
def changing(path: Path) -> Iterator[None]:
    """Admits one key change in a folder at a time: two would overwrite each other's waiting key, which may be in use by
    then. The operating system releases the lock of a killed process."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    descriptor = os.open(path.parent, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            text = f"{path.parent}: another process is changing a key in this folder; try again when it is done"
            raise LedgerFault("in-use", text) from None
        yield
    finally:
        os.close(descriptor)


def replaced_key(path: Path, public: str) -> Path | None:
    """The file that keeps a replaced key, if any."""
    for kept in sorted(path.parent.glob(f"{glob.escape(path.name)}.old-*")):
        with contextlib.suppress(LedgerFault):
            if Seal.read_from(kept).public == public:
                return kept
    return None


def misfit(path: Path, keys: Keys) -> str:
    """How to fix a signing key that does not match the books; empty if it matches."""
    try:
        if (found := Seal.read_from(path).public) == keys.current.text:
            return ""
    except LedgerFault as fault:
        return str(fault)
    if found in {change.old for change in keys.changes}:
        return f"{path} is a replaced key of these books: install the new key"
    if (kept := replaced_key(path, keys.current.text)) is not None:
        return f"{path} is newer than these books: restore {kept} and the seed key of that time; then rotate again"
    return f"{path} is not the key of these books: install the right key"
