"""The books that a command uses, and other options of the commands on books."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit, urlunsplit

from cyclopts import Parameter

from lammer.surfaces.cli.options import BadOption
from lammer.surfaces.cli.shared import shared
from lammer.surfaces.database import DATABASE as DATABASE
from lammer.surfaces.database import BadDatabase, refuse_password
from lammer.surfaces.folders import data_folder

if TYPE_CHECKING:
    from lammer.ledger.keys import KeyPlace

FLOORS = ("floor.db", "house.db")
"""Books of a local floor and of one with users, as ``lammer serve`` names them."""

DbOption = Annotated[str, shared("--db", f"Else ${DATABASE}, or the floor's in the data folder.", show_default=False)]
KeyFileOption = Annotated[
    Path | None, Parameter(name="--key-file", help="The signing key's file; else it is in the folder of keys.")
]
HeadOption = Annotated[Path | None, Parameter(name="--head", help="A signed head that was saved elsewhere.")]
YesOption = Annotated[bool, Parameter(name="--yes", negative="", show_default=False, help="Do not ask.")]


def known_books() -> list[Path]:
    """The floor's own books in the user's data folder."""
    return [path for name in FLOORS if (path := data_folder() / name).is_file()]


def books_at(db: str) -> str:
    """The file or address of the books: --db, the environment, or the only books of a floor in the data folder."""
    try:
        refuse_password(db, f"into the environment variable {DATABASE}")
    except BadDatabase as fault:
        raise BadOption(str(fault)) from None
    if found := db or os.environ.get(DATABASE, ""):
        return found
    there = known_books()
    if not there:
        raise BadOption(f"--db: there are no books in {data_folder()} yet; name a file or a postgresql:// address")
    if len(there) > 1:
        raise BadOption(f"--db: name the books; there are {' or '.join(map(str, there))}")
    return str(there[0])


def is_address(where: str) -> bool:
    return where.startswith(("postgresql://", "postgresql+psycopg://"))


def file_of(where: str) -> Path:
    """The SQLite file that ``--db`` names."""
    if "://" in where and not where.startswith("sqlite:///"):
        raise BadOption(f"--db {shown(where)}: books are an SQLite file or a postgresql:// address")
    return Path(where.removeprefix("sqlite:///"))


def key_place_at(where: str, key_file: Path | None, folder: Path | None = None) -> "KeyPlace":
    """The place of the keys: the given file, or the one that ``lammer serve`` and ``lammer progressive`` use."""
    from lammer.ledger.keys import KeyPlace

    if key_file is not None:
        return KeyPlace.at(key_file)
    older = [data_folder() / "floor.key"] if is_address(where) else []
    return KeyPlace.usual(where if is_address(where) else file_of(where), *older, folder=folder)


def key_file_at(where: str, key_file: Path | None) -> Path:
    """The signing key's file."""
    if key_file is not None:
        return key_file
    from lammer.ledger.checkup import journal_at
    from lammer.ledger.verify.evidence import Unreadable

    try:
        journal = journal_at(where)
    except (Unreadable, OSError):
        journal = "unknown"
    return key_place_at(where, None).signing(journal)


def shown(where: str) -> str:
    """An address without its password."""
    if "://" not in where:
        return where
    parts = urlsplit(where)
    user, at, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{user.partition(':')[0]}{at}{host}"))


def kept_head(path: Path) -> dict[str, Any]:
    """The signed head from a file."""
    try:
        head = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadOption(f"--head {path}: this is not a head: {error}") from None
    if not isinstance(head, dict):
        raise BadOption(f"--head {path}: this is not a head")
    return head


def ledger_needed(command: str) -> None:
    """Raises BadOption with the package to install if the ledger's packages are missing."""
    try:
        import alembic  # noqa: F401
        import cryptography  # noqa: F401
        import sqlalchemy  # noqa: F401
    except ImportError as error:
        raise BadOption(f"lammer {command} needs {error.name}: pip install lammer") from None


def driver_needed(where: str) -> None:
    """Raises BadOption with the package to install if the books are on PostgreSQL and its driver is missing."""
    if is_address(where):
        try:
            import psycopg  # noqa: F401
        except ImportError:
            raise BadOption("PostgreSQL needs psycopg: pip install 'lammer[postgres]'") from None


def count(number: int, what: str, several: str = "") -> str:
    return f"{number:,} {what if number == 1 else several or f'{what}s'}"
