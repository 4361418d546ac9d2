"""Where the books are, as a command is told: by ``--db``, a file that holds the address, or the environment. A password
in a command line is refused: every user of the machine can read it."""

import os
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from lammer.errors import LammerError

DATABASE = "LAMMER_DB"
_INSTEAD = f"into a file that only you can read, named with --db-file FILE, or into the environment variable {DATABASE}"


class BadDatabase(LammerError, ValueError):
    """What is wrong with where the books are said to be; never with the password in it."""


def books_address(db: str, db_file: Path | None) -> str:
    """The file or address of the books; empty when nothing says it. Raises BadDatabase."""
    if db and db_file is not None:
        raise BadDatabase("--db and --db-file: give one of them")
    refuse_password(db)
    return _written_in(db_file) if db_file is not None else db or os.environ.get(DATABASE, "")


def refuse_password(db: str, instead: str = _INSTEAD) -> None:
    """Raises BadDatabase for an address with a password; ``instead`` says where to put it."""
    if has_password(db):
        raise BadDatabase(
            "--db: the address has a password in it, and every user of this machine can read a command line: put the "
            f"address {instead}, or leave the password to PGPASSFILE or PGSERVICE"
        )


def has_password(address: str) -> bool:
    if "://" not in address:
        return False
    try:
        parts = urlsplit(address)
        return bool(parts.password) or bool({"password", "sslpassword"} & parse_qs(parts.query).keys())
    except ValueError:
        return "@" in address


def _written_in(file: Path) -> str:
    try:
        mode, text = file.stat().st_mode, file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadDatabase(f"--db-file {file}: {getattr(error, 'strerror', None) or error}") from None
    if os.name != "nt" and mode & 0o077:
        raise BadDatabase(f"--db-file {file}: other users can read it; run: chmod 600 {file}")
    if not text or len(text.splitlines()) > 1:
        raise BadDatabase(f"--db-file {file}: write the address of the books into it, in one line")
    return text
