"""Signed heads: whoever holds the public key can tell that a log was not rewritten, and nobody without the private key
can sign another. Ed25519 from ``cryptography``: a shared secret would let every checker forge."""

import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from lammer.ledger.refusals import LedgerFault

RAW = Encoding.Raw


def signed_text(journal: str, number: int, hash_: str) -> bytes:
    """What a head's signature covers."""
    return f"lammer head {journal} {number} {hash_}".encode()


def sync_folder(folder: Path) -> None:
    """A new file is there after a power cut only once its folder is on the disk too."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(descriptor)
        os.close(descriptor)


class Seal:
    """A private key in a file that only its owner may read."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key

    @classmethod
    def made_in(cls, path: Path) -> "Seal":
        """A new key. A file that is already there is taken, never replaced: other journals may be signed with it."""
        if path.exists():
            return cls.read_from(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        key = Ed25519PrivateKey.generate()
        # Written beside and linked into place: nobody ever reads half a key.
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(key.private_bytes(RAW, PrivateFormat.Raw, NoEncryption()).hex().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        beside.rename(path)
        sync_folder(path.parent)
        return cls(key)

    @classmethod
    def read_from(cls, path: Path) -> "Seal":
        try:
            return cls(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(path.read_text(encoding="ascii").strip())))
        except FileNotFoundError:
            raise LedgerFault("no-key", f"{path}: this journal's signing key is not there; put it back") from None
        except ValueError:
            raise LedgerFault("bad-key", f"{path}: this is no signing key") from None

    @property
    def public(self) -> str:
        return self._key.public_key().public_bytes(RAW, PublicFormat.Raw).hex()

    def sign(self, journal: str, number: int, hash_: str) -> str:
        return self._key.sign(signed_text(journal, number, hash_)).hex()
