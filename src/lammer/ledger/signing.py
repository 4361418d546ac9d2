"""Signatures: whoever holds the public key can tell that a log was not rewritten, and nobody without the private key
can sign another. Ed25519 from ``cryptography``: a shared secret would let every checker forge."""

from collections.abc import Mapping
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from lammer.ledger.keys import write_key
from lammer.ledger.refusals import LedgerFault

RAW = Encoding.Raw


def signed_text(journal: str, number: int, hash_: str) -> bytes:
    """What the signature of an event covers. A head is the same signature, kept apart from its event."""
    return f"lammer head {journal} {number} {hash_}".encode()


def change_text(journal: str, number: int, before: str, old: str, new: str) -> str:
    """What an old and a new key both sign when the event ``number`` puts the new one in place. ``before`` is the mark
    of the event before it."""
    return f"lammer new-key {journal} {number} {before} {old} {new}"


class Seal:
    """A private key in a file that only its owner may read.

    The file's first line is the key. Each further line names a journal and the first event that must be signed: the
    database cannot be trusted to say so itself, or a forger could pass off forged books as older, unsigned ones.
    """

    def __init__(self, key: Ed25519PrivateKey, path: Path | None = None, signed_from: Mapping[str, int] = {}) -> None:
        self._key, self._path = key, path
        self._signed_from = dict(signed_from)
        self.public = key.public_key().public_bytes(RAW, PublicFormat.Raw).hex()

    @classmethod
    def made_in(cls, path: Path) -> "Seal":
        """A new key. A file that is already there is taken, never replaced: other journals may be signed with it."""
        if path.exists():
            return cls.read_from(path)
        made = cls(Ed25519PrivateKey.generate(), path)
        made._write()
        return made

    @classmethod
    def read_from(cls, path: Path) -> "Seal":
        try:
            first, *rest = path.read_text(encoding="ascii").splitlines() or [""]
            noted = {journal: int(number) for journal, number in (line.split() for line in rest if line.strip())}
            return cls(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(first.strip())), path, noted)
        except FileNotFoundError:
            raise LedgerFault("no-key", f"{path}: this journal's signing key is not there; put it back") from None
        except ValueError:
            raise LedgerFault("bad-key", f"{path}: this is no signing key") from None
        except OSError as error:
            raise LedgerFault("no-key", f"{path}: the signing key cannot be read: {error.strerror}") from None

    def moved_to(self, path: Path) -> None:
        """Its file has another name now."""
        self._path = path

    def signed_from(self, journal: str) -> int | None:
        """The first event of a journal that must be signed; None where that was never noted."""
        return self._signed_from.get(journal)

    def note_signed_from(self, journal: str, number: int) -> None:
        self._signed_from[journal] = number
        self._write()

    def successor(self, journal: str, path: Path) -> "Seal":
        """A new key for a journal, on the disk, with what was noted of the journal."""
        if others := [other for other in self._signed_from if other != journal]:
            raise LedgerFault(
                "shared-key",
                f"{self._path} is also the key of the journal {others[0]}: give each journal a copy of it, as "
                "<keys>/<journal>.key, and remove this one",
            )
        made = Seal(Ed25519PrivateKey.generate(), path, self._signed_from)
        made._write()
        return made

    def sign(self, journal: str, number: int, hash_: str) -> str:
        return self._key.sign(signed_text(journal, number, hash_)).hex()

    def sign_text(self, text: str) -> str:
        return self._key.sign(text.encode()).hex()

    def content(self) -> bytes:
        """What stands in the key's file."""
        lines = [self._key.private_bytes(RAW, PrivateFormat.Raw, NoEncryption()).hex()]
        lines += [f"{journal} {number}" for journal, number in self._signed_from.items()]
        return "".join(f"{line}\n" for line in lines).encode()

    def _write(self) -> None:
        if self._path is None:
            return
        try:
            write_key(self._path, self.content())
        except OSError as error:
            text = f"{self._path}: the signing key's file cannot be written: {error.strerror}; make it writable once"
            raise LedgerFault("no-key", text) from None
