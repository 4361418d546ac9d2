"""Ed25519 signatures, by ``cryptography``. The public key is enough to check that a log was not rewritten; only the
private key can sign another log. With a shared secret, every checker could forge."""

from collections.abc import Mapping
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from lammer.ledger.keys import write_key
from lammer.ledger.refusals import LedgerFault

RAW = Encoding.Raw


def signed_text(journal: str, number: int, hash_: str) -> bytes:
    """The text that the signature of an event covers. A head has the same signature, stored apart from its event."""
    return f"lammer head {journal} {number} {hash_}".encode()


def change_text(journal: str, number: int, before: str, old: str, new: str) -> str:
    """The text that the old and the new key both sign when event ``number`` changes the key. ``before`` is the mark of
    the previous event."""
    return f"lammer new-key {journal} {number} {before} {old} {new}"


class Seal:
    """A private key in a file that only its owner may read.

    The first line of the file is the key. Each further line names a journal and its first event that must be signed.
    That number is not read from the database, since a forger could pass off forged books as older, unsigned ones.
    """

    def __init__(self, key: Ed25519PrivateKey, path: Path | None = None, signed_from: Mapping[str, int] = {}) -> None:
        self._key, self._path = key, path
        self._signed_from = dict(signed_from)
        self.public = key.public_key().public_bytes(RAW, PublicFormat.Raw).hex()

    @classmethod
    def made_in(cls, path: Path) -> "Seal":
        """Creates a key. An existing file is used and never replaced, since other journals may be signed with it."""
        if path.exists():
            return cls.read_from(path)
        seal = cls(Ed25519PrivateKey.generate(), path)
        seal._write()
        return seal

    @classmethod
    def read_from(cls, path: Path) -> "Seal":
        try:
            first, *rest = path.read_text(encoding="ascii").splitlines() or [""]
            signed_from = {journal: int(number) for journal, number in (line.split() for line in rest if line.strip())}
            return cls(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(first.strip())), path, signed_from)
        except FileNotFoundError:
            raise LedgerFault("no-key", f"{path}: this journal's signing key is missing; restore it") from None
        except ValueError:
            raise LedgerFault("bad-key", f"{path}: not a signing key") from None
        except OSError as error:
            raise LedgerFault("no-key", f"{path}: the signing key cannot be read: {error.strerror}") from None

    def moved_to(self, path: Path) -> None:
        """Sets the path of the key's file after it was renamed."""
        self._path = path

    def signed_from(self, journal: str) -> int | None:
        """The first event of a journal that must be signed; None if it is not recorded."""
        return self._signed_from.get(journal)

    def note_signed_from(self, journal: str, number: int) -> None:
        self._signed_from[journal] = number
        self._write()

    def successor(self, journal: str, path: Path) -> "Seal":
        """Creates a new key for a journal and writes it to ``path``, with the journal's first signed event."""
        if others := [other for other in self._signed_from if other != journal]:
            raise LedgerFault(
                "shared-key",
                f"{self._path} is also the key of the journal {others[0]}: give each journal a copy of it, as "
                "<keys>/<journal>.key, and remove this file",
            )
        seal = Seal(Ed25519PrivateKey.generate(), path, self._signed_from)
        seal._write()
        return seal

    def sign(self, journal: str, number: int, hash_: str) -> str:
        return self._key.sign(signed_text(journal, number, hash_)).hex()

    def sign_text(self, text: str) -> str:
        return self._key.sign(text.encode()).hex()

    def content(self) -> bytes:
        """The content of the key's file."""
        lines = [self._key.private_bytes(RAW, PrivateFormat.Raw, NoEncryption()).hex()]
        lines += [f"{journal} {number}" for journal, number in self._signed_from.items()]
        return "".join(f"{line}\n" for line in lines).encode()

    def _write(self) -> None:
        if self._path is None:
            return
        try:
            write_key(self._path, self.content())
        except OSError as error:
            text = f"{self._path}: cannot write the signing key's file: {error.strerror}; make it writable"
            raise LedgerFault("no-key", text) from None
